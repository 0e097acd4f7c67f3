/** The seats: network, markers left, hand, discards, clock. */
import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import type * as wire from "../net/wire";
import { contents } from "../store/content";
import type { PositionStore } from "../store/positions";
import type { Teller } from "../words/teller";
import { tileName } from "../words/things";
import { t, tn } from "../words/words";
import { Icon } from "./icon";
import { type Size, shortened, useSize, useWindow } from "./measure";
import { type Colour, copyOf, Enigma, Face, Mark, TilePic } from "./pieces";
import { explain } from "./tip";

function roleOf(seat: wire.SeatInfo, me: boolean): string {
  if (me) return t("web.seat.you");
  if (seat.holder === "open") return t("web.seat.open");
  if (seat.stands_in) return t("web.seat.stand_in", { bot: t(`web.bot.${seat.bot ?? "random"}`) });
  return seat.bot
    ? t("web.seat.bot", { bot: t(`web.bot.${seat.bot}`) })
    : seat.host
      ? t("web.seat.host")
      : t("web.seat.person");
}

function useTick(on: boolean): void {
  const [, tick] = useState(0);
  useEffect(() => {
    if (!on) return;
    const timer = setInterval(() => tick((n) => n + 1), 500);
    return () => clearInterval(timer);
  }, [on]);
}

export function ClockFace({ clock, skew }: { clock: wire.SeatClock; skew: number }) {
  useTick(clock.deadline != null);
  const left = clock.deadline == null ? clock.left : clock.deadline - (Date.now() / 1000 + skew);
  if (left == null) return null;
  const seconds = Math.max(0, Math.round(left));
  const text = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
  return <time class={`clock${seconds < 15 && clock.deadline != null ? " short" : ""}`}>{text}</time>;
}

interface Clocks {
  clocks?: wire.SeatClock[] | undefined;
  skew?: number;
}

export function Players({ store, clocks, skew = 0 }: { store: PositionStore } & Clocks) {
  const view = store.shown.value;
  const info = store.info.value;
  if (!view || !info) return null;
  const acting = new Set(view.decision?.seats);
  return (
    <ul class="players" aria-label={t("web.players")}>
      {view.players.map((player) => {
        const seat = info.seats[player.seat];
        if (!seat) return null;
        return (
          <Seat
            key={player.seat}
            player={player}
            seat={seat}
            teller={store.teller.value}
            me={store.seat.value === player.seat}
            acts={acting.has(player.seat)}
            leads={view.leading.includes(player.seat)}
            clock={clocks?.find((one) => one.seat === player.seat)}
            skew={skew}
          />
        );
      })}
    </ul>
  );
}

interface SeatProps {
  player: wire.Player;
  seat: wire.SeatInfo;
  teller: Teller;
  me: boolean;
  acts: boolean;
  leads: boolean;
  clock: wire.SeatClock | undefined;
  skew: number;
}

/** One of them; what others do changes nothing here. */
function Seat({ player, seat, teller, me, acts, leads, clock, skew }: SeatProps) {
  const role = roleOf(seat, me);
  return (
    <li data-seat={player.seat} class={`panel seat${me ? " me" : ""}${acts ? " acts" : ""}`}>
      <div class="hd">
        <Mark colour={player.colour} px={20} />
        {seat.face && <Face id={seat.face} px={26} />}
        <span class="nm">{teller.player(player.seat)}</span>
        {player.enigma && (
          <span title={t("module.enigma")}>
            <Enigma px={20} />
          </span>
        )}
        <Score player={player} leads={leads} />
      </div>
      <div class="st">
        <small>{acts ? t("web.seat.acts", { role }) : role}</small>
        {clock && <ClockFace clock={clock} skew={skew} />}
      </div>
      <Holdings player={player} />
      <Network player={player} teller={teller} />
    </li>
  );
}

/** What somebody has left: markers, tiles in hand, tiles discarded. */
const Holdings = ({ player }: { player: wire.Player }) => (
  <div class="has">
    <Held of={tn("web.markers", player.markers)}>
      <Mark colour={player.colour} px={15} /> <b>{player.markers}</b>
    </Held>
    <Held of={`${player.hand_size} ${t("web.seat.hand")}`}>
      <Icon name="tiles" px={18} /> <b>{player.hand_size}</b>
    </Held>
    <span
      {...explain(() => pileOf(player))}
      tabIndex={0}
      role="note"
      aria-label={`${player.discards.length} ${t("web.seat.discards")}`}
    >
      <Icon name="pile" px={18} /> <b>{player.discards.length}</b>
    </span>
  </div>
);

const Held = ({ of, children }: { of: string; children: ComponentChildren }) => (
  <span role="img" aria-label={of} {...explain(() => ({ kind: "words", title: of, text: "" }))}>
    {children}
  </span>
);

