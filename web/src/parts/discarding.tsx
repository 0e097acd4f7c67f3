/** The end of a round: my tiles laid out large, what each counts in the missions, and which of them go. */
import { useRef } from "preact/hooks";
import type { Choosing } from "../store/choosing";
import { contents } from "../store/content";
import type { TableStore } from "../store/table";
import { missionName } from "../words/things";
import { t, tn } from "../words/words";
import { type Size, useSize } from "./measure";
import { type Colour, copyOf, MissionPic, TilePic } from "./pieces";
import { explain } from "./tip";

const GAP = 12;
/** Below a tile: what it counts. */
const FOOT = 32;
const MOST = 280;

/** The rows in which so many tiles are largest; of those alike, those that are filled best. */
function laidOut(tiles: number, { wide, high }: Size): { px: number; columns: number } {
  let best = { px: 48, columns: Math.min(4, tiles), free: tiles };
  for (let columns = 1; columns <= tiles; columns++) {
    const rows = Math.ceil(tiles / columns);
    const px = Math.floor(Math.min(wide / columns - GAP, high / rows - GAP - FOOT, MOST));
    const free = rows * columns - tiles;
    if (px > best.px || (px === best.px && free < best.free)) best = { px, columns, free };
  }
  return best;
}

export function Discarding({ store, choosing }: { store: TableStore; choosing: Choosing }) {
  const box = useRef<HTMLDivElement>(null);
  const size = useSize(box);
  const own = store.shown.value?.players[store.seat.value ?? -1];
  const hand = own?.hand ?? [];
  const { px, columns } = laidOut(hand.length, size);
  const worth = new Map(choosing.choices.value.map(({ tile, worth }) => [tile, worth ?? {}]));
  return (
    <section class="discarding panel" aria-labelledby="discarding">
      <h2 id="discarding">{tn("web.ask.discard", choosing.due.value)}</h2>
      <p>{t("web.discard.about")}</p>
      <div class="table-top" ref={box}>
        <div
          class="hand"
          role="group"
          aria-label={t("web.hand")}
          style={{ gridTemplateColumns: `repeat(${columns}, ${px}px)`, gap: `${GAP}px` }}
        >
          {size.wide > 0 &&
            hand.map((tile, i) => {
              const copy = copyOf(hand, i);
              const goes = choosing.aside.value.includes(`${tile}.${copy}`);
              const counts = Object.entries(worth.get(tile) ?? {});
              const said = counts.map(([mission, count]) =>
                t("web.discard.worth", { mission: missionName(mission), count }),
              );
              return (
                <button
                  key={`${tile}.${copy}`}
                  type="button"
                  class={`card${goes ? " pick goes" : ""}`}
                  data-tile={tile}
                  aria-pressed={goes}
                  aria-label={[store.teller.value.tellTile(tile), ...said].join(". ")}
                  onClick={() => choosing.pickTile(tile, copy)}
                  {...explain(() => ({ kind: "tile", id: tile }))}
                >
                  <TilePic
                    id={tile}
                    px={px}
                    owner={contents().tile(tile).starting ? (own?.colour as Colour | undefined) : undefined}
                  />
                  {goes && <span class="stamp">{t("web.discard.goes")}</span>}
                  <span class="worth" aria-hidden="true">
                    {counts.length === 0 && <i>{px > 84 ? t("web.discard.nothing") : "–"}</i>}
                    {counts.map(([mission, count]) => (
                      <span key={mission}>
                        <MissionPic id={mission} px={24} />
                        {count > 1 && <b>×{count}</b>}
                      </span>
                    ))}
                  </span>
                </button>
              );
            })}
        </div>
      </div>
    </section>
  );
}

/** What stays when those go that are put aside. */
export function Staying({ store, choosing, px }: { store: TableStore; choosing: Choosing; px: number }) {
  const own = store.shown.value?.players[store.seat.value ?? -1];
  const hand = own?.hand ?? [];
  const kept = hand.filter((tile, i) => !choosing.aside.value.includes(`${tile}.${copyOf(hand, i)}`));
  return (
    <ul class="staying" aria-label={t("web.discard.stays")}>
      {kept.map((tile, i) => (
        <li key={`${tile}.${copyOf(kept, i)}`} aria-label={store.teller.value.tile(tile)}>
          <TilePic
            id={tile}
            px={px}
            owner={contents().tile(tile).starting ? (own?.colour as Colour | undefined) : undefined}
          />
        </li>
      ))}
    </ul>
  );
}
