/** A finished game again: forward, back, by round or move, through anybody's eyes. */
import { useEffect, useMemo, useState } from "preact/hooks";
import * as api from "../net/api";
import * as wire from "../net/wire";
import { Board } from "../parts/board";
import { Icon } from "../parts/icon";
import { useWindow } from "../parts/measure";
import { Mark } from "../parts/pieces";
import { Tip } from "../parts/tip";
import { useContentOf } from "../store/content";
import { nameOf, tellFailure } from "../store/table";
import { isHeading, isTold, Teller } from "../words/teller";
import { t, wordsOf } from "../words/words";
import { download, Scoring } from "./end";

export function Replay({ table, start }: { table: string; start: number | null }) {
  const [replay, setReplay] = useState<wire.Replay | null>(null);
  const [problem, setProblem] = useState("");
  const [move, setMove] = useState(start ?? 0);
  const [eyes, setEyes] = useState("all");
  const [frame, setFrame] = useState<wire.Frame | null>(null);
  const [playing, setPlaying] = useState(false);
  const frames = useMemo(() => new Map<string, Promise<wire.Frame>>(), [table]);
  const { wide, high } = useWindow();
  const load = (at: number): Promise<wire.Frame> => {
    const key = `${eyes}/${at}`;
    const found = frames.get(key) ?? api.frame(table, at, eyes);
    frames.set(key, found);
    return found;
  };
  useEffect(() => {
    const read = async (): Promise<void> => {
      const found = await api.replay(table);
      if ((found.info.content ?? "today") !== "today") await useContentOf(table);
      setReplay(found);
    };
    read().catch((error) => setProblem(tellFailure(error)));
    return () => {
      void useContentOf(null);
    };
  }, [table]);
  useEffect(() => {
    if (replay) wordsOf(replay.info.options);
  }, [replay]);
  const last = (replay?.moves.length ?? 1) - 1;
  const to = (at: number): void => setMove(Math.max(0, Math.min(last, at)));
  useEffect(() => {
    if (!replay) return;
    let stale = false;
    void load(move).then((found) => {
      if (!stale) setFrame(found);
    });
    if (move < last) void load(move + 1);
    history.replaceState(null, "", `#move=${move}`);
    return () => {
      stale = true;
    };
  }, [replay, move, eyes]);
  useEffect(() => {
    if (!playing) return;
    if (move >= last) {
      setPlaying(false);
      return;
    }
    const timer = setTimeout(() => to(move + 1), 900);
    return () => clearTimeout(timer);
  }, [playing, move, last]);
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      if ((event.target as Element).matches("input, select")) return;
      if (event.key === "ArrowRight") to(move + 1);
      else if (event.key === "ArrowLeft") to(move - 1);
      else if (event.key === " ") {
        event.preventDefault();
        setPlaying(!playing);
      }
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  });
  if (problem)
    return (
      <main class="plain waves">
        <p class="panel">{problem}</p>
        <a class="btn" href="/">
          {t("web.head.home")}
        </a>
      </main>
    );
  if (!replay || !frame) return <main class="plain waves" aria-busy="true" />;
  const names = replay.info.seats.map(nameOf);
  const teller = new Teller(names);
  const view = frame.view;
  const columns = wire.COLUMNS[view.players.length] ?? 1;
  const narrow = wide < 900;
  const px = Math.floor(
    Math.min((wide - (narrow ? 24 : 330) - 8 * columns) / columns, narrow ? 400 : ((high - 170) / 2 / 316) * 300),
  );
  const facts = (replay.moves[move]?.facts ?? []).filter(isTold);
  const rounds = replay.moves.flatMap((one, i) =>
    one.facts.some((fact) => fact.event === "round_started") ? [i] : [],
  );
  return (
    <main class="replay waves">
      <header class="bar">
        <a class="logo" href="/" aria-label={t("web.head.home")}>
          ESTORIL
        </a>
        <h1>{t("web.replay")}</h1>
        <label>
          {t("web.replay.eyes")}{" "}
          <select value={eyes} onChange={(event) => setEyes(event.currentTarget.value)}>
            <option value="all">{t("web.replay.all")}</option>
            {names.map((name, seat) => (
              <option key={seat} value={String(seat)}>
                {name}
              </option>
            ))}
            <option value="none">{t("web.replay.none")}</option>
          </select>
        </label>
      </header>
      <div class="grid" style={{ gridTemplateColumns: `repeat(${columns}, ${px}px)`, gap: "8px" }}>
        {view.places.map((place) => (
          <Board key={place.id} place={place} view={view} px={px} teller={teller} />
        ))}
      </div>
      <section class="panel log" aria-live="polite">
        <h2>{t("web.replay.move", { move, of: last })}</h2>
        <ol>
          {facts.map((fact, i) => {
            const seat = "seat" in fact ? fact.seat : null;
            return (
              <li key={i} class={isHeading(fact) ? "head" : ""}>
                {seat != null && <Mark colour={view.players[seat]?.colour ?? "red"} px={14} />}
                {teller.tell(fact)}
              </li>
            );
          })}
        </ol>
        {move === last && (
          <Scoring
            instant
            result={replay.result}
            colours={replay.info.seats.map((seat) => seat.colour)}
            names={names}
            words={teller.tellWinners(replay.result)}
          />
        )}
      </section>
      <nav class="film" aria-label={t("web.replay")}>
        <button type="button" class="btn dark" onClick={() => to(0)} aria-label={t("web.replay.first")}>
          <Icon name="first" />
        </button>
        <button type="button" class="btn dark" onClick={() => to(move - 1)} aria-label={t("web.replay.back")}>
          <Icon name="back" />
        </button>
        <button
          type="button"
          class="btn dark"
          onClick={() => setPlaying(!playing)}
          aria-label={t(playing ? "web.show.pause" : "web.replay.play")}
        >
          <Icon name={playing ? "pause" : "play"} />
        </button>
        <button type="button" class="btn dark" onClick={() => to(move + 1)} aria-label={t("web.replay.next")}>
          <Icon name="next" />
        </button>
        <button type="button" class="btn dark" onClick={() => to(last)} aria-label={t("web.replay.last")}>
          <Icon name="last" />
        </button>
        <input
          type="range"
          min={0}
          max={last}
          value={move}
          aria-label={t("web.replay.move", { move, of: last })}
          onInput={(event) => to(Number(event.currentTarget.value))}
        />
        {rounds.map((at, i) => (
          <button
            key={i}
            type="button"
            class="btn dark"
            onClick={() => to(at)}
            aria-label={t("web.head.round", { round: i + 1 })}
          >
            {["I", "II", "III", "IV"][i]}
          </button>
        ))}
        <button type="button" class="btn dark" onClick={() => void navigator.clipboard.writeText(location.href)}>
          <Icon name="copy" px={18} /> {t("web.replay.link")}
        </button>
        <button type="button" class="btn dark" onClick={() => void download(table, null)}>
          <Icon name="download" px={18} /> {t("web.end.record")}
        </button>
      </nav>
      <Tip />
    </main>
  );
}
