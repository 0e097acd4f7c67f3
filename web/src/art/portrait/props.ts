/** Things that people hold or wear: each is a sign of life that is still seen on a small tile. */

import { C } from "../palette";
import { circle, each, frame, group, line, type Markup, path, polygon, rect, short } from "../svg";

const PLACARD = "#FBF3DF";
const SMOKE = "#ffffffaa";

const props = <K extends string>(styles: Record<K, () => Markup>) => styles;

/** What is held between the lips and so tilts with the head. */
export const SMOKES = props({
  cigarette: () =>
    line("M54.5 58L65 61.5", C.cream, 1.9) +
    circle(65.5, 61.7, 1.2, C.coral) +
    line("M66 60Q70 54 66 48Q63 42 68 36", SMOKE, 1.2),
  cigaretteSide: () =>
    line("M68.5 57.5L79 60", C.cream, 1.9) +
    circle(79.5, 60.1, 1.2, C.coral) +
    line("M80 58Q84 52 80 46Q77 40 82 34", SMOKE, 1.2),
  holder: () =>
    line("M54 58L69 64", "#15130f", 1.5) +
    line("M69 64L74 66", C.cream, 1.8) +
    circle(74.5, 66.2, 1.1, C.coral) +
    line("M75 64Q79 58 75 52Q72 46 77 40", SMOKE, 1.1),
  holderSide: () =>
    line("M68 57.5L83 53", "#15130f", 1.6) +
    line("M83 53L88 51.5", C.cream, 1.9) +
    circle(88.5, 51.3, 1.2, C.coral) +
    line("M89 49Q92 43 88 37Q86 31 90 26", SMOKE, 1.2),
  cigar: () =>
    line("M53.5 58.5L68 62.5", "#5B3517", 3.8) +
    circle(68.5, 62.6, 2, C.coral) +
    line("M69 60Q75 52 70 45Q66 38 72 30", SMOKE, 1.7),
  cigarSide: () =>
    line("M68 57.500L83 60.5", "#5B3517", 4) +
    circle(83.5, 60.6, 2.1, C.coral) +
    line("M84 58Q89 50 85 43Q81 36 86 29", SMOKE, 1.7),
  pipe: () =>
    line("M54 58Q62 59 66 64", "#1d1613", 2) +
    path("M62.5 61H72.500Q73.5 72 67.5 72Q61.5 72 62.5 61Z", "#6B3A1C") +
    path("M68 61H72.500Q73.5 72 67.5 72Q69.5 66 68 61Z", "#4A2510") +
    line("M67 59Q71 52 67 46Q64 40 69 34", SMOKE, 1.4),
  pipeSide: () =>
    line("M68 57.500Q76 58 80 63", "#1d1613", 2.2) +
    path("M75.5 59H87Q88 72 81.5 72Q75 72 75.5 59Z", "#6B3A1C") +
    path("M82 59H87Q88 72 81.5 72Q84 66 82 59Z", "#4A2510") +
    line("M81 57Q86 50 81 43Q78 37 83 31", SMOKE, 1.4),
});

