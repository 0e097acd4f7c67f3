/** What bots remark on: facts that everybody sees, in the words of their level, and nothing that is secret. */
import "./page";
import assert from "node:assert/strict";
import { afterEach, test } from "node:test";
import type { View } from "../src/net/picture";
import * as wire from "../src/net/wire";
import { tellLine } from "../src/parts/log";
import { remarkOn } from "../src/store/remarks";
import { prefer } from "../src/store/settings";
import { knows, speak, t } from "../src/words/words";
import { given } from "./given";
import { asks, Seated, tableInfo } from "./seated";

const view = given.view as unknown as View;
const bot: wire.SeatInfo = {
  seat: 1,
  colour: "blue",
  holder: "bot",
  name: "Zulmira",
  face: "zulmira",
  bot: "informant",
};
const seats: wire.SeatInfo[] = [{ seat: 0, colour: "red", holder: "person", name: "Ana" }, bot];
const open = view.places.find(({ rewards: [one] }) => one?.face_up);
const closed = view.places.find(({ rewards: [one] }) => one && !one.face_up);
const placed = (place: typeof open, seat = 1): wire.Fact => ({
  event: "placed",
  seat,
  space: `${place?.id}.I`,
  tile: "garbo",
  face_up: false,
});

prefer({ speed: "instant" });
afterEach(() => {
  Seated.end();
  prefer({ talk: false });
});

test("a bot says what everybody can see it is after, and never whom it sends", () => {
  const said = remarkOn(placed(open), view, seats);
  assert.deepEqual([said?.seat, said?.key, said?.arguments.tile], [1, "bot.prize", ["tile", open?.rewards[0]?.tile]]);
  assert.doesNotMatch(JSON.stringify(said), /garbo/);
});

test("a reward that lies face down stays a secret, also where this reader has looked at it", () => {
  const known = structuredClone(view);
  for (const place of known.places) for (const one of place.rewards) if (!one.face_up) one.tile = "garbo";
  const said = remarkOn(placed(closed), known, seats);
  assert.equal(said?.key, "bot.secret");
  assert.doesNotMatch(JSON.stringify(said), /garbo/);
});

test("people and their stand-ins are not spoken for", () => {
  assert.equal(remarkOn(placed(open, 0), view, seats), null);
  const standsIn: wire.SeatInfo = { ...bot, holder: "person", face: "", stands_in: true };
  assert.equal(remarkOn(placed(open), view, [seats[0] as wire.SeatInfo, standsIn]), null);
});

test("who wins or loses somebody has words for it, by level and in every language", async () => {
  const won: wire.Fact = { event: "reward_won", seat: 1, location: "church", which: 0, tile: "garbo" };
  assert.equal(remarkOn(won, view, seats)?.key, "remark.won.informant");
  const shot: wire.Fact = {
    event: "assassinated",
    seat: 0,
    by: "church.I",
    space: "church.II",
    tile: "garbo",
    owner: 1,
  };
  const said = remarkOn(shot, view, seats);
  assert.deepEqual([said?.seat, said?.key], [1, "remark.lost.informant"]);
  assert.equal(remarkOn({ ...shot, seat: 1 }, view, seats), null);
  for (const language of Object.keys(given.words)) {
    await speak(language);
    for (const level of Object.keys(wire.CAST))
      for (const key of [`remark.won.${level}`, `remark.lost.${level}`]) {
        assert.ok(knows(key), `${key} in ${language}`);
        assert.match(t(key), /\{tile\}/);
      }
  }
});

test("remarks stand in the log and beside who makes them, where one wants them", async (context) => {
  const info = tableInfo({ seats });
  for (const talk of [false, true]) {
    prefer({ talk });
    const seated = await Seated.at(asks("place"), { info });
    context.mock.timers.enable({ apis: ["setTimeout"] });
    await seated.news([placed(open)], null);
    const remarks = seated.store.lines.value.filter(({ remark }) => remark);
    assert.equal(remarks.length, talk ? 1 : 0);
    assert.deepEqual(seated.store.aloud.value, remarks);
    assert.equal(seated.store.unread.value, 0);
    context.mock.timers.tick(10_000);
    assert.deepEqual(seated.store.aloud.value, []);
    context.mock.timers.reset();
    for (const line of remarks) assert.match(tellLine(line, seated.store), /^This is about .+ at .+\.$/);
    Seated.end();
  }
});
