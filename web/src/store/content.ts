/** Tiles, locations and missions by id, and one line of help on each; read once. */
import { signal } from "@preact/signals";
import * as api from "../net/api";
import type * as wire from "../net/wire";

export class Contents {
  readonly tiles: Map<string, wire.Tile>;
  readonly locations: Map<string, wire.Location>;
  readonly missions: Map<string, wire.Mission>;

  constructor(boxes: wire.Boxes) {
    this.tiles = new Map(boxes.tiles.map((tile) => [tile.id, tile]));
    this.locations = new Map(boxes.locations.map((location) => [location.id, location]));
    this.missions = new Map(boxes.missions.map((mission) => [mission.id, mission]));
  }

  tile = (id: string): wire.Tile => found(this.tiles, id);
  location = (id: string): wire.Location => found(this.locations, id);
  mission = (id: string): wire.Mission => found(this.missions, id);
}

function found<T>(map: Map<string, T>, id: string): T {
  const thing = map.get(id);
  if (!thing) throw new Error(`unknown: ${id}`);
  return thing;
}

const loaded = signal<Contents | null>(null);
/** Of a table whose content is its own, or has been corrected since it was opened. */
const other = signal<Contents | null>(null);
export const rulebook = signal<wire.Rules | null>(null);

export function contents(): Contents {
  const found = other.value ?? loaded.value;
  if (!found) throw new Error("the content is not there yet");
  return found;
}

/** Show things as they are at a table; without one, as they are today. */
export async function useContentOf(table: string | null): Promise<void> {
  other.value = table ? new Contents(await api.contentAt(table)) : null;
}

export async function loadContent(): Promise<void> {
  loaded.value ??= new Contents(await api.content());
}

/** Rules and help come after the first screen: nobody reads them before. */
export async function loadRules(language: string): Promise<void> {
  rulebook.value = await api.rules(language).catch(() => api.rules("en"));
}
