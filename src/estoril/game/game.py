"""Game: one whole game behind a small face."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Mapping, Sequence
from os import PathLike
from typing import Final

import msgspec

from estoril.boxes import Content
from estoril.engine import bits, flow, knowledge, scoring, terms
from estoril.engine.kinds import Code, Outcome, Outcomes, Seat, range
from estoril.engine.state import Log, State, member
from estoril.errors import (
    ActionError,
    ChanceError,
    IllegalAction,
    PositionError,
    Reason,
    RecordError,
)
from estoril.game import chance as chances
from estoril.game import steps as lines
from estoril.game.actions import Action
from estoril.game.actions import table_for as table_for
from estoril.game.events import Event
from estoril.game.options import Options, catalog_for, choose
from estoril.game.options import content_from as content_from
from estoril.game.views import View
from estoril.words import say

SEEDS: Final = 0xFFFFFFFFFFFFFFFF  # the engine's generator takes 64 bits


class MissionLine(msgspec.Struct, frozen=True):
    """What a mission paid a seat."""

    mission: str
    count: int
    points: int
    accomplished: bool


class SeatResult(msgspec.Struct, frozen=True):
    """A seat's final scoring, line by line."""

    seat: int
    discards: int
    tiles: int
    missions: tuple[MissionLine, ...]
    agenda: str | None
    agenda_points: int
    enigma: int
    total: int
    accomplished: int


class Result(msgspec.Struct, frozen=True):
    """The final scoring of all seats, and who won; several share a victory."""

    seats: tuple[SeatResult, ...]
    winners: tuple[int, ...]


