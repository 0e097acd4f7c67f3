/** A location with everything on it; each space and reward is a button with a name. */
import type { VNode } from "preact";
import * as art from "../art";
import type * as wire from "../net/wire";
import { contents } from "../store/content";
import type { Choosing } from "../store/choosing";
import { contentsOfSpace, nameOfReward, nameOfSpace } from "../words/names";
import type { Teller, View } from "../words/teller";
import { HIGH, percent, rewardBox, spaceBox, WIDE } from "./geometry";
import { explain } from "./tip";
import { folderOn, tileOn, type Colour } from "./pieces";

type Place = wire.estoril_views_Place;

export interface BoardProps {
  place: Place;
  view: View;
  px: number;
  teller: Teller;
  choosing?: Choosing | undefined;
  /** Cells that are pointed out, such as the one who acts. */
  from?: string | null | undefined;
  to?: string | null | undefined;
}

const colourOf = (view: View, seat: number | null | undefined): Colour | undefined =>
  seat == null ? undefined : (view.players[seat]?.colour as Colour | undefined);

/** What lies on a space, in 160 units. */
function character(space: wire.Space, view: View, px: number): VNode | null {
  if (!space.occupied) return null;
  const owner = colourOf(view, space.owner);
  const now = colourOf(view, space.controller);
  const starting = space.tile ? contents().tile(space.tile).starting : false;
  const tile = space.tile && space.face_up
    ? tileOn(space.tile, px, starting ? owner : undefined, space.void ?? false)
    : folderOn(space.tile ?? null, px, undefined);
  return (
    <g class={`laid${space.face_up ? "" : " down"}`} key={`${space.id}${space.tile ?? "?"}${space.face_up}`}>
      {tile}
      {space.shield && <g transform="translate(120 62) scale(1.15)">{art.shield()}</g>}
      {owner && <g transform="translate(-10 126) scale(1.6)">{art.marker(owner)}</g>}
      {space.turned && now && <g transform="translate(28 126) scale(1.6)">{art.marker(now)}</g>}
    </g>
  );
}

function reward(place: Place, px: number): VNode | null {
  const [one, two] = place.rewards;
  if (!one) return null;
  const draw = (r: wire.Reward): VNode => (r.tile && r.face_up ? tileOn(r.tile, px, undefined, false) : folderOn(r.tile, px, undefined));
  if (!two) return <g class="laid" key={`${one.tile}${one.face_up}`}>{draw(one)}</g>;
  return (
    <g class="laid">
      <g transform="translate(0 0) scale(.74)">{draw(one)}</g>
      <g transform="translate(42 42) scale(.74)">{draw(two)}</g>
    </g>
  );
}

export function Board({ place, view, px, teller, choosing, from, to }: BoardProps) {
  const location = contents().location(place.id);
  const cellPx = (px * 135) / WIDE;
  const cells: Record<string, VNode | null> = { R: reward(place, cellPx) };
  for (const space of place.spaces) cells[space.numeral] = character(space, view, cellPx);
  const held = choosing?.held.value ?? null;
  const lit = choosing?.lit.value;
  const wholeLit = lit?.has(place.id) ?? false;
  return (
    <section
      class={`board${place.resolved ? " resolved" : ""}${place.resolving ? " resolving" : ""}`}
      style={{ width: `${px}px`, height: `${(px * HIGH) / WIDE}px` }}
      aria-label={teller.location(place.id)}
      data-location={place.id}
    >
      <svg viewBox={`0 0 ${WIDE} ${HIGH}`} width={px} height={(px * HIGH) / WIDE} class="scene" aria-hidden="true" focusable="false">
        {drawBoard(place, location, cells)}
      </svg>
      {place.spaces.map((space) => {
        const on = lit?.has(space.id) ?? false;
        const shaded = (held !== null || (lit?.size ?? 0) > 0) && !on && !space.occupied;
        const marks = [
          "cell", on && "lit", shaded && "shade", choosing?.aimed.value === space.id && "aimed",
          choosing?.why.value?.target === space.id && "barred", (from === space.id) && "acts", (to === space.id) && "aim",
          space.occupied && "full",
        ];
        return (
          <button
            type="button"
            key={space.id}
            class={marks.filter(Boolean).join(" ")}
            style={percent(spaceBox(place, space))}
            data-space={space.id}
            data-row={space.row}
            data-column={space.column}
            aria-label={nameOfSpace(space, place, view, teller, on)}
            aria-disabled={choosing?.kind.value ? !on && (lit?.size ?? 0) > 0 : undefined}
            onClick={() => choosing?.pickTarget(space.id)}
            {...explain(() => contentsOfSpace(space, place, view, teller))}
          />
        );
      })}
      {place.rewards.map((one, i) => (
        <button
          type="button"
          key={one.id}
          class={`cell reward${lit?.has(one.id) ? " lit" : ""}${to === one.id ? " aim" : ""}${i ? " second" : ""}`}
          style={percent(shrunk(rewardBox(place), i, place.rewards.length))}
          data-space={one.id}
          data-row={place.reward_cell?.[0] ?? place.row * 2}
          data-column={place.reward_cell?.[1] ?? place.column * 2}
          aria-label={nameOfReward(one, place, teller, lit?.has(one.id) ?? false)}
          onClick={() => choosing?.pickTarget(one.id)}
          {...explain(() => ({ kind: "reward", id: one.id, tile: one.tile, up: one.face_up, location: place.id }))}
        />
      ))}
      {wholeLit && (
        <button
          type="button"
          class="whole lit"
          data-space={place.id}
          aria-label={teller.say("action.place_enigma", { location: teller.location(place.id) })}
          onClick={() => choosing?.pickTarget(place.id)}
        />
      )}
      <button type="button" class="band" aria-label={teller.say("web.board.about", { location: location.full_name ?? location.name })}
        {...explain(() => ({ kind: "location", id: place.id }))} />
    </section>
  );
}

const shrunk = (box: { x: number; y: number; size: number }, i: number, of: number) =>
  of < 2 ? box : { x: box.x + i * box.size * 0.26, y: box.y + i * box.size * 0.26, size: box.size * 0.74 };

function drawBoard(place: Place, location: wire.Location, cells: Record<string, VNode | null>): VNode {
  return art.board({
    location: place.id, title: location.name, number: place.number, quarter: place.quarter, clockwise: location.clockwise, cells,
  });
}
