/** One line to a table: says hello, takes what comes, and calls again when it breaks. */
import { signal } from "@preact/signals";
import type * as wire from "./wire";

export type Line = "connecting" | "online" | "offline" | "closed";
type Answer = wire.Done | wire.Refused | wire.Seen | wire.Because | wire.Pong;

interface Pending {
  asked: wire.Asked;
  resolve: (answer: Answer) => void;
}

/** Whether something may be sent again when the line is back: by its turn, a move is made once all the same. */
const isKept = (asked: wire.Asked): boolean => asked.type === "ask" && asked.request.command === "act";

const unanswered = (id: number, key: string): wire.Refused => ({ type: "refused", id, code: "offline", text: "", key });

/** Milliseconds from one try to connect to the next. */
const WAITS = [150, 400, 800, 1500, 3000, 5000];
/** Without a word for so long, ask whether the server is still there. */
const QUIET = 4_000;
/** The same while nobody looks at the page. */
const UNSEEN = 20_000;
/** Without an answer to that for so long, the line is dead: 9 seconds after its last word. */
const DEAF = 5_000;
/** How long a try to connect may take. */
const OPENING = 8_000;

/** What a table needs of its line; who plays alone with what is there already may be at the other end. */
export type TableLine = Pick<TableSocket, "line" | "keeping" | "skew" | "onTold" | "onClosed" | "ask" | "why" | "end">;

export class TableSocket {
  readonly line = signal<Line>("connecting");
  /** Whether the server can keep what it is told. */
  readonly keeping = signal(true);
  /** How far the server's clock is ahead, in seconds. */
  readonly skew = signal(0);
  onTold: (told: wire.Told) => void = () => {};
  onClosed: (reason: string) => void = () => {};

  #socket: WebSocket | null = null;
  #since: number | null = null;
  #tries = 0;
  #next = 1;
  #pending = new Map<number, Pending>();
  #retry: ReturnType<typeof setTimeout> | undefined;
  #watch: ReturnType<typeof setTimeout> | undefined;
  #ended = false;

  constructor(
    readonly table: string,
    private readonly token: string | null,
  ) {
    addEventListener("offline", this.#doubt);
    addEventListener("online", this.#check);
    document.addEventListener("resume", this.#check);
    document.addEventListener("visibilitychange", this.#look);
    this.#connect();
  }

  #connect(): void {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/api/tables/${encodeURIComponent(this.table)}/socket`);
    this.#socket = socket;
    socket.onopen = () => this.#send({ type: "hello", token: this.token, since: this.#since, form: "picture" });
    socket.onmessage = (event: MessageEvent<string>) => this.#take(JSON.parse(event.data) as wire.Told);
    socket.onclose = (event) => {
      if (socket === this.#socket) this.#lose(event.code, event.reason);
    };
    this.#expect(OPENING);
  }

  #take(told: wire.Told): void {
    this.#listen();
    if (told.type === "welcome") {
      this.#tries = 0;
      this.keeping.value = true;
      this.skew.value = told.now - Date.now() / 1000;
      this.line.value = "online";
      this.#sendKept();
    }
    if (told.type === "keeping") {
      this.keeping.value = told.possible;
      if (told.possible) this.#sendKept();
    }
    if (told.type === "news") this.#since = told.message.number;
    if (told.type === "seen" && told.id == null) this.#since = told.snapshot.number;
    if (told.type === "bye" && told.again == null) this.#ended = true;
    if ("id" in told && typeof told.id === "number") {
      const pending = this.#pending.get(told.id);
      if (pending && this.#mustWait(told, pending.asked)) return;
      this.#pending.delete(told.id);
      pending?.resolve(told as Answer);
    }
    this.onTold(told);
  }

  /** Whether a move is to be sent again once the server can keep it. */
  #mustWait(told: wire.Told, asked: wire.Asked): boolean {
    return told.type === "refused" && told.code === "database" && isKept(asked) && !this.keeping.value;
  }

  /** Send the moves that wait for a line, or for a server that can keep them. */
  #sendKept(): void {
    for (const { asked } of this.#pending.values()) if (isKept(asked)) this.#send(asked);
  }

  /** After a while without a word, ask for one. */
  #listen(): void {
    clearTimeout(this.#watch);
    this.#watch = setTimeout(() => this.#ping(), document.hidden ? UNSEEN : QUIET);
  }

  #ping(): void {
    this.#send({ type: "ping", id: this.#next++ });
    this.#expect(DEAF);
  }

  /** Without a word until then, give the line up. */
  #expect(within: number): void {
    clearTimeout(this.#watch);
    this.#watch = setTimeout(() => this.#lose(), within);
  }

  #lose(code = 0, reason = ""): void {
    this.#hangUp();
    const final = code === 4403 || code === 4404 || this.#ended;
    this.#giveUp((asked) => final || !isKept(asked));
    if (final) {
      this.end();
      this.onClosed(code === 4404 ? "table" : code === 4403 ? "token" : reason);
      return;
    }
    this.line.value = "offline";
    const wait = WAITS[Math.min(this.#tries++, WAITS.length - 1)];
    this.#retry = setTimeout(() => this.#connect(), wait);
  }

  /** Let go of the socket at once: a dead one takes a minute to close. */
  #hangUp(): void {
    clearTimeout(this.#watch);
    clearTimeout(this.#retry);
    const socket = this.#socket;
    this.#socket = null;
    socket?.close();
  }

  /** Say of what was asked that no answer came: it may have been done all the same. */
  #giveUp(which: (asked: wire.Asked) => boolean): void {
    for (const [id, { asked, resolve }] of this.#pending) {
      if (!which(asked)) continue;
      this.#pending.delete(id);
      resolve(unanswered(id, asked.type === "ask" ? "web.offline.unsure" : "web.offline.lost"));
    }
  }

  /** The browser says that it has no network. */
  #doubt = (): void => {
    if (this.line.value === "online") this.#lose();
  };

  /** The network, the page or its reader is back. */
  #check = (): void => {
    if (this.line.value === "online") this.#ping();
    if (this.line.value !== "offline") return;
    this.#hangUp();
    this.#tries = 0;
    this.#connect();
  };

  #look = (): void => {
    if (!document.hidden) this.#check();
  };

  #send(asked: wire.Asked): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(asked));
  }

  #call(make: (id: number) => wire.Asked): Promise<Answer> {
    const id = this.#next++;
    const asked = make(id);
    const online = this.line.value === "online";
    if (!online && (this.#ended || !isKept(asked))) return Promise.resolve(unanswered(id, "web.offline.lost"));
    return new Promise((resolve) => {
      this.#pending.set(id, { asked, resolve });
      if (online) this.#send(asked);
    });
  }

  /** Ask something of the table; a move waits for the line where there is none. */
  ask(request: wire.Ask["request"]): Promise<wire.Done | wire.Refused> {
    return this.#call((id) => ({ type: "ask", id, request })) as Promise<wire.Done | wire.Refused>;
  }

  why(tile: string | null, target: string | null): Promise<wire.Because | wire.Refused> {
    return this.#call((id) => ({ type: "why", id, tile, target })) as Promise<wire.Because | wire.Refused>;
  }

  end(): void {
    this.#ended = true;
    removeEventListener("offline", this.#doubt);
    removeEventListener("online", this.#check);
    document.removeEventListener("resume", this.#check);
    document.removeEventListener("visibilitychange", this.#look);
    this.line.value = "closed";
    this.#hangUp();
    this.#giveUp(() => true);
  }
}
