/** Names of what lies on the table, as they are read aloud and shown where somebody points. */
import type * as wire from "../net/wire";
import type { Teller } from "./teller";
import { t } from "./words";

type Place = wire.LocationView;

export type Pointed =
  | { kind: "tile"; id: string; note?: string }
  | { kind: "folder"; known: string | null; owner: number | null; players: string[]; knowers: number[] }
  | { kind: "space"; space: wire.Space; location: string }
  | { kind: "character"; space: wire.Space; location: string; players: string[] }
  | { kind: "reward"; id: string; tile: string | null; up: boolean; location: string }
  | { kind: "location"; id: string }
  | { kind: "mission"; id: string }
  | { kind: "symbol"; id: string }
  | { kind: "words"; title: string; text: string; more?: string };

export function marksOf(space: wire.Space): string[] {
  return [
    t(space.outer ? "space.outer" : "space.inner.alone"),
    ...(space.top_secret ? [t("space.secret")] : []),
    ...(space.peek ? [t(`space.peek.${space.peek}`)] : []),
  ];
}

/** `asked`: what it answers, if it can be chosen now. */
export function nameOfSpace(space: wire.Space, teller: Teller, asked: wire.Decision["kind"] | null): string {
  const name = teller.space(space.id);
  const state = space.occupied ? characterName(space, teller) : [t("web.space.free"), ...marksOf(space)].join(", ");
  const parts = [name, state];
  if (space.shield) parts.push(t("web.space.shield"));
  if (space.void) parts.push(t("web.space.void"));
  if (space.turned && space.controller != null)
    parts.push(t("web.space.turned", { player: teller.player(space.controller) }));
  if (asked) parts.push(t(asked === "place" ? "web.space.open" : "web.space.target"));
  return parts.join(": ");
}

function characterName(space: wire.Space, teller: Teller): string {
  const player = teller.player(space.owner ?? 0);
  if (space.tile == null) return t("web.space.folder", { player });
  const tile = teller.tellTile(space.tile);
  return t(space.face_up ? "web.space.up" : "web.space.down", { player, tile });
}

export function nameOfReward(reward: wire.Reward, place: Place, teller: Teller, lit: boolean): string {
  const which = teller.reward(place.id, reward.id.endsWith("R2") ? 1 : 0);
  const what = reward.tile === null ? t("web.reward.hidden") : teller.tellTile(reward.tile);
  const parts = [which, reward.tile !== null && !reward.face_up ? t("web.reward.known", { tile: what }) : what];
  if (lit) parts.push(t("web.space.target"));
  return parts.join(": ");
}

export const contentsOfSpace = (space: wire.Space, location: string, teller: Teller): Pointed =>
  space.occupied ? { kind: "character", space, location, players: teller.players } : { kind: "space", space, location };
