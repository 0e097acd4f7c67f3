/** The guide of a first game: what it advises, when it says what, and where it stands. */
import "./page";
import assert from "node:assert/strict";
import { afterEach, test } from "node:test";
import type * as wire from "../src/net/wire";
import { beside, overlap } from "../src/parts/pointing";
import { advise, counts, footing } from "../src/store/advice";
import { Choosing } from "../src/store/choosing";
import { contents } from "../src/store/content";
import { lesson } from "../src/store/lessons";
import type { Scene } from "../src/store/scene";
import { prefer } from "../src/store/settings";
import { given } from "./given";
import { asks, HAND, SEAT, Seated } from "./seated";

const places = given.view.places;
const open = (...tiles: string[]) =>
  Object.fromEntries(tiles.map((tile) => [tile, Object.fromEntries(places.map(({ id }) => [`${id}.I`, 1]))]));

prefer({ speed: "instant" });
afterEach(() => Seated.end());

async function guided(now: wire.Now) {
  const { store } = await Seated.at(now);
  const choosing = new Choosing(store);
  return { store, choosing, says: (...heard: string[]) => lesson({ store, choosing }, heard) };
}

// -- advice ------------------------------------------------------------------------------------

test("it advises a legal placing where the reward is worth most", async () => {
  const { store } = await guided(asks("place", { placings: open(...HAND) }));
  const view = store.shown.value;
  assert.ok(view);
  const best = advise(view, SEAT, open(...HAND));
  assert.ok(best && HAND.includes(best.tile) && best.space === `${best.location}.I`);
  const worth = (id: string | null): number => (id ? contents().tile(id).points : 2);
  const most = Math.max(...places.map(({ rewards: [one] }) => worth(one?.tile ?? null)));
  assert.ok(worth(best.reward) + (best.mission ? 1.5 : 0) >= most);
  assert.equal(best.theirs, null);
  assert.equal(advise(view, SEAT, {}), null);
});

test("it sees who is stronger, and takes what lies face down for something", () => {
  const place = { standings: [{ seat: SEAT, total: 3, unknown: 0 }] } as unknown as wire.LocationView;
  assert.deepEqual(footing(place, SEAT), { mine: 3, theirs: null });
  place.standings.push({ seat: 1 - SEAT, total: 1, unknown: 2 });
  assert.deepEqual(footing(place, SEAT, 1), { mine: 4, theirs: 5 });
});

test("it knows which tiles a mission counts", async () => {
  await guided(asks("place"));
  const mission = (id: string) => contents().mission(id);
  const tile = (id: string) => contents().tile(id);
  assert.ok(counts(tile("elizabeth"), mission("women")));
  assert.ok(!counts(tile("roque"), mission("women")));
  assert.ok(counts(tile("hans_r"), mission("germans")));
  assert.ok(counts(tile("linda_x"), mission("assassins")));
  assert.ok(!counts(tile("linda_x"), mission("fewest_symbols")));
});

// -- lessons -----------------------------------------------------------------------------------

test("it says one thing at a time, in order, and points at it", async () => {
  const { says } = await guided(asks("place", { placings: open(...HAND) }));
  assert.equal(says()?.name, "welcome");
  const reward = says("welcome");
  assert.equal(reward?.name, "reward");
  assert.match(reward?.at[0] ?? "", /^\.grid \[data-space="\w+\.R"\]$/);
  const missions = says("welcome", "reward");
  assert.deepEqual([missions?.name, missions?.at, missions?.tab], ["missions", [".missions"], "missions"]);
  assert.doesNotMatch(missions?.text.join() ?? "", /right|left/);
});

test("it says what to pick and where to, and why that is good, for the tile in hand", async () => {
  const { says, choosing } = await guided(asks("place", { placings: open(...HAND) }));
  const before = ["welcome", "reward", "missions"];
  const pick = says(...before);
  assert.equal(pick?.name, "pick");
  assert.match(pick?.at[0] ?? "", /data-tile="\w+"/);
  assert.match(pick?.text[1] ?? "", /^My advice: .*[^.]\.$/);
  choosing.pickTile("roque", 0);
  const space = says(...before);
  assert.equal(space?.name, "space");
  assert.match(
    space?.text[1] ?? "",
    /^My advice: .+ I\. The reward there: .+ \(\d points?\).+Nobody else is there yet\.$/,
  );
});

test("each kind of decision has its lesson", async () => {
  for (const kind of ["peek", "ability", "bury", "give_up", "discard"] as const) {
    const { says } = await guided(asks(kind));
    const said = says("welcome");
    assert.equal(said?.name, kind);
    assert.ok(said.title && said.text[0] && !said.text[0].startsWith("web."), kind);
    assert.ok(said.at.length, kind);
    assert.equal(says("welcome", kind), null);
    Seated.end();
  }
});

test("it explains the steps of a resolution when each is first shown", async (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  prefer({ speed: "normal" });
  try {
    const { store, says } = await guided(asks("place"));
    const here = places[0]?.id ?? "";
    store.scene.value = {
      location: here,
      steps: [{ kind: "open", fact: { event: "resolution_started", location: here } }],
      fact: { event: "resolution_started", location: here },
      said: null,
      rolls: {},
      counted: [],
      totals: {},
      competed: [],
      from: null,
      to: null,
      winner: null,
      won: [],
    } as Scene;
    store.director.busy.value = true;
    assert.ok(store.staged);
    const said = says();
    assert.deepEqual([said?.name, said?.at, said?.shown], ["show.open", [".show .board-frame"], true]);
    assert.equal(says("show.open"), null);
    const scene = store.scene.value;
    assert.ok(scene);
    const fact = { event: "reward_won", seat: 1, location: here, which: 0, tile: "garbo" } as wire.Fact;
    store.scene.value = { ...scene, steps: [{ kind: "reward", fact }], winner: 1, won: ["garbo"] };
    assert.match(says("show.open")?.text[0] ?? "", /^Bruno has the highest sum and wins: .*Garbo \(/);
    store.scene.value = { ...scene, steps: [{ kind: "reward", fact }] };
    assert.equal(says("show.open")?.name, "show.returned");
  } finally {
    prefer({ speed: "instant" });
  }
});

// -- where it stands ---------------------------------------------------------------------------

test("it stands beside what it points at, wherever there is room, and inside the window", () => {
  const box = { width: 250, height: 220 };
  for (const [wide, high] of [
    [1440, 900],
    [390, 844],
    [820, 1180],
  ] as const)
    for (let left = 0; left < wide - 90; left += 60)
      for (let top = 0; top < high - 90; top += 60) {
        const thing = { left, top, width: 90, height: 90 };
        const place = beside(thing, box, wide, high);
        assert.ok(place.side, `${left}, ${top} in ${wide}`);
        assert.equal(overlap(thing, { ...place, ...box }), 0);
        assert.ok(place.left >= 8 && place.top >= 8);
        assert.ok(place.left + box.width <= wide - 8 && place.top + box.height <= high - 8);
      }
});

test("where there is no room beside a thing, it covers as little as can be", () => {
  const thing = { left: 0, top: 0, width: 390, height: 700 };
  const place = beside(thing, { width: 330, height: 200 }, 390, 844);
  assert.equal(place.side, null);
  assert.equal(place.top, 636);
});
