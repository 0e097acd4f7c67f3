/** A finished game again, on the real table: seen by anybody, move by move, at a pace. */
import { effect } from "@preact/signals";
import { useEffect, useLayoutEffect, useMemo, useState } from "preact/hooks";
import type { Eyes } from "../net/api";
import { Dialog } from "../parts/dialog";
import { Flights } from "../parts/flights";
import { Hands } from "../parts/hands";
import { Numbers, Rounds } from "../parts/header";
import { Icon } from "../parts/icon";
import { Missions } from "../parts/missions";
import { Players } from "../parts/players";
import { Moves, onReplayKey, ReplayBar, ReplayKeys } from "../parts/replaybar";
import { useRoom } from "../parts/room";
import { ShareLink } from "../parts/share";
import { Tip } from "../parts/tip";
import { go, tablePath } from "../router";
import { ReplayStore } from "../store/replay";
import { t } from "../words/words";
import { download, Reckoning, ReviewLink } from "./end";
import { Resolution } from "./resolution";
import { Grid, type Tab, Tabs } from "./table";

export function Replay({ table, asked }: { table: string; asked: { move: string | null } }) {
  const store = useMemo(() => new ReplayStore(table), [table]);
  useEffect(() => {
    void store.look("all");
    return () => store.end();
  }, [store]);
  useEffect(() => store.open(asked.move), [store, asked]);
  useAddress(store);
  if (store.missing.value !== null) return <Missing store={store} move={store.missing.value} />;
  if (!store.shown.value)
    return store.problem.value ? <Nothing text={store.problem.value} /> : <main class="plain waves" aria-busy="true" />;
  return <Shown store={store} />;
}

/** Let the address lead to what is shown; a move that is not there stays in it until another is chosen. */
function useAddress(store: ReplayStore): void {
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let times: number[] = [];
    const write = (): void => {
      times = [...times.filter((time) => time > Date.now() - WINDOW), Date.now()];
      history.replaceState(null, "", linkTo(store));
    };
    const stop = effect(() => {
      clearTimeout(timer);
      if (!store.shown.value || store.missing.value !== null || store.at.value < 0) return;
      if (times.length < MOST) write();
      else timer = setTimeout(write, CALM);
    });
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [store]);
}

/** Browsers refuse an address that changes all the time: so often within so many milliseconds, then when it is calm. */
const MOST = 40;
const WINDOW = 10_000;
const CALM = 400;
const linkTo = (store: ReplayStore): string => `#move=${store.at.peek()}`;

