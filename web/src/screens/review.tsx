/** A finished game reviewed: the chances over it, where it turned, what was costly, and what was luck. */
import { useEffect, useMemo, useState } from "preact/hooks";
import * as api from "../net/api";
import type * as wire from "../net/wire";
import { Mark } from "../parts/pieces";
import { go, tablePath } from "../router";
import { mineAt, remember } from "../store/mine";
import { addingUp, chanceOf, closely, lineOf, PARTS, ReviewStore, roundsOf, worthOf } from "../store/review";
import { settings } from "../store/settings";
import { tellFailure } from "../store/table";
import style from "../style/review.lazy.css";
import { t } from "../words/words";

export { style };

export function Review({ table }: { table: string }) {
  const store = useMemo(() => new ReviewStore(table), [table]);
  useEffect(() => {
    void store.open();
    return () => store.end();
  }, [store]);
  const { review, info, problem, progress } = store;
  return (
    <main class="plain waves review-page">
      <div class="dossier">
        <p>
          <a href={`${tablePath(table)}/replay`}>← {t("web.end.replay")}</a>
        </p>
        <h1>{t("web.review")}</h1>
        <p>{t("web.review.about")}</p>
        {progress.value && <Progress {...progress.value} />}
        {problem.value && (
          <div role="alert">
            <p>{problem.value}</p>
            <button type="button" class="btn" data-do="review-again" onClick={() => void store.make("club")}>
              {t("web.review.make")}
            </button>
          </div>
        )}
        {review.value && info.value && <Told store={store} review={review.value} info={info.value} />}
      </div>
    </main>
  );
}

const Progress = ({ done, of }: { done: number; of: number }) => (
  <div class="making">
    <p role="status">{t(done ? "web.review.making" : "web.review.waiting")}</p>
    <progress max={of} value={done} aria-label={t("web.review.done", { done, of })} />
  </div>
);

interface Seen {
  store: ReviewStore;
  review: wire.ReviewTold;
  info: wire.TableInfo;
}

function Told(seen: Seen) {
  const { store, review, info } = seen;
  const own = mineAt(store.table)?.seats[0]?.seat ?? null;
  return (
    <div class="review">
      <Chances {...seen} />
      <Turns {...seen} />
      {closely(info, own).map((seat) => (
        <Costly key={seat} {...seen} seat={seat} />
      ))}
      <p class="means">{t("review.how.cost")}</p>
      <Split {...seen} />
      <Everything {...seen} />
      {review.depth !== "deep" && store.token && !store.progress.value && (
        <p>
          <button type="button" class="btn alt" data-do="deeper" onClick={() => void store.make("deep")}>
            {t("web.review.deep")}
          </button>{" "}
          <small>{t("web.review.deep.about")}</small>
        </p>
      )}
    </div>
  );
}

const replayAt = (table: string, move: number): string => `${tablePath(table)}/replay#move=${Math.max(0, move)}`;

// -- the chances over the game -----------------------------------------------------------------------

/** Lines are told apart by their pattern as well as by their colour. */
const DASHES = ["", "14 5", "3 5", "14 5 3 5", "7 7"];

function Chances({ store, review, info }: Seen) {
  const [open, setOpen] = useState(false);
  const [at, setAt] = useState(review.points.length - 1);
  const last = review.points.length - 1;
  const point = review.points[Math.min(at, last)];
  const across = 1000 / Math.max(1, last);
  if (!point) return null;
  const chances = store.names.value
    .map((name, seat) => {
      const [chance = 0, error] = open ? [point.open[seat]] : [point.known[seat], point.errors[seat]];
      return `${name} ${chanceOf(chance, error)}`;
    })
    .join(", ");
  const told = t("web.review.point", { move: point.move, round: point.round, chances });
  const pointAt = (event: MouseEvent & { currentTarget: SVGSVGElement }): number => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    return Math.max(0, Math.min(last, Math.round((last * (event.clientX - left)) / Math.max(1, width))));
  };
  const see = (place: number): void => go(replayAt(store.table, review.points[place]?.move ?? 0));
  return (
    <section aria-labelledby="chances">
      <h2 id="chances">{t("web.review.chances")}</h2>
      <ul class="legend">
        {info.seats.map(({ seat, colour }) => (
          <li key={seat}>
            <svg class={`curve ${colour}`} viewBox="0 0 40 8" aria-hidden="true" focusable="false">
              <path d="M0 4H40" stroke-dasharray={DASHES[seat]} />
            </svg>
            <Mark colour={colour} px={16} /> {store.names.value[seat]}
          </li>
        ))}
      </ul>
      {/* biome-ignore lint/a11y: the slider below it does the same by keys */}
      <svg
        class="graph"
        viewBox="0 0 1000 100"
        preserveAspectRatio="none"
        role="img"
        aria-label={t(open ? "review.chances.open" : "review.chances")}
        onMouseMove={(event) => setAt(pointAt(event))}
        onClick={(event) => see(pointAt(event))}
      >
        {[25, 50, 75].map((y) => (
          <path key={y} class="rule" d={`M0 ${y}H1000`} />
        ))}
        {roundsOf(review.points).map((one) => (
          <path key={one.round} class="round" d={`M${one.at * across} 0V100`} />
        ))}
        {info.seats.map(({ seat, colour }) => (
          <path
            key={seat}
            class={`curve ${colour}`}
            d={lineOf(review.points, seat, open)}
            stroke-dasharray={DASHES[seat]}
          />
        ))}
        <path class="here" d={`M${at * across} 0V100`} />
      </svg>
      <input
        type="range"
        min={0}
        max={last}
        value={at}
        aria-label={t("web.review.chances")}
        aria-valuetext={told}
        onInput={(event) => setAt(Number(event.currentTarget.value))}
        onKeyDown={(event) => {
          if (event.key === "Enter") see(at);
        }}
      />
      <p class="point">
        {told} <a href={replayAt(store.table, point.move)}>{t("web.review.see")}</a>
      </p>
      <label class="open">
        <input
          type="checkbox"
          data-set="open"
          checked={open}
          onChange={(event) => setOpen(event.currentTarget.checked)}
        />{" "}
        {t("web.review.open")}
      </label>
      <p class="means">{t("review.how.chance")}</p>
    </section>
  );
}

