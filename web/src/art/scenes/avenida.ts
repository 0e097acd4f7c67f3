/** Avenida Palace: lit windows over the wet pavement of a Lisbon night. */

import { rays } from "../shapes";
import { circle, each, faded, line, type Markup, mirror, path, polygon, rect } from "../svg";
import { sky } from "./skies";

const LIT = "#F6C65A",
  DIM = "#27415E",
  STONE = "#5F7187",
  STONE_SHADE = "#43536A";

/** Which windows are lit: some guests sleep. */
const lit = (column: number, row: number) => (column * 5 + row * 3) % 4 !== 1;

const windows = (): Markup =>
  each([0, 1, 2], (row) =>
    each([0, 1, 2, 3, 4, 5], (column) => {
      const x = 64 + column * 30,
        y = 84 + row * 36;
      return (
        path(`M${x} ${y + 24}V${y + 5}Q${x + 8} ${y - 4} ${x + 16} ${y + 5}V${y + 24}Z`, lit(column, row) ? LIT : DIM) +
        line(`M${x - 2} ${y + 25}H${x + 18}`, "#9FB0C0", 2) +
        (lit(column, row) ? line(`M${x + 8} ${y}V${y + 24}M${x} ${y + 11}H${x + 16}`, "#B98A2E", 1) : "")
      );
    }),
  );

const streetLamp = (): Markup =>
  faded(0.22, circle(30, 150, 42, "#FFE39A")) +
  faded(0.3, circle(30, 150, 24, "#FFE39A")) +
  line("M30 262V162", "#0B1622", 4) +
  line("M24 262H36M26 190H34", "#0B1622", 3) +
  polygon("22,140 38,140 35,162 25,162", "#FFE9A8") +
  polygon("30,140 38,140 35,162 30,162", "#F6C65A") +
  path("M20 140Q30 124 40 140Z", "#0B1622");

export const avenida = (): Markup =>
  sky("avenida") +
  circle(256, 38, 17, "#EFE6C8") +
  circle(249, 33, 15, "#12283F") +
  rays(256, 38, 20, "#DDE6EA", 320, 0.05, "", 0.06) +
  each(
    [
      [20, 30],
      [48, 62],
      [84, 20],
      [206, 24],
      [282, 84],
      [14, 96],
      [130, 12],
    ] as const,
    ([x, y]) => circle(x, y, 1.6, "#EFE6C8"),
  ) +
  /* roofs behind */
  path("M0 190V128H22V112H44V190ZM256 190V118H276V132H300V190Z", "#10263C") +
  rect(6, 140, 7, 10, LIT) +
  rect(282, 144, 7, 10, LIT) +
  /* the palace with its mansard */
  path("M62 72Q66 36 84 34H216Q234 36 238 72Z", "#2E4A5C") +
  path("M150 34H216Q234 36 238 72H150Z", "#213646") +
  path("M132 34Q134 10 150 6Q166 10 168 34Z", "#3B5A6C") +
  path("M150 6Q166 10 168 34H150Z", "#2A4252") +
  line("M150 6V-6", "#C9A24C", 2) +
  each(
    [86, 114, 178, 206],
    (x) =>
      path(`M${x - 7} 66V52Q${x} 44 ${x + 7} 52V66Z`, x % 3 ? LIT : DIM) +
      line(`M${x - 9} 67V51Q${x} 41 ${x + 9} 51V67`, "#8FA2B2", 2),
  ) +
  circle(150, 54, 9, "#FFF3CF") +
  line("M150 54V48M150 54L154 57", "#10263C", 1.6) +
  rect(54, 72, 192, 148, STONE) +
  rect(150, 72, 96, 148, STONE_SHADE) +
  rect(50, 70, 200, 6, "#8496A8") +
  rect(54, 116, 192, 3, "#8496A8") +
  rect(54, 152, 192, 3, "#8496A8") +
  windows() +
  /* the door and its canopy */
  rect(54, 188, 192, 36, "#37475C") +
  each([64, 92, 192, 220], (x) => rect(x, 196, 18, 28, LIT)) +
  rect(124, 190, 52, 34, "#FFE39A") +
  line("M137 190V224M150 190V224M163 190V224", "#8A5A1E", 2) +
  path("M112 190L120 178H180L188 190V196H112Z", "#8E2430") +
  path("M150 178H180L188 190V196H150Z", "#6B1822") +
  each([116, 128, 140, 152, 164, 176], (x) => circle(x + 4, 197, 1.8, "#FFE39A")) +
  /* wet pavement: waves of stone, and every light once more */
  path("M0 224H300V316H0Z", "#13293F") +
  path("M0 224H300V232H0Z", "#22405C") +
  path(
    "M0 250C30 238 60 238 90 250S150 262 180 250S240 238 270 250S300 258 310 254V266C280 274 270 262 250 262" +
      "S200 276 180 264S120 250 90 264S30 276 0 264Z" +
      "M0 288C40 274 70 274 110 288S190 302 230 288S290 276 310 284V300C280 292 250 306 220 304S150 290 110 304" +
      "S40 316 0 304Z",
    "#294A68",
  ) +
  faded(0.55, path("M124 232H176L182 300H118Z", LIT)) +
  faded(
    0.4,
    path("M64 232H82L80 286H62ZM92 232H110L108 276H92ZM192 232H210L210 276H192ZM220 232H238L240 286H222Z", LIT),
  ) +
  faded(0.5, path("M26 264H34L38 314H22ZM266 264H274L278 314H262Z", "#FFE39A")) +
  line("M118 246H182M112 262H190M122 280H180M128 296H174", "#13293F", 3) +
  /* a taxi waits */
  faded(0.35, path("M222 252L300 238V292Z", "#FFE9A8")) +
  path("M150 262Q152 250 164 250L174 236H206L220 250Q236 252 236 262V270H150Z", "#0B131C") +
  path("M178 240H190V250H171ZM194 240H204L213 250H194Z", "#F0D58E") +
  line("M150 258H236", "#2C7A52", 3) +
  circle(168, 271, 8, "#05090D") +
  circle(168, 271, 3.5, "#8496A8") +
  circle(218, 271, 8, "#05090D") +
  circle(218, 271, 3.5, "#8496A8") +
  circle(235, 258, 3.5, "#FFF3CF") +
  streetLamp() +
  mirror(streetLamp(), 150);
