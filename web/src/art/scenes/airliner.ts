/** An airliner of the time, our own: two propellers, straight wings, around the origin and flying to the right. */

import { C } from "../palette";
import { circle, each, line, type Markup, path, rect } from "../svg";

const blur = (x: number, y: number, rx: number, ry: number): Markup =>
  `<ellipse cx="${x}" cy="${y}" rx="${rx}" ry="${ry}" fill="#fff9"/>`;

export const airliner = (livery: string, liveryShade: string): Markup =>
  /* far wing and engine */
  path("M42 -13L24 -46Q17 -51 7 -47L-8 -14Z", "#8C9BA4") +
  path("M14 -29Q18 -35 34 -35Q43 -34 43 -28.5Q43 -23 34 -22Q18 -23 14 -29Z", liveryShade) +
  blur(46, -28.5, 2.4, 17) +
  /* fuselage and tail */
  path("M-104 0Q-124 -34 -114 -48Q-98 -52 -88 -34Q-80 -20 -62 -14Z", livery) +
  path("M-96 -8Q-104 -34 -101 -48Q-93 -44 -88 -34Q-80 -20 -62 -14Z", liveryShade) +
  path("M-116 1Q-92 -14 -50 -16L60 -17Q98 -17 113 -3Q118 5 106 10Q90 16 60 16L-50 13Q-92 10 -116 1Z", "#EEF1EE") +
  path("M-116 1Q-60 6 115 1Q116 6 106 10Q90 16 60 16L-50 13Q-92 10 -116 1Z", "#B3BFC4") +
  path("M-102 3L-126 16Q-118 21 -104 18L-78 7Z", "#7C8C96") +
  each([-64, -48, -32, -16, 0, 16, 32, 48], (x) => rect(x, -10, 9, 7, C.atlantic, 'rx="2.5"')) +
  path("M78 -13Q94 -12 104 -5H80Z", C.atlantic) +
  line("M-104 1H110", livery, 2.4) +
  /* near wing and engine */
  path("M48 5L14 60Q5 68 -9 63L-20 8Z", "#D3DBDE") +
  path("M14 7L2 65Q-4 65 -9 63L-20 8Z", "#93A2AA") +
  path("M4 25Q8 16 32 15Q47 15 47 25Q47 35 32 35Q8 34 4 25Z", livery) +
  path("M4 25Q20 27 47 25Q47 35 32 35Q8 34 4 25Z", liveryShade) +
  path("M40 15.8Q47 17 47 25Q47 33 40 34.3Z", C.ink) +
  blur(51, 25, 3.2, 24) +
  circle(50, 25, 3, C.brassLight);
