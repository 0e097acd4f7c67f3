/** The folder of a tile that lies face down, 160×160: closed, or with the sheet standing out for who knows it. */

import { fitted, shortName } from "./lettering";
import { type Colour, markerMarkup } from "./markers";
import { peekMarkup } from "./marks";
import { medalMarkup } from "./medals";
import { C } from "./palette";
import { rubberStamp } from "./shapes";
import { frame, group, line, type Markup, pane, path, rect } from "./svg";
import { markersMarkup, type Size, type TileFace, tileMarkup } from "./tile";

export interface FolderOptions {
  readonly size: Size;
  /** What the seat on this screen knows to lie inside. */
  readonly known?: TileFace | undefined;
  /** Whose known starting tile it is. */
  readonly owner?: Colour | undefined;
  readonly markers?: readonly Colour[] | undefined;
  /** The words of the stamp, lines parted by `|`. */
  readonly stamp?: string | undefined;
}

const BACK = "M4 22Q4 12 13 12H58Q64 12 67 18L71 26H147Q156 26 156 35V150Q156 158 148 158H12Q4 158 4 150Z";
const cover = (y: number) => `M2 ${y + 8}Q2 ${y} 10 ${y}H150Q158 ${y} 158 ${y + 8}V150Q158 158 150 158H10Q2 158 2 150Z`;

const leaf = (y: number): Markup =>
  path(cover(y), "#0005", 'transform="translate(0 -3)"') +
  path(cover(y), C.manila, `stroke="${C.manilaEdge}" stroke-width="1.4"`);

const PAPER_CLIP = line("M126 20V46Q126 52 131 52Q136 52 136 46V26Q136 22 133 22Q130 22 130 26V44", "#66707a", 2.2);

function closed(size: Size, stamp: string): Markup {
  const small = size === "S";
  return (
    rect(12, 18, 136, 80, C.paper, 'rx="2" transform="rotate(-1.5 80 60)"') +
    line("M20 24H90M20 29H120", "#b9ab8e", 1.5) +
    leaf(32) +
    path("M2 150V60L158 118V150Q158 158 150 158H10Q2 158 2 150Z", "#00000010") +
    (small
      ? group("translate(12 62) rotate(-10 68 34)", rubberStamp(136, 64, 30, stamp))
      : line("M12 42H148M12 148H148", C.manilaDark, 0.9, 'stroke-dasharray="1 3"') +
        group("translate(17 68) rotate(-11 63 27)", rubberStamp(126, 56, 27, stamp)) +
        PAPER_CLIP)
  );
}

function opened(face: TileFace, { size, owner, stamp = "" }: FolderOptions): Markup {
  const small = size === "S";
  const y = small ? 104 : 98;
  const crowd = face.symbols.length > 1;
  const sheet = tileMarkup(
    face,
    { size: small ? "S" : "M", ...(owner && { owner }) },
    { foot: 112, scale: small ? (crowd ? 0.6 : 0.7) : crowd ? 0.64 : 0.9 },
  );
  const name = face.short ?? shortName(face.name, 17, 90);
  return (
    pane(0, 0, 160, y + 8, group("translate(8 2) scale(.9)", sheet)) +
    leaf(y) +
    (small
      ? group(`translate(56 ${y + 6}) scale(1.7)`, peekMarkup("here", C.deep, C.manila)) +
        group(`translate(119 ${y + 12}) scale(1.05)`, medalMarkup(face.points))
      : rect(10, y + 8, 96, 22, C.paper, 'rx="2"') +
        frame(10, y + 8, 96, 22, 2, C.manilaDark, 1) +
        fitted(58, y + 25, 17, 90, name, C.ink) +
        group(`translate(36 ${y + 37}) rotate(-2)`, rubberStamp(72, 17, 11.5, stamp.replace("|", " "))) +
        group(`translate(115 ${y + 10}) scale(1.15)`, peekMarkup("here", C.deep, C.manila)) +
        group(`translate(120 ${y + 33}) scale(.84)`, medalMarkup(face.points)))
  );
}

export function folderMarkup(o: FolderOptions): Markup {
  const stamp = o.stamp ?? "TOP|SECRET";
  const inside = o.known ? opened(o.known, { ...o, stamp }) : closed(o.size, stamp);
  const owner = o.owner && !o.known ? group("translate(6 12) scale(.9)", markerMarkup(o.owner)) : "";
  return path(BACK, C.manilaEdge) + inside + owner + markersMarkup(o.markers ?? []);
}
