/** What a person has picked up and pointed at; every choice comes from the server. */
import { batch, computed, effect, signal } from "@preact/signals";
import type { View } from "../net/picture";
import * as wire from "../net/wire";
import { t } from "../words/words";
import { confirms } from "./settings";
import { type TableStore, tellProblem } from "./table";

export interface WhyNot {
  target: string;
  title: string;
  text: string;
  rule: string | null;
}

/** Nothing to be pointed at: always the same, so that nothing follows from it. */
const NONE = new Set<string>();

/** The symbol that a choice uses. */
const symbolOf = (choice: wire.Offer): string | undefined => wire.ACTIONS[choice.action.do].symbol;

export class Choosing {
  /** The tile in hand that is picked up. */
  readonly held = signal<string | null>(null);
  /** The space, reward or location that is pointed at, waiting for a tile or for yes. */
  readonly aimed = signal<string | null>(null);
  /** The ability that is being used. */
  readonly ability = signal<string | null>(null);
  /** Cards put aside to be discarded together: the tile and which of equal ones, as `roque.0`. */
  readonly aside = signal<string[]>([]);
  readonly why = signal<WhyNot | null>(null);
  /** The choice whose result is looked at before it is taken. */
  readonly weighed = signal<wire.Offer | null>(null);
  /** How the table would be after it, as the server has worked it out. */
  readonly ahead = computed<View | null>(() => {
    const changes = this.weighed.value?.changes ?? [];
    return changes.length ? this.store.after(changes) : null;
  });
  /** What has been chosen and waits for yes, by its code; placements are known by tile and space. */
  readonly #waiting = signal<number | null>(null);

  /** Whether several discards are on their way, one after the other. */
  readonly #discarding = signal(false);

  readonly kind = computed(() =>
    this.store.mine.value && !this.#discarding.value ? (this.store.now.value?.decision?.kind ?? null) : null,
  );
  readonly placings = computed(() => (this.kind.value === "place" ? (this.store.now.value?.placings ?? {}) : {}));
  readonly choices = computed(() => (this.kind.value ? (this.store.now.value?.choices ?? []) : []));
  readonly pass = computed(() => this.choices.value.find((choice) => choice.action.do === "pass") ?? null);
  readonly due = computed(() => (this.kind.value === "discard" ? (this.store.now.value?.discards ?? 0) : 0));

  /** The symbols that can be used now. */
  readonly abilities = computed(() => [
    ...new Set(this.choices.value.map(symbolOf).filter((symbol) => symbol !== undefined)),
  ]);

  /** The choice of an ability that needs no target. */
  direct = (symbol: string): wire.Offer | undefined =>
    this.choices.value.find((choice) => symbolOf(choice) === symbol && choice.target == null);

  /** The choices that remain after what has been picked. */
  readonly open = computed<wire.Offer[]>(() => {
    if (this.kind.value !== "ability") return this.choices.value;
    const chosen = this.ability.value ?? (this.abilities.value.length === 1 ? this.abilities.value[0] : null);
    const source = this.aimed.value;
    return this.choices.value.filter((choice) => {
      if (symbolOf(choice) !== chosen) return false;
      return choice.action.do !== "seduce" || !source || choice.action.space === source;
    });
  });

  /** Everything on the board that can be pointed at now. */
  readonly lit = computed<Set<string>>(() => {
    if (!this.kind.value) return NONE;
    const found = new Set<string>();
    if (this.kind.value === "place") {
      const tiles = this.held.value ? [this.held.value] : Object.keys(this.placings.value);
      if (!this.held.value && !this.aimed.value) return found;
      if (!this.held.value && this.aimed.value) return found.add(this.aimed.value);
      for (const tile of tiles) for (const space of Object.keys(this.placings.value[tile] ?? {})) found.add(space);
      return found;
    }
    const here = this.store.now.value?.decision?.location;
    for (const choice of this.open.value) {
      const action = choice.action;
      if (action.do === "seduce" && this.aimed.value) found.add(`${here}.${action.to}`);
      else if (choice.target) found.add(choice.target);
    }
    return found;
  });