/** What is worn on the chest or spread before it. */
export const WORN = props({
  rose: () =>
    group(
      "translate(66 85)",
      circle(4, 4, 5.6, C.coralDark) +
        circle(4, 4, 3.6, C.coral) +
        line("M2 4Q4 1.5 6 4Q4.5 6.5 3 5", C.coralDark, 0.9) +
        path("M-3 8Q-7 6 -8 10Q-4 12 -3 8Z", C.pine),
    ),
  sash: () => path("M24 84L32 80L66 104H54Z", C.coral) + line("M28 82L60 104", "#fff6", 1),
  orchid: () =>
    group(
      "translate(67 84)",
      path("M0 -6Q5 -3 3 1Q8 -1 8 4Q4 6 1 3Q2 8 -2 8Q-4 4 -1 2Q-6 2 -6 -2Q-2 -5 0 -1Q-2 -4 0 -6Z", "#A94C9E") +
        circle(1, 1, 1.8, C.brassLight),
    ),
  newspaper: () =>
    polygon("4,72 49,66 49,104 4,104", PLACARD) +
    polygon("51,66 96,72 96,104 51,104", "#E3D6B8") +
    line("M50 66V104", "#0005", 1.5) +
    line("M11 77L42 73M58 73L89 77", C.ink, 3.4) +
    line("M11 83L42 79.500M11 87L42 84M11 91L42 89M58 79.500L72 81M58 84L72 85.500M58 88.500L72 90", "#57534A", 1.3) +
    rect(76, 82, 14, 10, "#8B8470") +
    circle(5, 80, 4.5, "#E8BE96") +
    circle(95, 80, 4.5, "#C28A62"),
  piano: () =>
    polygon("0,78 100,72 100,104 0,104", "#17130F") +
    polygon("2,82 98,76.5 98,104 2,104", "#FFFAF0") +
    each([10, 18, 26, 34, 42, 50, 58, 66, 74, 82, 90], (x) =>
      line(`M${x} ${short(81.6 - x * 0.057)}V104`, "#0006", 1),
    ) +
    each([10, 18, 34, 42, 50, 66, 74, 90], (x) => rect(x - 2.3, 81.6 - x * 0.057, 4.6, 8, "#17130F")) +
    line("M0 78L100 72", C.brassLight, 1.3),
  orders: () =>
    path("M24 84L33 79L70 104H56Z", "#2F5FA8") +
    line("M27 83L62 106", C.brassLight, 1.2) +
    group(
      "translate(70 86)",
      path("M0 -8L2 -2L8 0L2 2L0 8L-2 2L-8 0L-2 -2Z", C.brassLight) +
        path("M5 -5L2 0L5 5L0 2L-5 5L-2 0L-5 -5L0 -2Z", C.cream) +
        circle(0, 0, 2, C.coral),
    ) +
    path("M45 80H55L50 86Z", C.coral) +
    circle(50, 88, 3, C.brassLight),
  rosette: () => circle(66, 84, 3.4, C.coral) + circle(66, 84, 1.5, C.brassLight),
});

