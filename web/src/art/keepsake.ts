/** A picture of how a game ended, 1200×630, to be kept and shown to others. */

import { bustOf } from "./cast";
import { fitted } from "./lettering";
import { type Colour, markerMarkup } from "./markers";
import { C, FONT } from "./palette";
import { each, escaped, frame, group, line, type Markup, pane, path, rect, text } from "./svg";
import { portraitMarkup } from "./tile";

export interface Keepsake {
  /** Whose face stands for the winner, with the flag behind it; a face without one has rays of brass. */
  readonly face: { readonly id: string; readonly flag?: string | undefined; readonly woman?: boolean | undefined };
  readonly verdict: string;
  readonly margin: string;
  readonly date: string;
  readonly seats: readonly {
    readonly name: string;
    readonly colour: Colour;
    readonly total: number;
    readonly won: boolean;
  }[];
}

const WIDE = 1200;
const HIGH = 630;

/** Rays of a low sun, behind everything. */
const rays = (): Markup =>
  each(
    Array.from({ length: 18 }, (_, i) => i),
    (i) => {
      const [a, b] = [(i * Math.PI) / 18, ((i + 0.5) * Math.PI) / 18];
      const at = (angle: number) =>
        `${(300 - 1400 * Math.cos(angle)).toFixed(0)} ${(660 - 1400 * Math.sin(angle)).toFixed(0)}`;
      return path(`M300 660L${at(a)}L${at(b)}Z`, "#15456B");
    },
  );

function portrait({ id, flag, woman = false }: Keepsake["face"]): Markup {
  const inside = flag
    ? group("translate(-12.5 -12.5) scale(2.5)", pane(5, 5, 150, 128, portraitMarkup(id, flag, woman, "L")))
    : rect(0, 0, 375, 320, C.brassLight) + group("translate(22 10) scale(3.3)", bustOf(id, woman).figure);
  return group(
    "translate(70 104)",
    rect(-14, -14, 403, 348, C.ink) +
      frame(-9, -9, 393, 338, 0, C.brassLight, 3) +
      `<svg width="375" height="320" viewBox="0 0 375 320">${inside}</svg>`,
  );
}

function row(seat: Keepsake["seats"][number], i: number, most: number, step: number): Markup {
  const y = 206 + i * step;
  const fill = seat.won ? C.brassLight : C.cream;
  const wide = Math.max(4, (470 * Math.max(0, seat.total)) / most);
  return (
    group(`translate(516 ${y - 24}) scale(1.2)`, markerMarkup(seat.colour)) +
    `<text x="560" y="${y}" font-size="30" fill="${fill}" font-family="${FONT.capitals}" font-weight="600" ` +
    `${seat.name.length > 18 ? 'textLength="430" lengthAdjust="spacingAndGlyphs"' : ""}>${escaped(seat.name)}</text>` +
    text(1090, y + 4, 52, seat.total, fill, FONT.numeral) +
    rect(560, y + 12, 470, 6, "#0a1b2b") +
    rect(560, y + 12, wide, 6, seat.won ? C.brass : "#7DBFC4")
  );
}

export function keepsakeMarkup({ face, verdict, margin, date, seats }: Keepsake): Markup {
  const most = Math.max(1, ...seats.map(({ total }) => total));
  const step = Math.min(84, 330 / seats.length);
  return (
    rect(0, 0, WIDE, HIGH, C.deep) +
    rays() +
    frame(14, 14, WIDE - 28, HIGH - 28, 0, C.brassLight, 2) +
    frame(20, 20, WIDE - 40, HIGH - 40, 0, C.brassLight, 1) +
    text(257, 78, 54, "ESTORIL 1942", C.brassLight, FONT.numeral) +
    portrait(face) +
    fitted(810, 104, 40, 600, verdict, C.cream, 2) +
    line("M510 130H1110M510 135H1110", C.brass, 1.5) +
    each(seats, (seat, i) => row(seat, i, most, step)) +
    fitted(257, 486, 28, 400, margin, C.cream, 1) +
    fitted(810, 580, 20, 560, date, "#C3CBC6", 2)
  );
}
