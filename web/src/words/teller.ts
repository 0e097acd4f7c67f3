/** Puts what happened and what can be chosen into sentences, as the server's Teller does. */
import type * as wire from "../net/wire";
import { contents } from "../store/content";
import { locationName, missionName, tileName } from "./things";
import { knows, listed, t, tn, type Arguments } from "./words";

export type Fact = NonNullable<wire.Message["facts"]>[number];
export type Action = wire.Choice["action"];
export type View = wire.Data;

export class Teller {
  constructor(readonly players: string[]) {}

  player = (seat: number): string => this.players[seat] ?? "";
  tile = tileName;
  location = locationName;
  flag = (id: string): string => (knows(`flag.${id}`) ? t(`flag.${id}`) : id);

  space(id: string): string {
    const [location = "", numeral = ""] = id.split(".");
    return t("name.space", { location: this.location(location), numeral });
  }

  reward(location: string, which: number): string {
    const several = contents().location(location).rewards ?? 1;
    const key = several > 1 ? ["name.reward.first", "name.reward.second"][which] : "name.reward";
    return t(key ?? "name.reward", { location: this.location(location) });
  }

  spot(id: string): string {
    const [location = "", mark] = id.split(".");
    if (mark === "R" || mark === "R2") return this.reward(location, mark === "R2" ? 1 : 0);
    return this.space(id);
  }

  tileParts(id: string): string {
    const tile = contents().tile(id);
    const symbols = tile.symbols ?? [];
    const named = [...new Set(symbols)].map((symbol) => {
      const word = t(`symbol.${symbol}`);
      return symbols.filter((s) => s === symbol).length > 1 ? t("tile.twice", { symbol: word }) : word;
    });
    return [
      t("tile.strength", { strength: tile.strength }),
      tn("points", tile.points),
      this.flag(tile.flag),
      ...named,
      ...(tile.woman ? [t("symbol.woman")] : []),
    ].join(", ");
  }

  tellTile = (id: string): string => t("tile.line", { tile: this.tile(id), parts: this.tileParts(id) });

  /** Tell a fact as a sentence of the log. */
  tell(fact: Fact): string {
    if (fact.event === "strength_counted") return this.#strength(fact);
    const [variant, more] = this.#variant(fact);
    const given: Arguments = {};
    for (const [field, value] of Object.entries(fact)) given[field] = this.#word(field, value);
    const key = `event.${fact.event}${variant}`;
    if (fact.event === "discard_chosen" && fact.left) return tn(key, fact.left, given);
    const told = t(key, { ...given, ...more });
    return told.endsWith("..") ? told.slice(0, -1) : told;
  }

