/** A location with everything on it; each space and reward is a button with a name. */
import type { VNode } from "preact";
import { useMemo } from "preact/hooks";
import * as art from "../art";
import type * as wire from "../net/wire";
import type { Choosing } from "../store/choosing";
import { contents } from "../store/content";
import type { Notebook } from "../store/notes";
import { contentsOfSpace, nameOfReward, nameOfSpace } from "../words/names";
import type { Teller } from "../words/teller";
import { fullLocationName, locationName } from "../words/things";
import { language, t, tn } from "../words/words";
import { tagOf } from "./dossier";
import { type Box, HIGH, percent, rewardBox, spaceBox, WIDE } from "./geometry";
import { type Colour, folderOn, Mark, tileOn } from "./pieces";
import { barred, explain } from "./tip";

type Place = wire.LocationView;

/** None of these changes with every move: a location is drawn again when something on it changes. */
export interface BoardProps {
  place: Place;
  /** The colours of the seats. */
  colours: readonly string[];
  round: number;
  px: number;
  teller: Teller;
  choosing?: Choosing | undefined;
  notes?: Notebook | undefined;
  /** Opens a folder of somebody else, to think about it. */
  onFolder?: ((space: string) => void) | undefined;
  /** Who looks. */
  me?: number | null;
  /** Cells that are pointed out, such as the one who acts. */
  from?: string | null | undefined;
  to?: string | null | undefined;
}

const colourOf = (colours: readonly string[], seat: number | null | undefined): Colour | undefined =>
  seat == null ? undefined : (colours[seat] as Colour | undefined);

/** What lies on a space. */
function character(space: wire.Space, colours: readonly string[], px: number): VNode | null {
  if (!space.occupied) return null;
  const owner = colourOf(colours, space.owner);
  const now = colourOf(colours, space.controller);
  const markers = [owner, space.turned ? now : undefined].filter((colour) => colour !== undefined);
  if (!space.tile || !space.face_up) return folderOn(space.tile ?? null, px, markers);
  const starting = contents().tile(space.tile).starting ?? false;
  return tileOn(space.tile, px, {
    markers,
    owner: starting ? owner : undefined,
    void: space.void ?? false,
    shielded: space.shield ?? false,
  });
}

const LOOSE = { markers: [], owner: undefined, void: false, shielded: false };

const rewards = (place: Place, cell: number): VNode[] => {
  const px = place.rewards.length > 1 ? cell / 2 : cell;
  return place.rewards.map((one) =>
    one.tile && one.face_up ? tileOn(one.tile, px, LOOSE) : folderOn(one.tile, px, []),
  );
};

type States = Partial<Record<art.CellName, art.CellState>>;

function Drawing({ place, colours, px, states }: Pick<BoardProps, "place" | "colours" | "px"> & { states: States }) {
  return useMemo(() => {
    const location = contents().location(place.id);
    const cellPx = (px * 135) / WIDE;
    const cells: Record<string, VNode | VNode[] | null> = {
      R: rewards(place, place.reward_cell ? cellPx : cellPx * 0.68),
    };
    for (const space of place.spaces) cells[space.numeral] = character(space, colours, cellPx);
    // a reward that is gone leaves no folder behind
    const secret = (location.secret ?? []).filter((cell) => cell !== "R" || place.rewards.length > 0);
    return art.board({
      location: place.id,
      title: locationName(place.id),
      number: place.number,
      quarter: place.quarter as art.Quarter,
      marks: { clockwise: location.clockwise, secret, peek: location.peek, traits: location.traits as art.Traits },
      cells,
      states,
      enigma: place.enigma,
      roulette: place.roulette,
      ground: false,
    });
  }, [place, colours, px, language(), JSON.stringify(states)]);
}

/** The picture below the cells: drawn once. */
function Ground({ id }: { id: string }) {
  return useMemo(
    () => (
      <div class="scene ground" aria-hidden="true">
        {art.ground(id)}
      </div>
    ),
    [id],
  );
}

/** What the cells say to somebody who is about to act. */
function statesOf(place: Place, choosing: Choosing | undefined): States {
  const states: States = {};
  if (!choosing) return states;
  const lit = choosing.lit.value;
  const closed = choosing.why.value?.target ?? barred.value;
  const choosable = choosing.held.value !== null || lit.size > 0;
  for (const space of place.spaces) {
    const cell = space.numeral as art.CellName;
    if (closed === space.id && !space.occupied) states[cell] = "barred";
    else if (lit.has(space.id)) states[cell] = "open";
    else if (choosable && !space.occupied) states[cell] = "closed";
  }
  if (place.rewards.some((one) => lit.has(one.id))) states.R = "open";
  return states;
}

