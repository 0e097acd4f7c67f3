/** The few SVG elements that everything is drawn with, as text. `more` holds further attributes as they are written. */

export type Markup = string;

export const path = (d: string, fill: string, more = ""): Markup => `<path d="${d}" fill="${fill}" ${more}/>`;

export const line = (d: string, stroke: string, width = 1, more = ""): Markup =>
  path(d, "none", `stroke="${stroke}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round" ${more}`);

export const circle = (x: number, y: number, r: number, fill: string, more = ""): Markup =>
  `<circle cx="${short(x)}" cy="${short(y)}" r="${r}" fill="${fill}" ${more}/>`;

export const ring = (x: number, y: number, r: number, stroke: string, width = 1, fill = "none"): Markup =>
  circle(x, y, r, fill, `stroke="${stroke}" stroke-width="${width}"`);

export const rect = (x: number, y: number, w: number, h: number, fill: string, more = ""): Markup =>
  `<rect x="${short(x)}" y="${short(y)}" width="${w}" height="${h}" fill="${fill}" ${more}/>`;

/** A rectangle of line alone. */
export const frame = (
  x: number,
  y: number,
  w: number,
  h: number,
  radius: number,
  stroke: string,
  width: number,
  more = "",
): Markup => rect(x, y, w, h, "none", `rx="${radius}" stroke="${stroke}" stroke-width="${width}" ${more}`);

export const polygon = (points: string, fill: string, more = ""): Markup =>
  `<polygon points="${points}" fill="${fill}" ${more}/>`;

export const group = (transform: string, kids: Markup): Markup => `<g transform="${transform}">${kids}</g>`;

export const faded = (opacity: number, kids: Markup): Markup => `<g opacity="${opacity}">${kids}</g>`;

/** The same shapes as seen in a mirror that stands at `x`. */
export const mirror = (kids: Markup, x = 50): Markup => group(`translate(${2 * x} 0) scale(-1 1)`, kids);

/** A window: what is drawn in it ends at its edges. It needs no id, as a clip path would. */
export const pane = (x: number, y: number, w: number, h: number, kids: Markup): Markup =>
  `<svg x="${x}" y="${y}" width="${w}" height="${h}" viewBox="${x} ${y} ${w} ${h}">${kids}</svg>`;

/** Centred text. */
export const text = (
  x: number,
  y: number,
  size: number,
  words: string | number,
  fill: string,
  family: string,
  more = "",
): Markup =>
  `<text x="${short(x)}" y="${short(y)}" font-size="${short(size)}" fill="${fill}" font-family="${family}" ` +
  `text-anchor="middle" ${more}>${escaped(String(words))}</text>`;

/** Numbers with one digit after the point, or two where one would be seen. */
export const short = (n: number): number => Math.round(n * 100) / 100;

export const escaped = (words: string): string =>
  words.replace(/[&<>"]/g, (sign) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[sign] as string);

export const each = <T>(items: readonly T[], draw: (item: T, index: number) => Markup): Markup =>
  items.map(draw).join("");