  /** The tiles in hand that can be picked up now. */
  readonly litTiles = computed<Set<string>>(() => {
    switch (this.kind.value) {
      case "place": {
        const aimed = this.aimed.value;
        const all = Object.entries(this.placings.value);
        return new Set(all.filter(([, spaces]) => !aimed || this.held.value || aimed in spaces).map(([tile]) => tile));
      }
      default:
        return new Set(
          this.choices.value.filter((choice) => this.#fromHand(choice)).map((choice) => choice.tile ?? ""),
        );
    }
  });

  /** The choices that are neither a tile in hand nor something on the board. */
  readonly others = computed(() =>
    this.choices.value.filter(
      (choice) => choice.action.do !== "pass" && choice.target == null && !this.#fromHand(choice),
    ),
  );

  /** Whether a choice is said by picking a tile in hand. */
  #fromHand(choice: wire.Offer): boolean {
    const hand = this.store.shown.value?.players[this.store.seat.value ?? -1]?.hand ?? [];
    const elsewhere = choice.action.do === "stake" && choice.action.source === "discard";
    return choice.tile != null && choice.target == null && hand.includes(choice.tile) && !elsewhere;
  }

  /** Stop following the table. */
  readonly end: () => void;

  constructor(readonly store: TableStore) {
    let turn = 0;
    let kind: string | null = null;
    this.end = effect(() => {
      const now = this.store.mine.value ? (this.store.now.value?.turn ?? 0) : 0;
      // while all choose their discards, what others do must not take mine out of my hands
      if (now === turn || this.#discarding.value || (now === 0 && kind === "discard")) return;
      turn = now;
      kind = this.kind.peek();
      this.clear();
    });
  }

  clear(): void {
    batch(() => {
      this.held.value = null;
      this.aimed.value = null;
      this.ability.value = null;
      this.aside.value = [];
      this.why.value = null;
      this.weighed.value = null;
      this.#waiting.value = null;
    });
  }

  /** Put back one thing: what was pointed at, then what was picked up. */
  back(): void {
    this.why.value = null;
    this.weighed.value = null;
    if (this.#waiting.value !== null) {
      this.#waiting.value = null;
      if (this.kind.value !== "place") this.held.value = this.aimed.value = null;
    } else if (this.aimed.value) this.aimed.value = null;
    else if (this.held.value) this.held.value = null;
    else this.ability.value = null;
  }

  /** Pick a tile up or put it back; of equal ones in hand, `copy` says which. */
  pickTile(tile: string, copy = 0): void {
    this.why.value = null;
    switch (this.kind.value) {
      case "place": {
        const code =
          this.aimed.value && this.held.value !== tile ? this.placings.value[tile]?.[this.aimed.value] : undefined;
        if (code !== undefined && !this.held.value) {
          this.held.value = tile;
          if (!confirms()) void this.store.act(code);
          return;
        }
        this.aimed.value = null;
        this.held.value = this.held.value === tile ? null : tile;
        if (this.held.value && !this.placings.value[tile]) void this.ask(tile, null);
        return;
      }
      case "discard": {
        const aside = this.aside.value;
        const card = `${tile}.${copy}`;
        if (aside.includes(card)) this.aside.value = aside.filter((one) => one !== card);
        else if (aside.length < this.due.value) this.aside.value = [...aside, card];
        return;
      }
      default: {
        const choice = this.choices.value.find((one) => this.#fromHand(one) && one.tile === tile);
        if (choice) this.#take(choice.code, () => (this.held.value = tile));
      }
    }
  }

  pickTarget(id: string): void {
    this.why.value = null;
    if (this.kind.value === "place") this.#pickSpace(id);
    else if (this.kind.value) this.#pickOther(id);
  }

  #pickOther(id: string): void {
    const here = this.store.now.value?.decision?.location;
    const matching = this.open.value.filter((choice) =>
      choice.action.do === "seduce" && this.aimed.value ? `${here}.${choice.action.to}` === id : choice.target === id,
    );
    const only = matching[0];
    if (!only) {
      this.aimed.value = null;
      void this.ask(null, id);
    } else if (matching.length === 1) {
      // of a seduction the source stays pointed at, until the space is sure
      this.#take(only.code, () => (this.aimed.value = (only.action.do === "seduce" && this.aimed.value) || id));
    } else {
      this.#waiting.value = null;
      this.aimed.value = id;
    }
  }

  /** Act, or wait for yes: the same choice again, or the button. */
  #take(code: number, mark: () => void): void {
    if (!confirms() || this.#waiting.value === code) {
      void this.store.act(code);
      return;
    }
    this.#waiting.value = code;
    mark();
  }

