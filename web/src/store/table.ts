/** A table as one reader knows it: the server's view, what is being shown, and what can be done. */
import { batch, computed, effect, signal } from "@preact/signals";
import * as api from "../net/api";
import { TableSocket } from "../net/socket";
import type * as wire from "../net/wire";
import { type Fact, isTold, Teller, type View } from "../words/teller";
import { t, wordsOf } from "../words/words";
import { useContentOf } from "./content";
import { Director } from "./director";
import { isMuted } from "./mine";
import { begin, belongs, follow, type Scene } from "./scene";
import { unfold } from "./unfold";

export type Request = wire.Ask["request"];

/** A line of the log; words are made when it is drawn, in the language of the moment. */
export interface Line {
  id: number;
  at: number;
  fact?: Fact;
  note?: wire.Note;
  chat?: wire.Chat;
}

export class TableStore {
  readonly socket: TableSocket;
  readonly info = signal<wire.TableInfo | null>(null);
  readonly seat = signal<number | null>(null);
  readonly #opener = signal(false);
  /** Whether this reader is the host: by the seat, which can be handed over, or without one. */
  readonly host = computed(() => {
    const seat = this.seat.value;
    return seat === null ? this.#opener.value : (this.info.value?.seats[seat]?.host ?? this.#opener.value);
  });
  /** What is drawn; behind the server's view while something is being shown. */
  readonly shown = signal<View | null>(null);
  readonly now = signal<wire.Now | null>(null);
  readonly result = signal<wire.Result | null>(null);
  readonly lines = signal<Line[]>([]);
  readonly scene = signal<Scene | null>(null);
  readonly fact = signal<Fact | null>(null);
  readonly problem = signal<string | null>(null);
  readonly gone = signal<string | null>(null);
  /** The id of the last line before my last decision, for "since my last turn". */
  readonly mark = signal(0);
  readonly director: Director;

  readonly names = computed<string[]>(() => (this.info.value?.seats ?? []).map(nameOf));
  readonly teller = computed(() => new Teller(this.names.value));
  /** Whether this reader decides now, and everything before has been shown. */
  readonly mine = computed(() => {
    const turn = this.now.value?.turn ?? 0;
    return turn > 0 && turn !== this.#answered.value && !this.director.busy.value;
  });
  /** Whether this reader has decided, and the table has not yet gone on. */
  readonly answering = computed(() => {
    const turn = this.now.value?.turn ?? 0;
    return turn > 0 && turn === this.#answered.value && !this.director.busy.value;
  });

  /** The turn that has been answered and is on its way. */
  #answered = signal(0);
  #latest: wire.Snapshot | null = null;
  #newest = 0;
  #looking: Promise<void> | null = null;
  #lineId = 1;
  #started = false;
  #unspoken: () => void;

