/** What everybody has in the end: hands and what is counted of them lie open, and no location any more. */
import { contents } from "../store/content";
import type { PositionStore } from "../store/positions";
import { t } from "../words/words";
import { useWindow } from "./measure";
import { type Colour, copyOf, Enigma, Mark, TilePic } from "./pieces";
import { explain } from "./tip";

/** Room for the way back to the scoring. */
const BELOW = 56;

export function Finals({ store, wide, high }: { store: PositionStore; wide: number; high: number }) {
  const players = store.shown.value?.players ?? [];
  const most = Math.max(1, ...players.map((player) => player.hand_size));
  const row = (high - BELOW) / Math.max(1, players.length);
  const px = Math.floor(Math.max(36, Math.min(104, (wide - 48) / most - 8, row - 56)));
  return <Hands name="finals" store={store} px={px} below={BELOW} />;
}

/** The same within the scoring, as large as there is room. */
export function Networks({ store }: { store: PositionStore }) {
  const { wide, high } = useWindow();
  const players = store.shown.value?.players ?? [];
  const most = Math.max(1, ...players.map((player) => player.hand_size));
  const columns = wide >= 1100 && players.length > 2 ? 2 : 1;
  const rows = Math.ceil(players.length / columns);
  const fits = (Math.min(wide, 1400) - 90) / columns / most - 9;
  const px = Math.floor(Math.max(40, Math.min(92, fits, (high - 590) / rows - 30)));
  return (
    <section class="networks" aria-labelledby="networks">
      <h3 id="networks">{t("web.networks")}</h3>
      <Hands name="nets" store={store} px={px} />
    </section>
  );
}

interface HandsProps {
  name: string;
  store: PositionStore;
  px: number;
  below?: number;
}

const Hands = ({ name, store, px, below = 0 }: HandsProps) => (
  <ul class={name} style={{ paddingBottom: `${below}px` }} aria-label={t("web.replay.hand")}>
    {(store.shown.value?.players ?? []).map(({ seat, colour, hand, enigma }) => (
      <li key={seat} class="panel">
        <b>
          <Mark colour={colour} px={20} /> {store.teller.value.player(seat)} {enigma && <Enigma px={20} />}
        </b>
        <ul>
          {(hand ?? []).map((tile, i, all) => (
            <li
              key={`${tile}.${copyOf(all, i)}`}
              aria-label={store.teller.value.tellTile(tile)}
              {...explain(() => ({ kind: "tile", id: tile }))}
            >
              <TilePic id={tile} px={px} owner={contents().tile(tile).starting ? (colour as Colour) : undefined} />
            </li>
          ))}
        </ul>
      </li>
    ))}
  </ul>
);