class Game:
    """A game: who may decide, what is allowed, what happened, and what each seat may know."""

    def __init__(
        self,
        options: Options,
        content: Content,
        seed: int | None = None,
        chance: chances.Source | None = None,
        auto_chance: bool = True,
    ) -> None:
        self.options = options
        self.content = content
        self._table = table_for(catalog_for(options, content))
        self._source = chance
        self._auto = auto_chance
        self._draw = chances.unguessable if seed is None else chances.seeded
        self._steps = array("i")
        self._middle = False  # whether it began in the middle, so that no record tells the way
        self._adopt(State(self._table.cat))
        flow.start(self._state, 0 if seed is None else seed & SEEDS, 0)
        self._settle()

    def _adopt(self, state: State) -> None:
        """Go on from a state of this setup, with a log of its own."""
        self._state = state
        state.log = Log()
        state.logging = 1

    # -- one line ------------------------------------------------------------------------------

    @classmethod
    def from_position(
        cls,
        line: str,
        seed: int | None = None,
        content: Content | str | PathLike[str] | Sequence[str | PathLike[str]] | None = None,
    ) -> Game:
        """Go on from a whole position, given as its one line; see docs/position.md.

        Chance to come is drawn from the seed, or cannot be guessed without one. The game has no
        record, as nothing tells how it came here. What is no whole position raises PositionError.

        >>> import estoril
        >>> line = estoril.new_game(players=2, seed=7).position()
        >>> estoril.Game.from_position(line).position() == line
        True
        """
        from estoril.game import notation

        found = content_from(content)
        options, seen_by, _, state = notation.opened(line, found)
        if seen_by != notation.WHOLE:
            raise PositionError.at("whole")
        game = cls(options, found, seed=0, auto_chance=False)
        return game._begin_at(state, seed)

    def position(self) -> str:
        """Return everything as one line of text; see docs/position.md.

        It tells all secrets: of a game that still runs, give it to nobody. `view.position()` is
        for one seat.
        """
        from estoril.game import notation

        return notation.write(self._state, self.options, self._table.names, notation.WHOLE)

    def _begin_at(self, state: State, seed: int | None) -> Game:
        """Go on from a state of which no record tells how it came about."""
        self._source, self._auto = None, True
        self._draw = chances.unguessable if seed is None else chances.seeded
        self._steps = array("i")
        self._middle = True
        self._adopt(state)
        state.rng = 0 if seed is None else seed & SEEDS
        state.auto = 0
        return self

    def __repr__(self) -> str:
        from estoril.game.showing import summary

        return f"<Game: {summary(self.whole())}>"

    def __str__(self) -> str:
        from estoril.game.showing import text

        return text(self.whole())

    def _repr_html_(self) -> str:
        from estoril.game.showing import html

        return html(self.whole())

    # -- who decides, and what ----------------------------------------------------------------

    @property
    def players(self) -> int:
        """The number of seats."""
        return self.options.players

    @property
    def to_act(self) -> tuple[int, ...]:
        """The seats that may decide now; several while discards are chosen."""
        waiting = self._state.waiting
        return tuple(seat for seat in range(self._table.cat.players) if bits.has(waiting, seat))

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self._state.phase == terms.OVER

    def legal(self, seat: int) -> list[Action]:
        """Return the actions that a seat may take now; none if it is not to act."""
        value = self._table.value
        return [value(code) for code in flow.legal(self._state, self._check_seat(seat))]

    def legal_codes(self, seat: int) -> list[int]:
        """Return the codes of the actions that a seat may take now."""
        return flow.legal(self._state, self._check_seat(seat))

    def code(self, action: Action) -> int:
        """Return the code of an action in this setup."""
        return self._table.code(action)

    def action(self, code: int) -> Action:
        """Return the action that a code stands for in this setup."""
        return self._table.value(code)

    @property
    def num_codes(self) -> int:
        """The number of action codes of this setup."""
        return self._table.cat.codes

    def play(self, seat: int, action: Action | int, *, events: bool = True) -> list[Event]:
        """Take an action for a seat; return what happened, up to the next decision.

        An illegal action raises IllegalAction with the id of the rule, and changes nothing.
        """
        code, number = self._code_of(action), self._check_seat(seat)
        if not flow.is_legal(self._state, number, code):
            reason = self.why_not(seat, code)
            assert reason is not None
            raise IllegalAction(reason.text, reason.rule)
        self._state.logging = events
        self._steps.append(seat << 16 | code)
        flow.play(self._state, number, code)
        return self._settle()

    def why_not(
        self,
        seat: int,
        action: Action | int | None = None,
        *,
        tile: str | None = None,
        target: str | None = None,
    ) -> Reason | None:
        """Say why a seat may not take an action, use a tile or choose a target now.

        None means that it may: with a tile or a target, that some legal action uses them.
        """
        view = self.view(self._check_seat(seat))
        return view.why_not(action, tile=tile, target=target)

    # -- chance -------------------------------------------------------------------------------

    @property
    def chance(self) -> chances.Draw | None:
        """The chance event that is due; only games made with auto_chance=False ever stop at one."""
        return chances.pending(self._state, self._table.names)

    def decide_chance(self, outcome: chances.Outcome) -> list[Event]:
        """Let the chance event that is due end this way; return what happened."""
        number = chances.number_of(self._state, outcome, self._table.names)
        self._take(number)
        return self._settle()

    def _take(self, number: Outcome) -> None:
        self._steps.append(-1 - number)
        flow.decide_chance(self._state, number)

    def _settle(self) -> list[Event]:
        """Decide chance until a seat must decide; return what happened."""
        state = self._state
        events = self._gather()
        while terms.CHANCE <= state.phase < terms.AUTOMATIC and (self._auto or self._source):
            outcome = None
            if self._source is not None:
                draw = self.chance
                assert draw is not None
                outcome = self._source(draw)
            if outcome is not None:
                self._take(chances.number_of(state, outcome, self._table.names))
            elif self._auto:
                self._take(self._draw(state))
            else:
                break
            events += self._gather()
        return events

    def _gather(self) -> list[Event]:
        """Read the engine's log."""
        if not self._state.logging:
            return []
        return [self.event(row) for row in self._state.log.take()]

    # -- what seats know ----------------------------------------------------------------------

    def view(self, seat: int | None) -> View:
        """Return what a seat may know; None is a spectator."""
        number = terms.NONE if seat is None else self._check_seat(seat)
        observed = knowledge.observe(self._state, number)
        return View(observed, seat, self.options, self._table)

    def whole(self) -> View:
        """Return everything as one view, for looking back at a game that is over."""
        return View(self._state.copy(), None, self.options, self._table, whole=True)

    def again(self, steps: int) -> Game:
        """Return the game as it stood after so many of its steps."""
        again = self._blank()
        again.follow(self._steps[:steps])
        return again

    def history(self) -> list[Event]:
        """Return all events so far, from the setup on."""
        again = self._blank()
        return [event for step in self._steps for event in again._repeat(step)]

    def _blank(self) -> Game:
        """Return a game of the same setup at its very start, where chance waits."""
        if self._middle:
            raise RecordError(say("record.middle"), "game")
        return Game(self.options, self.content, seed=0, auto_chance=False)

    def _repeat(self, step: int) -> list[Event]:
        """Take a step of another game's record."""
        self._steps.append(step)
        if step < 0:
            flow.decide_chance(self._state, Outcome(-1 - step))
        else:
            flow.play(self._state, Seat(step >> 16), Code(step & 0xFFFF))
        return self._gather()

    def follow(self, steps: Iterable[int | str]) -> list[Event]:
        """Take steps of the record of a game that stood here; return what happened.

        A step is one of `steps`, or in words as `in_words` says it. One that is not possible
        raises ActionError; those before it have been taken.
        """
        events: list[Event] = []
        for step in steps:
            if isinstance(step, str):
                number = self.read_step(step)
            elif self._can_take(step):
                number = step
            else:
                raise ActionError(f"step {len(self._steps)} is not possible: {step}")
            events += self._repeat(number)
        return events

    def read_step(self, line: str) -> int:
        """Return the step that words stand for; ActionError if it cannot be taken now."""
        if self.is_over:
            raise ActionError(f"the game is over: {line!r} is not possible")
        try:
            step = lines.read(line, self._state, self._table)
        except ChanceError as problem:
            raise ActionError(str(problem)) from problem
        if not self._can_take(step):
            due = self.chance
            if due is not None:
                raise ActionError(f"a chance outcome is due ({due.kind}), not {line!r}")
            reason = self.why_not(step >> 16, step & 0xFFFF)
            raise ActionError(f"{line!r} is not possible: {reason}")
        return step

    def _can_take(self, step: int) -> bool:
        """Whether a step is possible now."""
        if step < 0:
            return -step <= 64 and bool(bits.has(flow.outcomes(self._state), Outcome(-1 - step)))
        seat, code = Seat(step >> 16), Code(step & 0xFFFF)
        return seat < self.players and bool(flow.is_legal(self._state, seat, code))

    def in_words(self, steps: Iterable[int]) -> list[str]:
        """Say the steps that a copy of this game took from here, a line each; see docs/record.md.

        >>> import estoril
        >>> game = estoril.new_game(players=2, seed=7)
        >>> before, _ = game.copy(), game.play(0, game.legal(0)[0])
        >>> before.in_words(game.steps[len(before.steps) :])
        ['0 place linda_x atlantico.III']
        """
        again = self.copy(seed=0)
        again._state.logging = 0
        said = []
        for step in steps:
            said.append(lines.write(step, again._state.phase, self._table))
            again._repeat(step)
        return said

    def event(self, row: tuple[int, ...]) -> Event:
        """Return the event behind a row that was kept."""
        return Event(row, self._table.names)

    @property
    def steps(self) -> Sequence[int]:
        """All decisions and chance outcomes so far: -1 - outcome, or seat << 16 | code."""
        return self._steps

    def copy(self, seed: int | None = None) -> Game:
        """Return an equal game that goes its own way, with chance from a seed of its own."""
        new = Game.__new__(Game)
        new.options, new.content, new._table = self.options, self.content, self._table
        new._source, new._auto = None, True
        new._draw = chances.unguessable if seed is None else chances.seeded
        new._steps = array("i", self._steps)
        new._middle = self._middle
        new._adopt(self._state.copy())
        new._state.rng = 0 if seed is None else seed & SEEDS
        return new

    def later(self, seed: int) -> int:
        """Return the seed for `copy` with which chance goes on as in a game of this seed."""
        drawn = State(self._table.cat)
        drawn.rng = seed & SEEDS
        for step in self._steps:
            if step < 0:
                member(drawn, Outcomes(1))
        return drawn.rng

    def imagine(self, seat: int | None, seed: int) -> Game:
        """Return a game that looks just the same to a seat, with what it cannot know made up.

        It has no record: what led there is made up too.
        """
        number = terms.NONE if seat is None else self._check_seat(seat)
        imagined = knowledge.observe(self._state, number)
        knowledge.imagine(imagined, number, seed & SEEDS)
        made = self.copy(seed)
        return made._begin_at(imagined, imagined.rng)

    # -- the end ------------------------------------------------------------------------------

    @property
    def result(self) -> Result:
        """The final scoring; while the game runs there is none."""
        if not self.is_over:
            raise ActionError("the game is not over: there is no result yet")
        score = scoring.Score()
        scoring.score(self._state, score)
        names, state = self._table.names, self._state
        seats = []
        for seat in range(state.cat.players):
            lines = tuple(
                MissionLine(
                    mission=names.missions[state.mission[i]],
                    count=score.counted[i * terms.SEATS + seat],
                    points=score.paid[i * terms.SEATS + seat],
                    accomplished=bool(bits.has(score.first[i], seat)),
                )
                for i in range(state.mission_count)
            )
            agenda = state.agenda[seat]
            seats.append(
                SeatResult(
                    seat=seat,
                    discards=score.discards[seat],
                    tiles=score.points[seat],
                    missions=lines,
                    agenda=names.missions[agenda] if agenda >= 0 else None,
                    agenda_points=score.agenda[seat],
                    enigma=score.enigma[seat],
                    total=score.total[seat],
                    accomplished=score.accomplished[seat],
                )
            )
        winners = tuple(seat for seat in range(state.cat.players) if bits.has(score.winners, seat))
        return Result(tuple(seats), winners)

    def record(self) -> dict[str, object]:
        """Return everything needed to replay the game, chance included, ready for JSON.

        It tells all secrets: of a game that still runs, give it to nobody.
        """
        from estoril.game.records import make_record

        return make_record(self)

    # -- checks -------------------------------------------------------------------------------

    def _check_seat(self, seat: int) -> Seat:
        """Refuse what is no seat of this game."""
        if isinstance(seat, bool) or not isinstance(seat, int) or not 0 <= seat < self.players:
            raise ActionError(f"seats of this game are 0 to {self.players - 1}, not {seat!r}")
        return Seat(seat)

    def _code_of(self, action: Action | int) -> Code:
        """Return the code of an action given as value or code, after checking its range."""
        if isinstance(action, int):
            self._table.value(action)
            return Code(action)
        return Code(self._table.code(action))


def new_game(
    players: int = 4,
    seed: int | None = None,
    modules: Sequence[str] | str = (),
    edition: str = "superbox",
    variants: Sequence[str] | str = (),
    colours: Sequence[str] | None = None,
    content: Content | str | PathLike[str] | Sequence[str | PathLike[str]] | None = None,
    chance: chances.Source | Mapping[str, Sequence[chances.Outcome]] | None = None,
    auto_chance: bool = True,
    rulings: Sequence[str] | str = (),
) -> Game:
    """Set up a game and run it to the first decision.

    `rulings` names the points where the rulebooks are read otherwise than we do (docs/rules.md).
    Without a seed chance comes from the operating system and cannot be guessed. `chance` supplies
    outcomes: a function that answers each Draw, or lists of outcomes by kind; what it leaves open
    is drawn as usual, or waits for `decide_chance` with auto_chance=False.
    """
    options = choose(players, modules, edition, variants, colours, rulings)
    if seed is not None and (isinstance(seed, bool) or not isinstance(seed, int)):
        raise ChanceError(f"the seed must be a whole number, not {seed!r}")
    source = chances.Script(chance) if isinstance(chance, Mapping) else chance
    return Game(options, content_from(content), seed, source, auto_chance)
