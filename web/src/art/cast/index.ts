/** Who is built from which parts. Ids are those of the content. */

import { type Bust, bust } from "../portrait/bust";
import type { Recipe } from "../portrait/recipe";
import { stranger } from "../portrait/stranger";
import { BASE } from "./base";
import { CHARACTERS } from "./characters";
import { DOUBLE_AGENT } from "./double_agent";
import { PROMO } from "./promo";
import { STARTING } from "./starting";
import { VIP } from "./vip";

const CAST: Readonly<Record<string, Recipe>> = {
  ...STARTING,
  ...BASE,
  ...DOUBLE_AGENT,
  ...PROMO,
  ...VIP,
  ...CHARACTERS,
};

/** Who has a portrait of his or her own. */
export const PORTRAIT_IDS = Object.keys(CAST);

export const isStarting = (id: string): boolean => id in STARTING;

const drawn = new Map<string, Bust>();

/** The bust of a character, 100×100; somebody unknown gets a face that follows from the id. */
export function bustOf(id: string, woman = false): Bust {
  const key = CAST[id] ? id : `${id} ${woman}`;
  let made = drawn.get(key);
  if (!made) {
    made = bust(CAST[id] ?? stranger(id, woman));
    drawn.set(key, made);
  }
  return made;
}
