/** Gradients and grain, defined once for the page. A picture without them is flat but whole. */

import { C } from "./palette";
import { SKIES } from "./scenes/skies";
import { each, type Markup } from "./svg";

const stop = (offset: number, colour: string, opacity = 1): Markup =>
  `<stop offset="${offset}" stop-color="${colour}" stop-opacity="${opacity}"/>`;

/** Every second one of ninety specks, always the same ones. */
function specks(parity: number): string {
  let seed = 7;
  const next = () => {
    seed = (seed * 16807) % 2147483647;
    return (90 * seed) / 2147483647;
  };
  let d = "";
  for (let i = 0; i < 90; i++) {
    const speck = `M${next().toFixed(1)} ${next().toFixed(1)}h0`;
    if (i % 2 === parity) d += speck;
  }
  return d;
}

const speckPath = (parity: number, colour: string): Markup =>
  `<path d="${specks(parity)}" stroke="${colour}" stroke-width="1.2" stroke-linecap="round"/>`;

export const definitions = (): Markup =>
  `<radialGradient id="art-edge" gradientUnits="userSpaceOnUse" cx="86" cy="66" r="112">` +
  `${stop(0.42, C.night, 0)}${stop(1, C.night, 0.55)}</radialGradient>` +
  `<linearGradient id="art-foot" x1="0" y1="0" x2="0" y2="1">` +
  `${stop(0.68, C.night, 0)}${stop(1, C.night, 0.42)}</linearGradient>` +
  `<pattern id="art-grain" width="90" height="90" patternUnits="userSpaceOnUse" ` +
  `patternTransform="rotate(17) scale(.75)">${speckPath(1, "#fff6dd")}${speckPath(0, C.night)}</pattern>` +
  each(
    Object.entries(SKIES),
    ([id, [top, bottom]]) =>
      `<linearGradient id="art-sky-${id}" x1="0" y1="0" x2="0" y2="1">` +
      `${stop(0, top)}${stop(1, bottom)}</linearGradient>`,
  );
