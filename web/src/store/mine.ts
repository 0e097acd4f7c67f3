/** The tables at which somebody sits in this browser: their tokens stay here. */
import { signal } from "@preact/signals";

export interface Mine {
  table: string;
  /** Seats at this table that this browser holds; several with a hotseat. */
  seats: { seat: number | null; token: string; name: string }[];
  host: boolean;
  invitation?: string | undefined;
  /** Seats whose words are not shown here; nobody else is told. */
  muted?: number[];
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

function keep(all: Mine[]): void {
  mine.value = all.sort((a, b) => b.at - a.at).slice(0, MOST);
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
