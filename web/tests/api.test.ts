/** Requests to the server, and what becomes of those that fail. */
import "./page";
import assert from "node:assert/strict";
import { afterEach, test } from "node:test";
import * as api from "../src/net/api";
import { answers, asked } from "./page";

afterEach(() => void answers.splice(3));

test("a token goes into a header, never into the address", async () => {
  answers.push(["/api/tables/a%2Fb/commands", () => ({ body: { number: 3 } })]);
  const done = await api.command("a/b", "secret", { command: "start" });
  assert.deepEqual(done, { number: 3 });
  const last = asked.at(-1);
  assert.deepEqual([last?.method, last?.body], ["POST", { command: "start" }]);
  assert.deepEqual(last?.headers, { authorization: "Bearer secret", "content-type": "application/json" });
  assert.ok(!last?.path.includes("secret"));
});

test("who has no token sends none", async () => {
  answers.push(["/api/tables/t/view", () => ({ body: {} })]);
  await api.view("t", null);
  assert.deepEqual(asked.at(-1)?.headers, {});
});

test("a refusal says why, with the rule where there is one", async () => {
  const problem = { code: "illegal", text: "No.", key: "why.LOC01-02", rule: "LOC01-02" };
  answers.push(["/api/tables/t/commands", () => ({ status: 409, body: problem })]);
  await assert.rejects(api.command("t", "secret", { command: "start" }), (error) => {
    assert.ok(error instanceof api.Refused);
    assert.deepEqual([error.status, error.problem, error.message], [409, problem, "No."]);
    return true;
  });
});

test("a failure that is not of our making is a refusal too", async () => {
  answers.push(["/api/tables/t/view", () => ({ status: 502, body: "<html>Bad Gateway</html>" })]);
  await assert.rejects(api.view("t", null), (error) => {
    assert.ok(error instanceof api.Refused);
    assert.deepEqual([error.status, error.problem.code], [502, "server"]);
    return true;
  });
});

test("a server that cannot be reached refuses nothing: the request fails", async () => {
  answers.push([
    "/api/tables/t/view",
    () => {
      throw new TypeError("fetch failed");
    },
  ]);
  await assert.rejects(api.view("t", null), TypeError);
});
