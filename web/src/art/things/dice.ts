/** Dice: the two of the Casino and the twelve-sider of the airport. */

import { C, FONT } from "../palette";
import { circle, each, line, type Markup, polygon, rect, text } from "../svg";

const LEFT = 9,
  MIDDLE = 16,
  RIGHT = 23;
const SPOTS: readonly (readonly (readonly [number, number])[])[] = [
  [],
  [[MIDDLE, MIDDLE]],
  [
    [LEFT, LEFT],
    [RIGHT, RIGHT],
  ],
  [
    [LEFT, LEFT],
    [MIDDLE, MIDDLE],
    [RIGHT, RIGHT],
  ],
  [
    [LEFT, LEFT],
    [RIGHT, LEFT],
    [LEFT, RIGHT],
    [RIGHT, RIGHT],
  ],
  [
    [LEFT, LEFT],
    [RIGHT, LEFT],
    [MIDDLE, MIDDLE],
    [LEFT, RIGHT],
    [RIGHT, RIGHT],
  ],
  [
    [LEFT, LEFT],
    [RIGHT, LEFT],
    [LEFT, MIDDLE],
    [RIGHT, MIDDLE],
    [LEFT, RIGHT],
    [RIGHT, RIGHT],
  ],
];

/** A die, 32×32, ivory or coral; 0 is a die that has not been cast. */
export const dieMarkup = (spots: number, coral = false): Markup => {
  const [face, side, spot] = coral ? [C.coral, C.coralDark, C.cream] : [C.cream, "#D9CBAA", C.ink];
  return (
    rect(1.5, 2.5, 29, 29, side, `rx="6" stroke="${C.ink}" stroke-width="1.2"`) +
    rect(2, 2, 28, 26.5, face, 'rx="5.5"') +
    (spots
      ? each(SPOTS[spots] ?? [], ([x, y]) => circle(x, y - 1, 2.9, spot))
      : text(MIDDLE, 22.5, 21, "?", spot, FONT.capitals, 'font-weight="700"'))
  );
};

/** The airport's red twelve-sider around the origin, 48×48. */
export const d12Markup = (shown: string | number): Markup =>
  polygon(
    "0,-24 14.1,-19.4 22.8,-7.4 22.8,7.4 14.1,19.4 0,24 -14.1,19.4 -22.8,7.4 -22.8,-7.4 -14.1,-19.4",
    C.coral,
    `stroke="${C.cream}" stroke-width="2"`,
  ) +
  polygon("0,-14.6 13.9,-4.5 8.6,11.8 -8.6,11.8 -13.9,-4.5", C.coralDark, `stroke="${C.cream}" stroke-width="1.3"`) +
  line("M0 -14.6V-24M13.9 -4.5L22.8 -7.4M8.6 11.8L14.1 19.4M-8.6 11.8L-14.1 19.4M-13.9 -4.5L-22.8 -7.4", C.cream, 1.3) +
  text(0, 6.8, String(shown).length > 1 ? 15 : 19, shown, C.cream, FONT.capitals, 'font-weight="700"');
