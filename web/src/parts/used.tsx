/** An ability as it is used, drawn over the board: a shot, a shield, an embrace, a change of sides. */
import type { VNode } from "preact";
import * as art from "../art";
import { findSpace, type View } from "../net/picture";
import { EVENTS } from "../net/wire";
import type { Scene } from "../store/scene";
import type { Teller } from "../words/teller";
import { type Box, boxOf, HIGH, WIDE } from "./geometry";
import { folderOn, tileOn } from "./pieces";

const LAMP = "#FFD34F";
const INK = "#0A1B2B";

interface Point {
  x: number;
  y: number;
}

const middle = (box: Box): Point => ({ x: box.x + box.size / 2, y: box.y + box.size / 2 });

/** Who stands elsewhere is shown beside the board, on a card that the gap to the sheet has room for. */
const BESIDE = 27;
const GUEST = 42;
const CARD = BESIDE + GUEST / 2 + 4;
/** How far it reaches beyond a board of so many pixels. */
export const reachOfCard = (px: number): number => Math.ceil((CARD * px) / WIDE);
/** The size of its letters, and the least that can be read, in pixels. */
const LETTERS = 9;
const LEGIBLE = 11;

interface Props {
  scene: Scene;
  view: View;
  teller: Teller;
  /** How wide the board is, in pixels, and what is free beside it. */
  px: number;
  beside: number;
}

/** How much larger than usual the card is, so that it can be read on a small board with room beside it. */
const scaleOf = ({ px, beside }: Pick<Props, "px" | "beside">): number =>
  Math.max(1, Math.min((LEGIBLE * WIDE) / px / LETTERS, (beside * WIDE) / px / CARD));

export function Used({ scene, view, teller, px, beside }: Props) {
  const { symbol } = EVENTS[scene.fact.event];
  if (!symbol || !scene.from) return null;
  const find = (id: string | null): Point | null => {
    const box = id ? boxOf(id, view.places, scene.location) : null;
    return box && middle(box);
  };
  const from = find(scene.from) ?? { x: -BESIDE, y: HIGH / 2 };
  const here = find(scene.to);
  const scale = scaleOf({ px, beside });
  const to = here ?? { x: WIDE + BESIDE * scale, y: from.y };
  const colour = "seat" in scene.fact && scene.fact.seat != null ? view.players[scene.fact.seat]?.colour : undefined;
  return (
    <g>
      {scene.from !== scene.to && <Reach from={from} to={to} symbol={symbol} />}
      {!here && scene.to && (
        <At point={to}>
          <g transform={`scale(${scale})`}>
            <Guest id={scene.to} scene={scene} view={view} teller={teller} />
          </g>
        </At>
      )}
      <At point={from}>
        <g class="grow">
          <circle r="26" fill={INK} stroke={LAMP} stroke-width="3" />
          <g transform="scale(1.4)">{art.sign(symbol)}</g>
        </g>
      </At>
      {/* on a card in the middle of its upper edge, where a tile has nothing to be read */}
      <At point={here ?? { x: to.x, y: to.y - (GUEST / 2 + 4) * scale }}>
        <g transform={here ? "" : `scale(${0.36 * scale})`}>
          {EFFECT[symbol]?.(colour as art.Colour, { x: from.x - to.x, y: from.y - to.y })}
        </g>
      </At>
    </g>
  );
}

const At = ({ point, children }: { point: Point; children: VNode | undefined }) => (
  <g transform={`translate(${point.x} ${point.y})`}>{children}</g>
);

/** A character on another location, with the name of that. */
function Guest({ id, scene, view, teller }: Omit<Props, "px" | "beside"> & { id: string }) {
  const space = findSpace(view, id);
  const tile = "tile" in scene.fact && scene.fact.event === "assassinated" ? scene.fact.tile : (space?.tile ?? null);
  return (
    <g class="grow">
      <rect
        x={-GUEST / 2 - 4}
        y={-GUEST / 2 - 4}
        width={GUEST + 8}
        height={GUEST + 30}
        rx="5"
        fill={INK}
        stroke="#EBCB7E"
        stroke-width="1.500"
      />
      <svg x={-GUEST / 2} y={-GUEST / 2} width={GUEST} height={GUEST} viewBox="0 0 160 160">
        {tile && (space?.face_up || scene.fact.event === "assassinated")
          ? tileOn(tile, 100, { markers: [], owner: undefined, void: false, shielded: false })
          : folderOn(tile, 100, [])}
      </svg>
      <Line y={GUEST / 2 + 12}>{teller.location(id.split(".")[0] ?? id)}</Line>
      <Line y={GUEST / 2 + 22}>{id.split(".")[1]?.replace(/^R2?$/, "★")}</Line>
    </g>
  );
}

