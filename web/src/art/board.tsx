/** A location's board, 300×316: the upright scene, its turned cells, the band with name, number and rule sign. */

import type { ComponentChildren, VNode } from "preact";
import {
  BOARD_HEIGHT,
  BOARD_WIDTH,
  type Box,
  type CellName,
  cellBoxes,
  hasCentre,
  type Numeral,
  type Quarter,
} from "./cells";
import { folderMarkup } from "./folder";
import { fitted } from "./lettering";
import { peekMarkup, type Reach, rewardStar, secretMarkup } from "./marks";
import { C, FONT } from "./palette";
import { drawing, picture } from "./picture";
import { hasDie, type RuleSign, ruleSign, type Traits } from "./rules";
import { sceneMarkup } from "./scenes";
import { grain, rubberStamp } from "./shapes";
import { circle, each, frame, group, line, type Markup, pane, path, rect, ring, short, text } from "./svg";
import { d12Markup } from "./things/dice";
import { enigmaMarkup } from "./things/enigma";
import { rouletteMarkup } from "./things/roulette";

/** What is printed in the cells of a location, as the content has it. */
export interface Marks {
  /** `R` and the numerals, as printed from the top left. */
  readonly clockwise: readonly string[];
  /** Cells that lie face down. */
  readonly secret?: readonly string[] | undefined;
  /** How far who places there may look: `here`, `near` or `anywhere`. */
  readonly peek?: Readonly<Record<string, string | undefined>> | undefined;
  readonly traits?: Traits | undefined;
}

/** What a cell says to somebody who is about to act: here it works; here not; here not, and it is pointed at. */
export type CellState = "open" | "closed" | "barred";

export interface BoardOptions {
  readonly location: string;
  /** The name on the band; it is parted at the space nearest its middle, or at a `|`. */
  readonly title: string;
  /** The number in the middle; on a location with a die, what the die shows. */
  readonly number: number | string | null;
  readonly quarter: Quarter;
  readonly marks: Marks;
  /** What lies in the cells, drawn in 160×160 each: tiles and folders. Two rewards go into R as a list. */
  readonly cells: Readonly<Partial<Record<CellName, VNode | readonly VNode[] | null>>>;
  readonly states?: Readonly<Partial<Record<CellName, CellState>>> | undefined;
  /** Further things over a cell, in 160×160: what to click, a sum, a hint. */
  readonly over?: Readonly<Partial<Record<CellName, ComponentChildren>>> | undefined;
  readonly enigma?: boolean | undefined;
  readonly roulette?: boolean | undefined;
  /** A pointer on the frame shows where printed "up" went. */
  readonly pointer?: boolean | undefined;
  /** A stamp across the board, such as CLOSED. */
  readonly stamp?: string | undefined;
  /** False leaves out what never changes, for a page that has `ground` in a layer of its own below. */
  readonly ground?: boolean | undefined;
}

const corner = (x: number, y: number, turn: number): Markup =>
  group(`translate(${x} ${y}) rotate(${turn})`, path("M0 0H16L11 5H5V11L0 16Z", C.brassLight));

function rewardFrame({ x, y, size: z }: Box, central: boolean): Markup {
  const [near, farX, farY] = [3, x + z - 3, y + z - 3];
  return (
    rect(x, y, z, z, C.brass, `opacity="${central ? 0.5 : 0.2}" rx="5"`) +
    frame(x + 1.5, y + 1.5, z - 3, z - 3, 4, C.brassLight, 3) +
    frame(x + 6, y + 6, z - 12, z - 12, 2, C.cream, 1) +
    corner(x + near, y + near, 0) +
    corner(farX, y + near, 90) +
    corner(farX, farY, 180) +
    corner(x + near, farY, 270)
  );
}

function emptyReward({ x, y, size }: Box, secret: boolean): Markup {
  const place = `translate(${x + size / 2} ${y + size / 2})`;
  if (secret)
    return group(place, group(`scale(${size > 100 ? 0.5 : 0.42}) translate(-80 -84)`, folderMarkup({ size: "S" })));
  return group(
    place,
    group(`scale(${size > 100 ? 2.2 : 1.6})`, ring(0, 0, 13, C.brassDark, 1, C.brassLight) + rewardStar()),
  );
}

