/** The bar above the table: round, whose turn it is, the order of resolving, tools. */
import type { LocationView } from "../net/wire";
import { prefer, reducedMotion, settings } from "../store/settings";
import type { TableStore } from "../store/table";
import { locationName } from "../words/things";
import { t, tn } from "../words/words";
import { Icon } from "./icon";
import { Mark } from "./pieces";
import { explain } from "./tip";

export const NUMERALS = ["I", "II", "III", "IV"];

export const Rounds = ({ round }: { round: number }) => (
  <div class="rounds" role="img" aria-label={t("web.head.round", { round })}>
    <span aria-hidden="true">{t("web.head.round.short")}</span>
    {NUMERALS.map((numeral, i) => (
      <i key={numeral} aria-hidden="true" class={i + 1 === round ? "on" : i + 1 < round ? "was" : ""}>
        {numeral}
      </i>
    ))}
  </div>
);

/** The locations by their numbers, in the order in which they are resolved. */
export function Numbers({ places }: { places: LocationView[] }) {
  const ordered = [...places].sort((a, b) => a.order - b.order);
  if (!ordered.length) return null;
  return (
    <div
      class="numbers"
      role="img"
      aria-label={t("web.head.resolves", { locations: ordered.map((place) => locationName(place.id)).join(", ") })}
    >
      <span aria-hidden="true">{t("web.head.resolves.short")}</span>
      {ordered.map((place) => (
        <i
          key={place.id}
          aria-hidden="true"
          class={place.resolved ? "done" : place.resolving ? "on" : ""}
          {...explain(() => ({ kind: "location", id: place.id }))}
        >
          {place.number}
        </i>
      ))}
    </div>
  );
}

/** How much has not been read. */
export const Badge = ({ number }: { number: number }) =>
  number ? (
    <span class="badge" aria-hidden="true">
      {number > 9 ? "9+" : number}
    </span>
  ) : null;

export function headline(store: TableStore): string {
  const view = store.shown.value;
  const info = store.info.value;
  if (!view || !info) return "";
  if (info.paused) return t(info.waits ? "web.head.waits" : "web.head.paused");
  if (view.over || info.state === "over") return t("web.head.over");
  const decision = store.now.value?.decision;
  if (store.mine.value && decision) return t(`web.head.mine.${decision.kind}`);
  if (store.answering.value) return t("web.sending");
  const resolving = view.places.find((place) => place.resolving);
  if (store.director.busy.value && resolving)
    return t("web.head.resolving", { location: store.teller.value.location(resolving.id) });
  const said = store.now.value?.said;
  if (said && !store.director.busy.value) return store.teller.value.say(said).replace(/\.$/, "");
  return t("web.head.playing");
}

export function Header({
  store,
  onTool,
  inert,
}: {
  store: TableStore;
  onTool: (tool: "chat" | "help" | "menu") => void;
  inert: boolean;
}) {
  const view = store.shown.value;
  if (!view) return null;
  const seats = view.players.length;
  const first = view.first ?? 0;
  const order = Array.from({ length: seats }, (_, i) => (first + i) % seats);
  const acting = new Set(view.decision?.seats);
  const calm = !store.director.busy.value && !store.recap.value;
  return (
    <header class="bar" inert={inert}>
      <a class="logo" href="/" aria-label={t("web.head.home")}>
        ESTORIL
      </a>
      <Rounds round={view.round} />
      <div class={`turn${store.mine.value ? " mine" : ""}`}>
        <b>{headline(store)}</b>
        <span
          class="order"
          role="img"
          aria-label={t("web.head.order", { players: order.map(store.teller.value.player).join(", ") })}
        >
          {order.map((seat) => (
            <span key={seat} class={acting.has(seat) ? "cur" : ""}>
              <Mark colour={view.players[seat]?.colour ?? "red"} px={18} />
            </span>
          ))}
        </span>
      </div>
      <Numbers places={view.places} />
      <nav class="tools" aria-label={t("web.head.tools")}>
        {/* what there is at times has its place all the time */}
        <span class="slot">
          {calm && store.missed.value.length > 0 && (
            <button
              type="button"
              data-do="recap"
              onClick={() => void store.lookBack()}
              aria-label={t("web.recap.show")}
            >
              <Icon name="turnL" />
            </button>
          )}
        </span>
        <span class="slot">
          {calm && store.resolved.value && (
            <button
              type="button"
              data-do="show-again"
              onClick={() => store.showAgain()}
              aria-label={t("web.show.again")}
            >
              <Icon name="play" />
            </button>
          )}
        </span>
        <span class="slot hints">
          {store.hintable && (
            <button
              type="button"
              data-do="hint"
              onClick={() => (store.hinting.value = true)}
              aria-label={t("web.hint")}
            >
              <Icon name="lamp" />
            </button>
          )}
        </span>
        {!reducedMotion.value && (
          <button
            type="button"
            data-do="mute"
            aria-pressed={settings.value.muted}
            aria-label={t("web.head.mute")}
            onClick={() => prefer({ muted: !settings.value.muted })}
          >
            <Icon name={settings.value.muted ? "mute" : "sound"} />
          </button>
        )}
        <button
          type="button"
          data-do="chat"
          onClick={() => onTool("chat")}
          aria-label={store.unread.value ? tn("web.head.unread", store.unread.value) : t("web.head.chat")}
        >
          <Icon name="chat" />
          <Badge number={store.unread.value} />
        </button>
        <button type="button" data-do="help" onClick={() => onTool("help")} aria-label={t("web.head.help")}>
          <Icon name="help" />
        </button>
        <button type="button" data-do="menu" onClick={() => onTool("menu")} aria-label={t("web.head.menu")}>
          <Icon name="menu" />
        </button>
      </nav>
    </header>
  );
}
