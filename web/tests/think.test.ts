/** What helps to think: taking a move back, notes on folders, the show and its decisions, what was said and missed. */
import "./page";
import assert from "node:assert/strict";
import { afterEach, test } from "node:test";
import { blank, change, type Picture } from "../src/net/picture";
import type * as wire from "../src/net/wire";
import { LAYOUT } from "../src/net/wire";
import { Choosing } from "../src/store/choosing";
import { mute, remember } from "../src/store/mine";
import { dropNotes, NOTHING, Notebook } from "../src/store/notes";
import { prefer } from "../src/store/settings";
import { given } from "./given";
import { answers, happens, kept, settled, Wire } from "./page";
import { asks, SEAT, Seated } from "./seated";

const OTHER = 1 - SEAT;
const theirs: wire.Now = { decision: { kind: "place", seats: [OTHER] } };
const skipped: wire.Fact = { event: "turn_skipped", seat: SEAT };
const [here] = given.view.places;
const location = here?.id ?? "";
const starts: wire.Fact = { event: "resolution_started", location };
const passes: wire.Fact = { event: "passed", seat: OTHER, space: `${location}.I`, decision: "ability" };
const pack = (picture: Picture): string => Buffer.from(picture.buffer).toString("base64");

prefer({ speed: "instant" });
afterEach(() => {
  Seated.end();
  answers.length = 3;
  prefer({ speed: "instant" });
});

// -- taking back -----------------------------------------------------------------------------------

test("a move is taken back by its number, and only while the server says that it can be", async () => {
  const seated = await Seated.at(theirs);
  const { store } = seated;
  assert.equal(store.undoable.value, 0);
  await store.undo();
  assert.deepEqual(Wire.last.asked("ask"), []);
  await seated.news([skipped], { ...theirs, undo: 2 });
  assert.equal(store.undoable.value, 2);
  void store.undo();
  assert.deepEqual(Wire.last.asked("ask").at(-1)?.request, { command: "undo", move: 2 });
});

test("a move that is taken back is no fact, but the table is seen as it was", async () => {
  const seated = await Seated.at(theirs);
  const before = seated.store.shown.value?.round;
  await seated.news([skipped], theirs, { changes: [[LAYOUT.ROUND, 4]] });
  assert.equal(seated.store.shown.value?.round, 4);
  const note = { key: "table.undone", seat: SEAT, arguments: { name: "Ana" } };
  await seated.news([], asks("place"), { changes: [[LAYOUT.ROUND, before ?? 0]], note, told: [] });
  assert.equal(seated.store.shown.value?.round, before);
  assert.equal(seated.store.fact.value, null);
  assert.equal(seated.store.mine.value, true);
  assert.equal(seated.store.lines.value.at(-1)?.note?.key, "table.undone");
});

test("after a move is taken back, what happened is told from the one before", async () => {
  const seated = await Seated.at(asks("place"), { since: 1 });
  const done = seated.store.act(5);
  await seated.answer({ number: 2 });
  await done;
  assert.equal(seated.store.since.value, 2);
  await seated.news([skipped], { ...theirs, undo: 2 });
  const undone = seated.store.undo();
  await seated.answer({ number: 3 });
  await undone;
  assert.equal(seated.store.since.value, 1);
});

test("nothing is taken back while something is shown, or from the past", async () => {
  prefer({ speed: "slow" });
  const seated = await Seated.at({ ...theirs, undo: 1 });
  assert.equal(seated.store.undoable.value, 1);
  void seated.news([{ event: "placed", seat: OTHER, space: `${location}.I`, tile: null, face_up: false }], theirs);
  assert.equal(seated.store.undoable.value, 0);
});

// -- yes, before it counts -------------------------------------------------------------------------

test("with a finger a target waits for yes: the same again, or the button", async () => {
  prefer({ confirm: "always" });
  const shoot = (code: number, space: string): wire.Offer => ({
    code,
    action: { do: "assassinate", space },
    target: space,
  });
  const now = asks("ability", { choices: [shoot(31, `${location}.I`), shoot(32, `${location}.II`)] }, location);
  const seated = await Seated.at(now);
  const chooser = new Choosing(seated.store);
  chooser.pickTarget(`${location}.I`);
  assert.deepEqual(seated.moves, []);
  assert.equal(chooser.ready.value, 31);
  assert.equal(chooser.offer.value?.code, 31);
  chooser.pickTarget(`${location}.II`); // another one instead
  assert.equal(chooser.ready.value, 32);
  chooser.back();
  assert.equal(chooser.ready.value, null);
  assert.deepEqual([chooser.aimed.value, chooser.lit.value.size], [null, 2]);
  chooser.pickTarget(`${location}.II`);
  chooser.pickTarget(`${location}.II`);
  assert.deepEqual(
    seated.moves.map(({ action }) => action),
    [32],
  );
  prefer({ confirm: "never" });
  chooser.end();
});

// -- the show --------------------------------------------------------------------------------------

test("the last resolution can be shown again, from how it was before", async (context) => {
  const resolving = { ...theirs, decision: null };
  const seated = await Seated.at(theirs);
  const { store } = seated;
  store.showAgain();
  assert.deepEqual([store.recap.value], [null]); // there was none
  await seated.news([starts, passes], resolving, { changes: [[LAYOUT.ROUND, 2], []] });
  const before = given.view.round;
  context.mock.timers.enable({ apis: ["setTimeout"] });
  store.showAgain();
  const again = store.recap.value;
  assert.ok(again?.staged); // even at instant speed
  assert.equal(again?.shown.value?.round, 2);
  assert.equal(store.shown.value?.round, 2);
  assert.notEqual(before, 2);
  again?.director.skip();
  await settled();
  assert.equal(store.recap.value, null);
});

