/** Glasses, for a face seen from the front. */

import { C } from "../palette";
import { line, type Markup, path } from "../svg";

const glasses = <K extends string>(styles: Record<K, (rim: string) => Markup>) => styles;

export const GLASSES = glasses({
  round: (k) =>
    `<g fill="#ffffff33" stroke="${k}" stroke-width="1.5"><circle cx="42.3" cy="41" r="5.6"/>` +
    `<circle cx="57.7" cy="41" r="5.6"/></g>` +
    line("M47.8 40.5Q50 39 52.2 40.5M36.7 40L33 39M63.3 40L67 39", k, 1.3),
  horn: (k) =>
    `<g fill="#ffffff22" stroke="${k}" stroke-width="2.4">` +
    `<path d="M36 38Q42 36 48 38.5Q48 46 42 46.2Q36.5 46 36 38Z"/>` +
    `<path d="M64 38Q58 36 52 38.5Q52 46 58 46.2Q63.5 46 64 38Z"/></g>` +
    line("M48 39.5Q50 38.5 52 39.5M36 39L32.5 38.5M64 39L67.5 38.5", k, 2),
  dark: (k) =>
    path(
      "M35.5 38Q42 36 48.5 38Q49 46.5 42 47Q36 46.5 35.5 38ZM64.5 38Q58 36 51.5 38Q51 46.5 58 47Q64 46.5 64.5 38Z",
      k,
    ) +
    line("M48 39Q50 38 52 39M36 39L32 38M64 39L68 38", k, 1.6) +
    line("M38.5 39.5L42 44M54.5 39.5L58 44", "#ffffff77", 1.3),
  monocle: () =>
    `<circle cx="57.7" cy="41" r="6" fill="#ffffff66" stroke="#1c1a18" stroke-width="1.7"/>` +
    line("M62.5 45Q67 56 62 74", "#1c1a18", 0.9),
  pince: () =>
    `<g fill="#ffffff3a" stroke="${C.brass}" stroke-width="1.1"><ellipse cx="43" cy="42" rx="4.8" ry="4"/>` +
    `<ellipse cx="57" cy="42" rx="4.8" ry="4"/></g>` +
    line("M47.6 41Q50 38.5 52.4 41M61.8 42Q67 50 64 66", C.brass, 0.9),
  /* upswept frames like butterflies */
  butterfly: (k) =>
    `<g fill="#16324Acc" stroke="${k}" stroke-width="2">` +
    `<path d="M49 40Q46 36 40 35L30.5 30Q31 43 36 46Q45 49 49 40Z"/>` +
    `<path d="M51 40Q54 36 60 35L69.5 30Q69 43 64 46Q55 49 51 40Z"/></g>` +
    line("M36 38L40 43M55.5 39L59 44", "#ffffff88", 1.3) +
    line("M48.5 39.500H51.5", k, 2),
});
