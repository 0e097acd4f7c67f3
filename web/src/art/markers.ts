/** Players' markers, 24×24: every colour has a shape of its own, with a cream rim and an ink line. */

import { C } from "./palette";
import { type Markup, path } from "./svg";

export type Colour = "red" | "blue" | "green" | "yellow" | "pink";
export type Shape = "diamond" | "disc" | "triangle" | "star" | "square";

export const COLOURS: Readonly<Record<Colour, { readonly fill: string; readonly shape: Shape }>> = {
  red: { fill: "#C5302B", shape: "diamond" },
  blue: { fill: "#1F5FA8", shape: "disc" },
  green: { fill: "#2C7A45", shape: "triangle" },
  yellow: { fill: "#F0B92B", shape: "star" },
  pink: { fill: "#E07BA8", shape: "square" },
};

const SHAPES: Readonly<Record<Shape, string>> = {
  diamond: "M12 .8L22 12L12 23.2L2 12Z",
  disc: "M12 1.5A10.5 10.5 0 1 1 11.99 1.5Z",
  triangle: "M12 1.3L23 21.5H1Z",
  star: "M12 .6L15.3 8L23.3 8.9L17.3 14.3L19 22.3L12 18.2L5 22.3L6.7 14.3L.7 8.9L8.7 8Z",
  square: "M3 3H21V21H3Z",
};

export interface MarkerOptions {
  /** Another shape than the colour's own. */
  readonly shape?: Shape | undefined;
  /** The rim in lamp yellow: its owner is to act. */
  readonly lit?: boolean | undefined;
}

export function markerMarkup(
  colour: Colour,
  { shape = COLOURS[colour].shape, lit = false }: MarkerOptions = {},
): Markup {
  const { fill } = COLOURS[colour];
  const d = SHAPES[shape];
  const edge = (stroke: string, width: number) => `stroke="${stroke}" stroke-width="${width}" stroke-linejoin="round"`;
  return (
    path(d, "#0008", 'transform="translate(.6 1.3)"') +
    path(d, fill, edge(lit ? C.lamp : C.cream, 3.4)) +
    path(d, fill, edge(C.ink, 1.1)) +
    path(d, "none", `${edge("#fff8", 1.4)} transform="translate(12 12.5) scale(.62) translate(-12 -12.5)"`)
  );
}
