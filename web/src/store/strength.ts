/** How strong somebody is, by the games played in this browser, and which level is a fair opponent. */
import type { Played } from "./played";

/** The choice of a seat that plays as strongly as oneself. */
export const MATCH = "match";

/** A level wins so much more often against the one below: seven of ten games. */
const STEP = Math.log(7 / 3);
/** Where one begins: the second level. */
const START = 1;
/** How much a game counts, the first ones more: one should not have to lose for long. */
const FIRST = 1.2;
const LATER = 0.5;
const SETTLED = 6;

/** The share of the bots of a game that came behind, level ones by half. */
function scoreOf(game: Played, levels: readonly string[]): { level: number; score: number } | null {
  const own = game.totals[game.seat] ?? 0;
  const won = game.winners.includes(game.seat);
  const rivals = game.seats.filter(({ holder, bot }) => holder === "bot" && levels.includes(bot ?? ""));
  if (!rivals.length) return null;
  const points = rivals.map(({ seat }) => {
    const total = game.totals[seat] ?? 0;
    if (won !== game.winners.includes(seat)) return won ? 1 : 0;
    return own > total ? 1 : own === total ? 0.5 : 0;
  });
  const mean = (numbers: number[]): number => numbers.reduce((sum, one) => sum + one, 0) / numbers.length;
  return { level: mean(rivals.map(({ bot }) => levels.indexOf(bot ?? ""))), score: mean(points) };
}

/** Which level is as strong as who has played these games, as a number with a fraction; 0 is the lowest. */
export function strengthOf(games: readonly Played[], levels: readonly string[]): number {
  let strength = START;
  let counted = 0;
  for (const game of [...games].sort((a, b) => a.at - b.at)) {
    const found = scoreOf(game, levels);
    if (!found) continue;
    const expected = 1 / (1 + Math.exp(-STEP * (strength - found.level)));
    strength += (counted < SETTLED ? FIRST : LATER) * (found.score - expected);
    strength = Math.max(0, Math.min(levels.length - 1, strength));
    counted += 1;
  }
  return strength;
}

/** The level that is a fair opponent; `levels` are in order, the weakest first. */
export const matchFor = (games: readonly Played[], levels: readonly string[]): string =>
  levels[Math.round(strengthOf(games, levels))] ?? "";
