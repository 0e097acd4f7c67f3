/** A finished game again: every place in it, seen by anybody, at a pace. */
import "./page";
import assert from "node:assert/strict";
import { afterEach, before, beforeEach, type TestContext, test } from "node:test";
import { blank, change, PictureReader } from "../src/net/picture";
import { loadContent } from "../src/store/content";
import { ReplayStore } from "../src/store/replay";
import { prefer } from "../src/store/settings";
import { speak } from "../src/words/words";
import { given } from "./given";
import { answers, asked, page, settled } from "./page";

const { replay } = given;
const last = replay.moves.length - 1;
const colours = replay.info.seats.map(({ colour }) => colour);
let store: ReplayStore;

/** How the game stood after a move. */
function after(move: number) {
  const picture = blank();
  for (const { changes } of replay.moves.slice(0, move + 1)) for (const one of changes) change(picture, one);
  return new PictureReader(replay.legend, colours).read(picture);
}

/** The moves in which something happens. */
const movesWith = (event: string): number[] =>
  replay.moves.flatMap(({ facts }, i) => (facts.some((fact) => fact.event === event) ? [i] : []));
const rounds = movesWith("round_started");
const resolutions = movesWith("resolution_started");

async function see(wanted: string | null = null): Promise<void> {
  store = new ReplayStore("t");
  store.open(wanted);
  await store.look("all");
}

before(async () => {
  await speak("en");
  await loadContent();
});
beforeEach(() => {
  prefer({ speed: "instant" });
  answers.push(["/api/tables/t/replay", () => ({ body: replay })]);
  asked.length = 0;
});
afterEach(() => {
  store.end();
  answers.length = 3;
  page.hidden = false;
});

test("it begins with the table set, and knows how it ends", async () => {
  await see();
  assert.equal(store.at.value, 0);
  assert.deepEqual(store.shown.value, after(0));
  assert.deepEqual(store.result.value, replay.result);
  assert.ok(store.teller.value.say(store.ended.value ?? assert.fail()).length > 5);
  assert.deepEqual(store.rounds.value, rounds);
  assert.equal(rounds.length, 4);
});

test("every move leads to its position, forward and back", async () => {
  await see();
  for (let move = 1; move <= last; move++) {
    store.forward();
    assert.equal(store.at.value, move);
    assert.deepEqual(store.shown.value, after(move));
  }
  store.forward();
  assert.equal(store.at.value, last);
  for (const move of [last - 1, last - 2]) {
    store.back();
    assert.deepEqual(store.shown.value, after(move));
  }
  store.to(0);
  store.back();
  assert.equal(store.at.value, 0);
});

test("what is told of a move is told with it", async () => {
  await see();
  store.forward();
  assert.deepEqual(
    store.told.value,
    replay.moves[1]?.told.filter((said) => said !== null),
  );
  store.to(0);
  assert.deepEqual(
    store.told.value,
    replay.moves[0]?.told.filter((said) => said !== null),
  );
});

test("it goes from round to round", async () => {
  await see();
  for (const move of [...rounds.slice(1), last, last]) {
    store.forwardRound();
    assert.equal(store.at.value, move);
  }
  for (const move of [...rounds.toReversed(), 0]) {
    store.backRound();
    assert.equal(store.at.value, move);
  }
  assert.equal(store.shown.value?.round, 1);
});

test("it goes from location to location", async () => {
  await see();
  const forward: number[] = [];
  while (store.at.value < last) {
    store.forwardLocation();
    forward.push(store.at.value);
  }
  assert.deepEqual(forward.slice(0, 3), resolutions.slice(0, 3));
  assert.ok(forward.length >= resolutions.length);
  const backward: number[] = [];
  while (store.at.value > 0) {
    store.backLocation();
    backward.push(store.at.value);
  }
  assert.equal(backward[0], resolutions.at(-1));
  assert.ok(backward.length >= resolutions.length);
});

test("a location is shown from where its folders open", async (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  prefer({ speed: "normal" });
  await see();
  store.forwardLocation();
  await settled();
  assert.equal(store.at.value, resolutions[0]);
  assert.equal(store.fact.value?.event, "resolution_started");
  assert.equal(store.staged, true);
  assert.equal(store.shown.value?.places.find((place) => place.resolving)?.id, store.scene.value?.location);
  store.forward(); // sees to the end of the move, and shows the next one
  assert.equal(store.at.value, (resolutions[0] ?? 0) + 1);
});

