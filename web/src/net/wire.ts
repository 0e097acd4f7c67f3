// Written by `python -m estoril.server.typescript`; changes belong into what it reads.

/** What this server is and offers. */
export interface About {
  name: string;
  version: string;
  protocol: number;
  rules: number;
  players: number[];
  colours: string[];
  modules: string[];
  editions: string[];
  variants: string[];
  rulings: string[];
  needs: Need[];
  bots: string[];
  phrases: string[];
  webhooks: boolean;
  push?: string | null;
}

/** Take an action, as value or code, in answer to the turn that was numbered so. */
export interface Act {
  command: "act";
  action: number | Pass | Place | Stake | Peek | MoveDie | Rotate | Assassinate | Conspire | Bury | Seduce | Shield |
    Turn | GiveUp | PlaceEnigma | Discard;
  turn: number;
}

/** Up to three things that a spymaster would think of, the best first. */
export interface Advised {
  hints?: HintTold[];
  considered?: HintTold | null;
  cost?: number;
  cost_error?: number;
}

/** A seat got its secret agenda. */
export interface AgendaDealt {
  event: "agenda_dealt";
  seat: number;
  mission: string | null;
}

/** A seat's secret agenda is shown. */
export interface AgendaShown {
  event: "agenda_shown";
  seat: number;
  mission: string;
}

/** The tile at `by` went back to its seat's hand; the seat controls the character at `space`. */
export interface AgentTurned {
  event: "agent_turned";
  seat: number;
  by: string;
  tile: string;
  space: string;
  owner: number;
}

/** Agree that somebody may take a seat that the host asked to open, or not. */
export interface Agree {
  command: "agree";
  seat: number;
  agreed?: boolean;
}

/** The twelve-sided die gave the airport its number. */
export interface AirportRolled {
  event: "airport_rolled";
  location: string;
  number: number;
}

/** Say that hints are fine at this table, or not; for everybody with a seat. */
export interface AllowHints {
  command: "allow_hints";
  allowed?: boolean;
}

/** Ask something of the table; answered by Done or Refused. */
export interface Ask {
  type: "ask";
  id: number;
  request: Join | Leave | Rename | Recolour | SetReady | Start | Act | Undo | Say | SayPhrase | Pause | Resume |
    TakeBack | Kick | GiveToBot | OpenSeat | Agree | CloseJoining | AllowHints | TakeHint | Rematch;
}

export type Asked = Hello | Ask | Look | Why | Ping;

/** Use Assassin on the character on a space: it goes back to its owner's hand. */
export interface Assassinate {
  do: "assassinate";
  space: string;
}

/** The character at `by` sent the one at `space` back to its owner's hand. */
export interface Assassinated {
  event: "assassinated";
  seat: number;
  by: string;
  space: string;
  tile: string;
  owner: number;
  to?: number | null;
}

/** The rule that bars something, and the key of the reason; None where nothing bars it. */
export interface Barred {
  rule?: string | null;
  key?: string | null;
}

/** The rule that bars it, and the key of the reason; None where nothing bars it. */
export interface Because {
  type: "because";
  id: number;
  rule?: string | null;
  key?: string | null;
}

/** Tiles, locations and missions of the chosen modules. */
export interface Boxes {
  digest: string;
  tiles: Tile[];
  locations: Location[];
  missions: Mission[];
}

/** Of which modules, separated by commas. */
export interface BoxesQuery {
  modules?: string;
}

/** Put one of the tiles seen by Conspiracy under the pile. */
export interface Bury {
  do: "bury";
  tile: string;
}

/** The last message: why the server closes, and in how many seconds to come back, if at all. */
export interface Bye {
  type: "bye";
  reason: "closed" | "limit" | "lost_seat" | "slow" | "stopping";
  again?: number | null;
}

/** A chance event in the course of a move, and what it was worth to each seat. */
export interface ChanceTold {
  move: number;
  step: number;
  round: number;
  said: Sentence;
  worth: number[];
  errors: number[];
}

/** A chapter of the reference with the ids of its rules, in order. */
export interface Chapter {
  id: string;
  title: string;
  intro: string;
  rules: string[];
}

/** What somebody said: plain text, or the key of a quick phrase. */
export interface Chat {
  seat: number | null;
  name: string;
  text?: string;
  phrase?: string;
}

/** An action with what a client needs to offer it. */
export interface Choice {
  code: number;
  action: Pass | Place | Stake | Peek | MoveDie | Rotate | Assassinate | Conspire | Bury | Seduce | Shield | Turn |
    GiveUp | PlaceEnigma | Discard;
  tile?: string | null;
  target?: string | null;
}

/** What a seat could do, and its chance of winning with it by what it knew. */
export interface ChoiceTold {
  said: Sentence;
  chance: number;
  error: number;
}

/** How long people may think: without limit, per decision, or in all with an increment. */
export interface Clock {
  per?: "decision" | "game" | "none";
  seconds?: number;
  increment?: number;
}

/** Close the table to newcomers, or open it again; for the host. */
export interface CloseJoining {
  command: "close_joining";
  closed?: boolean;
}

/** A command was carried out and is durable; the entry has this number. */
export interface Commanded {
  number: number;
}

/** Use Conspiracy: look at the top of the pile. */
export interface Conspire {
  do: "conspire";
}

/** The character at `by` conspires: its seat looks at the top of the pile. */
export interface Conspired {
  event: "conspired";
  seat: number;
  by: string;
  location: string;
}

/** A whole view as one value; its parts are those of `View`. */
export interface Data {
  seat: number | null;
  options: Options;
  round: number;
  first: number | null;
  over: boolean;
  leading: number[];
  decision: Decision | null;
  places: LocationView[];
  players: Player[];
  missions: MissionView[];
  pile: Pile;
  removed: DiscardedTile[];
  drawn: string | null;
  die: number | null;
  choices: Choice[];
  by_tile: Record<string, number[]>;
  by_target: Record<string, number[]>;
}

