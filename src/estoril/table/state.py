"""The state of a table: what is true of it now. Only `folding` changes it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from copy import copy
from typing import Final, Literal, NamedTuple

import msgspec

from estoril.bots.protocol import Remark
from estoril.boxes import Content
from estoril.choices import LEVELS
from estoril.game.actions import table_for
from estoril.game.game import Attempt, Game
from estoril.game.options import Options, catalog_for
from estoril.game.pictures import Legend, reader_for
from estoril.game.telling import Narrator, narrator_for
from estoril.table import cast
from estoril.table.clock import DAY, SeatClock, Timer
from estoril.table.entries import Created, Moved, SeatPlan
from estoril.table.messages import ContentIs, SeatInfo, TableInfo, Thinking

PAUSES: Final = 3  # that a seat may ask for in a game
LONGEST_PAUSE: Final = DAY  # seconds; as long as a decision may take, where that is longer

Holder = Literal["open", "person", "bot"]
Stage = Literal["open", "running", "over"]


class Undoable(NamedTuple):
    """A move that can be taken back, and what is true again then."""

    number: int  # of its entry
    seat: int
    steps: int  # that the game had before
    moved: int  # the entry with the seat's move before that
    left: tuple[float, ...]  # on the clocks of all seats


class SeatState:
    """A seat: who holds it, who plays it, and where its decisions stand."""

    __slots__ = (
        "agreed",
        "allows",
        "answered",
        "bot",
        "character",
        "colour",
        "dealt",
        "hints",
        "holder",
        "host",
        "moved",
        "name",
        "number",
        "origin",
        "ready",
        "stands_in",
        "timer",
        "turn",
    )

    def __init__(self, number: int, plan: SeatPlan, timer: Timer) -> None:
        self.number = number
        self.colour = plan.colour
        self.holder: Holder = "open"
        self.name = ""
        self.host = False
        self.ready = False
        self.bot: str | None = None  # the bot that plays now
        self.character: cast.Character | None = None  # whom a bot plays that holds the seat
        self.stands_in = False  # that bot plays until a person comes (back)
        self.origin: int | None = None  # where its person came from
        self.allows: bool | None = None  # whether its person is fine with hints, if that was said
        self.hints = 0  # that were taken
        self.dealt = False  # whether a person has seen its secrets
        self.agreed: frozenset[int] | None = None  # who would let somebody take it, if asked
        self.turn = 0  # the entry that asked for the pending decision; 0: none is pending
        self.moved = 0  # the entry with its last move
        self.answered = (0, -1)  # the last turn that was answered, and with which code
        self.timer = timer
        if plan.bot is not None:
            self.give_to_bot(plan.bot)
        elif plan.name is not None:
            self.give_to_person(plan.name, host=plan.host, origin=plan.origin)

    def give_to_person(self, name: str, *, host: bool, origin: int | None) -> None:
        """Let a person hold and play it."""
        self.holder, self.name, self.host, self.origin = "person", name, host, origin
        self.bot, self.character, self.stands_in, self.agreed = None, None, False, None
        self.allows = None

    def give_to_bot(self, bot: str) -> None:
        """Let a bot hold and play it."""
        self.open()
        self.holder, self.bot = "bot", bot

    def open(self) -> None:
        """Let nobody hold it."""
        self.holder, self.name, self.host, self.origin = "open", "", False, None
        self.ready, self.agreed = False, None
        self.bot, self.character, self.stands_in = None, None, False

    def let_stand_in(self, bot: str) -> None:
        """Let a bot play it for the time being."""
        self.bot, self.stands_in = bot, True

    @property
    def spec(self) -> str | None:
        """How to make the bot that plays it: one of our levels has the style of its character."""
        style = "" if self.character is None else self.character.style
        return f"{self.bot}:style={style}" if style and self.bot in LEVELS else self.bot

    def copy(self) -> SeatState:
        """Return a copy with a clock of its own."""
        found = copy(self)
        found.timer = copy(self.timer)
        return found

    @property
    def info(self) -> SeatInfo:
        """The seat as everybody sees it."""
        return SeatInfo(
            seat=self.number,
            colour=self.colour,
            holder=self.holder,
            name=self.name if self.character is None else self.character.name,
            face="" if self.character is None else self.character.id,
            bot=self.bot,
            stands_in=self.stands_in,
            ready=self.ready,
            host=self.host,
            agreed=None if self.agreed is None else tuple(sorted(self.agreed)),
            allows_hints=self.allows,
            hints=self.hints,
        )


class TableState:
    """All that is true of a table, but for what its readers have been told."""

    __slots__ = (
        "at",
        "barred",
        "closed",
        "content",
        "content_is",
        "created",
        "ended",
        "game",
        "handed_over",
        "next",
        "number",
        "paused",
        "pauses",
        "remarks",
        "seats",
        "setup",
        "shut",
        "to_act",
        "tried",
        "undoable",
        "waits",
    )

    def __init__(self, created: Created, content: Content, today: Content) -> None:
        self.created = msgspec.structs.replace(created, content={})  # tables share the content
        self.content = content
        self.setup = table_for(catalog_for(created.options, content))
        self.content_is: ContentIs = "own" if created.own else "earlier"
        if content is today and not created.own:
            self.content_is = "today"
        self.number = created.number
        self.at = created.at
        self.seats = [
            SeatState(number, plan, Timer(created.clock))
            for number, plan in enumerate(created.seats)
        ]
        self.game: Game | None = None
        self.ended = 0  # the entry that ended the game
        self.closed = False  # to newcomers
        self.shut = False  # to everybody
        self.paused: float | None = None  # since when
        self.pauses: Counter[int | None] = Counter()  # by the seats that asked for them
        self.handed_over = False  # whether the host is who has the host's seat, and nobody else
        self.barred: set[int] = set()  # where those came from who were sent away
        self.next: str | None = None
        self.to_act: tuple[int, ...] = ()  # the seats that must decide
        self.tried: tuple[Moved, Attempt] | None = None  # the last move that was proposed
        self.remarks: dict[int, tuple[Remark, ...]] = {}  # of bots, by the place of the step
        self.undoable: list[Undoable] = []  # the last moves of one person, in their order
        self.waits = False  # it is paused, as the only person who was there has left
        self.cast()

    def cast(self) -> None:
        """Let each bot that holds a seat play somebody of its level; people's names come first."""
        chance = self.created.cast
        if chance is None:
            return
        people = [seat.name.casefold() for seat in self.people()]
        for seat in self.seats:
            kept = seat.character
            if seat.holder != "bot" or (kept is not None and kept.name.casefold() not in people):
                continue
            known = [other.character for other in self.seats]
            free = (one for one in cast.free(seat.bot, chance, people) if one not in known)
            seat.character = next(free, None)

    def without_game(self) -> TableState:
        """Return a copy on which seats can change, but no game can be played."""
        found = copy(self)
        found.seats = [seat.copy() for seat in self.seats]
        found.pauses, found.barred = self.pauses.copy(), self.barred.copy()
        return found

    @property
    def stage(self) -> Stage:
        """Whether the game has begun, and has ended."""
        if self.game is None:
            return "open"
        return "over" if self.ended else "running"

    @property
    def options(self) -> Options:
        """What is played, with the colours as they are now."""
        colours = tuple(seat.colour for seat in self.seats)
        return msgspec.structs.replace(self.created.options, colours=colours)

    @property
    def legend(self) -> Legend:
        """What the numbers in pictures of this game mean."""
        return reader_for(self.setup).legend

    @property
    def narrator(self) -> Narrator:
        """Who tells what happens in this game."""
        return narrator_for(self.setup)

    def deciding(self) -> list[SeatState]:
        """Return the seats whose decision can be taken now."""
        if self.paused is not None or self.shut:
            return []
        return [self.seats[number] for number in self.to_act]

    def pending(self) -> tuple[tuple[int, int, str | None], ...]:
        """The decisions that can be taken now: seats, their turns, and the bots that play them."""
        return tuple([(seat.number, seat.turn, seat.spec) for seat in self.deciding()])

    def thinking(self) -> tuple[Thinking, ...]:
        """The bots that must decide now."""
        return tuple(Thinking(seat, bot, turn) for seat, turn, bot in self.pending() if bot)

    def asked(self) -> tuple[tuple[int, int], ...]:
        """The people who must decide now, with the numbers of their turns."""
        return tuple([(seat, turn) for seat, turn, bot in self.pending() if bot is None])

    def undo_of(self, seat: int | None) -> Undoable | None:
        """The move that a seat can take back now."""
        if not self.undoable or self.paused is not None or self.stage != "running":
            return None
        last = self.undoable[-1]
        return last if last.seat == seat and self.seats[seat].bot is None else None

    def clocks(self) -> tuple[SeatClock, ...]:
        """The clocks that matter: all with a bank, else those that run."""
        per = self.created.clock.per
        if per == "none" or self.stage != "running" or self.shut:
            return ()
        return tuple(
            SeatClock(seat.number, seat.timer.left, seat.timer.deadline)
            for seat in self.seats
            if seat.holder == "person" and (per == "game" or seat.timer.deadline is not None)
        )

    def people(self) -> Iterator[SeatState]:
        """Yield the seats that persons hold."""
        return (seat for seat in self.seats if seat.holder == "person")

    @property
    def hints(self) -> bool:
        """Whether hints may be taken: by who plays bots alone, and among people if all agree."""
        said = [seat.allows for seat in self.people()]
        return all(said) if len(said) > 1 else said in ([None], [True])

    @property
    def deadline(self) -> float | None:
        """When the next clock runs out, or the pause is over."""
        if self.waits or self.shut:
            return None
        if self.paused is not None:
            return self.paused + max(LONGEST_PAUSE, self.created.clock.seconds)
        return min((c.deadline for c in self.clocks() if c.deadline is not None), default=None)

    @property
    def info(self) -> TableInfo:
        """The table as everybody sees it."""
        created = self.created
        return TableInfo(
            state=self.stage,
            options=self.options,
            seats=tuple(seat.info for seat in self.seats),
            clock=created.clock,
            stand_in=created.stand_in,
            created=created.at,
            closed=self.closed,
            paused=self.paused is not None,
            waits=self.waits,
            previous=created.previous,
            next=self.next,
            content=self.content_is,
            hints=self.hints,
        )
