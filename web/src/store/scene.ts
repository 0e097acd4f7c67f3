/** The show of one resolution: how far it has come, step by step. What lies on the table is in the position. */
import * as wire from "../net/wire";

type Fact = wire.Fact;

export interface Step {
  kind: Exclude<NonNullable<wire.EventKind["step"]>, "within">;
  /** The fact that the step is named after. */
  fact: Fact;
}

export interface Scene {
  location: string;
  steps: Step[];
  fact: Fact;
  /** What was said last in this step. */
  said: wire.Sentence | null;
  rolls: Record<string, [number, number]>;
  /** What has been counted, the sums by seat that have been told, and who has competed, also if they are lost since. */
  counted: wire.StrengthCounted[];
  totals: Record<number, number>;
  competed: number[];
  /** From where to where an ability reaches. */
  from: string | null;
  to: string | null;
  winner: number | null;
  /** The tiles that are won here. */
  won: string[];
}

export const begin = (location: string, fact: Fact, said: wire.Sentence | null): Scene => ({
  location,
  fact,
  said,
  steps: [{ kind: "open", fact }],
  rolls: {},
  counted: [],
  totals: {},
  competed: [],
  from: null,
  to: null,
  winner: null,
  won: [],
});

/** Whether a fact belongs to the show. */
export const belongs = (fact: Fact): boolean => wire.EVENTS[fact.event].step !== undefined;

/** Where an ability works from, and where to; a location stands for its reward. */
function reach(fact: Fact): Pick<Scene, "from" | "to"> {
  const [from, to] = (wire.EVENTS[fact.event].reach ?? []).map((field) => String(fact[field as keyof Fact]));
  return { from: from ?? null, to: to === undefined ? null : to.includes(".") ? to : `${to}.R` };
}

export function follow(scene: Scene, fact: Fact, said: wire.Sentence | null): Scene {
  const kind = wire.EVENTS[fact.event].step;
  const last = scene.steps.at(-1);
  const begins = kind && kind !== "within" && (kind === "ability" || kind === "loss" || last?.kind !== kind);
  const next: Scene = {
    ...scene,
    fact,
    ...reach(fact),
    said: said ?? (begins ? null : scene.said),
    steps: begins ? [...scene.steps, { kind, fact }] : scene.steps,
  };
  switch (fact.event) {
    case "dice_rolled":
      return { ...next, rolls: { ...scene.rolls, [fact.space]: fact.dice }, to: fact.space };
    case "strength_counted": {
      const anew = last?.kind === "loss"; // after a loss all are counted again
      const counted = [...(anew ? [] : scene.counted), fact];
      const competed = [...scene.competed, fact.seat];
      return { ...next, counted, totals: anew ? {} : scene.totals, competed, to: fact.space };
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
