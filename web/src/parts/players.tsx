/** The seats: network, markers left, hand, discards, clock. */
import { useEffect, useState } from "preact/hooks";
import type * as wire from "../net/wire";
import { contents } from "../store/content";
import type { PositionStore } from "../store/positions";
import type { Teller } from "../words/teller";
import { tileName } from "../words/things";
import { t, tn } from "../words/words";
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
  clocks: wire.SeatClock[];
  skew: number;
}

export function Players({ store, px, time }: { store: PositionStore; px: number; time?: Clocks }) {
  const view = store.shown.value;
  const info = store.info.value;
  if (!view || !info) return null;
  const acting = new Set(view.decision?.seats);
  return (
    <ul class="players" aria-label={t("web.players")}>
      {view.players.map((player) => {
        const seat = info.seats[player.seat];
        if (!seat) return null;
        const me = store.seat.value === player.seat;
        const clock = time?.clocks.find((one) => one.seat === player.seat);
        return (
          <li
            key={player.seat}
            data-seat={player.seat}
            class={`panel seat${me ? " me" : ""}${acting.has(player.seat) ? " acts" : ""}`}
          >
            <div class="hd">
              <Mark colour={player.colour} px={20} />
              {seat.face && <Face id={seat.face} px={26} />}
              <span class="who">
                <span class="nm">{store.teller.value.player(player.seat)}</span>
                <small>
                  {acting.has(player.seat) ? t("web.seat.acts", { role: roleOf(seat, me) }) : roleOf(seat, me)}
                </small>
              </span>
              {player.enigma && (
                <span title={t("module.enigma")}>
                  <Enigma px={20} />
                </span>
              )}
              {time && clock && <ClockFace clock={clock} skew={time.skew} />}
              <Score player={player} leads={view.leading.includes(player.seat)} />
            </div>
            <div class="st">
              <span class="lf" role="img" aria-label={tn("web.markers", player.markers)}>
                {Array.from({ length: player.markers }, (_, i) => (
                  <Mark key={i} colour={player.colour} px={14} />
                ))}
              </span>
              <span>
                <b>{player.hand_size}</b> {t("web.seat.hand")}
              </span>
              <span {...explain(() => pileOf(player))} tabIndex={0} role="note">
                <b>{player.discards.length}</b> {t("web.seat.discards")}
              </span>
            </div>
            <ul
              class="net"
              style={{ gridTemplateColumns: `repeat(${columnsFor(player.network.length)}, auto)` }}
              aria-label={t("web.seat.network")}
            >
              {player.network.map((tile, i) => (
                <li
                  key={`${tile}.${copyOf(player.network, i)}`}
                  class={inSight(player, tile) ? "in-sight" : ""}
                  aria-label={tellOwned(player, tile, store.teller.value)}
                  {...explain(() => ({ kind: "tile", id: tile, note: sightOf(player, tile) }))}
                >
                  <TilePic
                    id={tile}
                    px={Math.floor((3 * px + 8) / columnsFor(player.network.length)) - 3}
                    owner={contents().tile(tile).starting ? (player.colour as Colour) : undefined}
                  />
                </li>
              ))}
            </ul>
          </li>
        );
      })}
    </ul>
  );
}

const PARTS = ["tiles", "discards", "missions", "agenda", "enigma"] as const;

/** The points so far, and whether they would win. */
function Score({ player, leads }: { player: wire.Player; leads: boolean }) {
  const points = player.points;
  if (!points) return null;
  const named = (part: (typeof PARTS)[number]): string => t(`web.points.${part}`);
  const parts = PARTS.filter((part) => points[part]).map((part) => `${named(part)} ${points[part]}`);
  const told = tn(leads ? "web.points.leads" : "web.points", points.total ?? 0);
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

/** Two rows, whatever somebody has won. */
const columnsFor = (tiles: number): number => Math.max(3, Math.ceil(tiles / 2));

const pileOf = (player: wire.Player) => ({
  kind: "words" as const,
  title: t("web.seat.pile"),
  text: player.discards.length ? player.discards.map((one) => tileName(one.tile)).join(", ") : t("web.seat.pile.empty"),
});
