/** Flags, 30×20: flat, without wind. Germany is black, red and gold; nothing here shows a party's sign. */

import { star } from "./shapes";
import { circle, each, line, type Markup, path, polygon, rect } from "./svg";

const RED = "#C5302B",
  GREEN = "#1F6B45",
  BLUE = "#1D3F7A",
  GOLD = "#EDBE3E",
  WHITE = "#FBF4E4",
  BLACK = "#1C1B1B",
  SOVIET = "#B3261F";

const lying = (...colours: string[]): Markup =>
  each(colours, (c, i) => rect(0, (i * 20) / colours.length, 30, 20 / colours.length + 0.1, c));
const standing = (...colours: string[]): Markup =>
  each(colours, (c, i) => rect((i * 30) / colours.length, 0, 30 / colours.length + 0.1, 20, c));

const FLAGS: Readonly<Record<string, () => Markup>> = {
  PT: () =>
    rect(0, 0, 12, 20, GREEN) +
    rect(12, 0, 18, 20, RED) +
    circle(12, 10, 4.6, GOLD) +
    path("M9.6 7.4h4.8v3.4q0 2-2.4 2.8q-2.4-.8-2.4-2.8z", WHITE) +
    path("M10.8 8.6h2.4v2q0 1-1.2 1.4q-1.2-.4-1.2-1.4z", BLUE),
  UK: () =>
    rect(0, 0, 30, 20, BLUE) +
    polygon("0,0 3.4,0 30,17.7 30,20 26.6,20 0,2.3", WHITE) +
    polygon("30,0 26.6,0 0,17.7 0,20 3.4,20 30,2.3", WHITE) +
    polygon("0,0 1.3,0 30,19.1 30,20 28.7,20 0,.9", RED) +
    polygon("30,0 28.7,0 0,19.1 0,20 1.3,20 30,.9", RED) +
    rect(11.7, 0, 6.6, 20, WHITE) +
    rect(0, 6.7, 30, 6.6, WHITE) +
    rect(13, 0, 4, 20, RED) +
    rect(0, 8, 30, 4, RED),
  US: () =>
    each([0, 1, 2, 3, 4, 5, 6], (i) => rect(0, (i * 20) / 7, 30, 3, i % 2 ? WHITE : RED)) +
    rect(0, 0, 13, 11.4, BLUE) +
    each([2.4, 5.2, 8, 10.8], (x) => each([2.2, 5.7, 9.2], (y) => circle(x, y, 0.85, WHITE))),
  DE: () => lying(BLACK, RED, GOLD),
  IT: () =>
    standing(GREEN, WHITE, RED) +
    path("M12.6 6.5h4.8v4q0 2.6-2.4 3.8q-2.4-1.2-2.4-3.8z", RED) +
    line("M15 6.7V14M12.8 9.4H17.2", WHITE),
  YU: () => lying(BLUE, WHITE, RED),
  SU: () => rect(0, 0, 30, 20, SOVIET) + path(star(8.4, 8, 5.8), GOLD) + path(star(8.4, 8.1, 3.2), SOVIET),
  ES: () => rect(0, 0, 30, 20, RED) + rect(0, 5, 30, 10, GOLD),
  FR: () => standing(BLUE, WHITE, RED),
  HU: () => lying(RED, WHITE, GREEN),
  JP: () => rect(0, 0, 30, 20, WHITE) + circle(15, 10, 5.6, RED),
  PL: () => lying(WHITE, RED),
  AT: () => lying(RED, WHITE, RED),
  BE: () => standing(BLACK, GOLD, RED),
  BR: () =>
    rect(0, 0, 30, 20, GREEN) +
    polygon("15,2 28,10 15,18 2,10", GOLD) +
    circle(15, 10, 4.2, BLUE) +
    line("M11.2 9.2Q15 8 18.8 11", WHITE),
  RO: () => standing(BLUE, GOLD, RED),
};

/** The codes of all flags that are drawn. */
export const FLAG_CODES = Object.keys(FLAGS);

/** A flag; one that nobody has drawn yet is a plain pennant. */
export const flagMarkup = (code: string): Markup =>
  FLAGS[code]?.() ?? rect(0, 0, 30, 20, "#6B7780") + polygon("0,0 30,10 0,20", "#E8DABB");
