/** What can be done about the table itself, and one's own preferences. */
import { useState } from "preact/hooks";
import type * as wire from "../net/wire";
import { go, tablePath } from "../router";
import { isMuted, mineAt, mute } from "../store/mine";
import type { TableStore } from "../store/table";
import { t } from "../words/words";
import { Elsewhere } from "./elsewhere";
import { Mark } from "./pieces";
import { Preferences } from "./preferences";
import { ShareLink } from "./share";

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
            <button
              type="button"
              class="btn alt"
              onClick={async () => {
                if (await store.ask({ command: "leave" })) go("/");
              }}
            >
              {t("web.menu.leave")}
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
              <button type="button" class="link" onClick={() => mute(store.id, one.seat, !isMuted(store.id, one.seat))}>
                {t(isMuted(store.id, one.seat) ? "web.menu.unmute" : "web.menu.mute")}
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
                onChange={(event) =>
                  void store.ask({ command: "give_to_bot", seat: one.seat, bot: event.currentTarget.value })
                }
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
