/** All games of this browser: those that go on, those that are over, and figures over them. */
import { useEffect, useState } from "preact/hooks";
import * as api from "../net/api";
import type * as wire from "../net/wire";
import { dropReplay, dropReplays, isKept, keepReplay, listenNoMore } from "../net/worker";
import { Dialog } from "../parts/dialog";
import { Elsewhere } from "../parts/elsewhere";
import { Icon } from "../parts/icon";
import { MissionPic, TilePic } from "../parts/pieces";
import { saveJson } from "../parts/save";
import { tablePath } from "../router";
import { contents } from "../store/content";
import { forget, forgetAll, type Mine, mine } from "../store/mine";
import { dropNotes } from "../store/notes";
import { drop, dropAll, figuresOf, memoryOf, note, type Played, played } from "../store/played";
import { nameOf } from "../store/positions";
import { dropAnswers } from "../store/solved";
import { missionName, tileName } from "../words/things";
import { language, listed, t, tn } from "../words/words";
import { ownTiles } from "./end";

export function Games({ about }: { about: wire.About }) {
  const [removing, setRemoving] = useState(false);
  const going = mine.value.filter(({ over }) => !over);
  const games = played.value;
  useEffect(() => void keepAll(), []);
  return (
    <div class="games">
      {!going.length && !games.length && <p>{t("web.games.none")}</p>}
      {going.length > 0 && (
        <section>
          <h2>{t("web.games.going")}</h2>
          <ul class="tables">
            {going.map((one) => (
              <Going key={one.table} one={one} />
            ))}
          </ul>
        </section>
      )}
      {games.length > 0 && (
        <>
          <section>
            <h2>{t("web.games.over")}</h2>
            <Over games={games} />
          </section>
          <section>
            <h2>{t("web.games.figures")}</h2>
            <FiguresOf games={games} about={about} />
          </section>
        </>
      )}
      {(going.length > 0 || games.length > 0) && (
        <section>
          <h2>{t("web.games.data")}</h2>
          <p>{t("web.games.data.about")}</p>
          <div class="buttons">
            <button type="button" class="btn alt" data-do="export" onClick={exported}>
              <Icon name="download" px={16} /> {t("web.games.export")}
            </button>
            <button type="button" class="btn alt" data-do="remove-all" onClick={() => setRemoving(true)}>
              <Icon name="close" px={16} /> {t("web.games.remove")}
            </button>
          </div>
        </section>
      )}
      {removing && <Removal going={going.length} onClose={() => setRemoving(false)} />}
    </div>
  );
}

/** All that this browser knows of games, but for the tokens: whoever reads the file must not get a seat by it. */
const exported = (): void =>
  saveJson("estoril-games.json", {
    exported: new Date().toISOString(),
    going: mine.peek().map(({ table, seats, host, at, over = false }) => ({
      table,
      seats: seats.map(({ seat, name }) => ({ seat, name })),
      host,
      over,
      at: new Date(at).toISOString(),
    })),
    played: played.peek(),
  });

/** Keep the finished games of this browser for when the server is away, the latest first. */
async function keepAll(): Promise<void> {
  for (const { table } of played.peek().slice(0, KEPT)) {
    if (await isKept(table)) continue;
    const replay = await api.replay(table, "all").catch(() => null);
    if (!replay) return;
    await keepReplay(table, replay).catch(() => null);
  }
}

const KEPT = 40;

// -- games that go on ------------------------------------------------------------------------------

function Going({ one }: { one: Mine }) {
  const [seen, setSeen] = useState<wire.Snapshot | null>(null);
  const [carrying, setCarrying] = useState(false);
  useEffect(() => {
    api.view(one.table, one.seats[0]?.token ?? null).then(
      (found) => {
        setSeen(found);
        settle(one.table, found);
      },
      (error) => {
        if (error instanceof api.Refused && (error.status === 404 || error.status === 403)) forget(one.table);
      },
    );
  }, [one.table]);
  const others = seen?.info.seats.filter((seat) => seat.seat !== seen.seat) ?? [];
  return (
    <li>
      <span>
        <b>{seen ? t("web.home.with", { players: listed(others.map(nameOf)) }) : t("web.games.unread")}</b>{" "}
        <small>{dateOf(one.at)}</small> {seen && stateOf(seen)}
      </span>
      <a href={tablePath(one.table)}>{t("web.home.return")}</a>
      <button type="button" class="link" data-do="carry" onClick={() => setCarrying(true)}>
        {t("web.elsewhere")}
      </button>
      <button type="button" class="link" aria-label={t("web.home.forget")} onClick={() => forget(one.table)}>
        <Icon name="close" px={12} />
      </button>
      {carrying && <Elsewhere mine={one} onClose={() => setCarrying(false)} />}
    </li>
  );
}

const stateOf = ({ info, now, view }: wire.Snapshot): string =>
  info.state === "open"
    ? t("web.home.lobby")
    : t(now?.turn ? "web.home.turn" : "web.home.round", { round: view?.round ?? 1 });

/** A game that has ended while this browser was away belongs to those that are over. */
function settle(table: string, { seat, info, result, view }: wire.Snapshot): void {
  if (!result) return;
  if (seat == null) forget(table);
  else note(memoryOf(table, seat, info, result, ownTiles(view?.players[seat]?.hand ?? [])));
}

// -- games that are over -----------------------------------------------------------------------------

const PAGE = 20;

