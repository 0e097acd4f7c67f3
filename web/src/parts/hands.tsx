/** The hands of a finished game: that of the seat whose eyes one has, or of whoever is chosen. */
import { useState } from "preact/hooks";
import { contents } from "../store/content";
import type { PositionStore } from "../store/positions";
import { t } from "../words/words";
import { type Colour, copyOf, Mark, TilePic } from "./pieces";
import { explain } from "./tip";

export function Hands({ store, px }: { store: PositionStore; px: number }) {
  const [chosen, setChosen] = useState<number | null>(null);
  const view = store.shown.value;
  if (!view) return null;
  const open = view.players.filter((player) => player.hand);
  // the hand of who decides, unless somebody's has been chosen
  const acting = view.decision?.seats.find((seat) => open.some((one) => one.seat === seat));
  const shown = open.find((one) => one.seat === (chosen ?? acting)) ?? open[0];
  const hand = shown?.hand ?? [];
  const name = store.teller.value.player;
  return (
    <section class="tray" aria-label={t("web.replay.hand")}>
      <div class="side l">
        <b>{shown && name(shown.seat)}</b>
        {open.length > 1 && (
          <span class="whose" role="group" aria-label={t("web.replay.hand")}>
            {open.map(({ seat, colour }) => (
              <button
                key={seat}
                type="button"
                aria-label={t("web.replay.hand.of", { player: name(seat) })}
                aria-pressed={shown?.seat === seat}
                onClick={() => setChosen(chosen === seat ? null : seat)}
              >
                <Mark colour={colour} px={20} />
              </button>
            ))}
          </span>
        )}
      </div>
      {shown ? (
        <ul class="hand" tabIndex={0} aria-label={t("web.replay.hand.of", { player: name(shown.seat) })}>
          {hand.map((tile, i) => (
            <li
              key={`${tile}.${copyOf(hand, i)}`}
              class="card"
              data-tile={tile}
              aria-label={store.teller.value.tellTile(tile)}
              {...explain(() => ({ kind: "tile", id: tile }))}
            >
              <TilePic
                id={tile}
                px={px}
                owner={contents().tile(tile).starting ? (shown.colour as Colour) : undefined}
              />
            </li>
          ))}
        </ul>
      ) : (
        <p class="watching">{t("web.watching")}</p>
      )}
      <div class="side r">
        <span class="pile">
          <b>{t("web.pile", { number: view.pile.size })}</b>
        </span>
      </div>
    </section>
  );
}
