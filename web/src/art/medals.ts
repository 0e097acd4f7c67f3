/** Medals with points, 32×38 from y −4: brass on coral; below zero black on grey. */

import { C, FONT } from "./palette";
import { star } from "./shapes";
import { circle, type Markup, path, polygon, ring, text } from "./svg";

const BRASS = {
  ribbon: C.coral,
  fold: C.coralDark,
  cog: C.brass,
  face: C.brassLight,
  line: C.brassDark,
  numeral: "#3A2703",
};
const BLACK = {
  ribbon: "#4B4844",
  fold: "#77726A",
  cog: "#0B0B0D",
  face: "#26262B",
  line: "#C9A24C",
  numeral: "#FFF4E0",
};

export function medalMarkup(points: number): Markup {
  const m = points < 0 ? BLACK : BRASS;
  const edge = (width: number) => `stroke="${C.ink}" stroke-width="${width}"`;
  // Limelight has no minus sign and closes up in two digits.
  const narrow = points < 0 || points > 9;
  return (
    polygon("6,-3 14,-3 18,10 11,12", m.ribbon, edge(0.6)) +
    polygon("26,-3 18,-3 14,10 21,12", m.fold, edge(0.6)) +
    path(star(16, 19, 14.5, 16, 0.855), m.cog, edge(0.8)) +
    circle(16, 19, 10.8, m.face) +
    ring(16, 19, 10.8, m.line, 0.9) +
    (narrow
      ? text(16, 24.6, 16, points < 0 ? `−${-points}` : points, m.numeral, FONT.capitals, 'font-weight="700"')
      : text(16, 25, 17, points, m.numeral, FONT.numeral))
  );
}
