/** A small map for phones: how many lit spaces each board has; a tap goes to the next of them. */
import type { Choosing } from "../store/choosing";
import type { TableStore } from "../store/table";
import { t } from "../words/words";

const boardOf = (place: string): HTMLElement | null =>
  document.querySelector<HTMLElement>(`[data-location="${CSS.escape(place)}"]`);

/** Whether a board lies in the middle of the screen. */
function isCentred(place: string): boolean {
  const box = boardOf(place)?.getBoundingClientRect();
  return !!box && box.left < innerWidth / 2 && box.right > innerWidth / 2;
}

export function GridMap({ store, choosing }: { store: TableStore; choosing: Choosing }) {
  const view = store.shown.value;
  const lit = choosing.lit.value;
  if (!view || !lit.size) return null;
  const counts = view.places.map(({ id }) => [...lit].filter((one) => one === id || one.startsWith(`${id}.`)).length);
  const next = (): void => {
    const some = view.places.filter((_, i) => counts[i]).sort((a, b) => a.column - b.column);
    const found = some.find(({ id }) => (boardOf(id)?.getBoundingClientRect().left ?? 0) > innerWidth / 2);
    const to = found ?? some.find(({ id }) => !isCentred(id));
    if (to) boardOf(to.id)?.scrollIntoView({ inline: "center", behavior: "smooth" });
  };
  return (
    <button
      type="button"
      class="map"
      style={{ gridTemplateColumns: `repeat(${store.columns.value}, 1fr)` }}
      aria-label={t("web.map.next")}
      onClick={next}
    >
      {view.places.map(({ id }, i) => (
        <span key={id} class={counts[i] ? "some" : ""}>
          {counts[i] || ""}
        </span>
      ))}
    </button>
  );
}
