/** The museum: ochre towers, pines and a little bridge. */

import { C } from "../palette";
import { rays } from "../shapes";
import { circle, each, line, type Markup, path, polygon, rect } from "../svg";
import { pine } from "./plants";
import { sky } from "./skies";

export const museum = (): Markup =>
  sky("museum") +
  circle(228, 70, 34, "#FFF1C9") +
  rays(228, 70, 18, "#FFF1C9", 320, 0.06, "", 0.22) +
  path("M0 190Q80 168 160 184T300 176V316H0Z", "#6E8B4F") +
  pine(28, 214, 96, "#3F6B47", "#2C4F38") +
  pine(276, 212, 104, "#3F6B47", "#2C4F38") +
  /* wings */
  rect(120, 132, 132, 102, "#F0D08F") +
  rect(196, 132, 56, 102, "#CFA763") +
  polygon("112,134 186,104 260,134", "#B5502F") +
  polygon("186,104 260,134 196,134", "#8C3A20") +
  each(
    [134, 160, 208, 230],
    (x) =>
      path(`M${x} 196V172Q${x + 8} 160 ${x + 16} 172V196Z`, "#5b2f2a") +
      line(`M${x - 1.5} 196V171Q${x + 8} 157 ${x + 17.5} 171V196`, "#FFF3CF", 2),
  ) +
  /* round turret */
  rect(236, 100, 34, 134, "#F0D08F") +
  rect(254, 100, 16, 134, "#CFA763") +
  path("M232 102L253 58L274 102Z", "#B5502F") +
  path("M253 58L274 102H253Z", "#8C3A20") +
  rect(248, 120, 9, 18, "#5b2f2a") +
  /* great tower */
  rect(64, 66, 66, 172, "#F6DDA2") +
  rect(100, 66, 30, 172, "#D3AC68") +
  rect(58, 58, 78, 14, "#F6DDA2") +
  rect(100, 58, 36, 14, "#D3AC68") +
  path("M58 58V44H70V52H80V44H92V52H102V44H114V52H124V44H136V58Z", "#F6DDA2") +
  path("M102 58V44H114V52H124V44H136V58Z", "#D3AC68") +
  path("M86 120V96Q97 80 108 96V120Z", "#5b2f2a") +
  line("M84 120V95Q97 76 110 95V120", "#FFF3CF", 2.2) +
  rect(91, 140, 12, 22, "#5b2f2a") +
  line("M97 44V20", C.ink, 1.8) +
  path("M97 20L120 26L97 33Z", "#2C7A45") +
  path("M97 20L107 22.7V30.3L97 33Z", "#C5302B") +
  line("M64 176H130M64 184H130", "#2E7FA6", 3) +
  /* bridge and cove */
  path("M0 232H300V316H0Z", "#8FA65F") +
  path("M0 262Q60 246 120 256Q180 236 300 252V316H0Z", "#2F8A9A") +
  path("M0 278Q70 264 150 276T300 270V316H0Z", "#57B5B8") +
  path("M30 262V236H190V262L176 262Q170 240 152 240Q134 240 130 262H92Q88 240 70 240Q52 240 46 262Z", "#E9CF96") +
  path(
    "M176 262Q170 240 152 240Q146 240 142 243Q160 244 164 262ZM92 262Q88 240 70 240Q64 240 60 243Q76 244 80 262Z",
    "#B48F52",
  ) +
  rect(26, 230, 168, 8, "#FFF3CF") +
  path("M0 300Q40 288 80 299T160 299T240 299T310 298V316H0Z", "#9ED6CC") +
  circle(216, 246, 15, "#4F7A45") +
  circle(240, 250, 18, "#3F6B47") +
  circle(268, 248, 16, "#4F7A45") +
  circle(290, 254, 16, "#3F6B47") +
  circle(10, 246, 18, "#3F6B47");
