/** A puzzle on the real table: one decision, then what was best, and why. */
import { useEffect, useLayoutEffect, useMemo, useState } from "preact/hooks";
import type * as wire from "../net/wire";
import { Dialog } from "../parts/dialog";
import { Discarding } from "../parts/discarding";
import { Numbers, Rounds } from "../parts/header";
import { Icon } from "../parts/icon";
import { onKey } from "../parts/keys";
import { Missions } from "../parts/missions";
import { Players, SeatStrip } from "../parts/players";
import { useRoom } from "../parts/room";
import { Tip } from "../parts/tip";
import { Tray } from "../parts/tray";
import { go } from "../router";
import { Choosing } from "../store/choosing";
import { listPuzzles, nextPuzzle, PuzzleStore } from "../store/puzzle";
import { solved } from "../store/solved";
import { t } from "../words/words";
import { Rules } from "./rules";
import { Grid, type Tab, Tabs, Why } from "./table";

export function Puzzle({ id }: { id: string }) {
  const [attempt, setAttempt] = useState(1);
  return <Posed key={attempt} id={id} onAgain={() => setAttempt(attempt + 1)} />;
}

function Posed({ id, onAgain }: { id: string; onAgain: () => void }) {
  const store = useMemo(() => new PuzzleStore(), []);
  useEffect(() => {
    void store.pose(id);
    return () => store.end();
  }, [store]);
  if (store.failed.value)
    return (
      <main class="plain waves">
        <p class="panel" role="alert">
          {store.failed.value}
        </p>
        <a class="btn" href="/puzzles">
          {t("web.puzzle.all")}
        </a>
      </main>
    );
  if (!store.puzzle.value || !store.shown.value) return <main class="plain waves" aria-busy="true" />;
  return <Shown store={store} puzzle={store.puzzle.value} onAgain={onAgain} />;
}

interface Props {
  store: PuzzleStore;
  puzzle: wire.PosedPuzzle;
  onAgain: () => void;
}

