/** Names of tiles, locations and missions: the catalogue's in languages that have them, else the content's. */
import { contents } from "../store/content";
import { knows, t } from "./words";

const named = (key: string, thing: { sure: string }, own: string): string =>
  thing.sure !== "own" && knows(key) ? t(key) : own;

export function tileName(id: string): string {
  const tile = contents().tile(id);
  return named(`tile.name.${id}`, tile, tile.name);
}

export function locationName(id: string): string {
  const location = contents().location(id);
  return named(`location.${id}`, location, location.name);
}

/** The long name, where there is one. */
export function fullLocationName(id: string): string {
  const location = contents().location(id);
  const own = location.full_name ?? location.name;
  return own === location.name ? locationName(id) : named(`location.${id}.full`, location, own);
}

export function missionName(id: string): string {
  const mission = contents().mission(id);
  return named(`mission.${id}`, mission, mission.name);
}
