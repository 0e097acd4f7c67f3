/**
 * The pictures of the game. Plain functions without state, network or words: names and titles are passed in.
 *
 * Every function returns an `<svg>`. In a page the style gives it a size; inside another `<svg>` it takes its own units
 * (tile and folder 160×160, board 300×316, marker 24×24, medal 32×40…; sign, d12 and traits around the origin). All are
 * hidden from screen readers: whatever holds them carries the name. Ids are those of the content. A tile or location
 * that nobody has drawn gets a face or a scene that follows from its id.
 *
 * - Put `definitions()` once into the page, before everything else: gradients and grain live there.
 * - `tile(face, { size, owner, void, markers, acting, shielded })`: `owner` colours the frame of a starting tile,
 *   `markers` lie at its lower left corner, the last one being of whoever controls it. Sizes: see `sizeFor(pixels)`.
 * - `folder({ size, known, owner, markers, stamp })`: closed, or with the sheet that this screen may know.
 * - `board({ location, title, number, quarter, marks, cells, states, over, … })`: `marks` is what the content says of
 *   the location (`clockwise`, `secret`, `peek`, `traits`); `cells` holds tiles and folders; `states` says where one
 *   can act; `over` is drawn over a cell, in 160×160. `cellBoxes(clockwise, quarter)` tells where the cells are, in
 *   units of the board (300×316), for what lies over it in the page. `ground(location)` is what never changes of it:
 *   a page that keeps it in a layer of its own draws a board with `ground: false` above, and redraws less.
 * - Style hooks: every picture has the class `art` and one of its own (`art-tile`, `art-board`…); the dashes around a
 *   target have `art-target`; what lies in a cell has `art-cell` and keeps its element when the board turns, so a
 *   transition of `x` and `y` lets tiles ride round the centre.
 */

import type { VNode } from "preact";
import { plaque } from "./board";
import { bustOf } from "./cast";
import type { Numeral } from "./cells";
import { definitions as definitionsMarkup } from "./defs";
import { flagMarkup } from "./flags";
import { type FolderOptions, folderMarkup } from "./folder";
import { type Keepsake, keepsakeMarkup } from "./keepsake";
import { type Colour, type MarkerOptions, markerMarkup } from "./markers";
import { peekMarkup, type Reach, rewardStar, secretMarkup, shieldMarkup } from "./marks";
import { medalMarkup } from "./medals";
import { type MissionFace, missionMarkup } from "./missions";
import { C } from "./palette";
import { drawing, hidden, picture } from "./picture";
import { ruleSign as ruleSignMarkup, type Traits } from "./rules";
import { sceneMarkup } from "./scenes";
import { letteringMarkup } from "./scenes/lettering";
import { posterMarkup } from "./scenes/poster";
import { rubberStamp, venus } from "./shapes";
import { signMarkup } from "./signs";
import { frame, group, pane, rect } from "./svg";
import { d12Markup, dieMarkup } from "./things/dice";
import { enigmaMarkup } from "./things/enigma";
import { rouletteMarkup } from "./things/roulette";
import { portraitMarkup, type Size, type TileFace, type TileOptions, tileMarkup } from "./tile";

export { type BoardOptions, board, type CellState, ground, type Marks } from "./board";
export { PORTRAIT_IDS } from "./cast";
export { BOARD_HEIGHT, BOARD_WIDTH, type Box, type CellName, cellBoxes, type Numeral, type Quarter } from "./cells";
export { FLAG_CODES } from "./flags";
export { COLOURS, type Colour, type MarkerOptions, type Shape } from "./markers";
export { LOCATION_IDS } from "./scenes";
export { SYMBOLS } from "./signs";
export type { FolderOptions, Keepsake, MissionFace, Reach, Size, TileFace, TileOptions, Traits };

/** Where a bust stands that shows little more than its head. */
const HEAD = "translate(-10 -2) scale(.84)";

/** Gradients and grain for the whole page. It takes no room, and must not be `display: none`. */
export const definitions = (): VNode => hidden(`<defs>${definitionsMarkup()}</defs>`);

/** The drawing for a tile that is so many pixels wide on the screen. */
export const sizeFor = (pixels: number): Size => (pixels >= 118 ? "L" : pixels >= 72 ? "M" : "S");

export const tile = (face: TileFace, o: TileOptions): VNode => picture("tile", [0, 0, 160, 160], tileMarkup(face, o));

export const folder = (o: FolderOptions): VNode => picture("folder", [0, 0, 160, 160], folderMarkup(o));

/** A bust alone, 100×108, or on the ground of a flag. */
export function portrait(id: string, o: { readonly flag?: string; readonly woman?: boolean } = {}): VNode {
  const { flag, woman = false } = o;
  if (flag) return picture("portrait", [5, 5, 150, 128], pane(5, 5, 150, 128, portraitMarkup(id, flag, woman, "L")));
  const { figure, held } = bustOf(id, woman);
  return picture("portrait", [0, -8, 100, 108], pane(0, -8, 100, 108, figure + held));
}

