/** A page for modules that expect one, without a browser: import it before them. */
import type * as wire from "../src/net/wire";
import { given, words } from "./given";

// -- what a browser has ------------------------------------------------------------------------

class Page extends EventTarget {
  hidden = false;
  readonly classes = new Set<string>();
  readonly documentElement = {
    lang: "",
    classList: { toggle: (name: string, on: boolean) => (on ? this.classes.add(name) : this.classes.delete(name)) },
  };
}

/** What the reader's system says of itself. */
class Wish extends EventTarget {
  matches = false;

  say(matches: boolean): void {
    this.matches = matches;
    this.dispatchEvent(new Event("change"));
  }
}

export const page = new Page();
export const wishes = { dark: new Wish(), still: new Wish() };
export const kept = new Map<string, string>();
const browser = new EventTarget();

const visit = (path: string): void => {
  const { pathname, hash } = new URL(path, "http://estoril.test");
  Object.assign(where, { pathname, hash });
};
const where = { protocol: "http:", host: "estoril.test", origin: "http://estoril.test", pathname: "/", hash: "" };

/** Let something happen to the window, as `online`, or to the document, as `visibilitychange`. */
export const happens = (name: string, to: EventTarget = browser, more: object = {}): void =>
  void to.dispatchEvent(Object.assign(new Event(name), more));

/** Come to another address by the browser's own means. */
export function travel(path: string): void {
  visit(path);
  happens("popstate");
}

// -- what a server answers -----------------------------------------------------------------------

type Answered = { status?: number; body?: unknown };
export const asked: { method: string; path: string; headers: Record<string, string>; body: unknown }[] = [];

/** Answers by the beginning of a path; the last that fits counts. */
export const answers: [string, (path: string) => Answered][] = [
  ["/api/words", (path) => ({ body: words(new URLSearchParams(path.split("?")[1]).get("language") ?? "en") })],
  ["/api/content", () => ({ body: given.content })],
  ["/api/tables/", () => ({ body: { messages: [] } })],
];

async function answer(path: string, init: RequestInit = {}): Promise<Response> {
  const body = typeof init.body === "string" ? (JSON.parse(init.body) as unknown) : null;
  asked.push({ method: init.method ?? "GET", path, headers: init.headers as Record<string, string>, body });
  const found = answers.findLast(([start]) => path.startsWith(start))?.[1](path);
  if (!found) throw new TypeError("fetch failed");
  const text =
    found.body === undefined ? null : typeof found.body === "string" ? found.body : JSON.stringify(found.body);
  return new Response(text, { status: found.status ?? 200, statusText: "so it is" });
}

/** A socket, and what its other side does. */
export class Wire {
  static readonly OPEN = 1;
  static readonly all: Wire[] = [];
  readyState = 0;
  readonly sent: wire.Asked[] = [];
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: ((event: { code: number; reason: string }) => void) | null = null;

  constructor(readonly url: string) {
    Wire.all.push(this);
  }

  static get last(): Wire {
    const last = Wire.all.at(-1);
    if (!last) throw new Error("no socket was opened");
    return last;
  }

  send(text: string): void {
    this.sent.push(JSON.parse(text) as wire.Asked);
  }

  /** A dead line never says that it is closed. */
  close(): void {
    this.readyState = 2;
  }

  open(): void {
    this.readyState = 1;
    this.onopen?.();
  }

  tell(told: wire.Told): void {
    if (this.readyState === 1) this.onmessage?.({ data: JSON.stringify(told) });
  }

  welcome(seat: number | null = 0): void {
    this.open();
    this.tell({ type: "welcome", protocol: 1, table: "t", seat, host: false, number: 1, now: Date.now() / 1000 });
  }

  break(code = 1006, reason = ""): void {
    this.readyState = 3;
    this.onclose?.({ code, reason });
  }

  /** What was asked on this line, of one kind. */
  asked<T extends wire.Asked["type"]>(type: T): Extract<wire.Asked, { type: T }>[] {
    return this.sent.filter((one) => one.type === type) as Extract<wire.Asked, { type: T }>[];
  }
}

/** Let everything that waits for nothing but its turn happen. */
export const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

const globals = {
  document: page,
  location: where,
  history: {
    pushState: (_: unknown, __: string, path: string) => visit(path),
    replaceState: (_: unknown, __: string, path: string) => visit(path),
  },
  localStorage: {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  },
  matchMedia: (query: string) => (query.includes("dark") ? wishes.dark : wishes.still),
  addEventListener: browser.addEventListener.bind(browser),
  removeEventListener: browser.removeEventListener.bind(browser),
  scrollTo: () => {},
  fetch: answer,
  WebSocket: Wire,
};
for (const [name, value] of Object.entries(globals)) {
  Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
}
