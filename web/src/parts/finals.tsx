/** What everybody has in the end: hands and what is counted of them lie open, and no location any more. */
import { contents } from "../store/content";
import type { PositionStore } from "../store/positions";
import { t } from "../words/words";
import { type Colour, copyOf, Enigma, Mark, TilePic } from "./pieces";
import { explain } from "./tip";

/** Room for the way back to the scoring, and what lies around the tiles of a seat. */
const BELOW = 56;
const ABOVE = 56;
const BESIDE = 32;
const GAP = 8;
const MOST = 150;

/** The columns of seats in which tiles are largest; one, where they are alike. */
function laidOut(seats: number, tiles: number, wide: number, high: number): { px: number; columns: number } {
  const sizes = [1, 2, 3].map((columns) => {
    const across = (wide / columns - BESIDE - GAP) / tiles - GAP;
    return { columns, px: Math.floor(Math.min(MOST, across, (high - BELOW) / Math.ceil(seats / columns) - ABOVE)) };
  });
  const best = sizes.reduce((one, other) => (other.px > one.px ? other : one));
  return { ...best, px: Math.max(36, best.px) };
}

export function Finals({ store, wide, high }: { store: PositionStore; wide: number; high: number }) {
  const players = store.shown.value?.players ?? [];
  const most = Math.max(1, ...players.map((player) => player.hand_size));
  const { px, columns } = laidOut(players.length, most, wide, high);
  return (
    <ul
      class="finals"
      style={{ paddingBottom: `${BELOW}px`, gridTemplateColumns: `repeat(${columns}, auto)` }}
      aria-label={t("web.replay.hand")}
    >
      {players.map(({ seat, colour, enigma }) => (
        <li key={seat} class="panel">
          <b>
            <Mark colour={colour} px={20} /> {store.teller.value.player(seat)} {enigma && <Enigma px={20} />}
          </b>
          <Network store={store} seat={seat} px={px} />
        </li>
      ))}
    </ul>
  );
}

/** The tiles of a seat, open to everybody in the end. */
export function Network({ store, seat, px }: { store: PositionStore; seat: number; px: number }) {
  const player = store.shown.value?.players[seat];
  return (
    <ul class="network" aria-label={t("web.seat.network")}>
      {(player?.hand ?? []).map((tile, i, all) => (
        <li
          key={`${tile}.${copyOf(all, i)}`}
          aria-label={store.teller.value.tellTile(tile)}
          {...explain(() => ({ kind: "tile", id: tile }))}
        >
          <TilePic id={tile} px={px} owner={contents().tile(tile).starting ? (player?.colour as Colour) : undefined} />
        </li>
      ))}
    </ul>
  );
}