function emptySpace({ x, y, size: z }: Box, state: CellState | undefined): Markup {
  if (state === "open")
    return (
      frame(x, y, z, z, 6, C.lamp, 13, 'opacity=".38"') +
      frame(x - 2, y - 2, z + 4, z + 4, 7, C.ink, 2) +
      rect(x, y, z, z, "#FFF3C4", 'opacity=".16" rx="5"') +
      frame(x + 1.5, y + 1.5, z - 3, z - 3, 5, C.lamp, 6) +
      frame(x + 8, y + 8, z - 16, z - 16, 3, C.cream, 2, 'stroke-dasharray="7 5"')
    );
  const edge = state === "barred" ? C.coralLight : C.cream;
  return (
    rect(x + 1, y + 1, z - 2, z - 2, C.night, `opacity="${state ? 0.46 : 0.07}" rx="5"`) +
    frame(x + 2, y + 2, z - 4, z - 4, 4, edge, 2, `opacity="${state ? 0.55 : 0.9}"`) +
    (state ? "" : frame(x + 6, y + 6, z - 12, z - 12, 2, C.cream, 0.8, 'opacity=".8"')) +
    (state === "barred"
      ? group(
          `translate(${x + z / 2} ${y + z / 2})`,
          ring(0, 0, 19, C.cream, 3, C.coralDark) + line("M-9 -9L9 9M9 -9L-9 9", C.cream, 4),
        )
      : "")
  );
}

/** One pill at the foot of a cell: a folder for face down, an eye for a peek, ± for the airport's die. */
function pill({ x, y, size }: Box, name: Numeral, { secret = [], peek, traits }: Marks): Markup {
  const reach = peek?.[name] as Reach | undefined;
  const move = traits?.die_moves?.[name];
  const parts: [width: number, markup: Markup][] = [];
  if (secret.includes(name)) parts.push([24, group("translate(-12 -11)", secretMarkup())]);
  if (reach) parts.push([reach === "here" ? 26 : 36, group("translate(-15 -10)", peekMarkup(reach))]);
  if (move) parts.push([26, text(0, 7, 19, `±${move}`, "#FFD9C9", FONT.capitals, 'font-weight="600"')]);
  if (!parts.length) return "";
  const width = parts.reduce((sum, [w]) => sum + w + 8, 12);
  let left = -width / 2 + 10;
  return group(
    `translate(${x + size / 2} ${y + size - 24})`,
    rect(-width / 2, -15, width, 30, C.deep, `rx="15" stroke="${C.brassLight}" stroke-width="1.6"`) +
      each(parts, ([w, markup]) => {
        left += w + 8;
        return group(`translate(${left - 8 - w / 2} 0)`, markup);
      }),
  );
}

/** The title in two parts that are as equal as its spaces allow. */
export function parted(title: string): readonly [string, string] {
  if (title.includes("|")) return title.split("|", 2) as [string, string];
  const words = title.split(" ");
  let best: readonly [string, string] = [title, ""];
  for (let i = 1; i < words.length; i++) {
    const halves = [words.slice(0, i).join(" "), words.slice(i).join(" ")] as const;
    if (longest(halves) < longest(best)) best = halves;
  }
  return best;
}

const longest = (halves: readonly [string, string]) => Math.max(halves[0].length, halves[1].length);

function band(title: string, rule: RuleSign | undefined): Markup {
  const [left, right] = parted(title);
  const signRoom = rule ? rule.width : 0;
  const end = 290 - signRoom;
  const signX = right ? 292 - signRoom / 2 : 234;
  return (
    rect(3, 145, 294, 26, C.deep) +
    line("M3 146.5H297M3 169.5H297", C.brassLight, 1.4) +
    fitted(66, 164.5, 18, 112, left, C.cream, 2) +
    (right ? fitted((178 + end) / 2, 164.5, 18, end - 180, right, C.cream, 2) : "") +
    (rule ? group(`translate(${signX} 158)`, rule.markup) : "")
  );
}

