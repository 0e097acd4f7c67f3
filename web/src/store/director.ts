/** Shows what happened one thing at a time, at the speed that somebody likes. */
import { signal } from "@preact/signals";
import { EVENTS, type Fact } from "../net/wire";
import { reducedMotion, type Speed, settings } from "./settings";

const PACE: Record<Speed, number> = { slow: 1.7, normal: 1, fast: 0.4, instant: 0 };

export class Director {
  readonly busy = signal(false);
  readonly paused = signal(false);
  #queue: Fact[] = [];
  #skipping = false;
  #wake: (() => void) | null = null;
  #ended = false;

  constructor(
    private readonly show: (fact: Fact) => void,
    private readonly settle: () => Promise<void> | void,
  ) {}

  play(facts: readonly Fact[]): void {
    this.#queue.push(...facts);
    if (!this.busy.value) void this.#run();
  }

  async #run(): Promise<void> {
    this.busy.value = true;
    while (!this.#ended) {
      const fact = this.#queue.shift();
      if (!fact) {
        await this.settle();
        if (this.#queue.length) continue;
        break;
      }
      this.show(fact);
      const wait = this.#length(fact);
      if (wait > 0) await this.#sleep(wait);
      while (this.paused.value && !this.#skipping && !this.#ended) await this.#sleep(1e9);
    }
    this.#skipping = false;
    this.busy.value = false;
  }

  /** How slowly things move now; 0: not at all. */
  get pace(): number {
    return this.#skipping || document.hidden ? 0 : PACE[settings.peek().speed];
  }

  #length(fact: Fact): number {
    const usual = (EVENTS[fact.event].pace ?? 0) * this.pace;
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

  /** Show the rest at once. */
  skip(): void {
    if (!this.busy.value) return;
    this.paused.value = false;
    this.#skipping = true;
    this.#wake?.();
  }

  end(): void {
    this.#ended = true;
    this.#queue = [];
    this.#wake?.();
  }
}
