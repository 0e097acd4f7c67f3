/** The games that were played to their end in this browser, and figures over them. Nobody else has the list. */
import { signal } from "@preact/signals";
import type * as wire from "../net/wire";
import { change } from "./mine";

/** A game that is over, as one of its seats remembers it. */
export interface Played {
  table: string;
  /** When it was opened, in seconds since the epoch. */
  at: number;
  seat: number;
  seats: Pick<wire.SeatInfo, "seat" | "colour" | "holder" | "name" | "bot">[];
  totals: number[];
  winners: number[];
  /** 1 is the best; who is level on points shares it, but for the winners, who are first. */
  place: number;
  /** What was in the network at the end, starting characters aside. */
  tiles: string[];
  missions: { mission: string; accomplished: boolean }[];
}

const KEY = "estoril.played";
const MOST = 1000;

function read(): Played[] {
  try {
    const found = JSON.parse(localStorage.getItem(KEY) ?? "[]") as Played[];
    return Array.isArray(found) ? found : [];
  } catch {
    return [];
  }
}

export const played = signal<Played[]>(read());

function keep(all: Played[]): void {
  played.value = all.sort((a, b) => b.at - a.at).slice(0, MOST);
  try {
    localStorage.setItem(KEY, JSON.stringify(played.value));
  } catch {
    // without a store the list lasts as long as the page
  }
}

/** What a seat remembers of a game that is over. */
export function memoryOf(
  table: string,
  seat: number,
  info: wire.TableInfo,
  result: wire.Result,
  hand: readonly string[],
): Played {
  const totals = result.seats.map(({ total }) => total);
  const own = totals[seat] ?? 0;
  const won = result.winners.includes(seat);
  return {
    table,
    at: info.created,
    seat,
    seats: info.seats.map(({ seat, colour, holder, name = "", bot = null }) => ({ seat, colour, holder, name, bot })),
    totals,
    winners: result.winners,
    // who is not among the winners comes after them, level on points or not
    place: won
      ? 1
      : 1 + totals.filter((total, other) => total > own || (total === own && result.winners.includes(other))).length,
    tiles: [...hand],
    missions: (result.seats[seat]?.missions ?? []).map(({ mission, accomplished }) => ({ mission, accomplished })),
  };
}

/** Add a game to the list, once. */
export function note(game: Played): void {
  change(game.table, { over: true });
  if (!played.value.some(({ table }) => table === game.table)) keep([...played.value, game]);
}

export function drop(table: string): void {
  keep(played.value.filter((one) => one.table !== table));
}

export function dropAll(): void {
  keep([]);
}

// -- figures -------------------------------------------------------------------------------------

export interface Figures {
  games: number;
  wins: number;
  /** How often each place was taken, the first first. */
  places: number[];
  mean: number;
  best: number;
  /** The tiles that were most often in the network at the end. */
  tiles: { id: string; times: number }[];
  /** How often each mission was dealt, and accomplished. */
  missions: { id: string; times: number; of: number }[];
  /** Games with a bot of each level at the table, and how many of them were won. */
  levels: { bot: string; wins: number; of: number }[];
}

/** Count something by what it is; the most frequent first, and the same order always. */
function counted<T>(things: Iterable<T>): [T, number][] {
  const counts = new Map<T, number>();
  for (const thing of things) counts.set(thing, (counts.get(thing) ?? 0) + 1);
  return [...counts].sort(([a, n], [b, m]) => m - n || (String(a) < String(b) ? -1 : 1));
}

export function figuresOf(games: readonly Played[]): Figures {
  const isWon = ({ winners, seat }: Played): boolean => winners.includes(seat);
  const points = games.map(({ totals, seat }) => totals[seat] ?? 0);
  const places = Array<number>(Math.max(0, ...games.map(({ place }) => place))).fill(0);
  for (const { place } of games) places[place - 1] = (places[place - 1] ?? 0) + 1;
  const dealt = games.flatMap(({ missions }) => missions);
  const done = new Map(counted(dealt.filter((one) => one.accomplished).map(({ mission }) => mission)));
  const levels = games.flatMap((game) => {
    const bots = game.seats.filter(({ holder, bot }) => holder === "bot" && bot).map(({ bot }) => bot ?? "");
    return [...new Set(bots)].map((bot) => ({ bot, won: isWon(game) }));
  });
  const beaten = new Map(counted(levels.filter(({ won }) => won).map(({ bot }) => bot)));
  return {
    games: games.length,
    wins: games.filter(isWon).length,
    places,
    mean: points.reduce((sum, one) => sum + one, 0) / Math.max(1, points.length),
    best: Math.max(0, ...points),
    tiles: counted(games.flatMap(({ tiles }) => tiles)).map(([id, times]) => ({ id, times })),
    missions: counted(dealt.map(({ mission }) => mission))
      .map(([id, of]) => ({ id, times: done.get(id) ?? 0, of }))
      .sort((a, b) => b.times - a.times || a.of - b.of || (a.id < b.id ? -1 : 1)),
    levels: counted(levels.map(({ bot }) => bot)).map(([bot, of]) => ({ bot, wins: beaten.get(bot) ?? 0, of })),
  };
}