function Over({ games }: { games: readonly Played[] }) {
  const [most, setMost] = useState(PAGE);
  return (
    <>
      <div class="scrolls" tabIndex={0}>
        <table>
          <thead>
            <tr>
              <th scope="col">{t("web.games.date")}</th>
              <th scope="col">{t("web.games.people")}</th>
              <th scope="col">{t("web.games.points")}</th>
              <th scope="col">{t("web.games.place")}</th>
              <th scope="col">
                <span class="sr">{t("web.end.replay")}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {games.slice(0, most).map((game) => (
              <tr key={game.table} class={game.winners.includes(game.seat) ? "won" : ""}>
                <td>{dateOf(game.at * 1000)}</td>
                <td>{listed(game.seats.filter(({ seat }) => seat !== game.seat).map(nameOf))}</td>
                <td>
                  <b>{game.totals[game.seat]}</b>{" "}
                  <small>({game.totals.filter((_, seat) => seat !== game.seat).join(", ")})</small>
                </td>
                <td>{t("web.games.place.of", { place: game.place, players: game.seats.length })}</td>
                <td>
                  <a href={`${tablePath(game.table)}/replay`}>{t("web.end.replay")}</a>
                  <button
                    type="button"
                    class="link"
                    aria-label={t("web.home.forget")}
                    onClick={() => {
                      drop(game.table);
                      forget(game.table);
                      void dropReplay(game.table);
                    }}
                  >
                    <Icon name="close" px={12} />
                  </button>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {games.length > most && (
        <button type="button" class="btn alt" onClick={() => setMost(most + PAGE)}>
          {t("web.games.more")}
        </button>
      )}
    </>
  );
}

const dateOf = (ms: number): string => new Date(ms).toLocaleDateString(language(), { dateStyle: "medium" });

// -- figures -----------------------------------------------------------------------------------------

const FAVOURITES = 6;

function FiguresOf({ games, about }: { games: readonly Played[]; about: wire.About }) {
  const all = figuresOf(games);
  const known = {
    tile: (id: string) => contents().tiles.has(id),
    mission: (id: string) => contents().missions.has(id),
  };
  const levels = [...all.levels].sort((a, b) => about.bots.indexOf(a.bot) - about.bots.indexOf(b.bot));
  return (
    <div class="figures">
      <dl>
        <Figure name={t("web.figures.games")} value={String(all.games)} />
        <Figure name={t("web.figures.wins")} value={share(all.wins, all.games)} />
        <Figure name={t("web.figures.mean")} value={decimal(all.mean)} />
        <Figure name={t("web.figures.best")} value={String(all.best)} />
      </dl>
      <div>
        <h3>{t("web.figures.places")}</h3>
        <ol>
          {all.places.map((times, i) => (
            <li key={i}>
              <span>{t("web.figures.place", { place: i + 1 })}</span>
              <Bar part={times / all.games} />
              <b>{times}</b>
            </li>
          ))}
        </ol>
      </div>
      {levels.length > 0 && (
        <div>
          <h3>{t("web.figures.levels")}</h3>
          <ul>
            {levels.map(({ bot, wins, of }) => (
              <li key={bot}>
                <span>{t(`web.bot.${bot}`)}</span>
                <Bar part={wins / of} />
                <b>{t("web.figures.of", { share: share(wins, of), number: of })}</b>
              </li>
            ))}
          </ul>
        </div>
      )}
      <div>
        <h3>{t("web.figures.missions")}</h3>
        <ul>
          {all.missions
            .filter(({ id }) => known.mission(id))
            .slice(0, FAVOURITES)
            .map(({ id, times, of }) => (
              <li key={id}>
                <MissionPic id={id} px={26} />
                <span>{missionName(id)}</span>
                <b>{t("web.figures.times", { number: times, of })}</b>
              </li>
            ))}
        </ul>
      </div>
      <div>
        <h3>{t("web.figures.tiles")}</h3>
        <ul class="tiles">
          {all.tiles
            .filter(({ id }) => known.tile(id))
            .slice(0, FAVOURITES)
            .map(({ id, times }) => (
              <li key={id} aria-label={`${tileName(id)}: ${tn("web.figures.kept", times)}`}>
                <TilePic id={id} px={76} />
                <b aria-hidden="true">{times}×</b>
              </li>
            ))}
        </ul>
      </div>
    </div>
  );
}

const Figure = ({ name, value }: { name: string; value: string }) => (
  <div>
    <dt>{name}</dt>
    <dd>{value}</dd>
  </div>
);

const Bar = ({ part }: { part: number }) => (
  <span class="bar-of" aria-hidden="true">
    <i style={{ width: `${100 * part}%` }} />
  </span>
);

const share = (part: number, of: number): string =>
  new Intl.NumberFormat(language(), { style: "percent" }).format(part / Math.max(1, of));
const decimal = (number: number): string =>
  new Intl.NumberFormat(language(), { maximumFractionDigits: 1 }).format(number);

// -- removal -----------------------------------------------------------------------------------------

/** Asks before all is removed: seats in games that go on are lost with it. */
function Removal({ going, onClose }: { going: number; onClose: () => void }) {
  const remove = async (): Promise<void> => {
    for (const { table, seats } of mine.peek())
      for (const { token } of seats) void api.removePush(table, token).catch(() => null);
    forgetAll();
    dropAll();
    dropNotes();
    dropAnswers();
    onClose();
    await Promise.all([dropReplays(), listenNoMore()]);
  };
  return (
    <Dialog title={t("web.games.remove")} onClose={onClose}>
      <p>{t("web.games.remove.about")}</p>
      {going > 0 && (
        <p class="warning">
          <b>{tn("web.games.remove.going", going)}</b>
        </p>
      )}
      <div class="buttons">
        <button type="button" class="btn" data-do="removed" onClick={() => void remove()}>
          {t("web.games.remove.yes")}
        </button>
        <button type="button" class="btn alt" onClick={onClose}>
          {t("web.close")}
        </button>
      </div>
    </Dialog>
  );
}
