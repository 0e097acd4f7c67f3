/** Portela: an airliner climbs into an apricot dawn. */

import { C } from "../palette";
import { rays } from "../shapes";
import { circle, each, group, line, type Markup, path, rect } from "../svg";
import { airliner } from "./airliner";
import { sky } from "./skies";

export const portela = (): Markup =>
  sky("portela") +
  rays(60, 196, 26, "#FFF6DA", 360, 0.04, "", 0.38) +
  circle(60, 196, 46, "#E2543B") +
  circle(60, 196, 38, "#EE7351") +
  path("M0 198L40 184L84 192L130 176L190 190L240 178L300 190V230H0Z", "#8E6A78") +
  path("M0 208L60 198L120 206L200 196L300 206V230H0Z", "#6B5068") +
  /* terminal */
  rect(150, 170, 150, 52, "#FFF8E7") +
  rect(230, 170, 70, 52, "#DDD2BC") +
  rect(142, 164, 160, 8, "#15456B") +
  rect(150, 184, 150, 14, "#2F6E86") +
  each([164, 180, 196, 212, 228, 244, 260, 276, 292], (x) => rect(x, 184, 2.5, 14, "#FFF8E7")) +
  path("M196 170V110Q214 98 232 110V170Z", "#FFF8E7") +
  path("M214 101.5Q224 102.5 232 110V170H214Z", "#DDD2BC") +
  rect(190, 118, 48, 16, "#15456B") +
  each([196, 206, 216, 226], (x) => rect(x, 121, 7, 10, "#9ED6CC")) +
  rect(186, 112, 56, 6, "#E2543B") +
  line("M214 101V78", C.ink, 2) +
  circle(214, 76, 3, "#E2543B") +
  /* apron and runway */
  path("M0 220H300V316H0Z", "#B9A988") +
  path("M96 220H128L300 316H-30Z", "#5D6268") +
  path("M109 220H114L118 234H106ZM104 244H119L124 262H99ZM96 272H126L132 296H88ZM84 304H134L138 316H80Z", "#F6EBD3") +
  path("M0 236L40 222H0ZM300 230L214 222H300Z", "#8A9A5B") +
  group("translate(150 76) rotate(-13)", airliner("#E2543B", "#A5301D")) +
  /* windsock */
  line("M276 316V238", "#FFF8E7", 3) +
  path("M276 238L300 242V256L276 254Z", "#E2543B") +
  path("M284 239.5L292 241V255.3L284 254.7Z", "#FFF8E7");