/** What is being decided, by whom, and about which space or location. */
export interface Decision {
  kind: "ability" | "bury" | "discard" | "give_up" | "move_die" | "peek" | "place" | "place_enigma" | "rotate" |
    "stake";
  seats: number[];
  space?: string | null;
  location?: string | null;
}

/** A decision, judged by what its seat knew then. */
export interface DecisionTold {
  move: number;
  step: number;
  round: number;
  seat: number;
  said: Sentence;
  chance: number;
  error: number;
  forced?: boolean;
  cost?: number;
  cost_error?: number;
  best?: ChoiceTold[];
  reasons?: Sentence[];
  hidden?: number[];
}

/** Two dice were rolled for a character; their difference is added to its strength. */
export interface DiceRolled {
  event: "dice_rolled";
  space: string;
  dice: [number, number];
  difference: number;
}

/** A seat moved the airport's die; the airport has a new number. */
export interface DieMoved {
  event: "die_moved";
  seat: number;
  location: string;
  number: number;
  by: number;
}

/** Discard a tile from hand at the end of the round; one tile for each action. */
export interface Discard {
  do: "discard";
  tile: string;
}

/** A seat put a tile from hand aside to be discarded, and has `left` more to choose. */
export interface DiscardChosen {
  event: "discard_chosen";
  seat: number;
  tile: string | null;
  left: number;
}

/** A tile that was put aside is in its seat's discard pile now, and out of its network. */
export interface Discarded {
  event: "discarded";
  seat: number;
  tile: string;
  colour?: number | null;
}

/** A tile in a discard pile, or one that has left the game. */
export interface DiscardedTile {
  tile: string;
  colour: number | null;
}

/** What was asked is done and durable; the entry has this number. */
export interface Done {
  type: "done";
  id: number;
  number: number;
}

/** Enigma was laid on a location, by the seat that chose it or, without one, by chance. */
export interface EnigmaPlaced {
  event: "enigma_placed";
  location: string;
  seat: number | null;
}

/** A seat won Enigma. */
export interface EnigmaWon {
  event: "enigma_won";
  seat: number;
  location: string;
}

/** Through whose eyes: those of a seat, of a spectator, or all open. */
export interface EyesQuery {
  eyes?: "0" | "1" | "2" | "3" | "4" | "all" | "none";
}

/** It is settled who is the first player of the first round. */
export interface FirstPlayerFound {
  event: "first_player_found";
  seat: number;
}

/** A seat rolled two dice for the first player's place. */
export interface FirstRolled {
  event: "first_rolled";
  seat: number;
  dice: [number, number];
}

/** Strength for every character of one flag (LOC02-01, LOC04-01). */
export interface FlagBonus {
  flag: string;
  strength: number;
}

/** The game is over; the hands are final. */
export interface GameEnded {
  event: "game_ended";
}

/** Give a seat to a bot, or to another bot; for the host. */
export interface GiveToBot {
  command: "give_to_bot";
  seat: number;
  bot: string;
}

/** Give up a character at Hell's Mouth: its tile leaves the game. */
export interface GiveUp {
  do: "give_up";
  space: string;
}

/** The server is alive. */
export interface Health {
  status: "ok" | "stopping";
}

/** The first message of a client. */
export interface Hello {
  type: "hello";
  token?: string | null;
  since?: number | null;
  form?: "picture" | "view";
}

/** The answer to "?" on a symbol, a location or a mission. */
export interface Help {
  name: string;
  text: string;
  rules: string[];
}

/** One line on each symbol, location and kind of mission, with the ids of its rules. */
export interface Helps {
  symbols: Record<string, Help>;
  locations: Record<string, Help>;
  missions: Record<string, Help>;
}

/** Something that can be done, how good it is by what the seat knows, and why. */
export interface HintTold {
  code: number;
  said: Sentence;
  chance: number;
  error: number;
  reasons?: Sentence[];
}

/** A wish for a hint, for the turn that is numbered so. */
export interface HintWish {
  turn: number;
  considering?: number | null;
}

/** A token with which somebody may sit down. */
export interface Invitation {
  table: string;
  invitation: string;
  seat?: number | null;
}

/** A wish for another invitation, for one seat or for any. */
export interface Inviting {
  seat?: number | null;
}

/** Sit down: on this seat, or any open one. By nobody, or by a host without a seat. */
export interface Join {
  command: "join";
  name: string;
  seat?: number | null;
  colour?: string | null;
}

/** Somebody who wants to sit down; the invitation goes into the Authorization header. */
export interface Joining {
  name: string;
  seat?: number | null;
  colour?: string | null;
}

/** Whether what is asked can be kept: said when that changes, and on coming if it cannot. */
export interface Keeping {
  type: "keeping";
  possible: boolean;
}

/** Send a person away; for the host. While the game runs a bot takes over. */
export interface Kick {
  command: "kick";
  seat: number;
}

/** In which language; if none is named, by the header Accept-Language, or else in English. */
export interface LanguageQuery {
  language?: string | null;
}

/** Get up. While the game runs a stand-in plays on and the seat can be taken back. */
export interface Leave {
  command: "leave";
}

/** What the numbers in the pictures of a setup mean; it is the same for all its games. */
export interface Legend {
  tiles: string[];
  locations: string[];
  missions: string[];
  columns: number;
  width: number;
  slots: number;
  reach: number[];
}

/** Which tables to list. */
export interface ListQuery {
  state?: "open" | "over" | "running";
  before?: number | null;
}

