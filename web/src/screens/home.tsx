/** The way in: one click starts a game, everything else can be set. */
import { useEffect, useState } from "preact/hooks";
import * as api from "../net/api";
import type * as wire from "../net/wire";
import { CAST } from "../net/wire";
import { Dialog } from "../parts/dialog";
import { Icon } from "../parts/icon";
import { Face, FolderPic, Sign, TilePic } from "../parts/pieces";
import { Poster } from "../parts/poster";
import { LanguageChoice, Preferences } from "../parts/preferences";
import { type Plan, Setup, USUAL } from "../parts/setup";
import { go, tablePath } from "../router";
import { contents } from "../store/content";
import { forget, type Mine, mine, remember } from "../store/mine";
import { played } from "../store/played";
import { prefer, settings } from "../store/settings";
import { MATCH, matchFor } from "../store/strength";
import { nameOf, tellFailure } from "../store/table";
import { listed, t } from "../words/words";

export async function openTable(plan: Plan): Promise<void> {
  const name = settings.value.name.trim() || t("web.guest");
  const seats: wire.Seating[] = plan.seats.map((who, i) => {
    const colour = plan.colours[i] ?? null;
    if (who === "me") return { who: "me", colour };
    if (who === "open" || who.startsWith("here")) return { who: "open", colour };
    return { who: "bot", bot: who, colour };
  });
  const opened = await api.openTable({
    seats,
    name,
    modules: plan.modules,
    edition: plan.edition,
    variants: plan.variants,
    rulings: plan.rulings,
    clock: plan.clock,
    listed: plan.listed,
  });
  remember(
    opened.table,
    { seat: opened.seat ?? null, token: opened.token, name },
    { host: true, invitation: opened.invitation },
  );
  for (const [i, who] of plan.seats.entries()) {
    if (!who.startsWith("here")) continue;
    const other = plan.names[i]?.trim() || t(`colour.${plan.colours[i] ?? "blue"}.player`);
    const seated = await api.join(opened.table, opened.invitation, { name: other, seat: i });
    await api.command(opened.table, seated.token, { command: "set_ready", ready: true });
    remember(opened.table, { seat: seated.seat, token: seated.token, name: other });
  }
  if (!plan.seats.includes("open")) await api.command(opened.table, opened.token, { command: "start" });
  go(tablePath(opened.table));
}

export function Home({ about }: { about: wire.About }) {
  const [plan, setPlan] = useState<Plan>(USUAL);
  const [problem, setProblem] = useState("");
  const [busy, setBusy] = useState(false);
  const [level, setLevel] = useState("informant");
  const [setting, setSetting] = useState(false);
  const start = async (wanted: Plan): Promise<void> => {
    setBusy(true);
    setProblem("");
    try {
      await openTable(matched(wanted, about));
    } catch (error) {
      setProblem(tellFailure(error));
      setBusy(false);
    }
  };
  return (
    <div class="home">
      <Poster />
      <main class="file">
        <h1 class="sr">Estoril 1942</h1>
        <span class="tab" aria-hidden="true">
          {t("web.home.dossier")}
        </span>
        <Clip />
        <div class="paper">
          <Gist />
          <label class="name">
            {t("web.name")}{" "}
            <input
              name="name"
              value={settings.value.name}
              placeholder={t("web.guest")}
              maxLength={24}
              autocomplete="nickname"
              onInput={(event) => prefer({ name: event.currentTarget.value })}
            />
          </label>
          <div class="begin">
            <button
              type="button"
              class="big"
              data-do="play"
              disabled={busy}
              onClick={() => void start(against(USUAL, level, about))}
            >
              <span>
                {t("web.home.play")}
                <small>{t("web.home.play.about")}</small>
              </span>
              <Icon name="arrow" px={30} />
            </button>
            <a class="big first" href="/learn">
              <span>
                {t("web.home.learn")}
                <small>{t("web.home.learn.about")}</small>
              </span>
            </a>
          </div>
          <Levels
            about={about}
            level={level}
            onLevel={(to) => {
              setLevel(to);
              setPlan(against(plan, to, about));
            }}
          />
          {problem && (
            <p class="problem" role="alert">
              {problem}
            </p>
          )}
          <h2>{t("web.home.set")}</h2>
          <Setup plan={plan} about={about} onChange={setPlan} />
          <button type="button" class="btn set" data-do="open" disabled={busy} onClick={() => void start(plan)}>
            {t(plan.seats.includes("open") ? "web.home.open" : "web.home.start")}
          </button>
          <OpenTables />
          <MyGames />
        </div>
      </main>
      <footer class="foot">
        <a href="/how-to-play">{t("web.howto")}</a>
        <a href="/puzzles">{t("web.puzzles")}</a>
        <a href="/strong">{t("web.strong")}</a>
        <a href="/rules">{t("web.rules")}</a>
        <a href="/developers" target="_self">
          {t("web.home.developers")}
        </a>
        <LanguageChoice />
        <button type="button" class="link" data-do="settings" onClick={() => setSetting(true)}>
          {t("web.home.settings")}
        </button>
        <a href="/credits" class="fan">
          {t("web.home.fan")}
        </a>
      </footer>
      {setting && (
        <Dialog title={t("web.home.settings")} onClose={() => setSetting(false)}>
          <Preferences />
        </Dialog>
      )}
    </div>
  );
}

