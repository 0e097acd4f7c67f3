/** The store of a table: what is shown, what is told, when it is mine, and what becomes of answers. */
import "./page";
import assert from "node:assert/strict";
import { afterEach, test } from "node:test";
import { blank, change, type Picture } from "../src/net/picture";
import type * as wire from "../src/net/wire";
import { EVENTS, LAYOUT } from "../src/net/wire";
import { forget, mute, remember } from "../src/store/mine";
import { prefer } from "../src/store/settings";
import { nameOf, tellFailure } from "../src/store/table";
import { given } from "./given";
import { answers, asked, page, settled, Wire } from "./page";
import { asks, HAND, SEAT, Seated, snapshot, tableInfo } from "./seated";

const [tile = ""] = HAND;
const space = given.view.places[0]?.spaces[0]?.id ?? "";
const placed: wire.Fact = { event: "placed", seat: SEAT, space, tile, face_up: true };
const passed: wire.Fact = { event: "turn_skipped", seat: SEAT };
const mine = asks("place", { placings: { [tile]: { [space]: 11 } } });
const theirs: wire.Now = { decision: { kind: "place", seats: [1 - SEAT] } };

/** A picture as the server sends it. */
const pack = (picture: Picture): string => Buffer.from(picture.buffer).toString("base64");

prefer({ speed: "instant" });
afterEach(() => {
  Seated.end();
  answers.length = 3;
  page.hidden = false;
});

test("who comes sees the table as the server does", async () => {
  const { store } = await Seated.at(mine);
  assert.equal(store.seat.value, SEAT);
  assert.deepEqual(
    store.shown.value?.places.map(({ id, quarter, number }) => [id, quarter, number]),
    given.view.places.map(({ id, quarter, number }) => [id, quarter, number]),
  );
  assert.deepEqual(store.shown.value?.players[SEAT]?.hand, HAND);
  assert.deepEqual(store.names.value, ["Ana", "Bruno"]);
  assert.equal(store.mine.value, true);
});

