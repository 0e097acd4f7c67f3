/** A finished game to look at again: all its moves, seen by anybody, at any place and at a pace. */
import { batch, computed, signal } from "@preact/signals";
import * as api from "../net/api";
import { blank, change, type Picture } from "../net/picture";
import type * as wire from "../net/wire";
import { useContentOf } from "./content";
import { type Beat, beatsOf } from "./director";
import { PositionStore } from "./positions";
import { tellFailure } from "./table";

/** Milliseconds between two moves while a game plays by itself; of those that take no time, and of others. */
const REST = 900;
const BREATH = 350;

/** A place in a game: before a beat of a move. */
interface Spot {
  move: number;
  beat: number;
}

const isBefore = (one: Spot, other: Spot): boolean =>
  one.move < other.move || (one.move === other.move && one.beat < other.beat);

export class ReplayStore extends PositionStore {
  readonly eyes = signal<api.Eyes>("all");
  readonly moves = signal<wire.Move[]>([]);
  readonly result = signal<wire.Result | null>(null);
  readonly ended = signal<wire.Sentence | null>(null);
  readonly moments = signal<readonly wire.Moment[]>([]);
  /** The move that is, or is being, shown. */
  readonly at = signal(0);
  /** What has been told of it. */
  readonly told = signal<wire.Sentence[]>([]);
  readonly playing = signal(false);
  /** A move that was asked for and is not there. */
  readonly missing = signal<string | null>(null);
  readonly problem = signal<string | null>(null);

  readonly last = computed(() => this.moves.value.length - 1);
  /** The moves after which a round lies ready. */
  readonly rounds = computed(() =>
    this.moves.value.flatMap(({ facts }, i) => (facts.some(({ event }) => event === "round_started") ? [i] : [])),
  );
  /** Where the resolution of each location begins. */
  readonly locations = computed<Spot[]>(() =>
    this.moves.value.flatMap(({ facts }, move) =>
      facts.flatMap(({ event }, beat) => (event === "resolution_started" ? [{ move, beat }] : [])),
    ),
  );
  /** Whether all of the last move has been shown. */
  readonly over = computed(
    () => this.last.value >= 0 && this.at.value === this.last.value && !this.director.busy.value,
  );

  #beats: Beat[][] = [];
  /** The position after each move. */
  #positions: Picture[] = [];
  /** How much of the move has been shown. */
  #shown = 0;
  #wanted: string | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #seen = new Map<api.Eyes, Promise<wire.Replay>>();

  constructor(readonly table: string) {
    super();
  }

  /** Look through somebody's eyes, at the same move. */
  async look(eyes: api.Eyes): Promise<void> {
    const first = this.info.value === null;
    const before = this.eyes.value;
    this.eyes.value = eyes;
    this.problem.value = null;
    try {
      const found = this.#seen.get(eyes) ?? api.replay(this.table, eyes);
      this.#seen.set(eyes, found);
      const replay = await found;
      if (first && (replay.info.content ?? "today") !== "today") await useContentOf(this.table);
      if (this.eyes.value === eyes) this.#take(replay, first);
    } catch (error) {
      this.#seen.delete(eyes);
      if (this.eyes.value === eyes) this.eyes.value = before;
      this.problem.value = tellFailure(error);
    }
  }

