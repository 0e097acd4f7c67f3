/** The final scoring, told line by line. All its lines have their places from the start, so nothing moves. */
import { useEffect, useState } from "preact/hooks";
import type * as wire from "../net/wire";
import type { PositionStore } from "../store/positions";
import { reducedMotion, type Speed, settings } from "../store/settings";
import { missionName } from "../words/things";
import { t } from "../words/words";
import { Network } from "./finals";
import { useWindow } from "./measure";
import { Mark, MissionPic } from "./pieces";

interface Row {
  name: string;
  mission?: string;
  points: number[];
  notes: string[];
  /** The secret agenda of each. */
  agendas?: (string | null)[];
  /** Who accomplished it. */
  done?: boolean[];
}

export function rowsOf(result: wire.Result): Row[] {
  const seats = result.seats;
  const rows: Row[] = [
    { name: t("web.score.discards"), points: seats.map((seat) => seat.discards), notes: [] },
    { name: t("web.score.tiles"), points: seats.map((seat) => seat.tiles), notes: [] },
  ];
  seats[0]?.missions.forEach((line, i) => {
    const lines = seats.map((seat) => seat.missions[i]);
    rows.push({
      name: missionName(line.mission),
      mission: line.mission,
      points: lines.map((one) => one?.points ?? 0),
      notes: lines.map((one) => t("web.score.has", { count: one?.count ?? 0 })),
      done: lines.map((one) => one?.accomplished ?? false),
    });
  });
  if (seats.some((seat) => seat.agenda)) {
    rows.push({
      name: t("variant.secret_agenda"),
      points: seats.map((seat) => seat.agenda_points),
      notes: [],
      agendas: seats.map((seat) => seat.agenda ?? null),
    });
  }
  if (seats.some((seat) => seat.enigma))
    rows.push({ name: t("module.enigma"), points: seats.map((seat) => seat.enigma), notes: [] });
  return rows;
}

const PACE: Record<Speed, number> = { slow: 1600, normal: 900, fast: 400, instant: 0 };

/** How many lines have been told; and a way to have them all. */
export function useTelling(lines: number, instant: boolean): { told: number; hurry: () => void } {
  const [told, setTold] = useState(() => (instant || reducedMotion.value || !PACE[settings.value.speed] ? lines : 1));
  useEffect(() => {
    if (told >= lines) return;
    const timer = setTimeout(() => setTold(told + 1), PACE[settings.value.speed]);
    return () => clearTimeout(timer);
  }, [told, lines]);
  return { told: Math.min(told, lines), hurry: () => setTold(lines) };
}

interface Seen {
  result: wire.Result;
  colours: string[];
  names: string[];
  rows: Row[];
  told: number;
}

/** Everybody by name: what has been counted so far with a bar of it, and the network. */
export function Standings({ result, colours, names, rows, told, store }: Seen & { store: PositionStore }) {
  const { wide, high, text } = useWindow();
  const done = told >= rows.length;
  const most = Math.max(1, ...result.seats.map((seat) => seat.total));
  const tiles = Math.max(6, ...(store.shown.value?.players ?? []).map((player) => player.hand_size));
  // beside the others where there is room for three, else below them
  const sheet = Math.min(wide - 36, 1400 * text);
  const broad =
    wide >= 1100 ? (sheet - 98 - Math.min(234 * text, 0.26 * sheet)) / 2 : wide >= 620 ? (wide - 114) / 2 : wide - 60;
  const tall = wide >= 1100 ? (high - 190) / result.seats.length - 58 : 72;
  const px = Math.floor(Math.max(38, Math.min(92 * text, broad / tiles - 4, tall)));
  return (
    <ol class="bars-end">
      {result.seats.map(({ seat }) => (
        <li key={seat} class={done && result.winners.includes(seat) ? "won" : ""}>
          <div class="hd">
            <Mark colour={colours[seat] ?? "red"} px={24} />
            <span>{names[seat]}</span>
            <em>{rows.slice(0, told).reduce((all, row) => all + (row.points[seat] ?? 0), 0)}</em>
          </div>
          <div class={`strip ${colours[seat]}`} aria-hidden="true">
            {rows.slice(0, told).map((row, i) => (
              <i
                key={i}
                class={i > 1 ? "bonus" : ""}
                style={{ width: `${(Math.max(0, row.points[seat] ?? 0) / most) * 100}%` }}
              />
            ))}
          </div>
          <Network store={store} seat={seat} px={px} />
        </li>
      ))}
    </ol>
  );
}

export function Scores({ result, colours, names, rows, told }: Seen) {
  const done = told >= rows.length;
  return (
    <table class="scores">
      <thead>
        <tr>
          <th scope="col">{t("web.score.line")}</th>
          {result.seats.map(({ seat }) => (
            <th key={seat} scope="col">
              <Mark colour={colours[seat] ?? "red"} px={16} />
              <span class="sr">{names[seat]}</span>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, i) => (
          <tr key={row.name} class={i < told ? "" : "later"}>
            <th scope="row">
              {row.mission && <MissionPic id={row.mission} px={20} />}
              {row.name}
            </th>
            {row.points.map((points, seat) => (
              <td key={seat} class={`${points > 0 ? "" : "nil"}${row.done?.[seat] ? " done" : ""}`}>
                {points}
                {row.notes[seat] && <small>{row.notes[seat]}</small>}
                <Agenda id={row.agendas?.[seat]} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr class={done ? "" : "later"}>
          <th scope="row">{t("web.score.total")}</th>
          {result.seats.map(({ seat, total }) => (
            <td key={seat}>{total}</td>
          ))}
        </tr>
      </tfoot>
    </table>
  );
}

const Agenda = ({ id }: { id: string | null | undefined }) =>
  id ? (
    <small class="of" title={missionName(id)}>
      <MissionPic id={id} px={20} />
      <span class="sr">{missionName(id)}</span>
    </small>
  ) : null;
