/** A character's tile, 160×160, in three sizes: L from 118 px, M from 72, S below. */

import { bustOf, isStarting } from "./cast";
import { flagMarkup } from "./flags";
import { breadth, fitted, shortName } from "./lettering";
import { COLOURS, type Colour, markerMarkup } from "./markers";
import { shieldMarkup } from "./marks";
import { medalMarkup } from "./medals";
import { C, FONT, ground } from "./palette";
import { grain, rays, venus } from "./shapes";
import { signMarkup } from "./signs";
import { circle, each, frame, group, line, type Markup, pane, path, rect, text } from "./svg";

export type Size = "L" | "M" | "S";

/** What is printed on a tile. `symbols` are named as in the content: `assassin`, `double_agent`… */
export interface TileFace {
  readonly id: string;
  readonly name: string;
  readonly strength: number;
  readonly points: number;
  readonly flag: string;
  readonly symbols: readonly string[];
  readonly woman: boolean;
  /** A shorter name for the strip. */
  readonly short?: string | undefined;
  /** One of a starting set; the six of the box are known by their ids. */
  readonly starting?: boolean | undefined;
}

export interface TileOptions {
  readonly size: Size;
  /** Whose starting tile it is: frame and strip take the colour, the shape stands at the top. */
  readonly owner?: Colour | undefined;
  /** Its abilities are void: signs grey and struck through. */
  readonly void?: boolean | undefined;
  /** Markers on the tile, from the owner's to the one who controls it now. */
  readonly markers?: readonly Colour[] | undefined;
  readonly shielded?: boolean | undefined;
  /** Whoever controls it is to act: the last marker has a lamp-yellow rim. */
  readonly acting?: boolean | undefined;
}

/** Where things are, by size. */
const LAYOUT = {
  L: {
    picture: 128,
    rays: 14,
    halo: 54,
    haloY: 70,
    block: [40, 44, 38, 34, 21.5],
    flag: [1.1, 120, 8],
    sign: 0.98,
    signX: 8,
    signY: 50,
    gap: 4,
    medal: [1.08, 122, 118],
    strip: 133,
    name: 16.5,
    nameEnd: 119,
  },
  M: {
    picture: 122,
    rays: 14,
    halo: 54,
    haloY: 70,
    block: [46, 50, 44, 39, 24.5],
    flag: [1.36, 112, 8],
    sign: 1.15,
    signX: 6,
    signY: 54,
    gap: 4,
    medal: [1.28, 116, 111],
    strip: 127,
    name: 21,
    nameEnd: 115,
  },
  S: {
    picture: 150,
    rays: 9,
    halo: 62,
    haloY: 74,
    block: [58, 62, 56, 49, 30],
    flag: [1.55, 108, 6],
    sign: 1.45,
    signX: 3,
    signY: 0,
    gap: 3,
    medal: [1.62, 106, 102],
    strip: 160,
    name: 0,
    nameEnd: 0,
  },
} as const;

type Layout = (typeof LAYOUT)[Size];

interface Crop {
  readonly zoom: number;
  readonly left: number;
  readonly top: number;
}

const placed = ({ zoom, left, top }: Crop, kids: Markup): Markup =>
  group(`translate(${left} ${top}) scale(${zoom})`, kids);

/** How the bust is cut, by size. */
const CROPS: Readonly<Record<Size, Crop>> = {
  L: { zoom: 1.42, left: 11, top: 0.2 },
  M: { zoom: 1.42, left: 11, top: -7.2 },
  S: { zoom: 1.72, left: -2, top: -2 },
};
/** On a small tile whoever holds something steps aside for it, and it is held higher, clear of the medal. */
const ASIDE: Crop = { zoom: 1.56, left: -3, top: 3 };
const RAISED: Crop = { zoom: 1.4, left: 12, top: -16 };

/** The picture alone: rays and halo of the flag, the bust, the airbrushed edge. */
export function portraitMarkup(id: string, flag: string, woman: boolean, size: Size): Markup {
  const l = LAYOUT[size];
  const [ray, other, halo] = ground(flag);
  const { figure, held, aside } = bustOf(id, woman);
  const small = size === "S";
  const area = (fill: string) => rect(5, 5, 150, l.picture, fill);
  return (
    rays(86, 78, l.rays, other, 170, 0.11, ray) +
    circle(86, l.haloY, l.halo, halo, 'opacity=".92"') +
    area("url(#art-edge) none") +
    (size === "L" ? grain(5, 5, 150, l.picture, 0.2) : "") +
    placed(small && aside ? ASIDE : CROPS[size], figure) +
    (held && placed(small ? RAISED : CROPS[size], held)) +
    area("url(#art-foot) none")
  );
}

