/** The ways through a finished game: a list of its moves, buttons, and keys. */
import { useEffect, useRef } from "preact/hooks";
import { EVENTS, type Move } from "../net/wire";
import type { ReplayStore } from "../store/replay";
import { t } from "../words/words";
import { NUMERALS } from "./header";
import { Icon, type IconName } from "./icon";
import { isHeading } from "./log";
import { Pace } from "./pace";
import { Mark } from "./pieces";

/** All moves, each a link to its position; of the one that is shown all is told. */
export function Moves({ store, tab }: { store: ReplayStore; tab: string }) {
  const here = useRef<HTMLLIElement>(null);
  const at = store.at.value;
  useEffect(() => here.current?.scrollIntoView({ block: "nearest" }), [at, tab]);
  return (
    <section class="panel log moves" aria-labelledby="moves">
      <h2 id="moves">{t("web.replay.move", { move: at, of: store.last.value })}</h2>
      <div class="roll" tabIndex={0} role="group" aria-labelledby="moves">
        <ol>
          {store.moves.value.map((move, i) => (
            <li key={i} ref={i === at ? here : null} class={i === at ? "now" : ""}>
              <Told store={store} move={move} number={i} />
            </li>
          ))}
        </ol>
      </div>
    </section>
  );
}

function Told({ store, move, number }: { store: ReplayStore; move: Move; number: number }) {
  const now = number === store.at.value;
  const { say, player } = store.teller.value;
  const lines = move.facts.flatMap((fact, i) => {
    const said = move.told[i];
    return said ? [{ fact, said }] : [];
  });
  const [first, ...more] = lines;
  const colour = move.seat === null ? null : store.info.value?.seats[move.seat]?.colour;
  const text = first ? say(first.said) : t("web.replay.decided", { player: player(move.seat ?? 0) });
  return (
    <>
      <a href={`#move=${number}`} aria-current={now ? "step" : undefined}>
        {colour && <Mark colour={colour} px={14} />}
        {text}
      </a>
      {more
        .filter(({ fact }) => now || ["heading", "gain"].includes(EVENTS[fact.event].tone ?? ""))
        .map(({ fact, said }, i) => (
          <p key={i} class={isHeading(fact) ? "head" : ""}>
            {say(said)}
          </p>
        ))}
      {now &&
        move.remarks?.map((said, i) => (
          <p key={i} class="thought">
            <q>{say(said)}</q>
          </p>
        ))}
    </>
  );
}

/** What leads through the game, with its text and its key. */
const WAYS: { icon: IconName; text: string; key: string; go: (store: ReplayStore) => void }[] = [
  { icon: "first", text: "web.replay.first", key: "Home", go: (store) => store.to(0) },
  { icon: "backTwo", text: "web.replay.location.back", key: "ArrowUp", go: (store) => store.backLocation() },
  { icon: "back", text: "web.replay.back", key: "ArrowLeft", go: (store) => store.back() },
  { icon: "play", text: "web.replay.play", key: " ", go: (store) => store.toggle() },
  { icon: "next", text: "web.replay.next", key: "ArrowRight", go: (store) => store.forward() },
  { icon: "nextTwo", text: "web.replay.location.next", key: "ArrowDown", go: (store) => store.forwardLocation() },
  { icon: "last", text: "web.replay.last", key: "End", go: (store) => store.to(store.last.value) },
];

/** Keys without a button. */
const MORE: { text: string; key: string; go: (store: ReplayStore) => void }[] = [
  { text: "web.replay.round.back", key: "PageUp", go: (store) => store.backRound() },
  { text: "web.replay.round.next", key: "PageDown", go: (store) => store.forwardRound() },
];

const SIGNS: Record<string, string> = {
  ArrowUp: "↑",
  ArrowDown: "↓",
  ArrowLeft: "←",
  ArrowRight: "→",
  " ": "␣",
};

export function ReplayBar({ store }: { store: ReplayStore }) {
  const at = store.at.value;
  const round = store.rounds.value.findLastIndex((move) => move <= at);
  return (
    <nav class="replay-bar" aria-label={t("web.replay")}>
      <div class="ways">
        {WAYS.map(({ icon, text, go }) => {
          const hold = icon === "play" && store.going;
          return (
            <button
              key={icon}
              type="button"
              class="btn dark"
              aria-label={t(hold ? "web.show.pause" : text)}
              onClick={() => go(store)}
            >
              <Icon name={hold ? "pause" : icon} />
            </button>
          );
        })}
      </div>
      <input
        type="range"
        min={0}
        max={store.last.value}
        value={at}
        aria-label={t("web.replay.move", { move: at, of: store.last.value })}
        onInput={(event) => store.to(Number(event.currentTarget.value))}
      />
      <div class="ways">
        {store.rounds.value.map((move, i) => (
          <button
            key={move}
            type="button"
            class={`btn dark${i === round ? " on" : ""}`}
            aria-label={t("web.head.round", { round: i + 1 })}
            aria-current={i === round ? "step" : undefined}
            onClick={() => store.to(move)}
          >
            {NUMERALS[i]}
          </button>
        ))}
        <Pace />
      </div>
    </nav>
  );
}

/** Which key leads where. */
export const ReplayKeys = () => (
  <dl class="keys">
    {[...WAYS, ...MORE].map(({ text, key }) => (
      <div key={key}>
        <dt>
          <kbd>{SIGNS[key] ?? key}</kbd>
        </dt>
        <dd>{t(text)}</dd>
      </div>
    ))}
  </dl>
);

/** Go through the game by keys; what has the focus keeps the keys that it needs itself. */
export function onReplayKey(event: KeyboardEvent, store: ReplayStore, help: () => void): void {
  const target = event.target instanceof Element ? event.target : null;
  if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]:modal")) return;
  if (target?.matches("input, select")) return;
  if (event.key === " " && target?.matches("button:focus-visible")) return;
  if (event.key === "?") help();
  const pressed = event.key === "p" ? " " : event.key;
  const found = [...WAYS, ...MORE].find(({ key }) => key === pressed);
  if (!found) return;
  event.preventDefault();
  found.go(store);
}
