/** The ways in which a declared sentence chooses its wording and words its fields, as words/ways.py has them. */
import { COLUMNS } from "../net/wire";
import type { Teller, View } from "./teller";
import { t, tn } from "./words";

/** To whom something is told: in a teller's words and, of choices, with the own view. */
interface Reader {
  readonly teller: Teller;
  readonly view: View | null;
}

// biome-ignore lint/suspicious/noExplicitAny: what a field holds is known by its kind alone
type Way<T> = (reader: Reader, ...values: any[]) => T;

export const signed = (number: number): string => (number < 0 ? `−${-number}` : `+${number}`);

const own = (seat: number, owner: number): string => (seat === owner ? ".own" : ".other");

/** Endings that are to be chosen from are given as they are. */
export const ENDINGS: Readonly<Record<string, Way<string>>> = {
  known: (_, thing) => (thing == null ? ".hidden" : ".known"),
  facing: (_, tile, up) => (up ? ".up" : tile == null ? ".hidden" : ".down"),
  own: (_, seat, owner) => own(seat, owner),
  taken: (_, to, seat, owner) => (to == null ? own(seat, owner) : ".taken"),
  value: (_, value) => `.${value}`,
  there: (_, value, ending, other) => (value == null ? other : ending),
  some: (_, number, ending, other) => (number ? ending : other),
  sum: (_, ...parts) => (parts.some((part) => part !== 0) ? ".sum" : ".plain"),
  // of what can be chosen
  decision: ({ view }) => (view?.decision ? `.${view.decision.kind}` : ""),
  die: ({ view }) => (view?.die == null ? "" : ".to"),
  drawn: ({ view }, tile) => (!view ? "" : tile === view.drawn ? ".drawn" : ".reward"),
};

const columns = ({ teller }: Reader): number => COLUMNS[teller.players.length] ?? 1;

/** Of which the first value is known; what the reader may not know has no words. */
export const WORDINGS: Readonly<Record<string, Way<string | number>>> = {
  player: ({ teller }, seat) => teller.player(seat),
  tile: ({ teller }, id) => teller.tile(id),
  mission: ({ teller }, id) => teller.mission(id),
  location: ({ teller }, id) => teller.location(id),
  spot: ({ teller }, id) => teller.spot(id),
  reward: ({ teller }, location, which) => (which == null ? "" : teller.reward(location, which)),
  folder: ({ teller }, target, owner) =>
    owner == null
      ? teller.spot(target)
      : t("who.other.hidden", { player: teller.player(owner), space: teller.space(target) }),
  of_set: ({ teller }, tile, colour, seat) => teller.ofSet(tile, colour ?? seat, seat),
  ordinal: (_, index) => index + 1,
  row: (reader, place) => Math.floor(place / columns(reader)) + 1,
  column: (reader, place) => (place % columns(reader)) + 1,
  turn: (_, quarters) => t(`turn.${quarters}`),
  signed: (_, number) => signed(number),
  sum: (_, dice: number[]) => dice.reduce((sum, die) => sum + die, 0),
  added: (_, dice: number[]) => dice.join(" + "),
  less: (_, dice: number[]) => [...dice].sort((a, b) => b - a).join(" - "),
  strength: (_, printed: number, flags: number, location: number, nationalism: number, dice: number) => {
    const parts = Object.entries({ flags, location, nationalism, dice }).filter(([, number]) => number !== 0);
    return [printed, ...parts.map(([part, number]) => tn(`strength.${part}`, number))].join(" + ");
  },
  // of what can be chosen
  who: ({ teller, view }, id) => (view ? teller.who(id, view) : teller.spot(id)),
  here: ({ teller, view }, numeral) =>
    view?.decision?.location ? teller.space(`${view.decision.location}.${numeral}`) : numeral,
  die: ({ view }, by) => (view?.die ?? 0) + by,
  of_my_set: ({ teller, view }, tile, colour) => teller.ofSet(tile, colour ?? -1, view?.seat ?? -1),
};