/** Leads to the position before a decision, so that it can be seen to happen. */
const Place = ({ store, move, round }: { store: ReviewStore; move: number; round: number }) => (
  <a href={replayAt(store.table, move - 1)}>{t("web.review.place", { move, round })}</a>
);

// -- where it turned, and what was costly --------------------------------------------------------------

const Turns = ({ store, review }: Seen) => (
  <section aria-labelledby="turns">
    <h2 id="turns">{t("web.review.turns")}</h2>
    <ol>
      {review.turns.map((turn) => (
        <li key={turn.move}>
          <Place store={store} {...turn} /> {turn.said && store.teller.value.say(turn.said)}{" "}
          <b>
            {turn.after
              .map((after, seat) => ({ seat, before: turn.before[seat] ?? 0, after }))
              .filter(({ before, after }) => Math.abs(after - before) >= 0.01)
              .map(({ seat, before, after }) => `${store.names.value[seat]} ${chanceOf(before)} → ${chanceOf(after)}`)
              .join(", ")}
          </b>
        </li>
      ))}
    </ol>
    <p class="means">{t("web.review.turns.about")}</p>
  </section>
);

function Costly({ store, review, info, seat }: Seen & { seat: number }) {
  const costliest = review.seats[seat]?.costliest ?? [];
  const player = store.names.value[seat] ?? "";
  return (
    <section class="costly" aria-labelledby={`costly-${seat}`}>
      <h2 id={`costly-${seat}`}>
        <Mark colour={info.seats[seat]?.colour ?? "red"} px={18} />{" "}
        {t(costliest.length ? "review.costly" : "review.fine", { player })}
      </h2>
      <ol>
        {costliest
          .flatMap((move) => review.decisions.find((one) => one.move === move) ?? [])
          .map((one) => (
            <li key={one.move}>
              <Judged store={store} one={one} />
              <div class="buttons">
                <a class="btn alt" href={replayAt(store.table, one.move - 1)}>
                  {t("web.review.see")}
                </a>
                <TryAgain store={store} one={one} />
              </div>
            </li>
          ))}
      </ol>
    </section>
  );
}

/** What was done, what would have been better, by how much, and why. */
function Judged({ store, one }: { store: ReviewStore; one: wire.DecisionTold }) {
  const { say } = store.teller.value;
  const { cost = 0, cost_error: error = 0 } = one;
  const done = say(one.said);
  const better = one.best?.find(({ said }) => say(said) !== done);
  const costly = cost > error;
  return (
    <>
      <p>
        <Place store={store} {...one} /> <b>{done}</b>: {chanceOf(one.chance, one.error)}
      </p>
      {better && (
        <p>
          {t(costly ? "review.better" : "review.other", {
            action: say(better.said),
            chance: chanceOf(better.chance, better.error),
            cost: worthOf(cost, error).replace("+", ""),
          })}
        </p>
      )}
      {costly && one.reasons?.map((said, i) => <q key={i}>{say(said)}</q>)}
    </>
  );
}

