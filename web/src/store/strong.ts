/** How strong players win: which figures are shown, in which order, and how long their bars are. */
import type * as wire from "../net/wire";

export type Worth = readonly [more: number, give: number];
export type Kind = "tiles" | "locations" | "spaces" | "missions";

export const KINDS: readonly Kind[] = ["tiles", "locations", "spaces", "missions"];

export interface Row {
  id: string;
  worth: Worth;
}

/** A bar from nothing to a worth, and the line of its interval, in percent of the width. */
export interface Bar {
  from: number;
  to: number;
  low: number;
  high: number;
  zero: number;
}

export const botsOf = (figures: wire.StrongFigures): string[] => [...new Set(figures.cells.map((cell) => cell.bot))];
export const playersOf = (figures: wire.StrongFigures): number[] =>
  [...new Set(figures.cells.map((cell) => cell.players))].sort((a, b) => a - b);

export const cellOf = (figures: wire.StrongFigures, bot: string, players: number): number =>
  figures.cells.findIndex((cell) => cell.bot === bot && cell.players === players);

/** What was had often enough, the dearest first. */
export function rowsOf(figures: wire.StrongFigures, kind: Kind, cell: number): Row[] {
  return Object.entries(figures[kind])
    .flatMap(([id, worths]) => {
      const worth = worths[cell];
      return worth ? [{ id, worth }] : [];
    })
    .sort((one, other) => other.worth[0] - one.worth[0]);
}

/** Whether a worth is not to be told from nothing. */
export const isDoubtful = ([more, give]: Worth): boolean => Math.abs(more) <= give;

/** Bars for worths of one scale; an interval may run out of the picture, a bar never does. */
export function barsOf(worths: readonly Worth[]): Bar[] {
  const means = [0, ...worths.map(([more]) => more)];
  const widest = Math.max(0, ...worths.map(([, give]) => Math.min(give, 5)));
  const low = Math.min(...means) - widest;
  const high = Math.max(...means) + widest;
  const at = (more: number): number => (100 * (Math.min(high, Math.max(low, more)) - low)) / (high - low || 1);
  return worths.map(([more, give]) => ({
    from: at(Math.min(0, more)),
    to: at(Math.max(0, more)),
    low: at(more - give),
    high: at(more + give),
    zero: at(0),
  }));
}
