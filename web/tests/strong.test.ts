/** How strong players win: which figures are shown, and how long their bars are. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type * as wire from "../src/net/wire";
import { barsOf, botsOf, cellOf, isDoubtful, playersOf, rowsOf } from "../src/store/strong";

const figures: wire.StrongFigures = {
  cells: [
    { bot: "tourist", players: 2, games: 40 },
    { bot: "tourist", players: 4, games: 40 },
    { bot: "agent", players: 2, games: 20 },
    { bot: "agent", players: 4, games: 20 },
  ],
  points: { tiles: [10, 6, 12, 8] },
  order: [[], [], [], []],
  tiles: { garbo: [[1, 2], null, [3, 1], [4, 1]], pires: [[5, 1], [2, 1], [-2, 3], null] },
  locations: {},
  spaces: {},
  missions: {},
};

test("levels come in their order, numbers of players from the lowest on", () => {
  assert.deepEqual(botsOf(figures), ["tourist", "agent"]);
  assert.deepEqual(playersOf(figures), [2, 4]);
  assert.equal(cellOf(figures, "agent", 4), 3);
});

test("the dearest comes first, and what was hardly ever had does not come", () => {
  assert.deepEqual(
    rowsOf(figures, "tiles", 2).map((row) => row.id),
    ["garbo", "pires"],
  );
  assert.deepEqual(
    rowsOf(figures, "tiles", 0).map((row) => row.id),
    ["pires", "garbo"],
  );
  assert.deepEqual(
    rowsOf(figures, "tiles", 3).map((row) => row.id),
    ["garbo"],
  );
});

test("what may be nothing is in doubt", () => {
  assert.ok(isDoubtful([1, 2]));
  assert.ok(isDoubtful([-2, 2]));
  assert.ok(!isDoubtful([-2.1, 2]));
});

test("bars begin at nothing, and no line leaves the picture", () => {
  const bars = barsOf([
    [8, 2],
    [-2, 2],
    [0, 90],
  ]);
  assert.deepEqual(new Set(bars.map((bar) => bar.zero)).size, 1);
  const [more, less, wide] = bars;
  assert.ok(more && less && wide);
  assert.equal(more.from, more.zero);
  assert.ok(more.to > more.zero && more.low > more.zero);
  assert.equal(less.to, less.zero);
  assert.ok(less.from < less.zero);
  for (const bar of bars) for (const end of Object.values(bar)) assert.ok(end >= 0 && end <= 100);
  assert.equal(wide.low, 0);
  assert.equal(wide.high, 100);
});

test("nothing to show makes no bars", () => {
  assert.deepEqual(barsOf([]), []);
  assert.deepEqual(barsOf([[0, 0]]), [{ from: 0, to: 0, low: 0, high: 0, zero: 0 }]);
});