test("what happened is told in the server's sentences, and then what is true now counts", async () => {
  const seated = await Seated.at(mine);
  await seated.news([placed, passed], theirs);
  const { store } = seated;
  assert.deepEqual(
    store.lines.value.map((line) => line.said?.key),
    ["told.placed", "told.turn_skipped"],
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
  await settled();
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

test("who is muted here is not read, neither now nor of what was said before", async () => {
  const chat = { seat: 1 - SEAT, name: "Bruno", text: "Boa noite" };
  answers.push(["/api/tables/t/messages", () => ({ body: { messages: [{ number: 1, at: 1, chat }] } })]);
  remember("t", { seat: SEAT, token: "token", name: "Ana" });
  mute("t", 1 - SEAT, true);
  const seated = await Seated.at(theirs);
  await seated.news([], theirs, { chat });
  assert.equal(seated.store.lines.value.length, 0);
  mute("t", 1 - SEAT, false);
  await seated.news([], theirs, { chat });
  assert.deepEqual(
    seated.store.lines.value.map((line) => line.chat?.text),
    ["Boa noite"],
  );
  forget("t");
});

test("who is handed the table is its host from then on", async () => {
  const seats = tableInfo({}).seats.map((seat) => ({ ...seat, host: seat.seat !== SEAT }));
  const seated = await Seated.at(theirs, { info: tableInfo({ seats }) });
  assert.equal(seated.store.host.value, false);
  const heirs = seats.map((seat) => ({ ...seat, host: seat.seat === SEAT }));
  await seated.news([], theirs, { info: tableInfo({ seats: heirs }) });
  assert.equal(seated.store.host.value, true);
});

test("who has missed too much sees the table as it is now", async (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  const { store } = await Seated.at(theirs);
  Wire.last.break();
  context.mock.timers.tick(200);
  Wire.last.welcome(SEAT);
  Wire.last.tell({ type: "seen", snapshot: snapshot(900, mine) });
  await settled();
  assert.equal(store.mine.value, true);
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

test("every fact changes what it changes, and nothing else is drawn again", async () => {
  const seated = await Seated.at(mine);
  const before = seated.store.shown.value;
  await seated.news([passed, passed], theirs, {
    changes: [
      [LAYOUT.SLOT + LAYOUT.NUMBER, 9],
      [LAYOUT.SEAT + LAYOUT.MARKERS, 1],
    ],
  });
  const after = seated.store.shown.value;
  assert.equal(after?.places[0]?.number, 9);
  assert.equal(after?.players[0]?.markers, 1);
  assert.equal(after?.places[1], before?.places[1]);
  assert.equal(after?.players[1], before?.players[1]);
});

test("facts are shown one after the other, each with its position and its line", async (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  prefer({ speed: "normal" });
  const seated = await Seated.at(theirs);
  const number = (): unknown => seated.store.shown.value?.places[0]?.number;
  const was = number();
  await seated.news([placed, passed], mine, { changes: [[], [LAYOUT.SLOT + LAYOUT.NUMBER, 9]] });
  assert.equal(number(), was);
  assert.equal(seated.store.lines.value.length, 1);
  context.mock.timers.tick(EVENTS.placed.pace ?? 0);
  await settled();
  assert.equal(number(), 9);
  assert.equal(seated.store.lines.value.length, 2);
  assert.equal(seated.store.mine.value, false);
  context.mock.timers.tick(EVENTS.turn_skipped.pace ?? 0);
  await settled();
  assert.equal(seated.store.mine.value, true);
  prefer({ speed: "instant" });
});

test("what is true after a message waits until its facts have been shown", async () => {
  prefer({ speed: "slow" });
  const seated = await Seated.at(theirs);
  await seated.news([placed], mine, { info: tableInfo({ state: "over" }) });
  assert.equal(seated.store.info.value?.state, "running");
  assert.deepEqual(seated.store.now.value, theirs);
  seated.store.director.skip();
  await settled();
  assert.equal(seated.store.info.value?.state, "over");
  assert.deepEqual(seated.store.now.value, mine);
  prefer({ speed: "instant" });
});

test("of messages that come together the last says what is to be decided", async () => {
  const seated = await Seated.at(mine);
  Wire.last.tell({ type: "news", message: { number: 2, at: 1, facts: [passed] } });
  assert.deepEqual(seated.store.now.value, mine);
  Wire.last.tell({ type: "news", message: { number: 3, at: 1, facts: [passed], now: theirs } });
  assert.deepEqual(seated.store.now.value, theirs);
});

test("what is told twice is shown once", async () => {
  const seated = await Seated.at(mine);
  await seated.news([passed], theirs);
  seated.number -= 1;
  await seated.news([passed], theirs);
  assert.equal(seated.store.lines.value.length, 1);
});

test("the first facts of a game set the table, on a picture of nothing", async () => {
  const { moves, info, legend } = given.replay;
  const seated = await Seated.at(null, { info: { ...info, state: "open" }, picture: null, legend });
  const shown = () => seated.store.shown.value;
  assert.equal(shown(), null);
  const { facts = [], told = [], changes = [] } = moves[0] ?? {};
  await seated.news(facts, mine, { told, changes, info: { ...info, state: "running" } });
  assert.equal(shown()?.round, 1);
  assert.equal(shown()?.places.length, legend.slots);
  assert.equal(seated.store.info.value?.state, "running");
});

test("who comes back finds out what happened since, told and shown", async (context) => {
  const { moves, info, legend } = given.replay;
  const messages = moves.slice(0, 8).map((move, i) => ({ ...move, number: i + 1, at: 1 }));
  const picture = blank();
  for (const { changes } of messages) for (const one of changes) change(picture, one);
  answers.push(["/api/tables/t/messages", () => ({ body: { number: 8, messages } })]);
  answers.push(["/api/tables/t/messages?since=3&form=picture", () => ({ body: recapFrom(3) })]);
  const recapFrom = (since: number) => {
    const then = blank();
    for (const { changes } of messages.slice(0, since)) for (const one of changes) change(then, one);
    return { number: 8, messages: messages.slice(since), picture: pack(then) };
  };
  const seated = await Seated.at(mine, { number: 8, info, legend, picture: pack(picture), since: 4 });
  const { store } = seated;
  assert.ok(store.missed.value.length > 0);
  assert.ok(store.missed.value.every((line) => line.number >= 4));
  const now = store.shown.value;
  context.mock.timers.enable({ apis: ["setTimeout"] });
  await store.lookBack();
  assert.ok(asked.some(({ path }) => path.endsWith("/messages?since=3&form=picture")));
  const recap = store.recap.value;
  assert.equal(recap?.director.busy.value, true);
  assert.notDeepEqual(recap?.shown.value?.places, now?.places);
  assert.equal(store.shown.value, now);
  assert.equal(store.mine.value, true); // it blocks nothing
  recap?.director.skip();
  await settled();
  assert.equal(store.recap.value, null);
  assert.deepEqual(recap?.shown.value?.places, now?.places);
});

test("who decides has seen enough of what was", async (context) => {
  answers.push(["/api/tables/t/messages", () => ({ body: { messages: [{ number: 1, at: 1, facts: [placed] }] } })]);
  const seated = await Seated.at(mine);
  context.mock.timers.enable({ apis: ["setTimeout"] });
  await seated.store.lookBack();
  assert.ok(seated.store.recap.value);
  void seated.store.act(11);
  assert.equal(seated.store.recap.value, null);
});

test("a decision of mine is where I look back to", async () => {
  const seated = await Seated.at(mine);
  const done = seated.store.act(11);
  await seated.answer({ number: 2 });
  await done;
  assert.equal(seated.store.since.value, 2);
  await seated.news([placed], theirs);
  assert.deepEqual(seated.store.missed.value, []);
  await seated.news([{ ...passed, seat: 1 - SEAT }], mine);
  assert.equal(seated.store.missed.value.length, 1);
});

test("the end of a game shows its result", async () => {
  const seated = await Seated.at(mine);
  const result = { seats: [], winners: [0] } as unknown as wire.Result;
  const ended = { key: "score.won", arguments: { winner: ["player", 0] } } as wire.Sentence;
  const info = tableInfo({ state: "over" });
  await seated.news([{ event: "game_ended" }], null, { result, ended, info });
  assert.deepEqual(seated.store.result.value, result);
  assert.deepEqual(seated.store.ended.value, ended);
  assert.equal(seated.store.info.value?.state, "over");
  assert.equal(seated.store.now.value, null);
  assert.ok(seated.store.shown.value); // behind the scoring
});

test("a seat is called by its person, by whom its bot plays, by its colour, or as open", () => {
  const seat = { seat: 0, colour: "red", holder: "person", name: "Ana" } as const;
  assert.equal(nameOf(seat), "Ana");
  assert.equal(nameOf({ ...seat, holder: "bot", name: "Zulmira", face: "zulmira" }), "Zulmira");
  assert.equal(nameOf({ ...seat, holder: "bot", name: "" }), "Red");
  assert.equal(nameOf({ ...seat, holder: "open", name: "" }), "Open seat");
});

test("a failure without an answer is told as the server being out of reach", () => {
  assert.match(tellFailure(new TypeError("fetch failed")), /cannot be reached/);
});
