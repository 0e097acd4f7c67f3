/** A table as one reader knows it: what is shown of the game, what has been told, and what can be done. */
import { batch, computed, signal } from "@preact/signals";
import * as api from "../net/api";
import { type Picture, unpack } from "../net/picture";
import { type TableLine, TableSocket } from "../net/socket";
import type * as wire from "../net/wire";
import { t } from "../words/words";
import { useContentOf } from "./content";
import { type Beat, beatsOf } from "./director";
import { isMuted } from "./mine";
import { Notebook } from "./notes";
import { nameOf, PositionStore } from "./positions";
import { Recap } from "./recap";
import { type Remark, remarkOn } from "./remarks";
import { belongs } from "./scene";
import { settings } from "./settings";

export { nameOf };
export type Request = wire.Ask["request"];

/** A line of the log; words are made when it is drawn, in the language of the moment. */
export interface Line {
  id: number;
  /** The entry that it is of. */
  number: number;
  said?: wire.Sentence;
  fact?: wire.Fact;
  note?: wire.Note;
  chat?: wire.Chat;
  remark?: Remark;
}

/** How long what is said is seen beside who said it, in milliseconds. */
const ALOUD = 7000;

export class TableStore extends PositionStore {
  readonly socket: TableLine;
  readonly #opener = signal(false);
  /** Whether this reader is the host: by the seat, which can be handed over, or without one. */
  readonly host = computed(() => {
    const seat = this.seat.value;
    return seat === null ? this.#opener.value : (this.info.value?.seats[seat]?.host ?? this.#opener.value);
  });
  readonly now = signal<wire.Now | null>(null);
  readonly result = signal<wire.Result | null>(null);
  readonly ended = signal<wire.Sentence | null>(null);
  /** What decided the game, once it is over and that is known. */
  readonly moments = signal<readonly wire.Moment[]>([]);
  readonly lines = signal<Line[]>([]);
  readonly problem = signal<string | null>(null);
  readonly gone = signal<string | null>(null);
  /** The entry with this reader's last decision; 0 before the first. */
  readonly since = signal(0);
  /** What happened since then, being shown again. */
  readonly recap = signal<Recap | null>(null);
  /** Whether the show has been put aside while somebody decides in it, to look at the table. */
  readonly aside = signal(false);
  /** The last resolution that was shown: how it was before, and what happened. */
  readonly resolved = signal<{ from: Picture; beats: Beat[] } | null>(null);
  /** The entry with this reader's last move, while that can be taken back; else 0. */
  readonly undoable = computed(() => (this.director.busy.value || this.recap.value ? 0 : (this.now.value?.undo ?? 0)));
  /** What happened since this reader was here before, when that was another visit. */
  readonly away = signal<Line[]>([]);
  /** What this reader notes; it is told to nobody. */
  notes = new Notebook("", null);
  /** What others have said since this reader last looked at the log. */
  readonly unread = signal(0);
  /** What people and bots said a moment ago, to be seen beside them. */
  readonly aloud = signal<Line[]>([]);

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
  /** What has happened since this reader's last decision. */
  readonly missed = computed(() => {
    const since = this.since.value;
    const isOwn = (line: Line): boolean => since > 0 && line.number === since && seatOf(line) === this.seat.value;
    return this.lines.value.filter((line) => line.said && line.number >= since && !isOwn(line));
  });

  /** Whether a hint is asked for. */
  readonly hinting = signal(false);
  /** Looks at a choice before it counts, and says whether to go on with it. */
  coach: ((code: number) => Promise<boolean>) | null = null;

  /** The turn that has been answered and is on its way. */
  #answered = signal(0);
  #legend: wire.Legend | null = null;
  /** The last entry that was heard of, and the last that has been shown. */
  #heard = 0;
  #seen = 0;
  /** What is told before the table can be shown. */
  #early: wire.Message[] | null = [];
  #lineId = 1;
  /** The entry with the decision before this reader's last one. */
  #before = 0;
  /** The last entry that had been shown when this reader was here before. */
  #seenLast = 0;
  #started = false;

  /** With a line of its own there is no server to ask what was told before. */
  constructor(
    readonly id: string,
    readonly token: string | null,
    private readonly own: TableLine | null = null,
  ) {
    super();
    this.socket = own ?? new TableSocket(id, token);
    this.socket.onTold = (told) => this.#take(told);
    this.socket.onClosed = (reason) => (this.gone.value = reason);
  }

