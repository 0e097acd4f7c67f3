/** Faces for characters that nobody has drawn: put together from parts, always the same for one id. */

import { chooser } from "../chance";
import type { Recipe } from "./recipe";

const HAIR = ["#17120F", "#33221A", "#6A4A30", "#8E3B1C", "#C99C54", "#8C8782"] as const;
const CLOTH = [
  ["#33466A", "#25344F"],
  ["#5A4A3A", "#43372B"],
  ["#4B3B5A", "#372A44"],
  ["#4E6B45", "#385033"],
  ["#6E6A5C", "#545145"],
  ["#7C2F33", "#5C2125"],
] as const;
const TRIM = ["#E5B64F", "#7D2F26", "#E9DFC9", "#2C8F8A"] as const;

export function stranger(id: string, woman: boolean): Recipe {
  const pick = chooser(id);
  const hair = pick(HAIR);
  const [cloth, shade] = pick(CLOTH);
  const [felt, feltShade] = pick(CLOTH);
  const trim = pick(TRIM);
  const both = { skin: pick(["pale", "fair", "olive"] as const), tilt: pick([-5, -3, 0, 3, 5]) };
  if (woman)
    return {
      ...both,
      jaw: pick(["oval", "heart", "round"] as const),
      hair: [pick(["bob", "wave", "updo", "rolls", "center", "curls"] as const), hair],
      lips: pick([
        ["#C8324A", "#8E1F38"],
        ["#D4566A", "#A33350"],
      ] as const),
      ...pick([
        {},
        { hat: [pick(["tilt", "wide", "turban", "plume", "beret"] as const), felt, trim, feltShade] as const },
      ]),
      wear: [pick(["jacket", "blouse", "strap", "trench"] as const), cloth, shade, trim],
      ...pick([{}, { necklace: "pearls" as const }, { earrings: "hoops" as const }]),
    };
  return {
    ...both,
    jaw: pick(["oval", "square", "long", "round", "heavy"] as const),
    nose: pick(["straight", "long", "hook"] as const),
    mouth: pick(["plain", "grim", "smirk", "smile"] as const),
    hair: [pick(["slick", "part", "recede", "tousle", "widow", "bald"] as const), hair],
    ...pick([
      {},
      {
        hat: [
          pick(["fedora", "homburg", "bowler", "flat", "beret", "panama"] as const),
          felt,
          trim,
          feltShade,
        ] as const,
      },
    ]),
    ...pick([{}, {}, { glasses: pick(["round", "horn", "dark"] as const) }]),
    ...pick([{}, {}, { whiskers: pick(["pencil", "chevron", "handlebar", "goatee", "beard"] as const) }]),
    wear: [pick(["suit", "trench", "jacket", "bowTie", "sweater"] as const), cloth, shade, trim],
    ...pick([{}, {}, { smoke: pick(["cigarette", "pipe"] as const) }]),
  };
}
