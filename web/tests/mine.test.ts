/** Seats that this browser holds. */
import "./page";
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { forget, isMuted, mine, mineAt, mute, remember } from "../src/store/mine";
import { kept } from "./page";

const seat = (token: string) => ({ seat: 0, token, name: "Ana" });
const stored = () => JSON.parse(kept.get("estoril.tables") ?? "[]") as typeof mine.value;

beforeEach(() => {
  mine.value = [];
});

test("a seat is remembered, in the browser too, and forgotten", () => {
  remember("church", seat("secret"), { host: true });
  assert.equal(mineAt("church")?.seats[0]?.token, "secret");
  assert.equal(mineAt("church")?.host, true);
  assert.deepEqual(stored(), mine.value);
  forget("church");
  assert.equal(mineAt("church"), undefined);
  assert.deepEqual(stored(), []);
});

test("several seats at one table are kept together, each once", () => {
  remember("church", seat("one"), { host: true });
  remember("church", seat("two"));
  remember("church", { ...seat("one"), name: "Anna" });
  assert.deepEqual(
    mineAt("church")?.seats.map(({ token, name }) => [token, name]),
    [
      ["two", "Ana"],
      ["one", "Anna"],
    ],
  );
  assert.equal(mineAt("church")?.host, true);
});

test("the latest forty tables are kept, the last one first", (context) => {
  context.mock.timers.enable({ apis: ["Date"] });
  for (let i = 0; i < 45; i++) {
    context.mock.timers.tick(1);
    remember(`table ${i}`, seat(`${i}`));
  }
  assert.equal(mine.value.length, 40);
  assert.equal(mine.value[0]?.table, "table 44");
  assert.equal(mineAt("table 4"), undefined);
});

test("a browser that keeps nothing still plays", (context) => {
  context.mock.method(localStorage, "setItem", () => {
    throw new Error("the store is full");
  });
  remember("church", seat("secret"));
  assert.equal(mineAt("church")?.seats.length, 1);
});

test("who is not to be read is known here alone, and at this table", () => {
  remember("church", seat("secret"));
  mute("church", 2, true);
  assert.equal(isMuted("church", 2), true);
  assert.equal(isMuted("church", 1), false);
  assert.equal(isMuted("elsewhere", 2), false);
  mute("church", 2, false);
  assert.equal(isMuted("church", 2), false);
});