/** With the reward in the centre the band is two plates: number and name, the rest of the name and the rule sign. */
function plates(title: string, rule: RuleSign | undefined): Markup {
  const [left, right] = parted(title);
  return (
    rect(3, 125, 98, 66, C.deep) +
    rect(199, 125, 98, 66, C.deep) +
    line("M3 127H101M3 189H101M199 127H297M199 189H297", C.brassLight, 1.4) +
    fitted(53, 184, 17, 88, left, C.cream, 2) +
    (right ? fitted(248, 148, 13, 90, right, C.cream, 0.4) : "") +
    (rule ? group(`translate(248 ${right ? 171 : 158}) scale(${right ? 1 : 1.5})`, rule.markup) : "")
  );
}

function numberDisc(number: number | string | null, central: boolean, die: boolean): Markup {
  if (die)
    return group(
      "translate(150 158) scale(1.08)",
      circle(0, 0, 25, C.ink) + d12Markup(number === null || number === "die" ? "?" : number),
    );
  const r = central ? 17.5 : 22.5;
  const size = (central ? 22 : 28) * (String(number).length > 1 ? 0.82 : 1);
  return group(
    `translate(${central ? "54 148" : "150 158"})`,
    circle(0, 0, r + 1.5, C.ink) +
      circle(0, 0, r, C.brassLight) +
      circle(0, 0, r * 0.84, C.deep) +
      ring(0, 0, r * 0.74, C.brassLight, 0.9) +
      text(0, size * 0.36, size, number ?? "", C.cream, FONT.numeral),
  );
}

export function plaque(name: CellName, { x, y, size }: Box, central = false, rewards = 1): Markup {
  if (name === "R")
    return group(
      // of two rewards the first lies in the corner at the left
      `translate(${x + size * (rewards > 1 ? 0.76 : 0.5)} ${y + (central ? 2 : 8)})`,
      rect(-17, -9, 34, 18, C.brassLight, `rx="9" stroke="${C.ink}" stroke-width="1.4"`) +
        group("scale(.78)", rewardStar()),
    );
  const half = 14 + name.length * 3;
  return group(
    `translate(${x + size / 2} ${y})`,
    path(
      `M${-half} -1H${half}V12L${half - 6} 18H${6 - half}L${-half} 12Z`,
      C.cream,
      `stroke="${C.ink}" stroke-width="1.6"`,
    ) + text(0, 14.6, 17.5, name, C.ink, FONT.roman, 'font-weight="700" letter-spacing=".6"'),
  );
}

function pointer(quarter: Quarter): Markup {
  const place = ["150 3", "297 132", "150 313", "3 132"][quarter];
  return group(
    `translate(${place}) rotate(${quarter * 90})`,
    path("M-10 -4H10L0 11Z", C.brassLight, `stroke="${C.ink}" stroke-width="1.6"`),
  );
}

/** The lamp-yellow frame of a target that is already occupied; the page's style makes it march. */
const targetFrame = ({ x, y, size: z }: Box): Markup =>
  frame(x - 1, y - 1, z + 2, z + 2, 9, C.ink, 7) +
  frame(x - 1, y - 1, z + 2, z + 2, 9, C.lamp, 4.5, 'stroke-dasharray="13 8" class="art-target"');

/**
 * Enigma and the roulette lie at the right of the reward, below its flag and above its medal, where it shows no
 * number; of two rewards they leave each its own quarter.
 */
function beside(things: readonly Markup[], { x, y, size }: Box, rewards: number): Markup {
  const side = size * (rewards > 1 ? 0.42 : things.length > 1 ? 0.21 : 0.3);
  const left = rewards > 1 ? x + size * 0.04 : x + size * 0.985 - side;
  const top = rewards > 1 ? y + size * 0.54 : y + size * (things.length > 1 ? 0.31 : 0.34);
  return each(things, (thing, i) =>
    group(`translate(${short(left)} ${short(top + i * (side + 1))}) scale(${short(side / 160)})`, thing),
  );
}

