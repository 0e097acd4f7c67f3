/** Drawn things at a size, as pictures of their own: the only place that knows how art is called. */
import type { VNode } from "preact";
import * as art from "../art";
import { contents } from "../store/content";

export type Colour = art.Colour;

export const face = (id: string): art.TileFace => {
  const tile = contents().tile(id);
  return {
    id, name: tile.name, strength: tile.strength, points: tile.points, flag: tile.flag,
    symbols: tile.symbols ?? [], woman: tile.woman ?? false,
  };
};

const sizeFor = (px: number): "L" | "M" | "S" => (px >= 118 ? "L" : px >= 72 ? "M" : "S");

interface Drawn {
  px: number;
  class?: string;
}

const Picture = ({ box, px, high, children, class: name }: Drawn & { box: string; high?: number; children: VNode }) => (
  <svg viewBox={box} width={px} height={high ?? px} class={name ?? "pic"} aria-hidden="true" focusable="false">
    {children}
  </svg>
);

export const TilePic = ({ id, px, owner, plain, ...rest }: Drawn & { id: string; owner?: Colour | undefined; plain?: boolean }) => (
  <Picture box="0 0 160 160" px={px} {...rest}>
    {art.tile(face(id), { size: sizeFor(px), void: plain ?? false, ...(owner && { owner }) })}
  </Picture>
);

/** A tile in 160 units, to be laid on a board. */
export const tileOn = (id: string, px: number, owner: Colour | undefined, void_: boolean): VNode =>
  art.tile(face(id), { size: sizeFor(px), void: void_, ...(owner && { owner }) });

export const folderOn = (known: string | null, px: number, owner: Colour | undefined): VNode =>
  art.folder({ size: sizeFor(px), ...(known && { known: face(known) }), ...(owner && { owner }) });

export const FolderPic = ({ known, px, ...rest }: Drawn & { known?: string | null }) => (
  <Picture box="0 0 160 160" px={px} {...rest}>
    {folderOn(known ?? null, px, undefined)}
  </Picture>
);

export const Mark = ({ colour, px = 18 }: { colour: string; px?: number }) => (
  <Picture box="-1 -1 26 27" px={px} class="mk">{art.marker(colour as Colour)}</Picture>
);

export const Sign = ({ symbol, px = 24 }: { symbol: string; px?: number }) => (
  <Picture box="-16 -16 32 32" px={px}>{art.sign(symbol)}</Picture>
);

export const Flag = ({ code, px = 30 }: { code: string; px?: number }) => (
  <Picture box="0 0 30 20" px={px} high={(px * 2) / 3}>{art.flag(code)}</Picture>
);