/** A line of the card; long names are drawn narrower. */
const Line = ({ y, children }: { y: number; children: string | undefined }) => (
  <text
    y={y}
    font-size={LETTERS}
    text-anchor="middle"
    fill="#FFF8E7"
    font-family="Oswald"
    font-weight="600"
    {...((children?.length ?? 0) > 9 && { textLength: GUEST + 2, lengthAdjust: "spacingAndGlyphs" })}
  >
    {children}
  </text>
);

/** The line to the target, dark below so that it is seen on any picture. A shot is straight; all else bends. */
function Reach({ from, to, symbol }: { from: Point; to: Point; symbol: string }) {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const long = Math.hypot(dx, dy) || 1;
  const bend = symbol === "assassin" ? 0 : 34;
  const [cx, cy] = [from.x + dx / 2 - (dy / long) * bend, from.y + dy / 2 + (dx / long) * bend];
  const line = `M${from.x} ${from.y}Q${cx} ${cy} ${to.x} ${to.y}`;
  return (
    <>
      <path class="reach" d={line} pathLength={1} fill="none" stroke={INK} stroke-width="9" stroke-linecap="round" />
      <path
        class="reach"
        d={line}
        pathLength={1}
        fill="none"
        stroke={symbol === "seduction" ? "#F4A3B8" : LAMP}
        stroke-width="4.500"
        stroke-linecap="round"
      />
    </>
  );
}

const STAR = Array.from({ length: 20 }, (_, i) => {
  const radius = i % 2 ? 17 : 38;
  const angle = (i * Math.PI) / 10;
  return `${i ? "L" : "M"}${(Math.sin(angle) * radius).toFixed(1)} ${(-Math.cos(angle) * radius).toFixed(1)}`;
}).join("");

const HEART = "M0 14C-22 -2 -15 -18 -7 -16Q-1 -14 0 -8Q1 -14 7 -16C15 -18 22 -2 0 14Z";

/** What is seen where an ability arrives; `back` leads to where it came from. */
const EFFECT: Partial<Record<string, (colour: art.Colour, back: Point) => VNode>> = {
  assassin: () => (
    <g class="burst">
      <path d={`${STAR}Z`} fill={LAMP} stroke={INK} stroke-width="3" stroke-linejoin="round" />
      <circle r="9" fill="#A5301D" />
    </g>
  ),
  seduction: () => (
    <g class="embrace">
      <path
        class="arm left"
        d="M-44 30Q-78 0 -44 -40"
        fill="none"
        stroke="#F4A3B8"
        stroke-width="7"
        stroke-linecap="round"
      />
      <path
        class="arm right"
        d="M44 30Q78 0 44 -40"
        fill="none"
        stroke="#F4A3B8"
        stroke-width="7"
        stroke-linecap="round"
      />
      <g class="burst">
        <path d={HEART} transform="translate(0 -50) scale(1.7)" fill="#BF3A5F" stroke="#FFF8E7" stroke-width="2.500" />
      </g>
    </g>
  ),
  diplomacy: () => (
    <g class="drop">
      <circle r="44" fill="#FFF8E7" opacity=".35" />
      <g transform="translate(-32 -35) scale(2)">{art.shield()}</g>
    </g>
  ),
  conspiracy: () => (
    <g>
      <g class="cross there">
        <g transform="translate(-24 -24) scale(.3)">{art.folder({ size: "S" })}</g>
      </g>
      <g class="cross back">
        <g transform="translate(-24 -24) scale(.3)">{art.folder({ size: "S" })}</g>
      </g>
    </g>
  ),
  double_agent: (colour, back) => (
    <g class="hop" style={{ "--x": `${back.x}px`, "--y": `${back.y}px` }}>
      <circle r="27" fill={INK} stroke={LAMP} stroke-width="3" />
      <g transform="translate(-19 -20) scale(1.6)">{art.marker(colour)}</g>
    </g>
  ),
};
