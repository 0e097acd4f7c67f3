/** Background pictures of the locations, 300×316. They stay upright whatever the quarter-turn. */

import type { Markup } from "../svg";
import { alcantara } from "./alcantara";
import { atlantico } from "./atlantico";
import { avenida } from "./avenida";
import { casino } from "./casino";
import { church } from "./church";
import { garrett } from "./garrett";
import { hellsMouth } from "./hells_mouth";
import { muchaxo } from "./muchaxo";
import { museum } from "./museum";
import { palacio } from "./palacio";
import { portela } from "./portela";
import { tamariz } from "./tamariz";
import { unknownPlace } from "./unknown";

const SCENES: Readonly<Record<string, () => Markup>> = {
  alcantara,
  church,
  palacio,
  tamariz,
  atlantico,
  muchaxo,
  casino,
  hells_mouth: hellsMouth,
  museum,
  avenida,
  garrett,
  portela,
};

export const LOCATION_IDS = Object.keys(SCENES);

const drawn = new Map<string, Markup>();

export function sceneMarkup(location: string): Markup {
  let markup = drawn.get(location);
  if (markup === undefined) {
    markup = SCENES[location]?.() ?? unknownPlace(location);
    drawn.set(location, markup);
  }
  return markup;
}