/** A table as the lobby lists it. */
export interface Listing {
  table: string;
  state: "open" | "over" | "running";
  options: Options;
  seats: SeatInfo[];
  clock: Clock;
  created: number;
  open_seats?: number;
}

/** Tables of the lobby, the newest first; `older` asks for those after them. */
export interface Listings {
  tables: Listing[];
  older?: number | null;
}

/** A board of four cells. */
export interface Location {
  id: string;
  name: string;
  full_name?: string;
  module: string;
  number: number | null;
  clockwise: string[];
  secret?: string[];
  peek?: Record<string, string>;
  rewards?: number;
  traits?: Traits;
  sure: string;
}

/** A location was laid at a place of the grid, counted in reading order from 0. */
export interface LocationLaid {
  event: "location_laid";
  location: string;
  place: number;
}

/** A seat turned the location it entered; `quarter` says how it lies now. */
export interface LocationRotated {
  event: "location_rotated";
  seat: number;
  location: string;
  quarters: number;
  quarter: number;
}

/** A location that was laid got its quarter-turns clockwise. */
export interface LocationTurned {
  event: "location_turned";
  location: string;
  quarter: number;
}

/** A location as it lies in the grid this round. */
export interface LocationView {
  id: string;
  row: number;
  column: number;
  quarter: number;
  number: number;
  order: number;
  resolved: boolean;
  resolving: boolean;
  reward_cell: [number, number] | null;
  rewards: Reward[];
  spaces: Space[];
  standings: Standing[];
  enigma?: boolean;
  roulette?: boolean;
  stakes?: StakeOf[];
}

/** Ask for all that one may know; answered by Seen, or Packed with packed=true. */
export interface Look {
  type: "look";
  id: number;
  packed?: boolean;
}

/** A table as everybody sees it. */
export interface Looked {
  table: string;
  number: number;
  info: TableInfo;
}

/** What one entry means to one reader. */
export interface Message {
  number: number;
  at: number;
  note?: Note | null;
  chat?: Chat | null;
  facts?: (MissionDealt | AgendaDealt | FirstRolled | FirstPlayerFound | RoundStarted | LocationLaid | LocationTurned |
    AirportRolled | RewardDealt | RewardMissing | EnigmaPlaced | Placed | Staked | Peeked | DieMoved | LocationRotated |
    Passed | TurnSkipped | ResolutionStarted | Revealed | RewardRevealed | Assassinated | Conspired | TileDrawn |
    TileBuried | RewardShown | Seduced | Shielded | AgentTurned | DiceRolled | StrengthCounted | TotalCounted |
    Sacrificed | RewardWon | RewardReturned | EnigmaWon | StakeWon | StakeLost | TakenBack | DiscardChosen | Discarded |
    RoundEnded | MissionShown | AgendaShown | GameEnded)[];
  told?: (Sentence | null)[];
  changes?: number[][];
  result?: Result | null;
  ended?: Sentence | null;
  now?: Now | null;
  info?: TableInfo | null;
}

/** What a reader was told after a number. */
export interface Messages {
  number: number;
  messages: Message[];
  picture?: string | null;
}

/** A way to earn points at the end. */
export interface Mission {
  id: string;
  name: string;
  module: string;
  kind: string;
  symbols?: string[];
  flags?: string[];
  sure: string;
}

/** A mission was dealt; with secret missions number i > 0 lies between seats i - 1 and i. */
export interface MissionDealt {
  event: "mission_dealt";
  index: number;
  mission: string | null;
}

/** What a mission paid a seat. */
export interface MissionLine {
  mission: string;
  count: number;
  points: number;
  accomplished: boolean;
}

/** A mission that was secret is shown. */
export interface MissionShown {
  event: "mission_shown";
  index: number;
  mission: string;
}

/** A mission with what every seat has of it in its network now. */
export interface MissionView {
  index: number;
  mission: string | null;
  known_by: number[];
  counts: number[];
  leaders: number[];
}

/** An occasion that moved the points of a game. */
export interface Moment {
  move: number;
  round: number;
  before: number[];
  after: number[];
  led: number[];
  leads: number[];
  location?: string | null;
  told?: Sentence | null;
}

/** A decision of a finished game: who took it, when, and what happened before the next. */
export interface Move {
  seat: number | null;
  round: number;
  facts: (MissionDealt | AgendaDealt | FirstRolled | FirstPlayerFound | RoundStarted | LocationLaid | LocationTurned |
    AirportRolled | RewardDealt | RewardMissing | EnigmaPlaced | Placed | Staked | Peeked | DieMoved | LocationRotated |
    Passed | TurnSkipped | ResolutionStarted | Revealed | RewardRevealed | Assassinated | Conspired | TileDrawn |
    TileBuried | RewardShown | Seduced | Shielded | AgentTurned | DiceRolled | StrengthCounted | TotalCounted |
    Sacrificed | RewardWon | RewardReturned | EnigmaWon | StakeWon | StakeLost | TakenBack | DiscardChosen | Discarded |
    RoundEnded | MissionShown | AgendaShown | GameEnded)[];
  told: (Sentence | null)[];
  changes: number[][];
  remarks?: Sentence[];
}

/** Move the airport's die `by` so many, up or (below 0) down. */
export interface MoveDie {
  do: "move_die";
  by: number;
}

/** Somebody or something to be called by name: a kind and an id, or the numbers of seats. */
export type Name = ["location" | "mission" | "player" | "players" | "reward" | "space" | "tile", number | string |
  number[]];

/** What a choice cannot do without: a module, or one of some numbers of players. */
export interface Need {
  choice: string | number;
  rule: string;
  message: string;
  module?: string | null;
  players?: number[];
}

