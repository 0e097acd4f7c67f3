/** An opponent of one's own strength follows from the games that were played in this browser. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Played } from "../src/store/played";
import { matchFor, strengthOf } from "../src/store/strength";

const LEVELS = ["tourist", "porter", "informant", "courier", "agent", "attache", "resident", "spymaster"];

/** A game against bots, with the points of oneself first. */
function game(at: number, bots: string[], totals: number[]): Played {
  const best = Math.max(...totals);
  return {
    table: `t${at}`,
    at,
    seat: 0,
    seats: [
      { seat: 0, colour: "red", holder: "person", name: "Ana", bot: null },
      ...bots.map((bot, i) => ({ seat: i + 1, colour: "blue", holder: "bot" as const, name: "", bot })),
    ],
    totals,
    winners: totals.flatMap((total, seat) => (total === best ? [seat] : [])),
    place: 1,
    tiles: [],
    missions: [],
  };
}

test("who has not played yet meets the second level", () => {
  assert.equal(matchFor([], LEVELS), "porter");
});

test("who wins meets stronger bots, who loses weaker ones, and neither leaves the ladder", () => {
  for (const [totals, last] of [
    [[40, 30], "spymaster"],
    [[30, 40], "tourist"],
  ] as const) {
    const games: Played[] = [];
    let before = matchFor(games, LEVELS);
    for (let at = 0; at < 30; at++) {
      games.push(game(at, [before], [...totals]));
      const next = matchFor(games, LEVELS);
      const step = LEVELS.indexOf(next) - LEVELS.indexOf(before);
      assert.ok(totals[0] > totals[1] ? step >= 0 && step <= 1 : step <= 0 && step >= -1);
      before = next;
    }
    assert.equal(before, last);
  }
});

test("who is as strong as a level finds it, by chance of seven in ten for each step", () => {
  for (const strength of [1, 3, 6]) {
    const games: Played[] = [];
    let chance = 11;
    let sum = 0;
    for (let at = 0; at < 400; at++) {
      const bot = matchFor(games, LEVELS);
      chance = (chance * 48_271) % 2_147_483_647;
      const wins = chance / 2_147_483_647 < 1 / (1 + (3 / 7) ** (strength - LEVELS.indexOf(bot)));
      games.push(game(at, [bot], wins ? [2, 1] : [1, 2]));
      if (at >= 100) sum += LEVELS.indexOf(bot) / 300;
    }
    assert.ok(Math.abs(sum - strength) < 0.5, `${strength}: ${sum}`);
  }
});

test("the order of the list does not matter, nor do games without our bots", () => {
  const games = [game(1, ["informant"], [2, 1]), game(2, ["porter", "porter"], [1, 2, 0]), game(3, ["agent"], [2, 1])];
  const strength = strengthOf(games, LEVELS);
  assert.equal(strengthOf([...games].reverse(), LEVELS), strength);
  assert.equal(strengthOf([...games, game(4, ["random"], [9, 1]), game(5, [], [9])], LEVELS), strength);
});
