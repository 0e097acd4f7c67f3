/** The church: white walls and terracotta among cypresses. */

import { C } from "../palette";
import { rays } from "../shapes";
import { circle, line, type Markup, path, polygon, rect } from "../svg";
import { cypress } from "./plants";
import { sky } from "./skies";

export const church = (): Markup =>
  sky("church") +
  rays(212, 236, 22, "#FFF3CF", 330, 0.05, "", 0.32) +
  path("M0 214Q60 190 130 204T300 196V316H0Z", "#7E9C63") +
  path("M0 236Q80 214 170 228T300 222V316H0Z", "#55804F") +
  cypress(34, 246, 128, "#2C5A45", "#1F4435") +
  cypress(64, 250, 92, "#35684F", "#264F3C") +
  cypress(268, 250, 118, "#2C5A45", "#1F4435") +
  /* body */
  polygon("96,120 168,84 240,120 240,262 96,262", "#FFF8E7") +
  polygon("168,84 240,120 240,262 168,262", "#DDE3DA") +
  polygon("88,124 168,80 248,124 248,114 168,68 88,114", "#C85A3A") +
  polygon("168,68 248,114 248,124 168,80", "#9E3F27") +
  /* tower */
  rect(98, 46, 44, 216, "#FFF8E7") +
  rect(122, 46, 20, 216, "#D5DCD6") +
  path("M94 50L120 8L146 50Z", "#C85A3A") +
  path("M120 8L146 50H120Z", "#9E3F27") +
  path("M110 62h20v26q-10 6-20 0Z", "#15456B") +
  path("M114 78q0-8 6-8t6 8l2 5h-16Z", C.brassLight) +
  line("M120 8V-6M114.5 0H125.5", C.brassDark, 2.4) +
  rect(94, 98, 52, 6, "#2E7FA6") +
  /* door, azulejo */
  path("M152 262V206Q168 184 184 206V262Z", "#5a2f1c") +
  path("M168 195Q178 195 184 206V262H168Z", "#42200f") +
  line("M148 262V204Q168 178 188 204V262", "#2E7FA6", 5) +
  circle(168, 146, 17, "#2E7FA6") +
  circle(168, 146, 12.5, "#F6EBD3") +
  line("M168 134V158M156 146H180M160 138L176 154M176 138L160 154", "#2E7FA6", 2) +
  rect(202, 150, 20, 40, "#2E7FA6") +
  rect(205, 153, 14, 34, "#15456B") +
  rect(98, 248, 142, 6, "#2E7FA6") +
  path("M60 316Q150 250 168 262Q190 258 262 316Z", "#F0D9A6") +
  path("M168 262Q190 258 262 316H190Z", "#DDBF84") +
  path("M0 262Q60 250 96 262L30 316H0ZM300 258Q268 252 240 262L282 316H300Z", "#3F6B47");