/** A table to be opened. */
export interface NewTable {
  seats: Seating[];
  name?: string | null;
  modules?: string[];
  edition?: string;
  variants?: string[];
  rulings?: string[];
  clock?: Clock;
  stand_in?: string | null;
  listed?: boolean;
}

/** Something happened. */
export interface News {
  type: "news";
  message: Message;
}

/** Nothing after the question mark. */
export interface NoQuery {}

/** Something that happened at the table, as key and arguments of a message. */
export interface Note {
  key: string;
  seat?: number | null;
  arguments?: Record<string, string | number>;
}

/** What is to be decided now, and what the reader can choose. */
export interface Now {
  decision?: Decision | null;
  said?: Sentence | null;
  clocks?: SeatClock[];
  turn?: number;
  placings?: Record<string, Record<string, number>>;
  choices?: Offer[];
  discards?: number;
  undo?: number;
}

/** A choice with its sentence, for the one who may take it. */
export interface Offer {
  code: number;
  action: Pass | Place | Stake | Peek | MoveDie | Rotate | Assassinate | Conspire | Bury | Seduce | Shield | Turn |
    GiveUp | PlaceEnigma | Discard;
  tile?: string | null;
  target?: string | null;
  said?: Sentence | null;
  changes?: number[];
  worth?: Record<string, number>;
}

/** Open a bot's seat to people; for the host. */
export interface OpenSeat {
  command: "open_seat";
  seat: number;
}

/** A new table: the host's token is for the host alone, the invitation for the others. */
export interface Opened {
  table: string;
  token: string;
  invitation: string;
  seat?: number | null;
}

/** What is played: seats, modules, edition, variants, colours of seats, and rulings. */
export interface Options {
  players: number;
  modules?: string[];
  edition?: string;
  variants?: string[];
  colours?: string[];
  rulings?: string[];
}

/** One's observation as `estoril.game.views.unpack` reads it, in base64. */
export interface Packed {
  type: "packed";
  id: number;
  number: number;
  turn: number;
  data: string;
}

/** Leave what may be left: a peek, the die, a rotation, the rest of a tile's symbols. */
export interface Pass {
  do: "pass";
}

/** A seat left a decision that may be left. */
export interface Passed {
  event: "passed";
  seat: number;
  decision: "ability" | "bury" | "discard" | "give_up" | "move_die" | "peek" | "place" | "place_enigma" | "rotate" |
    "stake";
  space: string;
}

/** Let the game and its clocks stand still; for everybody with a seat, and the host. */
export interface Pause {
  command: "pause";
}

/** Look at a face-down character or reward; `target` is its space, or the reward itself. */
export interface Peek {
  do: "peek";
  target: string;
}

/** A seat looked at a face-down character, or at a reward, which has no owner. */
export interface Peeked {
  event: "peeked";
  seat: number;
  target: string;
  owner: number | null;
  tile: string | null;
}

/** The draw pile: its size, and the returned tiles from the top as far as known. */
export interface Pile {
  size: number;
  unseen: number;
  returned: (string | null)[];
}

/** Ask whether the server is there; answered by Pong. */
export interface Ping {
  type: "ping";
  id: number;
}

/** Place a tile from hand on a space. */
export interface Place {
  do: "place";
  tile: string;
  space: string;
}

/** Place Enigma on the reward cell of a location. */
export interface PlaceEnigma {
  do: "place_enigma";
  location: string;
}

/** A seat placed a tile from hand on a space, with a marker. */
export interface Placed {
  event: "placed";
  seat: number;
  space: string;
  tile: string | null;
  face_up: boolean;
}

/** A seat as the reader sees it. */
export interface Player {
  seat: number;
  colour: string;
  hand: string[] | null;
  hand_size: number;
  network: string[];
  markers: number;
  discards: DiscardedTile[];
  chosen?: string[];
  agenda?: string | null;
  enigma?: boolean;
  unseen?: string[];
  points?: Points;
}

/** How everybody stood after a move: by what each knew (with errors), and with all open. */
export interface PointTold {
  move: number;
  round: number;
  known: number[];
  errors: number[];
  open: number[];
}

/** A seat's points if the game ended with everything as it is, as far as the reader knows. */
export interface Points {
  tiles?: number;
  discards?: number;
  missions?: number;
  agenda?: number;
  enigma?: number;
  total?: number;
}

/** The server is there. */
export interface Pong {
  type: "pong";
  id: number;
  now: number;
}

/** A puzzle as it is posed and answered, made of what one seat knows. */
export interface PosedPuzzle {
  id: string;
  number: number;
  theme: string;
  level: number;
  snapshot: Snapshot;
  answers: PuzzleAnswer[];
  why: Sentence[];
}

/** Why something was refused: a stable code, a text for people, and the rule if there is one. */
export interface Problem {
  code: string;
  text: string;
  key?: string | null;
  arguments?: Record<string, string | number>;
  rule?: string | null;
}

/** The keys of a browser that listens, in base64url: a point of P-256, and 16 random bytes. */
export interface PushKeys {
  p256dh: string;
  auth: string;
}

/** What a browser that listens is told, encrypted for it: nothing of the game. */
export interface Pushed {
  event: "your_turn";
  table: string;
  number: number;
  title: string;
  text: string;
}

/** An action, the chance of winning with it, and the standard error of that. */
export interface PuzzleAnswer {
  code: number;
  said: Sentence;
  chance: number;
  error: number;
}

/** A puzzle in the list: what it is about, how hard it is (1 to 8), and what is played. */
export interface PuzzleEntry {
  id: string;
  theme: string;
  level: number;
  players: number;
  modules: string[];
  round: number;
  decision: "ability" | "bury" | "discard" | "give_up" | "move_die" | "peek" | "place" | "place_enigma" | "rotate" |
    "stake";
}

