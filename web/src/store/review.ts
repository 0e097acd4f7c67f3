/** The review of a finished game: fetched, or asked for and waited for; and its numbers as they are shown. */
import { computed, signal } from "@preact/signals";
import * as api from "../net/api";
import type * as wire from "../net/wire";
import { Teller } from "../words/teller";
import { t, wordsOf } from "../words/words";
import { useContentOf } from "./content";
import { mineAt } from "./mine";
import { nameOf } from "./positions";
import { tellFailure } from "./table";

/** Milliseconds between two questions how far a review is. */
const PATIENCE = 700;

type Depth = NonNullable<wire.ReviewWish["depth"]>;

export class ReviewStore {
  readonly info = signal<wire.TableInfo | null>(null);
  readonly review = signal<wire.ReviewTold | null>(null);
  /** How far a review is that is being made. */
  readonly progress = signal<{ done: number; of: number } | null>(null);
  readonly problem = signal("");

  readonly names = computed<string[]>(() => (this.info.value?.seats ?? []).map(nameOf));
  readonly teller = computed(() => new Teller(this.names.value));

  #timer: ReturnType<typeof setTimeout> | undefined;
  #ended = false;

  constructor(readonly table: string) {}

  /** The token of a seat that this browser has at the table, for what is for its players alone. */
  get token(): string | null {
    return mineAt(this.table)?.seats[0]?.token ?? null;
  }

  /** Look at the review; where there is none, have it made. */
  async open(): Promise<void> {
    await this.#try(async () => {
      const { info } = await api.lookAt(this.table);
      await useContentOf(info.content === "today" ? null : this.table);
      wordsOf(info.options);
      this.info.value = info;
      const found = await api.review(this.table);
      this.review.value = found.review ?? null;
      if (found.making) this.#wait(found);
      else if (!found.review) await this.#ask("club");
    });
  }

  /** Have it made again, deeper or after it failed. */
  make = (depth: Depth): Promise<void> => this.#try(() => this.#ask(depth));

  async #ask(depth: Depth): Promise<void> {
    const found = await api.makeReview(this.table, depth, depth === "deep" ? this.token : null);
    if (found.making) this.#wait(found);
    else await this.#fetch();
  }

  /** Ask again in a moment how far it is. */
  #wait({ done = 0, of = 0 }: wire.Reviewed): void {
    this.progress.value = { done, of };
    clearTimeout(this.#timer);
    if (!this.#ended) this.#timer = setTimeout(() => void this.#try(() => this.#look()), PATIENCE);
  }

  async #look(): Promise<void> {
    const found = await api.reviewed(this.table);
    if (found.making) this.#wait(found);
    else await this.#fetch();
  }

  async #fetch(): Promise<void> {
    const { review } = await api.review(this.table);
    this.progress.value = null;
    this.review.value = review ?? null;
    if (!review) this.problem.value = t("web.review.failed");
  }

  async #try(work: () => Promise<void>): Promise<void> {
    this.problem.value = "";
    try {
      await work();
    } catch (error) {
      this.progress.value = null;
      this.problem.value = tellFailure(error);
    }
  }

  end(): void {
    this.#ended = true;
    clearTimeout(this.#timer);
    void useContentOf(null);
  }
}

// -- numbers -----------------------------------------------------------------------------------------

const NARROW = "\u00a0";
/** A standard error as the half of a 95 % interval. */
const SURE = 1.96;

const points = (number: number): number => Math.round(100 * number);
const written = (number: number): string => `${points(number)}`.replace("-", "−");

/** A chance in per cent, with how sure it is: "43 ± 4 %". */
export const chanceOf = (chance: number, error = 0): string =>
  `${written(chance)}${error ? `${NARROW}±${NARROW}${points(SURE * error)}` : ""}${NARROW}%`;

/** What something was worth in points of 100, with how sure that is: "+12 ± 3". */
export function worthOf(worth: number, error = 0): string {
  const whole = points(worth);
  const sign = whole < 0 ? "−" : "+";
  return `${sign}${Math.abs(whole)}${error ? `${NARROW}±${NARROW}${points(SURE * error)}` : ""}`;
}

/** Parts in points of 100 that add up to their rounded sum: those that lost most by rounding get what is left. */
export function addingUp(parts: readonly number[]): number[] {
  const total = Math.round(100 * parts.reduce((all, part) => all + part, 0));
  const whole = parts.map((part) => Math.floor(100 * part));
  const left = total - whole.reduce((all, part) => all + part, 0);
  const lost = parts.map((part, i) => ({ i, lost: 100 * part - (whole[i] ?? 0) })).sort((a, b) => b.lost - a.lost);
  for (const { i } of lost.slice(0, left)) whole[i] = (whole[i] ?? 0) + 1;
  return whole;
}

/** The parts of a result, in the order in which they are told. */
export const PARTS = ["start", "own", "others", "chance", "hidden", "revised"] as const;

/** Each seat's chance as a line over the game, in a field of 1000 x 100; all open, or by what each knew. */
export function lineOf(all: readonly wire.PointTold[], seat: number, open: boolean): string {
  const across = 1000 / Math.max(1, all.length - 1);
  return all
    .map((point, i) => {
      const chance = (open ? point.open : point.known)[seat] ?? 0;
      return `${i ? "L" : "M"}${(i * across).toFixed(1)} ${(100 - 100 * chance).toFixed(1)}`;
    })
    .join("");
}

/** Where rounds begin, as places among the points. */
export const roundsOf = (all: readonly wire.PointTold[]): { at: number; round: number }[] =>
  all.flatMap(({ round }, at) => (round !== all[at - 1]?.round && round > 0 ? [{ at, round }] : []));

/** The seats whose decisions are looked at closely: people's, the reader's own first; of bots alone all. */
export function closely(info: wire.TableInfo, own: number | null): number[] {
  const people = info.seats.filter(({ holder }) => holder === "person").map(({ seat }) => seat);
  const seats = people.length ? people : info.seats.map(({ seat }) => seat);
  return seats.sort((a, b) => Number(b === own) - Number(a === own) || a - b);
}
