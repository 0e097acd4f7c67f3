/** The show of one resolution: what has been told of it so far, step by step. */
import type * as wire from "../net/wire";
import type { Fact } from "../words/teller";

export interface Term {
  space: string;
  tile: string;
  parts: Pick<wire.StrengthCounted, "printed" | "flags" | "location" | "nationalism" | "dice" | "total">;
}

export interface Step {
  kind: "open" | "ability" | "dice" | "strength" | "loss" | "reward";
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

const KIND: Partial<Record<Fact["event"], Step["kind"]>> = {
  resolution_started: "open",
  assassinated: "ability",
  conspired: "ability",
  seduced: "ability",
  shielded: "ability",
  agent_turned: "ability",
  passed: "ability",
  dice_rolled: "dice",
  strength_counted: "strength",
  total_counted: "strength",
  sacrificed: "loss",
  reward_won: "reward",
  reward_returned: "reward",
};

export const begin = (location: string, fact: Fact): Scene => ({
  location, fact, steps: [{ kind: "open", fact }], rolls: {}, terms: {}, totals: {}, from: null, to: null,
  winner: null, won: [], over: false,
});

/** Whether a fact belongs to the show. */
export const belongs = (fact: Fact): boolean =>
  KIND[fact.event] !== undefined ||
  ["revealed", "reward_revealed", "tile_drawn", "tile_buried", "reward_shown", "enigma_won", "stake_won", "stake_lost"].includes(fact.event);

export function follow(scene: Scene, fact: Fact): Scene {
  const next: Scene = { ...scene, fact, from: null, to: null };
  const kind = KIND[fact.event];
  const last = scene.steps.at(-1);
  if (kind && (kind === "ability" || kind === "loss" || last?.kind !== kind)) {
    next.steps = [...scene.steps, { kind, fact }];
  }
  switch (fact.event) {
    case "assassinated":
    case "shielded":
    case "agent_turned":
      return { ...next, from: fact.by, to: fact.space };
    case "seduced":
      return { ...next, from: fact.by, to: fact.space };
    case "conspired":
      return { ...next, from: fact.by, to: `${fact.location}.R` };
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