/** Opens a table at this decision, where bots play all others. */
function TryAgain({ store, one }: { store: ReviewStore; one: wire.DecisionTold }) {
  const [busy, setBusy] = useState(false);
  const begin = async (): Promise<void> => {
    setBusy(true);
    const name = settings.value.name.trim() || store.names.value[one.seat] || t("web.guest");
    try {
      const opened = await api.tryAgain(store.table, { step: one.step, name });
      const seat = { seat: opened.seat ?? null, token: opened.token, name };
      remember(opened.table, seat, { host: true, invitation: opened.invitation });
      go(tablePath(opened.table));
    } catch (error) {
      store.problem.value = tellFailure(error);
      setBusy(false);
    }
  };
  return (
    <button type="button" class="btn" data-do="try-again" disabled={busy} onClick={() => void begin()}>
      {t("web.review.again")}
    </button>
  );
}

// -- skill and luck ----------------------------------------------------------------------------------

/** Above which part of a result which heading stands. */
const HEADS: Partial<Record<(typeof PARTS)[number], string>> = { own: "web.review.skill", chance: "web.review.luck" };

function Split({ store, review, info }: Seen) {
  const shown = review.seats.map((seat) => addingUp(PARTS.map((part) => seat[part])));
  const seats = review.seats;
  const sure = { own: "own_error", others: "others_error", chance: "chance_error" } as const;
  const levels = Object.entries(review.levels)
    .map(([bot, accuracy]) => `${t(`web.bot.${bot}`)} ${chanceOf(accuracy)}`)
    .join(", ");
  return (
    <section aria-labelledby="split">
      <h2 id="split">{t("web.review.split")}</h2>
      <table class="scores">
        <thead>
          <tr>
            <th scope="col">{t("web.score.line")}</th>
            {info.seats.map(({ seat, colour }) => (
              <th key={seat} scope="col">
                <Mark colour={colour} px={16} />
                <span class="sr">{store.names.value[seat]}</span>
              </th>
            ))}
          </tr>
        </thead>
        {PARTS.map((part, row) => (
          <tbody key={part}>
            {HEADS[part] && (
              <tr class="head">
                <th scope="rowgroup" colSpan={1 + seats.length}>
                  {t(HEADS[part])}
                </th>
              </tr>
            )}
            <tr>
              <th scope="row">{t(`review.${part}`)}</th>
              {seats.map((seat) => {
                const points = shown[seat.seat]?.[row] ?? 0;
                const error = part in sure ? seat[sure[part as keyof typeof sure]] : 0;
                return (
                  <td key={seat.seat}>
                    {row ? worthOf(points / 100) : points}
                    {error > 0 && <small>± {Math.round(196 * error)}</small>}
                  </td>
                );
              })}
            </tr>
          </tbody>
        ))}
        <tfoot>
          <tr>
            <th scope="row">{t("review.result")}</th>
            {seats.map(({ seat }) => (
              <td key={seat}>{shown[seat]?.reduce((all, part) => all + part, 0)}</td>
            ))}
          </tr>
          <tr>
            <th scope="row">{t("review.accuracy")}</th>
            {seats.map(({ seat, accuracy }) => (
              <td key={seat}>{accuracy == null ? "–" : chanceOf(accuracy)}</td>
            ))}
          </tr>
        </tfoot>
      </table>
      <p class="means">{t("review.how.split")}</p>
      <p class="means">
        {t("review.how.accuracy")} {t("review.how.levels", { levels })}
      </p>
    </section>
  );
}

// -- everything --------------------------------------------------------------------------------------

/** What something was worth in points, to whom it was worth one. */
const shares = (store: ReviewStore, worth: readonly number[], errors: readonly number[] = []): string =>
  worth
    .map((points, seat) => ({ points, told: `${store.names.value[seat]} ${worthOf(points, errors[seat])}` }))
    .filter(({ points }) => Math.abs(points) >= 0.005)
    .map(({ told }) => told)
    .join(", ");

function Everything({ store, review }: Seen) {
  const [open, setOpen] = useState(false);
  const steps = useMemo(() => [...review.decisions, ...review.chances].sort((a, b) => a.step - b.step), [review]);
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary data-do="everything">{t("web.review.decisions")}</summary>
      {open && (
        <ol class="every">
          {steps.map((one) => (
            <li key={one.step}>
              {"worth" in one ? <Came store={store} one={one} /> : <Decided store={store} one={one} />}
            </li>
          ))}
        </ol>
      )}
    </details>
  );
}

function Decided({ store, one }: { store: ReviewStore; one: wire.DecisionTold }) {
  const worth = shares(store, one.hidden ?? []);
  return (
    <>
      <small>{store.names.value[one.seat]}</small>
      <Judged store={store} one={one} />
      {worth && <p>{t("review.brought", { worth })}</p>}
    </>
  );
}

/** What came by chance, and what that was worth to whom. */
const Came = ({ store, one }: { store: ReviewStore; one: wire.ChanceTold }) => (
  <p>
    {one.round > 0 && <Place store={store} {...one} />} {store.teller.value.say(one.said)}{" "}
    <b>{shares(store, one.worth, one.errors)}</b>
  </p>
);
