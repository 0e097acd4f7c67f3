/** The poster of the first screen, 1440×900: two people on the promenade at sundown. The page lays words over it. */

import { bust } from "../portrait/bust";
import type { Recipe } from "../portrait/recipe";
import { grain, rays } from "../shapes";
import { circle, each, group, line, type Markup, path, rect, short } from "../svg";
import { airliner } from "./airliner";
import { castle } from "./castle";
import { palm, pine } from "./plants";

const WIDTH = 1440,
  HEIGHT = 900;

const MAN: Recipe = {
  side: true,
  skin: "olive",
  hair: ["sideSlick", "#1B1411"],
  hat: ["fedora", "#2B3644", "#A5301D", "#1A222D"],
  wear: ["trench", "#B99B66", "#8F7546", "#A5301D"],
  smoke: "cigaretteSide",
};
const WOMAN: Recipe = {
  side: true,
  flip: true,
  skin: "pale",
  hair: ["sideWave", "#7D2A14"],
  brows: "#5B1F0F",
  lips: ["#C8324A", "#8E1F38"],
  cheek: "#E48B78",
  eyeshadow: "#3B6F8A",
  hat: ["wide", "#FFF3DC", "#E2543B", "#DCC9A0"],
  wear: ["gown", "#A5301D", "#7C2113", "#fff"],
  necklace: "rope",
  earrings: "drop",
};

const numbers = (count: number) => Array.from({ length: count }, (_, i) => i);

const house = (x: number, y: number, w: number, h: number): Markup =>
  rect(x, y, w, h, "#FFF8E7") +
  rect(x + w * 0.56, y, short(w * 0.44), h, "#DCCFAE") +
  rect(x - 4, y - 5, w + 8, 6, "#E2543B") +
  each(
    numbers(Math.floor(w / 16)),
    (i) =>
      rect(x + 7 + i * 16, y + 10, 7, 10, "#15456B") + (h > 46 ? rect(x + 7 + i * 16, y + 30, 7, 10, "#15456B") : ""),
  );

/** One wave of the pavement, wider the nearer it is. */
function wave(i: number): Markup {
  const y = short(700 + i * i * 5.6 + i * 9);
  const [thick, swing, length] = [6 + i * 5, 7 + i * 4, 130 + i * 34];
  const count = Math.ceil((WIDTH + 120) / length);
  const there = `q${length / 4} ${-swing} ${length / 2} 0t${length / 2} 0`.repeat(count);
  const back = `q${-length / 4} ${swing} ${-length / 2} 0t${-length / 2} 0`.repeat(count);
  return path(`M-60 ${y}${there}v${thick}${back}Z`, "#2A3F4E", 'opacity=".88"');
}

const baluster = (i: number): Markup => {
  const x = i * 60;
  return (
    path(`M${x + 10} 676Q${x + 4} 660 ${x + 12} 650H${x + 24}Q${x + 32} 660 ${x + 26} 676Z`, "#FFF8E7") +
    path(`M${x + 18} 650H${x + 24}Q${x + 32} 660 ${x + 26} 676H${x + 18}Z`, "#D9CBA9")
  );
};

export const posterMarkup = (): Markup =>
  rect(0, 0, WIDTH, HEIGHT, "url(#art-sky-poster) #3FA0B8") +
  rays(470, 500, 34, "#FFF3CF", 1500, 0.046, "", 0.34) +
  circle(470, 500, 168, "#F6C65A") +
  circle(470, 500, 150, "#FBD978") +
  /* the sea and the sun in it */
  rect(0, 500, WIDTH, 400, "url(#art-sky-poster-sea) #1F7F98") +
  each(numbers(7), (i) =>
    line(
      `M${330 + i * 9} ${512 + i * 13}H${610 - i * 7}`,
      "#FFF1C4",
      short(5 - i * 0.4),
      `opacity="${short(0.9 - i * 0.1)}"`,
    ),
  ) +
  path("M0 560Q180 540 360 560T720 560T1080 560T1440 560V900H0Z", "#1F7F98") +
  path("M0 610Q180 586 360 610T720 610T1080 610T1440 610V900H0Z", "#17688A") +
  /* the coast */
  path("M640 506Q720 450 820 446Q930 400 1060 412Q1240 380 1440 400V560Q1000 590 820 560Q720 548 640 506Z", "#3F6B47") +
  path("M700 520Q800 480 900 486Q1060 452 1440 470V580Q1000 600 840 566Q760 552 700 520Z", "#2C5A45") +
  house(762, 446, 88, 50) +
  house(868, 418, 110, 66) +
  house(1080, 404, 150, 70) +
  house(1262, 420, 96, 50) +
  group("translate(668 374) scale(.95)", castle()) +
  pine(838, 500, 60, "#4F7A45", "#2C4F38") +
  pine(1000, 500, 70, "#4F7A45", "#2C4F38") +
  pine(1040, 506, 54, "#4F7A45", "#2C4F38") +
  pine(1244, 496, 66, "#4F7A45", "#2C4F38") +
  path("M250 574L292 470V566Z", "#FFF8E7") +
  path("M298 566V486L330 566Z", "#F2977A") +
  path("M240 575H340L324 594H258Z", "#A5301D") +
  `<g class="plane">${group("translate(775 352) rotate(-8) scale(.66)", airliner("#E2543B", "#A5301D"))}</g>` +
  /* the promenade */
  path("M0 690H1440V900H0Z", "#F1E3C4") +
  each(numbers(6), wave) +
  rect(0, 676, WIDTH, 16, "#FFF8E7") +
  rect(0, 690, WIDTH, 4, "#B9A988") +
  each(numbers(25), baluster) +
  rect(0, 640, WIDTH, 12, "#FFF8E7") +
  rect(0, 650, WIDTH, 3, "#B9A988") +
  palm(64, 760, 470, -20, "#2F6E50", "#1D4A38") +
  palm(930, 730, 330, 26, "#2F6E50", "#1D4A38") +
  rect(0, 560, WIDTH, 340, "url(#art-foot) none") +
  group("translate(30 372) scale(5.1)", bust(MAN).figure) +
  group("translate(462 378) scale(5)", bust(WOMAN).figure) +
  grain(0, 0, WIDTH, HEIGHT, 0.2);