const strengthBlock = ({ block: [w, h, size, y, x] }: Layout, strength: number, width: number): Markup => {
  const steps = `V${h * 0.55}H${w}V${h * 0.8}H${w - 7}V${h}`;
  return (
    path(`M0 9Q0 0 9 0H${w + 6}${steps}H0Z`, C.deep) +
    line(`M${w + 6} 3${steps}H3`, C.brassLight, width) +
    text(x, y, size, strength, C.cream, FONT.numeral)
  );
};

const flagPlate = ({ flag: [scale, x, y] }: Layout, code: string, withCode: boolean): Markup =>
  group(
    `translate(${x} ${y}) scale(${scale})`,
    rect(-1.6, -1.6, 33.2, withCode ? 33 : 23.2, C.ink, 'rx="1.5"') +
      flagMarkup(code) +
      (withCode ? text(15, 29.4, 10.5, code, C.cream, FONT.capitals, 'font-weight="600" letter-spacing="1.2"') : ""),
  );

/** The name between the markers' corner and the medal. */
function nameStrip(face: TileFace, size: "L" | "M", markers: number): Markup {
  const l = LAYOUT[size];
  const start = [9, 34, 70][markers] ?? 70;
  const sign = face.woman ? 15 : 0;
  const room = l.nameEnd - start - sign;
  const name = face.short ?? shortName(face.name, l.name, room);
  const width = Math.min(room, breadth(name) * l.name);
  const middle = (start + l.nameEnd) / 2 + sign / 2;
  const y = (l.strip + 160) / 2;
  return (
    fitted(middle, y + l.name * 0.34, l.name, room, name, C.ink, 0.2) +
    (face.woman ? group(`translate(${(middle - width / 2 - sign).toFixed(1)} ${y - 8})`, venus()) : "")
  );
}

export interface SignPlaces {
  /** Signs end above this line instead of the tile's foot. */
  readonly foot?: number;
  readonly scale?: number;
}

function abilitySigns(face: TileFace, size: Size, isVoid: boolean, { foot = 158, scale = 1 }: SignPlaces): Markup {
  const l = LAYOUT[size];
  const zoom = l.sign * scale;
  const step = 32 * zoom + l.gap;
  const top = size === "S" ? foot - step * face.symbols.length : l.signY;
  return each(face.symbols, (symbol, i) =>
    group(
      `translate(${l.signX} ${(top + i * step).toFixed(1)}) scale(${zoom.toFixed(3)})`,
      circle(16, 17, 17.5, "#0005") + signMarkup(symbol, isVoid),
    ),
  );
}

/** Markers lie over the tile's lower left corner. */
export const markersMarkup = (markers: readonly Colour[], acting = false): Markup =>
  each(markers, (colour, i) =>
    group(
      `translate(${-10 + i * 38} 119) scale(1.6)`,
      markerMarkup(colour, { lit: acting && i === markers.length - 1 }),
    ),
  );

export function tileMarkup(face: TileFace, o: TileOptions, places: SignPlaces = {}): Markup {
  const { size, owner, markers = [] } = o;
  const l = LAYOUT[size];
  const own = owner && (face.starting ?? isStarting(face.id)) ? owner : undefined;
  const edge = own ? COLOURS[own].fill : C.paper;
  const small = size === "S";
  return (
    rect(0, 0, 160, 160, edge, 'rx="9"') +
    pane(5, 5, 150, l.picture, portraitMarkup(face.id, face.flag, face.woman, size)) +
    frame(3.5, 3.5, 153, l.picture + 3, 6.5, edge, 3) +
    frame(5, 5, 150, l.picture, 5, C.ink, small ? 3 : 1.4) +
    (size === "S"
      ? ""
      : (own ? rect(5, l.strip + 1, 150, 155 - l.strip, C.paper, 'rx="4"') : "") +
        nameStrip(face, size, markers.length)) +
    strengthBlock(l, face.strength, small ? 3 : 2) +
    flagPlate(l, face.flag, !small) +
    abilitySigns(face, size, o.void ?? false, places) +
    (small && face.woman
      ? group("translate(58 132) scale(1.6)", rect(-2, -2, 16, 20, C.paper, 'rx="8"') + venus())
      : "") +
    group(`translate(${l.medal[1]} ${l.medal[2]}) scale(${l.medal[0]})`, medalMarkup(face.points)) +
    frame(0.7, 0.7, 158.6, 158.6, 8.5, C.ink, 1.4) +
    (own && !small ? group("translate(73 0) scale(.62)", markerMarkup(own)) : "") +
    (o.shielded ? group("translate(116 60) scale(1.35)", shieldMarkup()) : "") +
    markersMarkup(markers, o.acting)
  );
}
