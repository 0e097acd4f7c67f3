/** Tiles, locations and missions by id; rules in a language that has them. */
import "./page";
import assert from "node:assert/strict";
import { afterEach, test } from "node:test";
import { contents, loadContent, loadRules, rulebook, useContentOf } from "../src/store/content";
import { given } from "./given";
import { answers, asked } from "./page";

afterEach(() => void answers.splice(3));

test("without content nothing is found, and that is said", () => {
  assert.throws(() => contents(), /not there yet/);
});

test("content is read once", async () => {
  await loadContent();
  await loadContent();
  assert.equal(asked.filter(({ path }) => path.startsWith("/api/content")).length, 1);
  assert.equal(contents().tile("garbo").name, "Garbo (Juan Pujol)");
  assert.equal(contents().location("church").id, "church");
  assert.throws(() => contents().mission("no_such"), /unknown: no_such/);
});

test("a table's own content counts while one is there", async () => {
  const tiles = given.content.tiles.map((tile) => (tile.id === "garbo" ? { ...tile, name: "Somebody" } : tile));
  answers.push(["/api/tables/t/content", () => ({ body: { ...given.content, tiles } })]);
  await useContentOf("t");
  assert.equal(contents().tile("garbo").name, "Somebody");
  await useContentOf(null);
  assert.equal(contents().tile("garbo").name, "Garbo (Juan Pujol)");
});

test("where rules are not to be had in a language, they come in English", async () => {
  const rules = { language: "en" };
  answers.push([
    "/api/rules",
    (path) => (path.endsWith("=en") ? { body: rules } : { status: 404, body: { code: "language.unknown", text: "" } }),
  ]);
  await loadRules("fr");
  assert.deepEqual(rulebook.value, rules);
});
