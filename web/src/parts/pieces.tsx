/** Drawn things at a size: the only place, beside the board, that knows how the drawings are called. */
import { cloneElement, type VNode } from "preact";
import * as art from "../art";
import { contents } from "../store/content";
import { tileName } from "../words/things";

export type Colour = art.Colour;

export const face = (id: string): art.TileFace => {
  const tile = contents().tile(id);
  return {
    id,
    name: tileName(id),
    strength: tile.strength,
    points: tile.points,
    flag: tile.flag,
    symbols: tile.symbols ?? [],
    woman: tile.woman ?? false,
  };
};

/** How many tiles of the same name come before one: starting tiles of several colours are alike. */
export const copyOf = (tiles: string[], at: number): number =>
  tiles.slice(0, at).filter((one) => one === tiles[at]).length;

interface Drawn {
  px: number;
  high?: number;
}

const Picture = ({ px, high, children }: Drawn & { children: VNode }) => (
  <span class="pic" style={{ width: `${px}px`, height: `${high ?? px}px` }}>
    {children}
  </span>
);

/** How a tile lies on the board. */
export interface Lying {
  markers: Colour[];
  owner: Colour | undefined;
  void: boolean;
  shielded: boolean;
}

export const tileOn = (id: string, px: number, lying: Lying): VNode =>
  cloneElement(
    art.tile(face(id), {
      size: art.sizeFor(px),
      void: lying.void,
      markers: lying.markers,
      shielded: lying.shielded,
      ...(lying.owner && { owner: lying.owner }),
    }),
    { key: `${id}${lying.markers.join()}` },
  );

export const folderOn = (known: string | null, px: number, markers: Colour[]): VNode =>
  cloneElement(art.folder({ size: art.sizeFor(px), markers, ...(known && { known: face(known) }) }), {
    key: `folder${known ?? ""}${markers.join()}`,
  });

export const TilePic = ({ id, px, owner }: Drawn & { id: string; owner?: Colour | undefined }) => (
  <Picture px={px}>{art.tile(face(id), { size: art.sizeFor(px), ...(owner && { owner }) })}</Picture>
);

export const FolderPic = ({ known, px }: Drawn & { known?: string | null }) => (
  <Picture px={px}>{art.folder({ size: art.sizeFor(px), ...(known && { known: face(known) }) })}</Picture>
);

export const Mark = ({ colour, px = 18 }: { colour: string; px?: number }) => (
  <span class="pic mk" style={{ width: `${px}px`, height: `${px}px` }}>
    {art.marker(colour as Colour)}
  </span>
);

/** The face of whoever a bot plays. */
export const Face = ({ id, px = 24 }: { id: string; px?: number }) => (
  <span class="pic face" style={{ width: `${px}px`, height: `${px}px` }}>
    {art.head(id)}
  </span>
);

export const Sign = ({ symbol, px = 24 }: { symbol: string; px?: number }) => (
  <Picture px={px}>{art.sign(symbol)}</Picture>
);
export const Enigma = ({ px = 22 }: { px?: number }) => <Picture px={px}>{art.enigma()}</Picture>;

export const MissionPic = ({ id, px = 34 }: { id: string; px?: number }) => {
  const { kind, symbols = [], flags = [] } = contents().mission(id);
  return <Picture px={px}>{art.missionSign({ kind, symbols, flags })}</Picture>;
};

export const DiePic = ({ number, px }: { number: number; px: number }) => <Picture px={px}>{art.d12(number)}</Picture>;
