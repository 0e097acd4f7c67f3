/** The store of a table: what is shown, what is told, when it is mine, and what becomes of answers. */
import "./page";
import assert from "node:assert/strict";
import { afterEach, test } from "node:test";
import type * as wire from "../src/net/wire";
import { prefer } from "../src/store/settings";
import { nameOf, tellFailure } from "../src/store/table";
import { given } from "./given";
import { answers, asked, page, settled, Wire } from "./page";
import { asks, HAND, SEAT, Seated, tableInfo } from "./seated";

const [tile = ""] = HAND;
const space = given.view.places[0]?.spaces[0]?.id ?? "";
const placed: wire.Fact = { event: "placed", seat: SEAT, space, tile, face_up: true };
const passed: wire.Fact = { event: "turn_skipped", seat: SEAT };
const mine = asks("place", { placings: { [tile]: { [space]: 11 } } });
const theirs: wire.Now = { decision: { kind: "place", seats: [1 - SEAT] } };

prefer({ speed: "instant" });
afterEach(() => {
  Seated.end();
  answers.length = 3;
  page.hidden = false;
});

test("who comes sees the table as the server does", async () => {
  const { store } = await Seated.at(mine);
  assert.equal(store.seat.value, SEAT);
  assert.deepEqual(store.shown.value?.places, given.view.places);
  assert.deepEqual(store.names.value, ["Ana", "Bruno"]);
  assert.equal(store.mine.value, true);
});

test("what happened is told, and then the server's view counts", async () => {
  const seated = await Seated.at(mine);
  await seated.news([placed, passed], theirs);
  const { store } = seated;
  assert.deepEqual(
    store.lines.value.map((line) => line.fact?.event),
    ["placed", "turn_skipped"],
  );
  assert.deepEqual(store.now.value, theirs);
  assert.equal(store.mine.value, false);
});

test("while something is being shown nobody is asked", async () => {
  prefer({ speed: "slow" });
  const seated = await Seated.at(theirs);
  await seated.news([placed], mine);
  assert.equal(seated.store.fact.value?.event, "placed");
  assert.equal(seated.store.mine.value, false);
  seated.store.director.skip();
  await seated.looks();
  assert.equal(seated.store.mine.value, true);
  prefer({ speed: "instant" });
});

test("a note and what somebody says come into the log", async () => {
  const seated = await Seated.at(theirs);
  await seated.news([], theirs, { note: { key: "note.paused" } });
  await seated.news([], theirs, { chat: { seat: 0, name: "Ana", text: "Bom dia" } });
  assert.deepEqual(
    seated.store.lines.value.map((line) => line.note?.key ?? line.chat?.text),
    ["note.paused", "Bom dia"],
  );
});

test("what was told before one came is read once, up to what one has seen", async () => {
  const told = (number: number, text: string) => ({ number, at: 1, chat: { seat: 0, name: "Ana", text } });
  answers.push(["/api/tables/t/messages", () => ({ body: { messages: [told(1, "before"), told(2, "since")] } })]);
  const seated = await Seated.at(theirs);
  await settled();
  assert.deepEqual(
    seated.store.lines.value.map((line) => line.chat?.text),
    ["before"],
  );
});

test("a turn is answered once", async () => {
  const seated = await Seated.at(mine);
  const first = seated.store.act(11);
  assert.equal(seated.store.mine.value, false);
  assert.equal(seated.store.answering.value, true);
  assert.equal(await seated.store.act(12), false);
  await seated.answer({ number: 2 });
  assert.equal(await first, true);
  assert.deepEqual(seated.moves, [{ command: "act", action: 11, turn: 7 }]);
  await seated.news([placed], theirs);
  assert.equal(seated.store.answering.value, false);
});

test("nobody acts out of turn", async () => {
  const seated = await Seated.at(theirs);
  assert.equal(await seated.store.act(11), false);
  assert.deepEqual(seated.moves, []);
});

test("an answer that is refused is asked for again, with the reason", async () => {
  const seated = await Seated.at(mine);
  const done = seated.store.act(11);
  await seated.answer({ code: "illegal", key: "why.LOC01-02", rule: "LOC01-02" });
  assert.equal(await done, false);
  assert.equal(seated.store.mine.value, true);
  assert.match(seated.store.problem.value ?? "", /Assassin.*LOC01-02/s);
});

test("a move that was made already is no failure", async () => {
  const seated = await Seated.at(mine);
  const done = seated.store.act(11);
  await seated.answer({ code: "move.done" });
  assert.equal(await done, true);
  assert.equal(seated.store.problem.value, null);
});

test("a move that was kept while the line was down is made when it is back, and shown", async (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  const seated = await Seated.at(mine);
  Wire.last.break();
  const done = seated.store.act(11);
  assert.equal(seated.store.answering.value, true);
  context.mock.timers.tick(200);
  Wire.last.welcome(SEAT);
  await settled();
  assert.deepEqual(seated.moves, [{ command: "act", action: 11, turn: 7 }]);
  await seated.answer({ number: 2 });
  assert.equal(await done, true);
});

test("what else is asked while the line is down is said not to have been sent", async () => {
  const seated = await Seated.at(mine);
  Wire.last.break();
  assert.equal(await seated.store.ask({ command: "say", text: "hello" }), false);
  assert.match(seated.store.problem.value ?? "", /nothing was sent/);
});

test("who has lost the seat, or has come to no table, is told", async () => {
  const kicked = await Seated.at(theirs);
  Wire.last.tell({ type: "bye", reason: "lost_seat" });
  assert.equal(kicked.store.gone.value, "token");
  const lost = await Seated.at(theirs);
  Wire.last.break(4404, "table.unknown");
  assert.equal(lost.store.gone.value, "table");
});

test("a table with content of its own is shown with that content, and says so", async () => {
  answers.push(["/api/tables/t/content", () => ({ body: given.content })]);
  const { store } = await Seated.at(theirs, { info: tableInfo({ content: "own" }) });
  await settled();
  assert.ok(asked.some(({ path }) => path === "/api/tables/t/content"));
  assert.equal(store.lines.value[0]?.note?.key, "content.own");
});

test("places that have not changed keep their object", async () => {
  const seated = await Seated.at(mine);
  const before = seated.store.shown.value?.places;
  await seated.news([passed], theirs);
  assert.equal(seated.store.shown.value?.places[1], before?.[1]);
});

test("the end of a game shows its result", async () => {
  const seated = await Seated.at(mine);
  const result = { seats: [], winners: [0] } as unknown as wire.Result;
  seated.current = { ...seated.current, result };
  await seated.news([], null);
  assert.deepEqual(seated.store.result.value, result);
});

test("a seat is called by its person, its colour, or as open", () => {
  const seat = { seat: 0, colour: "red", holder: "person", name: "Ana" } as const;
  assert.equal(nameOf(seat), "Ana");
  assert.equal(nameOf({ ...seat, holder: "bot" }), "Red");
  assert.equal(nameOf({ ...seat, holder: "open" }), "Open seat");
});

test("a failure without an answer is told as the server being out of reach", () => {
  assert.match(tellFailure(new TypeError("fetch failed")), /cannot be reached/);
});