  #take(told: wire.Told): void {
    switch (told.type) {
      case "welcome":
        this.seat.value = told.seat ?? null;
        this.#opener.value = told.host;
        if (this.#started) break;
        this.notes = new Notebook(this.id, this.seat.value);
        this.#seenLast = this.notes.seen;
        break;
      case "seen":
        this.#see(told.snapshot);
        break;
      case "news":
        if (this.#early) this.#early.push(told.message);
        else this.#hear(told.message);
        break;
      case "bye":
        if (told.reason === "lost_seat") this.gone.value = "token";
        break;
    }
  }

  #see(snapshot: wire.Snapshot): void {
    if (snapshot.number < this.#heard) return;
    this.#heard = snapshot.number;
    if (this.#started) this.director.play([], () => this.#adopt(snapshot));
    else {
      this.#started = true;
      void this.#begin(snapshot);
    }
  }

  /** Show the table for the first time, with the content that it plays with. */
  async #begin(snapshot: wire.Snapshot): Promise<void> {
    const content = snapshot.info.content ?? "today";
    if (content !== "today") {
      this.#log({ number: 0, note: { key: `content.${content}` } });
      await useContentOf(this.id);
    }
    this.#adopt(snapshot);
    const early = this.#early ?? [];
    this.#early = null;
    for (const message of early) this.#hear(message);
    void this.#readBack(snapshot.number);
    this.notes.seen = snapshot.number;
  }

  /** Let all be as the server says. */
  #adopt(snapshot: wire.Snapshot): void {
    batch(() => {
      this.info.value = snapshot.info;
      this.#legend = snapshot.legend ?? null;
      if (snapshot.legend) this.learn(snapshot.legend, snapshot.info);
      this.stand(snapshot.picture ? unpack(snapshot.picture) : null);
      this.now.value = snapshot.now ?? null;
      this.result.value = snapshot.result ?? null;
      this.ended.value = snapshot.ended ?? null;
      this.since.value = snapshot.since ?? 0;
      this.#seen = snapshot.number;
    });
  }

