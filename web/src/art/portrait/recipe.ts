/** A face is a recipe, not a drawing: this is what one may say. All parts share anchor points, so each fits each. */

import type { CLOTHES } from "./clothes";
import type { BROWS, JAWS, Mouth, Nose, SKINS } from "./face";
import type { GLASSES } from "./glasses";
import type { HAIR } from "./hair";
import type { HATS } from "./hats";
import type { EARRINGS, NECKLACES } from "./jewels";
import type { HELD, SMOKES, WORN } from "./props";
import type { WHISKERS } from "./whiskers";

export interface Recipe {
  /** Seen from the side instead of from the front. */
  readonly side?: true;
  /** Mirrored, so that the light falls from the other side. */
  readonly flip?: true;
  /** The head's tilt in degrees. */
  readonly tilt?: number;
  readonly jaw?: keyof typeof JAWS;
  readonly skin?: keyof typeof SKINS;
  readonly nose?: Nose;
  readonly mouth?: Mouth;
  readonly brow?: keyof typeof BROWS;
  /** The colour of the brows where it is not the hair's. */
  readonly brows?: string;
  readonly eye?: "sleepy";
  readonly eyes?: string;
  /** Painted lips, with the painted eyes that go with them: light and dark. */
  readonly lips?: readonly [string, string];
  readonly eyeshadow?: string;
  readonly cheek?: string;
  readonly stubble?: string;
  readonly hair?: readonly [style: keyof typeof HAIR, colour: string];
  readonly hat?: readonly [style: keyof typeof HATS, crown: string, band: string, shade: string];
  readonly glasses?: keyof typeof GLASSES;
  readonly rim?: string;
  readonly whiskers?: keyof typeof WHISKERS;
  /** The colour of the whiskers where it is not the hair's. */
  readonly beard?: string;
  readonly wear: readonly [style: keyof typeof CLOTHES, cloth: string, shade: string, trim: string];
  readonly necklace?: keyof typeof NECKLACES;
  readonly earrings?: keyof typeof EARRINGS;
  readonly jewel?: string;
  readonly brooch?: true;
  readonly smoke?: keyof typeof SMOKES;
  readonly worn?: keyof typeof WORN;
  readonly held?: keyof typeof HELD;
}