export function Board({ place, colours, round, px, teller, choosing, notes, onFolder, me, from, to }: BoardProps) {
  const lit = choosing?.lit.value;
  const wholeLit = lit?.has(place.id) ?? false;
  return (
    <section
      class={`board${place.resolved ? " resolved" : ""}${place.resolving ? " resolving" : ""}`}
      style={{ width: `${px}px`, height: `${(px * HIGH) / WIDE}px` }}
      aria-label={teller.location(place.id)}
      data-location={place.id}
    >
      <Ground id={place.id} />
      <div class="scene" aria-hidden="true">
        <Drawing place={place} colours={colours} px={px} states={statesOf(place, choosing)} />
      </div>
      {place.spaces.map((space) => {
        const on = lit?.has(space.id) ?? false;
        const marks = [
          "cell",
          on && "lit",
          choosing?.aimed.value === space.id && "aimed",
          from === space.id && "acts",
          to === space.id && "aim",
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
            aria-label={nameOfSpace(space, teller, on ? (choosing?.kind.value ?? null) : null)}
            onClick={() => {
              if (onFolder && isClosed(space) && !on && !choosing?.held.value) onFolder(space.id);
              else choosing?.pickTarget(space.id);
            }}
            {...explain(() => contentsOfSpace(space, place.id, teller), choosing && (() => choosing.whyNot(space.id)))}
          >
            {notes && isClosed(space) && (
              <Tag text={tagOf(notes.of(round, space), space.possible ?? [], teller.tile)} />
            )}
          </button>
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
          {...explain(
            () => ({ kind: "reward", id: one.id, tile: one.tile, up: one.face_up, location: place.id }),
            choosing && (() => choosing.whyNot(one.id)),
          )}
        />
      ))}
      {wholeLit && (
        <button
          type="button"
          class="whole lit"
          data-space={place.id}
          aria-label={t("action.place_enigma", { location: teller.location(place.id) })}
          onClick={() => choosing?.pickTarget(place.id)}
        />
      )}
      <button
        type="button"
        class="band"
        aria-label={t("web.board.about", { location: fullLocationName(place.id) })}
        {...explain(() => ({ kind: "location", id: place.id }))}
      />
      <Strengths place={place} colours={colours} teller={teller} me={me ?? null} />
    </section>
  );
}

/** Whether a folder lies there that the reader cannot look into. */
const isClosed = (space: wire.Space): boolean => space.occupied && space.tile == null;

const Tag = ({ text }: { text: string }) => (text ? <span class="tag">{text}</span> : null);

/** How strong everybody is here, as far as the reader knows. */
function Strengths({
  place,
  colours,
  teller,
  me,
}: Pick<BoardProps, "place" | "colours" | "teller"> & { me: number | null }) {
  if (!place.standings.length || place.resolved) return null;
  const told = place.standings.map(({ seat, total, unknown }) => {
    const of = { player: teller.player(seat), total };
    return unknown ? tn("web.strength.unknown", unknown, of) : t("web.strength.of", of);
  });
  return (
    <div class="strengths" role="img" aria-label={t("web.strength", { strengths: told.join(", ") })}>
      {place.standings.map(({ seat, total, unknown }) => (
        <span key={seat} class={seat === me ? "me" : ""} aria-hidden="true">
          <Mark colour={colours[seat] ?? "red"} px={13} />
          {unknown && !total ? "" : total}
          {unknown > 0 && <i>{unknown > 1 ? `+${unknown}?` : "+?"}</i>}
        </span>
      ))}
    </div>
  );
}

/** Two rewards lie in opposite quarters of the cell. */
const shrunk = (box: Box, i: number, of: number): Box => {
  const size = box.size / 2;
  return of < 2 ? box : { x: box.x + (i ? box.size - size : 0), y: box.y + (i ? box.size - size : 0), size };
};

/** A location that is only looked at. */
export const BoardPic = ({ place, colours, px }: Pick<BoardProps, "place" | "colours" | "px">) => (
  <span class="board small" style={{ width: `${px}px`, height: `${(px * HIGH) / WIDE}px` }}>
    <Ground id={place.id} />
    <span class="scene">
      <Drawing place={place} colours={colours} px={px} states={{}} />
    </span>
  </span>
);
