/** The show of one resolution: what has been told of it so far, step by step. */

import type { Fact } from "../net/wire";
import * as wire from "../net/wire";

export interface Term {
  space: string;
  tile: string;
  parts: Pick<wire.StrengthCounted, "printed" | "flags" | "location" | "nationalism" | "dice" | "total">;
}

export interface Step {
  kind: Exclude<NonNullable<wire.EventKind["step"]>, "within">;
  /** The fact that the step is named after. */
  fact: Fact;
}

export interface Scene {
  location: string;
  steps: Step[];
  fact: Fact;
  rolls: Record<string, [number, number]>;
  terms: Record<number, Term[]>;
  totals: Record<number, number>;
  /** From where to where an ability reaches. */
  from: string | null;
  to: string | null;
  winner: number | null;
  /** The tiles that are won here. */
  won: string[];
  over: boolean;
}

export const begin = (location: string, fact: Fact): Scene => ({
  location,
  fact,
  steps: [{ kind: "open", fact }],
  rolls: {},
  terms: {},
  totals: {},
  from: null,
  to: null,
  winner: null,
  won: [],
  over: false,
});

/** Whether a fact belongs to the show. */
export const belongs = (fact: Fact): boolean => wire.EVENTS[fact.event].step !== undefined;

/** Where an ability works from, and where to; a location stands for its reward. */
function reach(fact: Fact): Pick<Scene, "from" | "to"> {
  const [from, to] = (wire.EVENTS[fact.event].reach ?? []).map((field) => String(fact[field as keyof Fact]));
  return { from: from ?? null, to: to === undefined ? null : to.includes(".") ? to : `${to}.R` };
}

export function follow(scene: Scene, fact: Fact): Scene {
  const next: Scene = { ...scene, fact, ...reach(fact) };
  const kind = wire.EVENTS[fact.event].step;
  const last = scene.steps.at(-1);
  if (kind && kind !== "within" && (kind === "ability" || kind === "loss" || last?.kind !== kind)) {
    next.steps = [...scene.steps, { kind, fact }];
  }
  switch (fact.event) {
    case "dice_rolled":
      return { ...next, rolls: { ...scene.rolls, [fact.space]: fact.dice }, to: fact.space };
    case "strength_counted": {
      const { space, tile, printed, flags, location, nationalism, dice, total } = fact;
      const term = { space, tile, parts: { printed, flags, location, nationalism, dice, total } };
      const before = last?.kind === "loss" ? {} : scene.terms; // after a loss all are counted anew
      const terms = { ...before, [fact.seat]: [...(before[fact.seat] ?? []), term] };
      return { ...next, terms, totals: last?.kind === "loss" ? {} : scene.totals, to: space };
    }
    case "total_counted":
      return { ...next, totals: { ...scene.totals, [fact.seat]: fact.total } };
    case "sacrificed":
      return { ...next, to: fact.space };
    case "reward_won":
      return { ...next, winner: fact.seat, won: [...scene.won, fact.tile] };
    default:
      return next;
  }
}
