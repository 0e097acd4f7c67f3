/** Garrett: the pastry shop in pink and cream, its window full of cakes. */

import { C } from "../palette";
import { rays } from "../shapes";
import { circle, each, line, type Markup, path, polygon, rect } from "../svg";
import { sky } from "./skies";

const PINK = "#E58A93",
  PINK_DARK = "#C96A78",
  CREAM = "#FFF8E7",
  BROWN = "#7A4A2C",
  ROSE = "#BF3A5F";

const tart = (x: number, y: number): Markup =>
  path(`M${x - 10} ${y}H${x + 10}L${x + 7} ${y + 8}H${x - 7}Z`, "#C98A3E") +
  path(`M${x - 9} ${y}Q${x} ${y - 8} ${x + 9} ${y}Z`, "#F3C94F") +
  circle(x - 2, y - 2, 1.6, BROWN);

const awning = (x: number, w: number, y: number, stripes: number): Markup => {
  const step = w / stripes;
  return each(
    Array.from({ length: stripes }, (_, i) => i),
    (i) =>
      path(
        `M${x + i * step + 6} ${y}H${x + (i + 1) * step + 6 - (i === stripes - 1 ? 12 : 0)}` +
          `L${x + (i + 1) * step} ${y + 30}Q${x + (i + 0.5) * step} ${y + 42} ${x + i * step} ${y + 30}Z`,
        i % 2 ? CREAM : ROSE,
      ),
  );
};

export const garrett = (): Markup =>
  sky("garrett") +
  rays(150, 40, 24, "#FFFDF0", 340, 0.06, "", 0.4) +
  /* the house */
  rect(26, 44, 248, 208, "#F7CFC8") +
  rect(190, 44, 84, 208, "#E9B4AF") +
  rect(18, 34, 264, 12, CREAM) +
  rect(190, 34, 92, 12, "#E6D7C0") +
  path("M110 36Q150 -2 190 36Z", CREAM) +
  path("M150 17Q172 18 190 36H150Z", "#E6D7C0") +
  /* a cup on the gable */
  path("M138 24H162Q162 36 150 36Q138 36 138 24Z", ROSE) +
  line("M162 26Q168 27 161 32M144 20Q142 16 145 13M151 20Q149 15 152 11M157 20Q155 16 158 13", ROSE, 1.8) +
  each(
    [52, 104, 178, 230],
    (x) =>
      rect(x, 62, 24, 44, CREAM) +
      rect(x + 3, 65, 18, 38, "#4E8A8F") +
      rect(x + 12, 65, 9, 38, "#3B6F74") +
      line(`M${x + 12} 65V103M${x + 3} 82H${x + 21}`, CREAM, 2) +
      rect(x - 4, 106, 32, 5, PINK_DARK) +
      each([0, 8, 16, 24], (dx) => circle(x + dx, 104, 4, dx % 16 ? "#5C9A6A" : C.coral)),
  ) +
  rect(26, 124, 248, 6, CREAM) +
  /* shop window, door */
  rect(34, 172, 130, 74, BROWN) +
  rect(40, 176, 118, 64, "#FFE7B8") +
  rect(100, 176, 58, 64, "#F3D397") +
  rect(40, 206, 118, 4, "#B98A4E") +
  rect(40, 234, 118, 6, "#B98A4E") +
  tart(56, 226) +
  tart(82, 226) +
  tart(108, 226) +
  tart(134, 226) +
  path("M50 206V196H78V206ZM54 196V187H74V196Z", PINK) +
  path("M64 196V206H78V196ZM64 187V196H74V187Z", PINK_DARK) +
  circle(64, 184, 3, C.coral) +
  path("M98 206Q98 188 110 188Q122 188 122 206Z", BROWN) +
  path("M110 188Q122 188 122 206H110Z", "#5A3319") +
  line("M102 194Q110 200 118 194", CREAM, 2) +
  path("M136 206L132 192H152L148 206Z", "#8FC1C4") +
  circle(137, 189, 4, C.coral) +
  circle(146, 188, 4.5, "#F3C94F") +
  rect(184, 168, 74, 84, BROWN) +
  rect(192, 176, 58, 76, "#4E8A8F") +
  rect(221, 176, 29, 76, "#3B6F74") +
  line("M221 176V252", BROWN, 5) +
  rect(214, 212, 3, 14, C.brassLight) +
  rect(225, 212, 3, 14, C.brassLight) +
  awning(24, 252, 134, 9) +
  /* the pavement and a table for two */
  path("M0 250H300V316H0Z", "#F0DFC2") +
  path(
    "M0 262C25 252 50 252 75 262S125 272 150 262S200 252 225 262S275 272 300 262V276C275 286 250 276 225 276" +
      "S175 266 150 276S100 286 75 276S25 266 0 276Z" +
      "M0 296C25 286 50 286 75 296S125 306 150 296S200 286 225 296S275 306 300 296V310C275 320 250 310 225 310" +
      "S175 300 150 310S100 320 75 310S25 300 0 310Z",
    "#CBB08C",
  ) +
  path("M52 316L70 276H110L128 316Z", "#0002") +
  path(
    "M38 268H142Q144 282 134 290L128 284L118 292L108 285L98 293L88 285L78 292L66 285L56 292L46 287Q38 280 38 268Z",
    CREAM,
  ) +
  path("M90 268H142Q144 282 134 290L128 284L118 292L108 285L98 293L90 286Z", "#E6D7C0") +
  rect(87, 288, 6, 28, "#4A3A33") +
  `<ellipse cx="90" cy="268" rx="52" ry="8" fill="#FFFDF4"/>` +
  path("M58 254H78Q78 266 68 266Q58 266 58 254Z", PINK) +
  line("M78 256Q84 257 77 262M64 250Q62 245 65 241M70 250Q68 245 71 241", "#FFFDF4", 1.8) +
  tart(112, 258) +
  /* a little tree in a tub */
  rect(256, 270, 30, 26, ROSE) +
  rect(271, 270, 15, 26, "#8F2746") +
  line("M271 270V236", BROWN, 4) +
  circle(271, 222, 20, "#5C9A6A") +
  path("M271 202A20 20 0 0 1 271 242Z", "#3F7A55") +
  circle(262, 218, 2.6, C.coralLight) +
  circle(278, 228, 2.6, C.coralLight) +
  circle(272, 212, 2.6, C.coralLight) +
  polygon("0,250 300,250 300,253 0,253", "#B99A74");
