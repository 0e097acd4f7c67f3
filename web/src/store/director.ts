/** Shows what happened one thing at a time, at the speed that somebody likes. */
import { signal } from "@preact/signals";
import { EVENTS, type Fact, type Message, type Sentence } from "../net/wire";
import { reducedMotion, type Speed, settings } from "./settings";

const PACE: Record<Speed, number> = { slow: 1.7, normal: 1, fast: 0.4, instant: 0 };

/** A fact with its sentence, if it has one, and what it changes in the picture. */
export interface Beat {
  /** The entry, or the move, that it is of. */
  number: number;
  /** Null where a move is taken back. */
  fact: Fact | null;
  told: Sentence | null;
  changes: readonly number[];
}

export function beatsOf({ facts = [], told, changes }: Pick<Message, "facts" | "told" | "changes">, number: number) {
  const all: (Fact | null)[] = facts.length || !changes?.length ? facts : [null];
  return all.map((fact, i): Beat => ({ number, fact, told: told?.[i] ?? null, changes: changes?.[i] ?? [] }));
}

/** Whether a fact begins what can be skipped by itself. */
const begins = (cue: Beat | (() => void) | undefined): boolean =>
  typeof cue === "object" && cue.fact?.event === "resolution_started";

export class Director {
  readonly busy = signal(false);
  readonly paused = signal(false);
  #queue: (Beat | (() => void))[] = [];
  #skipping = false;
  #skippingAll = false;
  #wake: (() => void) | null = null;
  #ended = false;

  /** `least`: the pace below which nothing is shown, for what somebody has asked to see. */
  constructor(
    private readonly show: (beat: Beat) => void,
    private readonly least = 0,
  ) {}

  /** Show what happened after all that came before, and then let what follows from it take effect. */
  play(beats: readonly Beat[], then?: () => void): void {
    this.#queue.push(...beats);
    if (then) this.#queue.push(then);
    if (!this.busy.value) void this.#run();
  }

  async #run(): Promise<void> {
    this.busy.value = true;
    while (!this.#ended) {
      if (!this.#skippingAll && begins(this.#queue[0])) this.#skipping = false;
      const cue = this.#queue.shift();
      if (!cue) break;
      if (typeof cue === "function") {
        cue();
        continue;
      }
      this.show(cue);
      const wait = this.#length(cue.fact);
      if (wait > 0) await this.#sleep(wait);
      while (this.paused.value && !this.#skipping && !this.#ended) await this.#sleep(1e9);
    }
    this.#skipping = this.#skippingAll = false;
    this.busy.value = false;
  }

  /** How slowly things move now; 0: not at all. */
  get pace(): number {
    return this.#skipping || document.hidden ? 0 : Math.max(PACE[settings.peek().speed], this.least);
  }

  #length(fact: Fact | null): number {
    const usual = ((fact && EVENTS[fact.event].pace) ?? 0) * this.pace;
    return reducedMotion.value ? Math.min(usual, 900) : usual;
  }

  #sleep(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(done, Math.min(ms, 2 ** 31 - 1));
      function done(): void {
        clearTimeout(timer);
        resolve();
      }
      this.#wake = done;
    });
  }

  pause(): void {
    this.paused.value = !this.paused.value;
    if (!this.paused.value) this.#wake?.();
  }

  /** Show at once what comes before the next location, or all of it. */
  skip(all = false): void {
    if (!this.busy.value) return;
    this.paused.value = false;
    this.#skipping = true;
    this.#skippingAll ||= all;
    this.#wake?.();
  }

  /** Show nothing more of what waits. */
  drop(): void {
    this.#queue = [];
    this.#skipping = this.#skippingAll = false;
    this.paused.value = false;
    this.#wake?.();
  }

  end(): void {
    this.#ended = true;
    this.drop();
  }
}
