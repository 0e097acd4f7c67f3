/** The guide of a first game: a handler who says one thing at a time, when it matters. */
import { signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { Choosing } from "../store/choosing";
import type { TableStore } from "../store/table";
import { t } from "../words/words";
import { Icon } from "./icon";

const KEY = "estoril.guide";

/** The table that is guided, kept over a reload. */
export const guided = signal<string | null>(sessionStorage.getItem(KEY));

export function guide(table: string | null): void {
  guided.value = table;
  if (table) sessionStorage.setItem(KEY, table);
  else sessionStorage.removeItem(KEY);
}

interface Moment {
  store: TableStore;
  choosing: Choosing;
}

/** What is said, and when it matters; what comes first in the list is said first. */
const LESSONS: [name: string, when: (now: Moment) => boolean][] = [
  ["done", ({ store }) => (store.shown.value?.round ?? 0) > 1 || store.result.value !== null],
  ["welcome", () => true],
  ["missions", ({ choosing }) => choosing.kind.value === "place"],
  ["pick", ({ choosing }) => choosing.kind.value === "place" && !choosing.held.value],
  ["space", ({ choosing }) => choosing.kind.value === "place" && choosing.held.value !== null],
  ["peek", ({ choosing }) => choosing.kind.value === "peek"],
  ["laid", ({ store, choosing }) => choosing.kind.value === "place" && laid(store) > 0],
  ["order", ({ store, choosing }) => choosing.kind.value === "place" && laid(store) > 1],
  ["ability", ({ choosing }) => choosing.kind.value === "ability"],
  ["bury", ({ choosing }) => choosing.kind.value === "bury"],
  ["give_up", ({ choosing }) => choosing.kind.value === "give_up"],
  ["discard", ({ choosing }) => choosing.kind.value === "discard"],
];

const laid = (store: TableStore): number =>
  store.shown.value?.places
    .flatMap((place) => place.spaces)
    .filter((space) => space.owner === store.seat.value && space.occupied).length ?? 0;

const heard = signal<string[]>([]);

export function Guide({ store, choosing }: Moment) {
  useEffect(
    () => () => {
      heard.value = [];
    },
    [],
  );
  if (guided.value !== store.id || store.director.busy.value) return null;
  const lesson = LESSONS.find(([name, when]) => !heard.value.includes(name) && when({ store, choosing }))?.[0];
  if (!lesson) return null;
  const done = lesson === "done";
  const next = (): void => {
    if (done) guide(null);
    else heard.value = [...heard.value, lesson];
  };
  return (
    <section class="guide" role="status" aria-label={t("web.guide")}>
      <h2>{t(`web.guide.${lesson}.title`)}</h2>
      <p>{t(`web.guide.${lesson}`)}</p>
      <div class="buttons">
        <button type="button" class="btn" data-do="heard" onClick={next}>
          {t(done ? "web.guide.play_on" : "web.guide.next")}
        </button>
        {done && (
          <a class="btn alt" href="/" onClick={() => guide(null)}>
            {t("web.head.home")}
          </a>
        )}
        {!done && (
          <button type="button" class="link" onClick={() => guide(null)}>
            <Icon name="close" px={12} /> {t("web.guide.stop")}
          </button>
        )}
      </div>
    </section>
  );
}
