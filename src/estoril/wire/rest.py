"""Bodies of requests and answers of the REST interface."""

from __future__ import annotations

from typing import Annotated, Final, Literal

import msgspec

from estoril.boxes import Location, Mission, Tile
from estoril.choices import Need
from estoril.game.events import AnyFact, DecisionName
from estoril.game.moments import Moment
from estoril.game.options import Options
from estoril.game.pictures import Legend
from estoril.game.results import Result
from estoril.game.sentences import Sentence
from estoril.rulebook import Chapter, Help, Rule
from estoril.table.clock import Clock
from estoril.table.commands import BotSpec, Name, SeatNumber, Word
from estoril.table.messages import Message, SeatInfo, Snapshot, TableInfo

PROTOCOL: Final = 2  # raised when an old client would not understand the server

Address = Annotated[str, msgspec.Meta(min_length=8, max_length=500, pattern="^https?://")]
Token = Annotated[str, msgspec.Meta(min_length=20, max_length=64, pattern="^[A-Za-z0-9_-]+$")]


class _Body(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """An answer of the server."""


class _Given(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Something that a client sends: unknown fields are mistakes, and said to be."""


class Seating(_Given, frozen=True):
    """Who is to have a seat of a new table: the host, whoever comes, or a bot."""

    who: Literal["me", "open", "bot"] = "open"
    bot: BotSpec | None = None  # the level, with who="bot"
    colour: Word | None = None


class NewTable(_Given, frozen=True):
    """A table to be opened."""

    seats: Annotated[tuple[Seating, ...], msgspec.Meta(min_length=2, max_length=5)]
    name: Name | None = None  # of the host, if one of the seats is theirs
    modules: Annotated[tuple[Word, ...], msgspec.Meta(max_length=8)] = ()
    edition: Word = "superbox"
    variants: Annotated[tuple[Word, ...], msgspec.Meta(max_length=8)] = ()
    rulings: Annotated[tuple[Word, ...], msgspec.Meta(max_length=8)] = ()
    clock: Clock = msgspec.field(default_factory=Clock)
    stand_in: Word | None = None  # the bot that plays for those who are away
    listed: bool = False  # whether strangers find the table in the lobby and may join


class Opened(_Body, frozen=True):
    """A new table: the host's token is for the host alone, the invitation for the others."""

    table: str
    token: str
    invitation: str
    seat: int | None = None


class Joining(_Given, frozen=True):
    """Somebody who wants to sit down; the invitation goes into the Authorization header."""

    name: Name
    seat: SeatNumber | None = None
    colour: Word | None = None


class Seated(_Body, frozen=True):
    """A seat: its token is for the one who sits there alone."""

    table: str
    seat: int
    token: str


class Inviting(_Given, frozen=True):
    """A wish for another invitation, for one seat or for any."""

    seat: SeatNumber | None = None


class Invitation(_Body, frozen=True):
    """A token with which somebody may sit down."""

    table: str
    invitation: str
    seat: int | None = None


class Listing(_Body, frozen=True):
    """A table as the lobby lists it."""

    table: str
    state: Literal["open", "running", "over"]
    options: Options
    seats: tuple[SeatInfo, ...]
    clock: Clock
    created: float
    open_seats: int = 0


class Listings(_Body, frozen=True):
    """Tables of the lobby, the newest first; `older` asks for those after them."""

    tables: tuple[Listing, ...]
    older: float | None = None


class Looked(_Body, frozen=True):
    """A table as everybody sees it."""

    table: str
    number: int
    info: TableInfo


class Messages(_Body, frozen=True):
    """What a reader was told after a number.

    With `form=picture` there is the reader's picture after that number, unless the game had not
    begun, and messages say what each fact changes in it.
    """

    number: int
    messages: tuple[Message, ...]
    picture: bytes | None = None


class Commanded(_Body, frozen=True):
    """A command was carried out and is durable; the entry has this number."""

    number: int


class Webhook(_Given, frozen=True):
    """Where to post that it is a seat's turn."""

    url: Address


class YourTurn(_Body, frozen=True):
    """What is posted to a webhook; chat systems show `text` or `content`."""

    event: Literal["your_turn"]
    table: str
    seat: int
    name: str
    number: int
    link: str
    text: str
    content: str


class PushKeys(_Given, frozen=True):
    """The keys of a browser that listens, in base64url: a point of P-256, and 16 random bytes."""

    p256dh: Annotated[str, msgspec.Meta(min_length=80, max_length=100)]
    auth: Annotated[str, msgspec.Meta(min_length=20, max_length=30)]


class Subscription(_Given, frozen=True):
    """A browser that wants to be called, as `PushSubscription.toJSON` has it, and its language."""

    endpoint: Address
    keys: PushKeys
    language: Annotated[str, msgspec.Meta(max_length=8)] = "en"


class Pushed(_Body, frozen=True):
    """What a browser that listens is told, encrypted for it: nothing of the game."""

    event: Literal["your_turn"]
    table: str
    number: int
    title: str
    text: str


class Problem(_Body, frozen=True):
    """Why something was refused: a stable code, a text for people, and the rule if there is one."""

    code: str
    text: str
    key: str | None = None  # of the message, for clients that speak other languages
    arguments: dict[str, str | int] = {}
    rule: str | None = None


class About(_Body, frozen=True):
    """What this server is and offers."""

    name: str
    version: str
    protocol: int
    rules: int
    players: tuple[int, ...]
    colours: tuple[str, ...]
    modules: tuple[str, ...]
    editions: tuple[str, ...]
    variants: tuple[str, ...]
    rulings: tuple[str, ...]
    needs: tuple[Need, ...]  # what must be chosen together
    bots: tuple[str, ...]
    phrases: tuple[str, ...]
    webhooks: bool
    push: str | None = None  # the key for subscriptions of browsers, in base64url


class Health(_Body, frozen=True):
    """The server is alive."""

    status: Literal["ok", "stopping"]


class Ready(_Body, frozen=True):
    """Whether the server can keep what people do, and what is the matter with its database.

    Attributes:
        database: All is well, or: no room on the disk, locked by somebody else, not to be written,
            no answer in time, not there, or something else.
    """

    ready: bool
    database: Literal["ok", "full", "locked", "readonly", "hanging", "absent", "broken"]


class Rules(_Body, frozen=True):
    """The rule reference of one language."""

    language: str
    chapters: tuple[Chapter, ...]
    rules: tuple[Rule, ...]
    helps: Helps
    glossary: dict[str, str] = {}


class Helps(_Body, frozen=True):
    """One line on each symbol, location and kind of mission, with the ids of its rules."""

    symbols: dict[str, Help]
    locations: dict[str, Help]
    missions: dict[str, Help]


class Words(_Body, frozen=True):
    """Every message of a language by its key; those that follow a number have several forms.

    `plural` says which form the numbers from 0 to 199 take; beyond it the last two digits decide.
    """

    language: str
    languages: tuple[str, ...]
    plural: tuple[int, ...]
    messages: dict[str, str | list[str]]


class Move(_Body, frozen=True):
    """A decision of a finished game: who took it, when, and what happened before the next.

    Facts, sentences and changes are as in messages; the first move changes a picture of zeros. What
    a bot was after, feared and believed is in `remarks`, for those eyes that see its secrets.
    """

    seat: int | None  # None: what came before the first decision
    round: int
    facts: tuple[AnyFact, ...]
    told: tuple[Sentence | None, ...]
    changes: list[list[int]]
    remarks: tuple[Sentence, ...] = ()


class Replay(_Body, frozen=True):
    """A finished game move by move, through somebody's eyes; the first move is the setup.

    `moments` are those that decided it, seen by everybody now that it is over.
    """

    info: TableInfo
    legend: Legend
    moves: tuple[Move, ...]
    result: Result
    ended: Sentence
    moments: tuple[Moment, ...]


class PuzzleEntry(_Body, frozen=True):
    """A puzzle in the list: what it is about, how hard it is (1 to 8), and what is played."""

    id: str
    theme: str
    level: int
    players: int
    modules: tuple[str, ...]
    round: int
    decision: DecisionName


class Puzzles(_Body, frozen=True):
    """All puzzles, the one of today, and the bots by whom their levels are measured."""

    date: str  # of today, in UTC
    daily: str
    bots: tuple[str, ...]
    puzzles: tuple[PuzzleEntry, ...]


class PuzzleAnswer(_Body, frozen=True):
    """An action, the chance of winning with it, and the standard error of that."""

    code: int
    said: Sentence
    chance: float
    error: float


class PosedPuzzle(_Body, frozen=True):
    """A puzzle as it is posed and answered, made of what one seat knows.

    Attributes:
        id: Its name, which stays whatever other puzzles there are.
        number: Its place in the list, from 1 on.
        theme: What it is about.
        level: How hard it is: the weakest of the eight levels of bots from which on all solve it.
        snapshot: The table as the seat sees it, and what it can choose.
        answers: The best actions, the solution first.
        why: What speaks for the solution.
    """

    id: str
    number: int
    theme: str
    level: int
    snapshot: Snapshot
    answers: tuple[PuzzleAnswer, ...]
    why: tuple[Sentence, ...]


class Barred(_Body, frozen=True):
    """The rule that bars something, and the key of the reason; None where nothing bars it."""

    rule: str | None = None
    key: str | None = None


class Boxes(_Body, frozen=True):
    """Tiles, locations and missions of the chosen modules."""

    digest: str
    tiles: tuple[Tile, ...]
    locations: tuple[Location, ...]
    missions: tuple[Mission, ...]
