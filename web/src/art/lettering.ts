/** Capital letters that have to fit: how wide they are, how they shrink, what a long name is cut down to. */

import { FONT } from "./palette";
import { type Markup, short, text } from "./svg";

/** Widths of Oswald's capitals in parts of their size: narrow, light, common, wide. */
const breadthOf = (letter: string): number =>
  /[ .,'’|IJ-]/.test(letter) ? 0.27 : /[EFLTZ1]/.test(letter) ? 0.44 : /[MW]/.test(letter) ? 0.7 : 0.56;

/** The width of words in capitals, in parts of their size. */
export function breadth(words: string): number {
  let sum = 0;
  for (const letter of words.toUpperCase().normalize("NFD").replace(/\p{M}/gu, "")) sum += breadthOf(letter);
  return sum;
}

/** How small letters may become before they are condensed. */
const SMALLEST = 0.72;

/** A name is cut down before it becomes smaller than this. */
const COMFORTABLE = 0.82;

/** Centred capitals that shrink to `SMALLEST` and are then condensed, so that they never leave their `room`. */
export function fitted(
  x: number,
  y: number,
  size: number,
  room: number,
  words: string,
  fill: string,
  spacing = 0,
): Markup {
  const capitals = words.toUpperCase();
  const natural = breadth(capitals) * size + capitals.length * spacing;
  const scale = Math.max(SMALLEST, Math.min(1, room / natural));
  const squeeze = natural * scale > room + 0.5 ? ` textLength="${short(room)}" lengthAdjust="spacingAndGlyphs"` : "";
  const more = `font-weight="600" letter-spacing="${short(spacing * scale)}"${squeeze}`;
  return text(x, y - size * (1 - scale) * 0.34, size * scale, capitals, fill, FONT.capitals, more);
}

const INITIAL = /^.{1,2}\.$/;
const PARTICLE = /^(de|da|do|von|van|of)$/i;

/** The name if it fits into `room` at a comfortable size; otherwise what one is called by, title or surname. */
export function shortName(name: string, size: number, room: number): string {
  const fits = (words: string, scale: number) => breadth(words) * size * scale <= room;
  if (fits(name, COMFORTABLE)) return name;
  // "Garbo (Juan Pujol)" is Garbo, "Edward, Duke of Windsor" the Duke of Windsor.
  const called = name.replace(/ *\(.*\)/, "").replace(/^.*, */, "");
  if (called !== name && fits(called, SMALLEST)) return called;
  const words = called.split(" ");
  const dispensable = (word = "") => INITIAL.test(word) || PARTICLE.test(word);
  do {
    if (words.length === 1 || (words.length === 2 && INITIAL.test(words[1] ?? ""))) break;
    // Of Zsa Zsa Gabor both go.
    if (words.shift() === words[0] && words.length > 1) words.shift();
  } while (dispensable(words[0]) || !fits(words.join(" "), SMALLEST));
  return words.join(" ");
}
