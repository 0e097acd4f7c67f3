/** Where to stand beside something that is pointed at, without covering it. */

export interface Rect {
  left: number;
  top: number;
  width: number;
  height: number;
}

export type Side = "right" | "left" | "below" | "above";

export interface Place {
  left: number;
  top: number;
  /** On which side of the thing one stands; null: over it, as there is no room beside it. */
  side: Side | null;
}

const GAP = 16;
const EDGE = 8;

const clamp = (value: number, most: number): number => Math.max(EDGE, Math.min(value, most - EDGE));

export const overlap = (a: Rect, b: Rect): number =>
  Math.max(0, Math.min(a.left + a.width, b.left + b.width) - Math.max(a.left, b.left)) *
  Math.max(0, Math.min(a.top + a.height, b.top + b.height) - Math.max(a.top, b.top));

/** Find room for a box beside a thing; where there is none, the place that covers least of it. */
export function beside(thing: Rect, box: { width: number; height: number }, wide: number, high: number): Place {
  const across = clamp(thing.left + thing.width / 2 - box.width / 2, wide - box.width);
  const along = clamp(thing.top + thing.height / 2 - box.height / 2, high - box.height);
  const sides: [Side, number, number][] = [
    ["right", thing.left + thing.width + GAP, along],
    ["left", thing.left - box.width - GAP, along],
    ["below", across, thing.top + thing.height + GAP],
    ["above", across, thing.top - box.height - GAP],
  ];
  for (const [side, left, top] of sides)
    if (left >= EDGE && top >= EDGE && left + box.width <= wide - EDGE && top + box.height <= high - EDGE)
      return { left, top, side };
  const lefts = [EDGE, wide - box.width - EDGE];
  const tops = [EDGE, high - box.height - EDGE];
  const corners = tops.flatMap((top) => lefts.map((left) => ({ left, top, side: null })));
  const covered = (place: Place): number => overlap(thing, { ...place, ...box });
  return corners.reduce((best, one) => (covered(one) < covered(best) ? one : best));
}