  /** Read what was told before this page was opened. */
  async #readBack(upTo: number): Promise<void> {
    if (this.own) return;
    const told = await api.messages(this.id, this.token).catch(() => null);
    if (!told) return;
    const before = told.messages
      .filter((message) => message.number <= upTo)
      .flatMap((message) => [...this.#linesOf(message), ...beatsOf(message, message.number).flatMap(lineOf)]);
    const numbered = before.map((line, i) => ({ ...line, id: i - before.length }));
    this.lines.value = [...numbered, ...this.lines.value];
    const since = this.#seenLast;
    if (since) this.away.value = before.length ? this.lines.value.filter((one) => one.said && one.number > since) : [];
  }

  #log(...lines: Omit<Line, "id">[]): void {
    if (!lines.length) return;
    const added = lines.map((line) => ({ ...line, id: this.#lineId++ }));
    this.lines.value = [...this.lines.value, ...added];
    for (const line of added) if (line.remark || (line.chat && line.chat.seat !== this.seat.value)) this.#speak(line);
  }

  /** Let what somebody says be seen beside them for a while, in the place of what they said before. */
  #speak(line: Line): void {
    if (line.chat) this.unread.value += 1;
    this.aloud.value = [...this.aloud.value.filter((one) => seatOf(one) !== seatOf(line)), line];
    setTimeout(() => (this.aloud.value = this.aloud.value.filter((one) => one !== line)), ALOUD);
  }

  /** What a message adds to the log at once; who is muted here is not read. */
  #linesOf({ number, note, chat }: wire.Message): Omit<Line, "id">[] {
    const muted = chat?.seat != null && isMuted(this.id, chat.seat);
    return [...(note ? [{ number, note }] : []), ...(chat && !muted ? [{ number, chat }] : [])];
  }

  #hear(message: wire.Message): void {
    if (message.number <= this.#heard) return;
    this.#heard = message.number;
    // a table that nobody has seen yet is set out in sight
    if (!this.shown.value && message.info) {
      this.info.value = message.info;
      if (this.#legend) this.learn(this.#legend, message.info);
    }
    this.#log(...this.#linesOf(message));
    this.director.play(beatsOf(message, message.number), () => this.#settle(message));
  }

  /** Whether the show of a resolution covers the table: also while somebody decides in it. */
  override get staged(): boolean {
    if (super.staged) return true;
    const within = this.scene.value !== null && this.now.value?.decision?.location != null;
    return within && !this.aside.value && this.director.pace > 0;
  }

  protected override show(beat: Beat): void {
    this.aside.value = false;
    const { fact } = beat;
    if (fact?.event === "resolution_started") this.resolved.value = { from: this.picture, beats: [] };
    if (fact && belongs(fact)) this.resolved.value?.beats.push(beat);
    batch(() => {
      super.show(beat);
      this.#log(...lineOf(beat), ...this.#remarksOn(beat));
    });
  }

  /** What bots say to a fact, where that is wished for. */
  #remarksOn({ number, fact }: Beat): Omit<Line, "id">[] {
    const [view, info] = [this.shown.value, this.info.value];
    const remark = settings.value.talk && fact && view && info ? remarkOn(fact, view, info.seats) : null;
    return remark ? [{ number, remark }] : [];
  }

  /** Let take effect what is true after a message. */
  #settle(message: wire.Message): void {
    batch(() => {
      this.#seen = message.number;
      this.notes.seen = message.number;
      if (message.info) this.info.value = message.info;
      if (message.now) this.now.value = message.now;
      if (message.result) {
        this.result.value = message.result;
        this.ended.value = message.ended ?? null;
        this.now.value = null;
      }
      this.rest();
    });
  }

  /** Show again what happened since this reader's last decision, from that on. */
  async lookBack(): Promise<void> {
    const from = Math.max(0, this.since.value - 1);
    const told = await api.pictured(this.id, this.token, from).catch((error: unknown) => {
      this.problem.value = tellFailure(error);
    });
    const info = this.info.value;
    if (!told || !info || !this.#legend) return;
    const beats = told.messages
      .filter(({ number }) => number <= this.#seen)
      .flatMap((message) => beatsOf(message, message.number));
    this.recap.value?.end();
    this.recap.value = new Recap(this, this.#legend, told.picture ? unpack(told.picture) : null, beats);
  }

  /** Show the last resolution again. */
  showAgain(): void {
    const last = this.resolved.value;
    if (!last || !this.info.value || !this.#legend || this.director.busy.value) return;
    this.recap.value?.end();
    this.recap.value = new Recap(this, this.#legend, last.from, last.beats);
  }

  /** Take my last move back. */
  async undo(): Promise<void> {
    const move = this.undoable.value;
    if (move && (await this.ask({ command: "undo", move }))) this.since.value = this.#before;
  }

  /** Ask something of the table; what is refused is said. */
  async ask(request: Request): Promise<boolean> {
    this.problem.value = null;
    const answer = await this.socket.ask(request);
    if (answer.type === "done") {
      if (request.command === "act") [this.#before, this.since.value] = [this.since.value, answer.number];
      return true;
    }
    // a move that had to be sent again may have arrived the first time
    if (answer.code === "move.done") return true;
    this.problem.value = tellProblem(answer);
    return false;
  }

  /** Whether a hint can be had now. */
  get hintable(): boolean {
    return this.mine.value && (this.info.value?.hints ?? false);
  }

  /** Decide: take an action by its code; the coach may have something to say before. */
  async act(code: number): Promise<boolean> {
    const turn = this.now.value?.turn ?? 0;
    if (!this.mine.value) return false;
    this.recap.value?.stop();
    this.#answered.value = turn;
    if (this.#coachable && !(await this.coach?.(code))) {
      this.#answered.value = 0;
      return false;
    }
    const done = await this.ask({ command: "act", action: code, turn });
    if (!done) this.#answered.value = 0;
    return done;
  }

  /** Whether the coach may have a word; of tiles that are discarded together none is judged alone. */
  get #coachable(): boolean {
    return this.coach !== null && this.info.value?.hints === true && this.now.value?.decision?.kind !== "discard";
  }

  override end(): void {
    super.end();
    this.recap.value?.end();
    this.socket.end();
    void useContentOf(null);
  }
}

const lineOf = ({ number, fact, told }: Beat): Omit<Line, "id">[] =>
  told && fact ? [{ number, said: told, fact }] : [];

/** Who a line is about. */
export const seatOf = ({ fact, chat, note, remark }: Line): number | null => {
  if (remark) return remark.seat;
  if (fact && "seat" in fact && fact.seat != null) return fact.seat;
  return chat?.seat ?? note?.seat ?? null;
};

/** Say why a request came to nothing: the server refused it, or could not be reached. */
export const tellFailure = (error: unknown): string =>
  error instanceof api.Refused ? tellProblem(error.problem) : t("web.offline.lost");

export function tellProblem(problem: wire.Refused | wire.Problem): string {
  const key = problem.key;
  const text = key ? t(key, problem.arguments ?? {}) : problem.text;
  return problem.rule ? t("why", { text, rule: problem.rule }) : text;
}
