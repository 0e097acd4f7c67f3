/** Trees of the coast; each has a light and a shaded tone. */

import { each, line, type Markup, path } from "../svg";

export const cypress = (x: number, y: number, h: number, light: string, shade: string): Markup =>
  path(
    `M${x} ${y}C${x - h * 0.16} ${y - h * 0.2} ${x - h * 0.12} ${y - h * 0.7} ${x} ${y - h}` +
      `C${x + h * 0.12} ${y - h * 0.7} ${x + h * 0.16} ${y - h * 0.2} ${x} ${y}Z`,
    light,
  ) +
  path(
    `M${x} ${y}C${x + h * 0.16} ${y - h * 0.2} ${x + h * 0.12} ${y - h * 0.7} ${x} ${y - h}` +
      `C${x + h * 0.02} ${y - h * 0.6} ${x + h * 0.02} ${y - h * 0.3} ${x} ${y}Z`,
    shade,
  );

export const palm = (x: number, y: number, h: number, lean: number, light: string, shade: string): Markup =>
  path(
    `M${x - 3} ${y}Q${x + 2} ${y - h * 0.5} ${x + lean - 2} ${y - h}L${x + lean + 2} ${y - h}` +
      `Q${x + 7} ${y - h * 0.5} ${x + 5} ${y}Z`,
    "#5a3d26",
  ) +
  each([-165, -135, -105, -75, -45, -15, 15], (turn, i) =>
    path(
      `M0 0Q${h * 0.2} ${-h * 0.16} ${h * 0.46} ${h * 0.1}Q${h * 0.2} ${-h * 0.03} 0 0Z`,
      i % 2 ? light : shade,
      `transform="translate(${x + lean} ${y - h}) rotate(${turn})"`,
    ),
  );

export const pine = (x: number, y: number, h: number, light: string, shade: string): Markup => {
  const at = (dx: number, dy: number) => `${(x + dx * h).toFixed(1)} ${(y + dy * h).toFixed(1)}`;
  return (
    line(
      `M${at(0, 0)}Q${at(0.03, -0.4)} ${at(0, -0.75)}M${at(0.01, -0.5)}L${at(0.18, -0.72)}` +
        `M${at(0, -0.55)}L${at(-0.16, -0.75)}`,
      "#4a3220",
      h * 0.05,
    ) +
    path(
      `M${at(-0.46, -0.7)}Q${at(-0.42, -0.92)} ${at(-0.12, -0.95)}Q${at(0.05, -1.06)} ${at(0.2, -0.94)}` +
        `Q${at(0.46, -0.9)} ${at(0.46, -0.7)}Q${at(0, -0.62)} ${at(-0.46, -0.7)}Z`,
      light,
    ) +
    path(
      `M${at(0.02, -0.99)}Q${at(0.1, -1.02)} ${at(0.2, -0.94)}Q${at(0.46, -0.9)} ${at(0.46, -0.7)}` +
        `Q${at(0.2, -0.65)} ${at(0.1, -0.66)}Q${at(0.24, -0.82)} ${at(0.02, -0.99)}Z`,
      shade,
    )
  );
};

export const gulls = (places: readonly (readonly [number, number])[], colour: string): Markup =>
  each(places, ([x, y]) =>
    line(`M${x - 9} ${y + 2}Q${x - 4} ${y - 5} ${x} ${y}Q${x + 4} ${y - 5} ${x + 9} ${y + 2}`, colour, 2),
  );
