/**
 * Which sound a fact has. Sounds follow what a reader is told, and nothing but its kind: a tile that is not
 * known makes the same sound as any other.
 */
import type { Fact } from "../net/wire";

export type Sound =
  | "turn"
  | "card"
  | "close"
  | "open"
  | "shot"
  | "embrace"
  | "shield"
  | "swap"
  | "dice"
  | "roulette"
  | "reward"
  | "round"
  | "end"
  | "said";

const OF: Partial<Record<Fact["event"], Sound>> = {
  revealed: "open",
  reward_revealed: "open",
  reward_shown: "open",
  peeked: "open",
  assassinated: "shot",
  sacrificed: "swap",
  seduced: "embrace",
  shielded: "shield",
  conspired: "swap",
  agent_turned: "swap",
  dice_rolled: "dice",
  first_rolled: "dice",
  airport_rolled: "dice",
  staked: "roulette",
  stake_won: "roulette",
  stake_lost: "roulette",
  reward_won: "reward",
  enigma_won: "reward",
  round_started: "round",
  game_ended: "end",
};

export function soundOf(fact: Fact): Sound | null {
  if (fact.event === "placed") return fact.face_up ? "card" : "close";
  return OF[fact.event] ?? null;
}
