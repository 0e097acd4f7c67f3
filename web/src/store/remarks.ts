/**
 * What bots remark on, for those who like company. A remark is made from what everybody sees: the fact and the
 * face-up tiles of the position. What a bot knows or intends is no part of it, so it gives nothing away.
 */
import type { View } from "../net/picture";
import type * as wire from "../net/wire";

export interface Remark {
  seat: number;
  key: string;
  arguments: Record<string, wire.Name>;
}

const about = (seat: number, key: string, given: Record<string, wire.Name> = {}): Remark => ({
  seat,
  key,
  arguments: given,
});

/** What the first of a bot's characters at a location is there for, as all can see. */
function aim(fact: wire.Placed, view: View): Remark | null {
  const [id = ""] = fact.space.split(".");
  const place = view.places.find((one) => one.id === id);
  const reward = place?.rewards[0];
  const there = place?.spaces.filter((space) => space.occupied && space.owner === fact.seat) ?? [];
  if (!reward || there.length > 1) return null;
  const location: wire.Name = ["location", id];
  if (!reward.face_up || reward.tile === null) return about(fact.seat, "bot.secret", { location });
  return about(fact.seat, "bot.prize", { location, tile: ["tile", reward.tile] });
}

/** What somebody says to a fact, if anybody does; `view` is the position after it. */
export function remarkOn(fact: wire.Fact, view: View, seats: readonly wire.SeatInfo[]): Remark | null {
  const level = (seat: number): string | null => {
    const one = seats[seat];
    return one?.face && !one.stands_in ? (one.bot ?? null) : null;
  };
  switch (fact.event) {
    case "placed":
      return level(fact.seat) ? aim(fact, view) : null;
    case "passed":
      return level(fact.seat) && fact.decision === "ability" ? about(fact.seat, "bot.pass") : null;
    case "reward_won": {
      const by = level(fact.seat);
      return by ? about(fact.seat, `remark.won.${by}`, { tile: ["tile", fact.tile] }) : null;
    }
    case "assassinated":
    case "seduced": {
      const whose = fact.owner === fact.seat ? null : level(fact.owner);
      return whose ? about(fact.owner, `remark.lost.${whose}`, { tile: ["tile", fact.tile] }) : null;
    }
    default:
      return null;
  }
}
