/** What happened while somebody was away, in a few lines. */
import { effect } from "@preact/signals";
import { useEffect, useRef, useState } from "preact/hooks";
import type { Line, TableStore } from "../store/table";
import { t } from "../words/words";
import { tellLine } from "./log";

const MOST = 12;

export function Return({ store }: { store: TableStore }) {
  const [missed, setMissed] = useState<Line[]>([]);
  const panel = useRef<HTMLElement>(null);
  useEffect(
    () =>
      effect(() => {
        if (store.away.value.length) setMissed(store.away.value);
      }),
    [store],
  );
  useEffect(() => {
    let left = 0;
    const look = (): void => {
      if (document.hidden) left = store.lines.value.at(-1)?.id ?? 0;
      else if (left) setMissed(store.lines.value.filter((line) => line.id > left && line.said));
    };
    document.addEventListener("visibilitychange", look);
    return () => document.removeEventListener("visibilitychange", look);
  }, [store]);
  const shown = missed.length > 1;
  useEffect(() => {
    if (!shown) return;
    // it lies over the table: whoever is to decide and goes on has read it
    const goOn = (event: Event): void => {
      if (!store.now.value?.turn) return;
      const moves = event instanceof KeyboardEvent && ["Tab", "Shift"].includes(event.key);
      if (!moves && !panel.current?.contains(event.target as Node)) setMissed([]);
    };
    const kinds = ["pointerdown", "keydown"];
    for (const kind of kinds) document.addEventListener(kind, goOn);
    return () => {
      for (const kind of kinds) document.removeEventListener(kind, goOn);
    };
  }, [shown, store]);
  if (!shown) return null;
  return (
    <section class="panel return" role="status" ref={panel}>
      <h2>{t("web.return")}</h2>
      <ol>
        {missed.slice(-MOST).map((line) => (
          <li key={line.id}>{tellLine(line, store)}</li>
        ))}
      </ol>
      <div class="buttons">
        <button
          type="button"
          class="btn"
          onClick={() => {
            setMissed([]);
            void store.lookBack();
          }}
        >
          {t("web.recap.show")}
        </button>
        <button type="button" class="btn alt" onClick={() => setMissed([])}>
          {t("web.close")}
        </button>
      </div>
    </section>
  );
}
