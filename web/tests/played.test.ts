/** Games that are over, as this browser remembers them, and figures over them. */
import "./page";
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import type * as wire from "../src/net/wire";
import { mine, mineAt, remember } from "../src/store/mine";
import { drop, dropAll, figuresOf, memoryOf, note, type Played, played } from "../src/store/played";
import { given } from "./given";
import { kept } from "./page";

const { info, result } = given.replay;

beforeEach(() => {
  played.value = [];
  mine.value = [];
});

const game = (table: string, more: Partial<Played> = {}): Played => ({
  ...memoryOf(table, 0, info, result, ["fleming"]),
  ...more,
});

test("a game is remembered with people, points, place, tiles and missions", () => {
  const seen = memoryOf("church", 1, { ...info, created: 1942 }, result, ["garbo", "fleming"]);
  assert.equal(seen.at, 1942);
  assert.deepEqual(
    seen.seats.map(({ name }) => name),
    ["Ana", "Bruno"],
  );
  assert.deepEqual(
    seen.totals,
    result.seats.map(({ total }) => total),
  );
  assert.equal(seen.place, result.winners.includes(1) ? 1 : 2);
  assert.deepEqual(seen.tiles, ["garbo", "fleming"]);
  assert.equal(seen.missions.length, result.seats[1]?.missions.length);
});

test("winners are first, and who is level with them on points is not", () => {
  const seat = (seat: number, total: number) => ({ ...result.seats[0], seat, total }) as wire.SeatResult;
  const level: wire.Result = { seats: [seat(0, 30), seat(1, 30), seat(2, 20), seat(3, 20)], winners: [1] };
  const places = [0, 1, 2, 3].map((own) => memoryOf("t", own, info, level, []).place);
  assert.deepEqual(places, [2, 1, 3, 3]);
});

test("a game is noted once, in the browser too, and its seat counts as over", () => {
  remember("church", { seat: 0, token: "secret", name: "Ana" });
  note(game("church"));
  note(game("church"));
  assert.equal(played.value.length, 1);
  assert.equal(mineAt("church")?.over, true);
  assert.deepEqual(JSON.parse(kept.get("estoril.played") ?? ""), played.value);
  assert.ok(!kept.get("estoril.played")?.includes("secret"));
  drop("church");
  assert.deepEqual(played.value, []);
});

test("all of it can be removed", () => {
  note(game("church"));
  note(game("casino"));
  dropAll();
  assert.equal(kept.get("estoril.played"), "[]");
});

test("seats of games that go on are kept longer than those of games that are over", () => {
  remember("first", { seat: 0, token: "one", name: "Ana" });
  for (let i = 0; i < 45; i++) {
    remember(`table ${i}`, { seat: 0, token: `${i}`, name: "Ana" });
    note(game(`table ${i}`));
  }
  assert.equal(mine.value.length, 40);
  assert.ok(mineAt("first"));
});

test("figures count places, points, tiles, missions and levels", () => {
  const bots = (...levels: string[]): Played["seats"] => [
    { seat: 0, colour: "red", holder: "person", name: "Ana", bot: null },
    ...levels.map((bot, i) => ({ seat: i + 1, colour: "blue", holder: "bot" as const, name: "", bot })),
  ];
  const won = { winners: [0], place: 1 };
  const lost = { winners: [1], place: 2 };
  const missions = (...done: boolean[]) => done.map((accomplished) => ({ mission: "women", accomplished }));
  const all = figuresOf([
    game("a", {
      ...won,
      totals: [30, 20],
      tiles: ["garbo", "fleming"],
      missions: missions(true),
      seats: bots("agent"),
    }),
    game("b", {
      ...lost,
      totals: [21, 40],
      tiles: ["garbo"],
      missions: missions(false),
      seats: bots("agent", "agent"),
    }),
    game("c", {
      ...won,
      totals: [33, 10],
      tiles: ["popov"],
      missions: missions(true),
      seats: bots("tourist", "agent"),
    }),
  ]);
  assert.equal(all.games, 3);
  assert.equal(all.wins, 2);
  assert.deepEqual(all.places, [2, 1]);
  assert.equal(all.mean, 28);
  assert.equal(all.best, 33);
  assert.deepEqual(all.tiles[0], { id: "garbo", times: 2 });
  assert.deepEqual(all.missions, [{ id: "women", times: 2, of: 3 }]);
  assert.deepEqual(all.levels, [
    { bot: "agent", wins: 2, of: 3 },
    { bot: "tourist", wins: 1, of: 1 },
  ]);
});

test("without a game there are no figures, and nothing breaks", () => {
  assert.deepEqual(figuresOf([]), {
    games: 0,
    wins: 0,
    places: [],
    mean: 0,
    best: 0,
    tiles: [],
    missions: [],
    levels: [],
  });
});
