/** Where the cells of a location lie on its board of 300×316. */

export type Numeral = "I" | "II" | "III" | "IV";
export type CellName = Numeral | "R";
export type Quarter = 0 | 1 | 2 | 3;

export interface Box {
  readonly x: number;
  readonly y: number;
  readonly size: number;
}

export const BOARD_WIDTH = 300;
export const BOARD_HEIGHT = 316;

/** Corners clockwise from the top left, as column and row. */
const CORNERS = [
  [0, 0],
  [1, 0],
  [1, 1],
  [0, 1],
] as const;

/** A location whose reward is on none of its cells has it in the centre. */
export const hasCentre = (clockwise: readonly string[]): boolean => !clockwise.includes("R");

/** The box of every cell after so many quarter-turns clockwise. As printed, the first cell lies top left. */
export function cellBoxes(clockwise: readonly string[], quarter: Quarter): Map<CellName, Box> {
  const centre = hasCentre(clockwise);
  const boxes = new Map<CellName, Box>();
  clockwise.forEach((name, i) => {
    const [column, row] = CORNERS[((i + quarter) % 4) as Quarter];
    boxes.set(
      name as CellName,
      centre
        ? { x: column ? 178 : 10, y: row ? 194 : 10, size: 112 }
        : { x: column ? 155 : 10, y: row ? 171 : 10, size: 135 },
    );
  });
  if (centre) boxes.set("R", { x: 104, y: 112, size: 92 });
  return boxes;
}
