/** How strong players win: what tiles, locations, spaces, missions and the first move are worth, level by level. */
import { useEffect, useState } from "preact/hooks";
import * as api from "../net/api";
import type * as wire from "../net/wire";
import { loadContent } from "../store/content";
import { barsOf, botsOf, cellOf, isDoubtful, KINDS, type Kind, playersOf, rowsOf, type Worth } from "../store/strong";
import { tellFailure } from "../store/table";
import style from "../style/strong.lazy.css";
import { locationName, missionName, tileName } from "../words/things";
import { language, t } from "../words/words";

export { style };

const USUAL = 4; // players

export function Strong() {
  const [found, setFound] = useState<wire.StrongFigures | null>(null);
  const [problem, setProblem] = useState("");
  const [bot, setBot] = useState("");
  const [players, setPlayers] = useState(USUAL);
  useEffect(() => {
    Promise.all([api.strong(), loadContent()]).then(
      ([figures]) => {
        setBot(botsOf(figures).at(-1) ?? "");
        setFound(figures);
      },
      (error: unknown) => setProblem(tellFailure(error)),
    );
  }, []);
  if (problem) return <p role="alert">{problem}</p>;
  if (!found) return <p aria-busy="true" />;
  const cell = cellOf(found, bot, players);
  return (
    <div class="strong">
      <p>{t("web.strong.about")}</p>
      <div class="choose">
        <label>
          {t("web.strong.level")}{" "}
          <select name="level" value={bot} onChange={(event) => setBot(event.currentTarget.value)}>
            {botsOf(found).map((one) => (
              <option key={one} value={one}>
                {t(`web.bot.${one}`)}
              </option>
            ))}
          </select>
        </label>
        <label>
          {t("web.strong.players")}{" "}
          <select name="players" value={players} onChange={(event) => setPlayers(Number(event.currentTarget.value))}>
            {playersOf(found).map((one) => (
              <option key={one} value={one}>
                {one}
              </option>
            ))}
          </select>
        </label>
      </div>
      <p role="status">
        {t("web.strong.games", { number: (found.cells[cell]?.games ?? 0).toLocaleString(language()) })}
      </p>
      <p class="means">{t("web.strong.how")}</p>
      <Order figures={found} cell={cell} />
      <Points figures={found} cell={cell} />
      {KINDS.map((kind) => (
        <Things key={kind} kind={kind} figures={found} cell={cell} />
      ))}
    </div>
  );
}

interface Shown {
  figures: wire.StrongFigures;
  cell: number;
}

function nameOf(kind: Kind, id: string): string {
  if (kind === "tiles") return tileName(id);
  if (kind === "missions") return missionName(id);
  const [location = "", numeral = ""] = id.split(".");
  return `${locationName(location)} ${numeral}`.trim();
}

const Order = ({ figures, cell }: Shown) => (
  <section data-part="order">
    <h2>{t("web.strong.order")}</h2>
    <p>{t("web.strong.order.about")}</p>
    <Bars
      rows={(figures.order[cell] ?? []).map((worth, place) => ({
        name: place ? t("web.strong.after", { place }) : t("web.strong.first"),
        worth,
      }))}
    />
  </section>
);

function Points({ figures, cell }: Shown) {
  const rows = Object.entries(figures.points).map(([source, numbers]) => ({ source, points: numbers[cell] ?? 0 }));
  const most = Math.max(1, ...rows.map((row) => row.points));
  return (
    <section data-part="points">
      <h2>{t("web.strong.points")}</h2>
      <p>{t("web.strong.points.about")}</p>
      <ul class="worths">
        {rows.map(({ source, points }) => (
          <li key={source}>
            <span>{t(`web.strong.points.${source}`)}</span>
            <b>{tenths(points)}</b>
            <svg viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
              <rect class="amount" width={(100 * points) / most} height="8" />
            </svg>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Things({ kind, figures, cell }: Shown & { kind: Kind }) {
  const rows = rowsOf(figures, kind, cell).map(({ id, worth }) => ({ name: nameOf(kind, id), worth }));
  return (
    <section data-part={kind}>
      <h2>{t(`web.strong.${kind}`)}</h2>
      <p>{t(`web.strong.${kind}.about`)}</p>
      <Bars rows={rows} />
    </section>
  );
}

const tenths = (number: number): string =>
  number.toLocaleString(language(), { minimumFractionDigits: 1, maximumFractionDigits: 1 });

const signed = (number: number): string => (number < 0 ? `−${tenths(-number)}` : `+${tenths(number)}`);

function Bars({ rows }: { rows: { name: string; worth: Worth }[] }) {
  if (!rows.length) return <p>{t("web.strong.none")}</p>;
  const bars = barsOf(rows.map((row) => row.worth));
  return (
    <ul class="worths">
      {rows.map(({ name, worth }, i) => {
        const bar = bars[i];
        return (
          <li key={name} class={isDoubtful(worth) ? "doubt" : ""}>
            <span>{name}</span>
            <b>
              {signed(worth[0])} <small>± {tenths(worth[1])}</small>
            </b>
            {bar && (
              <svg viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
                <rect
                  class={worth[0] < 0 ? "amount less" : "amount"}
                  x={bar.from}
                  width={bar.to - bar.from}
                  height="8"
                />
                <path class="give" d={`M${bar.low} 4H${bar.high}`} />
                <path class="zero" d={`M${bar.zero} 0V8`} />
              </svg>
            )}
          </li>
        );
      })}
    </ul>
  );
}
