/** The list of puzzles: that of the day, themes and levels, and how far one has come. */
import { useEffect, useState } from "preact/hooks";
import type * as wire from "../net/wire";
import { listPuzzles, refreshPuzzles } from "../store/puzzle";
import { solved } from "../store/solved";
import { tellFailure } from "../store/table";
import { t } from "../words/words";

const LEVELS = [1, 2, 3, 4, 5, 6, 7, 8];

export function Puzzles() {
  const [found, setFound] = useState<wire.Puzzles | null>(null);
  const [problem, setProblem] = useState("");
  const [theme, setTheme] = useState("");
  const [level, setLevel] = useState(0);
  const [fresh, setFresh] = useState(false);
  useEffect(() => {
    refreshPuzzles();
    listPuzzles().then(setFound, (error: unknown) => setProblem(tellFailure(error)));
  }, []);
  if (problem) return <p role="alert">{problem}</p>;
  if (!found) return <p aria-busy="true" />;
  const all = found.puzzles;
  const themes = [...new Set(all.map((one) => one.theme))];
  const shown = all
    .map((one, i) => ({ ...one, number: i + 1 }))
    .filter((one) => (!theme || one.theme === theme) && (!level || one.level === level))
    .filter((one) => !fresh || !(one.id in solved.value));
  const number = all.filter((one) => solved.value[one.id]).length;
  return (
    <div class="games puzzles">
      <p>{t("web.puzzles.about")}</p>
      <div class="buttons">
        <a class="btn" href="/puzzles/daily" data-do="daily">
          {t("web.puzzles.daily")} · {found.date}
        </a>
      </div>
      <p role="status">{t("web.puzzles.solved", { number, of: all.length })}</p>
      <div class="sift">
        <label>
          {t("web.puzzles.theme")}{" "}
          <select name="theme" value={theme} onChange={(event) => setTheme(event.currentTarget.value)}>
            <option value="">{t("web.puzzles.any")}</option>
            {themes.map((one) => (
              <option key={one} value={one}>
                {t(`puzzle.theme.${one}`)}
              </option>
            ))}
          </select>
        </label>
        <label>
          {t("web.puzzles.level")}{" "}
          <select name="level" value={level} onChange={(event) => setLevel(Number(event.currentTarget.value))}>
            <option value={0}>{t("web.puzzles.any")}</option>
            {LEVELS.map((one) => (
              <option key={one} value={one}>
                {one} · {t(`web.bot.${found.bots[one - 1] ?? ""}`)}
              </option>
            ))}
          </select>
        </label>
        <label>
          <input
            type="checkbox"
            name="new"
            checked={fresh}
            onChange={(event) => setFresh(event.currentTarget.checked)}
          />{" "}
          {t("web.puzzles.new")}
        </label>
      </div>
      {shown.length ? (
        <ul class="tables" data-list="puzzles">
          {shown.map((one) => (
            <Entry key={one.id} entry={one} number={one.number} bots={found.bots} />
          ))}
        </ul>
      ) : (
        <p>{t("web.puzzles.none")}</p>
      )}
    </div>
  );
}

function Entry({ entry, number, bots }: { entry: wire.PuzzleEntry; number: number; bots: readonly string[] }) {
  const state = solved.value[entry.id];
  const about = t("web.puzzles.level.about", { level: entry.level, bot: t(`web.bot.${bots[entry.level - 1] ?? ""}`) });
  return (
    <li>
      <a href={`/puzzles/${entry.id}`}>
        {t("web.puzzle", { number })} · {t(`puzzle.theme.${entry.theme}`)}
      </a>
      <small title={about}>
        {t("web.puzzles.level")} {entry.level} · {t("web.puzzles.players", { number: entry.players })}
      </small>
      {state !== undefined && (
        <b class={state ? "right" : ""}>{t(state ? "web.puzzles.right" : "web.puzzles.wrong")}</b>
      )}
    </li>
  );
}
