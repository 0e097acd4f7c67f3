/** Clothes: cloth, its shaded side and the trim; what bares the shoulders also takes the two tones of the skin. */

import { C } from "../palette";
import { circle, line, type Markup, path, polygon } from "../svg";

type Tones = readonly [light: string, shade: string];
type Clothes = (cloth: string, shade: string, trim: string, skin: Tones) => Markup;

const BODY = "M8 104C8 88 24 82 39 77L50 84L61 77C76 82 92 88 92 104Z";
const SHADED = "M50 84L61 77C76 82 92 88 92 104H50Z";

const SHOULDERS = "M10 104C10 90 26 84 40 78L50 86L60 78C74 84 90 90 90 104Z";
const SHOULDERS_SHADED = "M50 86L60 78C74 84 90 90 90 104H50Z";

/** Black silk shines against black cloth; on any other cloth it is the darker of the two. */
const lapel = (cloth: string, shade: string) => (cloth === "#16181d" ? "#2a2e38" : shade);

const bare = (skin: Tones): Markup => path(SHOULDERS, skin[0]) + path(SHOULDERS_SHADED, skin[1]);

const suit: Clothes = (c, s, t) =>
  path(BODY, c) +
  path(SHADED, s) +
  path("M39 76.5L50 104L61 76.5L57 74.5L50 82L43 74.5Z", "#FBF4E4") +
  path("M50 82L61 76.5L57 74.5L50 82ZM50 82L50 104L57 88Z", "#D9CDB5") +
  polygon("50,82 53.5,85.5 51.8,88 54,104 46,104 48.2,88 46.5,85.5", t) +
  path("M39 76.5L33 81L36 90L33 92L47 104H50L39 76.5ZM61 76.5L67 81L64 90L67 92L53 104H50Z", c) +
  line("M33 81L36 90L33 92L47 104M67 81L64 90L67 92L53 104", "#0005", 1);

const shirt: Clothes = (c, s, t) =>
  path(BODY, c) +
  path(SHADED, s) +
  path("M40 76L50 96L60 76L50 82Z", t) +
  path("M40 75L31 83L45 93L50 98Z", c) +
  path("M60 75L69 83L55 93L50 98Z", c) +
  line("M40 75L31 83L45 93L50 98L55 93L69 83L60 75", "#0004", 1);

const clothes = <K extends string>(styles: Record<K, Clothes>) => styles;

