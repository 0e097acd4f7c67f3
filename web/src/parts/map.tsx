/** A small map for phones: how many lit spaces each board has; a tap goes there. */
import type { Choosing } from "../store/choosing";
import type { TableStore } from "../store/table";
import { tn } from "../words/words";

export function GridMap({ store, choosing }: { store: TableStore; choosing: Choosing }) {
  const view = store.shown.value;
  const lit = choosing.lit.value;
  if (!view || !lit.size) return null;
  return (
    <div class="map" style={{ gridTemplateColumns: `repeat(${store.columns.value}, 30px)` }}>
      {view.places.map((place) => {
        const count = [...lit].filter((id) => id === place.id || id.startsWith(`${place.id}.`)).length;
        return (
          <button
            key={place.id}
            type="button"
            class={count ? "some" : ""}
            aria-label={`${store.teller.value.location(place.id)}: ${tn("web.ask.spaces", count)}`}
            onClick={() =>
              document
                .querySelector(`[data-location="${CSS.escape(place.id)}"]`)
                ?.scrollIntoView({ inline: "center", behavior: "smooth" })
            }
          >
            {count || ""}
          </button>
        );
      })}
    </div>
  );
}
