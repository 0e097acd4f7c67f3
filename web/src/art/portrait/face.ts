/** Faces, seen from the front or from the side. The shaded half is cut along the nose, so the nose needs no line. */

import { circle, group, line, type Markup, mirror, path } from "../svg";
import type { Recipe } from "./recipe";

export const SKINS = {
  pale: ["#F8DDC2", "#D29C7C"],
  fair: ["#F2C8A0", "#C28A62"],
  olive: ["#E3B384", "#A57248"],
  brown: ["#B07348", "#70422A"],
  sallow: ["#EFCB9B", "#BC8A57"],
} as const;

/** A jaw: where the brow's curve begins, its right half down to the chin, and back up the left. */
const jaw = (top: number, right: string, left: string) => ({ top, right, left });

export const JAWS = {
  oval: jaw(25.75, "C58.5 25.75 67 30.5 67 40C67 53 60 65 50 66", "C40 65 33 53 33 40C33 30.5 41.5 25.75 50 25.75"),
  square: jaw(
    25.25,
    "C58.5 25.25 67 29.5 67 38L66 53C64.5 59 58 66 50 66",
    "C42 66 35.5 59 34 53L33 38C33 29.5 41.5 25.25 50 25.25",
  ),
  long: jaw(
    24.5,
    "C57.75 24.5 65.5 29 65.5 38C65.5 54 59 69 50 70",
    "C41 69 34.5 54 34.5 38C34.5 29 42.25 24.5 50 24.5",
  ),
  round: jaw(
    26.25,
    "C59.25 26.25 68.5 31.5 68.5 42C69 56 60 65 50 65.5",
    "C40 65 31 56 31.5 42C31.5 31.5 40.75 26.25 50 26.25",
  ),
  heart: jaw(
    24.25,
    "C58.75 24.25 67.5 28.5 67.5 37C67.5 50 57 64 50 66.5",
    "C43 64 32.5 50 32.5 37C32.5 28.5 41.25 24.25 50 24.25",
  ),
  heavy: jaw(
    24.25,
    "C58.5 24.25 67 28.5 67 37L68 54C66 63 59 67.5 50 67.5",
    "C41 67.5 34 63 32 54L33 37C33 28.5 41.5 24.25 50 24.25",
  ),
} as const;

/** From the chin up along the mouth, under the nose and over its bridge. */
const NOSES = {
  straight: "L51 59L50.3 53L50 50.2Q52 50.6 53.4 48.8C53.6 46.5 50.3 42 49.3 36Z",
  long: "L51 59L50.3 54L50 51.8Q52.5 52.4 54.4 50.4C54.6 48 50 42 49 36Z",
  hook: "L51 59L50.3 54L50 51.3Q52.5 52 54.6 50C55.6 45 52 39 49 35Z",
} as const;

const PROFILE_NOSES = {
  straight: "L73.3 48.7C73.3 51 71 51.5 69.3 52",
  long: "L75 49.5C75 52 71.5 52 69.5 52.5",
  hook: "C70.2 42.5 73.6 45.5 73.2 50C72.4 52.4 71 52.2 69.3 52.6",
} as const;
const WOMANS_PROFILE_NOSE = "Q68.5 45 72.8 47.6C73 49.8 70.5 50.6 69.3 51.4";

export const BROWS = {
  flat: "M37.5 36.2Q42 33.6 46.8 35.6",
  thick: "M37 36.2Q42 33.2 47.2 35.8",
  bushy: "M36.5 36.6Q42 32.6 47.4 36",
  arch: "M37 35.5Q41 31 47 34.6",
  angry: "M37.5 33.8Q42.5 33.8 47.2 37",
  sad: "M37.5 37Q42 34 46.8 33.5",
} as const;

const BROW_WIDTHS: Partial<Record<keyof typeof BROWS, number>> = { thick: 3, bushy: 4.2 };

/** Hair that leaves the crown of the head to be seen. */
const CROWNLESS: ReadonlySet<string> = new Set(["bald", "recede"]);

const LASHES = "#1d1512",
  LIP_LINE = "#5a2a1e",
  EYESHADOW = "#7c5a6a",
  HAIR_BROWN = "#2a1c14";

/** The colour of brows and whiskers if nothing else is said. */
export const hairColour = (r: Recipe): string => r.hair?.[1] ?? HAIR_BROWN;

const mouths = {
  plain: () => line("M45.5 57.4Q50 58.4 54.5 57.2", LIP_LINE, 1.5),
  grim: () => line("M45 58.2Q50 56.6 55 58.2", LIP_LINE, 1.5),
  smirk: () => line("M45 57.6Q51 59 55.4 55.8", LIP_LINE, 1.5),
  smile: () => path("M44.5 56Q50 58 55.5 56Q50 62 44.5 56Z", "#fff6e6") + line("M44 55.8Q50 58 56 55.8", LIP_LINE, 1.2),
};

export type Mouth = keyof typeof mouths;
export type Nose = keyof typeof NOSES;

