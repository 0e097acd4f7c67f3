/** Names of what lies on the table, and sentences made of them. */
import "./page";
import assert from "node:assert/strict";
import { before, test } from "node:test";
import type * as wire from "../src/net/wire";
import { loadContent } from "../src/store/content";
import { contentsOfSpace, marksOf, nameOfReward, nameOfSpace } from "../src/words/names";
import { Teller } from "../src/words/teller";
import { signed, speak } from "../src/words/words";
import { given } from "./given";

const { view } = given;
const teller = new Teller(["Ana", "Bruno"]);

function where(id: string): { place: wire.LocationView; space: wire.Space } {
  const place = view.places.find((one) => id.startsWith(one.id));
  const space = place?.spaces.find((one) => one.id === id);
  if (!place || !space) throw new Error(id);
  return { place, space };
}
const { place, space } = where("garrett.II");
const name = (more: Partial<wire.Space>, lit = false): string =>
  nameOfSpace({ ...space, ...more }, teller, lit ? "place" : null);

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
  assert.equal(contentsOfSpace(space, place.id, teller).kind, "space");
  assert.equal(contentsOfSpace({ ...space, occupied: true }, place.id, teller).kind, "character");
});

test("a sentence is said with everybody and everything by name", () => {
  const placed: wire.Sentence = {
    key: "event.placed.up",
    arguments: { seat: ["player", 1], space: ["space", "garrett.II"], tile: ["tile", "garbo"] },
  };
  assert.match(teller.say(placed), /^Bruno .*Garbo.* Garrett II\.$/);
  const won: wire.Sentence = { key: "score.shared", arguments: { winners: ["players", [0, 1]] } };
  assert.match(teller.say(won), /Ana and Bruno/);
  const shown: wire.Sentence = {
    key: "event.mission_shown",
    arguments: { mission: ["mission", "diplomats"], number: 2 },
  };
  assert.match(teller.say(shown), /Diplomats/);
});

test("a sentence within a sentence is said along", () => {
  const who: wire.Sentence = {
    key: "who.turned",
    arguments: {
      who: {
        key: "who.other.hidden",
        arguments: { player: ["player", 0], tile: "", space: ["space", "garrett.II"] },
      },
      player: ["player", 1],
    },
  };
  const said = teller.say({ key: "action.assassinate", arguments: { who } });
  assert.match(said, /Ana.*Garrett II.*Bruno/);
  assert.doesNotMatch(said, /[{}]/);
});

test("a sentence has the form for its number", () => {
  const decide = (seats: number[]): string =>
    teller.say({ key: "decision.discard", arguments: { seats: ["players", seats] }, number: seats.length });
  assert.match(decide([0]), /^Ana /);
  assert.match(decide([0, 1]), /^Ana and Bruno /);
  assert.notEqual(decide([0]).replace("Ana", ""), decide([0, 1]).replace("Ana and Bruno", ""));
});

test("the stop of a name ends the sentence as well", () => {
  const said = teller.say({
    key: "event.reward_won",
    arguments: { seat: "Hans R.", tile: "Hans R.", location: "Hans R.", reward: "Hans R." },
  });
  assert.ok(!said.endsWith(".."));
});

test("numbers have their sign", () => {
  assert.deepEqual([signed(2), signed(-2), signed(0)], ["+2", "−2", "+0"]);
});