test("who comes into a resolution finds what has been told of it", async () => {
  // a move within a resolution that neither begins nor ends one
  const inside = replay.moves.findIndex(
    (_, i) => i > (resolutions[0] ?? 0) && !resolutions.includes(i) && after(i).places.some((one) => one.resolving),
  );
  await see(String(inside));
  const jumped = store.scene.value;
  store.to(0);
  while (store.at.value < inside) store.forward();
  assert.ok(jumped);
  assert.deepEqual(jumped, store.scene.value);
});

// -- the address -------------------------------------------------------------------------------

test("a link leads to its move, and another one from there", async () => {
  await see("12");
  assert.equal(store.at.value, 12);
  assert.deepEqual(store.shown.value, after(12));
  store.forward();
  store.open("12");
  assert.equal(store.at.value, 12);
  store.open(null);
  assert.equal(store.at.value, 0);
});

test("a move that is not there is said so, until another is asked for", async () => {
  for (const wrong of ["9999", String(last + 1), "-1", "1.5", "x", ""]) {
    await see(wrong);
    assert.equal(store.missing.value, wrong);
    store.open(String(last));
    assert.equal(store.missing.value, null);
    assert.equal(store.at.value, last);
    store.open(wrong);
    assert.equal(store.missing.value, wrong);
    store.open(String(last));
    assert.equal(store.missing.value, null);
  }
});

test("a game that is not over has no replay, and that is said", async () => {
  answers.push([
    "/api/tables/t/replay",
    () => ({ status: 409, body: { code: "record.early", text: "", key: "refused.record.early" } }),
  ]);
  await see();
  assert.match(store.problem.value ?? "", /over/);
});

// -- eyes --------------------------------------------------------------------------------------

test("somebody else's eyes see the same move, and are asked for once", async () => {
  await see("7");
  await store.look("1");
  assert.equal(store.seat.value, 1);
  assert.equal(store.at.value, 7);
  await store.look("all");
  assert.equal(store.seat.value, null);
  assert.deepEqual(
    asked.map(({ path }) => path),
    ["/api/tables/t/replay?eyes=all", "/api/tables/t/replay?eyes=1"],
  );
});

test("eyes that cannot be had leave all as it was", async () => {
  await see("7");
  answers.push(["/api/tables/t/replay?eyes=1", () => ({ status: 500 })]);
  await store.look("1");
  assert.equal(store.eyes.value, "all");
  assert.equal(store.at.value, 7);
  assert.ok(store.problem.value);
  await store.look("none");
  assert.equal(store.problem.value, null);
});

// -- by itself ---------------------------------------------------------------------------------

function paced(context: TestContext) {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  return async (ms: number): Promise<void> => {
    context.mock.timers.tick(ms);
    await settled();
  };
}

test("it plays by itself, and is held and goes on where it was", async (context) => {
  const pass = paced(context);
  await see();
  store.toggle();
  await pass(0);
  assert.equal(store.at.value, 1);
  await pass(900);
  assert.equal(store.at.value, 2);
  store.toggle();
  assert.equal(store.going, false);
  await pass(10_000);
  assert.equal(store.at.value, 2);
  store.toggle();
  assert.equal(store.going, true);
  await pass(0);
  assert.equal(store.at.value, 3);
});

test("it can be held in the middle of a move", async (context) => {
  const pass = paced(context);
  prefer({ speed: "slow" });
  await see();
  store.toggle();
  assert.equal(store.director.busy.value, true);
  store.toggle();
  await pass(60_000);
  assert.equal(store.at.value, 1);
  assert.equal(store.going, false);
  store.toggle();
  await pass(60_000);
  await pass(60_000);
  assert.equal(store.at.value, 2);
});

test("it stops at the end, and begins again from there", async (context) => {
  const pass = paced(context);
  await see(String(last - 1));
  store.toggle();
  await pass(0);
  assert.equal(store.at.value, last);
  assert.equal(store.over.value, true);
  assert.equal(store.going, false);
  store.toggle();
  assert.equal(store.at.value, 0);
  await pass(900);
  assert.equal(store.at.value, 1);
});