function Shown({ store, puzzle, onAgain }: Props) {
  const choosing = useMemo(() => new Choosing(store), [store]);
  useEffect(() => () => choosing.end(), [choosing]);
  const [tab, setTab] = useState<Tab>("hand");
  const [rule, setRule] = useState<string | null>(null);
  const [help, setHelp] = useState(false);
  const [open, setOpen] = useState(true);
  const view = store.shown.value;
  const room = useRoom(view?.players.length ?? 0, store.columns.value);
  const { form, phone } = room;
  useLayoutEffect(() => {
    const press = (event: KeyboardEvent): void =>
      onKey(event, store, choosing, { help: () => setHelp(true), folder: () => {} });
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, [choosing]);
  if (!view) return null;
  const answered = store.answer.value !== null;
  const ways = { onAgain, onNext: () => void next(puzzle.id) };
  return (
    <div class={`table puzzle waves${room.classes}`} data-tab={tab} data-puzzle={puzzle.id} style={room.style}>
      <header class="bar">
        <a class="logo" href="/" aria-label={t("web.head.home")}>
          ESTORIL
        </a>
        <Rounds round={view.round} />
        <h1>{t("web.puzzle", { number: puzzle.number })}</h1>
        <Numbers places={view.places} />
        <nav class="tools" aria-label={t("web.head.tools")}>
          <button type="button" aria-label={t("web.puzzle.all")} onClick={() => go("/puzzles")}>
            <Icon name="turnL" />
          </button>
          <button type="button" aria-label={t("web.head.help")} onClick={() => setHelp(!help)}>
            <Icon name="help" />
          </button>
        </nav>
      </header>
      {form === "phone" && <SeatStrip store={store} inert={false} onOpen={() => setTab("players")} />}
      <aside class="left" aria-label={t("web.players")}>
        <Players store={store} />
        {form === "broad" && <Task store={store} puzzle={puzzle} />}
      </aside>
      <main>
        {form === "broad" && <Missions store={store} />}
        {choosing.due.value > 0 ? (
          <Discarding store={store} choosing={choosing} />
        ) : (
          <Grid store={store} choosing={choosing} phone={phone} />
        )}
        {answered ? (
          <section class="tray answered" aria-label={t("web.puzzle.answer")}>
            <button type="button" class="btn" data-do="answer" onClick={() => setOpen(true)}>
              {t("web.puzzle.answer")}
            </button>
            <Ways {...ways} />
          </section>
        ) : (
          <Tray store={store} choosing={choosing} scrolls={phone} px={room.hand} />
        )}
        {phone && <Tabs tab={tab} onTab={setTab} log={t("web.puzzle", { number: puzzle.number })} />}
      </main>
      {form !== "broad" && (
        <aside class="right" aria-label={t("web.tab.missions")}>
          <Missions store={store} />
          <Task store={store} puzzle={puzzle} />
        </aside>
      )}
      <Why
        choosing={choosing}
        onRule={(id) => {
          setRule(id);
          setHelp(true);
        }}
      />
      {answered && open && (
        <Dialog
          title={t(store.right.value ? "web.puzzle.verdict.right" : "web.puzzle.verdict.wrong")}
          onClose={() => setOpen(false)}
        >
          <Verdict store={store} puzzle={puzzle} />
          <div class="buttons">
            <Ways {...ways} />
          </div>
        </Dialog>
      )}
      {help && (
        <Dialog side title={t("web.rules")} onClose={() => setHelp(false)}>
          <Rules inside rule={rule} rulings={store.info.value?.options.rulings ?? []} />
        </Dialog>
      )}
      <Tip />
    </div>
  );
}

/** What is asked. */
function Task({ store, puzzle }: { store: PuzzleStore; puzzle: wire.PosedPuzzle }) {
  const player = store.teller.value.player(store.seat.value ?? 0);
  return (
    <section class="log panel task">
      <h2>{t(`puzzle.theme.${puzzle.theme}`)}</h2>
      <p>{t("puzzle.task", { player, round: store.shown.value?.round ?? 0 })}</p>
      <p>
        {t("web.puzzles.level")} {puzzle.level}
      </p>
    </section>
  );
}

/** Whether it was right, why, and how good the best choices are. */
function Verdict({ store, puzzle }: { store: PuzzleStore; puzzle: wire.PosedPuzzle }) {
  const teller = store.teller.value;
  const best = store.best.value;
  const chosen = store.answer.value;
  if (!best) return null;
  return (
    <div class="proved">
      <p>
        {!store.right.value && <>{t("web.puzzle.best")} </>}
        <b>{teller.say(best.said)}</b>
      </p>
      {puzzle.why.map((reason, i) => (
        <p key={i}>{teller.say(reason)}</p>
      ))}
      <h3>{t("web.puzzle.answers")}</h3>
      <ol>
        {puzzle.answers.map(({ code, said, chance, error }) => (
          <li key={code} class={code === chosen ? "mine" : ""}>
            <span>
              {teller.say(said)} {code === chosen && <i>({t("web.puzzle.yours")})</i>}
            </span>
            <b>{percent(chance, error)}</b>
            <meter min={0} max={1} value={chance} aria-hidden="true" />
          </li>
        ))}
      </ol>
      {!puzzle.answers.some(({ code }) => code === chosen) && <p>{t("web.puzzle.worse")}</p>}
      <small>{t("puzzle.how")}</small>
    </div>
  );
}

/** A chance in hundredths, with its interval of 95 %. */
const percent = (chance: number, error: number): string =>
  `${Math.round(100 * chance)} ± ${(196 * error).toFixed(1)} %`;

const Ways = ({ onAgain, onNext }: { onAgain: () => void; onNext: () => void }) => (
  <>
    <button type="button" class="btn" data-do="next" onClick={onNext}>
      {t("web.puzzle.next")}
    </button>
    <button type="button" class="btn alt" data-do="again" onClick={onAgain}>
      {t("web.puzzle.again")}
    </button>
    <a class="btn alt" href="/puzzles">
      {t("web.puzzle.all")}
    </a>
  </>
);

/** Go on to a puzzle that was not tried yet. */
async function next(id: string): Promise<void> {
  const { puzzles } = await listPuzzles();
  go(`/puzzles/${nextPuzzle(puzzles, id, solved.peek())}`);
}