/** A head on a ground of brass, 64×64: whoever a bot plays. */
export const head = (id: string): VNode =>
  picture(
    "head",
    [0, 0, 64, 64],
    rect(0, 0, 64, 64, C.brassLight) + pane(0, 0, 64, 64, group(HEAD, bustOf(id).figure)),
  );

/** The picture of a location without its cells, 300×316. */
export const scene = (location: string): VNode =>
  picture("scene", [0, 0, 300, 316], pane(0, 0, 300, 316, sceneMarkup(location)));

/** The picture of the first screen, 1440×900; it fills whatever it is given. */
export const poster = (): VNode => picture("poster", [0, 0, 1440, 900], posterMarkup(), { fill: true });

/** The name of the game as it stands on the poster, with a motto below; a part of a picture, 1000 units wide. */
export const lettering = (motto: string): VNode => drawing(letteringMarkup(motto));

/** What a mission counts, 32×32. */
export const missionSign = (mission: MissionFace): VNode => picture("mission", [0, 0, 32, 32], missionMarkup(mission));

/** An ability sign; void, it is grey and struck through. */
export const sign = (symbol: string, o: { readonly void?: boolean } = {}): VNode =>
  picture("sign", [0, 0, 32, 32], signMarkup(symbol, o.void), { at: [-16, -16] });

export const flag = (code: string): VNode =>
  picture("flag", [0, 0, 30, 20], flagMarkup(code) + frame(0.6, 0.6, 28.8, 18.8, 0, C.ink, 1.2));

export const marker = (colour: Colour, o: MarkerOptions = {}): VNode =>
  picture("marker", [-1, -1, 26, 27], markerMarkup(colour, o));

/** Points; below zero it is the black medal. */
export const medal = (points: number): VNode => picture("medal", [0, -4, 32, 40], medalMarkup(points));

export const shield = (): VNode => picture("shield", [0, 0, 32, 35], shieldMarkup());

/** The sign of a woman. */
export const woman = (): VNode => picture("woman", [-1, 0, 14, 17], venus());

export const peekMark = (reach: Reach): VNode =>
  picture("peek", [-4, -4, 38, 28], rect(-4, -4, 38, 28, C.deep, 'rx="14"') + peekMarkup(reach));

/** The folder that marks a Top Secret space. */
export const secretMark = (): VNode => picture("secret", [-1, 0, 26, 24], secretMarkup());

/** The numeral of a space, hanging from the upper edge of its cell. */
export const numeral = (name: Numeral): VNode =>
  picture("numeral", [-26, -2, 52, 22], plaque(name, { x: 0, y: 0, size: 0 }));

/** The star that marks a reward. */
export const rewardMark = (): VNode =>
  picture(
    "reward",
    [-18, -10, 36, 20],
    rect(-17, -9, 34, 18, C.brassLight, `rx="9" stroke="${C.ink}" stroke-width="1.4"`) +
      group("scale(.78)", rewardStar()),
  );

/** The sign of what is special about a location, or nothing. */
export function traitSign(traits: Traits, o: { readonly open?: boolean; readonly eye?: boolean } = {}): VNode | null {
  const drawn = ruleSignMarkup(traits, o);
  return drawn
    ? picture(
        "trait",
        [-drawn.width / 2 - 4, -16, drawn.width + 8, 32],
        rect(-drawn.width / 2 - 4, -16, drawn.width + 8, 32, C.deep, 'rx="8"') + drawn.markup,
      )
    : null;
}

/** A die; 0 has not been cast. */
export const die = (spots: number, o: { readonly coral?: boolean } = {}): VNode =>
  picture("die", [0, 0, 32, 33], dieMarkup(spots, o.coral));

/** The airport's twelve-sider. */
export const d12 = (shown: number | string): VNode => picture("d12", [-25, -25, 50, 50], d12Markup(shown));

export const enigma = (): VNode => picture("enigma", [0, 0, 160, 160], enigmaMarkup());

/** The roulette; with a number the ball has come to rest. */
export const roulette = (shown?: number): VNode => picture("roulette", [0, 0, 160, 160], rouletteMarkup(shown));

/** A rubber stamp; `|` parts two lines. */
export function stamp(words: string): VNode {
  const lines = words.split("|");
  const width = Math.max(...lines.map((each) => each.length)) * 15 + 22;
  const height = lines.length > 1 ? 58 : 36;
  return picture("stamp", [-3, -3, width + 6, height + 6], rubberStamp(width, height, 26, words));
}

/** The lamp-yellow frame of a chosen tile, 160×160. */
export const chosenFrame = (): VNode =>
  picture("chosen", [-6, -6, 172, 172], frame(-2, -2, 164, 164, 11, C.ink, 8) + frame(-2, -2, 164, 164, 11, C.lamp, 5));

/** How a game ended, as the text of a whole picture of 1200×630; `style` has the typefaces, which it cannot fetch. */
export const keepsake = (ending: Keepsake, style: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="630" viewBox="0 0 1200 630">` +
  `<style>${style}</style><defs>${definitionsMarkup()}</defs>${keepsakeMarkup(ending)}</svg>`;
