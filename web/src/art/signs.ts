/** The six ability signs, 32×32. */

import { C } from "./palette";
import { circle, line, type Markup, mirror, path, rect, ring } from "./svg";

interface Sign {
  readonly colour: string;
  readonly draw: (ground: string) => Markup;
}

const LIGHT = C.cream;
const PROFILE =
  "M16 5.8C11.8 5.6 9 8.4 9 12L6.4 16.4L8.6 17.2V18.6L8 19.4L8.8 20.2L8.6 21.6Q8.9 23.2 11.8 22.6L12.3 26.4H16Z";

const SIGNS: Readonly<Record<string, Sign>> = {
  assassin: {
    colour: "#9E2A1F",
    draw: () =>
      path("M6.2 11.2H25.4V15.4H17.6L16.9 17.4H13.6L12.2 23.6H7L9.2 15.6L6.2 14.6Z", LIGHT) +
      line("M13.9 17.2q.4 2.6 3 2.4q1.6-.4 1.4-3.8", LIGHT, 1.3) +
      rect(24, 9.8, 1.9, 2, LIGHT),
  },
  conspiracy: {
    colour: "#55356B",
    draw: (ground) =>
      path(
        "M5 12.2Q10.5 9.4 16 12Q21.5 9.4 27 12.2Q27.6 21 21.4 21.3Q18 21.2 16 17.6Q14 21.2 10.6 21.3Q4.4 21 5 12.2Z",
        LIGHT,
      ) + path("M8 14.9Q10.8 13 13.8 15.6Q11 18.4 8 14.9ZM24 14.9Q21.2 13 18.2 15.6Q21 18.4 24 14.9Z", ground),
  },
  nationalism: {
    colour: "#1B4F80",
    draw: () =>
      line("M9.8 6.6V25.6", LIGHT, 2.2) +
      circle(9.8, 6, 1.7, LIGHT) +
      path("M11 8Q15.5 5.6 19 8Q22 10 25.5 8.2V17.2Q22 19.2 19 17.2Q15.5 14.8 11 17.2Z", LIGHT),
  },
  seduction: {
    colour: "#BF3A5F",
    draw: (ground) =>
      path(
        "M16 25.2C8.5 19.6 5.6 16 6.4 11.8C7.2 7.8 13 6.7 16 11C19 6.7 24.8 7.8 25.6 11.8C26.4 16 23.5 19.6 16 25.2Z",
        LIGHT,
      ) + line("M9.6 12.8q.5-2.4 2.8-2.6", ground, 1.4),
  },
  diplomacy: {
    colour: "#2B6A4D",
    draw: (ground) =>
      path("M16 5.4L25 8.2V15.6Q25 22.6 16 26.6Q7 22.6 7 15.6V8.2Z", LIGHT) +
      line("M12 20.5Q16.5 17 19.5 10.8", ground, 1.5) +
      path(
        "M14.3 18.8q-3.3.2-3.6-2.8q3.2-.3 3.6 2.8M16.7 16q-3.3-.6-2.7-3.6q3.1.5 2.7 3.6" +
          "M16.3 17.4q.2-3.2 3.3-3q.1 3-3.3 3M18.4 14q.9-2.9 3.7-2q-.6 2.9-3.7 2",
        ground,
      ),
  },
  double_agent: {
    colour: "#1C1F24",
    draw: (ground) =>
      path("M16 0A16 16 0 0 1 16 32Z", LIGHT) +
      path(PROFILE, LIGHT) +
      mirror(path(PROFILE, ground), 16) +
      circle(11.6, 13.6, 1.1, ground) +
      circle(20.4, 13.6, 1.1, LIGHT),
  },
};

/** The symbols that have a sign, as the content names them. */
export const SYMBOLS = Object.keys(SIGNS);

/** A sign; void, it is grey and struck through. */
export function signMarkup(symbol: string, isVoid = false): Markup {
  const sign = SIGNS[symbol];
  const ground = isVoid ? "#8D8779" : (sign?.colour ?? "#5A6670");
  return (
    circle(16, 16, 16, ground) +
    (sign ? sign.draw(ground) : circle(16, 16, 5, LIGHT)) +
    ring(16, 16, 14.9, isVoid ? "#D8D0BE" : C.brassLight, 1.5) +
    (isVoid ? line("M5 27L27 5", C.coralDark, 3) : "")
  );
}
