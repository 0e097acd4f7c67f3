/** A bust from a recipe, 100×100. */

import { C } from "../palette";
import { circle, group, line, type Markup, mirror, path, ring } from "../svg";
import { CLOTHES } from "./clothes";
import { frontFace, hairColour, SKINS, sideFace } from "./face";
import { GLASSES } from "./glasses";
import { HAIR } from "./hair";
import { HATS } from "./hats";
import { EARRINGS, NECKLACES } from "./jewels";
import { HELD, SMOKES, WORN } from "./props";
import type { Recipe } from "./recipe";
import { WHISKERS } from "./whiskers";

const BRIMMED: ReadonlySet<string> = new Set([
  "fedora",
  "homburg",
  "bowler",
  "boater",
  "wide",
  "officer",
  "flat",
  "top",
  "tyrol",
  "corners",
  "panama",
]);
const BARE: ReadonlySet<string> = new Set(["gown", "strap", "furs", "dirndl"]);

/** Profiles stand a little further back and higher, so that the chin clears the collar. */
const SIDE_STEP = "translate(-4 -6)";

const sideGlasses = (style: string, rim: string): Markup =>
  style === "dark"
    ? path("M58.5 38H68.500Q69 46.5 63.5 46.500Q58.5 46 58.5 38Z", rim) + line("M58.5 39.500L48 42.5", rim, 1.6)
    : ring(64, 41, 5, rim, 1.4, "#fff3") + line("M59 40L48 43", rim, 1.3);

function head(r: Recipe): Markup {
  const beard = r.beard ?? hairColour(r);
  const [, hair] = HAIR[r.hair?.[0] ?? "none"](hairColour(r));
  if (r.side) {
    const ear =
      r.earrings === "hoops" ? ring(47, 57, 4.4, C.brassLight, 1.9) : circle(47.5, 54, 2, r.jewel ?? C.brassLight);
    return (
      sideFace(r) +
      (r.whiskers ? WHISKERS.side(beard) : "") +
      hair +
      (r.glasses ? sideGlasses(r.glasses, r.rim ?? "#1c1a18") : "") +
      (r.earrings ? ear : "")
    );
  }
  return (
    frontFace(r) +
    (r.whiskers ? WHISKERS[r.whiskers](beard) : "") +
    hair +
    (r.glasses ? GLASSES[r.glasses](r.rim ?? "#1c1a18") : "") +
    (r.earrings ? EARRINGS[r.earrings](r.jewel) : "") +
    (r.hat && BRIMMED.has(r.hat[0])
      ? path("M34.5 28H65.500V37Q60 40 50 38.500Q40 40 34.5 37Z", "#1a0d0a", 'opacity=".3"')
      : "")
  );
}

function body(r: Recipe): Markup {
  const [style, ...cloth] = r.wear;
  const clothes = CLOTHES[style](...cloth, SKINS[r.skin ?? "fair"]);
  return r.side ? group(SIDE_STEP, clothes) : style === "gown" ? group("translate(0 -6)", clothes) : clothes;
}

export interface Bust {
  readonly figure: Markup;
  /** What is held up beside the head, in the same space. */
  readonly held: Markup;
  /** The figure leaves room at the right for what it holds or smokes. */
  readonly aside: boolean;
}

export function bust(r: Recipe): Bust {
  const tilted = (kids: Markup) => (r.tilt ? group(`rotate(${r.tilt} 50 74)`, kids) : kids);
  const stepped = (kids: Markup) => (r.side && kids ? group(SIDE_STEP, kids) : kids);
  const [behind] = HAIR[r.hair?.[0] ?? "none"](hairColour(r));
  const hat = r.hat ? HATS[r.hat[0]](r.hat[1], r.hat[2], r.hat[3]) : "";
  const [face, clothes] = [tilted(head(r)), body(r)];
  const all =
    tilted(behind) +
    (BARE.has(r.wear[0]) ? clothes + face : face + clothes) +
    stepped((r.necklace ? NECKLACES[r.necklace](r.jewel) : "") + (r.brooch ? NECKLACES.brooch() : "")) +
    tilted((r.side && hat ? group("translate(2.5 1)", hat) : hat) + (r.smoke ? SMOKES[r.smoke]() : "")) +
    (r.worn ? WORN[r.worn]() : "");
  return {
    figure: r.flip ? mirror(all) : all,
    held: r.held ? HELD[r.held]() : "",
    aside: Boolean(r.held || (r.side && r.smoke)),
  };
}
