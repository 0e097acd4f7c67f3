/** Missions as small pictures, 32×32: what they count. */

import type { Mission } from "../net/wire";
import { flagMarkup } from "./flags";
import { C, FONT } from "./palette";
import { star, venus } from "./shapes";
import { signMarkup } from "./signs";
import { circle, each, frame, group, line, type Markup, path, rect, ring, text } from "./svg";

/** What is seen of a mission. */
export type MissionFace = Pick<Mission, "kind" | "symbols" | "flags">;

const disc = (fill: string, kids: Markup): Markup =>
  circle(16, 16, 16, fill) + ring(16, 16, 14.9, C.brassLight, 1.5) + kids;
const flagAt = (code: string, x: number, y: number, scale: number): Markup =>
  group(`translate(${x} ${y}) scale(${scale})`, flagMarkup(code) + frame(0.5, 0.5, 29, 19, 0, C.ink, 1.4));

/** Several flags in two columns, as many rows as they need. */
const manyFlags = (codes: readonly string[]): Markup =>
  each(codes.slice(0, 6), (code, i) => flagAt(code, 1 + (i % 2) * 15.6, 1 + Math.floor(i / 2) * 10.4, 0.48));

const few = (kids: Markup): Markup =>
  kids + circle(26, 26, 6, C.coralDark) + ring(26, 26, 6, C.cream, 1.2) + line("M23 26H29", C.cream, 2);

const DISCARDS = disc(
  "#5B5347",
  group("translate(8 7) rotate(-8 8 9)", rect(0, 0, 12, 16, C.manilaDark, 'rx="1.5"')) +
    group("translate(12 8) rotate(8 6 8)", rect(0, 0, 12, 16, C.paper, 'rx="1.5"')),
);

export function missionMarkup({ kind, symbols = [], flags = [] }: MissionFace): Markup {
  switch (kind) {
    case "most_symbols":
      return signMarkup(symbols[0] ?? "");
    case "fewest_symbols":
      return few(
        each(symbols.slice(0, 2), (symbol, i) => group(`translate(${i * 11} ${i * 4}) scale(.64)`, signMarkup(symbol))),
      );
    case "most_flags":
      return flagAt(flags[0] ?? "", 0, 5.5, 1.06);
    case "different_flags":
      return manyFlags(flags);
    case "most_women":
      return disc(C.paper, group("translate(8 4.5) scale(1.35)", venus()));
    case "highest_strength":
      return (
        path("M0 4Q0 0 4 0H32V18H27V25H21V32H0Z", C.deep) +
        line("M32 1V18H27V25H21V32", C.brassLight, 1.8) +
        text(14, 25, 25, 5, C.cream, FONT.numeral)
      );
    case "fewest_discards":
      return few(DISCARDS);
    case "most_starting":
      return disc(C.paper, path(star(16, 16.5, 11), "#F0B92B", `stroke="${C.ink}" stroke-width="1.2"`));
    default:
      return disc("#5A6670", path(star(16, 16, 10), C.cream));
  }
}
