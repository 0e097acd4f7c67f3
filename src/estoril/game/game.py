"""Game: one whole game behind a small face."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Mapping, Sequence
from copy import deepcopy
from os import PathLike
from typing import Any, Final, NamedTuple, cast

from estoril.boxes import Content
from estoril.engine import bits, flow, knowledge, picture, terms
from estoril.engine.kinds import Code, Outcome, Outcomes, Seat, Tiles
from estoril.engine.state import Log, State, StateBuffer, member
from estoril.errors import (
    ActionError,
    ChanceError,
    IllegalAction,
    PositionError,
    RecordError,
)
from estoril.game import chance as chances
from estoril.game import packing
from estoril.game import steps as lines
from estoril.game.actions import Action
from estoril.game.actions import table_for as table_for
from estoril.game.events import Event
from estoril.game.options import Options, catalog_for, choose, content_again, kept_content
from estoril.game.options import content_from as content_from
from estoril.game.pictures import PictureReader, members, reader_for
from estoril.game.reason import Reason
from estoril.game.results import Result, result_of
from estoril.game.tabletop import Decision
from estoril.game.trace import Trace
from estoril.game.views import View
from estoril.voice import Wording

_BUFFERS: list[StateBuffer] = []  # those that nobody uses now; they are large
SEEDS: Final = 0xFFFFFFFFFFFFFFFF  # the engine's generator takes 64 bits


class Attempt(NamedTuple):
    """What an action came to on a copy of a game: `Game.attempt`. It holds the truth."""

    words: list[str]  # its steps, as records have them
    steps: list[int]
    trace: Trace
    state: State

    @property
    def is_over(self) -> bool:
        """Whether the game has ended with it."""
        return self.state.phase == terms.OVER


def _step(state: State, step: int) -> None:
    """Take a decision, or a chance outcome."""
    if step < 0:
        flow.decide_chance(state, Outcome(-1 - step))
    else:
        flow.play(state, Seat(step >> 16), Code(step & 0xFFFF))


class Game:
    """A game: who may decide, what is allowed, what happened, and what each seat may know.

    `new_game` makes one. A game always stands at a decision (or, with `auto_chance=False`, at a
    chance event) or is over: `to_act` says whose decision it is, `legal` what they may do, `play`
    does it and runs on to the next one. Seats are counted from 0 in the order of play.

    A game knows everything. What a player or a bot may know is `view(seat)`; hand out that and
    never the game itself.

    Games are equal when they are of one setup and came the same way to the same position; where
    their chance will come from does not matter. They go through `pickle` and `copy` with their
    chance to come: what is read again goes on as the game would have.

    Examples:
        A whole game in which everybody takes the first legal action:

        >>> import estoril
        >>> game = estoril.new_game(players=2, seed=7)
        >>> while not game.is_over:
        ...     seat = game.to_act[0]
        ...     events = game.play(seat, game.legal(seat)[0])
        >>> game.result.winners
        (0,)
    """

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

        The game has no record and no history, as nothing tells how it came here.

        Args:
            line: What `Game.position` wrote. A view's line (`View.position`) will not do: a game
                needs the tiles that a seat cannot see.
            seed: For the chance to come; without one nobody can guess it.
            content: As for `new_game`, where the game was played with content of your own.

        Raises:
            PositionError: The line is not a whole position of this content.
            ContentError: A content file cannot be used.

        Examples:
            >>> import estoril
            >>> line = estoril.new_game(players=2, seed=7).position()
            >>> estoril.Game.from_position(line).position() == line
            True
        """
        from estoril.game import notation, parsing

        found = content_from(content)
        options, seen_by, _, state = parsing.opened(line, found)
        if seen_by != notation.WHOLE:
            raise PositionError("error.position.whole")
        game = cls.at(state, options, found)
        return game._begin_at(state, seed)

    @classmethod
    def at(cls, state: State, options: Options, content: Content) -> Game:
        """Go on from a state of a setup, with its own chance to come; the game has no record."""
        game = cls(options, content, seed=0, auto_chance=False)
        game._auto = True
        return game._begin_at(state, state.rng)

    def position(self) -> str:
        """Return everything as one line of text; see docs/position.md.

        It tells all secrets: do not give it to anybody while the game runs. `View.position` is
        the line for one seat.

        Examples:
            >>> import estoril
            >>> estoril.new_game(players=2, seed=7).position()
            'estoril whole players=2 edition=superbox | moment round=1 first=0 now=place ...'
        """
        from estoril.game import notation

        return notation.write(self._state, self.options, self._table.names, notation.WHOLE)

    def _begin_at(self, state: State, seed: int | None) -> Game:
        """Go on from a state of which no record tells how it came about."""
        self._source = None
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
        """The seats that may decide now, counted from 0.

        Mostly that is one. At the end of a round several choose their discards at once, in any
        order. Nobody decides when the game is over, or while a chance event waits.
        """
        return members(self._state.waiting)

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self._state.phase == terms.OVER

    def legal(self, seat: int) -> list[Action]:
        """Return the actions that a seat may take now; none if it is not to act.

        Raises:
            ActionError: The game has no such seat.

        Examples:
            >>> import estoril
            >>> game = estoril.new_game(players=2, seed=7)
            >>> game.to_act
            (0,)
            >>> game.legal(0)[0]
            Place(tile='linda_x', space='atlantico.III')
            >>> game.legal(1)
            []
        """
        return self._table.values(flow.legal(self._state, self._check_seat(seat)))

    def legal_codes(self, seat: int) -> list[int]:
        """Return the codes of the actions that a seat may take now, in the order of `legal`."""
        return flow.legal(self._state, self._check_seat(seat))

    def code(self, action: Action) -> int:
        """Return the code of an action: a number from 0 to `num_codes` - 1.

        A code means the same in all games of a setup (players, modules, content), so that
        programs can learn over codes. An action has a code whether it is legal now or not.

        Raises:
            ActionError: This setup has no such action: a tile, space or location that is not in
                it, or a value out of range.

        Examples:
            >>> import estoril
            >>> game = estoril.new_game(players=2, seed=7)
            >>> game.action(game.code(estoril.Peek("palacio.R")))
            Peek(target='palacio.R')
        """
        return self._table.code(action)

    def action(self, code: int) -> Action:
        """Return the action that a code stands for in this setup.

        Raises:
            ActionError: No action of this setup has this code.
        """
        return self._table.value(code)

    @property
    def num_codes(self) -> int:
        """The number of action codes of this setup."""
        return self._table.cat.codes

    def play(self, seat: int, action: Action | int, *, events: bool = True) -> list[Event]:
        """Take an action for a seat; return what happened, up to the next decision.

        Args:
            seat: The seat that acts, counted from 0.
            action: A value, such as one of `legal`, or its code.
            events: False saves the time that events take; the list is then empty.

        Returns:
            The events in order, those that follow by themselves and by chance included.

        Raises:
            IllegalAction: The rules forbid this now; it has the id of the rule, and nothing has
                changed.
            ActionError: The game has no such seat or action.

        Examples:
            >>> import estoril
            >>> game = estoril.new_game(players=2, seed=7)
            >>> events = game.play(0, estoril.Place("linda_x", "atlantico.III"))
            >>> events[0].public  # a space for closed folders: nobody else sees the tile
            Placed(seat=0, space='atlantico.III', tile=None, face_up=False)
            >>> try:
            ...     game.play(0, estoril.Place("roque", "palacio.I"))
            ... except estoril.IllegalAction as problem:
            ...     problem.rule[:4]  # a rule of this chapter: the folder's space allows a peek
            'PEEK'
        """
        code = self._legal_code(seat, action)
        self._state.logging = events
        self._steps.append(seat << 16 | code)
        flow.play(self._state, Seat(seat), code)
        return self._settle()

    def _legal_code(self, seat: int, action: Action | int) -> Code:
        """Return the code of an action that a seat may take now."""
        code, number = self._code_of(action), self._check_seat(seat)
        if not flow.is_legal(self._state, number, code):
            reason = self.why_not(seat, code)
            assert reason is not None
            raise IllegalAction(reason.key, rule=reason.rule)
        return code

    def why_not(
        self,
        seat: int,
        action: Action | int | None = None,
        *,
        tile: str | None = None,
        target: str | None = None,
    ) -> Reason | None:
        """Say why a seat may not take an action, use a tile or choose a target now.

        Give an action (or its code), or else a tile, a target, or both. It is decided from what
        the seat itself knows, so the answer gives nothing away.

        Returns:
            The rule that stands in the way; None if the seat may: with a tile or a target, that
            some legal action uses them.

        Raises:
            ActionError: The game has no such seat, action or tile, or nothing was asked about.

        Examples:
            >>> import estoril
            >>> game = estoril.new_game(players=2, seed=7)
            >>> game.why_not(0, tile="linda_x") is None
            True
            >>> game.why_not(0, estoril.Place("linda_x", "casino.II")).rule[:5]  # the chapter
            'PLACE'
        """
        view = self.view(self._check_seat(seat))
        return view.why_not(action, tile=tile, target=target)

    # -- chance -------------------------------------------------------------------------------

    @property
    def chance(self) -> chances.Draw | None:
        """The chance event that is due; only games made with `auto_chance=False` stop at one."""
        return chances.pending(self._state, self._table.names)

    def decide_chance(self, outcome: chances.Outcome) -> list[Event]:
        """Let the chance event that is due end this way; return what happened.

        Raises:
            ChanceError: No chance event is due, or this is not one of its outcomes.

        Examples:
            >>> import estoril
            >>> game = estoril.new_game(players=2, auto_chance=False)
            >>> game.chance.kind, len(game.chance.outcomes)
            ('mission', 12)
            >>> game.decide_chance("assassins")
            [Event(MissionDealt(index=0, mission='assassins'))]
        """
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

    @property
    def decision(self) -> Decision | None:
        """What is being decided now, and by whom; None when the game is over."""
        return self.pictures.decision(picture.moment(self._state))

    # -- what seats know ----------------------------------------------------------------------

    def view(self, seat: int | None) -> View:
        """Return what a seat may know; None is a spectator.

        The view is a picture of this moment: it does not follow the game when that goes on.

        Raises:
            ActionError: The game has no such seat.

        Examples:
            >>> import estoril
            >>> game = estoril.new_game(players=2, seed=7)
            >>> game.view(0).players[1].hand is None  # somebody else's
            True
        """
        number = terms.NONE if seat is None else self._check_seat(seat)
        observed = knowledge.observe(self._state, number)
        return View(observed, seat, self.options, self._table)

    def whole(self) -> View:
        """Return everything as one view, for looking back at a game that is over.

        It tells all secrets, and nobody sits at it: its `seat` is None, and it has no choices.
        """
        return View(self._state.copy(), None, self.options, self._table, whole=True)

    @property
    def pictures(self) -> PictureReader:
        """Reads pictures of this game: those of its views, and what its traces make of them."""
        return reader_for(self._table)

    def again(self, steps: int) -> Game:
        """Return the game as it stood after so many of its `steps`.

        Raises:
            RecordError: The game began in the middle, from a position.
        """
        return self.along(self._steps[:steps])

    def along(self, steps: Iterable[int | str]) -> Game:
        """Return a game of the same setup that took these steps from the start.

        Raises:
            ActionError: A step is not possible.
            RecordError: The game began in the middle, from a position.
        """
        again = self._blank()
        again.follow(steps)
        return again

    def go_back(self, steps: int) -> Trace:
        """Be as after so many of the `steps`; return what that changes to see: nothing happened.

        Raises:
            RecordError: The game began in the middle, from a position.

        Examples:
            >>> import estoril
            >>> game = estoril.new_game(players=2, seed=7)
            >>> before = game.position()
            >>> _ = game.play(0, estoril.Place("linda_x", "atlantico.III"))
            >>> _ = game.go_back(len(game.steps) - 1)
            >>> game.position() == before
            True
        """
        before, again = self._state.copy(), self.again(steps)
        self._adopt(again._state)
        self._steps = again._steps
        return Trace((), self._table.names, before, [self._state.copy()])

    def history(self) -> list[Event]:
        """Return all events so far, from the setup on.

        Raises:
            RecordError: The game began in the middle, from a position.

        Examples:
            >>> import estoril
            >>> estoril.new_game(players=2, seed=7).history()[0]
            Event(MissionDealt(index=0, mission='diplomats'))
        """
        again = self._blank()
        return [event for step in self._steps for event in again._repeat(step)]

    def _blank(self) -> Game:
        """Return a game of the same setup at its very start, where chance waits."""
        if self._middle:
            raise RecordError("error.record.middle", where="game")
        return Game(self.options, self.content, seed=0, auto_chance=False)

    def _repeat(self, step: int) -> list[Event]:
        """Take a step of another game's record."""
        self._take_step(step)
        return self._gather()

    def _take_step(self, step: int) -> None:
        self._steps.append(step)
        _step(self._state, step)

    def attempt(self, seat: int, action: Action | int, seed: int | None = None) -> Attempt:
        """Try an action, with the chance that follows, on a copy; `accept` goes on as tried.

        Args:
            seat: The seat that acts, counted from 0.
            action: A value, such as one of `legal`, or its code.
            seed: Where chance comes from, as in `copy`.

        Raises:
            IllegalAction: The rules forbid this now.
            ActionError: The game has no such seat or action.

        Examples:
            >>> import estoril
            >>> game = estoril.new_game(players=2, seed=7)
            >>> tried = game.attempt(0, estoril.Place("linda_x", "atlantico.III"))
            >>> tried.words, len(game.steps)
            (['0 place linda_x atlantico.III'], 24)
            >>> game.accept(tried)
            >>> len(game.steps)
            25
        """
        code = self._legal_code(seat, action)
        draw = chances.unguessable if seed is None else chances.seeded
        state, buffer = self._state.copy(), _BUFFERS.pop() if _BUFFERS else StateBuffer()
        state.log, state.logging = Log(), 1
        state.rng = 0 if seed is None else seed & SEEDS
        words, steps, step = [], [], seat << 16 | code
        rows: list[tuple[int, ...]] = []
        frames: list[State] = []
        state.log.use(buffer)
        try:
            while True:
                words.append(lines.write(step, state.phase, self._table))
                steps.append(step)
                _step(state, step)
                frames += buffer.frames(state, state.log.count)
                rows += state.log.take()
                if not terms.CHANCE <= state.phase < terms.AUTOMATIC:
                    break
                step = -1 - draw(state)
        finally:
            state.log.use(None)
            _BUFFERS.append(buffer)
        frames[-1] = state.copy()
        return Attempt(words, steps, Trace(rows, self._table.names, self._state, frames), state)

    def accept(self, attempt: Attempt) -> None:
        """Go on as an attempt did that was made from here."""
        attempt.state.rng = self._state.rng
        self._state = attempt.state
        self._steps.extend(attempt.steps)

    def follow(self, steps: Iterable[int | str]) -> list[Event]:
        """Take steps of the record of a game that stood here; return what happened.

        Args:
            steps: Decisions and chance outcomes, as numbers (those of `steps`) or in words (as
                `in_words` says them).

        Raises:
            ActionError: A step is not possible; those before it have been taken.

        Examples:
            >>> import estoril
            >>> game = estoril.new_game(players=2, seed=7)
            >>> game.follow(["0 place linda_x atlantico.III"])
            [Event(Placed(seat=0, space='atlantico.III', tile=None, face_up=False))]
        """
        return [event for step in steps for event in self._repeat(self._checked(step))]

    def trace(self, steps: Iterable[int | str]) -> Trace:
        """Take steps as `follow` does; return what happened, with how it looked after each event.

        A trace that begins with a game's first step is drawn on an empty picture, but for a game
        that began in the middle.

        Raises:
            ActionError: A step is not possible; those before it have been taken.

        Examples:
            >>> import estoril
            >>> game = estoril.new_game(players=2, seed=7)
            >>> trace = game.trace(["0 place linda_x atlantico.III"])
            >>> len(trace.events), len(trace.changes(None))
            (1, 1)
        """
        state, buffer = self._state, _BUFFERS.pop() if _BUFFERS else StateBuffer()
        before = state.copy() if self._steps or self._middle else None
        rows: list[tuple[int, ...]] = []
        frames: list[State] = []
        state.log.use(buffer)
        try:
            for step in steps:
                self._take_step(self._checked(step))
                frames += buffer.frames(state, state.log.count)
                rows += state.log.take()
                if not terms.CHANCE <= state.phase < terms.AUTOMATIC:
                    frames[-1] = state.copy()  # a decision is due, or the game is over
        finally:
            state.log.use(None)
            _BUFFERS.append(buffer)
        return Trace(rows, self._table.names, before, frames)

    def _checked(self, step: int | str) -> int:
        """Return a step as a number, if it can be taken now."""
        if isinstance(step, str):
            return self.read_step(step)
        if self._can_take(step):
            return step
        place = Wording("place.step", number=len(self._steps))
        raise ActionError("error.step.impossible", where=place, step=step)

    def read_step(self, line: str) -> int:
        """Return the step that words stand for, without taking it.

        Raises:
            ActionError: The words do not name a step, or it cannot be taken now.
        """
        if self.is_over:
            raise ActionError("error.step.over", line=line)
        try:
            step = lines.read(line, self._state, self._table)
        except ChanceError as problem:
            raise ActionError("error.caused", problem=problem) from problem
        if not self._can_take(step):
            due = self.chance
            if due is not None:
                raise ActionError("error.step.chance", due=due.kind, line=line)
            reason = self.why_not(step >> 16, step & 0xFFFF)
            assert reason is not None
            raise ActionError("error.step.barred", line=line, reason=reason.wording)
        return step

    def _can_take(self, step: int) -> bool:
        """Whether a step is possible now."""
        if step < 0:
            return -step <= 64 and bool(bits.has(flow.outcomes(self._state), Outcome(-1 - step)))
        seat, code = Seat(step >> 16), Code(step & 0xFFFF)
        return seat < self.players and bool(flow.is_legal(self._state, seat, code))

    def in_words(self, steps: Iterable[int]) -> list[str]:
        """Say the steps that a copy of this game took from here, a line each; see docs/record.md.

        Examples:
            >>> import estoril
            >>> game = estoril.new_game(players=2, seed=7)
            >>> before, _ = game.copy(), game.play(0, game.legal(0)[0])
            >>> before.in_words(game.steps[len(before.steps) :])
            ['0 place linda_x atlantico.III']
        """
        taken = list(steps)
        if all(step >= 0 for step in taken):
            return [lines.write(step, self._state.phase, self._table) for step in taken]
        again = self.copy(seed=0)  # what a chance outcome is called depends on where it comes
        again._state.logging = 0
        said = []
        for step in taken:
            said.append(lines.write(step, again._state.phase, self._table))
            again._repeat(step)
        return said

    def event(self, row: tuple[int, ...]) -> Event:
        """Return the event behind a row (`Event.row`) that was kept."""
        return Event(row, self._table.names)

    @property
    def steps(self) -> Sequence[int]:
        """All decisions and chance outcomes so far, as numbers.

        A decision is `seat << 16 | code`, a chance outcome `-1 - outcome`. They are compact, but
        mean something only to games of the same setup and rules: what lasts are the words of
        `in_words` and of records.
        """
        return self._steps

    def reveals(self, moves: Game | Attempt) -> bool:
        """Say whether anybody learns something by a move: in a copy that made it, or by a try.

        Chance tells something, and so does every tile that a seat or an onlooker sees there and
        does not see here. What a seat lays open of its own hand is its own to take back.

        Examples:
            >>> import estoril
            >>> before = estoril.new_game(players=2, seed=7)
            >>> after = before.copy()
            >>> _ = after.play(0, estoril.Place("linda_x", "atlantico.III"))
            >>> before.reveals(after)
            False
        """
        if isinstance(moves, Attempt):
            made: Sequence[int] = moves.steps
            after = moves.state
        else:
            made, after = moves.steps[len(self._steps) :], moves._state
        if min(made) < 0:
            return True
        laid = Tiles(0)
        for step in made:
            laid |= flow.laid_by(self._table.cat, Code(step & 0xFFFF))
        return bool(knowledge.reveals(self._state, after, Seat(made[0] >> 16), laid))

    def copy(self, seed: int | None = None, auto_chance: bool | None = None) -> Game:
        """Return an equal game that goes its own way, with chance from a seed of its own.

        Without a seed nobody can guess it. A `chance=` that the game was made with stays with the
        game: the copy draws all chance itself or stops at it.

        Args:
            seed: For the chance to come.
            auto_chance: As for `new_game`; without, as the game has it.

        Examples:
            >>> import estoril
            >>> game = estoril.new_game(players=2, seed=7)
            >>> trial = game.copy(seed=1)
            >>> _ = trial.play(0, trial.legal(0)[0])
            >>> len(trial.steps) - len(game.steps)
            1
        """
        new = self._twin()
        new._source = None
        if auto_chance is not None:
            new._auto = auto_chance
        new._draw = chances.unguessable if seed is None else chances.seeded
        new._state.rng = 0 if seed is None else seed & SEEDS
        return new

    def _twin(self) -> Game:
        """Return a game that shares nothing with this one but where its chance comes from."""
        new = Game.__new__(Game)
        new.options, new.content, new._table = self.options, self.content, self._table
        new._source, new._auto, new._draw = self._source, self._auto, self._draw
        new._steps = self._steps[:]
        new._middle = self._middle
        new._adopt(self._state.copy())
        return new

    def __copy__(self) -> Game:
        return deepcopy(self)  # outcomes that are given to a game are used up by it alone

    def __deepcopy__(self, memo: dict[int, object]) -> Game:
        new = self._twin()
        new._source = deepcopy(self._source, memo)
        return new

    def __getstate__(self) -> dict[str, object]:
        kept = {name: value for name, value in vars(self).items() if name != "_table"}
        content = kept_content(self.content)
        return {**kept, "content": content, "_state": packing.image(self._state)}

    def __setstate__(self, kept: dict[str, Any]) -> None:
        vars(self).update(kept)
        self.content = content_again(self.content)
        self._table = table_for(catalog_for(self.options, self.content))
        self._adopt(packing.restored(kept["_state"], self._table.cat))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Game) and self._value == other._value

    __hash__ = None  # type: ignore[assignment]  # a game changes

    @property
    def _value(self) -> tuple[object, ...]:
        """All that makes a game equal to another."""
        state = self._state.copy()
        state.rng = 0
        return self.options, self._table.digest, self._middle, self._steps, state.image()

    def later(self, seed: int) -> int:
        """Return the seed for `copy` with which chance goes on as in a game of this seed.

        `seed` is the one that the game was made with, which the game itself does not tell.
        """
        drawn = State(self._table.cat)
        drawn.rng = seed & SEEDS
        for step in self._steps:
            if step < 0:
                member(drawn, Outcomes(1))
        return drawn.rng

    def imagine(self, seat: int | None, seed: int) -> Game:
        """Return a game that looks just the same to a seat, with what it cannot know made up.

        That is how a bot thinks ahead without cheating: it plays out games that could be the true
        one. Of all that fits what the seat has seen and was told, each is as likely as the others:
        tiles that went back to a hand in sight are in no folder, and an Assassin is not in the
        Church where it may not go. The game has no record and no history, as what led there is
        made up too; `record` says so.

        Args:
            seat: Whose eyes it must look the same to; None is a spectator.
            seed: Decides what is made up, and the chance to come.

        Raises:
            ActionError: The game has no such seat.

        Examples:
            >>> import estoril
            >>> game = estoril.new_game(players=2, seed=7)
            >>> twin = game.imagine(0, seed=1)
            >>> twin.view(0) == game.view(0), twin.position() == game.position()
            (True, False)
        """
        number = terms.NONE if seat is None else self._check_seat(seat)
        imagined = knowledge.observe(self._state, number)
        knowledge.imagine(imagined, number, seed & SEEDS)
        made = self.copy(seed)
        return made._begin_at(imagined, imagined.rng)

    # -- the end ------------------------------------------------------------------------------

    @property
    def result(self) -> Result:
        """The final scoring.

        Raises:
            ActionError: The game is not over.
        """
        if not self.is_over:
            raise ActionError("error.action.no_result")
        return result_of(self._state, self._table.names)

    def record(self) -> dict[str, object]:
        """Return everything needed to replay the game, chance included, ready for JSON.

        It tells all secrets: do not give it to anybody while the game runs. `estoril.records` has
        what saves, loads and checks records.

        Raises:
            RecordError: The game began in the middle, from a position.

        Examples:
            >>> import estoril
            >>> record = estoril.new_game(players=2, seed=7).record()
            >>> record["steps"][0]["step"]
            'mission diplomats'
            >>> estoril.replay(record).to_act
            (0,)
        """
        from estoril.game.records import make_record

        return make_record(self)

    # -- checks -------------------------------------------------------------------------------

    def _check_seat(self, seat: int) -> Seat:
        """Refuse what is not a seat of this game."""
        players = self.options.players
        if isinstance(seat, bool) or not isinstance(seat, int) or not 0 <= seat < players:
            raise ActionError("error.action.seat", last=players - 1, seat=repr(seat))
        return cast(Seat, seat)  # many are asked about, and a number of a kind takes its time

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

    Args:
        players: 2 to 4, and 5 with the module `double_agent`.
        seed: Any whole number; the same seed gives the same chance in the same version of the
            rules. Without one, chance comes from the operating system and nobody can guess it.
        modules: Names of `estoril.MODULES`, or "all".
        edition: The rulebook to play by, one of `estoril.EDITIONS`.
        variants: Names of `estoril.VARIANTS`.
        colours: One for each seat; without, the usual ones in their order.
        content: Files with tiles of your own (docs/howto/content.md), or what `estoril.content`
            returned; without, the tiles of the boxes.
        chance: Outcomes of your own: a function that answers each `Draw`, or lists of outcomes by
            kind. What it leaves open is drawn as usual.
        auto_chance: False stops the game at every chance event that `chance` leaves open, until
            `Game.decide_chance` is called.
        rulings: Names of `estoril.RULINGS`, the points where the rulebooks can be read otherwise
            than we read them (docs/rules.md).

    Raises:
        SetupError: This cannot be played: an unknown name, or a choice that needs another one.
        ChanceError: The seed is not a whole number, or a supplied outcome is not possible.
        ContentError: A content file cannot be used.

    Examples:
        >>> import estoril
        >>> estoril.new_game(players=5, seed=7, modules="all", variants=("secret_agenda",))
        <Game: 5 players, round 1, seat 1 to place>

        Dice can be loaded, to try something out; seat 1 begins here:

        >>> game = estoril.new_game(players=2, chance={"first_dice": [(1, 1), (6, 6)]})
        >>> game.to_act
        (1,)
    """
    options = choose(players, modules, edition, variants, colours, rulings)
    if seed is not None and (isinstance(seed, bool) or not isinstance(seed, int)):
        raise ChanceError("error.chance.seed", seed=repr(seed))
    source = chances.Script(chance) if isinstance(chance, Mapping) else chance
    return Game(options, content_from(content), seed, source, auto_chance)