  #word(field: string, value: unknown): string | number {
    if (value === null || value === undefined) return "";
    if (typeof value === "number") return ["seat", "owner", "first", "to"].includes(field) ? this.player(value) : value;
    if (typeof value !== "string") return String(value);
    switch (field) {
      case "tile": return this.tile(value);
      case "mission": return missionName(value);
      case "location": return this.location(value);
      case "space": case "by": case "source": case "target":
        return value.includes(".") ? this.spot(value) : value;
      default: return value;
    }
  }

  #variant(fact: Fact): [string, Arguments] {
    const known = (thing: string | null | undefined) => (thing == null ? ".hidden" : ".known");
    const facing = (tile: string | null, up: boolean) => (up ? ".up" : tile === null ? ".hidden" : ".down");
    switch (fact.event) {
      case "mission_dealt": return [known(fact.mission), { number: fact.index + 1 }];
      case "mission_shown": return ["", { number: fact.index + 1 }];
      case "agenda_dealt": return [known(fact.mission), {}];
      case "first_rolled": return ["", { dice: fact.dice.join(" + "), sum: fact.dice[0] + fact.dice[1] }];
      case "location_laid": {
        const wide = this.players.length === 5 ? 4 : 3;
        return ["", { row: Math.floor(fact.place / wide) + 1, column: (fact.place % wide) + 1 }];
      }
      case "location_turned": return ["", { turn: t(`turn.${fact.quarter}`) }];
      case "location_rotated": return ["", { turn: t(`turn.${fact.quarters}`) }];
      case "reward_dealt": return [facing(fact.tile, fact.face_up), { reward: this.reward(fact.location, fact.which) }];
      case "enigma_placed": return [fact.seat === null ? ".chance" : ".seat", {}];
      case "placed": return [facing(fact.tile, fact.face_up), {}];
      case "staked": return [`.${fact.source}${known(fact.tile)}`, { tile: this.#ofSet(fact.tile, fact.colour, fact.seat) }];
      case "peeked": return [known(fact.tile), { target: this.#folder(fact.target, fact.owner) }];
      case "die_moved": return ["", { by: signed(fact.by) }];
      case "passed": return [`.${fact.decision}`, {}];
      case "assassinated": case "seduced": case "shielded":
        return ["to" in fact && fact.to != null ? ".taken" : fact.seat === fact.owner ? ".own" : ".other", {}];
      case "sacrificed":
        return [fact.seat === fact.owner ? ".own" : ".other", { tile: this.#ofSet(fact.tile, fact.colour ?? fact.owner, fact.owner) }];
      case "discarded": return ["", { tile: this.#ofSet(fact.tile, fact.colour ?? fact.seat, fact.seat) }];
      case "tile_drawn": return [known(fact.tile), {}];
      case "tile_buried":
        return fact.which === null
          ? [`.drawn${known(fact.tile)}`, {}]
          : [`.reward${known(fact.tile)}`, { reward: this.reward(fact.location, fact.which) }];
      case "dice_rolled": return ["", { dice: [...fact.dice].sort((a, b) => b - a).join(" - ") }];
      case "reward_revealed": case "reward_shown": case "reward_won": case "reward_returned":
        return ["", { reward: this.reward(fact.location, fact.which) }];
      case "stake_won":
        return [fact.seat === fact.by ? ".own" : ".other", { tile: this.#ofSet(fact.tile, fact.colour, fact.by), by: this.player(fact.by) }];
      case "stake_lost": return ["", { tile: this.#ofSet(fact.tile, fact.colour, fact.by), by: this.player(fact.by) }];
      case "discard_chosen": return [`${known(fact.tile)}${fact.left ? ".more" : ""}`, {}];
      default: return ["", {}];
    }
  }

  #ofSet(tile: string | null, colour: number, seat: number): string {
    if (tile === null) return "";
    if (colour === seat || colour === -1 || !contents().tile(tile).starting) return this.tile(tile);
    return t("tile.of_set", { tile: this.tile(tile), player: this.player(colour) });
  }

  #folder(target: string, owner: number | null): string {
    if (owner === null) return this.spot(target);
    return t("who.other.hidden", { player: this.player(owner), space: this.space(target) });
  }

  #strength(fact: wire.StrengthCounted): string {
    const parts = [String(fact.printed)];
    for (const part of ["flags", "location", "nationalism", "dice"] as const) {
      if (fact[part]) parts.push(tn(`strength.${part}`, fact[part]));
    }
    return t(`event.strength_counted.${parts.length > 1 ? "sum" : "plain"}`, {
      seat: this.player(fact.seat), tile: this.tile(fact.tile), space: this.space(fact.space),
      parts: parts.join(" + "), total: fact.total,
    });
  }

  /** Tell an action to the one who may take it. */
  tellAction(action: Action, view: View): string {
    const key = `action.${action.do}`;
    switch (action.do) {
      case "pass": {
        const own = `${key}.${view.decision?.kind ?? ""}`;
        return t(knows(own) ? own : key);
      }
      case "place": return t(key, { tile: this.tile(action.tile), space: this.space(action.space) });
      case "stake":
        return t(`${key}.${action.source ?? "hand"}`, { tile: this.#ofSet(action.tile, action.colour ?? -1, view.seat ?? -1) });
      case "peek": return t(key, { target: this.who(action.target, view) });
      case "move_die":
        return view.die === null
          ? t(key, { by: signed(action.by) })
          : t(`${key}.to`, { by: signed(action.by), number: view.die + action.by });
      case "rotate": return t(key, { turn: t(`turn.${action.quarters}`) });
      case "bury": return t(`${key}${action.tile === view.drawn ? ".drawn" : ".reward"}`, { tile: this.tile(action.tile) });
      case "seduce": {
        const here = view.decision?.location;
        return t(key, { who: this.who(action.space, view), to: here ? this.space(`${here}.${action.to}`) : action.to });
      }
      case "assassinate": case "shield": case "turn": case "give_up":
        return t(key, { who: this.who(action.space, view) });
      case "place_enigma": return t(key, { location: this.location(action.location) });
      case "discard": return t(key, { tile: this.tile(action.tile) });
      case "conspire": return t(key);
    }
  }

  /** Name a character by its space, as well as the reader knows it. */
  who(id: string, view: View): string {
    const mark = id.split(".")[1];
    if (mark === "R" || mark === "R2") return this.spot(id);
    const space = findSpace(view, id);
    if (!space || space.owner == null) return t("who.unknown", { space: this.space(id) });
    const whose = space.owner === view.seat ? "own" : "other";
    const state = space.tile == null ? "hidden" : space.face_up ? "up" : "down";
    const who = t(`who.${whose}.${state}`, {
      player: this.player(space.owner), tile: space.tile == null ? "" : this.tile(space.tile), space: this.space(id),
    });
    if (space.turned && space.controller != null) return t("who.turned", { who, player: this.player(space.controller) });
    return who;
  }

  tellDecision(decision: wire.Decision): string {
    return tn(`decision.${decision.kind}`, decision.seats.length, { seats: listed(decision.seats.map(this.player)) });
  }

  tellWinners(result: wire.Result): string {
    const winners = listed(result.winners.map(this.player));
    if (result.winners.length > 1) return t("score.shared", { winners });
    const best = result.seats[result.winners[0] ?? 0];
    const beaten = result.seats.filter((seat) => seat.total === best?.total && seat.seat !== best.seat);
    if (!best || !beaten.length) return t("score.won", { winner: winners });
    const equal = beaten.some((seat) => seat.accomplished === best.accomplished);
    const others = listed(beaten.map((seat) => this.player(seat.seat)));
    return t(equal ? "score.won.tiles" : "score.won.missions", { winner: winners, others });
  }
}

export const signed = (number: number): string => (number < 0 ? `−${-number}` : `+${number}`);

export function findSpace(view: View, id: string): wire.Space | undefined {
  for (const place of view.places) for (const space of place.spaces) if (space.id === id) return space;
  return undefined;
}
