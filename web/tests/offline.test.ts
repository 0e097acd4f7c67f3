/** What may be kept for when the server is away: nothing that belongs to a seat or to a game that goes on. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { askedFor, contentPath, REPLAYS, replayPath } from "../src/net/offline";

const HERE = "https://estoril.test";
const asked = (path: string, more: { mode?: RequestMode; method?: string; token?: string } = {}) =>
  askedFor(
    {
      url: new URL(path, HERE).href,
      method: more.method ?? "GET",
      mode: more.mode ?? "cors",
      headers: new Headers(more.token ? { authorization: `Bearer ${more.token}` } : {}),
    },
    HERE,
  );

test("pages, files, words and finished games may be kept", () => {
  for (const page of ["/", "/games", "/t/abc", "/t/abc/replay", "/nowhere"])
    assert.equal(asked(page, { mode: "navigate" }), "page");
  assert.equal(asked("/assets/app-1234.js"), "file");
  for (const path of ["/api", "/api/words?language=de", "/api/rules", "/api/content?modules=all"])
    assert.equal(asked(path), "catalogue");
  assert.equal(asked(replayPath("a b")), "replay");
  assert.equal(asked(contentPath("abc")), "replay");
});

test("whatever belongs to a table that plays is not touched", () => {
  for (const rest of ["", "/view", "/messages?since=3&form=picture", "/record", "/commands", "/push", "/socket"])
    assert.equal(asked(`/api/tables/abc${rest}`), null, rest);
  assert.equal(asked("/api/tables?state=open"), null);
});

test("whatever is asked with a token is not touched", () => {
  for (const path of ["/api", "/api/tables/abc/replay?eyes=all", "/api/tables/abc/content", "/assets/app.js"])
    assert.equal(asked(path, { token: "secret" }), null, path);
});

test("only reading is, and only here", () => {
  assert.equal(asked("/api", { method: "POST" }), null);
  assert.equal(asked("https://elsewhere.test/assets/app.js"), null);
  for (const path of ["/developers", "/openapi.json", "/metrics", "/healthz", "/api/words", "/assets/licences.txt"])
    assert.equal(asked(path, { mode: "navigate" }), null, path);
});

test("replays are kept by the form that they are written in", () => {
  assert.equal(REPLAYS, "estoril-replays-test");
});
