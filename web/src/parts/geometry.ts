/** Where the cells of a location lie on its board of 300 × 316 units. */
import type * as wire from "../net/wire";

export interface Box {
  x: number;
  y: number;
  size: number;
}

export const WIDE = 300;
export const HIGH = 316;

type Place = wire.LocationView;

const quadrant = (row: number, column: number, centred: boolean): Box =>
  centred
    ? { x: column % 2 ? 178 : 10, y: row % 2 ? 194 : 10, size: 112 }
    : { x: column % 2 ? 155 : 10, y: row % 2 ? 171 : 10, size: 135 };

export const spaceBox = (place: Place, space: wire.Space): Box =>
  quadrant(space.row, space.column, place.reward_cell === null);

export const rewardBox = (place: Place): Box =>
  place.reward_cell === null
    ? { x: 104, y: 112, size: 92 }
    : quadrant(place.reward_cell[0], place.reward_cell[1], false);

/** Where a space or reward lies on the board of a location, if it is there. */
export function boxOf(id: string, places: readonly Place[], location: string): Box | null {
  const place = places.find((one) => one.id === location);
  if (!place || !id.startsWith(`${location}.`)) return null;
  const mark = id.split(".")[1];
  if (mark === "R" || mark === "R2") return rewardBox(place);
  const space = place.spaces.find((one) => one.id === id);
  return space ? spaceBox(place, space) : null;
}

export const percent = (box: Box): Record<string, string> => ({
  left: `${(box.x / WIDE) * 100}%`,
  top: `${(box.y / HIGH) * 100}%`,
  width: `${(box.size / WIDE) * 100}%`,
  height: `${(box.size / HIGH) * 100}%`,
});
