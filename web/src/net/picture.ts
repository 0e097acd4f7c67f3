/**
 * Pictures: rows of numbers that show all that one reader sees (`LAYOUT` says where each thing stands).
 * A reader of them makes views, and keeps every part whose numbers have not changed: it need not be drawn again.
 */
import {
  type Data,
  DECISIONS,
  type Decision,
  type DiscardedTile,
  LAYOUT as L,
  type Legend,
  type LocationView,
  type MissionView,
  NONE,
  type Pile,
  type Player,
  type Reward,
  type Space,
  STARTERS,
  type StakeOf,
  type Standing,
} from "./wire";

/** A position as it is drawn. */
export type View = Pick<
  Data,
  | "round"
  | "first"
  | "over"
  | "leading"
  | "decision"
  | "places"
  | "players"
  | "missions"
  | "pile"
  | "removed"
  | "drawn"
  | "die"
> & {
  /** The colours of the seats. */
  colours: readonly string[];
};
export type Picture = Int16Array;

const NUMERALS = ["I", "II", "III", "IV"];
const REACHES = [null, "here", "near", "anywhere"];

/** The picture of before a game, which its first fact changes. */
export const blank = (): Picture => new Int16Array(L.SIZE);

/** Read a picture as it is sent: in base64, the lower half of each number first. */
export function unpack(text: string): Picture {
  const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  const data = new DataView(bytes.buffer);
  return blank().map((_, i) => data.getInt16(2 * i, true));
}

/** Change a picture: a place and its new number, by turns. */
export function change(picture: Picture, changes: readonly number[]): void {
  for (let i = 0; i < changes.length; i += 2) picture[changes[i] ?? 0] = changes[i + 1] ?? 0;
}

export function findSpace(view: View, id: string): Space | undefined {
  for (const place of view.places) for (const space of place.spaces) if (space.id === id) return space;
  return undefined;
}

export class PictureReader {
  #picture = blank();
  #before = blank();
  #view: View | null = null;
  #slots: (LocationView | null)[] = [];

  constructor(
    private readonly legend: Legend,
    private readonly colours: readonly string[],
  ) {}