/** All puzzles, the one of today, and the bots by whom their levels are measured. */
export interface Puzzles {
  date: string;
  daily: string;
  bots: string[];
  puzzles: PuzzleEntry[];
}

/** Whether the server can keep what people do, and what is the matter with its database. */
export interface Ready {
  ready: boolean;
  database: "absent" | "broken" | "full" | "hanging" | "locked" | "ok" | "readonly";
}

/** Take another colour, before the start. */
export interface Recolour {
  command: "recolour";
  colour: string;
}

/** What was asked is refused, and nothing has changed; as in REST problems. */
export interface Refused {
  type: "refused";
  id: number | null;
  code: string;
  text: string;
  key?: string | null;
  arguments?: Record<string, string | number>;
  rule?: string | null;
}

/** Play again; for everybody with a seat, and the host, when the game is over. */
export interface Rematch {
  command: "rematch";
}

/** Take another name. */
export interface Rename {
  command: "rename";
  name: string;
}

/** A finished game move by move, through somebody's eyes; the first move is the setup. */
export interface Replay {
  info: TableInfo;
  legend: Legend;
  moves: Move[];
  result: Result;
  ended: Sentence;
  moments: Moment[];
}

/** The next location is resolved; Enigma, if nobody won it at the last one, lies nowhere. */
export interface ResolutionStarted {
  event: "resolution_started";
  location: string;
}

/** The final scoring of all seats, and who won. */
export interface Result {
  seats: SeatResult[];
  winners: number[];
}

/** Let the game go on; for everybody with a seat, and the host. */
export interface Resume {
  command: "resume";
}

/** A character was turned face up. */
export interface Revealed {
  event: "revealed";
  space: string;
  tile: string;
  owner: number;
}

/** Whether with the review itself, or only how far it is. */
export interface ReviewQuery {
  whole?: boolean;
}

/** The review of a finished game. */
export interface ReviewTold {
  depth: "club" | "deep" | "quick";
  points: PointTold[];
  turns: TurnTold[];
  seats: SeatTold[];
  decisions: DecisionTold[];
  chances: ChanceTold[];
  levels: Record<string, number>;
}

/** A wish for the review of a game; `deep` tries ten times as much, and is for its players. */
export interface ReviewWish {
  depth?: "club" | "deep" | "quick";
}

/** What there is of a review, and how many steps of the one that is being made are done. */
export interface Reviewed {
  depth?: "club" | "deep" | "quick" | null;
  making?: "club" | "deep" | "quick" | null;
  done?: number;
  of?: number;
  review?: ReviewTold | null;
}

/** A tile to be won. */
export interface Reward {
  id: string;
  tile: string | null;
  face_up: boolean;
  known_by?: number[];
}

/** A tile from the pile was laid out as a reward of a location. */
export interface RewardDealt {
  event: "reward_dealt";
  location: string;
  which: number;
  tile: string | null;
  face_up: boolean;
}

/** The pile is empty: a location has no reward. */
export interface RewardMissing {
  event: "reward_missing";
  location: string;
}

/** Nobody won a reward; it goes under the pile. */
export interface RewardReturned {
  event: "reward_returned";
  location: string;
  which: number;
  tile: string;
}

/** A reward was turned face up. */
export interface RewardRevealed {
  event: "reward_revealed";
  location: string;
  which: number;
  tile: string;
}

/** The tile that a conspirator drew is the reward now, face up. */
export interface RewardShown {
  event: "reward_shown";
  seat: number;
  location: string;
  which: number;
  tile: string;
}

/** A seat won a reward; it goes to its hand and network. */
export interface RewardWon {
  event: "reward_won";
  seat: number;
  location: string;
  which: number;
  tile: string;
}

/** Turn the location just entered, by 1 to 3 quarter-turns clockwise. */
export interface Rotate {
  do: "rotate";
  quarters: number;
}

/** A round ended; all locations are taken up. */
export interface RoundEnded {
  event: "round_ended";
  round: number;
}

/** A round began: the grid is empty, and every seat has all its markers. */
export interface RoundStarted {
  event: "round_started";
  round: number;
  first: number;
}

/** One rule in our own words. */
export interface Rule {
  id: string;
  chapter: string;
  text: string;
  ruling?: boolean;
  ruling_on?: string;
  editions?: Record<string, string>;
  readings?: Record<string, string>;
  source?: ("double-agent-2017" | "english-2016" | "german" | "polish" | "superbox")[];
}

/** The rule reference of one language. */
export interface Rules {
  language: string;
  chapters: Chapter[];
  rules: Rule[];
  helps: Helps;
  glossary?: Record<string, string>;
}

/** The weakest seat gave up a character, which leaves the game and its owner's network. */
export interface Sacrificed {
  event: "sacrificed";
  seat: number;
  space: string;
  tile: string;
  owner: number;
  colour?: number | null;
}

/** Say something to everybody. */
export interface Say {
  command: "say";
  text: string;
}

/** Say a quick phrase to everybody, in the language of each reader. */
export interface SayPhrase {
  command: "say_phrase";
  phrase: string;
}

/** A seat's clock: what is left, and when it runs out if it is running. */
export interface SeatClock {
  seat: number;
  left: number;
  deadline?: number | null;
}

/** A seat as everybody sees it. */
export interface SeatInfo {
  seat: number;
  colour: string;
  holder: "bot" | "open" | "person";
  name?: string;
  face?: string;
  bot?: string | null;
  stands_in?: boolean;
  ready?: boolean;
  host?: boolean;
  agreed?: number[] | null;
  allows_hints?: boolean | null;
  hints?: number;
}

