/** One line to a table: says hello, takes what comes, and calls again when it breaks. */
import { signal } from "@preact/signals";
import type * as wire from "./wire";

export type Line = "connecting" | "online" | "offline" | "closed";
type Answer = wire.Done | wire.Refused | wire.Seen | wire.Because | wire.Pong;
type Pending = { resolve: (answer: Answer) => void };

const WAITS = [150, 400, 800, 1500, 3000, 5000];
const QUIET = 20_000; // without a word for so long, ask whether the server is still there
const DEAF = 5_000;

export class TableSocket {
  readonly line = signal<Line>("connecting");
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
    addEventListener("online", this.#hurry);
    document.addEventListener("visibilitychange", this.#hurry);
    this.#connect();
  }

  #connect(): void {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/api/tables/${encodeURIComponent(this.table)}/socket`);
    this.#socket = socket;
    socket.onopen = () => this.#send({ type: "hello", token: this.token, since: this.#since });
    socket.onmessage = (event: MessageEvent<string>) => this.#take(JSON.parse(event.data) as wire.Told);
    socket.onclose = (event) => this.#lost(socket, event.code, event.reason);
  }

  #take(told: wire.Told): void {
    this.#listen();
    if (told.type === "welcome") {
      this.#tries = 0;
      this.skew.value = told.now - Date.now() / 1000;
      this.line.value = "online";
    }
    if (told.type === "news") this.#since = told.message.number;
    if (told.type === "seen" && told.id == null) this.#since = told.snapshot.number;
    if (told.type === "bye" && told.again == null) this.#ended = true;
    if ("id" in told && typeof told.id === "number") {
      const pending = this.#pending.get(told.id);
      this.#pending.delete(told.id);
      pending?.resolve(told as Answer);
    }
    this.onTold(told);
  }

  /** Notice a line that went dead without saying so. */
  #listen(): void {
    clearTimeout(this.#watch);
    this.#watch = setTimeout(() => {
      this.#send({ type: "ping", id: this.#next++ });
      this.#watch = setTimeout(() => this.#socket?.close(), DEAF);
    }, QUIET);
  }

  #lost(socket: WebSocket, code: number, reason: string): void {
    if (socket !== this.#socket) return;
    clearTimeout(this.#watch);
    for (const [id, pending] of this.#pending) {
      pending.resolve({ type: "refused", id, code: "offline", text: "", key: "web.offline.lost" });
    }
    this.#pending.clear();
    if (code === 4403 || code === 4404 || this.#ended) {
      this.end();
      this.onClosed(code === 4404 ? "table" : code === 4403 ? "token" : reason);
      return;
    }
    this.line.value = "offline";
    const wait = WAITS[Math.min(this.#tries++, WAITS.length - 1)] ?? 5000;
    this.#retry = setTimeout(() => this.#connect(), wait);
  }

  #hurry = (): void => {
    if (this.line.value !== "offline" || document.hidden) return;
    clearTimeout(this.#retry);
    this.#connect();
  };

  #send(asked: wire.Asked): boolean {
    if (this.#socket?.readyState !== WebSocket.OPEN) return false;
    this.#socket.send(JSON.stringify(asked));
    return true;
  }

  #call(make: (id: number) => wire.Asked): Promise<Answer> {
    const id = this.#next++;
    return new Promise((resolve) => {
      this.#pending.set(id, { resolve });
      if (this.#send(make(id))) return;
      this.#pending.delete(id);
      resolve({ type: "refused", id, code: "offline", text: "", key: "web.offline.lost" });
    });
  }

  ask(request: wire.Ask["request"]): Promise<wire.Done | wire.Refused> {
    return this.#call((id) => ({ type: "ask", id, request })) as Promise<wire.Done | wire.Refused>;
  }

  look(): Promise<wire.Seen | wire.Refused> {
    return this.#call((id) => ({ type: "look", id })) as Promise<wire.Seen | wire.Refused>;
  }

  why(tile: string | null, target: string | null): Promise<wire.Because | wire.Refused> {
    return this.#call((id) => ({ type: "why", id, tile, target })) as Promise<wire.Because | wire.Refused>;
  }

  end(): void {
    this.#ended = true;
    clearTimeout(this.#retry);
    clearTimeout(this.#watch);
    removeEventListener("online", this.#hurry);
    document.removeEventListener("visibilitychange", this.#hurry);
    this.line.value = "closed";
    this.#socket?.close();
    this.#socket = null;
  }
}