export const CLOTHES = clothes({
  suit,
  /* chalk stripes on dark cloth */
  stripe: (c, s, t, k) =>
    suit(c, s, t, k) +
    line("M14 92V104M20 88V104M26 85V104M32 94V104M68 94V104M74 85V104M80 88V104M86 92V104", "#ffffff55", 0.9),
  bowTie: (c, s, t, k) =>
    suit(c, s, "#FBF4E4", k) +
    path("M50 83.500L40.5 79V88.500ZM50 83.500L59.5 79V88.500Z", t) +
    circle(50, 83.8, 2.4, t),
  tux: (c, s, t) =>
    path(BODY, c) +
    path(SHADED, s) +
    path("M40 76.5L50 104L60 76.5L57 74L50 81L43 74Z", "#FFFAF0") +
    path("M50 81L60 76.5L50 104Z", "#DDD3BF") +
    path("M50 82.5L41 78V88ZM50 82.5L59 78V88Z", t) +
    circle(50, 82.8, 2.3, t) +
    path("M40 76.5Q30 82 34 92L48 104H50ZM60 76.5Q70 82 66 92L52 104H50Z", lapel(c, s)) +
    circle(50, 93, 1, C.ink) +
    circle(50, 99, 1, C.ink),
  uniform: (c, s, t) =>
    path(BODY, c) +
    path(SHADED, s) +
    path("M39 74Q50 82 61 74L63 82Q50 91 37 82Z", c) +
    path("M50 78.5Q57 78 61 74L63 82Q57 86.5 50 87Z", s) +
    polygon("40,77.5 47,81.5 47,86 39,82", t) +
    polygon("60,77.5 53,81.5 53,86 61,82", t) +
    line("M50 87V104", "#0006", 1.2) +
    circle(53.5, 92, 1.5, C.brassLight) +
    circle(53.5, 99, 1.5, C.brassLight) +
    path("M12 92L27 82L31 85L15 95ZM88 92L73 82L69 85L85 95Z", t) +
    line("M58 96h10M58 99h7", C.brassLight, 1.6),
  trench: (c, s, t) =>
    path(BODY, c) +
    path(SHADED, s) +
    path("M41 76L50 88L59 76L56 74L50 80L44 74Z", "#FBF4E4") +
    polygon("50,81 53,85 51.5,90 48.5,90 47,85", t) +
    path("M38 66L29 80L37 97L49 88L42 80Z", c) +
    path("M62 66L71 80L63 97L51 88L58 80Z", s) +
    line("M38 66L29 80L37 97L49 88L42 80M62 66L71 80L63 97L51 88L58 80", "#0006", 1) +
    circle(44, 98, 1.4, "#0007") +
    circle(57, 98, 1.4, "#0007") +
    path("M11 91L26 83L29 86L14 94Z", "#0002"),
  gown: (c, s, _t, k) =>
    bare(k) +
    path("M20 104Q24 94 34 93Q45 90 50 97Q55 90 66 93Q76 94 80 104Z", c) +
    path("M50 97Q55 90 66 93Q76 94 80 104H50Z", s),
  strap: (c, s, _t, k) =>
    bare(k) + path("M30 82L35 80.5L50 100L65 80.5L70 82L76 104H24Z", c) + path("M50 100L65 80.5L70 82L76 104H50Z", s),
  furs: (c, s, t, k) =>
    bare(k) +
    path("M38 104Q42 95 50 98Q58 95 62 104Z", t) +
    path("M6 104Q2 94 10 90Q12 82 21 83Q26 76 34 79Q39 84 35 90Q41 95 37 104Z", c) +
    path("M94 104Q98 94 90 90Q88 82 79 83Q74 76 66 79Q61 84 65 90Q59 95 63 104Z", s) +
    line(
      "M16 92Q20 88 24 92M24 84Q28 82 31 86M28 96Q31 93 34 97M84 92Q80 88 76 92M76 84Q72 82 69 86M72 96Q69 93 66 97",
      "#0004",
      1.2,
    ),
  blouse: (c, s, t) =>
    path(BODY, c) +
    path(SHADED, s) +
    path("M40 75L50 84L36 92L34 80ZM60 75L50 84L64 92L66 80Z", t) +
    path("M50 84L42 81V91ZM50 84L58 81V91Z", t) +
    path("M48 86L44 104H50L52 104L56 104L52 86Z", t) +
    circle(50, 85, 2.6, t) +
    line("M50 84L36 92M50 84L64 92", "#0003", 1),
  jacket: (c, s, t) =>
    path(BODY, c) +
    path(SHADED, s) +
    path("M40 76L50 92L60 76L50 82Z", t) +
    path("M40 76L32 84L40 90L36 94L50 104V92ZM60 76L68 84L60 90L64 94L50 104V92Z", c) +
    line("M40 76L32 84L40 90L36 94L50 104M60 76L68 84L60 90L64 94L50 104", "#0005", 1) +
    path("M62 76L68 84L60 90L64 94L50 104V94Z", s),
  wing: (c, s, t) =>
    path(BODY, c) +
    path(SHADED, s) +
    path("M41 72L50 80L59 72L61 80L50 104L39 80Z", "#FFFAF0") +
    path("M50 80L59 72L61 80L50 104Z", "#DDD3BF") +
    path("M50 81L43 84Q44 94 50 104Q56 94 57 84Z", t) +
    circle(50, 86, 1.7, C.brassLight) +
    path("M39 79L31 86L50 104ZM61 79L69 86L50 104Z", s),
  open: shirt,
  plaid: (c, s, t, k) =>
    shirt(c, s, t, k) +
    line("M16 93V104M25 86V104M75 86V104M84 93V104M10 96H35M66 96H90M20 88H32M68 88H80", "#0006", 1.4),
  sweater: (c, s) =>
    path(BODY, c) +
    path(SHADED, s) +
    path("M39 70Q50 76 61 70L62 82Q50 88 38 82Z", c) +
    path("M50 74Q57 73.5 61 70L62 82Q57 85 50 85.5Z", s) +
    line("M42 74V83M46 75.5V84.8M54 75.5V84.8M58 74V83", "#0003", 1),
  /* an overcoat with a silk scarf wound under its collar */
  coat: (c, s, t) =>
    path(BODY, c) +
    path(SHADED, s) +
    path("M39 69Q50 77 61 69L64 80Q50 90 36 80Z", t) +
    path("M50 74Q57 74 61 69L64 80Q58 85 50 85.500Z", "#0002") +
    path("M44 83L54 84L57 104H45Z", t) +
    line("M40 75Q50 82 60 75M48 86L49 102M53 86L54 102", "#0003", 1) +
    path("M37 70L25 80L34 104H44L41 84Z", c) +
    path("M63 70L75 80L66 104H57L59 84Z", s) +
    line("M37 70L25 80L34 104M63 70L75 80L66 104", "#0005", 1),
  /* a tunic with a closed standing collar */
  tunic: (c, s, t) =>
    path(BODY, c) +
    path(SHADED, s) +
    path("M40 70Q50 77 60 70L62 81Q50 88 38 81Z", c) +
    path("M50 75Q56 74 60 70L62 81Q57 84.5 50 85Z", s) +
    polygon("39.5,74 46,77.5 46,83 38.5,80", t) +
    polygon("60.5,74 54,77.5 54,83 61.5,80", t) +
    line("M50 76V104", "#0006", 1.2) +
    circle(52.5, 90, 1.5, C.brassLight) +
    path("M12 92L28 82L32 85L15 96ZM88 92L72 82L68 85L85 96Z", t) +
    line("M16 92L29 84M84 92L71 84", C.brassLight, 1),
  /* puffed sleeves and a laced bodice */
  dirndl: (c, s, t, k) =>
    bare(k) +
    path("M6 104Q4 86 22 84Q34 84 36 104ZM94 104Q96 86 78 84Q66 84 64 104Z", "#FFF6E6") +
    path("M94 104Q96 86 78 84Q66 84 64 104Z", "#E0D3BB") +
    path("M32 88Q42 94 50 92Q58 94 68 88L70 104H30Z", "#FFF6E6") +
    path("M32 86L40 94L43 104H28ZM68 86L60 94L57 104H72Z", c) +
    path("M68 86L60 94L57 104H72Z", s) +
    line("M43 97L57 101M57 97L43 101", t, 1.4),
});
