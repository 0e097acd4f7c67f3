/** Puts what happened and what can be chosen into sentences, as they are declared with each kind. */
import * as wire from "../net/wire";
import { contents } from "../store/content";
import { locationName, missionName, tileName } from "./things";
import { ENDINGS, WORDINGS } from "./ways";
import { type Arguments, knows, listed, t, tn } from "./words";

export type Fact = wire.Fact;
export type Action = wire.Action;
export type View = wire.Data;

/** An ending begins with a dot, or is none. */
const isField = (text: string): boolean => /^\w/.test(text);

/** Whether a fact says anything to a person who sees the table. */
export const isTold = (fact: Fact): boolean => !["noise", "detail"].includes(wire.EVENTS[fact.event].tone ?? "");
export const isHeading = (fact: Fact): boolean => wire.EVENTS[fact.event].tone === "heading";

export class Teller {
  constructor(readonly players: string[]) {}

  player = (seat: number): string => this.players[seat] ?? "";
  tile = tileName;
  location = locationName;
  mission = missionName;
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
    return this.#tell(`event.${fact.event}`, { ...fact }, wire.EVENTS[fact.event].sentence, null);
  }

  /** Tell an action to the one who may take it. */
  tellAction(action: Action, view: View): string {
    const { usual, sentence } = wire.ACTIONS[action.do];
    return this.#tell(`action.${action.do}`, { ...usual, ...action }, sentence, view);
  }

  #tell(name: string, fields: Record<string, unknown>, sentence: wire.Sentence = {}, view: View | null): string {
    const reader = { teller: this, view };
    const { endings = [], arguments: worded = {}, counting = "" } = sentence;
    const about = (each: string): unknown => (isField(each) ? fields[each] : each);
    const key = name + endings.map(([how, ...fields]) => ENDINGS[how]?.(reader, ...fields.map(about)) ?? "").join("");
    const given = { ...fields } as Arguments;
    for (const [field, [how, ...from]] of Object.entries(worded)) {
      const values = from.map(about);
      given[field] = values[0] == null ? "" : (WORDINGS[how]?.(reader, ...values) ?? "");
    }
    const number = fields[counting];
    if (number) return tn(key, Number(number), given);
    const told = t(key, given);
    return told.endsWith("..") ? told.slice(0, -1) : told;
  }

  /** Name a tile; a starting tile from another player's set is told apart. */
  ofSet(tile: string, colour: number, seat: number): string {
    if (colour === seat || colour === -1 || !contents().tile(tile).starting) return this.tile(tile);
    return t("tile.of_set", { tile: this.tile(tile), player: this.player(colour) });
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
      player: this.player(space.owner),
      tile: space.tile == null ? "" : this.tile(space.tile),
      space: this.space(id),
    });
    if (space.turned && space.controller != null)
      return t("who.turned", { who, player: this.player(space.controller) });
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

export function findSpace(view: View, id: string): wire.Space | undefined {
  for (const place of view.places) for (const space of place.spaces) if (space.id === id) return space;
  return undefined;
}
