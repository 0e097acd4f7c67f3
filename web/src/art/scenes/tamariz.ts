/** Tamariz: turquoise sea, striped parasols. */

import { C } from "../palette";
import { rays } from "../shapes";
import { circle, each, group, line, type Markup, path } from "../svg";
import { castle } from "./castle";
import { sky } from "./skies";

export const tamariz = (): Markup =>
  sky("tamariz") +
  circle(222, 84, 40, "#F6C65A") +
  rays(222, 84, 20, "#FFF1C4", 320, 0.03, "", 0.3) +
  circle(222, 84, 34, "#FBD978") +
  path("M0 128H300V236H0Z", "#1F7F98") +
  path("M0 146Q40 140 80 146T160 146T240 146T320 146V236H0Z", "#2F97A8") +
  path("M0 170Q40 163 80 170T160 170T240 170T320 170V246H0Z", "#57B5B8") +
  path("M0 196Q50 188 100 197T200 197T300 194V250H0Z", "#9ED6CC") +
  each([184, 200, 214], (x, i) => line(`M${x - 20} ${136 + i * 9}H${x + 22 + i * 8}`, "#FFF3CF", 2.4)) +
  castle() +
  /* boats */
  path("M150 150L172 100V146Z", "#FFF8E7") +
  path("M175 146V108L190 146Z", "#F2977A") +
  path("M146 151H194L186 160H154Z", "#A5301D") +
  path("M262 142L274 116V140Z", "#FFF8E7") +
  path("M258 143H284L280 149H262Z", C.deep) +
  /* sand */
  path("M0 228Q70 208 150 222T300 212V316H0Z", "#FFF3CF") +
  path("M0 238Q80 218 160 232T300 222V316H0Z", "#EFD293") +
  path("M0 288Q120 262 300 284V316H0Z", "#E0BC74") +
  /* parasols */
  each(
    [
      [66, 268, 52, "#E2543B", -10],
      [176, 262, 44, "#15456B", 8],
      [250, 284, 50, "#2C7A6B", -6],
      [126, 300, 36, "#EBB53B", 10],
    ] as const,
    ([x, y, r, c, a]) =>
      path(`M${x - r * 0.2} ${y + r * 0.64}L${x + r * 1.1} ${y + r * 0.5}L${x + r * 0.8} ${y + r * 0.78}Z`, "#0002") +
      group(
        `rotate(${a} ${x} ${y})`,
        line(`M${x} ${y - r * 0.2}V${y + r * 0.75}`, "#6b4426", 3) +
          path(
            `M${x - r} ${y}A${r} ${r * 0.9} 0 0 1 ${x + r} ${y}` +
              `Q${x + r * 0.75} ${y - r * 0.12} ${x + r * 0.5} ${y}Q${x + r * 0.25} ${y - r * 0.12} ${x} ${y}` +
              `Q${x - r * 0.25} ${y - r * 0.12} ${x - r * 0.5} ${y}Q${x - r * 0.75} ${y - r * 0.12} ${x - r} ${y}Z`,
            c,
          ) +
          path(
            `M${x} ${y - r * 0.9}Q${x - r * 0.46} ${y - r * 0.6} ${x - r * 0.5} ${y}` +
              `Q${x - r * 0.75} ${y - r * 0.12} ${x - r} ${y}A${r} ${r * 0.9} 0 0 1 ${x} ${y - r * 0.9}Z`,
            "#FFF8E7",
            'opacity=".9"',
          ) +
          path(
            `M${x} ${y - r * 0.9}Q${x + r * 0.46} ${y - r * 0.6} ${x + r * 0.5} ${y}` +
              `Q${x + r * 0.25} ${y - r * 0.12} ${x} ${y}Z`,
            "#FFF8E7",
            'opacity=".9"',
          ) +
          circle(x, y - r * 0.92, 2.5, C.ink),
      ),
  );