test("a decision in a resolution is taken in the show, unless that is put aside", async (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  prefer({ speed: "fast" });
  const slot = LAYOUT.SLOT + LAYOUT.RESOLVING;
  const seated = await Seated.at(theirs);
  const { store } = seated;
  const now = asks("ability", { choices: [] }, location);
  void seated.news([starts], now, { changes: [[slot, 1]] });
  assert.ok(store.staged);
  context.mock.timers.tick(1000);
  await settled();
  assert.equal(store.director.busy.value, false);
  assert.ok(store.mine.value && store.staged);
  store.aside.value = true;
  assert.ok(!store.staged);
  void seated.news([passes], theirs, { changes: [[slot, 1]] });
  assert.ok(store.staged); // it comes back with what happens next
});

// -- what is said ----------------------------------------------------------------------------------

test("what others say is counted until it is read, and seen beside them for a while", async (context) => {
  remember("t", { seat: SEAT, token: "token", name: "Ana" });
  const seated = await Seated.at(theirs);
  context.mock.timers.enable({ apis: ["setTimeout"] });
  const { store } = seated;
  await seated.news([], theirs, { chat: { seat: SEAT, name: "Ana", text: "Olá" } });
  assert.equal(store.unread.value, 0);
  await seated.news([], theirs, { chat: { seat: OTHER, name: "Bruno", text: "Boa noite" } });
  await seated.news([], theirs, { chat: { seat: OTHER, name: "Bruno", text: "Boa sorte" } });
  assert.equal(store.unread.value, 2);
  assert.deepEqual(
    store.aloud.value.map(({ chat }) => chat?.text),
    ["Boa sorte"],
  );
  context.mock.timers.tick(10_000);
  assert.deepEqual(store.aloud.value, []);
  mute("t", OTHER, true);
  await seated.news([], theirs, { chat: { seat: OTHER, name: "Bruno", text: "…" } });
  assert.equal(store.unread.value, 2);
  assert.deepEqual(store.aloud.value, []);
  mute("t", OTHER, false);
});

// -- after days ------------------------------------------------------------------------------------

test("who comes after days is told what happened since the last visit, and only that", async () => {
  const { moves, info, legend } = given.replay;
  const messages = moves.slice(0, 8).map((move, i) => ({ ...move, number: i + 1, at: 1 }));
  const picture = blank();
  for (const { changes } of messages) for (const one of changes) change(picture, one);
  answers.push(["/api/tables/t/messages", () => ({ body: { number: 8, messages } })]);
  kept.set("estoril.notes", JSON.stringify({ [`t.${SEAT}`]: { at: 1, seen: 5, folders: {} } }));
  const seen = { number: 8, info, legend, picture: pack(picture), since: 4 };
  const { store } = await Seated.at(theirs, seen);
  await settled();
  assert.ok(store.away.value.length > 0);
  assert.ok(store.away.value.every(({ number }) => number > 5));
  Seated.end();
  const again = await Seated.at(theirs, seen); // everything has been seen
  await settled();
  assert.deepEqual(again.store.away.value, []);
});

// -- notes -----------------------------------------------------------------------------------------

const folder = { id: `${location}.I`, owner: OTHER } as wire.Space;
const { round } = given.view;

test("a note on a folder is kept for one seat, and goes with its folder", () => {
  const mine = new Notebook("table", 0);
  const note = { marks: { roque: "yes" as const }, text: "bluff" };
  mine.write(round, folder, note);
  assert.deepEqual(new Notebook("table", 0).of(round, folder), note);
  assert.deepEqual(new Notebook("table", 1).of(round, folder), NOTHING);
  assert.deepEqual(new Notebook("other", 0).of(round, folder), NOTHING);
  assert.deepEqual(mine.of(round, { ...folder, owner: SEAT }), NOTHING); // somebody else's, later
  const later = round + 1;
  assert.deepEqual(mine.of(later, folder), NOTHING);
  mine.write(later, folder, { marks: {}, text: "new" });
  assert.deepEqual(Object.keys(mine.folders.value).length, 1); // the old one is of no use
  mine.write(later, folder, NOTHING);
  assert.deepEqual(mine.folders.value, {});
});

test("how far somebody has seen is kept when the page is left, however soon", () => {
  const mine = new Notebook("table", 0);
  for (const number of [7, 8, 9]) mine.seen = number;
  happens("pagehide");
  assert.equal(new Notebook("table", 0).seen, 9);
});

test("who removes everything leaves no note behind", () => {
  new Notebook("table", 0).write(round, folder, { marks: {}, text: "secret" });
  assert.match(kept.get("estoril.notes") ?? "", /secret/);
  dropNotes();
  assert.equal(kept.get("estoril.notes"), undefined);
});

test("no note is ever sent anywhere", async () => {
  const seated = await Seated.at(theirs);
  const sent = Wire.last.sent.length;
  seated.store.notes.write(round, folder, { marks: {}, text: "secret" });
  assert.equal(Wire.last.sent.length, sent);
});