/** A seat's final scoring, line by line; all figures are points unless said otherwise. */
export interface SeatResult {
  seat: number;
  discards: number;
  tiles: number;
  missions: MissionLine[];
  agenda: string | null;
  agenda_points: number;
  enigma: number;
  total: number;
  accomplished: number;
}

/** What became of a seat; `start`, `own` to `revised` add up to `result`. */
export interface SeatTold {
  seat: number;
  start: number;
  own: number;
  own_error: number;
  others: number;
  others_error: number;
  chance: number;
  chance_error: number;
  hidden: number;
  revised: number;
  result: number;
  cost: number;
  accuracy: number | null;
  costliest: number[];
}

/** A seat: its token is for the one who sits there alone. */
export interface Seated {
  table: string;
  seat: number;
  token: string;
}

/** Who is to have a seat of a new table: the host, whoever comes, or a bot. */
export interface Seating {
  who?: "bot" | "me" | "open";
  bot?: string | null;
  colour?: string | null;
}

/** Use Seduction: bring the character on `space` to a free space of this location. */
export interface Seduce {
  do: "seduce";
  space: string;
  to: string;
}

/** The character at `by` fetched one from `source` to `space`: face up, its abilities void. */
export interface Seduced {
  event: "seduced";
  seat: number;
  by: string;
  source: string;
  space: string;
  tile: string;
  owner: number;
}

/** All that one may know, on coming or on request. */
export interface Seen {
  type: "seen";
  snapshot: Snapshot;
  id?: number | null;
}

/** A sentence without words: a message of the catalogue, and what fills it. */
export interface Sentence {
  key: string;
  arguments?: Record<string, number | string | Name | Sentence>;
  number?: number | null;
}

/** Be ready for the start, or not. */
export interface SetReady {
  command: "set_ready";
  ready?: boolean;
}

/** Use Diplomacy on the character on a space: it gets a shield for the round. */
export interface Shield {
  do: "shield";
  space: string;
}

/** The character at `by` gave the one at `space` a shield. */
export interface Shielded {
  event: "shielded";
  seat: number;
  by: string;
  space: string;
  owner: number;
}

/** From where on to tell, and whether with the picture there and what changes in it. */
export interface SinceQuery {
  since?: number;
  form?: "facts" | "picture";
}

/** All that a reader may know, for one who has just come. */
export interface Snapshot {
  number: number;
  at: number;
  seat: number | null;
  info: TableInfo;
  since?: number;
  view?: Data | null;
  legend?: Legend | null;
  picture?: string | null;
  now?: Now | null;
  result?: Result | null;
  ended?: Sentence | null;
  chat?: Message[];
}

/** A space and what lies on it. */
export interface Space {
  id: string;
  numeral: string;
  row: number;
  column: number;
  outer: boolean;
  top_secret: boolean;
  peek: string | null;
  occupied: boolean;
  tile?: string | null;
  face_up?: boolean;
  owner?: number | null;
  controller?: number | null;
  shield?: boolean;
  void?: boolean;
  turned?: boolean;
  known_by?: number[];
  strength?: Strength | null;
  possible?: string[];
}

/** A tile in hand, and what it or an ability is aimed at. */
export interface SpotQuery {
  tile?: string | null;
  target?: string | null;
}

/** Put a tile under the roulette, from hand or from one's own discard pile. */
export interface Stake {
  do: "stake";
  tile: string;
  source?: "discard" | "hand";
  colour?: number | null;
}

/** Nobody won a staked tile; it leaves the game. */
export interface StakeLost {
  event: "stake_lost";
  tile: string;
  colour: number;
  by: number;
  source: string;
}

/** A tile under the roulette. */
export interface StakeOf {
  seat: number;
  tile: string | null;
  source: string;
  colour: number;
}

/** A seat won a tile that the seat `by` had staked; it goes to the winner's discard pile. */
export interface StakeWon {
  event: "stake_won";
  seat: number;
  tile: string;
  colour: number;
  by: number;
  source: string;
}

/** A seat put a tile under the roulette; one from hand stays in its network. */
export interface Staked {
  event: "staked";
  seat: number;
  tile: string | null;
  source: string;
  colour: number;
}

/** A seat's strength at a location, as far as the reader knows it. */
export interface Standing {
  seat: number;
  total: number;
  unknown: number;
}

/** Begin the game; for the host, when every seat is taken and everybody else is ready. */
export interface Start {
  command: "start";
}

/** A character's strength with its parts, if its location were resolved now. */
export interface Strength {
  printed: number;
  flags: number;
  location: number;
  nationalism: number;
  dice: number;
  total: number;
}

/** How strong a character is, and why; all know it, so its row has a part more. */
export interface StrengthCounted {
  event: "strength_counted";
  seat: number;
  space: string;
  tile: string;
  printed: number;
  flags: number;
  location: number;
  nationalism: number;
  dice: number;
  total: number;
}

/** Games of one bot against itself, with a number of players. */
export interface StrongCell {
  bot: string;
  players: number;
  games: number;
}

/** What things are worth to players of each level, with each number of players. */
export interface StrongFigures {
  cells: StrongCell[];
  points: Record<string, number[]>;
  order: (([number, number])[])[];
  tiles: Record<string, ([number, number] | null)[]>;
  locations: Record<string, ([number, number] | null)[]>;
  spaces: Record<string, ([number, number] | null)[]>;
  missions: Record<string, ([number, number] | null)[]>;
}

/** A browser that wants to be called, as `PushSubscription.toJSON` has it, and its language. */
export interface Subscription {
  endpoint: string;
  keys: PushKeys;
  language?: string;
}

