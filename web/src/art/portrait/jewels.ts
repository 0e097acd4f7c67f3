/** Jewels: necklaces lie on the body, earrings hang on the head. */

import { C } from "../palette";
import { circle, each, line, type Markup, path, polygon, short } from "../svg";

const PEARL = "#FFF9EC",
  ICE = "#E9F6F6";

/** Beads on half an ellipse around the neck. */
const chain = (beads: number, rx: number, y: number, ry: number, bead: (x: number, y: number) => Markup): Markup =>
  each(
    Array.from({ length: beads }, (_, i) => (Math.PI * i) / (beads - 1)),
    (turn) => bead(short(50 - rx * Math.cos(turn)), short(y + ry * Math.sin(turn))),
  );

const pearl = (r: number) => (x: number, y: number) => circle(x, y, r, PEARL, 'stroke="#a58f78" stroke-width=".5"');

/** The same on both ears. */
const pair = (ear: (x: number) => Markup): Markup => ear(31.5) + ear(68.5);

const jewels = <K extends string>(styles: Record<K, (colour?: string) => Markup>) => styles;

export const NECKLACES = jewels({
  pearls: () => chain(13, 13, 78, 9, pearl(1.7)),
  rope: () => chain(17, 15, 77, 13, pearl(1.5)),
  choker: (c = C.brassLight) => line("M41 72Q50 77 59 72", c, 3) + circle(50, 76.5, 2.2, C.coral),
  collar: (c = "#2F9E6E") =>
    line("M40 70Q50 76.5 60 70M39.5 73.500Q50 80.5 60.5 73.5", C.brassLight, 1.6) +
    chain(7, 10, 73, 5, (x, y) =>
      polygon(
        `${x},${y - 2.6} ${x + 2.2},${y} ${x},${y + 2.6} ${x - 2.2},${y}`,
        c,
        'stroke="#EBCB7E" stroke-width=".5"',
      ),
    ),
  diamonds: () =>
    chain(9, 14, 76, 8, (x, y) =>
      polygon(
        `${x},${short(y - 2.7)} ${short(x + 2.7)},${y} ${x},${short(y + 2.7)} ${short(x - 2.7)},${y}`,
        ICE,
        'stroke="#5b8890" stroke-width=".6"',
      ),
    ) + polygon("50,84 53,88 50,94 47,88", ICE, 'stroke="#5b8890" stroke-width=".6"'),
  beads: (c = C.coral) => chain(11, 13, 78, 10, (x, y) => circle(x, y, 2.5, c, 'stroke="#0004" stroke-width=".6"')),
  brooch: () =>
    polygon(
      "66,80 68,84 72,84.5 69,87.5 70,92 66,89.5 62,92 63,87.5 60,84.5 64,84",
      C.brassLight,
      'stroke="#6E4E14" stroke-width=".5"',
    ),
  medallion: (c = C.brassLight) => line("M42 76Q46 86 50 88Q54 86 58 76", c, 1) + circle(50, 89, 2.8, c),
});

export const EARRINGS = jewels({
  drop: (c = C.brassLight) =>
    pair((x) => circle(x, 51, 1.5, c) + path(`M${x} 52L${x + 2} 57.5Q${x} 60 ${x - 2} 57.5Z`, c)),
  hoops: (c = C.brassLight) => pair((x) => circle(x, 54.5, 4.4, "none", `stroke="${c}" stroke-width="1.9"`)),
  studs: (c = PEARL) => pair((x) => circle(x, 50.5, 2.1, c)),
  /* little mobiles, one disc swinging below another */
  mobiles: (c = C.coral) =>
    pair(
      (x) =>
        line(`M${x} 49V56M${x - 4} 58L${x + 4} 55.5`, C.ink, 1) +
        circle(x - 4, 61, 3, c) +
        circle(x + 4, 58, 2.2, "#2C7FA0") +
        circle(x, 65, 2, C.brassLight),
    ),
});
