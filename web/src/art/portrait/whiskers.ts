/** Whiskers: moustaches and beards. */

import { type Markup, path } from "../svg";

const whiskers = <K extends string>(styles: Record<K, (colour: string) => Markup>) => styles;

export const WHISKERS = whiskers({
  pencil: (c) => path("M44 54.4Q48 52.2 50 53.6Q52 52.2 56 54.4Q52 54.2 50 55Q48 54.2 44 54.4Z", c),
  chevron: (c) => path("M43 56Q45.5 51.6 50 52.4Q54.5 51.6 57 56Q53 55 50 55.6Q47 55 43 56Z", c),
  handlebar: (c) =>
    path(
      "M50 52.6Q45 51.5 42 54.5Q38.5 56.8 36.5 53Q36.5 58.5 42 58Q47 57.5 50 55.5Q53 57.5 58 58Q63.5 58.5 63.5 53" +
        "Q61.5 56.8 58 54.5Q55 51.5 50 52.6Z",
      c,
    ),
  walrus: (c) => path("M50 52Q43 51 40.5 60Q45 57.5 50 58.5Q55 57.5 59.5 60Q57 51 50 52Z", c),
  goatee: (c) =>
    path(
      "M44 56Q47 52.5 50 53.3Q53 52.5 56 56Q53 55 50 55.7Q47 55 44 56Z" +
        "M45.5 61Q50 63 54.5 61Q54 70 50 72.5Q46 70 45.5 61Z",
      c,
    ),
  beard: (c) =>
    path(
      "M33.5 46Q35 53 43 54Q50 50.5 57 54Q65 53 66.5 46Q68 64 59 71Q50 77 41 71Q32 64 33.5 46Z" +
        "M45 57.2Q50 59.5 55 57.2Q50 55.5 45 57.2Z",
      c,
      'fill-rule="evenodd"',
    ),
  side: (c) => path("M69.6 52.5Q66 51.5 62.5 55.5Q66 55.5 69.5 54.8Z", c),
});
