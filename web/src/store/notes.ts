/** What somebody notes for themselves at a table: kept in this browser, and told to nobody. */
import { signal } from "@preact/signals";
import type * as wire from "../net/wire";

/** What somebody thinks of a folder: which tile it is, which it is not, and a few words. */
export interface Note {
  marks: Record<string, "yes" | "no">;
  text: string;
}

interface Book {
  at: number;
  /** The last entry that was shown here. */
  seen: number;
  folders: Record<string, Note>;
}

const KEY = "estoril.notes";
const MOST = 40;
export const LONGEST_NOTE = 80;
export const NOTHING: Note = { marks: {}, text: "" };

function read(): Record<string, Book> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}") as Record<string, Book>;
  } catch {
    return {};
  }
}

/** How soon it is kept how far somebody has seen, in milliseconds: much can happen at once. */
const SOON = 200;
/** What keeps the books that wait for that. */
const waiting = new Set<() => void>();
const keepAll = (): void => {
  for (const keep of waiting) keep();
};
addEventListener("pagehide", keepAll);

/** Forget all that was noted at any table. */
export function dropNotes(): void {
  waiting.clear();
  try {
    localStorage.removeItem(KEY);
  } catch {
    // nothing was kept
  }
}

/** A folder by where it lies, whose it is, and in which round: another one there is another one. */
export const folderKey = (round: number, { id, owner }: wire.Space): string => `${round}.${owner}.${id}`;

/** The notes of one seat at one table. */
export class Notebook {
  readonly folders = signal<Record<string, Note>>({});
  #seen: number;
  readonly #name: string;

  constructor(table: string, seat: number | null) {
    this.#name = `${table}.${seat ?? ""}`;
    keepAll();
    const book = read()[this.#name];
    this.#seen = book?.seen ?? 0;
    this.folders.value = book?.folders ?? {};
  }

  /** The last entry that was shown here. */
  get seen(): number {
    return this.#seen;
  }

  set seen(number: number) {
    this.#seen = number;
    if (waiting.has(this.#keep)) return;
    waiting.add(this.#keep);
    setTimeout(() => waiting.has(this.#keep) && this.#keep(), SOON);
  }

  of = (round: number, space: wire.Space): Note => this.folders.value[folderKey(round, space)] ?? NOTHING;

  /** Note something of a folder; notes of other rounds are of no use any more. */
  write(round: number, space: wire.Space, note: Note): void {
    const now = Object.entries(this.folders.value).filter(([key]) => key.startsWith(`${round}.`));
    const { [folderKey(round, space)]: _, ...others } = Object.fromEntries(now);
    const empty = !note.text && !Object.keys(note.marks).length;
    this.folders.value = empty ? others : { ...others, [folderKey(round, space)]: note };
    this.#keep();
  }

  #keep = (): void => {
    waiting.delete(this.#keep);
    const book: Book = { at: Date.now(), seen: this.#seen, folders: this.folders.peek() };
    const all = Object.entries({ ...read(), [this.#name]: book }).sort(([, a], [, b]) => b.at - a.at);
    try {
      localStorage.setItem(KEY, JSON.stringify(Object.fromEntries(all.slice(0, MOST))));
    } catch {
      // a browser that keeps nothing forgets with the page
    }
  };
}
