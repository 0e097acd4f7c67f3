/** Shapes that many pictures use. */

import { C, FONT } from "./palette";
import { circle, each, frame, line, type Markup, path, rect, short, text } from "./svg";

/** A fan of rays around a point; without `ground` only every second ray is there. */
export function rays(
  x: number,
  y: number,
  count: number,
  colour: string,
  reach: number,
  turn: number,
  ground = "",
  opacity = 1,
): Markup {
  let d = "";
  for (let i = 0; i < count; i++) {
    const [from, to] = [turn + (i * 2 * Math.PI) / count, turn + ((i + 0.5) * 2 * Math.PI) / count];
    d +=
      `M${x} ${y}L${at(x, reach, Math.cos(from))} ${at(y, reach, Math.sin(from))}` +
      `L${at(x, reach, Math.cos(to))} ${at(y, reach, Math.sin(to))}Z`;
  }
  const back = ground && rect(x - reach, y - reach, 2 * reach, 2 * reach, ground);
  return back + path(d, colour, opacity < 1 ? `opacity="${opacity}"` : "");
}

const at = (origin: number, reach: number, part: number) => (origin + reach * part).toFixed(1);

/** The path of a star with `points` tips. */
export function star(x: number, y: number, r: number, points = 5, inner = 0.42): string {
  let d = "";
  for (let i = 0; i < 2 * points; i++) {
    const angle = -Math.PI / 2 + (i * Math.PI) / points;
    const reach = i % 2 ? r * inner : r;
    d += `${i ? "L" : "M"}${short(x + reach * Math.cos(angle))} ${short(y + reach * Math.sin(angle))}`;
  }
  return `${d}Z`;
}

/** Lithograph grain from the shared definitions. */
export const grain = (x: number, y: number, w: number, h: number, opacity: number): Markup =>
  rect(x, y, w, h, "url(#art-grain) none", `opacity="${opacity}"`);

/** The sign of a woman, 12×16: no ability, so it has no disc. */
export const venus = (colour: string = C.rose): Markup =>
  circle(6, 5, 3.8, "none", `stroke="${colour}" stroke-width="2"`) + line("M6 9V15M3 12H9", colour, 2);

/** A rubber stamp of one line or, parted by `|`, of two. */
export function rubberStamp(w: number, h: number, size: number, words: string): Markup {
  const lines = words.split("|");
  return (
    frame(0, 0, w, h, 3, C.coralDark, short(size / 7)) +
    frame(size / 6, size / 6, short(w - size / 3), short(h - size / 3), 2, C.coralDark, short(size / 22)) +
    each(lines, (words, i) => {
      const y = h / 2 + size * 0.36 + (lines.length > 1 ? (i - 0.5) * size * 0.98 : 0);
      const fit =
        words.length > 4
          ? `textLength="${short(w - size * 0.8)}" lengthAdjust="spacingAndGlyphs"`
          : `letter-spacing="${short(size * 0.32)}"`;
      return text(w / 2, y, size, words, C.coralDark, FONT.capitals, `class="art-stamp" font-weight="700" ${fit}`);
    })
  );
}
