/** The roulette of the Casino, 160×160: thirteen pockets around a brass spindle, seen from above. */

import { C, FONT } from "../palette";
import { circle, each, group, line, type Markup, path, ring, short, text } from "../svg";

const POCKETS = 13,
  OUTER = 62,
  INNER = 36;
const around = (r: number, turn: number) => `${short(80 + r * Math.sin(turn))} ${short(80 - r * Math.cos(turn))}`;

const pocket = (i: number): Markup => {
  const [from, to] = [((i - 0.5) * 2 * Math.PI) / POCKETS, ((i + 0.5) * 2 * Math.PI) / POCKETS];
  const colour = i === 0 ? "#2C7A45" : i % 2 ? C.coralDark : "#17181C";
  return path(
    `M${around(OUTER, from)}A${OUTER} ${OUTER} 0 0 1 ${around(OUTER, to)}L${around(INNER, to)}` +
      `A${INNER} ${INNER} 0 0 0 ${around(INNER, from)}Z`,
    colour,
    `stroke="${C.brassLight}" stroke-width="1"`,
  );
};

/** The wheel; the ball lies in pocket `shown`, or on the rim while it runs. */
export function rouletteMarkup(shown?: number): Markup {
  const pockets = Array.from({ length: POCKETS }, (_, i) => i);
  const ball = shown === undefined ? around(69, 0.5) : around(42, (shown * 2 * Math.PI) / POCKETS);
  return (
    circle(80, 82, 76, "#0006") +
    circle(80, 80, 76, "#4A2714") +
    path("M80 4A76 76 0 0 1 80 156Z", "#38190B") +
    ring(80, 80, 73, C.brass, 2) +
    circle(80, 80, OUTER + 3, C.brassDark) +
    each(pockets, pocket) +
    each(pockets, (i) =>
      group(
        `rotate(${short((i * 360) / POCKETS)} 80 80)`,
        text(80, 31.5, 12.5, i, C.cream, FONT.capitals, 'font-weight="600"'),
      ),
    ) +
    circle(80, 80, INNER, "#7A4A26") +
    path("M80 44A36 36 0 0 1 80 116Z", "#5E3517") +
    ring(80, 80, INNER, C.brassLight, 1.6) +
    each([0, 45, 90, 135], (turn) =>
      group(
        `rotate(${turn} 80 80)`,
        line("M80 52V108", turn % 90 ? C.brassDark : C.brassLight, turn % 90 ? 1.6 : 4.5) +
          (turn % 90 ? "" : circle(80, 52, 4, C.brassLight) + circle(80, 108, 4, C.brassLight)),
      ),
    ) +
    circle(80, 80, 11, C.brass) +
    circle(78.5, 78.5, 7, C.brassLight) +
    `<circle r="4.6" fill="#FFFDF6" stroke="${C.ink}" stroke-width="1" transform="translate(${ball})"/>`
  );
}