/** A table as everybody sees it, without the game on it. */
export interface TableInfo {
  state: "open" | "over" | "running";
  options: Options;
  seats: SeatInfo[];
  clock: Clock;
  stand_in: string;
  created: number;
  closed?: boolean;
  paused?: boolean;
  waits?: boolean;
  previous?: string | null;
  next?: string | null;
  content?: "earlier" | "own" | "today";
  hints?: boolean;
}

/** Take the seat back from the stand-in. */
export interface TakeBack {
  command: "take_back";
}

/** Note, for everybody to see, that one takes a hint for the turn that is numbered so. */
export interface TakeHint {
  command: "take_hint";
  turn: number;
}

/** A character went from its space to its owner's hand; marker and shield come off. */
export interface TakenBack {
  event: "taken_back";
  seat: number;
  space: string;
  tile: string;
}

/** A character. */
export interface Tile {
  id: string;
  name: string;
  module: string;
  flag: string;
  strength: number;
  points: number;
  symbols?: string[];
  woman?: boolean;
  starting?: boolean;
  sure: string;
  name_sure?: string;
}

/** A conspirator put a tile under the pile: a reward or, without `which`, the drawn one. */
export interface TileBuried {
  event: "tile_buried";
  seat: number;
  location: string;
  which: number | null;
  tile: string | null;
}

/** A conspirator took the top tile of the pile. */
export interface TileDrawn {
  event: "tile_drawn";
  seat: number;
  tile: string | null;
}

export type Told = Welcome | Seen | News | Done | Refused | Packed | Because | Pong | Keeping | Bye;

/** How strong a seat is at a location. */
export interface TotalCounted {
  event: "total_counted";
  seat: number;
  location: string;
  total: number;
}

/** What is special about a location; everything is off unless said. */
export interface Traits {
  no_assassins?: boolean;
  flag_bonus?: FlagBonus | null;
  woman_bonus?: number;
  all_outer?: boolean;
  dice?: boolean;
  sacrifice?: boolean;
  rotates?: boolean;
  nationalism_bonus?: number;
  die_moves?: Record<string, number>;
  roulette?: boolean;
}

/** A decision of a finished game that somebody wants to take anew, against bots. */
export interface TryingAgain {
  step: number;
  name: string;
  bot?: string | null;
}

/** Use Double Agent on another player's character: it obeys this seat until the round ends. */
export interface Turn {
  do: "turn";
  space: string;
}

/** A seat has a marker, but cannot place. */
export interface TurnSkipped {
  event: "turn_skipped";
  seat: number;
}

/** A move after which much was different by what everybody knew. */
export interface TurnTold {
  move: number;
  round: number;
  seat: number;
  said: Sentence | null;
  before: number[];
  after: number[];
}

/** Take one's last move back, as long as it has revealed nothing and nobody has moved since. */
export interface Undo {
  command: "undo";
  move: number;
}

/** Where to post that it is a seat's turn. */
export interface Webhook {
  url: string;
}

/** The answer to Hello: who one is here. */
export interface Welcome {
  type: "welcome";
  protocol: number;
  table: string;
  seat: number | null;
  host: boolean;
  number: number;
  now: number;
}

/** Ask why one may not use a tile or choose a target now; answered by Because. */
export interface Why {
  type: "why";
  id: number;
  tile?: string | null;
  target?: string | null;
}

/** Every message of a language by its key; those that follow a number have several forms. */
export interface Words {
  language: string;
  languages: string[];
  plural: number[];
  messages: Record<string, string | string[]>;
}

/** What is posted to a webhook; chat systems show `text` or `content`. */
export interface YourTurn {
  event: "your_turn";
  table: string;
  seat: number;
  name: string;
  number: number;
  link: string;
  text: string;
  content: string;
}

export type Fact = NonNullable<Message["facts"]>[number];
export type Action = Choice["action"];

/** How an event is shown; events.py says what each of these means. */
export interface EventKind {
  readonly tone?: "noise" | "detail" | "plain" | "gain" | "heading";
  readonly pace?: number;
  readonly step?: "open" | "ability" | "dice" | "strength" | "loss" | "reward" | "within";
  readonly symbol?: string;
  readonly reach?: readonly [from: string, to: string];
}

/** The symbol that an action uses. */
export interface ActionKind {
  readonly symbol?: string;
}

export const EVENTS: Readonly<Record<Fact["event"], EventKind>> = {
  mission_dealt: { tone: "noise" },
  agenda_dealt: { tone: "noise" },
  first_rolled: { tone: "detail" },
  first_player_found: {},
  round_started: { tone: "heading", pace: 900 },
  location_laid: { tone: "noise" },
  location_turned: { tone: "noise" },
  airport_rolled: {},
  reward_dealt: { tone: "noise", pace: 90 },
  reward_missing: {},
  enigma_placed: { pace: 500 },
  placed: { pace: 620 },
  staked: { pace: 500 },
  peeked: { pace: 550 },
  die_moved: { pace: 600 },
  location_rotated: { pace: 700 },
  passed: { pace: 350, step: "ability" },
  turn_skipped: { pace: 500 },
  resolution_started: { tone: "heading", pace: 1000, step: "open" },
  revealed: { pace: 420, step: "within" },
  reward_revealed: { pace: 420, step: "within" },
  assassinated: { pace: 1500, step: "ability", symbol: "assassin", reach: ["by", "space"] },
  conspired: { pace: 1100, step: "ability", symbol: "conspiracy", reach: ["by", "location"] },
  tile_drawn: { tone: "detail", pace: 500, step: "within" },
  tile_buried: { pace: 600, step: "within" },
  reward_shown: { pace: 700, step: "within" },
  seduced: { pace: 1600, step: "ability", symbol: "seduction", reach: ["by", "space"] },
  shielded: { pace: 1200, step: "ability", symbol: "diplomacy", reach: ["by", "space"] },
  agent_turned: { pace: 1500, step: "ability", symbol: "double_agent", reach: ["by", "space"] },
  dice_rolled: { pace: 800, step: "dice" },
  strength_counted: { tone: "detail", pace: 750, step: "strength" },
  total_counted: { pace: 600, step: "strength" },
  sacrificed: { pace: 1400, step: "loss" },
  reward_won: { tone: "gain", pace: 1900, step: "reward" },
  reward_returned: { pace: 1200, step: "reward" },
  enigma_won: { tone: "gain", pace: 700, step: "within" },
  stake_won: { tone: "gain", pace: 600, step: "within" },
  stake_lost: { pace: 600, step: "within" },
  taken_back: { tone: "noise", pace: 40 },
  discard_chosen: { tone: "noise" },
  discarded: { pace: 160 },
  round_ended: { tone: "heading", pace: 500 },
  mission_shown: {},
  agenda_shown: {},
  game_ended: {},
};

