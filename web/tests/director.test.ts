/** The director: facts in their order, at the pace that somebody likes. */
import "./page";
import assert from "node:assert/strict";
import { beforeEach, type TestContext, test } from "node:test";
import { EVENTS, type Fact } from "../src/net/wire";
import { Director } from "../src/store/director";
import { prefer } from "../src/store/settings";
import { page, settled, wishes } from "./page";

const fact = (seat: number): Fact => ({ event: "reward_won", seat, location: "church", which: 0, tile: "garbo" });
const PACE = EVENTS.reward_won.pace ?? 0;

function directed(context: TestContext) {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  const shown: (number | "settled")[] = [];
  const director = new Director(
    (one) => shown.push("seat" in one ? Number(one.seat) : -1),
    () => void shown.push("settled"),
  );
  const pass = async (ms: number): Promise<void> => {
    context.mock.timers.tick(ms);
    await settled();
  };
  return { director, shown, pass };
}

beforeEach(() => {
  prefer({ speed: "normal" });
  page.hidden = false;
  wishes.still.say(false);
});

test("facts are shown in their order, each in its time, and then the table settles", async (context) => {
  const { director, shown, pass } = directed(context);
  director.play([fact(1), fact(2)]);
  director.play([fact(3)]);
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
  const { director, shown, pass } = directed(context);
  prefer({ speed: "fast" });
  director.play([fact(1), fact(2)]);
  await pass(PACE * 0.4);
  assert.deepEqual(shown, [1, 2]);
  await pass(PACE);
  prefer({ speed: "instant" });
  director.play([fact(3), fact(4)]);
  await settled();
  assert.deepEqual(shown, [1, 2, "settled", 3, 4, "settled"]);
});

test("a page that nobody sees shows everything at once", async (context) => {
  const { director, shown } = directed(context);
  page.hidden = true;
  director.play([fact(1), fact(2)]);
  await settled();
  assert.deepEqual(shown, [1, 2, "settled"]);
});

test("who wants no motion does not wait long for it", async (context) => {
  const { director, shown, pass } = directed(context);
  wishes.still.say(true);
  director.play([fact(1), fact(2)]);
  await pass(900);
  assert.deepEqual(shown, [1, 2]);
});

test("a pause holds what comes next, and goes on where it was", async (context) => {
  const { director, shown, pass } = directed(context);
  director.play([fact(1), fact(2)]);
  director.pause();
  await pass(10 * PACE);
  assert.deepEqual(shown, [1]);
  director.pause();
  await settled();
  assert.deepEqual(shown, [1, 2]);
});

test("skipping shows the rest at once, out of a pause too, and no more than that", async (context) => {
  const { director, shown, pass } = directed(context);
  director.play([fact(1), fact(2), fact(3)]);
  director.pause();
  director.skip();
  await settled();
  assert.deepEqual(shown, [1, 2, 3, "settled"]);
  assert.equal(director.paused.value, false);
  director.play([fact(4), fact(5)]);
  await pass(PACE - 1);
  assert.deepEqual(shown.slice(4), [4]);
});

test("what is told while the table settles is shown before it is done", async (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  prefer({ speed: "instant" });
  const shown: number[] = [];
  let more = [fact(2)];
  const director = new Director(
    (one) => shown.push("seat" in one ? Number(one.seat) : -1),
    () => {
      const next = more;
      more = [];
      director.play(next);
    },
  );
  director.play([fact(1)]);
  await settled();
  assert.deepEqual(shown, [1, 2]);
  assert.equal(director.busy.value, false);
});

test("after the end nothing is shown", async (context) => {
  const { director, shown, pass } = directed(context);
  director.play([fact(1), fact(2)]);
  director.end();
  await pass(10 * PACE);
  assert.deepEqual(shown, [1]);
});
