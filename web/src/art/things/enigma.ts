/** The Enigma machine, 160×160: a wooden case, three rotors, lamps and keys. */

import { C } from "../palette";
import { circle, each, frame, line, type Markup, path, rect, ring } from "../svg";

const row = (y: number, shift: number, count: number, key: (x: number, y: number, index: number) => Markup): Markup =>
  each(
    Array.from({ length: count }, (_, i) => 35 + shift + i * 12.6),
    (x, i) => key(x, y, i),
  );

const lampAt = (lit: boolean) => (x: number, y: number) =>
  circle(x, y, 4.4, lit ? "#FFE39A" : "#4A4636") + ring(x, y, 4.4, "#15120D", 1);
const keyAt = (x: number, y: number): Markup =>
  circle(x, y + 1.4, 4.9, "#0B0A08") +
  circle(x, y, 4.9, "#2A2622") +
  ring(x, y, 4.2, "#C9C2B0", 1) +
  circle(x, y, 1.2, "#E9E2CF");

const rotor = (x: number): Markup =>
  rect(x, 33, 17, 32, "#8E949A", 'rx="3"') +
  rect(x + 9, 33, 8, 32, "#646B72", 'rx="3"') +
  each([37, 42, 47, 52, 57, 62], (y) => line(`M${x + 1} ${y}H${x + 16}`, "#3D444B", 1)) +
  rect(x + 3, 44, 11, 11, C.cream, 'rx="1.5"') +
  line(`M${x + 6} 52L${x + 8.5} 46.5L${x + 11} 52M${x + 7} 50H${x + 10}`, C.ink, 1.3);

export const enigmaMarkup = (): Markup =>
  rect(4, 8, 152, 148, "#3A2412", 'rx="8"') +
  rect(9, 13, 142, 138, "#8A5A2E", 'rx="5"') +
  path("M9 151L151 13V146Q151 151 146 151Z", "#6E4421") +
  line("M14 20Q60 17 146 21M14 146Q80 142 146 147", "#5A3618", 1.2) +
  rect(16, 20, 128, 124, "#23262A", 'rx="4"') +
  frame(18.5, 22.5, 123, 119, 3, "#4A5056", 1.2) +
  rect(26, 28, 108, 42, "#111417", 'rx="3"') +
  rotor(38) +
  rotor(71) +
  rotor(104) +
  each([61, 94, 127], (x) => rect(x - 2, 41, 5, 16, C.brass, 'rx="2"')) +
  each([0, 1, 2], (i) =>
    row(80 + i * 10, i === 1 ? 6 : 0, i === 1 ? 7 : 8, (x, y, n) => lampAt(i === 1 && n === 3)(x, y)),
  ) +
  each([0, 1, 2], (i) => row(112 + i * 11.5, i === 1 ? 6 : 0, i === 1 ? 7 : 8, keyAt)) +
  each(
    [
      [12, 17],
      [148, 17],
      [12, 147],
      [148, 147],
    ] as const,
    ([x, y]) => circle(x, y, 2.4, C.brassLight),
  ) +
  rect(66, 150, 28, 7, C.brass, 'rx="2"');