/** What is held up beside the head. */
export const HELD = props({
  microphone: () =>
    line("M82 62V104", "#2A2E33", 3.2) +
    rect(73, 38, 18, 28, "#B9C0C4", 'rx="9" stroke="#1B1E22" stroke-width="1.6"') +
    path("M82 38A9 9 0 0 1 91 47V57A9 9 0 0 1 82 66Z", "#868F96") +
    line("M74 47H90M74 52H90M74 57H90M78 39V65M86 39V65", "#1B1E22", 1.1) +
    rect(75, 65, 14, 6, "#2A2E33", 'rx="2"'),
  book: () =>
    group(
      "translate(66 48) rotate(8)",
      rect(1, 2, 25, 34, "#0005", 'rx="1.5"') +
        rect(0, 0, 25, 34, "#1F5B4A", 'rx="1.5"') +
        rect(0, 0, 5, 34, "#143E33", 'rx="1.5"') +
        frame(8, 4, 14, 26, 1, C.brassLight, 1) +
        line("M11 10H19M11 14H19", C.brassLight, 1.6) +
        circle(15, 22, 3, C.brassLight),
    ),
  chess: () =>
    group(
      "translate(66 52) scale(.86)",
      path(
        "M10 42V38L13 34Q14 26 12 22H10V19H14Q8 14 12 8Q14 5 18.5 5V2H16.5V-1H18.5V-4H21.5V-1H23.5V2H21.5V5" +
          "Q26 5 28 8Q32 14 26 19H30V22H28Q26 26 27 34L30 38V42Z",
        "#1b1917",
        `stroke="${C.brassLight}" stroke-width="1.1"`,
      ),
    ),
  passport: () =>
    group(
      "translate(66 47) rotate(9)",
      rect(1, 1.5, 25, 34, "#0005", 'rx="2"') +
        rect(0, 0, 25, 34, "#7A1F2B", 'rx="2"') +
        rect(2, 2, 21, 30, PLACARD, 'rx="1"') +
        rect(4, 4.5, 7, 9, "#8CA3AE") +
        line("M13.5 6.500H20.500M13.5 9.500H20.500M13.5 12.500H18", "#57534A", 1.2) +
        group(
          "rotate(-12 13 24)",
          frame(6, 18.5, 14, 10, 1, "#5B3B8C", 1.6) + line("M8.5 22H17.5M8.5 25.5H15", "#5B3B8C", 1.6),
        ),
    ),
  telegram: () =>
    group(
      "translate(66 60) rotate(-10)",
      rect(1, 1.5, 30, 22, "#0005") +
        rect(0, 0, 30, 22, "#F0D890") +
        rect(0, 0, 30, 5.5, "#B5832B") +
        line("M3.5 10H26M3.5 14H22M3.5 18H25", C.ink, 1.8),
    ),
  camera: () =>
    group(
      "translate(63 50)",
      line("M2 8Q-14 20 -22 28M30 8Q34 20 30 30", "#3A2A1C", 1.4) +
        rect(3, -4, 11, 6, "#53585E", 'rx="1.5"') +
        rect(0, 0, 32, 22, "#22262B", 'rx="3"') +
        rect(0, 0, 32, 6, "#A9B0B5", 'rx="2.5"') +
        rect(22, -3, 6, 4, "#D7DCDF", 'rx="1"') +
        circle(16, 12, 9, "#C9CFD3") +
        circle(16, 12, 7, "#14181C") +
        circle(16, 12, 4.2, "#2F6E86") +
        circle(14, 10, 1.7, "#E9F6F6"),
    ),
  dog: () =>
    group(
      "translate(64 48)",
      path("M4 42Q0 24 8 18L3 4Q12 4 16 13Q22 12 26 14Q30 5 38 6L34 20Q39 30 34 42Z", "#FFFAF0") +
        path("M20 13Q22 12 26 14Q30 5 38 6L34 20Q39 30 34 42H22Z", "#DCCFB4") +
        path("M8 18L3 4Q12 4 15 12Q9 14 8 18ZM34 19L38 6Q32 5 27.5 12Q32 14 34 19Z", "#8A5A2E") +
        circle(14.5, 20, 1.9, C.ink) +
        circle(26, 20, 1.9, C.ink) +
        path("M16.5 27Q20.5 25 24.5 27Q23.5 31 20.5 31Q17.5 31 16.5 27Z", C.ink) +
        line("M20.5 31V34M15 34Q18 37 20.5 34Q23 37 26 34", C.ink, 1.1) +
        path("M8 38Q20 43 33 38L33.5 42H6Z", C.coral),
    ),
  bird: () =>
    group(
      "translate(68 42)",
      path("M2 34Q-4 44 -10 46Q-2 36 -1 28Z", "#1C4F86") +
        path("M-1 32C-4 14 6 4 15 5Q24 6 24 15Q23 30 8 35Q2 36 -1 32Z", "#2F86C6") +
        path("M2 30Q4 16 14 16Q18 24 8 33Q4 34 2 30Z", "#1C5C9E") +
        path("M15 20Q22 20 22.5 21Q20 30 10 34Q17 28 15 20Z", "#F2B79A") +
        path("M23.5 10L30 13L23.5 15.500Z", C.brassLight) +
        circle(19, 11, 1.9, C.ink) +
        circle(19.6, 10.5, 0.6, "#fff") +
        line("M8 35V39M12 34V38", C.brass, 1.3),
    ),
  tumbler: () =>
    group(
      "translate(70 54)",
      path("M0 0H22L19.5 26H2.500Z", "#ffffff77", 'stroke="#fff" stroke-width="1.2"') +
        path("M1.2 11H20.800L19.5 26H2.500Z", "#C8822B") +
        rect(5, 7, 8, 8, "#ffffffaa", 'rx="1.5" transform="rotate(14 9 11)"') +
        line("M4 3L5.5 22", "#fffc", 1.2),
    ),
  cipher: () =>
    group(
      "translate(79 62)",
      circle(1, 1.5, 16.5, "#0005") +
        circle(0, 0, 16.5, C.brass) +
        circle(0, 0, 16.5, "none", `stroke="${C.ink}" stroke-width="1"`) +
        circle(0, 0, 14.8, PLACARD) +
        circle(0, 0, 12.5, "none", `stroke="${C.ink}" stroke-width="3.4" stroke-dasharray="1.5 2.43"`) +
        circle(0, 0, 9.2, C.brassLight) +
        circle(0, 0, 7, "none", `stroke="${C.brassDark}" stroke-width="2.8" stroke-dasharray="1.2 1.55"`) +
        circle(0, 0, 3, C.brassDark) +
        line("M0 0V-15", C.coralDark, 1.8),
    ),
  pistol: () =>
    group(
      "translate(66 58) rotate(-62)",
      path("M0 0H26V6H15L14 9H9.500L8 18H1L3.5 6.500L0 5Z", "#1D2126", 'stroke="#C9CFD3" stroke-width=".9"') +
        line("M10 8.500Q11 12.5 14 11.500Q16 10.5 15.5 6.5", "#1D2126", 1.5),
    ),
});
