/** Before the start: who sits where, links to send, and ready or not. */
import { useEffect, useState } from "preact/hooks";
import * as api from "../net/api";
import type * as wire from "../net/wire";
import { Icon } from "../parts/icon";
import { Log } from "../parts/log";
import { Face, Mark } from "../parts/pieces";
import { passOn } from "../parts/share";
import { sure } from "../parts/sure";
import { go, invitePath, tablePath } from "../router";
import { change, forget, mineAt, remember } from "../store/mine";
import { prefer, settings } from "../store/settings";
import { nameOf, type TableStore, tellFailure } from "../store/table";
import { t } from "../words/words";

export function Lobby({
  store,
  about,
  invitation,
  wanted,
}: {
  store: TableStore;
  about: wire.About;
  invitation: string | null;
  wanted: number | null;
}) {
  useInvitation(store);
  const info = store.info.value;
  if (!info) return null;
  const me = store.seat.value;
  const host = store.host.value;
  const own = mineAt(store.id);
  const full = info.seats.every((seat) => seat.holder !== "open");
  const ready = info.seats.every((seat) => seat.holder !== "person" || seat.ready || seat.host);
  return (
    <main class="plain lobby waves">
      <div class="dossier">
        <h1>{t("web.lobby")}</h1>
        <p class="about">{describe(info.options)}</p>
        <ul class="seats">
          {info.seats.map((seat) => (
            <SeatRow key={seat.seat} seat={seat} store={store} about={about} invitation={own?.invitation ?? null} />
          ))}
        </ul>
        {me === null && !host && !full && <Join table={store.id} invitation={invitation} seat={wanted} info={info} />}
        {own?.invitation && !full && <Copy label={t("web.lobby.link")} text={invitePath(store.id, own.invitation)} />}
        <div class="buttons">
          {host && (
            <button
              type="button"
              class="btn big-start"
              data-do="start"
              disabled={!full || !ready}
              onClick={() => void store.ask({ command: "start" })}
            >
              {t(full ? (ready ? "web.lobby.start" : "web.lobby.unready") : "web.lobby.waiting")}
            </button>
          )}
          {me !== null && !host && <Ready store={store} ready={info.seats[me]?.ready ?? false} />}
          {me !== null && (
            <button
              type="button"
              class="btn alt"
              onClick={async () => {
                if (await store.ask({ command: "leave" })) {
                  forget(store.id);
                  go("/");
                }
              }}
            >
              {t("web.menu.leave")}
            </button>
          )}
          <a class="btn alt" href="/">
            {t("web.head.home")}
          </a>
        </div>
        {me === null && !host && full && <p class="quiet">{t("web.lobby.full")}</p>}
        {store.problem.value && (
          <p class="problem" role="alert">
            {store.problem.value}
          </p>
        )}
      </div>
      <Log store={store} phrases={about.phrases} />
    </main>
  );
}

/** Let a host without an invitation that is good have one: who was handed the table, or sent somebody away. */
function useInvitation(store: TableStore): void {
  const lacking = store.host.value && !mineAt(store.id)?.invitation;
  useEffect(() => {
    if (!lacking || store.token === null) return;
    void api
      .invite(store.id, store.token, null)
      .then((made) => change(store.id, { invitation: made.invitation }))
      .catch(() => null);
  }, [lacking, store]);
}

export function describe(options: wire.Options): string {
  const modules = ["base", ...(options.modules ?? [])].map((one) => t(`module.${one}`));
  const variants = (options.variants ?? []).map((one) => t(`variant.${one}`));
  const rulings = (options.rulings ?? []).map((one) => t(`ruling.${one}`));
  return [
    t("web.lobby.players", { number: options.players }),
    ...modules,
    ...variants,
    t(`edition.${options.edition ?? "superbox"}`),
    ...rulings,
  ].join(" · ");
}

const Ready = ({ store, ready }: { store: TableStore; ready: boolean }) => (
  <button
    type="button"
    class={`btn${ready ? " alt" : ""}`}
    data-do="ready"
    aria-pressed={ready}
    onClick={() => void store.ask({ command: "set_ready", ready: !ready })}
  >
    {t(ready ? "web.lobby.not_ready" : "web.lobby.ready")}
  </button>
);