  /** Read a picture, with the parts of the view before that have not changed. */
  read(picture: Picture): View {
    this.#picture = picture;
    const old = this.#view;
    const slots = Array.from({ length: this.legend.slots }, (_, i) => this.#place(i, this.#slots[i] ?? null));
    this.#view = {
      round: this.#at(L.ROUND),
      first: known(this.#at(L.FIRST)),
      over: this.#at(L.OVER) !== 0,
      leading: this.#same(L.LEADING, L.STAKE) && old ? old.leading : members(this.#at(L.LEADING)),
      decision: this.#same(L.DECISION, L.DIE) && old ? old.decision : this.#decision(),
      places: kept(
        old?.places,
        slots.filter((place) => place !== null),
      ),
      players: kept(
        old?.players,
        this.colours.map((colour, seat) => this.#seat(seat, colour, old?.players[seat])),
      ),
      missions: this.#same(L.MISSION, L.SLOT) && old ? old.missions : this.#missions(),
      pile: this.#same(L.PILE, L.REMOVED) && this.#same(L.QUEUE, L.SIZE) && old ? old.pile : this.#pile(),
      removed: this.#same(L.REMOVED, L.LEADING) && old ? old.removed : this.#heap(L.REMOVED, L.REMOVED_STARTING),
      drawn: this.#tile(L.DRAWN),
      die: this.#at(L.DIE) || null,
      colours: this.colours,
    };
    this.#slots = slots;
    this.#before = picture.slice();
    return this.#view;
  }

  #at = (place: number): number => this.#picture[place] ?? 0;

  /** Whether the numbers from one place to another are those of the picture before. */
  #same(from: number, to: number): boolean {
    for (let i = from; i < to; i++) if (this.#picture[i] !== this.#before[i]) return false;
    return true;
  }

  /** The members of a set that begins at a place, 16 to each number. */
  #set(from: number, words: number): number[] {
    const found: number[] = [];
    for (let word = 0; word < words; word++)
      for (const bit of members(this.#at(from + word))) found.push(16 * word + bit);
    return found;
  }

  #name = (tile: number): string => this.legend.tiles[tile] ?? "";
  #tile = (at: number): string | null => (this.#at(at) >= 0 ? this.#name(this.#at(at)) : null);

  /** Name a set of tiles, starting ones as often as there are of them. */
  #tiles(from: number, more: number): string[] {
    return this.#set(from, 4).flatMap((tile) => {
      const others = tile < STARTERS ? (this.#at(more + (tile >> 2)) >> (4 * (tile & 3))) & 15 : 0;
      return Array<string>(1 + others).fill(this.#name(tile));
    });
  }

  /** Name a heap of tiles: starting ones with the seats whose they were, then the others. */
  #heap(tiles: number, starting: number): DiscardedTile[] {
    return [
      ...this.#set(starting, 2).map((i) => ({
        tile: this.#name(i % STARTERS),
        colour: Math.floor(i / STARTERS),
      })),
      ...this.#set(tiles, 4).map((tile) => ({ tile: this.#name(tile), colour: null })),
    ];
  }

  #decision(): View["decision"] {
    const kind = DECISIONS[this.#at(L.DECISION)] as Decision["kind"] | undefined;
    if (!kind) return null;
    const [space, location] = [this.#at(L.ASKED_SPACE), this.#at(L.ASKED_LOCATION)];
    return {
      kind,
      seats: members(this.#at(L.WAITING)),
      space: space < 0 ? null : this.#space(space),
      location: location < 0 ? null : (this.legend.locations[location] ?? null),
    };
  }

  #space = (number: number): string => `${this.legend.locations[number >> 2]}.${NUMERALS[number & 3]}`;

  #pile(): Pile {
    const returned = Array.from({ length: this.#at(L.RETURNED) }, (_, i) => this.#tile(L.QUEUE + i));
    return { size: this.#at(L.PILE), unseen: this.#at(L.UNSEEN), returned };
  }

  // -- places ------------------------------------------------------------------------------------

  #place(slot: number, old: LocationView | null): LocationView | null {
    const at = L.SLOT + slot * L.SLOT_SIZE;
    const number = this.#at(at + L.LOCATION);
    const roulette = this.#at(at + L.ROULETTE) !== 0;
    if (old && this.#same(at, at + L.SLOT_SIZE) && !(roulette && !this.#same(L.STAKE, L.SEAT))) return old;
    if (number < 0) return null;
    const id = this.legend.locations[number] ?? "";
    const before = old?.id === id ? old : null;
    const cell = this.#at(at + L.REWARD_CELL);
    return {
      id,
      row: Math.floor(slot / this.legend.columns),
      column: slot % this.legend.columns,
      quarter: this.#at(at + L.QUARTER),
      number: this.#at(at + L.NUMBER),
      order: this.#at(at + L.ORDER),
      resolved: this.#at(at + L.RESOLVED) !== 0,
      resolving: this.#at(at + L.RESOLVING) !== 0,
      reward_cell: cell < 0 ? null : this.#rowAndColumn(cell),
      rewards: ["R", "R2"].flatMap((mark, i) => this.#reward(`${id}.${mark}`, at + L.REWARD + i * L.REWARD_SIZE)),
      spaces: NUMERALS.flatMap((_, i) => this.#spaceAt(number * 4 + i, at + L.SPACE + i * L.SPACE_SIZE, before)),
      standings: this.colours.flatMap((_, seat) => this.#standing(seat, at + L.STANDING + seat * L.STANDING_SIZE)),
      enigma: this.#at(at + L.ENIGMA) !== 0,
      roulette,
      stakes: roulette ? this.#stakes() : [],
    };
  }

  #rowAndColumn = (cell: number): [number, number] => [Math.floor(cell / this.legend.width), cell % this.legend.width];

  #reward(id: string, at: number): Reward[] {
    if (this.#at(at + L.REWARD_TILE) === NONE) return [];
    return [
      {
        id,
        tile: this.#tile(at + L.REWARD_TILE),
        face_up: this.#at(at + L.REWARD_UP) !== 0,
        known_by: members(this.#at(at + L.REWARD_KNOWN)),
      },
    ];
  }

  #spaceAt(number: number, at: number, place: LocationView | null): Space[] {
    const cell = this.#at(at + L.CELL);
    if (cell < 0) return [];
    const id = this.#space(number);
    const before = this.#same(at, at + L.SPACE_SIZE) ? place?.spaces.find((space) => space.id === id) : undefined;
    if (before) return [before];
    const marks = this.#at(at + L.MARKS);
    const is = (mark: number): boolean => (marks & mark) !== 0;
    const [row, column] = this.#rowAndColumn(cell);
    const free: Space = {
      id,
      numeral: NUMERALS[number & 3] ?? "",
      row,
      column,
      outer: is(L.OUTER),
      top_secret: is(L.TOP_SECRET),
      peek: REACHES[this.legend.reach[number] ?? 0] ?? null,
      occupied: is(L.OCCUPIED),
    };
    if (!free.occupied) return [free];
    const tile = this.#tile(at + L.TILE);
    const [printed = 0, flags = 0, location = 0, nationalism = 0, dice = 0, total = 0] = this.#picture.subarray(
      at + L.STRENGTH,
      at + L.SPACE_SIZE,
    );
    return [
      {
        ...free,
        tile,
        face_up: is(L.FACE_UP),
        owner: this.#at(at + L.OWNER),
        controller: this.#at(at + L.CONTROLLER),
        shield: is(L.SHIELD),
        void: is(L.VOID),
        turned: is(L.TURNED),
        known_by: members(this.#at(at + L.KNOWN)),
        strength: tile === null ? null : { printed, flags, location, nationalism, dice, total },
        possible: tile === null ? this.#set(at + L.POSSIBLE, 4).map(this.#name) : [],
      },
    ];
  }

  #standing(seat: number, at: number): Standing[] {
    const unknown = this.#at(at + L.UNKNOWN);
    return unknown < 0 ? [] : [{ seat, total: this.#at(at + L.TOTAL), unknown }];
  }

  #stakes(): StakeOf[] {
    const found: StakeOf[] = [];
    for (let at = L.STAKE; at < L.SEAT; at += L.STAKE_SIZE) {
      const seat = this.#at(at + L.STAKE_BY);
      if (seat < 0) continue;
      found.push({
        seat,
        tile: this.#tile(at + L.STAKE_TILE),
        source: this.#at(at + L.STAKE_FROM_HAND) ? "hand" : "discard",
        colour: this.#at(at + L.STAKE_COLOUR),
      });
    }
    return found;
  }

  // -- seats and missions ------------------------------------------------------------------------

  #seat(seat: number, colour: string, old: Player | undefined): Player {
    const at = L.SEAT + seat * L.SEAT_SIZE;
    if (old && this.#same(at, at + L.SEAT_SIZE)) return old;
    const agenda = this.#at(at + L.AGENDA);
    const [tiles = 0, discards = 0, missions = 0, forAgenda = 0, enigma = 0, total = 0] = this.#picture.subarray(
      at + L.POINTS,
      at + L.SEAT_SIZE,
    );
    return {
      seat,
      colour,
      hand: this.#at(at + L.HAND_OPEN) ? this.#tiles(at + L.HAND, at + L.HAND_MORE) : null,
      hand_size: this.#at(at + L.HAND_SIZE),
      network: this.#tiles(at + L.NETWORK, at + L.NETWORK_MORE),
      markers: this.#at(at + L.MARKERS),
      discards: this.#heap(at + L.DISCARD, at + L.DISCARD_STARTING),
      chosen: this.#tiles(at + L.CHOSEN, at + L.CHOSEN_MORE),
      agenda: agenda < 0 ? null : (this.legend.missions[agenda] ?? null),
      enigma: this.#at(at + L.HAS_ENIGMA) !== 0,
      unseen: this.#set(at + L.OUT_OF_SIGHT, 4).map(this.#name),
      points: { tiles, discards, missions, agenda: forAgenda, enigma, total },
    };
  }

  #missions(): MissionView[] {
    const all = Array.from({ length: (L.SLOT - L.MISSION) / L.MISSION_SIZE }, (_, i) => i);
    return all.flatMap((index) => {
      const at = L.MISSION + index * L.MISSION_SIZE;
      const mission = this.#at(at + L.WHICH_MISSION);
      if (mission === NONE) return [];
      const everybody = (1 << this.colours.length) - 1;
      const known_by = members(this.#at(at + L.MISSION_KNOWN) & everybody);
      if (mission < 0) return [{ index, mission: null, known_by, counts: [], leaders: [] }];
      return [
        {
          index,
          mission: this.legend.missions[mission] ?? null,
          known_by,
          counts: this.colours.map((_, seat) => this.#at(at + L.MISSION_COUNT + seat)),
          leaders: members(this.#at(at + L.MISSION_LEADERS)),
        },
      ];
    });
  }
}

const known = (number: number): number | null => (number < 0 ? null : number);

/** The members of a set of at most 16. */
function members(bits: number): number[] {
  const found: number[] = [];
  for (let i = 0; i < 16; i++) if ((bits >> i) & 1) found.push(i);
  return found;
}

/** The same list, if all in it are the same. */
const kept = <T>(old: T[] | undefined, now: T[]): T[] =>
  old && old.length === now.length && old.every((one, i) => one === now[i]) ? old : now;
