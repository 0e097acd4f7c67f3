/** The log in words, and what people say. */
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { EVENTS, type Fact } from "../net/wire";
import { type Line, seatOf, type TableStore } from "../store/table";
import { t } from "../words/words";
import { Icon } from "./icon";
import { useSize } from "./measure";
import { Mark } from "./pieces";

export function tellLine(line: Line, store: TableStore): string {
  const teller = store.teller.value;
  if (line.said) return teller.say(line.said);
  if (line.remark) return teller.say(line.remark);
  if (line.note) {
    const seat = line.note.seat;
    const given = { ...(line.note.arguments ?? {}) };
    return t(line.note.key, {
      player: seat == null ? "" : teller.player(seat),
      seat: seat == null ? "" : teller.player(seat),
      ...given,
    });
  }
  const chat = line.chat;
  if (!chat) return "";
  return chat.phrase ? t(`phrase.${chat.phrase}`) : (chat.text ?? "");
}

export const isHeading = (fact: Fact): boolean => EVENTS[fact.event].tone === "heading";

/** So many lines are kept in the page at least, and so long, in milliseconds, nothing comes before others leave. */
const MOST = 160;
const QUIET = 1000;

export function Log({ store, phrases }: { store: TableStore; phrases: string[] }) {
  const [since, setSince] = useState(false);
  const view = store.shown.value;
  const lines = store.lines.value;
  const first = store.missed.value[0];
  const roll = useEnd(lines.length);
  const from = useFirst(lines.length);
  const shown = since ? lines.filter((line) => line.number >= store.since.value) : lines.slice(from);
  return (
    <section
      class="panel log"
      aria-labelledby="log"
      onPointerEnter={() => (store.unread.value = 0)}
      onFocusCapture={() => (store.unread.value = 0)}
    >
      <h2 id="log">
        {t("web.log")}
        {view && (
          <button type="button" class="link" aria-pressed={since} onClick={() => setSince(!since)}>
            {t(since ? "web.log.all" : "web.log.since")}
          </button>
        )}
      </h2>
      <div class="roll" ref={roll} tabIndex={0} role="group" aria-label={t("web.log")}>
        <ol>
          {shown.map((line) => (
            <Entry key={line.id} line={line} store={store} since={line === first && store.since.value > 0} />
          ))}
        </ol>
      </div>
      {store.seat.value !== null && <Say store={store} phrases={phrases} />}
    </section>
  );
}

/** A line of the log, and before the first that somebody has missed where that begins. */
function Entry({ line, store, since }: { line: Line; store: TableStore; since: boolean }) {
  const seat = seatOf(line);
  const colour = seat === null ? null : store.info.value?.seats[seat]?.colour;
  const kind = line.chat || line.remark ? "said" : line.fact && isHeading(line.fact) ? "head" : line.note ? "note" : "";
  return (
    <>
      {since && <li class="since">{t("web.log.missed")}</li>}
      <li class={kind}>
        {colour && <Mark colour={colour} px={14} />}
        {line.chat && <strong>{line.chat.name}: </strong>}
        {line.remark && <strong>{store.teller.value.player(line.remark.seat)}: </strong>}
        {tellLine(line, store)}
      </li>
    </>
  );
}

/**
 * The first line that is kept in the page. Of many, older ones leave while nothing comes: a browser would take both
 * together for one jump.
 */
function useFirst(length: number): number {
  const [first, setFirst] = useState(Math.max(0, length - MOST));
  useEffect(() => {
    if (length < first) setFirst(0);
    if (length - first <= 2 * MOST) return;
    const timer = setTimeout(() => setFirst(length - MOST), QUIET);
    return () => clearTimeout(timer);
  }, [length, first]);
  return length < first ? 0 : Math.max(first, length - 3 * MOST);
}

/** Whoever is so near the end, in pixels, reads the end. */
const NEAR = 24;

/** Keep the end of what grows in sight, unless somebody reads further up. */
function useEnd(length: number) {
  const roll = useRef<HTMLDivElement>(null);
  const reads = useRef(true);
  const { high } = useSize(roll);
  useLayoutEffect(() => {
    const box = roll.current;
    const scrolled = (): void => {
      if (box?.clientHeight) reads.current = box.scrollTop + box.clientHeight >= box.scrollHeight - NEAR;
    };
    box?.addEventListener("scroll", scrolled, { passive: true });
    return () => box?.removeEventListener("scroll", scrolled);
  }, []);
  useLayoutEffect(() => {
    if (roll.current && reads.current) roll.current.scrollTop = roll.current.scrollHeight;
  }, [length, high]);
  return roll;
}

function Say({ store, phrases }: { store: TableStore; phrases: string[] }) {
  const [text, setText] = useState("");
  const [open, setOpen] = useState(false);
  const send = async (event: Event) => {
    event.preventDefault();
    if (text.trim() && (await store.ask({ command: "say", text: text.trim() }))) setText("");
  };
  return (
    <form class="say" onSubmit={send}>
      <input
        id="say"
        value={text}
        maxLength={280}
        placeholder={t("web.chat.say")}
        aria-label={t("web.chat.say")}
        autocomplete="off"
        onInput={(event) => setText(event.currentTarget.value)}
      />
      <button type="button" aria-expanded={open} aria-label={t("web.chat.phrases")} onClick={() => setOpen(!open)}>
        <Icon name="chat" px={18} />
      </button>
      {open && (
        <div class="phrases">
          {phrases.map((phrase) => (
            <button
              key={phrase}
              type="button"
              onClick={() => {
                void store.ask({ command: "say_phrase", phrase });
                setOpen(false);
              }}
            >
              {t(`phrase.${phrase}`)}
            </button>
          ))}
        </div>
      )}
    </form>
  );
}