export const ACTIONS: Readonly<Record<Action["do"], ActionKind>> = {
  pass: {},
  place: {},
  stake: {},
  peek: {},
  move_die: {},
  rotate: {},
  assassinate: { symbol: "assassin" },
  conspire: { symbol: "conspiracy" },
  bury: {},
  seduce: { symbol: "seduction" },
  shield: { symbol: "diplomacy" },
  turn: { symbol: "double_agent" },
  give_up: {},
  place_enigma: {},
  discard: {},
};

export const COLOURS: readonly string[] = ["red", "blue", "green", "yellow", "pink"];

/** Whom bots of each level play. */
export const CAST: Readonly<Record<string, readonly string[]>> = {
  tourist: ["daisy", "hubert", "nettie", "aldo", "sigrid", "bento"],
  porter: ["amadeu", "gertie", "zdenek", "benedita", "hansi"],
  informant: ["zulmira", "baltasar", "fritzi", "marek", "odette", "paco"],
  courier: ["ilona", "dinis", "maud", "radek", "jules"],
  agent: ["vera", "thorne", "kata", "valadar", "lothar", "clara"],
  attache: ["halloran", "isolde", "quiroga", "celeste", "tadeusz"],
  resident: ["severin", "mafalda", "crowe", "irena", "basile"],
  spymaster: ["orlova", "ashdown", "rauth", "leonor", "zaremba", "livia"],
  random: ["fausto", "keane", "gaspard", "miklos", "zufall", "serafim"],
};

/** How many locations lie in a row of the grid, by the number of players. */
export const COLUMNS: Readonly<Record<number, number>> = {
  2: 3,
  3: 3,
  4: 3,
  5: 4,
};

/** What is being decided, by its number in a picture. */
export const DECISIONS: Readonly<Record<number, string>> = {
  1: "place",
  2: "stake",
  3: "peek",
  4: "move_die",
  5: "rotate",
  6: "place_enigma",
  7: "ability",
  8: "bury",
  9: "give_up",
  10: "discard",
};

export const NONE = -1;
export const HIDDEN = -2;
export const STARTERS = 6;

/** Where each thing stands in a picture; engine/layout.py says what these are. */
export const LAYOUT = {
  ROUND: 0,
  FIRST: 1,
  DECISION: 2,
  OVER: 3,
  WAITING: 4,
  ASKED_SPACE: 5,
  ASKED_LOCATION: 6,
  DIE: 7,
  DRAWN: 8,
  PILE: 9,
  UNSEEN: 10,
  RETURNED: 11,
  REMOVED: 12,
  REMOVED_STARTING: 16,
  LEADING: 18,
  STAKE: 19,
  STAKE_SIZE: 4,
  STAKE_BY: 0,
  STAKE_TILE: 1,
  STAKE_FROM_HAND: 2,
  STAKE_COLOUR: 3,
  SEAT: 35,
  SEAT_SIZE: 39,
  HAND_OPEN: 0,
  HAND: 1,
  HAND_MORE: 5,
  HAND_SIZE: 7,
  NETWORK: 8,
  NETWORK_MORE: 12,
  MARKERS: 14,
  DISCARD: 15,
  DISCARD_STARTING: 19,
  CHOSEN: 21,
  CHOSEN_MORE: 25,
  AGENDA: 27,
  HAS_ENIGMA: 28,
  OUT_OF_SIGHT: 29,
  POINTS: 33,
  MISSION: 230,
  MISSION_SIZE: 8,
  WHICH_MISSION: 0,
  MISSION_KNOWN: 1,
  MISSION_COUNT: 2,
  MISSION_LEADERS: 7,
  SLOT: 278,
  SLOT_SIZE: 73,
  LOCATION: 0,
  QUARTER: 1,
  NUMBER: 2,
  ORDER: 3,
  RESOLVED: 4,
  RESOLVING: 5,
  ENIGMA: 6,
  ROULETTE: 7,
  REWARD_CELL: 8,
  REWARD: 9,
  REWARD_SIZE: 3,
  REWARD_TILE: 0,
  REWARD_UP: 1,
  REWARD_KNOWN: 2,
  STANDING: 15,
  STANDING_SIZE: 2,
  TOTAL: 0,
  UNKNOWN: 1,
  SPACE: 25,
  SPACE_SIZE: 12,
  CELL: 0,
  MARKS: 1,
  TILE: 2,
  OWNER: 3,
  CONTROLLER: 4,
  KNOWN: 5,
  STRENGTH: 6,
  POSSIBLE: 6,
  OUTER: 1,
  TOP_SECRET: 2,
  OCCUPIED: 4,
  FACE_UP: 8,
  SHIELD: 16,
  VOID: 32,
  TURNED: 64,
  QUEUE: 862,
  SIZE: 926,
} as const;