export function frontFace(r: Recipe): Markup {
  const [light, shade] = SKINS[r.skin ?? "fair"];
  const { top, right, left } = JAWS[r.jaw ?? "oval"];
  const { lips } = r;
  const browStyle = r.brow ?? (lips ? "arch" : "flat");
  const brow = line(BROWS[browStyle], r.brows ?? hairColour(r), BROW_WIDTHS[browStyle] ?? (lips ? 1.1 : 2));
  const sleepy = r.eye === "sleepy";
  const eye = group(
    "translate(42.4 40.6)",
    (lips ? path("M-4.6 -.3Q0 -5 4.6 -.8Q0 -2.6 -4.6 -.3Z", r.eyeshadow ?? EYESHADOW, 'opacity=".75"') : "") +
      line(sleepy ? "M-4 .2Q0 -1.2 4 .2" : "M-4 .6Q0 -2.8 4 .2", LASHES, lips ? 1.7 : 1.3) +
      circle(0.2, 0.7, sleepy ? 1.25 : 1.65, r.eyes ?? LASHES) +
      (lips ? "" : line("M-2.5 2.8Q0 3.5 2.6 2.7", shade, 0.7)),
  );
  const mouth = lips
    ? path("M44.4 57Q48 54 50 55.6Q52 54 55.6 57Q50 58.2 44.4 57Z", lips[1]) +
      path("M44.4 57Q50 58.2 55.6 57Q50 62.8 44.4 57Z", lips[0])
    : mouths[r.mouth ?? "plain"]() + line("M48.6 61.9Q50 62.5 51.6 61.9", shade, 1.1);
  return (
    path("M41 54H59V72Q60 78 66 80L50 92L34 80Q40 78 41 72Z", light) +
    path("M41 60Q50 72 59 60V72Q60 78 66 80L50 92L50 72Q44 70 41 66Z", shade) +
    path("M33.5 40Q29.5 38 30.5 44Q31.5 50 35 49Z", light) +
    path("M66.5 40Q70.5 38 69.5 44Q68.5 50 65 49Z", shade) +
    (r.hair && CROWNLESS.has(r.hair[0])
      ? path("M33.2 40C33 12 67 12 66.8 40Z", light) + path("M50 19C59 19 66.9 25 66.8 40H50Z", shade)
      : "") +
    path(`M50 ${top}${right}${left}Z`, light) +
    path(`M50 ${top}${right}${NOSES[r.nose ?? "straight"]}`, shade) +
    (r.cheek ? path("M34.5 47Q39 46 41 51Q39 56 35.5 54.500Z", r.cheek, 'opacity=".55"') : "") +
    (r.stubble
      ? path("M35 51Q40 54 44 53Q50 51 56 53Q60 54 65 51Q63 62 50 65Q37 62 35 51Z", r.stubble, 'opacity=".28"')
      : "") +
    brow +
    mirror(brow) +
    eye +
    mirror(eye) +
    (lips ? line("M38.8 40.8L36.2 39.2M61.2 40.8L63.8 39.2", LASHES, 1.3) : "") +
    mouth
  );
}

export function sideFace(r: Recipe): Markup {
  const [light, shade] = SKINS[r.skin ?? "fair"];
  const { lips } = r;
  const nose = r.nose ? PROFILE_NOSES[r.nose] : lips ? WOMANS_PROFILE_NOSE : PROFILE_NOSES.straight;
  const head =
    `M39 40C37 20 62 14 67 29L67.6 36C67.6 38 67 39 67.5 40.5${nose}L70 54.6L68.5 56.6L69.3 59` +
    "C68.6 60.6 67.5 61 68 62.6C69 66 66.5 69 62.5 69C57.5 69 54 66.5 51.5 63L52 74Q53 79 58 81L46 92L30 82" +
    "Q36 78 36 72L37 56Z";
  return (
    path(head, light) +
    path(
      "M39 40C38 29 42.5 23 48 21C50 34 50 44 51 50Q53 60 62.5 69C57.5 69 54 66.5 51.5 63L52 74Q53 79 58 81L46 92" +
        "L30 82Q36 78 36 72L37 56Z",
      shade,
    ) +
    (r.cheek ? path("M57 51Q62 49 64 54Q60 58 56 55Z", r.cheek, 'opacity=".5"') : "") +
    (r.stubble
      ? path(
          "M55.5 61Q62 61 68.8 59.500L68 62.600C69 66 66.5 69 62.5 69C58.5 69 56 66.5 55.5 61Z",
          r.stubble,
          'opacity=".2"',
        )
      : "") +
    path("M45 43Q51 39 51.5 45.5Q51.5 51.5 47 52.5Q44.5 48 45 43Z", light) +
    line("M47 44.5Q49.8 43.5 49 47.5", shade, 1) +
    line(
      lips ? "M59.5 35.5Q63.5 32 67.5 35.2" : "M59.5 36.3Q63.5 34 67.8 36",
      r.brows ?? hairColour(r),
      lips ? 1.2 : (r.brow && BROW_WIDTHS[r.brow]) || 2.2,
    ) +
    (lips ? path("M60 40Q63 36.5 66.5 39.5Q63 38.6 60 40Z", r.eyeshadow ?? EYESHADOW, 'opacity=".7"') : "") +
    line("M60.4 41Q63.2 38.6 66.3 40.6", LASHES, lips ? 1.7 : 1.3) +
    circle(64.5, 41.2, 1.4, r.eyes ?? LASHES) +
    (lips ? line("M60.6 41L58.6 40", LASHES, 1.2) : "") +
    (lips
      ? path("M69.6 54.2L64.8 56.7L68.5 57Z", lips[1]) +
        path("M64.8 56.7L68.5 56.8L69.4 59Q66.5 60.2 64.8 56.7Z", lips[0])
      : line("M68.6 56.8L64.8 57.3", LIP_LINE, 1.3))
  );
}