  #pickSpace(id: string): void {
    const held = this.held.value;
    if (!held) {
      const can = Object.values(this.placings.value).some((spaces) => id in spaces);
      this.aimed.value = can && this.aimed.value !== id ? id : null;
      if (!can) void this.ask(null, id);
      return;
    }
    const code = this.placings.value[held]?.[id];
    if (code === undefined) {
      void this.ask(held, id);
      return;
    }
    if (confirms() && this.aimed.value !== id) this.aimed.value = id;
    else void this.store.act(code);
  }

  /** The choice that waits for yes. */
  readonly ready = computed(() => {
    const { held, aimed } = this;
    if (this.kind.value !== "place") return this.#waiting.value;
    return held.value && aimed.value ? (this.placings.value[held.value]?.[aimed.value] ?? null) : null;
  });
  /** That choice with its sentence, where it is no placement. */
  readonly offer = computed(() => this.choices.value.find(({ code }) => code === this.#waiting.value) ?? null);

  confirm(): void {
    if (this.ready.value !== null) void this.store.act(this.ready.value);
  }

  /** Say which rule bars it, and leave that standing. */
  async ask(tile: string | null, target: string | null): Promise<void> {
    const answer = await this.store.socket.why(tile, target);
    if (answer.type === "refused") this.store.problem.value = tellProblem(answer);
    else this.why.value = this.#tellWhy(answer, tile, target);
  }

  /** Ask the server which rule bars it; null where nothing does. */
  async reason(tile: string | null, target: string | null): Promise<WhyNot | null> {
    const answer = await this.store.socket.why(tile, target);
    return answer.type === "refused" ? null : this.#tellWhy(answer, tile, target);
  }

  #tellWhy(answer: wire.Because, tile: string | null, target: string | null): WhyNot | null {
    if (!answer.rule || !answer.key) return null;
    const teller = this.store.teller.value;
    const title = target
      ? target.includes(".")
        ? teller.spot(target)
        : teller.location(target)
      : tile
        ? teller.tile(tile)
        : "";
    return { target: target ?? tile ?? "", title, text: t(answer.key), rule: answer.rule };
  }

  /** Why a target that is pointed at cannot be chosen now, with the tile in hand if there is one. */
  async whyNot(target: string): Promise<WhyNot | null> {
    if (!this.kind.value || this.lit.value.has(target)) return null;
    return this.reason(this.kind.value === "place" ? this.held.value : null, target);
  }

  /** Why a tile in hand cannot be used now. */
  async whyNotTile(tile: string): Promise<WhyNot | null> {
    const choosable = this.litTiles.value.size > 0;
    return choosable && !this.litTiles.value.has(tile) ? this.reason(tile, this.aimed.value) : null;
  }

  /** Discard all tiles that are put aside, one after the other. */
  async discard(): Promise<void> {
    const codes = this.aside.value.map(
      (card) =>
        this.choices.value.find((choice) => choice.action.do === "discard" && choice.tile === card.split(".")[0])?.code,
    );
    this.#discarding.value = true;
    for (const [i, code] of codes.entries()) {
      if (code === undefined) continue;
      const before = this.store.now.value?.turn ?? 0;
      if (!(await this.store.act(code))) break;
      if (i + 1 < codes.length) await this.#nextTurn(before);
    }
    this.#discarding.value = false;
  }

  #nextTurn(before: number): Promise<void> {
    return new Promise((resolve) => {
      const stop = effect(() => {
        const busy = this.store.director.busy.value;
        const turn = this.store.now.value?.turn ?? 0;
        if (busy || turn === before) return;
        queueMicrotask(() => stop());
        resolve();
      });
    });
  }
}