/** What one does in this game, in three pictures. */
const Gist = () => (
  <ol class="gist">
    <li>
      <span class="pics" aria-hidden="true">
        <FolderPic px={46} />
        <TilePic id="elizabeth" px={46} owner="red" />
      </span>
      {t("web.home.gist.place")}
    </li>
    <li>
      <span class="pics" aria-hidden="true">
        {["linda_x", "elizabeth"].map((id) => (
          <Sign key={id} symbol={contents().tile(id).symbols?.[0] ?? ""} px={34} />
        ))}
      </span>
      {t("web.home.gist.act")}
    </li>
    <li>
      <span class="pics" aria-hidden="true">
        <TilePic id="zsa_zsa_gabor" px={46} />
      </span>
      {t("web.home.gist.win")}
    </li>
  </ol>
);

/** The levels of bots, the weakest first. */
const levelsOf = (about: wire.About): string[] => about.bots.filter((bot) => bot !== "random" && CAST[bot]);

/** A plan with all its bots of one level. */
const against = (plan: Plan, level: string, about: wire.About): Plan => ({
  ...plan,
  seats: plan.seats.map((who) => (who === MATCH || about.bots.includes(who) ? level : who)),
});

/** A plan in which who is to be as strong as oneself has a level, by the games played until now. */
const matched = (plan: Plan, about: wire.About): Plan => ({
  ...plan,
  seats: plan.seats.map((who) => (who === MATCH ? matchFor(played.value, levelsOf(about)) : who)),
});

/** Who the others are: each level with a face, and what to expect of it. */
function Levels({ about, level, onLevel }: { about: wire.About; level: string; onLevel: (level: string) => void }) {
  const levels = levelsOf(about);
  if (level !== MATCH && !levels.includes(level)) return null;
  const fair = matchFor(played.value, levels);
  const choices = [...levels.map((one, i) => [one, CAST[one]?.[FACES[i] ?? 0] ?? ""] as const), [MATCH, ""] as const];
  return (
    <fieldset class="levels">
      <legend>{t("web.home.levels")}</legend>
      {choices.map(([one, face]) => (
        <label key={one} class={one === MATCH ? "match" : ""}>
          <input
            class="sr"
            type="radio"
            name="level"
            value={one}
            checked={one === level}
            onChange={() => onLevel(one)}
          />
          {face && <Face id={face} px={44} />}
          {t(`web.bot.${one}`)}
        </label>
      ))}
      <p aria-live="polite">{t(`web.bot.${level}.about`, { bot: t(`web.bot.${fair}`) })}</p>
    </fieldset>
  );
}

/** Which of the characters of each level stand for it. */
const FACES = [0, 1, 1, 0, 3, 1, 0, 4];

const Clip = () => (
  <svg class="clip" width="30" height="76" aria-hidden="true">
    <path
      d="M4 12V60Q4 72 14 72Q24 72 24 60V16Q24 6 17.500 6Q11 6 11 16V56"
      fill="none"
      stroke="#5d6770"
      stroke-width="3.6"
      stroke-linecap="round"
    />
  </svg>
);

function OpenTables() {
  const [tables, setTables] = useState<wire.Listing[]>([]);
  useEffect(() => {
    let over = false;
    const read = async (): Promise<void> => {
      const [open, running] = await Promise.all([api.listTables("open"), api.listTables("running")]);
      if (!over) setTables([...open.tables, ...running.tables].slice(0, 5));
    };
    void read().catch(() => undefined);
    const timer = setInterval(() => void read().catch(() => undefined), 8000);
    return () => {
      over = true;
      clearInterval(timer);
    };
  }, []);
  if (!tables.length) return null;
  return (
    <section>
      <h2>{t("web.home.tables")}</h2>
      <ul class="tables">
        {tables.map((one) => (
          <li key={one.table}>
            <span>
              {listed(one.seats.filter((seat) => seat.holder === "person").map((seat) => seat.name ?? "")) ||
                t("web.home.bots")}
              {one.open_seats ? `, ${t("web.home.waiting", { number: one.open_seats })}` : ""}
            </span>
            <a href={tablePath(one.table)}>{t(one.open_seats ? "web.home.sit" : "web.home.watch")}</a>
          </li>
        ))}
      </ul>
    </section>
  );
}

function MyGames() {
  const games = mine.value.slice(0, 6);
  if (!games.length) return null;
  return (
    <section>
      <h2>{t("web.home.mine")}</h2>
      <ul class="tables">
        {games.map((one) => (
          <MyGame key={one.table} one={one} />
        ))}
      </ul>
      <p>
        <a href="/games">{t("web.home.games")}</a>
      </p>
    </section>
  );
}

function MyGame({ one }: { one: Mine }) {
  const [seen, setSeen] = useState<wire.Snapshot | null>(null);
  useEffect(() => {
    api.view(one.table, one.seats[0]?.token ?? null).then(setSeen, (error) => {
      if (error instanceof api.Refused && (error.status === 404 || error.status === 403)) forget(one.table);
    });
  }, [one.table]);
  if (!seen) return null;
  const others = seen.info.seats.filter((seat) => seat.seat !== seen.seat);
  const who = t("web.home.with", { players: listed(others.map(nameOf)) });
  const state = seen.result
    ? t(seen.seat != null && seen.result.winners.includes(seen.seat) ? "web.home.won" : "web.home.over")
    : seen.info.state === "open"
      ? t("web.home.lobby")
      : t(seen.now?.turn ? "web.home.turn" : "web.home.round", { round: seen.view?.round ?? 1 });
  return (
    <li>
      <span>
        {who}: {state}
      </span>
      <a href={seen.result ? `${tablePath(one.table)}/replay` : tablePath(one.table)}>
        {t(seen.result ? "web.end.replay" : "web.home.return")}
      </a>
      <button type="button" class="link" aria-label={t("web.home.forget")} onClick={() => forget(one.table)}>
        <Icon name="close" px={12} />
      </button>
    </li>
  );
}
