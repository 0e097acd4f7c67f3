/** What is picked up and pointed at, until it makes a choice of those that the server offers. */
import "./page";
import assert from "node:assert/strict";
import { afterEach, test } from "node:test";
import type * as wire from "../src/net/wire";
import { Choosing } from "../src/store/choosing";
import { prefer } from "../src/store/settings";
import { given } from "./given";
import { settled, Wire } from "./page";
import { asks, HAND, SEAT, Seated } from "./seated";

const [one = "", two = "", three = ""] = HAND;
const place = given.view.places[0];
const here = place?.id ?? "";
const [first = "", second = "", third = ""] = place?.spaces.map((space) => space.id) ?? [];
const numeral = (space: string): string => space.split(".")[1] ?? "";

const placing = asks("place", { placings: { [one]: { [first]: 11, [second]: 12 }, [two]: { [second]: 22 } } });
const choice = (code: number, action: wire.Action, more: Partial<wire.Choice> = {}): wire.Choice => ({
  code,
  action,
  ...more,
});
const shoot = (code: number, space: string) => choice(code, { do: "assassinate", space }, { target: space });
const seduce = (code: number, space: string, to: string) =>
  choice(code, { do: "seduce", space, to: numeral(to) }, { target: space });
const pass = choice(99, { do: "pass" });

async function choosing(now: wire.Now): Promise<{ seated: Seated; chooser: Choosing; codes: () => unknown[] }> {
  const seated = await Seated.at(now);
  return { seated, chooser: new Choosing(seated.store), codes: () => seated.moves.map(({ action }) => action) };
}

prefer({ speed: "instant" });
afterEach(() => {
  Seated.end();
  prefer({ confirm: "never" });
});

// -- placing -----------------------------------------------------------------------------------

test("a tile is placed by picking it up and then a space", async () => {
  const { chooser, codes } = await choosing(placing);
  assert.deepEqual([...chooser.litTiles.value], [one, two]);
  assert.equal(chooser.lit.value.size, 0);
  chooser.pickTile(one);
  assert.deepEqual([...chooser.lit.value], [first, second]);
  chooser.pickTarget(second);
  assert.deepEqual(codes(), [12]);
});

test("a space can be chosen before the tile", async () => {
  const { chooser, codes } = await choosing(placing);
  chooser.pickTarget(first);
  assert.deepEqual([...chooser.lit.value], [first]);
  assert.deepEqual([...chooser.litTiles.value], [one]);
  chooser.pickTile(one);
  assert.deepEqual(codes(), [11]);
});

test("what was picked is put back by picking it again, or one thing at a time", async () => {
  const { chooser, codes } = await choosing(placing);
  chooser.pickTile(one);
  chooser.pickTile(one);
  assert.equal(chooser.held.value, null);
  prefer({ confirm: "always" });
  chooser.pickTile(one);
  chooser.pickTarget(first);
  chooser.back();
  assert.deepEqual([chooser.held.value, chooser.aimed.value], [one, null]);
  chooser.back();
  assert.equal(chooser.held.value, null);
  assert.deepEqual(codes(), []);
});

test("who wants to be asked first confirms a placing, from either side", async () => {
  prefer({ confirm: "always" });
  const { chooser, codes } = await choosing(placing);
  chooser.pickTile(one);
  chooser.pickTarget(first);
  assert.equal(chooser.ready.value, 11);
  assert.deepEqual(codes(), []);
  chooser.clear();
  chooser.pickTarget(second);
  chooser.pickTile(two);
  assert.deepEqual(codes(), []);
  chooser.confirm();
  assert.deepEqual(codes(), [22]);
});

test("a barred space is asked about, and the rule said", async () => {
  const { chooser, codes } = await choosing(placing);
  chooser.pickTile(two);
  chooser.pickTarget(first);
  const [asked] = Wire.last.asked("why");
  assert.deepEqual([asked?.tile, asked?.target], [two, first]);
  Wire.last.tell({ type: "because", id: asked?.id ?? 0, rule: "LOC01-02", key: "why.LOC01-02" });
  await settled();
  assert.equal(chooser.why.value?.rule, "LOC01-02");
  assert.match(chooser.why.value?.text ?? "", /Assassin/);
  assert.deepEqual(codes(), []);
  chooser.pickTarget(second);
  assert.equal(chooser.why.value, null);
  assert.deepEqual(codes(), [22]);
});

test("a tile that can go nowhere is asked about", async () => {
  const { chooser } = await choosing(placing);
  chooser.pickTile(three);
  assert.deepEqual(Wire.last.asked("why")[0]?.tile, three);
});

test("pointing at what can be chosen asks nothing", async () => {
  const { chooser } = await choosing(placing);
  chooser.pickTile(one);
  assert.equal(await chooser.whyNot(first), null);
  assert.equal(await chooser.whyNotTile(one), null);
  assert.deepEqual(Wire.last.asked("why"), []);
  void chooser.whyNot(third);
  assert.deepEqual(Wire.last.asked("why")[0]?.target, third);
});

test("a click that needs the server says so while the line is down", async () => {
  const { seated, chooser } = await choosing(placing);
  Wire.last.break();
  chooser.pickTarget(third);
  await settled();
  assert.match(seated.store.problem.value ?? "", /cannot be reached/);
});

