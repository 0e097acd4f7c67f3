/** Somebody at a table whose server is played by the test; `page` must have been imported before. */
import type * as wire from "../src/net/wire";
import { loadContent } from "../src/store/content";
import { TableStore } from "../src/store/table";
import { speak } from "../src/words/words";
import { given } from "./given";
import { settled, Wire } from "./page";

export const SEAT = given.view.seat ?? 0;
export const HAND = given.view.players[SEAT]?.hand ?? [];

const info: wire.TableInfo = {
  state: "running",
  options: given.view.options,
  seats: [
    { seat: 0, colour: "red", holder: "person", name: "Ana" },
    { seat: 1, colour: "blue", holder: "person", name: "Bruno" },
  ],
  clock: {},
  stand_in: "agent",
  created: 0,
};

/** A turn of this reader, with choices as a server would offer them. */
export const asks = (kind: wire.Decision["kind"], more: Partial<wire.Now> = {}, location?: string): wire.Now => ({
  decision: { kind, seats: [SEAT], location: location ?? null },
  turn: 7,
  ...more,
});

export const snapshot = (number: number, now: wire.Now | null, more: Partial<wire.Snapshot> = {}): wire.Snapshot => ({
  number,
  at: 1000,
  seat: SEAT,
  info,
  legend: given.legend,
  picture: given.picture,
  now,
  ...more,
});

export const tableInfo = (more: Partial<wire.TableInfo>): wire.TableInfo => ({ ...info, ...more });

export class Seated {
  static readonly #all: Seated[] = [];
  readonly store: TableStore;

  private constructor(public number: number) {
    this.store = new TableStore("t", "token");
  }

  static async at(now: wire.Now | null, more: Partial<wire.Snapshot> = {}): Promise<Seated> {
    await speak("en");
    await loadContent();
    const seen = snapshot(1, now, more);
    const seated = new Seated(seen.number);
    Seated.#all.push(seated);
    Wire.last.welcome(SEAT);
    Wire.last.tell({ type: "seen", snapshot: seen });
    await settled();
    return seated;
  }

  /** Let everybody get up. */
  static end(): void {
    for (const { store } of Seated.#all.splice(0)) store.end();
  }

  /** Tell what happened, each fact in a sentence, and what is to be decided now. */
  async news(facts: wire.Fact[], now: wire.Now | null, more: Partial<wire.Message> = {}): Promise<void> {
    const number = ++this.number;
    const told = facts.map(({ event }) => ({ key: `told.${event}` }));
    Wire.last.tell({ type: "news", message: { number, at: 1000 + number, facts, told, now, ...more } });
    await settled();
  }

  /** The moves that were sent on the line of now. */
  get moves(): wire.Act[] {
    return Wire.last.asked("ask").flatMap(({ request }) => (request.command === "act" ? [request] : []));
  }

  /** Answer the last thing that was asked of the table. */
  async answer(told: { number: number } | { code: string; key?: string; rule?: string }): Promise<void> {
    const id = Wire.last.asked("ask").at(-1)?.id ?? 0;
    if ("number" in told) Wire.last.tell({ type: "done", id, ...told });
    else Wire.last.tell({ type: "refused", id, text: told.code, ...told });
    await settled();
  }
}