function SeatRow({
  seat,
  store,
  about,
  invitation,
}: {
  seat: wire.SeatInfo;
  store: TableStore;
  about: wire.About;
  invitation: string | null;
}) {
  const host = store.host.value;
  const me = store.seat.value === seat.seat;
  const give = async (value: string): Promise<void> => {
    if (value === "person") return;
    const person = seat.holder === "person";
    const player = nameOf(seat);
    const asked = person && sure(t("web.kick.title", { player }), t("web.kick.about", { player }), t("web.kick.yes"));
    if (asked && !(await asked)) return;
    const done = await store.ask(
      value !== "open"
        ? { command: "give_to_bot", seat: seat.seat, bot: value }
        : { command: person ? "kick" : "open_seat", seat: seat.seat },
    );
    // who was sent away knows the invitation: it is void, and another is asked for
    if (done && person) change(store.id, { invitation: undefined });
  };
  return (
    <li>
      <Mark colour={seat.colour} px={26} />
      <span class="nm">
        {seat.face && <Face id={seat.face} px={30} />} {nameOf(seat)}
        {me && <small> {t("web.seat.you")}</small>}
      </span>
      <span class="state">
        {seat.holder === "person" &&
          (seat.host ? (
            t("web.seat.host")
          ) : seat.ready ? (
            <>
              <Icon name="check" px={16} /> {t("web.lobby.is_ready")}
            </>
          ) : (
            t("web.lobby.thinks")
          ))}
        {seat.holder === "open" && invitation && (
          <Copy small label={t("web.lobby.copy")} text={invitePath(store.id, invitation, seat.seat)} />
        )}
      </span>
      {host && !me && (
        <select
          aria-label={t("web.lobby.who", { colour: t(`colour.${seat.colour}`) })}
          value={seat.holder === "bot" ? (seat.bot ?? "") : seat.holder}
          onChange={(event) => void give(event.currentTarget.value)}
        >
          {seat.holder === "person" && <option value="person">{seat.name}</option>}
          <option value="open">{t("web.seat.open")}</option>
          {about.bots.map((bot) => (
            <option key={bot} value={bot}>
              {t(`web.bot.${bot}`)}
            </option>
          ))}
        </select>
      )}
    </li>
  );
}

export function Copy({ label, text, small }: { label: string; text: string; small?: boolean }) {
  const [done, setDone] = useState(false);
  const copy = async (): Promise<void> => {
    if (!(await passOn(label, text))) return;
    setDone(true);
    setTimeout(() => setDone(false), 1500);
  };
  return (
    <button type="button" class={small ? "link copy" : "btn alt copy"} data-copy={text} onClick={() => void copy()}>
      <Icon name={done ? "check" : "copy"} px={16} /> {done ? t("web.copied") : label}
    </button>
  );
}

export function Join({
  table,
  invitation,
  seat,
  info,
}: {
  table: string;
  invitation: string | null;
  seat: number | null;
  info: wire.TableInfo;
}) {
  const [name, setName] = useState(settings.value.name);
  const open = info.seats.filter((one) => one.holder === "open" || one.stands_in);
  const [where, setWhere] = useState<number | null>(seat ?? open[0]?.seat ?? null);
  const [problem, setProblem] = useState("");
  const sit = async (event: Event): Promise<void> => {
    event.preventDefault();
    try {
      const seated = await api.join(table, invitation, { name: name.trim() || t("web.guest"), seat: where });
      prefer({ name: name.trim() });
      remember(table, { seat: seated.seat, token: seated.token, name: name.trim() });
      go(tablePath(table), true);
    } catch (error) {
      setProblem(tellFailure(error));
    }
  };
  return (
    <form class="join" onSubmit={sit}>
      <label>
        {t("web.name")}{" "}
        <input
          name="name"
          value={name}
          maxLength={24}
          autocomplete="nickname"
          onInput={(event) => setName(event.currentTarget.value)}
        />
      </label>
      <fieldset>
        <legend>{t("web.lobby.seat")}</legend>
        {open.map((one) => (
          <label key={one.seat} class="chip">
            <input type="radio" name="seat" checked={where === one.seat} onChange={() => setWhere(one.seat)} />
            <Mark colour={one.colour} px={20} /> {t(`colour.${one.colour}`)}
          </label>
        ))}
      </fieldset>
      <button type="submit" class="btn" data-do="join">
        {t("web.lobby.sit")}
      </button>
      {problem && (
        <p class="problem" role="alert">
          {problem}
        </p>
      )}
    </form>
  );
}
