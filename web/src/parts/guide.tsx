/** The guide of a first game: a handler who says one thing at a time, when it matters, and points at it. */
import { signal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import type { Choosing } from "../store/choosing";
import { type Lesson, lesson } from "../store/lessons";
import type { TableStore } from "../store/table";
import { t } from "../words/words";
import { Icon } from "./icon";
import { beside, type Place, type Rect } from "./pointing";

const KEY = "estoril.guide";

interface Kept {
  table: string | null;
  /** The lessons that were given. */
  heard: string[];
}

const NOBODY: Kept = { table: null, heard: [] };

function read(): Kept {
  try {
    return { ...NOBODY, ...(JSON.parse(sessionStorage.getItem(KEY) ?? "{}") as Partial<Kept>) };
  } catch {
    return NOBODY;
  }
}

/** The table that is guided and how far it has come, kept over a reload. */
const kept = signal<Kept>(read());

function keep(change: Partial<Kept>): void {
  kept.value = { ...kept.value, ...change };
  sessionStorage.setItem(KEY, JSON.stringify(kept.value));
}

/** Guide somebody at a table from the beginning; null: nobody any more. */
export const guide = (table: string | null): void => keep({ ...NOBODY, table });

interface Props {
  store: TableStore;
  choosing: Choosing;
  onTab: (tab: NonNullable<Lesson["tab"]>) => void;
}

export function Guide({ store, choosing, onTab }: Props) {
  const { table, heard } = kept.value;
  const now = table === store.id ? lesson({ store, choosing }, heard) : null;
  const turn = store.now.value?.turn ?? 0;
  const last = useRef({ name: "", turn: 0 });
  useEffect(() => {
    const before = last.current;
    // who has done what was asked need not be told again
    const done = now ? now.name !== before.name : before.turn > 0 && turn !== before.turn;
    if (before.name && before.name !== "done" && done) hear(before.name);
    if (now) last.current = { name: now.name, turn };
    if (now?.tab) onTab(now.tab);
    if (now?.shown && !store.director.paused.peek()) store.director.pause();
  }, [now?.name, turn]);
  if (!now) return null;
  const done = now.name === "done";
  const next = (): void => {
    if (done) guide(null);
    else hear(now.name);
    if (now.shown && store.director.paused.value) store.director.pause();
  };
  const stop = (): void => {
    guide(null);
    if (now.shown && store.director.paused.value) store.director.pause();
  };
  return (
    <Pointing key={now.name} at={now.at} clear={now.clear}>
      <h2>{now.title}</h2>
      {now.text.map((part) => (
        <p key={part}>{part}</p>
      ))}
      <div class="buttons">
        <button type="button" class="btn" data-do="heard" onClick={next}>
          {t(done ? "web.guide.play_on" : "web.guide.next")}
        </button>
        {done ? (
          <a class="btn alt" href="/" onClick={() => guide(null)}>
            {t("web.head.home")}
          </a>
        ) : (
          <button type="button" class="link" onClick={stop}>
            <Icon name="close" px={12} /> {t("web.guide.stop")}
          </button>
        )}
      </div>
    </Pointing>
  );
}

const hear = (name: string): void => {
  if (!kept.value.heard.includes(name)) keep({ heard: [...kept.value.heard, name] });
};

/** The first of some things that can be seen, brought into sight. */
function find(at: string[]): HTMLElement | null {
  for (const selector of at)
    for (const one of document.querySelectorAll<HTMLElement>(selector))
      if (one.getClientRects().length && one.offsetWidth) return one;
  return null;
}

/** A sheet beside what it speaks of, with a frame around that. */
interface Pointed {
  at: string[];
  clear?: string | undefined;
  children: ComponentChildren;
}

function Pointing({ at, clear, children }: Pointed) {
  const box = useRef<HTMLElement>(null);
  const [spot, setSpot] = useState<{ thing: Rect; place: Place } | null>(null);
  const wanted = at.join();
  useLayoutEffect(() => {
    let seen: HTMLElement | null = null;
    let was = "";
    const look = (): void => {
      const thing = find(at);
      if (thing && thing !== seen) thing.scrollIntoView({ block: "nearest", inline: "center" });
      seen = thing;
      const rect = thing?.getBoundingClientRect();
      const size = box.current?.getBoundingClientRect();
      const now = rect && [rect.left, rect.top, rect.width, rect.height, size?.width, size?.height].join();
      if (now === was || !size) return;
      was = now ?? "";
      const spared = (clear && find([clear])?.getBoundingClientRect()) || rect;
      setSpot(rect && spared ? { thing: rect, place: beside(spared, size, innerWidth, innerHeight) } : null);
    };
    look();
    // what it points at may move: a hand is dealt, a panel slides, a finger pans the boards
    const timer = setInterval(look, 150);
    addEventListener("resize", look);
    return () => {
      clearInterval(timer);
      removeEventListener("resize", look);
    };
  }, [wanted]);
  const { thing, place } = spot ?? {};
  return (
    <>
      {thing && (
        <div
          class="spot"
          aria-hidden="true"
          style={{
            left: `${thing.left - 5}px`,
            top: `${thing.top - 5}px`,
            width: `${thing.width + 10}px`,
            height: `${thing.height + 10}px`,
          }}
        />
      )}
      <section
        ref={box}
        class={`guide${place?.side ? ` ${place.side}` : ""}`}
        role="status"
        aria-label={t("web.guide")}
        style={place && { left: `${place.left}px`, top: `${place.top}px`, right: "auto", bottom: "auto" }}
      >
        {children}
      </section>
    </>
  );
}
