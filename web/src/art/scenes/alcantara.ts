/** Alcântara: an ocean liner at the quay, steel blue and red lead. */

import { C } from "../palette";
import { rays } from "../shapes";
import { circle, each, group, line, type Markup, path, polygon, rect } from "../svg";
import { gulls } from "./plants";
import { sky } from "./skies";

const funnel = (x: number, y: number): Markup =>
  group(
    `translate(${x} ${y}) skewX(-9)`,
    rect(0, 0, 34, 58, "#C8432F") +
      rect(19, 0, 15, 58, "#97301F") +
      rect(0, -14, 34, 16, "#1B2026") +
      rect(19, -14, 15, 16, "#0E1216") +
      rect(0, 10, 34, 7, C.cream) +
      rect(19, 10, 15, 7, "#D8CDB5"),
  );

export const alcantara = (): Markup =>
  sky("alcantara") +
  circle(52, 120, 40, "#F6C77F") +
  rays(52, 120, 22, "#FFF1CC", 330, 0.05, "", 0.26) +
  path("M120 44Q92 30 70 40Q44 26 18 42Q4 36 -6 44V18Q30 -6 74 12Q108 0 132 22Z", "#2E4854", 'opacity=".55"') +
  /* the other bank */
  path("M0 186L30 172L70 180L112 168L150 178V210H0Z", "#7C8C87") +
  path("M0 196H300V276H0Z", "#2C6478") +
  path("M0 214Q30 208 60 214T120 214T180 214V276H0Z", "#3F7F8C") +
  line("M6 206H48M20 226H66M2 244H34", "#F6D9A0", 2.4) +
  /* upper works */
  line("M124 96V22M124 30L98 112M124 30L172 66", "#2A3A42", 2) +
  polygon("108,104 120,82 300,72 300,118 104,126", "#FFF8E7") +
  polygon("140,84 150,58 300,50 300,80", "#F1E6CE") +
  polygon("228,54 300,50 300,118 240,119", "#D5CBB4") +
  funnel(176, 2) +
  funnel(248, -2) +
  each([154, 170, 186, 202, 218, 234, 250, 266, 282], (x) => rect(x, 64 - (x - 154) * 0.06, 9, 8, "#24506A")) +
  each([124, 142, 160, 178, 196, 214, 232, 250, 268, 286], (x) => circle(x, 102 - (x - 124) * 0.05, 4, "#24506A")) +
  line("M112 92L300 82", "#C8432F", 2.4) +
  path("M200 76H226L222 84H204ZM246 74H272L268 82H250Z", "#E9DCC0") +
  /* hull */
  path("M30 130L300 108V268H86Q44 214 30 130Z", "#1F3140") +
  path("M30 130Q44 214 86 268H118Q70 206 58 128Z", "#35505F") +
  path("M30 130L300 108V117L32 140Z", C.cream) +
  path("M69 242Q77 256 86 268H300V240Z", "#A5301D") +
  path("M69 242Q77 256 86 268H118Q104 254 98 242Z", "#C8432F") +
  each(
    [112, 136, 160, 184, 208, 232, 256, 280],
    (x) => circle(x, 152 - (x - 112) * 0.05, 4.6, "#F3CE7E") + circle(x, 182 - (x - 112) * 0.03, 4.6, "#F3CE7E"),
  ) +
  line("M66 160V186M58 176Q60 190 66 190Q72 190 74 176M61 165H71", "#C9D3D6", 3) +
  /* the quay */
  path("M0 270H300V316H0Z", "#8E8473") +
  path("M0 266H300V276H0Z", "#B9AC92") +
  line(
    "M0 290H300M0 304H300M40 276V290M110 276V290M190 276V290M260 276V290M76 290V304M150 290V304M226 290V304" +
      "M44 304V316M118 304V316M196 304V316",
    "#6E6557",
    1.6,
  ) +
  line("M40 262Q44 214 66 176", "#E9D5AB", 2.6) +
  path("M26 280V262Q20 258 26 252H54Q60 258 54 262V280Z", "#20262C") +
  path("M44 280V262Q50 258 46 252H54Q60 258 54 262V280Z", "#0F1418") +
  rect(214, 246, 34, 26, "#B98A4E") +
  rect(236, 246, 12, 26, "#8F6733") +
  line("M214 259H248M225 246V272", "#6E4E24", 1.6) +
  rect(240, 226, 26, 20, "#C59A5C") +
  rect(256, 226, 10, 20, "#96703A") +
  gulls(
    [
      [88, 74],
      [64, 92],
      [26, 70],
    ],
    "#FFF8E7",
  );
