/** What an earlier visit has left in the browser is read with care. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { kept } from "./page";

kept.set("estoril.settings", '{"name": "Ana", "speed": "slow"}');
kept.set("estoril.tables", "{ broken");
const { settings } = await import("../src/store/settings");
const { mine } = await import("../src/store/mine");

test("settings of an earlier visit count, and new ones are as usual", () => {
  assert.deepEqual([settings.value.name, settings.value.speed, settings.value.theme], ["Ana", "slow", "auto"]);
});

test("a store that cannot be read is as good as none", () => {
  assert.deepEqual(mine.value, []);
});
