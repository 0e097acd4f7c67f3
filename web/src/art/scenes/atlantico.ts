/** Hotel Atlântico: a pale blue house with round balconies above the sea. */

import { C } from "../palette";
import { rays } from "../shapes";
import { circle, each, line, type Markup, path, rect } from "../svg";
import { gulls } from "./plants";
import { sky } from "./skies";

const balcony = (y: number): Markup =>
  path(`M84 ${y}H262V${y + 12}H84Q66 ${y + 12} 66 ${y + 6}Q66 ${y} 84 ${y}Z`, "#FFFFFF") +
  path(`M196 ${y}H262V${y + 12}H196Z`, "#C3D6E2") +
  line(
    `M72 ${y - 1}V${y - 11}H262M92 ${y - 1}V${y - 11}M112 ${y - 1}V${y - 11}M132 ${y - 1}V${y - 11}` +
      `M152 ${y - 1}V${y - 11}M172 ${y - 1}V${y - 11}M192 ${y - 1}V${y - 11}M212 ${y - 1}V${y - 11}` +
      `M232 ${y - 1}V${y - 11}M252 ${y - 1}V${y - 11}`,
    "#4F88AE",
    1.6,
  ) +
  each([90, 122, 154, 206, 234], (x) => rect(x, y - 26, 20, 25, "#2F6A92") + rect(x + 10, y - 26, 10, 25, "#234F70"));

export const atlantico = (): Markup =>
  sky("atlantico") +
  circle(44, 58, 24, "#FFF6D8") +
  rays(44, 58, 22, "#FFFFFF", 340, 0.04, "", 0.32) +
  path("M0 96Q14 86 30 92Q44 80 60 92Q76 90 78 102H0Z", "#FFFFFF", 'opacity=".85"') +
  /* the house: one end is round like a bridge */
  path("M84 52H262V222H84Q62 212 62 138Q62 60 84 52Z", "#DCEBF3") +
  path("M196 52H262V222H196Z", "#A9C6D8") +
  path("M84 44H266V54H84Q66 54 66 49Q66 44 84 44Z", "#3F7FAF") +
  rect(120, 24, 84, 22, "#EDF5F8") +
  rect(168, 24, 36, 22, "#BCD3E0") +
  rect(114, 18, 96, 7, "#3F7FAF") +
  each([128, 148, 168, 188], (x) => rect(x, 30, 9, 10, "#2F6A92")) +
  line("M162 18V-4", C.ink, 2) +
  path("M162 -2L186 4L162 11Z", C.coral) +
  balcony(92) +
  balcony(136) +
  balcony(184) +
  /* terrace with striped blinds, on the rock */
  path("M60 214H270V230H60Z", "#FFFFFF") +
  each([66, 96, 126, 156, 186, 216, 246], (x, i) =>
    path(`M${x} 196H${x + 24}L${x + 27} 212H${x - 3}Z`, i % 2 ? "#FFFFFF" : "#3F7FAF"),
  ) +
  path("M40 316Q44 250 62 230H300V316Z", "#B79C78") +
  path("M300 230V316H170Q214 280 200 230Z", "#8F775A") +
  path(
    "M96 230Q84 262 100 288M150 230Q162 256 146 276M240 238Q232 260 246 284",
    "none",
    'stroke="#7A6449" stroke-width="3"',
  ) +
  rect(54, 226, 246, 6, "#F2E9D6") +
  each([64, 84, 104, 124, 144, 164, 184, 204, 224, 244, 264, 284], (x) => rect(x, 232, 5, 12, "#E3D7BE")) +
  rect(54, 244, 246, 4, "#F2E9D6") +
  /* the sea */
  path("M0 178H62Q54 230 40 316H0Z", "#3C86B0") +
  path("M0 196Q16 190 32 196T60 196L54 240H0Z", "#5CA3C6") +
  path("M0 268Q26 254 50 268Q76 254 104 270Q130 256 158 272Q186 258 214 274Q246 260 300 276V316H0Z", "#3C86B0") +
  path("M0 286Q30 272 60 286T120 286T180 286T240 286T310 286V316H0Z", "#5CA3C6") +
  path("M0 302Q34 290 68 302T136 302T204 302T310 302V316H0Z", "#9CCBE0") +
  line("M6 270Q28 258 48 270M108 272Q130 260 152 273M216 276Q240 264 262 274", "#FFFFFF", 2.6) +
  line("M4 214H26M12 232H38", "#E9F5F8", 2.2) +
  path("M14 184L26 156V182Z", "#FFFFFF") +
  path("M10 185H36L31 192H15Z", C.coralDark) +
  gulls(
    [
      [250, 22],
      [276, 34],
      [92, 20],
    ],
    "#2F6A92",
  );
