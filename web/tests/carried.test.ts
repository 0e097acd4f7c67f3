/** Seats that come from another device by a link. */
import "./page";
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { Refused } from "../src/net/api";
import { mine, mineAt, takeUp } from "../src/store/mine";
import { given } from "./given";
import { answers, asked } from "./page";

const { info } = given.replay;

beforeEach(() => {
  mine.value = [];
});

const views = (path: string) => asked.filter((one) => one.path === path);

test("a seat is taken up with the place and the name that it has at the table", async () => {
  answers.push(["/api/tables/church/view", () => ({ body: { number: 1, at: 0, seat: 1, info } })]);
  assert.equal(await takeUp("church", ["secret"]), null);
  assert.deepEqual(mineAt("church")?.seats, [{ seat: 1, token: "secret", name: "Bruno" }]);
  const [request] = views("/api/tables/church/view");
  assert.equal(request?.headers.authorization, "Bearer secret");
});

test("what is no seat is said to be none, and not kept", async () => {
  answers.push(["/api/tables/casino/view", () => ({ status: 403, body: { code: "token.unknown", text: "no" } })]);
  assert.ok((await takeUp("casino", ["forged"])) instanceof Refused);
  assert.equal(mineAt("casino"), undefined);
});

test("a seat is not lost because the server cannot be reached at that moment", async () => {
  const unreachable = () => {
    throw new TypeError("fetch failed");
  };
  answers.push(["/api/tables/museum/view", unreachable]);
  assert.equal(await takeUp("museum", ["secret"]), null);
  assert.equal(mineAt("museum")?.seats[0]?.token, "secret");
});