  #take(replay: wire.Replay, first: boolean): void {
    this.learn(replay.legend, replay.info);
    this.#beats = replay.moves.map(beatsOf);
    const picture = blank();
    this.#positions = this.#beats.map((beats) => {
      for (const { changes } of beats) change(picture, changes);
      return picture.slice();
    });
    const eyes = Number(this.eyes.value);
    batch(() => {
      this.info.value = replay.info;
      this.seat.value = Number.isNaN(eyes) ? null : eyes;
      this.moves.value = replay.moves;
      this.result.value = replay.result;
      this.ended.value = replay.ended;
      this.moments.value = replay.moments;
      if (first) this.open(this.#wanted);
      else this.to(this.at.value);
    });
  }

  /** Go to a move that is asked for by its number; without one, to the start. */
  open(wanted: string | null): void {
    this.#wanted = wanted;
    if (this.last.value < 0) return;
    const move = wanted === null ? 0 : /^\d+$/.test(wanted) ? Number(wanted) : -1;
    this.missing.value = move < 0 || move > this.last.value ? wanted : null;
    if (this.missing.value === null && move !== this.at.value) this.to(move);
    else if (!this.shown.value) this.to(0);
  }

  /** Be after a move, at once. */
  to(move: number): void {
    const at = Math.max(0, Math.min(move, this.last.value));
    this.#stop();
    this.#stand({ move: at, beat: this.#beats[at]?.length ?? 0 });
    this.#rested();
  }

  /** Show the next move. */
  forward(): void {
    if (this.at.value >= this.last.value) return;
    this.#finish();
    this.#enter(this.at.value + 1);
    this.#show(0);
  }

  back(): void {
    this.to(this.at.value - 1);
  }

  /** Show how the next location is resolved. */
  forwardLocation(): void {
    const next = this.locations.value.find((spot) => isBefore(this.#spot, spot));
    if (next) this.#begin(next);
    else this.to(this.last.value);
  }

  /** Show the location again or, where that has just begun, the one before. */
  backLocation(): void {
    const begun = this.locations.value.filter((spot) => isBefore(spot, this.#spot));
    if (this.director.busy.value) begun.pop(); // it is being shown
    const found = begun.findLast((spot) => this.director.busy.value || spot.move < this.at.value);
    if (found) this.#begin(found);
    else this.to(0);
  }

  forwardRound(): void {
    this.to(this.rounds.value.find((move) => move > this.at.value) ?? this.last.value);
  }

  backRound(): void {
    this.to(this.rounds.value.findLast((move) => move < this.at.value) ?? 0);
  }

  /** Whether something moves by itself. */
  get going(): boolean {
    return (this.playing.value || this.director.busy.value) && !this.director.paused.value;
  }

  /** Let the game play by itself, or hold it. */
  toggle(): void {
    if (this.going) {
      this.playing.value = false;
      clearTimeout(this.#timer);
      if (this.director.busy.value) this.director.pause();
      return;
    }
    this.playing.value = true;
    if (this.director.paused.value) this.director.pause();
    else if (this.at.value < this.last.value) this.forward();
    else this.to(0);
  }

  get #spot(): Spot {
    return { move: this.at.value, beat: this.#shown };
  }

  /** Show nothing more of what is being shown. */
  #stop(): void {
    clearTimeout(this.#timer);
    this.director.drop();
  }

  /** Have seen all of the move. */
  #finish(): void {
    this.#stop();
    batch(() => {
      for (const beat of (this.#beats[this.at.value] ?? []).slice(this.#shown)) this.show(beat);
      this.fact.value = null;
      this.rest();
    });
  }

  /** Be at a place at once, in the middle of a resolution with what has been told of it. */
  #stand(spot: Spot): void {
    batch(() => {
      const begun = this.locations.value.findLast((one) => isBefore(one, spot));
      const from = begun?.move ?? spot.move;
      this.stand(this.#positions[from - 1] ?? blank());
      for (let move = from; move <= spot.move; move++) {
        this.#enter(move);
        const beats = this.#beats[move] ?? [];
        for (const beat of move < spot.move ? beats : beats.slice(0, spot.beat)) this.show(beat);
      }
      this.fact.value = null;
      this.rest();
    });
  }

  #enter(move: number): void {
    this.at.value = move;
    this.told.value = [];
    this.#shown = 0;
  }

  #begin(spot: Spot): void {
    this.#stop();
    this.#stand(spot);
    this.#show(spot.beat);
  }

  /** Show the move from a beat on. */
  #show(beat: number): void {
    this.director.play((this.#beats[this.at.value] ?? []).slice(beat), () => this.#rested());
  }

  protected override show(beat: Beat): void {
    batch(() => {
      super.show(beat);
      this.#shown += 1;
      if (beat.told) this.told.value = [...this.told.value, beat.told];
    });
  }

  #rested(): void {
    this.rest();
    clearTimeout(this.#timer);
    if (!this.playing.value) return;
    if (this.at.value >= this.last.value) this.playing.value = false;
    else this.#timer = setTimeout(() => this.forward(), this.director.pace ? BREATH * this.director.pace : REST);
  }

  override end(): void {
    super.end();
    clearTimeout(this.#timer);
    void useContentOf(null);
  }
}
