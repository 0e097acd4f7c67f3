/** Names of what lies on the table, and the ways to put fields into words. */
import "./page";
import assert from "node:assert/strict";
import { before, test } from "node:test";
import type * as wire from "../src/net/wire";
import { loadContent } from "../src/store/content";
import { contentsOfSpace, marksOf, nameOfReward, nameOfSpace } from "../src/words/names";
import { Teller } from "../src/words/teller";
import { ENDINGS, signed, WORDINGS } from "../src/words/ways";
import { speak } from "../src/words/words";
import { given } from "./given";

const { view } = given;
const teller = new Teller(["Ana", "Bruno"]);
const reader = { teller, view: null };

function where(id: string): { place: wire.LocationView; space: wire.Space } {
  const place = view.places.find((one) => id.startsWith(one.id));
  const space = place?.spaces.find((one) => one.id === id);
  if (!place || !space) throw new Error(id);
  return { place, space };
}
const { place, space } = where("garrett.II");
const name = (more: Partial<wire.Space>, lit = false): string =>
  nameOfSpace({ ...space, ...more }, place, view, teller, lit);

before(async () => {
  await speak("en");
  await loadContent();
});

test("a free space says what it is", () => {
  assert.deepEqual(marksOf({ ...space, outer: false, top_secret: false, peek: null }).length, 1);
  assert.equal(marksOf(space).length, 3);
  assert.match(name({}), /^Garrett.* II: .*free/i);
  assert.notEqual(name({}, true), name({}));
});

test("a character is named as well as the reader knows it", () => {
  const folder = { occupied: true, owner: 0 };
  assert.match(name(folder), /Ana/);
  assert.doesNotMatch(name(folder), /Garbo/);
  assert.match(name({ ...folder, tile: "garbo", face_up: true }), /Garbo/);
  assert.notEqual(
    name({ ...folder, tile: "garbo", face_up: false }),
    name({ ...folder, tile: "garbo", face_up: true }),
  );
});

test("what befell a character is named with it", () => {
  const up = { occupied: true, owner: 0, tile: "garbo", face_up: true };
  const plain = name(up);
  for (const more of [{ shield: true }, { void: true }, { turned: true, controller: 1 }]) {
    assert.ok(name({ ...up, ...more }).startsWith(`${plain}: `));
  }
  assert.match(name({ ...up, turned: true, controller: 1 }), /Bruno/);
});

test("a reward is named, unless nobody knows it", () => {
  const reward = { id: "garrett.R2", tile: null, face_up: false } as wire.Reward;
  assert.doesNotMatch(nameOfReward(reward, place, teller, false), /Garbo/);
  const known = nameOfReward({ ...reward, tile: "garbo" }, place, teller, false);
  const shown = nameOfReward({ ...reward, tile: "garbo", face_up: true }, place, teller, false);
  assert.match(known, /second.*Garbo/is);
  assert.notEqual(known, shown);
});

test("pointing at a space means its character, where there is one", () => {
  assert.equal(contentsOfSpace(space, place, view, teller).kind, "space");
  assert.equal(contentsOfSpace({ ...space, occupied: true }, place, view, teller).kind, "character");
});

test("endings follow from what is known, whose it is, and what is there", () => {
  const end = (how: string, ...values: unknown[]): unknown => ENDINGS[how]?.(reader, ...values);
  assert.deepEqual([end("known", null), end("known", "garbo")], [".hidden", ".known"]);
  assert.deepEqual(
    [end("facing", "garbo", true), end("facing", "garbo", false), end("facing", null, false)],
    [".up", ".down", ".hidden"],
  );
  assert.deepEqual([end("own", 1, 1), end("own", 1, 0), end("taken", 0, 1, 1)], [".own", ".other", ".taken"]);
  assert.deepEqual([end("some", 0, ".more", ""), end("some", 2, ".more", "")], ["", ".more"]);
  assert.deepEqual([end("sum", 0, 0), end("sum", 0, -1)], [".plain", ".sum"]);
  assert.equal(end("there", 0, ".seat", ".chance"), ".seat"); // a seat may have the number 0
});

test("fields are worded by what they hold", () => {
  const word = (how: string, ...values: unknown[]): unknown => WORDINGS[how]?.(reader, ...values);
  assert.equal(word("player", 1), "Bruno");
  assert.equal(word("spot", "garrett.II"), "Garrett II");
  assert.deepEqual([word("row", 4), word("column", 4)], [2, 2]); // three in a row, for two
  assert.deepEqual([word("sum", [2, 5]), word("added", [2, 5]), word("less", [2, 5])], [7, "2 + 5", "5 - 2"]);
  assert.deepEqual([signed(2), signed(-2), signed(0)], ["+2", "−2", "+0"]);
  assert.match(String(word("strength", 3, 2, 0, 0, 1)), /^3 \+ 2.* \+ 1/);
  assert.equal(word("reward", "garrett", null), "");
});
