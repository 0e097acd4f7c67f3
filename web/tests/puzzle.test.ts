/** A puzzle on the table: it is posed once, takes one answer, and remembers the first. */
import "./page";
import assert from "node:assert/strict";
import { afterEach, before, beforeEach, test } from "node:test";
import { loadContent } from "../src/store/content";
import { listPuzzles, nextPuzzle, PuzzleStore, refreshPuzzles } from "../src/store/puzzle";
import { dropAnswers, noteAnswer, solved } from "../src/store/solved";
import { speak } from "../src/words/words";
import { given } from "./given";
import { answers, asked, kept, settled, Wire } from "./page";

const { puzzle, puzzles } = given;
const [best, second] = puzzle.answers.map(({ code }) => code) as [number, number];
let store: PuzzleStore;

async function pose(id = puzzle.id): Promise<void> {
  store = new PuzzleStore();
  await store.pose(id);
  await settled();
}

before(async () => {
  await speak("en");
  await loadContent();
});
beforeEach(() => {
  answers.push(
    ["/api/puzzles", () => ({ body: puzzles })],
    [`/api/puzzles/${puzzle.id}`, () => ({ body: puzzle })],
    [`/api/puzzles/${puzzle.id}/why`, () => ({ body: { rule: "PLACE-02", key: "why.PLACE-02" } })],
    ["/api/puzzles/gone", () => ({ status: 404, body: { code: "puzzle", text: "", key: "refused.puzzle.unknown" } })],
  );
  asked.length = 0;
  refreshPuzzles();
});
afterEach(() => {
  store?.end();
  dropAnswers();
  answers.length = 3;
});

test("it is posed as a table at which one's seat decides, and no socket is opened", async () => {
  const sockets = Wire.all.length;
  await pose();
  assert.equal(store.seat.value, puzzle.snapshot.seat);
  assert.ok(store.mine.value);
  assert.ok(store.shown.value?.places.length);
  assert.equal(store.answer.value, null);
  assert.equal(Wire.all.length, sockets);
  assert.deepEqual(
    asked.map(({ path }) => path),
    [`/api/puzzles/${puzzle.id}`],
  );
});

test("the best answer is right, and is remembered", async () => {
  await pose();
  await store.act(best);
  assert.ok(store.right.value);
  assert.equal(store.mine.value, false);
  assert.deepEqual(solved.value, { [puzzle.id]: true });
  assert.deepEqual(JSON.parse(kept.get("estoril.puzzles") ?? ""), { [puzzle.id]: true });
});

test("another answer is wrong, and a second try does not change that", async () => {
  await pose();
  await store.act(second);
  assert.equal(store.right.value, false);
  await store.act(best);
  assert.equal(store.answer.value, second);
  await pose();
  await store.act(best);
  assert.ok(store.right.value);
  assert.deepEqual(solved.value, { [puzzle.id]: false });
});

test("what speaks for the solution can be said", async () => {
  await pose();
  for (const { said } of puzzle.answers) assert.ok(store.teller.value.say(said).length > 3);
  for (const reason of puzzle.why) assert.doesNotMatch(store.teller.value.say(reason), /[{}]|puzzle\./);
});

test("which rule bars something is asked of the server", async () => {
  await pose();
  const answer = await store.socket.why("roque", null);
  assert.equal(answer.type === "because" && answer.rule, "PLACE-02");
  assert.equal(asked.at(-1)?.path, `/api/puzzles/${puzzle.id}/why?tile=roque`);
});

test("a puzzle that is not there is said not to be", async () => {
  await pose("gone");
  assert.equal(store.failed.value, "There is no such puzzle.");
  assert.equal(store.shown.value, null);
});

test("that of the day is the one that the server names", async () => {
  answers.push([`/api/puzzles/${puzzles.daily}`, () => ({ body: puzzle })]);
  await pose("daily");
  assert.equal(asked.at(-1)?.path, `/api/puzzles/${puzzles.daily}`);
  await listPuzzles();
  assert.equal(asked.filter(({ path }) => path === "/api/puzzles").length, 1);
});

test("the next one is the first after this that was not tried", () => {
  const ids = ["a", "b", "c", "d"];
  const list = ids.map((id) => ({ ...(puzzles.puzzles[0] ?? assert.fail()), id }));
  assert.equal(nextPuzzle(list, "a", {}), "b");
  assert.equal(nextPuzzle(list, "a", { b: true }), "c");
  assert.equal(nextPuzzle(list, "d", { b: false }), "a");
  assert.equal(nextPuzzle(list, "b", { a: true, b: true, c: true, d: true }), "c");
  assert.equal(nextPuzzle(list.slice(0, 1), "a", { a: true }), "a");
});

test("only the first answer counts, also without a store that keeps it", () => {
  noteAnswer("x", false);
  noteAnswer("x", true);
  assert.deepEqual(solved.value, { x: false });
});
