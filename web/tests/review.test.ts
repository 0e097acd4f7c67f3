/** A review: asked for where there is none, waited for, and told in numbers that add up. */
import "./page";
import assert from "node:assert/strict";
import { afterEach, before, beforeEach, test } from "node:test";
import type * as wire from "../src/net/wire";
import { loadContent } from "../src/store/content";
import { remember } from "../src/store/mine";
import { addingUp, chanceOf, closely, lineOf, ReviewStore, roundsOf, worthOf } from "../src/store/review";
import { speak } from "../src/words/words";
import { given } from "./given";
import { answers, asked, settled } from "./page";

const { info } = given.replay;
const point = (move: number, round: number, chance: number): wire.PointTold => ({
  move,
  round,
  known: [chance, 1 - chance],
  errors: [0.01, 0.01],
  open: [1 - chance, chance],
});
const points = [point(0, 1, 0.5), point(1, 1, 0.75), point(2, 2, 1)];
const told: wire.ReviewTold = { depth: "club", points, turns: [], seats: [], decisions: [], chances: [], levels: {} };
let found: wire.Reviewed[];
let store: ReviewStore;

before(async () => {
  await speak("en");
  await loadContent();
});
beforeEach(() => {
  answers.push(["/api/tables/t", () => ({ body: { table: "t", number: 9, info } })]);
  answers.push(["/api/tables/t/review", () => ({ body: found.shift() ?? assert.fail("asked too often") })]);
  asked.length = 0;
  store = new ReviewStore("t");
});
afterEach(() => {
  store.end();
  answers.length = 3;
});

const posts = () => asked.filter(({ method }) => method === "POST").map(({ body }) => body);

test("a review that is there is shown, and none is made", async () => {
  found = [{ depth: "club", review: told }];
  await store.open();
  assert.deepEqual(store.review.value, told);
  assert.equal(store.progress.value, null);
  assert.deepEqual(posts(), []);
});

test("where there is none it is asked for once, and waited for", async (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  found = [{}, { making: "club", of: 90 }, { making: "club", done: 40, of: 90 }, {}, { depth: "club", review: told }];
  await store.open();
  assert.deepEqual(posts(), [{ depth: "club" }]);
  assert.deepEqual(store.progress.value, { done: 0, of: 90 });
  context.mock.timers.tick(1000);
  await settled();
  assert.deepEqual(store.progress.value, { done: 40, of: 90 });
  assert.equal(asked.at(-1)?.path, "/api/tables/t/review?whole=false");
  context.mock.timers.tick(1000);
  await settled();
  assert.deepEqual(store.review.value, told);
  assert.equal(store.progress.value, null);
  assert.equal(posts().length, 1);
});

test("what failed is said, and can be asked for again; deeper goes with one's token", async () => {
  found = [{}, {}, {}];
  await store.open();
  assert.match(store.problem.value, /could not/);
  remember("t", { seat: 0, token: "secret", name: "Ana" });
  found = [{ depth: "deep" }, { depth: "deep", review: { ...told, depth: "deep" } }];
  await store.make("deep");
  assert.equal(store.problem.value, "");
  assert.equal(store.review.value?.depth, "deep");
  assert.equal(
    asked.find(({ method, body }) => method === "POST" && JSON.stringify(body).includes("deep"))?.headers.authorization,
    "Bearer secret",
  );
});

test("whoever leaves asks no more", async (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  found = [{ making: "club", of: 90 }];
  await store.open();
  store.end();
  context.mock.timers.tick(5000);
  await settled();
  assert.equal(asked.filter(({ path }) => path.includes("/review")).length, 1);
});

test("numbers say how sure they are", () => {
  assert.equal(chanceOf(0.431, 0.02), "43\u00a0±\u00a04\u00a0%");
  assert.equal(chanceOf(1), "100\u00a0%");
  assert.equal(chanceOf(-0.23), "−23\u00a0%");
  assert.equal(worthOf(0.124, 0.01), "+12\u00a0±\u00a02");
  assert.equal(worthOf(-0.05), "−5");
});

test("rounded parts add up to the rounded result", () => {
  for (const parts of [
    [0.25, 0.114, -0.004, 0.106, 0.534, 0],
    [0.3334, 0.3334, 0.3332],
    [0.5, -0.505, 0.005],
  ])
    assert.equal(
      addingUp(parts).reduce((all, one) => all + one, 0),
      Math.round(100 * parts.reduce((all, one) => all + one, 0)) + 0,
    );
  assert.deepEqual(addingUp([0.2, 0.3]), [20, 30]);
});

test("a line goes from the first point to the last, by what one knew or with all open", () => {
  assert.equal(lineOf(points, 0, false), "M0.0 50.0L500.0 25.0L1000.0 0.0");
  assert.equal(lineOf(points, 0, true), "M0.0 50.0L500.0 75.0L1000.0 100.0");
  assert.deepEqual(roundsOf(points), [
    { at: 0, round: 1 },
    { at: 2, round: 2 },
  ]);
});

test("people's decisions are looked at closely, one's own first; of bots all", () => {
  const seats = (...holders: ("person" | "bot")[]): wire.TableInfo => ({
    ...info,
    seats: holders.map((holder, seat) => ({ seat, colour: "red", holder })),
  });
  assert.deepEqual(closely(seats("person", "bot", "person"), 2), [2, 0]);
  assert.deepEqual(closely(seats("person", "bot"), null), [0]);
  assert.deepEqual(closely(seats("bot", "bot"), null), [0, 1]);
});
