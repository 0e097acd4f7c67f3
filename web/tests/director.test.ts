/** The director: facts in their order, at the pace that somebody likes. */
import "./page";
import assert from "node:assert/strict";
import { beforeEach, type TestContext, test } from "node:test";
import { EVENTS, type Fact } from "../src/net/wire";
import { type Beat, beatsOf, Director } from "../src/store/director";
import { prefer } from "../src/store/settings";
import { page, settled, wishes } from "./page";

const beat = (number: number): Beat => ({
  number,
  fact: { event: "reward_won", seat: 0, location: "church", which: 0, tile: "garbo" },
  told: null,
  changes: [],
});
const PACE = EVENTS.reward_won.pace ?? 0;

function directed(context: TestContext) {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  const shown: (number | "settled")[] = [];
  const director = new Director((one) => void shown.push(one.number));
  const play = (...beats: Beat[]): void => director.play(beats, () => shown.push("settled"));
  const pass = async (ms: number): Promise<void> => {
    context.mock.timers.tick(ms);
    await settled();
  };
  return { director, play, shown, pass };
}

beforeEach(() => {
  prefer({ speed: "normal" });
  page.hidden = false;
  wishes.still.say(false);
});

test("facts are shown in their order, each in its time, and then the table settles", async (context) => {
  const { play, director, shown, pass } = directed(context);
  director.play([beat(1), beat(2)]);
  play(beat(3));
  assert.deepEqual(shown, [1]);
  await pass(PACE - 1);
  assert.deepEqual(shown, [1]);
  await pass(1);
  assert.deepEqual(shown, [1, 2]);
  await pass(PACE);
  await pass(PACE);
  assert.deepEqual(shown, [1, 2, 3, "settled"]);
  assert.equal(director.busy.value, false);
});

test("the pace is the reader's", async (context) => {
  const { play, shown, pass } = directed(context);
  prefer({ speed: "fast" });
  play(beat(1), beat(2));
  await pass(PACE * 0.4);
  assert.deepEqual(shown, [1, 2]);
  await pass(PACE);
  prefer({ speed: "instant" });
  play(beat(3), beat(4));
  await settled();
  assert.deepEqual(shown, [1, 2, "settled", 3, 4, "settled"]);
});

test("a page that nobody sees shows everything at once", async (context) => {
  const { play, shown } = directed(context);
  page.hidden = true;
  play(beat(1), beat(2));
  await settled();
  assert.deepEqual(shown, [1, 2, "settled"]);
});

test("who wants no motion does not wait long for it", async (context) => {
  const { play, shown, pass } = directed(context);
  wishes.still.say(true);
  play(beat(1), beat(2));
  await pass(900);
  assert.deepEqual(shown, [1, 2]);
});

test("a pause holds what comes next, and goes on where it was", async (context) => {
  const { play, director, shown, pass } = directed(context);
  play(beat(1), beat(2));
  director.pause();
  await pass(10 * PACE);
  assert.deepEqual(shown, [1]);
  director.pause();
  await settled();
  assert.deepEqual(shown, [1, 2]);
});

test("skipping shows the rest at once, out of a pause too, and no more than that", async (context) => {
  const { play, director, shown, pass } = directed(context);
  play(beat(1), beat(2), beat(3));
  director.pause();
  director.skip();
  await settled();
  assert.deepEqual(shown, [1, 2, 3, "settled"]);
  assert.equal(director.paused.value, false);
  play(beat(4), beat(5));
  await pass(PACE - 1);
  assert.deepEqual(shown.slice(4), [4]);
});

test("skipping ends with the location; the next one is shown, unless all is skipped", async (context) => {
  const { play, director, shown, pass } = directed(context);
  const starts = (number: number): Beat => ({
    ...beat(number),
    fact: { event: "resolution_started", location: "church" },
  });
  play(starts(1), beat(2), beat(3), starts(4), beat(5), starts(6), beat(7));
  director.skip();
  await settled();
  assert.deepEqual(shown, [1, 2, 3, 4]);
  assert.ok(director.pace > 0);
  await pass(EVENTS.resolution_started.pace ?? 0);
  assert.deepEqual(shown, [1, 2, 3, 4, 5]);
  director.skip(true);
  await settled();
  assert.deepEqual(shown, [1, 2, 3, 4, 5, 6, 7, "settled"]);
});

test("what follows from facts takes effect after them, before what is told next", async (context) => {
  const { director, shown, pass } = directed(context);
  director.play([beat(1)], () => shown.push("settled"));
  director.play([beat(2)]);
  await pass(PACE);
  assert.deepEqual(shown, [1, "settled", 2]);
});

test("what follows from nothing takes effect at once", (context) => {
  const { director, shown } = directed(context);
  director.play([], () => shown.push("settled"));
  assert.deepEqual(shown, ["settled"]);
  assert.equal(director.busy.value, false);
});

test("what is dropped is not shown, and something else can be played at once", async (context) => {
  const { director, play, shown, pass } = directed(context);
  play(beat(1), beat(2));
  director.pause();
  director.drop();
  play(beat(3));
  await pass(0);
  assert.deepEqual(shown, [1, 3]);
  await pass(PACE);
  assert.equal(director.busy.value, false);
});

test("who has asked to see something sees it, at instant speed too", async (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  prefer({ speed: "instant" });
  const shown: number[] = [];
  const director = new Director((one) => void shown.push(one.number), 0.4);
  director.play([beat(1), beat(2)]);
  assert.deepEqual(shown, [1]);
  director.skip();
  await settled();
  assert.deepEqual(shown, [1, 2]);
});

test("facts come with their sentences and changes, or without", () => {
  const fact: Fact = { event: "turn_skipped", seat: 0 };
  const told = { key: "event.reward_won" };
  assert.deepEqual(beatsOf({ facts: [fact, fact], told: [told, null], changes: [[3, 4], []] }, 5), [
    { number: 5, fact, told, changes: [3, 4] },
    { number: 5, fact, told: null, changes: [] },
  ]);
  assert.deepEqual(beatsOf({ facts: [fact] }, 5), [{ number: 5, fact, told: null, changes: [] }]);
  assert.deepEqual(beatsOf({}, 5), []);
  // a move that is taken back is no fact, and changes the picture all the same
  assert.deepEqual(beatsOf({ changes: [[1, 2]] }, 5), [{ number: 5, fact: null, told: null, changes: [1, 2] }]);
});

test("after the end nothing is shown", async (context) => {
  const { play, director, shown, pass } = directed(context);
  play(beat(1), beat(2));
  director.end();
  await pass(10 * PACE);
  assert.deepEqual(shown, [1]);
});