function Shown({ store }: { store: ReplayStore }) {
  const [tab, setTab] = useState<Tab>("hand");
  const [help, setHelp] = useState(false);
  const [scoring, setScoring] = useState(true);
  const view = store.shown.value;
  const room = useRoom(view?.players.length ?? 0, store.columns.value);
  const { wide, high, form, phone, hand } = room;
  const bar = phone ? (form === "flat" ? 50 : 100) : 52;
  useLayoutEffect(() => {
    const press = (event: KeyboardEvent): void => onReplayKey(event, store, () => setHelp(true));
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, [store]);
  const over = store.over.value;
  useEffect(() => setScoring(true), [over]);
  if (!view) return null;
  const showing = store.staged;
  const covered = showing || (over && scoring);
  return (
    <div
      class={`table replay waves${room.classes}${covered ? " covered" : ""}`}
      data-tab={tab}
      style={{ ...room.style, "--replay-bar": `${bar}px` }}
    >
      <Bar store={store} onHelp={() => setHelp(true)} inert={covered} />
      <div class="sr" role="log" aria-live="polite">
        {store.told.value.map((said, i) => (
          <p key={i}>{store.teller.value.say(said)}</p>
        ))}
      </div>
      <aside class="left" inert={covered} aria-label={t("web.players")}>
        <Players store={store} />
        {form === "broad" && <Moves store={store} tab={tab} />}
      </aside>
      <main>
        <div class="stand" inert={covered}>
          {form === "broad" && <Missions store={store} />}
          <Grid store={store} phone={phone} />
          <Hands store={store} px={form === "flat" ? 44 : hand * (phone ? 0.8 : 0.72)} />
        </div>
        <div class="replay-box">
          <ReplayBar store={store} />
        </div>
        {phone && <Tabs tab={tab} onTab={setTab} log={t("web.tab.moves")} />}
      </main>
      {form !== "broad" && (
        <aside class="right" inert={covered} aria-label={`${t("web.tab.missions")}, ${t("web.tab.log")}`}>
          <Missions store={store} />
          <Moves store={store} tab={tab} />
        </aside>
      )}
      {showing && <Resolution store={store} wide={wide} high={high - bar} />}
      {over &&
        (scoring ? (
          <Reckoning store={store} table={store.table} instant onClose={() => setScoring(false)}>
            <button type="button" class="btn alt" onClick={() => store.to(0)}>
              {t("web.replay.first")}
            </button>
            <ReviewLink table={store.table} />
            <a class="btn alt" href="/">
              {t("web.head.home")}
            </a>
          </Reckoning>
        ) : (
          <button type="button" class="btn again" onClick={() => setScoring(true)}>
            {t("web.end.show")}
          </button>
        ))}
      {help && (
        <Dialog title={t("web.replay.help")} onClose={() => setHelp(false)}>
          <p>{t("web.replay.about")}</p>
          <ReplayKeys />
        </Dialog>
      )}
      {store.problem.value && (
        <p class="toast" role="alert">
          {store.problem.value}
        </p>
      )}
      <Flights store={store} />
      <Tip />
    </div>
  );
}

function Bar({ store, onHelp, inert }: { store: ReplayStore; onHelp: () => void; inert: boolean }) {
  const view = store.shown.value;
  return (
    <header class="bar" inert={inert}>
      <a class="logo" href="/" aria-label={t("web.head.home")}>
        E<i>STORIL</i>
      </a>
      <Rounds round={view?.round ?? 0} />
      <h1>{t("web.replay")}</h1>
      <label>
        <span>{t("web.replay.eyes")}</span>{" "}
        <select
          aria-label={t("web.replay.eyes")}
          value={store.eyes.value}
          onChange={(event) => void store.look(event.currentTarget.value as Eyes)}
        >
          <option value="all">{t("web.replay.all")}</option>
          {store.names.value.map((name, seat) => (
            <option key={seat} value={String(seat)}>
              {name}
            </option>
          ))}
          <option value="none">{t("web.replay.none")}</option>
        </select>
      </label>
      <Numbers places={view?.places ?? []} />
      <nav class="tools" aria-label={t("web.head.tools")}>
        <button
          type="button"
          data-do="review"
          aria-label={t("web.review")}
          onClick={() => go(`${tablePath(store.table)}/review`)}
        >
          <Icon name="chart" />
        </button>
        <ShareLink icon label={t("web.replay.link")} url={() => new URL(linkTo(store), location.href).href} />
        <button type="button" aria-label={t("web.end.record")} onClick={() => void download(store.table, null)}>
          <Icon name="download" />
        </button>
        <button type="button" aria-label={t("web.replay.help")} onClick={onHelp}>
          <Icon name="help" />
        </button>
      </nav>
    </header>
  );
}

const Missing = ({ store, move }: { store: ReplayStore; move: string }) => (
  <main class="plain waves">
    <div class="dossier" role="alert">
      <h1>{t("web.replay.missing")}</h1>
      <p>{t("web.replay.missing.about", { move, last: store.last.value })}</p>
      <div class="buttons">
        <a class="btn" href="#move=0">
          {t("web.replay.first")}
        </a>
        <a class="btn alt" href={`#move=${store.last.value}`}>
          {t("web.replay.last")}
        </a>
      </div>
    </div>
  </main>
);

const Nothing = ({ text }: { text: string }) => (
  <main class="plain waves">
    <p class="panel" role="alert">
      {text}
    </p>
    <a class="btn" href="/">
      {t("web.head.home")}
    </a>
  </main>
);
