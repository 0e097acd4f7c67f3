/**
 * A game as it is shown: a row of positions with facts between them. Tables, replays and looks back are
 * such stores; the parts of the table draw what one shows.
 */
import { batch, computed, effect, signal } from "@preact/signals";
import { blank, change, type Picture, PictureReader, type View } from "../net/picture";
import type * as wire from "../net/wire";
import { Teller } from "../words/teller";
import { t, wordsOf } from "../words/words";
import { type Beat, Director } from "./director";
import { begin, belongs, follow, type Scene } from "./scene";

export class PositionStore {
  readonly info = signal<wire.TableInfo | null>(null);
  /** Through whose eyes the game is seen; null: nobody's, or everybody's. */
  readonly seat = signal<number | null>(null);
  /** The position that is drawn. */
  readonly shown = signal<View | null>(null);
  /** The fact that led to it, if it has just happened. */
  readonly fact = signal<wire.Fact | null>(null);
  readonly scene = signal<Scene | null>(null);
  readonly columns = signal(1);
  readonly director: Director;

  readonly names = computed<string[]>(() => (this.info.value?.seats ?? []).map(nameOf));
  readonly teller = computed(() => new Teller(this.names.value));

  #reader: PictureReader | null = null;
  #legend: [wire.Legend, string[]] | null = null;
  #picture: Picture = blank();
  #unspoken: () => void;

  constructor(least = 0) {
    this.director = new Director((beat) => this.show(beat), least);
    this.#unspoken = effect(() => {
      if (this.info.value) wordsOf(this.info.value.options);
    });
  }

  /** Learn what the numbers of pictures mean. */
  protected learn(legend: wire.Legend, info: wire.TableInfo): void {
    this.columns.value = legend.columns;
    this.#legend = [legend, info.seats.map((seat) => seat.colour)];
    this.#reader = new PictureReader(...this.#legend);
  }

  /** Be at a position at once; without one, before the start. */
  protected stand(picture: Picture | null): void {
    batch(() => {
      this.fact.value = null;
      this.scene.value = null;
      this.#picture = picture?.slice() ?? blank();
      this.shown.value = picture && this.#reader ? this.#reader.read(this.#picture) : null;
    });
  }

  /** How it would look after changes that have not happened. */
  after(changes: readonly number[]): View | null {
    if (!this.#legend || !this.shown.value) return null;
    const picture = this.#picture.slice();
    change(picture, changes);
    return new PictureReader(...this.#legend).read(picture);
  }

  /** Let a fact happen. */
  protected show({ fact, told, changes }: Beat): void {
    change(this.#picture, changes);
    batch(() => {
      this.shown.value = this.#reader?.read(this.#picture) ?? null;
      this.fact.value = fact;
      if (fact) this.scene.value = this.#followed(fact, told);
    });
  }

  /** Whether the show of a resolution covers the table. */
  get staged(): boolean {
    return this.scene.value !== null && this.director.busy.value && this.director.pace > 0;
  }

  /** The picture that is shown. */
  protected get picture(): Picture {
    return this.#picture.slice();
  }

  #followed(fact: wire.Fact, told: wire.Sentence | null): Scene | null {
    if (fact.event === "resolution_started") return begin(fact.location, fact, told);
    if (!belongs(fact)) return null;
    // who comes in the middle of a resolution sees the rest of it
    const here = this.shown.value?.places.find((place) => place.resolving);
    const scene = this.scene.value ?? (here ? begin(here.id, fact, told) : null);
    return scene && follow(scene, fact, told);
  }

  /** After facts have been shown: nothing goes on where nothing is being resolved. */
  protected rest(): void {
    if (!this.shown.value?.places.some((place) => place.resolving)) this.scene.value = null;
  }

  end(): void {
    this.director.end();
    this.#unspoken();
  }
}

export function nameOf(seat: wire.SeatInfo): string {
  if (seat.name) return seat.name;
  if (seat.holder === "open") return t("web.seat.open");
  return t(`colour.${seat.colour}.player`);
}