// -- abilities ---------------------------------------------------------------------------------

test("the only ability at hand is used by its target", async () => {
  const now = asks("ability", { choices: [shoot(31, first), shoot(32, second), pass] }, here);
  const { chooser, codes } = await choosing(now);
  assert.deepEqual([...chooser.lit.value], [first, second]);
  assert.equal(chooser.pass.value?.code, 99);
  chooser.pickTarget(second);
  assert.deepEqual(codes(), [32]);
});

test("of several abilities one is chosen first", async () => {
  const shield = choice(41, { do: "shield", space: third }, { target: third });
  const now = asks("ability", { choices: [shoot(31, first), shield, pass] }, here);
  const { chooser, codes } = await choosing(now);
  assert.deepEqual(chooser.abilities.value, ["assassin", "diplomacy"]);
  assert.equal(chooser.lit.value.size, 0);
  chooser.ability.value = "diplomacy";
  assert.deepEqual([...chooser.lit.value], [third]);
  chooser.pickTarget(third);
  assert.deepEqual(codes(), [41]);
});

test("seduction asks whom, and then where to", async () => {
  const now = asks("ability", { choices: [seduce(51, "casino.I", first), seduce(52, "casino.I", second)] }, here);
  const { chooser, codes } = await choosing(now);
  assert.deepEqual([...chooser.lit.value], ["casino.I"]);
  chooser.pickTarget("casino.I");
  assert.deepEqual(codes(), []);
  assert.deepEqual([...chooser.lit.value], [first, second]);
  chooser.pickTarget(second);
  assert.deepEqual(codes(), [52]);
});

test("an ability without a target, and a tile in hand that answers, are chosen directly", async () => {
  const conspire = choice(61, { do: "conspire" });
  const { chooser } = await choosing(asks("ability", { choices: [conspire, pass] }, here));
  assert.equal(chooser.direct("conspiracy")?.code, 61);
  assert.deepEqual(chooser.others.value, [conspire]);
  const stake = choice(71, { do: "stake", tile: one, source: "hand" } as wire.Action, { tile: one });
  const roulette = await choosing(asks("stake", { choices: [stake, pass] }));
  assert.deepEqual([...roulette.chooser.litTiles.value], [one]);
  roulette.chooser.pickTile(one);
  assert.deepEqual(roulette.codes(), [71]);
});

// -- discards ----------------------------------------------------------------------------------

const discard = (code: number, tile: string) => choice(code, { do: "discard", tile }, { tile });
const due = (turn: number, discards: number, ...left: wire.Choice[]): wire.Now =>
  asks("discard", { turn, discards, choices: left });

test("discards are put aside, no more than are due, and go one after the other", async () => {
  const all = [discard(81, one), discard(82, two), discard(83, three)];
  const { seated, chooser, codes } = await choosing(due(7, 2, ...all));
  chooser.pickTile(one);
  chooser.pickTile(two);
  chooser.pickTile(three);
  assert.deepEqual(chooser.aside.value, [`${one}.0`, `${two}.0`]);
  chooser.pickTile(one);
  chooser.pickTile(three);
  assert.deepEqual(chooser.aside.value, [`${two}.0`, `${three}.0`]);
  const done = chooser.discard();
  await settled();
  assert.deepEqual(codes(), [82]);
  await seated.answer({ number: 2 });
  await settled();
  assert.deepEqual(codes(), [82]); // the second waits for its turn
  await seated.news(
    [{ event: "discard_chosen", seat: SEAT, tile: two, left: 1 }],
    due(8, 1, discard(81, one), discard(83, three)),
  );
  assert.deepEqual(codes(), [82, 83]);
  assert.deepEqual(
    seated.moves.map(({ turn }) => turn),
    [7, 8],
  );
  await seated.answer({ number: 3 });
  await done;
});

test("a discard that is refused keeps the rest in hand", async () => {
  const { seated, chooser, codes } = await choosing(due(7, 2, discard(81, one), discard(82, two)));
  chooser.pickTile(one);
  chooser.pickTile(two);
  const done = chooser.discard();
  await settled();
  await seated.answer({ code: "game.paused", key: "refused.game.paused" });
  await done;
  assert.deepEqual(codes(), [81]);
  assert.equal(chooser.kind.value, "discard");
});

test("of two tiles alike each is put aside by itself", async () => {
  const { chooser } = await choosing(due(7, 2, discard(81, one)));
  chooser.pickTile(one, 0);
  chooser.pickTile(one, 1);
  assert.deepEqual(chooser.aside.value, [`${one}.0`, `${one}.1`]);
});

// -- turns -------------------------------------------------------------------------------------

test("what was picked up is put down when the turn is over", async () => {
  const { seated, chooser } = await choosing(placing);
  chooser.pickTile(one);
  await seated.news([], { decision: { kind: "place", seats: [1 - SEAT] } });
  assert.equal(chooser.held.value, null);
  assert.equal(chooser.kind.value, null);
  chooser.pickTile(one);
  chooser.pickTarget(first);
  assert.deepEqual(seated.moves, []);
});
