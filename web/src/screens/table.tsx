/** The table: grid, hand, missions, players, log; and what covers it for a while. */
import { effect } from "@preact/signals";
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { findSpace, type View } from "../net/picture";
import type * as wire from "../net/wire";
import { Board } from "../parts/board";
import { Bubbles } from "../parts/bubbles";
import { useTurnCall } from "../parts/calls";
import { Dialog } from "../parts/dialog";
import { Discarding } from "../parts/discarding";
import { Dossier } from "../parts/dossier";
import { Finals } from "../parts/finals";
import { Flights } from "../parts/flights";
import { Guide } from "../parts/guide";
import { Badge, Header } from "../parts/header";
import { onKey } from "../parts/keys";
import { later } from "../parts/later";
import { Log, tellLine } from "../parts/log";
import { useSize } from "../parts/measure";
import { TableMenu } from "../parts/menu";
import { Missions } from "../parts/missions";
import { Players, SeatStrip } from "../parts/players";
import { Return } from "../parts/return";
import { useRoom } from "../parts/room";
import { useSounds } from "../parts/sounds";
import { hideTip, Tip } from "../parts/tip";
import { Tray } from "../parts/tray";
import { Choosing } from "../store/choosing";
import type { Notebook } from "../store/notes";
import { played } from "../store/played";
import type { PositionStore } from "../store/positions";
import type { Recap } from "../store/recap";
import { reducedMotion, settings } from "../store/settings";
import type { TableStore } from "../store/table";
import { t } from "../words/words";
import { End } from "./end";
import { Resolution } from "./resolution";
import { Rules } from "./rules";

type Tool = "help" | "menu" | null;
const TABS = ["hand", "missions", "players", "log"] as const;
export type Tab = (typeof TABS)[number];

/** What a small screen shows below the grid. */
export const Tabs = ({
  tab,
  onTab,
  log,
  unread = 0,
  inert = false,
}: {
  tab: Tab;
  onTab: (tab: Tab) => void;
  log: string;
  unread?: number;
  inert?: boolean;
}) => (
  <nav class="tabs" aria-label={t("web.tabs")} inert={inert}>
    {TABS.map((one) => (
      <button key={one} type="button" aria-pressed={tab === one} onClick={() => onTab(one)}>
        {one === "log" ? log : t(`web.tab.${one}`)}
        {one === "log" && <Badge number={unread} />}
      </button>
    ))}
  </nav>
);

const HintDialog = later(async () => (await import("../parts/hint")).HintDialog);

/** How many games the coach takes for one's first. */
const FIRST = 5;

/** Let the coach look at what is chosen, where that is wished for. */
function useCoach(store: TableStore): void {
  const { coach } = settings.value;
  const wanted = coach === "always" || (coach === "first" && played.value.length < FIRST);
  store.coach = wanted ? async (code) => (await import("../store/coach")).coached(store, code) : null;
}

