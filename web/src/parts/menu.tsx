/** What can be done about the table itself, and one's own preferences. */
import { useState } from "preact/hooks";
import type * as wire from "../net/wire";
import { go, tablePath } from "../router";
import { isMuted, mineAt, mute } from "../store/mine";
import type { TableStore } from "../store/table";
import { t } from "../words/words";
import { Elsewhere } from "./elsewhere";
import { Icon } from "./icon";
import { Mark } from "./pieces";
import { Preferences } from "./preferences";
import { ShareLink } from "./share";
import { sure } from "./sure";

/** Leave the table, once that is sure. */
async function leave(store: TableStore): Promise<void> {
  const info = store.info.value;
  const others = info?.seats.some((one) => one.seat !== store.seat.value && one.holder === "person" && !one.stands_in);
  const title = t("web.menu.leave");
  if (!(await sure(title, t(others ? "web.leave.stand_in" : "web.leave.waits"), title))) return;
  if (await store.ask({ command: "leave" })) go("/");
}

/** Give a seat to a bot; a person would lose it for good, so that is asked first. */
async function give(store: TableStore, { seat, holder }: wire.SeatInfo, bot: string): Promise<void> {
  const player = store.teller.value.player(seat);
  const given = t("web.give.yes", { bot: t(`web.bot.${bot}`) });
  if (holder === "person" && !(await sure(t("web.give.title", { player }), t("web.give.about", { player }), given)))
    return;
  await store.ask({ command: "give_to_bot", seat, bot });
}

export function TableMenu({ store, about, onDone }: { store: TableStore; about: wire.About; onDone: () => void }) {
  const info = store.info.value;
  const seat = store.seat.value;
  const own = mineAt(store.id);
  const [carrying, setCarrying] = useState(false);
  if (!info) return null;
  const me = seat === null ? null : info.seats[seat];
  const ask = (request: Parameters<TableStore["ask"]>[0]) => () => void store.ask(request);
  const running = info.state === "running";
  return (
    <div class="menu">
      <Preferences />
      {(seat !== null || store.host.value) && running && (
        <div class="buttons">
          <button type="button" class="btn alt" onClick={ask({ command: info.paused ? "resume" : "pause" })}>
            {t(info.paused ? "web.menu.resume" : "web.menu.pause")}
          </button>
          {seat !== null && !me?.stands_in && (
            <button type="button" class="btn alt" data-do="leave" onClick={() => void leave(store)}>
              {t("web.menu.leave")}
            </button>
          )}
        </div>
      )}
      {me && info.state !== "over" && <HintsOf store={store} me={me} onDone={onDone} />}
      {(store.resolved.value || store.missed.value.length > 0) && (
        <div class="buttons">
          {store.missed.value.length > 0 && (
            <button type="button" class="btn alt" onClick={() => void store.lookBack().then(onDone)}>
              {t("web.recap.show")}
            </button>
          )}
          {store.resolved.value && (
            <button
              type="button"
              class="btn alt"
              onClick={() => {
                onDone();
                store.showAgain();
              }}
            >
              {t("web.show.again")}
            </button>
          )}
        </div>
      )}
      <h3>{t("web.players")}</h3>
      <ul class="people">
        {info.seats.map((one) => (
          <li key={one.seat}>
            <Mark colour={one.colour} px={20} /> <span>{store.teller.value.player(one.seat)}</span>
            {seat !== null && one.seat !== seat && one.holder === "person" && (
              <button
                type="button"
                class="link"
                data-do="mute"
                aria-pressed={isMuted(store.id, one.seat)}
                aria-label={t("web.menu.mute.of", { player: store.teller.value.player(one.seat) })}
                onClick={() => mute(store.id, one.seat, !isMuted(store.id, one.seat))}
              >
                <Icon name={isMuted(store.id, one.seat) ? "mute" : "sound"} px={16} />{" "}
                {t(isMuted(store.id, one.seat) ? "web.menu.muted" : "web.menu.mute")}
              </button>
            )}
            {seat !== null && one.agreed && !one.agreed.includes(seat) && (
              <>
                <button type="button" class="link" onClick={ask({ command: "agree", seat: one.seat, agreed: true })}>
                  {t("web.menu.agree")}
                </button>
                <button type="button" class="link" onClick={ask({ command: "agree", seat: one.seat, agreed: false })}>
                  {t("web.menu.disagree")}
                </button>
              </>
            )}
            {store.host.value && one.holder === "bot" && !one.agreed && running && (
              <button type="button" class="link" onClick={ask({ command: "open_seat", seat: one.seat })}>
                {t("web.menu.open")}
              </button>
            )}
            {store.host.value && one.seat !== seat && running && (
              <select
                aria-label={t("web.menu.give")}
                value=""
                onChange={(event) => {
                  const bot = event.currentTarget.value;
                  event.currentTarget.value = "";
                  if (bot) void give(store, one, bot);
                }}
              >
                <option value="">{t("web.menu.give")}</option>
                {about.bots.map((bot) => (
                  <option key={bot} value={bot}>
                    {t(`web.bot.${bot}`)}
                  </option>
                ))}
              </select>
            )}
          </li>
        ))}
      </ul>
      <div class="buttons">
        <ShareLink label={t("web.menu.share")} url={() => location.origin + tablePath(store.id)} />
        {own && info.state !== "over" && (
          <button type="button" class="btn alt" data-do="carry" onClick={() => setCarrying(true)}>
            {t("web.elsewhere")}
          </button>
        )}
        {carrying && own && <Elsewhere mine={own} onClose={() => setCarrying(false)} />}
        {info.state === "over" && (
          <a class="btn alt" href={`${tablePath(store.id)}/replay`}>
            {t("web.end.replay")}
          </a>
        )}
        <button type="button" class="btn alt" onClick={onDone}>
          {t("web.close")}
        </button>
        <a class="btn alt" href="/">
          {t("web.head.home")}
        </a>
      </div>
    </div>
  );
}

/** A hint where the table allows it; among people, whether one is fine with that. */
const HintsOf = ({ store, me, onDone }: { store: TableStore; me: wire.SeatInfo; onDone: () => void }) => (
  <div class="buttons">
    {store.hintable && (
      <button
        type="button"
        class="btn alt"
        data-do="hint"
        onClick={() => {
          onDone();
          store.hinting.value = true;
        }}
      >
        {t("web.hint")}
      </button>
    )}
    <label class="row">
      <input
        type="checkbox"
        data-set="hints"
        checked={me.allows_hints ?? store.info.value?.hints ?? false}
        onChange={(event) => void store.ask({ command: "allow_hints", allowed: event.currentTarget.checked })}
      />{" "}
      {t("web.hint.allow")}
    </label>
  </div>
);
