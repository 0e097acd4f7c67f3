/** Who is built from which parts. Ids are those of the content. */

import { bust } from '../portrait/bust';
import type { Recipe } from '../portrait/recipe';
import { stranger } from '../portrait/stranger';
import type { Markup } from '../svg';
import { BASE } from './base';
import { DOUBLE_AGENT } from './double_agent';
import { PROMO } from './promo';
import { STARTING } from './starting';
import { VIP } from './vip';

export const CAST: Readonly<Record<string, Recipe>> = { ...STARTING, ...BASE, ...DOUBLE_AGENT, ...PROMO, ...VIP };

export const isStarting = (id: string): boolean => id in STARTING;

const drawn = new Map<string, Markup>();

/** The bust of a character, 100×100; somebody unknown gets a face that follows from the id. */
export function bustOf(id: string, woman = false): Markup {
  const key = CAST[id] ? id : `${id} ${woman}`;
  let markup = drawn.get(key);
  if (markup === undefined) {
    markup = bust(CAST[id] ?? stranger(id, woman));
    drawn.set(key, markup);
  }
  return markup;
}
