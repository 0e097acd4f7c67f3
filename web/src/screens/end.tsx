/** The final scoring, told line by line with a bar for each player. */
import type { Signal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";
import * as api from "../net/api";
import type * as wire from "../net/wire";
import { Icon } from "../parts/icon";
import { Mark } from "../parts/pieces";
import { go, tablePath } from "../router";
import { mineAt, remember } from "../store/mine";
import type { PositionStore } from "../store/positions";
import { reducedMotion, settings } from "../store/settings";
import type { TableStore } from "../store/table";
import { missionName } from "../words/things";
import { t } from "../words/words";

interface Row {
  name: string;
  points: number[];
  notes: string[];
}

function rowsOf(result: wire.Result): Row[] {
  const seats = result.seats;
  const rows: Row[] = [
    { name: t("web.score.discards"), points: seats.map((seat) => seat.discards), notes: [] },
    { name: t("web.score.tiles"), points: seats.map((seat) => seat.tiles), notes: [] },
  ];
  seats[0]?.missions.forEach((line, i) => {
    const lines = seats.map((seat) => seat.missions[i]);
    rows.push({
      name: missionName(line.mission),
      points: lines.map((one) => one?.points ?? 0),
      notes: lines.map((one) => t("web.score.has", { count: one?.count ?? 0 })),
    });
  });
  if (seats.some((seat) => seat.agenda)) {
    rows.push({
      name: t("variant.secret_agenda"),
      points: seats.map((seat) => seat.agenda_points),
      notes: seats.map((seat) => (seat.agenda ? missionName(seat.agenda) : "")),
    });
  }
  if (seats.some((seat) => seat.enigma))
    rows.push({ name: t("module.enigma"), points: seats.map((seat) => seat.enigma), notes: [] });
  return rows;
}

export function Scoring({
  result,
  colours,
  names,
  words,
  instant,
}: {
  result: wire.Result;
  colours: string[];
  names: string[];
  words: string;
  instant?: boolean;
}) {
  const rows = rowsOf(result);
  const [told, setTold] = useState(
    instant || reducedMotion.value || settings.value.speed === "instant" ? rows.length : 1,
  );
  useEffect(() => {
    if (told >= rows.length) return;
    const timer = setTimeout(
      () => setTold(told + 1),
      settings.value.speed === "slow" ? 1600 : settings.value.speed === "fast" ? 400 : 900,
    );
    return () => clearTimeout(timer);
  }, [told]);
  const done = told >= rows.length;
  const sums = result.seats.map((_, seat) =>
    rows.slice(0, told).reduce((all, row) => all + (row.points[seat] ?? 0), 0),
  );
  const most = Math.max(1, ...result.seats.map((seat) => seat.total));
  return (
    // biome-ignore lint/a11y: a click hurries what comes by itself
    <div class="scoring" onClick={() => setTold(rows.length)}>
      <ol class="bars-end">
        {result.seats.map((seat) => (
          <li key={seat.seat} class={done && result.winners.includes(seat.seat) ? "won" : ""}>
            <div class="hd">
              <Mark colour={colours[seat.seat] ?? "red"} px={26} />
              <span>{names[seat.seat]}</span>
              <em>{sums[seat.seat]}</em>
            </div>
            <div class={`strip ${colours[seat.seat]}`} aria-hidden="true">
              {rows.slice(0, told).map((row, i) => (
                <i
                  key={i}
                  class={i > 1 ? "bonus" : ""}
                  style={{ width: `${(Math.max(0, row.points[seat.seat] ?? 0) / most) * 100}%` }}
                />
              ))}
            </div>
          </li>
        ))}
      </ol>
      <table>
        <thead>
          <tr>
            <th scope="col">{t("web.score.line")}</th>
            {result.seats.map((seat) => (
              <th key={seat.seat} scope="col">
                <Mark colour={colours[seat.seat] ?? "red"} px={16} />
                <span class="sr">{names[seat.seat]}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, told).map((row) => (
            <tr key={row.name}>
              <th scope="row">{row.name}</th>
              {row.points.map((points, seat) => (
                <td key={seat} class={points > 0 ? "" : "nil"} title={row.notes[seat]}>
                  {points}
                  {row.notes[seat] && <small>{row.notes[seat]}</small>}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
        {done && (
          <tfoot>
            <tr>
              <th scope="row">{t("web.score.total")}</th>
              {result.seats.map((seat) => (
                <td key={seat.seat}>{seat.total}</td>
              ))}
            </tr>
          </tfoot>
        )}
      </table>
      <p class="verdict" aria-live="polite">
        {done ? words : ""}
      </p>
    </div>
  );
}

export function End({ store, onClose }: { store: TableStore; onClose: () => void }) {
  const next = store.info.value?.next;
  const again = async (): Promise<void> => {
    if (await store.ask({ command: "rematch" })) return;
  };
  const sit = (table: string): void => {
    const old = mineAt(store.id);
    for (const seat of old?.seats ?? []) remember(table, seat, { host: old?.host ?? false });
    go(tablePath(table));
  };
  return (
    <Reckoning store={store} onClose={onClose}>
      {next ? (
        <button type="button" class="btn" onClick={() => sit(next)}>
          {t("web.end.join")}
        </button>
      ) : (
        (store.seat.value !== null || store.host.value) && (
          <button type="button" class="btn" data-do="rematch" onClick={() => void again()}>
            {t("web.end.rematch")}
          </button>
        )
      )}
      <a class="btn alt" data-do="replay" href={`${tablePath(store.id)}/replay`}>
        {t("web.end.replay")}
      </a>
      <button type="button" class="btn alt" data-do="record" onClick={() => void download(store.id, store.token)}>
        <Icon name="download" px={16} /> {t("web.end.record")}
      </button>
      <a class="btn alt" href="/">
        {t("web.head.home")}
      </a>
    </Reckoning>
  );
}

/** A game whose result can be shown: a table, or a replay. */
interface Finished extends PositionStore {
  readonly result: Signal<wire.Result | null>;
  readonly ended: Signal<wire.Sentence | null>;
}

/** The scoring over the last position, and what can be done then. */
export function Reckoning({
  store,
  instant = false,
  onClose,
  children,
}: {
  store: Finished;
  instant?: boolean;
  onClose: () => void;
  children: ComponentChildren;
}) {
  const [result, info, ended] = [store.result.value, store.info.value, store.ended.value];
  if (!result || !info) return null;
  return (
    <section class="end" aria-label={t("web.end")} tabIndex={-1} ref={takeFocus}>
      <div class="sheet">
        <h2>
          {t("web.end")}
          <button type="button" class="x" onClick={onClose} aria-label={t("web.close")}>
            <Icon name="close" px={18} />
          </button>
        </h2>
        <Scoring
          instant={instant}
          result={result}
          colours={info.seats.map((seat) => seat.colour)}
          names={store.names.value}
          words={ended ? store.teller.value.say(ended) : ""}
        />
        <div class="buttons">{children}</div>
      </div>
    </section>
  );
}

/** Begin reading here, once. */
const takeFocus = (section: HTMLElement | null): void => section?.focus();

export async function download(table: string, token: string | null): Promise<void> {
  const record = await api.record(table, token);
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([JSON.stringify(record, null, 1)], { type: "application/json" }));
  link.download = `estoril-${table}.json`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}
