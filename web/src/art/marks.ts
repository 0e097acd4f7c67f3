/** Small marks: the shield, the eye of a peek, the folder of a Top Secret space, the star of a reward. */

import { C } from "./palette";
import { star } from "./shapes";
import { circle, line, type Markup, path, rect } from "./svg";

/** How far a peek reaches. */
export type Reach = "here" | "near" | "anywhere";

const SHIELD = "M16 1L29 5V16Q29 27 16 33Q3 27 3 16V5Z";

/** The white shield that Diplomacy gives, 32×34. */
export const shieldMarkup = (): Markup =>
  path(SHIELD, "#0007", 'transform="translate(1 1.5)"') +
  path(SHIELD, "#FFFDF6", `stroke="${C.ink}" stroke-width="1.6"`) +
  path("M16 4.2L26 7.3V16Q26 24.8 16 29.6Q6 24.8 6 16V7.3Z", "none", `stroke="${C.pine}" stroke-width="1.5"`) +
  line("M11.5 23Q17 18.5 20.5 10", C.pine, 1.9) +
  path(
    "M14 20.5q-4 .2-4.3-3.4q3.9-.3 4.3 3.4M17 16.8q-4-.7-3.3-4.3q3.8.5 3.3 4.3" +
      "M16.6 18.8q.2-3.9 4-3.6q.1 3.6-4 3.6M19.2 14.3q1-3.5 4.5-2.4q-.7 3.4-4.5 2.4",
    C.pine,
  );

/** An eye, 30×20: alone it looks here, between arrowheads next door too, in a globe anywhere. */
export function peekMarkup(reach: Reach, light: string = C.cream, dark: string = C.deep): Markup {
  const eye = path("M5 10Q15 1 25 10Q15 19 5 10Z", light) + circle(15, 10, 4.2, dark) + circle(16.3, 8.6, 1.3, light);
  switch (reach) {
    case "here":
      return eye;
    case "near":
      return eye + path("M2.2 6.8L-1 10L2.2 13.2ZM27.8 6.8L31 10L27.8 13.2Z", light);
    case "anywhere":
      return eye + line("M-1.5 10A16.5 11.5 0 0 1 31.5 10A16.5 11.5 0 0 1 -1.5 10ZM15 -1.5V2M15 18V21.5", light, 1.5);
  }
}

/** A closed folder with a red band, 24×24. */
export const secretMarkup = (): Markup =>
  path("M0 4Q0 2 2 2H9L11.5 5H22Q24 5 24 7V20Q24 22 22 22H2Q0 22 0 20Z", C.manilaDark) +
  path("M0 9Q0 7.5 2 7.5H22Q24 7.5 24 9V20Q24 22 22 22H2Q0 22 0 20Z", C.manila) +
  rect(3.5, 11.5, 17, 6.5, C.coralDark, 'rx="1" transform="rotate(-8 12 15)"') +
  line("M6.5 15.6L17.5 14", C.manila, 1.6);

/** The star of a reward around the origin, 20×20. */
export const rewardStar = (): Markup => path(star(0, 0, 10.4), C.ink);
