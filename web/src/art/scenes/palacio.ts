/** Hotel Palácio: a white front grown with ivy, awnings and a lawn. */

import { C } from "../palette";
import { rays } from "../shapes";
import { circle, each, line, type Markup, path, polygon, rect } from "../svg";
import { palm } from "./plants";
import { sky } from "./skies";

const WHITE = "#FFFBF0",
  SHADE = "#D9E0D2",
  IVY = "#3C7A52",
  IVY_DARK = "#28593C",
  GLASS = "#2E5D6B";

const storey = (y: number): Markup =>
  each(
    [48, 82, 116, 168, 202, 236],
    (x) =>
      rect(x, y, 18, 26, GLASS) +
      rect(x + 9, y, 9, 26, "#214652") +
      rect(x - 6, y, 6, 26, IVY) +
      rect(x + 18, y, 6, 26, IVY_DARK) +
      rect(x - 8, y + 27, 34, 3, "#C7CFBE"),
  );

export const palacio = (): Markup =>
  sky("palacio") +
  rays(150, 60, 24, "#FFF9DC", 340, 0.07, "", 0.34) +
  path("M0 150Q40 122 86 138T180 130T300 140V240H0Z", "#6FA179") +
  /* the front */
  rect(30, 64, 240, 176, WHITE) +
  rect(196, 64, 74, 176, SHADE) +
  rect(22, 56, 256, 10, "#E7EBDD") +
  rect(22, 64, 256, 3, "#B9C4AF") +
  rect(112, 34, 76, 24, WHITE) +
  rect(150, 34, 38, 24, SHADE) +
  polygon("104,36 150,12 196,36", IVY) +
  polygon("150,12 196,36 150,36", IVY_DARK) +
  circle(150, 46, 7, C.brassLight) +
  circle(150, 46, 5, WHITE) +
  line("M150 46V42M150 46L153 48", C.ink, 1.3) +
  each(
    [46, 254],
    (x) => line(`M${x} 58V18`, "#5A4A30", 2) + path(`M${x} 19L${x + 22} 24L${x} 31Z`, x < 100 ? "#C5302B" : "#1D3F7A"),
  ) +
  storey(78) +
  storey(116) +
  /* awnings over the terrace */
  rect(30, 172, 240, 68, "#F3EEDD") +
  rect(196, 172, 74, 68, "#CBD3C3") +
  each(
    [44, 84, 196, 236],
    (x) =>
      path(`M${x} 240V206Q${x + 11} 190 ${x + 22} 206V240Z`, GLASS) +
      path(`M${x - 5} 190H${x + 27}L${x + 31} 206H${x - 9}Z`, IVY) +
      path(`M${x + 3} 190H${x + 11}V206H${x + 1}ZM${x + 19} 190H${x + 27}L${x + 31} 206H${x + 20}Z`, WHITE),
  ) +
  path("M128 240V200Q150 168 172 200V240Z", "#2A4A3A") +
  path("M150 182Q163 184 172 200V240H150Z", "#1C3528") +
  line("M124 240V199Q150 160 176 199V240", C.brassLight, 3) +
  /* ivy */
  path("M24 240V90Q34 84 32 104Q44 110 36 126Q48 138 38 152Q50 166 40 182Q50 200 42 216L46 240Z", IVY) +
  path("M276 240V104Q266 100 268 116Q258 122 264 138Q254 150 262 164Q252 178 260 194Q250 212 258 240Z", IVY_DARK) +
  each(
    [
      [32, 112],
      [40, 140],
      [34, 168],
      [42, 194],
      [36, 220],
      [30, 146],
    ] as const,
    ([x, y]) => circle(x, y, 5, "#5C9A6A"),
  ) +
  /* steps, lawn and drive */
  path("M0 238H300V316H0Z", "#7FB069") +
  path("M0 258Q70 246 150 252T300 250V316H0Z", "#5E9655") +
  path("M116 240H184L248 316H52Z", "#F3E1B4") +
  path("M150 240H184L248 316H164Z", "#E0C88F") +
  line("M112 244H188M106 251H194", WHITE, 3) +
  each(
    [98, 202],
    (x) =>
      rect(x - 6, 236, 12, 14, "#B4633F") + circle(x, 226, 13, IVY) + path(`M${x} 213A13 13 0 0 1 ${x} 239Z`, IVY_DARK),
  ) +
  each(
    [
      [16, 262, 18],
      [40, 272, 13],
      [284, 262, 18],
      [260, 274, 13],
    ] as const,
    ([x, y, r]) => circle(x, y, r, IVY) + path(`M${x} ${y - r}A${r} ${r} 0 0 1 ${x} ${y + r}Z`, IVY_DARK),
  ) +
  palm(30, 306, 92, 6, "#4C9062", IVY_DARK) +
  palm(276, 310, 96, -8, "#4C9062", IVY_DARK);
