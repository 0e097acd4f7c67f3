/** The tables at which somebody sits in this browser: their tokens stay here. */
import { signal } from "@preact/signals";
import * as api from "../net/api";

export interface Mine {
  table: string;
  /** Seats at this table that this browser holds; several with a hotseat. */
  seats: { seat: number | null; token: string; name: string }[];
  host: boolean;
  invitation?: string | undefined;
  /** Seats whose words are not shown here; nobody else is told. */
  muted?: number[];
  /** Whether the game is over: what is left of it is in the list of games played. */
  over?: boolean;
  at: number;
}

const KEY = "estoril.tables";
const MOST = 40;

function read(): Mine[] {
  try {
    const found = JSON.parse(localStorage.getItem(KEY) ?? "[]") as Mine[];
    return Array.isArray(found) ? found : [];
  } catch {
    return [];
  }
}

export const mine = signal<Mine[]>(read());

/** Keep the latest; where there are too many, those that are over go first. */
function keep(all: Mine[]): void {
  all.sort((a, b) => b.at - a.at);
  while (all.length > MOST) {
    const over = all.findLastIndex((one) => one.over);
    all.splice(over < 0 ? all.length - 1 : over, 1);
  }
  mine.value = all;
  try {
    localStorage.setItem(KEY, JSON.stringify(mine.value));
  } catch {
    // without a store the seat is kept as long as the page
  }
}

export const mineAt = (table: string): Mine | undefined => mine.value.find((one) => one.table === table);

export function remember(table: string, seat: Mine["seats"][number], more: Partial<Mine> = {}): void {
  const old = mineAt(table) ?? { table, seats: [], host: false, at: 0 };
  const seats = [...old.seats.filter((one) => one.token !== seat.token), seat];
  keep([...mine.value.filter((one) => one.table !== table), { ...old, ...more, seats, at: Date.now() }]);
}

export const isMuted = (table: string, seat: number): boolean => mineAt(table)?.muted?.includes(seat) ?? false;

export function mute(table: string, seat: number, muted: boolean): void {
  const others = mineAt(table)?.muted?.filter((one) => one !== seat) ?? [];
  change(table, { muted: muted ? [...others, seat] : others });
}

/** Note something about a table at which somebody sits in this browser. */
export function change(table: string, more: Partial<Mine>): void {
  keep(mine.value.map((one) => (one.table === table ? { ...one, ...more } : one)));
}

export function forget(table: string): void {
  keep(mine.value.filter((one) => one.table !== table));
}

/** Take up seats that were carried here from another device; return what the server refused, if anything. */
export async function takeUp(table: string, tokens: readonly string[]): Promise<unknown> {
  for (const token of tokens) {
    try {
      const { seat = null, info } = await api.view(table, token);
      const name = info.seats[seat ?? -1]?.name ?? "";
      remember(table, { seat, token, name }, { host: info.seats[seat ?? -1]?.host ?? seat === null });
    } catch (error) {
      if (error instanceof api.Refused) return error;
      remember(table, { seat: null, token, name: "" }); // the server will say which it is
    }
  }
  return null;
}

export function forgetAll(): void {
  keep([]);
}