export function Table({ store, about }: { store: TableStore; about: wire.About }) {
  const choosing = useMemo(() => new Choosing(store), [store]);
  useEffect(() => () => choosing.end(), [choosing]);
  const [tool, setTool] = useState<Tool>(null);
  const [rule, setRule] = useState<string | null>(null);
  const [tab, setTab] = useState<Tab>("hand");
  const [ended, setEnded] = useState(true);
  const [folder, setFolder] = useState<string | null>(null);
  const view = store.shown.value;
  const room = useRoom(view?.players.length ?? 0, store.columns.value);
  const { form, phone } = room;
  useTurnCall(store, about);
  useCoach(store);
  useLookingBack(store, choosing);
  useLayoutEffect(() => {
    const press = (event: KeyboardEvent): void =>
      onKey(event, store, choosing, { help: () => setTool("help"), folder: setFolder });
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, [choosing]);
  const seen: PositionStore = store.recap.value ?? store;
  useSounds(store, seen);
  useEffect(() => hideTip(), [choosing.kind.value, view?.round, seen.scene.value?.location]);
  if (!view) return null;
  const showing = seen.staged;
  const over = store.result.value !== null && !store.director.busy.value;
  const standsIn = store.info.value?.state === "running" && store.info.value.seats[store.seat.value ?? -1]?.stands_in;
  // what is covered can neither be clicked nor reached by Tab
  const finished = over && ended && !store.recap.value;
  const covered = showing || finished;
  /** Whether somebody decides in the show: above the tray, where there is room for both all the time. */
  const within = showing && seen === store && !store.director.busy.value;
  const above = showing && seen === store && (within || !phone);
  const opened = folder ? findSpace(view, folder) : undefined;
  const openTool = (wanted: "chat" | "help" | "menu"): void => {
    if (wanted !== "chat") {
      setTool(tool === wanted ? null : wanted);
      return;
    }
    setTab("log");
    store.unread.value = 0;
    requestAnimationFrame(() => document.getElementById("say")?.focus());
  };
  return (
    <div class={`table waves${room.classes}${above ? " above" : ""}`} data-tab={tab} style={room.style}>
      <Header store={store} onTool={openTool} inert={covered} />
      <LiveRegion store={store} />
      {form === "phone" &&
        (over && !ended ? (
          <button type="button" class="btn to-scores" onClick={() => setEnded(true)}>
            {t("web.end.show")}
          </button>
        ) : (
          <SeatStrip store={seen} inert={covered} onOpen={() => setTab("players")} />
        ))}
      <aside class="left" inert={covered} aria-label={t("web.players")}>
        <Players store={seen} clocks={store.now.value?.clocks} skew={store.socket.skew.value} />
        {form === "broad" && <Log store={store} phrases={about.phrases} />}
      </aside>
      <main inert={covered && !within}>
        <h1 class="sr">Estoril</h1>
        {form === "broad" && <Missions store={seen} inert={covered} />}
        {choosing.due.value > 0 && seen === store ? (
          <Discarding store={store} choosing={choosing} />
        ) : (
          <Grid
            store={seen}
            choosing={seen === store ? choosing : undefined}
            notes={store.notes}
            onFolder={setFolder}
            phone={phone}
            inert={covered}
          />
        )}
        <Tray store={store} choosing={choosing} scrolls={phone} px={room.hand} />
        {phone && (
          <Tabs
            tab={tab}
            onTab={(to) => {
              setTab(to);
              if (to === "log") store.unread.value = 0;
            }}
            log={t("web.tab.log")}
            unread={tab === "log" ? 0 : store.unread.value}
            inert={covered}
          />
        )}
      </main>
      {form !== "broad" && (
        <aside class="right" inert={covered} aria-label={`${t("web.tab.missions")}, ${t("web.tab.log")}`}>
          <Missions store={seen} />
          <Log store={store} phrases={about.phrases} />
        </aside>
      )}
      <Guide store={store} choosing={choosing} onTab={setTab} />
      <Return store={store} />
      {store.hinting.value && <HintDialog store={store} />}
      <Why
        choosing={choosing}
        onRule={(id) => {
          setRule(id);
          setTool("help");
        }}
      />
      {store.recap.value && <LookingBack recap={store.recap.value} />}
      {showing && (
        <Resolution
          store={seen}
          wide={room.wide}
          high={room.high}
          choosing={seen === store ? choosing : undefined}
          above={above}
          phone={phone}
          onAside={within ? () => (store.aside.value = true) : undefined}
        />
      )}
      {store.aside.value && store.scene.value && !store.director.busy.value && (
        <button type="button" class="btn again" data-do="stage" onClick={() => (store.aside.value = false)}>
          {t("web.show.back")}
        </button>
      )}
      {over &&
        !store.recap.value &&
        (ended ? (
          <End store={store} onClose={() => setEnded(false)} />
        ) : (
          form !== "phone" && (
            <button type="button" class="btn again" onClick={() => setEnded(true)}>
              {t("web.end.show")}
            </button>
          )
        ))}
      {standsIn && (
        <p class="late">
          <button
            type="button"
            class="btn"
            data-do="take_back"
            onClick={() => void store.ask({ command: "take_back" })}
          >
            {t("web.menu.take_back")}
          </button>
        </p>
      )}
      {store.info.value?.waits && store.seat.value !== null && (
        <p class="late waits">
          <button type="button" class="btn" data-do="resume" onClick={() => void store.ask({ command: "resume" })}>
            {t("web.waits.resume")}
          </button>
        </p>
      )}
      {opened?.occupied && opened.tile == null && (
        <Dossier store={store} space={opened} onClose={() => setFolder(null)} />
      )}
      {tool === "help" && (
        <Dialog side title={t("web.rules")} onClose={() => setTool(null)}>
          <Rules inside rule={rule} rulings={store.info.value?.options.rulings ?? []} />
        </Dialog>
      )}
      {tool === "menu" && (
        <Dialog title={t("web.menu")} onClose={() => setTool(null)}>
          <TableMenu store={store} about={about} onDone={() => setTool(null)} />
        </Dialog>
      )}
      {store.problem.value && (
        <p class="toast" role="alert">
          {store.problem.value}
        </p>
      )}
      <Bubbles store={store} />
      <Flights key={seen === store ? "now" : "then"} store={seen} />
      <Tip />
    </div>
  );
}

interface GridProps {
  store: PositionStore;
  choosing?: Choosing | undefined;
  notes?: Notebook;
  onFolder?: (space: string) => void;
  phone: boolean;
  inert?: boolean;
}

export function Grid({ store, choosing, notes, onFolder, phone, inert = false }: GridProps) {
  const box = useRef<HTMLDivElement>(null);
  const { wide, high } = useSize(box);
  const view = choosing?.ahead.value ?? store.shown.value;
  const columns = store.columns.value;
  const gap = phone ? 6 : 8;
  const acting = phone ? placeInQuestion(view, choosing) : null;
  useEffect(() => bringIntoView(box.current, acting), [acting, wide]);
  const byHeight = ((high - gap - (phone ? 18 : 0)) / 2 / 316) * 300;
  const px = Math.floor(phone ? Math.max(byHeight, 136) : Math.min((wide - (columns - 1) * gap) / columns, byHeight));
  return (
    <div class="grid-box" ref={box} tabIndex={-1} inert={inert}>
      {view?.over && !view.places.length && <Finals store={store} wide={wide} high={high} />}
      {px > 20 && view && view.places.length > 0 && (
        <div class="grid" style={{ gridTemplateColumns: `repeat(${columns}, ${px}px)`, gap: `${gap}px` }}>
          {view.places.map((place) => (
            <Board
              key={place.id}
              place={place}
              colours={view.colours}
              round={view.round}
              px={px}
              teller={store.teller.value}
              choosing={choosing}
              notes={notes}
              onFolder={onFolder}
              me={store.seat.value}
              from={view.decision?.space}
            />
          ))}
        </div>
      )}
    </div>
  );
}

/** The location that a decision of mine is about, where the boards do not fit on the screen. */
function placeInQuestion(view: View | null, choosing: Choosing | undefined): string | null {
  const decision = choosing?.kind.value ? view?.decision : null;
  if (!decision || decision.kind === "place") return null;
  const targets = [...(choosing?.lit.value ?? [])].map((id) => id.split(".")[0] ?? id);
  return decision.location ?? decision.space?.split(".")[0] ?? targets[0] ?? null;
}

function bringIntoView(box: HTMLElement | null, place: string | null): void {
  const board = place && box?.querySelector<HTMLElement>(`[data-location="${CSS.escape(place)}"]`);
  if (!box || !board) return;
  const left = board.offsetLeft + board.offsetWidth / 2 - box.clientWidth / 2;
  box.scrollTo({ left, behavior: reducedMotion.peek() ? "instant" : "smooth" });
}

/** Says that what is shown has been, and leads back to the present. */
function LookingBack({ recap }: { recap: Recap }) {
  return (
    <section class="looking-back" role="status">
      <b>{t("web.recap")}</b>
      <button
        type="button"
        class="btn dark"
        aria-pressed={recap.director.paused.value}
        onClick={() => recap.director.pause()}
      >
        {t(recap.director.paused.value ? "web.show.go" : "web.show.pause")}
      </button>
      <button type="button" class="btn dark" data-do="now" onClick={() => recap.stop()}>
        {t("web.recap.stop")} <kbd>Esc</kbd>
      </button>
    </section>
  );
}

/** Why something is barred, beside it. */
export function Why({ choosing, onRule }: { choosing: Choosing; onRule: (id: string) => void }) {
  const why = choosing.why.value;
  if (!why) return null;
  const at = document
    .querySelector(`[data-space="${CSS.escape(why.target)}"], [data-tile="${CSS.escape(why.target)}"]`)
    ?.getBoundingClientRect();
  const left = at ? Math.max(8, Math.min(at.right + 4, innerWidth - 268)) : 20;
  const top = at ? Math.max(54, Math.min(at.top + at.height / 3, innerHeight - 150)) : 60;
  return (
    <div class="tip why" role="alert" style={{ left: `${left}px`, top: `${top}px` }}>
      <b>{why.title}</b>
      <p>{why.text}</p>
      {why.rule && (
        <button type="button" class="rule" onClick={() => onRule(why.rule ?? "")}>
          {t("web.tip.rule", { rule: why.rule })}
        </button>
      )}
    </div>
  );
}

/** Tells each event in words to those who listen. */
function LiveRegion({ store }: { store: TableStore }) {
  const last = store.lines.value.slice(-3);
  return (
    <div class="sr" role="log" aria-live="polite" aria-label={t("web.log")}>
      {last.map((line) => (
        <p key={line.id}>{tellLine(line, store)}</p>
      ))}
    </div>
  );
}

/** Who takes something up has seen enough of what was. */
function useLookingBack(store: TableStore, choosing: Choosing): void {
  useEffect(
    () =>
      effect(() => {
        const { held, aimed, ability, aside } = choosing;
        if (held.value ?? aimed.value ?? ability.value ?? aside.value[0]) store.recap.peek()?.stop();
      }),
    [store, choosing],
  );
}