  constructor(
    readonly id: string,
    readonly token: string | null,
  ) {
    this.director = new Director(
      (fact) => this.#show(fact),
      () => this.#settle(),
    );
    this.socket = new TableSocket(id, token);
    this.socket.onTold = (told) => this.#take(told);
    this.socket.onClosed = (reason) => (this.gone.value = reason);
    this.#unspoken = effect(() => {
      if (this.info.value) wordsOf(this.info.value.options);
    });
  }

  #take(told: wire.Told): void {
    switch (told.type) {
      case "welcome":
        this.seat.value = told.seat ?? null;
        this.#opener.value = told.host;
        if (this.#started) this.director.play([]); // what was asked for when the line broke
        break;
      case "seen":
        if (told.id == null && this.#started) this.director.play([]); // too much was missed to be told
        this.#see(told.snapshot);
        break;
      case "news":
        this.#hear(told.message);
        break;
      case "bye":
        if (told.reason === "lost_seat") this.gone.value = "token";
        break;
    }
  }

  #see(snapshot: wire.Snapshot): void {
    if (this.#latest && snapshot.number < this.#latest.number) return;
    this.#latest = snapshot;
    this.#newest = Math.max(this.#newest, snapshot.number);
    this.info.value = snapshot.info;
    if (!this.#started) {
      this.#started = true;
      void this.#begin(snapshot);
    }
  }

  /** Show the table for the first time, with the content that it plays with. */
  async #begin(snapshot: wire.Snapshot): Promise<void> {
    const content = snapshot.info.content ?? "today";
    if (content !== "today") {
      this.lines.value = [this.#line(snapshot.at, { note: { key: `content.${content}` } }), ...this.lines.value];
      await useContentOf(this.id);
    }
    this.#adopt();
    void this.#readBack(snapshot.number);
  }

  /** Read what was told before this page was opened. */
  async #readBack(upTo: number): Promise<void> {
    const told = await api.messages(this.id, this.token).catch(() => null);
    if (!told) return;
    const before: Line[] = [];
    for (const message of told.messages) {
      if (message.number > upTo) break;
      before.push(...this.#linesOf(message));
      for (const fact of message.facts ?? []) if (isTold(fact)) before.push(this.#line(message.at, { fact }));
    }
    const ids = new Set(this.lines.value.map((line) => line.id));
    const renumbered = before
      .map((line, i) => ({ ...line, id: i - before.length }))
      .filter((line) => !ids.has(line.id));
    this.lines.value = [...renumbered, ...this.lines.value];
  }

  #line = (at: number, what: Partial<Line>): Line => ({ id: this.#lineId++, at, ...what });

  #linesOf(message: wire.Message): Line[] {
    const lines: Line[] = [];
    if (message.note) lines.push(this.#line(message.at, { note: message.note }));
    const muted = message.chat?.seat != null && isMuted(this.id, message.chat.seat);
    if (message.chat && !muted) lines.push(this.#line(message.at, { chat: message.chat }));
    return lines;
  }

  #hear(message: wire.Message): void {
    this.#newest = message.number;
    if (message.info) this.info.value = message.info;
    const lines = this.#linesOf(message);
    if (lines.length) this.lines.value = [...this.lines.value, ...lines];
    void this.#look();
    this.director.play(message.facts ?? []);
  }

  /** Ask for the server's view until it is as new as the newest message. */
  #look(): Promise<void> {
    this.#looking ??= this.#lookUntilNew().finally(() => (this.#looking = null));
    return this.#looking;
  }

  async #lookUntilNew(): Promise<void> {
    while ((this.#latest?.number ?? 0) < this.#newest) {
      const answer = await this.socket.look();
      if (answer.type === "refused") return;
    }
  }

  #show(fact: Fact): void {
    batch(() => {
      this.fact.value = fact;
      if (this.shown.value) this.shown.value = unfold(this.shown.value, fact);
      if (isTold(fact)) this.lines.value = [...this.lines.value, this.#line(Date.now() / 1000, { fact })];
      this.#stage(fact);
      if (this.now.value?.turn) this.now.value = { ...this.now.value, turn: 0, placings: {}, choices: [] };
    });
  }

  #stage(fact: Fact): void {
    // who comes back in the middle of a resolution sees the rest of it
    const resolving = belongs(fact) ? this.shown.value?.places.find((place) => place.resolving) : undefined;
    const scene = this.scene.value ?? (resolving ? begin(resolving.id, fact) : null);
    if (fact.event === "resolution_started") this.scene.value = begin(fact.location, fact);
    else if (scene && belongs(fact)) this.scene.value = follow(scene, fact);
    else if (scene) this.scene.value = null;
  }

  async #settle(): Promise<void> {
    await this.#look();
    this.#adopt();
  }

  /** Let the server's view take over from what was shown. */
  #adopt(): void {
    const snapshot = this.#latest;
    if (!snapshot) return;
    batch(() => {
      this.shown.value = snapshot.view ? keepEqual(this.shown.value, snapshot.view) : null;
      this.now.value = snapshot.now ?? null;
      this.result.value = snapshot.result ?? null;
      if (!snapshot.view?.places.some((place) => place.resolving)) this.scene.value = null;
    });
  }

  /** Ask something of the table; what is refused is said. */
  async ask(request: Request): Promise<boolean> {
    this.problem.value = null;
    const answer = await this.socket.ask(request);
    // a move that had to be sent again may have arrived the first time
    if (answer.type === "refused" && answer.code !== "move.done") {
      this.problem.value = tellProblem(answer);
      return false;
    }
    return true;
  }

  /** Decide: take an action by its code. */
  async act(code: number): Promise<boolean> {
    const turn = this.now.value?.turn ?? 0;
    if (!turn || turn === this.#answered.value) return false;
    this.mark.value = this.lines.value.at(-1)?.id ?? 0;
    this.#answered.value = turn;
    const done = await this.ask({ command: "act", action: code, turn });
    if (!done) this.#answered.value = 0;
    return done;
  }

  end(): void {
    this.director.end();
    this.socket.end();
    this.#unspoken();
    void useContentOf(null);
  }
}

/** Take over places that have not changed, so that they need not be drawn again. */
function keepEqual(old: View | null, now: View): View {
  const places = now.places.map((place, i) => {
    const before = old?.places[i];
    return before && JSON.stringify(before) === JSON.stringify(place) ? before : place;
  });
  return { ...now, places };
}

export function nameOf(seat: wire.SeatInfo): string {
  if (seat.holder === "person" && seat.name) return seat.name;
  if (seat.holder === "open") return t("web.seat.open");
  return t(`colour.${seat.colour}.player`);
}

/** Say why a request came to nothing: the server refused it, or could not be reached. */
export const tellFailure = (error: unknown): string =>
  error instanceof api.Refused ? tellProblem(error.problem) : t("web.offline.lost");

export function tellProblem(problem: wire.Refused | wire.Problem): string {
  const key = problem.key;
  const text = key ? t(key, problem.arguments ?? {}) : problem.text;
  return problem.rule ? t("why", { text, rule: problem.rule }) : text;
}