/** What lies in a cell: one thing, or two in opposite quarters of it. */
function laid({ x, y, size }: Box, name: CellName, central: boolean, content: VNode | readonly VNode[]): VNode[] {
  const inset = name === "R" && !central ? 6 : 0;
  const place = (key: string, left: number, top: number, side: number, kids: ComponentChildren): VNode => (
    <svg
      key={key}
      class="art-cell"
      x={left}
      y={top}
      width={side}
      height={side}
      viewBox="0 0 160 160"
      overflow="visible"
    >
      <rect x="2" y="5" width="158" height="158" rx="9" fill="#0007" />
      {kids}
    </svg>
  );
  const things = Array.isArray(content) ? (content as readonly VNode[]) : [content as VNode];
  if (things.length < 2) return [place(name, x + inset, y + inset, size - 2 * inset, things[0])];
  const side = size / 2;
  return things
    .slice(0, 2)
    .map((thing, i) => place(name + i, x + (i ? size - side : 0), y + (i ? size - side : 0), side, thing));
}

export const groundMarkup = (location: string): Markup =>
  pane(3, 3, 294, 310, sceneMarkup(location) + grain(0, 0, 300, 316, 0.15)) +
  frame(1.5, 1.5, 297, 313, 8, C.ink, 3) +
  frame(4.5, 4.5, 291, 307, 5.5, C.paper, 2.4);

/** What never changes of a board: the scene in its frame. */
export const ground = (location: string): VNode =>
  picture("ground", [0, 0, BOARD_WIDTH, BOARD_HEIGHT], groundMarkup(location));

export function board(o: BoardOptions): VNode {
  const { marks, states = {}, over = {} } = o;
  const { secret = [] } = marks;
  const central = hasCentre(marks.clockwise);
  const traits = marks.traits ?? {};
  const boxes = [...cellBoxes(marks.clockwise, o.quarter)].sort(([, a], [, b]) => a.y - b.y || a.x - b.x);
  const rule = ruleSign(traits, {
    open: secret.length === 0,
    eye: Object.values(marks.peek ?? {}).includes("anywhere"),
  });
  const reward = boxes.find(([name]) => name === "R")?.[1];
  const rewards = Array.isArray(o.cells.R) ? o.cells.R.length : 1;
  const pieces = [...(o.enigma ? [enigmaMarkup()] : []), ...(o.roulette ? [rouletteMarkup()] : [])];
  const filled = (name: CellName) => {
    const content = o.cells[name];
    return content && !(Array.isArray(content) && content.length === 0) ? content : undefined;
  };

  const rewardPlace = reward
    ? rewardFrame(reward, central) + (filled("R") ? "" : emptyReward(reward, secret.includes("R")))
    : "";
  const spaces = each(boxes, ([name, box]) =>
    name === "R" || filled(name) ? "" : emptySpace(box, states[name]) + pill(box, name, marks),
  );
  const under = spaces + (central ? plates(o.title, rule) + rewardPlace : rewardPlace + band(o.title, rule));

  const above =
    each(
      boxes,
      ([name, box]) =>
        (states[name] === "open" && filled(name) ? targetFrame(box) : "") + plaque(name, box, central, rewards),
    ) +
    numberDisc(o.number, central, hasDie(traits)) +
    (reward ? beside(pieces, reward, rewards) : "") +
    (o.pointer ? pointer(o.quarter) : "") +
    (o.stamp
      ? group(
          "translate(150 212) rotate(-12)",
          group(
            "translate(-75 -20)",
            rect(-4, -4, 158, 48, C.paper, 'rx="4" opacity=".9"') + rubberStamp(150, 40, 28, o.stamp),
          ),
        )
      : "");

  return (
    <svg
      width={BOARD_WIDTH}
      height={BOARD_HEIGHT}
      viewBox={`0 0 ${BOARD_WIDTH} ${BOARD_HEIGHT}`}
      class="art art-board"
      overflow="visible"
    >
      {o.ground !== false && drawing(groundMarkup(o.location))}
      {drawing(under)}
      {boxes.flatMap(([name, box]) => {
        const content = filled(name);
        return content ? laid(box, name, central, content) : [];
      })}
      {drawing(above)}
      {boxes.map(
        ([name, { x, y, size }]) =>
          over[name] && (
            <svg key={name} x={x} y={y} width={size} height={size} viewBox="0 0 160 160" overflow="visible">
              {over[name]}
            </svg>
          ),
      )}
    </svg>
  );
}
