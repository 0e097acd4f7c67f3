/** A resolution as it is shown. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type * as wire from "../src/net/wire";
import { begin, follow, type Scene } from "../src/store/scene";

const counted = (seat: number, space: string, total: number): wire.StrengthCounted => ({
  event: "strength_counted",
  seat,
  space,
  tile: `tile-of-${space}`,
  printed: total,
  flags: 0,
  location: 0,
  nationalism: 0,
  dice: 0,
  total,
});
const summed = (seat: number, total: number): wire.Fact => ({ event: "total_counted", seat, location: "mouth", total });
const lost: wire.Fact = { event: "sacrificed", seat: 1, space: "mouth.I", tile: "tile-of-mouth.I", owner: 1 };

const shown = (...facts: wire.Fact[]): Scene =>
  facts.reduce(
    (scene: Scene, fact) => follow(scene, fact, null),
    begin("mouth", { event: "resolution_started", location: "mouth" }, null),
  );

test("what has been counted stays with whom it was counted for, also when somebody is lost", () => {
  const before = [counted(1, "mouth.I", 2), counted(2, "mouth.II", 3), summed(1, 2), summed(2, 3)];
  const scene = shown(...before, lost);
  assert.deepEqual(
    scene.counted.map(({ seat, space }) => [seat, space]),
    [
      [1, "mouth.I"],
      [2, "mouth.II"],
    ],
  );
  assert.deepEqual(scene.totals, { 1: 2, 2: 3 });
});

test("after a loss all are counted again, and who has competed keeps the place", () => {
  const scene = shown(
    counted(1, "mouth.I", 2),
    counted(2, "mouth.II", 3),
    summed(1, 2),
    lost,
    counted(2, "mouth.II", 3),
  );
  assert.deepEqual(
    scene.counted.map(({ seat }) => seat),
    [2],
  );
  assert.deepEqual(scene.totals, {});
  assert.deepEqual(new Set(scene.competed), new Set([1, 2]));
});
