/** What the guide of a first game would do, and why: by what can be seen, without any rule. */
import type { View } from "../net/picture";
import type * as wire from "../net/wire";
import { contents } from "./content";

/** Where somebody stands at a location, against the strongest of the others there. */
export interface Footing {
  mine: number;
  /** Nobody else is there: null. */
  theirs: number | null;
}

export interface Advice extends Footing {
  tile: string;
  space: string;
  location: string;
  /** Null where it lies face down. */
  reward: string | null;
  /** A mission that the reward counts for. */
  mission: string | null;
}

/** What a tile that lies face down is taken for. */
const UNSEEN = { strength: 2, worth: 2 };
/** How much it is worth to be ahead, and how much a mission, in points. */
const AHEAD = 3;
const MISSION = 1.5;

/** Where a seat would stand at a location with so much more strength, as far as it can see. */
export function footing(place: wire.LocationView, seat: number, more = 0): Footing {
  const seen = ({ total, unknown }: wire.Standing): number => total + unknown * UNSEEN.strength;
  const others = place.standings.filter((one) => one.seat !== seat).map(seen);
  const own = place.standings.find((one) => one.seat === seat);
  return { mine: (own ? seen(own) : 0) + more, theirs: others.length ? Math.max(...others) : null };
}

/** Whether a tile brings a mission further. */
export function counts(tile: wire.Tile, mission: wire.Mission): boolean {
  switch (mission.kind) {
    case "most_symbols":
      return (mission.symbols ?? []).some((symbol) => tile.symbols?.includes(symbol));
    case "most_flags":
    case "different_flags":
      return mission.flags?.includes(tile.flag) ?? false;
    case "most_women":
      return tile.woman ?? false;
    case "highest_strength":
      return tile.strength >= 3;
    default:
      return false;
  }
}

/** The placing that the guide would choose among those that are open. */
export function advise(view: View, seat: number, placings: Readonly<Record<string, Record<string, number>>>) {
  const wanted = view.missions.flatMap(({ mission }) => (mission ? [mission] : []));
  let best: Advice | null = null;
  let most = Number.NEGATIVE_INFINITY;
  for (const [tile, spaces] of Object.entries(placings)) {
    const { strength } = contents().tile(tile);
    for (const space of Object.keys(spaces)) {
      const place = view.places.find(({ id }) => id === space.split(".")[0]);
      if (!place?.rewards[0]) continue;
      const reward = place.rewards[0].tile;
      const won = reward === null ? null : contents().tile(reward);
      const mission = won && wanted.find((id) => counts(won, contents().mission(id)));
      const stand = footing(place, seat, strength);
      const lead = stand.theirs === null || stand.mine > stand.theirs;
      // who is stronger than needed is missed elsewhere
      const worth = (won?.points ?? UNSEEN.worth) + (mission ? MISSION : 0) + (lead ? AHEAD : -AHEAD) - strength / 4;
      if (worth <= most) continue;
      most = worth;
      best = { tile, space, location: place.id, reward, mission: mission ?? null, ...stand };
    }
  }
  return best;
}