const GAP = 3;

/** The rows in which so many tiles are largest in a room; for few there is room for six, so that sizes stay. */
function largest(many: number, { wide, high }: Size): { px: number; columns: number } {
  const tiles = Math.max(6, many);
  let best = { px: 0, columns: tiles };
  for (let columns = 3; columns <= tiles; columns++) {
    const rows = Math.ceil(tiles / columns);
    const px = Math.floor(Math.min((wide - (columns - 1) * GAP) / columns, (high - (rows - 1) * GAP) / rows, MOST));
    if (px > best.px) best = { px, columns };
  }
  return best;
}

const MOST = 80;

function Network({ player, teller }: Pick<SeatProps, "player" | "teller">) {
  const box = useRef<HTMLDivElement>(null);
  const size = useSize(box);
  const { px, columns } = largest(player.network.length, size);
  return (
    <div class="net-box" ref={box}>
      <ul
        class="net"
        style={{ gridTemplateColumns: `repeat(${columns}, ${px}px)`, gap: `${GAP}px` }}
        aria-label={t("web.seat.network")}
      >
        {px > 0 &&
          player.network.map((tile, i) => (
            <li
              key={`${tile}.${copyOf(player.network, i)}`}
              class={inSight(player, tile) ? "in-sight" : ""}
              aria-label={tellOwned(player, tile, teller)}
              {...explain(() => ({ kind: "tile", id: tile, note: sightOf(player, tile) }))}
            >
              <TilePic
                id={tile}
                px={px}
                owner={contents().tile(tile).starting ? (player.colour as Colour) : undefined}
              />
            </li>
          ))}
      </ul>
    </div>
  );
}

/** Who plays, in one line above the boards of a phone; a tap shows what they have. */
export function SeatStrip({ store, inert, onOpen }: { store: PositionStore; inert: boolean; onOpen: () => void }) {
  const view = store.shown.value;
  const { wide } = useWindow();
  if (!view) return null;
  const acting = new Set(view.decision?.seats);
  const room = wide / view.players.length - 13;
  return (
    <nav class="seats-strip" aria-label={t("web.players")} inert={inert}>
      {view.players.map(({ seat, colour, hand_size, points }) => {
        const name = store.teller.value.player(seat);
        const leads = view.leading.includes(seat);
        const told = [`${hand_size} ${t("web.seat.hand")}`, ...(points ? [tellPoints(points, leads)] : [])];
        return (
          <button
            key={seat}
            type="button"
            data-strip={seat}
            class={`${acting.has(seat) ? "acts" : ""}${store.seat.value === seat ? " me" : ""}`}
            aria-label={`${name}: ${told.join(", ")}`}
            onClick={onOpen}
          >
            <b>{shortened(name, room)}</b>
            <small>
              <Mark colour={colour} px={14} /> <Icon name="tiles" px={13} /> {hand_size}
              {points && <span class={`pts${leads ? " lead" : ""}`}>{points.total}</span>}
            </small>
          </button>
        );
      })}
    </nav>
  );
}

const PARTS = ["tiles", "discards", "missions", "agenda", "enigma"] as const;

const tellPoints = (points: wire.Points, leads: boolean): string =>
  tn(leads ? "web.points.leads" : "web.points", points.total ?? 0);

/** The points so far, and whether they would win. */
function Score({ player, leads }: { player: wire.Player; leads: boolean }) {
  const points = player.points;
  if (!points) return null;
  const named = (part: (typeof PARTS)[number]): string => t(`web.points.${part}`);
  const parts = PARTS.filter((part) => points[part]).map((part) => `${named(part)} ${points[part]}`);
  const told = tellPoints(points, leads);
  return (
    <span
      class={`pts${leads ? " lead" : ""}`}
      role="note"
      tabIndex={0}
      aria-label={[told, ...parts].join(", ")}
      {...explain(() => ({ kind: "words", title: told, text: parts.join(" · "), more: t("web.points.about") }))}
    >
      {points.total}
    </span>
  );
}

/** Whether a tile of a network has been seen this round, so that no folder is this one. */
const inSight = ({ unseen }: wire.Player, tile: string): boolean => !(unseen ?? []).includes(tile);

const sightOf = (player: wire.Player, tile: string): string =>
  inSight(player, tile) ? t("web.sight.seen") : player.hand ? "" : t("web.sight.unseen");

const tellOwned = (player: wire.Player, tile: string, teller: Teller): string =>
  [teller.tellTile(tile), ...(inSight(player, tile) ? [t("web.sight.seen")] : [])].join(" ");

const pileOf = (player: wire.Player) => ({
  kind: "words" as const,
  title: t("web.seat.pile"),
  text: player.discards.length ? player.discards.map((one) => tileName(one.tile)).join(", ") : t("web.seat.pile.empty"),
});
