/** Pictures: read as the server reads them, changed, and kept where nothing changes. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { blank, change, findSpace, PictureReader, unpack, type View } from "../src/net/picture";
import { LAYOUT } from "../src/net/wire";
import { given } from "./given";

const { legend, colours, positions } = given.games[0] ?? assert.fail();
const pictures = positions.map(({ picture }) => unpack(picture));
const reader = (): PictureReader => new PictureReader(legend, colours);

/** What JSON leaves out because it is usual. */
const USUAL = {
  space: {
    tile: null,
    face_up: false,
    owner: null,
    controller: null,
    shield: false,
    void: false,
    turned: false,
    known_by: [],
    strength: null,
    possible: [],
  },
  place: { enigma: false, roulette: false, stakes: [] },
  player: { chosen: [], agenda: null, enigma: false, unseen: [] },
  decision: { space: null, location: null },
};

/** All fields of a view, the usual ones too. */
const whole = (view: Omit<View, "colours">): Omit<View, "colours"> => ({
  round: view.round,
  first: view.first,
  over: view.over,
  leading: view.leading,
  decision: view.decision && { ...USUAL.decision, ...view.decision },
  places: view.places.map((place) => ({
    ...USUAL.place,
    ...place,
    spaces: place.spaces.map((space) => ({ ...USUAL.space, ...space })),
    rewards: place.rewards.map((reward) => ({ known_by: [], ...reward })),
  })),
  players: view.players.map((player) => ({ ...USUAL.player, ...player })),
  missions: view.missions,
  pile: view.pile,
  removed: view.removed,
  drawn: view.drawn,
  die: view.die,
});

const differences = (before: Int16Array, after: Int16Array): number[] =>
  [...after].flatMap((number, i) => (number === before[i] ? [] : [i, number]));

for (const { legend, colours, positions } of given.games) {
  test(`every field is read as the server has it, with ${colours.length} players`, () => {
    const reader = new PictureReader(legend, colours);
    assert.ok(positions.length > 5);
    for (const { picture, view } of positions) assert.deepEqual(whole(reader.read(unpack(picture))), whole(view));
  });
}

test("changes lead from one picture to the next, and the first from nothing", () => {
  const picture = blank();
  for (const next of pictures) {
    change(picture, differences(picture, next));
    assert.deepEqual(picture, next);
  }
  assert.equal(picture.length, LAYOUT.SIZE);
});

test("what has not changed is the same object as before", () => {
  const read = reader();
  const picture = unpack(positions[1]?.picture ?? "");
  const before = read.read(picture);
  const again = read.read(picture);
  for (const part of ["places", "players", "missions", "pile", "removed", "decision"] as const)
    assert.equal(again[part], before[part], part);
});

test("what has changed is new, and only that", () => {
  const read = reader();
  const picture = pictures.find((one) => (one[LAYOUT.SLOT + LAYOUT.LOCATION] ?? -1) >= 0)?.slice() ?? blank();
  const before = read.read(picture);
  change(picture, [LAYOUT.SLOT + LAYOUT.NUMBER, 9, LAYOUT.SEAT + LAYOUT.SEAT_SIZE + LAYOUT.MARKERS, 7]);
  const after = read.read(picture);
  assert.equal(after.places[0]?.number, 9);
  assert.equal(after.players[1]?.markers, 7);
  assert.deepEqual(
    after.places.map((place, i) => place === before.places[i]),
    after.places.map((_, i) => i > 0),
  );
  assert.deepEqual(
    after.places[0]?.spaces.map((space, i) => space === before.places[0]?.spaces[i]),
    after.places[0]?.spaces.map(() => true),
  );
  assert.equal(after.players[0], before.players[0]);
  assert.equal(after.missions, before.missions);
});

test("a jump to any position reads the same as the way there", () => {
  const jumping = reader();
  for (const i of [0, pictures.length - 1, 2, 1])
    assert.deepEqual(jumping.read(pictures[i] ?? blank()), reader().read(pictures[i] ?? blank()));
});

test("a space is found by its name", () => {
  const view = reader().read(pictures[0] ?? blank());
  const space = view.places[2]?.spaces[1];
  assert.equal(findSpace(view, space?.id ?? ""), space);
  assert.equal(findSpace(view, "nowhere.I"), undefined);
});
