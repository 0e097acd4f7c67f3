/** Hats, drawn last: crown, band and the shaded side of the crown. */

import { C } from "../palette";
import { circle, each, group, line, type Markup, path, rect, ring } from "../svg";

type Hat = (crown: string, band: string, shade: string) => Markup;

const hatStyles = <K extends string>(styles: Record<K, Hat>) => styles;

/** A net of crossing threads that ends where the veil does. */
const VEIL = `${each(
  [0, 1, 2, 3, 4, 5, 6],
  (i) =>
    `M${33 + i * 6} 25L${31 + i * 4} ${46 + Math.min(i, 6 - i) * 2}` +
    `M${31 + i * 6} 25L${45 + i * 4} ${52 - Math.abs(i - 2)}`,
)}M31.5 40Q32 46 33.5 48Q50 56 66.5 48Q68 46 68.5 40`;

export const HATS = hatStyles({
  fedora: (c, b, s) =>
    path("M33 28C32 14 36 6 44 7.5Q50 12 56 7C64 5 68 14 67 27Z", c) +
    path("M52 10Q58 5.5 63 9C68 14 67.5 22 67 27L52 28Z", s) +
    path("M32.6 22.5Q50 28.5 67.3 21.5L67 28.5L33 29.5Z", b) +
    path("M19 32C26 25 36 26.5 50 27.5C64 26.5 76 23 82 28C76 34.5 64 32.5 50 33C38 33 27 38 19 32Z", c) +
    path("M50 33C64 32.5 76 34.5 82 28Q78 26 72 26Q64 31 50 31.5Z", s),
  homburg: (c, b, s) =>
    path("M34 28C32 13 38 6.5 47 7Q50 9.5 53 7C62 6.5 68 13 66 28Z", c) +
    path("M50 8.5Q51 8 53 7C62 6.5 68 13 66 28H50Z", s) +
    path("M33.6 22Q50 27 66.4 22L66 29H34Z", b) +
    path("M23 27Q22 32.5 30 32Q50 35 70 32Q78 32.5 77 27Q76 30 68 29Q50 32 32 29Q24 30 23 27Z", c),
  bowler: (c, b, s) =>
    path("M33 29C31 8 41 6 50 6C59 6 69 8 67 29Z", c) +
    path("M52 6C60 6.5 69 9 67 29H55Q60 16 52 6Z", s) +
    path("M32.8 23.5Q50 28.5 67.2 23.5L67 29.5H33Z", b) +
    path("M24 29Q36 26.5 50 28.5Q64 26.5 76 29Q72 34 50 33Q28 34 24 29Z", c),
  top: (c, b, s) =>
    path("M34 28L32 -2H68L66 28Z", c) +
    path("M52 -2H68L66 28H54Z", s) +
    path("M33.5 20Q50 25 66.5 20L66 28H34Z", b) +
    path("M22 28Q36 25.5 50 28Q64 25.5 78 28Q72 34 50 32.5Q28 34 22 28Z", c),
  boater: (c, b, s) =>
    path("M33 27V12Q50 8 67 12V27Z", c) +
    path("M33 18.5Q50 23 67 18.5V27H33Z", b) +
    path("M18 28Q50 20 82 28Q50 36 18 28Z", c) +
    path("M50 32Q70 31.5 82 28Q66 24.5 58 24Q56 29 50 32Z", s),
  officer: (c, b, s) =>
    path("M33 29C30 26 26 18 27 14C38 5 62 5 73 14C74 18 70 26 67 29Z", c) +
    path("M52 7.3C62 7.5 69 10.5 73 14C74 18 70 26 67 29H56Q62 16 52 7.3Z", s) +
    path("M32.5 23.5Q50 19.5 67.5 23.5L67 30.5Q50 27 33 30.5Z", b) +
    path("M33 30.5Q50 26.5 67 30.5Q64 37 50 35.5Q36 37 33 30.5Z", "#15130f") +
    line("M38 32.2Q50 29.8 60 31.8", "#ffffff55", 1) +
    path("M50 11L52 15.5L56 14.5L53 19L50 21L47 19L44 14.5L48 15.5Z", C.brassLight),
  beret: (c, b, s) =>
    path("M31 31C20 26 24 10 46 9C66 7 80 14 76 24C74 29 68 30 67 30Q50 24 31 31Z", c) +
    path("M60 9.5C74 11 79 18 76 24C74 29 68 30 67 30Q62 27.5 56 27Q70 20 60 9.5Z", s) +
    line("M48 9.5Q49 6 52 5.5", c, 2) +
    path("M31 31Q50 23.5 67.5 30L67 33Q50 27 32 34Z", b),
  flat: (c, b, s) =>
    path("M31 30C26 14 42 9 54 10C68 10 74 20 70 30Q50 24 31 30Z", c) +
    path("M58 10.5C69 12 74 20 70 30Q64 28 58 27.3Q66 18 58 10.5Z", s) +
    path("M31 30Q48 22.5 64 27Q60 34.5 44 33.5Q30 35 31 30Z", b) +
    line("M44 11Q42 18 43 25", "#0003", 1),
  pilot: (c, _b, s) =>
    path("M31 52C25 26 34 11 50 11C66 11 75 26 69 52L64 58L64.5 36Q58 28 50 28Q42 28 35.5 36L36 58Z", c) +
    path("M54 11.2C68 13 74 28 69 52L64 58L64.5 36Q60 30 54 28.5Z", s) +
    path("M30.5 22Q50 12 69.5 22L69 30Q50 20 31 30Z", "#3c2412") +
    circle(42, 22, 6.8, C.brass) +
    circle(58, 22, 6.8, C.brass) +
    circle(42, 22, 5, "#BFE0DE") +
    circle(58, 22, 5, "#7FB7BC") +
    line("M39 23Q40 19 44 19", "#fff", 1.3),
  tilt: (c, b, s) =>
    path("M36 26C34 14 46 8 58 11C70 13 78 19 80 27Q60 20 36 26Z", c) +
    path("M60 11.4C70 13 78 19 80 27Q70 23 60 22.8Z", s) +
    path("M36 26Q58 19 80 27L79 29.5Q58 22.5 36.5 29Z", b) +
    path("M62 14Q64 -2 80 -6Q84 6 68 16Z", b) +
    line("M64 14Q70 4 79 -4", "#fff7", 0.9),
  veil: (c, b, s) =>
    line(VEIL, "#10141c", 0.6, 'opacity=".75"') +
    path("M30 27C28 14 40 9 52 10C64 10 74 16 72 28Q50 20 30 27Z", c) +
    path("M56 10.2C66 11 74 17 72 28Q64 24.5 56 23.6Z", s) +
    path("M34 15Q22 14 17 4Q32 0 40 11Z", b) +
    line("M20 5Q28 8 36 13", "#fff7", 0.9),
  wide: (c, b, s) =>
    path("M36 24C35 11 42 8 50 8C58 8 65 11 64 24Z", c) +
    path("M35.5 19Q50 24 64.5 19L65 26H35Z", b) +
    path("M5 33C14 20 34 21 50 22.5C66 21 86 17 96 26C84 38 66 30.5 50 31C34 31 16 42 5 33Z", c) +
    path("M50 31C66 30.5 84 38 96 26Q90 21.5 80 21Q70 27 50 28Z", s),
  turban: (c, b, s) =>
    path("M31 34C22 14 38 4 52 6C70 6 78 20 69 34Q50 20 31 34Z", c) +
    path("M54 6C70 6 78 20 69 34Q64 29 57 26.5Q66 16 54 6Z", s) +
    line("M31 32Q40 16 60 10M34 24Q46 24 68 29M37 16Q50 15 69 23", "#0003", 1.3) +
    path("M50 24Q45 18 50 11Q55 18 50 24Z", b) +
    circle(50, 17.5, 2, "#fff8"),
  feathers: (c, b, s) =>
    each([-66, -44, -22, 0, 22, 44, 66], (turn, i) =>
      group(
        `rotate(${turn} 50 30)`,
        path("M50 25Q38 8 48 -5Q62 2 50 25Z", i % 2 ? c : s) + line("M50 22Q47 10 49 -1", "#fff9", 0.8),
      ),
    ) +
    path("M33 28Q50 17 67 28L66.5 31.5Q50 21.5 33.5 31.5Z", b) +
    circle(50, 24, 2.6, C.coral),
  fur: (c, b, s) =>
    path("M28 33C24 12 38 4 50 4C62 4 76 12 72 33Q50 23 28 33Z", c) +
    path("M54 4.2C66 6 76 14 72 33Q64 29 57 27.8Q68 16 54 4.2Z", s) +
    path(
      "M27 27Q31 23 35 26Q39 21 43 24.5Q48 20 52 24Q57 20 60 24.5Q65 21.5 68 26Q72 24 73.5 28Q74 34 69 34" +
        "Q50 26 31 34.5Q26 34 27 27Z",
      b,
    ),
  /* the fishermen's long knitted cap, its tip hanging to one side */
  stocking: (c, b, s) =>
    path("M31.5 31C27 14 40 5 54 6C68 6 78 14 83 30Q85 39 81 45Q75 42 74 36C73 30 70 26 67 27Z", c) +
    path("M60 6.6C70 8 79 17 83 30Q85 39 81 45Q75 42 74 36C73 30 70 26 67 27Q70 16 60 6.6Z", s) +
    path("M30.5 26Q50 19 68.5 25L68.5 33Q50 27 31 34Z", b) +
    circle(80, 46.5, 4.4, b),
  /* felt with a cord and a brush of chamois hair */
  tyrol: (c, b, s) =>
    path("M61 24Q60 2 70 -8Q76 4 66 24Z", "#F0E6CF") +
    path("M66 22Q70 4 70 -8Q76 4 66 24Z", "#B7A27B") +
    path("M34 27C34 12 42 6 49 11Q56 4 62 10Q66 16 66 27Z", c) +
    path("M52 9Q57 5 62 10Q66 16 66 27H54Q58 16 52 9Z", s) +
    path("M33.6 21.5Q50 26 66.4 21.5L66.3 27.5H33.7Z", b) +
    path("M24 31Q30 25.5 50 26.5Q70 25.5 76 31Q50 36 24 31Z", c) +
    path("M50 33.6Q66 33.5 76 31Q72 27.5 64 26.800Q60 31 50 33.600Z", s),
  /* the soldier's side cap, notched at the crown */
  sidecap: (c, b, s) =>
    path("M31 30L35 9Q42 13 50 12Q58 13 65 9L69 30Q50 22 31 30Z", c) +
    path("M50 12Q58 13 65 9L69 30Q60 26 50 26Z", s) +
    path("M31.5 27L33.5 17Q50 24 66.5 17L68.5 27Q50 20 31.5 27Z", s) +
    circle(50, 19.5, 3, b),
  /* the Polish cap with its four corners */
  corners: (c, b, s) =>
    path("M33 27L24.5 11L50 4.5L75.5 11L67 27Z", c) +
    path("M50 4.5L75.5 11L67 27H51Z", s) +
    line("M50 5V25M24.5 11L34 15M75.5 11L66 15", "#0004", 1.2) +
    path("M32.5 23.500Q50 19.5 67.5 23.500L67 30.500Q50 27 33 30.500Z", b) +
    path("M33 30.500Q50 26.5 67 30.500Q64 37 50 35.500Q36 37 33 30.500Z", "#15130f") +
    line("M38 32.200Q50 29.8 60 31.8", "#ffffff55") +
    path("M50 13.500L52.5 16.500L55.5 16L53.5 20L50 22L46.5 20L44.5 16L47.5 16.500Z", "#E9E4D6"),
  headphones: (c, b) =>
    line("M31 42C26 20 38 8.5 50 8.500C62 8.5 74 20 69 42", c, 4) +
    line("M32 36C29 20 40 11 50 11", "#fff5", 1) +
    rect(26, 37, 9, 16, b, 'rx="4.5"') +
    rect(65, 37, 9, 16, b, 'rx="4.5"') +
    ring(30.5, 45, 2.6, c, 1.4) +
    ring(69.5, 45, 2.6, c, 1.4),
  /* crown of a little straw hat with an open brim turned up in front */
  panama: (c, b, s) =>
    path("M33 28C31 12 40 7 47 8.500Q50 11 54 8.500C62 7 69 13 67 28Z", c) +
    path("M51 10.500Q53 8.6 54 8.500C62 7 69 13 67 28H54Z", s) +
    path("M32.8 20.500Q50 26.5 67.2 20.500L67 28.500H33Z", b) +
    path("M17 27Q30 30 50 26.500Q70 30 83 24Q80 35 50 33.500Q20 37 17 27Z", c) +
    path("M50 33.500Q80 35 83 24Q72 28.6 60 28Q58 31 50 31.500Z", s),
  /* a little tilted cap with one long pheasant feather */
  plume: (c, b, s) =>
    path("M36 25Q20 18 12 -2Q32 -2 43 18Z", b) +
    line("M16 2Q28 10 38 22", "#fff8", 0.9) +
    path("M33 28C30 14 42 9 54 10.500C66 12 70 18 68.5 26Q50 20 33 28Z", c) +
    path("M58 11C67 13 70 18 68.5 26Q62 23.6 56 23Q64 17 58 11Z", s),
});
