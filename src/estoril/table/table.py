"""Table: a live game, as the fold of its entries."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import partial

from msgspec.json import Encoder
from msgspec.structs import replace

from estoril.bots.protocol import Remark
from estoril.boxes import Content
from estoril.choices import BOTS
from estoril.engine import RULES
from estoril.errors import ActionError
from estoril.game.actions import Action, Choice
from estoril.game.events import AnyFact
from estoril.game.game import Game
from estoril.game.pictures import Legend
from estoril.game.reason import Reason
from estoril.game.results import Result
from estoril.game.sentences import Sentence
from estoril.game.telling import tell_decision, tell_winners
from estoril.game.trace import Trace, parts
from estoril.game.views import View
from estoril.table import folding, opening
from estoril.table.commands import Caller, Command, Resume, StandIn
from estoril.table.entries import Created, Entry, Moved, MoveUndone, Said
from estoril.table.errors import EntryError, TableError
from estoril.table.folding import Change
from estoril.table.history import History
from estoril.table.messages import (
    Form,
    Message,
    Note,
    Now,
    Offer,
    Outcome,
    Proposed,
    Snapshot,
    TableInfo,
    Thinking,
)
from estoril.table.proposing import Proposal, is_host
from estoril.table.scribe import scribe_for
from estoril.table.state import TableState

_encode = Encoder().encode
CHAT = 50  # how many of the things said come with a snapshot


class Table:
    """A live game: what is allowed at it, what each reader may know, and what is due.

    It holds the truth. Give out only messages, snapshots, views and observations, each to the
    seat that it was made for; None is a spectator.

    What happens goes three steps: `propose` checks a command and makes an entry of it, the program
    keeps that entry, `fold` applies it. So nobody hears of what could still be lost. Before the
    first entry there is nothing to see: all but `fold` then raises EntryError.

    Examples:
        >>> import estoril
        >>> from estoril.table import HOST, Caller, SeatPlan, Table, create
        >>> from estoril.table.commands import Act, Start
        >>> table = Table(seed=7)
        >>> seats = [SeatPlan(name="Ana", host=True), SeatPlan(bot="random")]
        >>> news = table.fold(create(estoril.choose(2), now=0.0, seats=seats))
        >>> entry = table.propose(Start(), HOST, now=1.0)
        >>> table.number, entry.number  # proposed, not yet folded
        (1, 2)
        >>> table.fold(entry).called  # the people whose turn it is
        (0,)
        >>> move = Act(table.view(0).legal[0], turn=table.turn(0))
        >>> table.propose(move, Caller(seat=0), now=2.0).steps
        ('0 place linda_x atlantico.III',)
    """

    __slots__ = ("_bots", "_content", "_encoded", "_history", "_offered", "_seed", "_state")

    def __init__(
        self,
        content: Content | None = None,
        bots: Collection[str] = BOTS,
        seed: int | None = None,
        *,
        encoded: bool = False,
    ) -> None:
        """Prepare for the first entry.

        Args:
            content: What the program plays with today; a table goes on with the content that it
                was opened with. Without, the tiles of the boxes.
            bots: Those that people can choose.
            seed: Lets chance go as in any game of this seed; without one it comes from the
                operating system, and nobody can guess it.
            encoded: Whether `fold` tells texts instead of messages, which is quicker for a program
                that does nothing but send them.
        """
        self._encoded = encoded
        self._content = content
        self._bots = bots
        self._seed = seed
        self._history = History()
        self._state: TableState | None = None
        self._offered: dict[tuple[int, int], bytes] = {}  # choices of seats by their turns

    @classmethod
    def replay(
        cls,
        entries: Iterable[Entry],
        content: Content | None = None,
        bots: Collection[str] = BOTS,
        seed: int | None = None,
        *,
        encoded: bool = False,
    ) -> Table:
        """Fold entries that nobody needs to be told of any more; it is quicker than `fold`.

        That is how a table comes back after a restart.

        Raises:
            EntryError: An entry cannot be folded; `number` says which.
        """
        table = cls(content, bots, seed, encoded=encoded)
        for entry in entries:
            table._apply(entry, tracing=False)
        return table

    @classmethod
    def look_back(
        cls, entries: Sequence[Entry], content: Content | None = None, bots: Collection[str] = BOTS
    ) -> Table:
        """Return the table of a finished game that was played by other rules than today's.

        Its steps hold every decision and all chance, so it can be seen again wherever they are
        possible today.

        Raises:
            EntryError: The game is not over, or one of its steps is not possible by today's rules.
        """
        created, *rest = entries
        if not isinstance(created, Created):
            raise EntryError("error.entry.opening", created.number)
        table = cls.replay((replace(created, rules=RULES), *rest), content, bots)
        if table._now.stage != "over":
            raise EntryError("error.entry.rules", 1, rules=created.rules, known=RULES)
        return table

    @property
    def _now(self) -> TableState:
        """The state; before the first entry there is none."""
        if self._state is None:
            raise EntryError("error.entry.first", 0)
        return self._state

    # -- what is true of it -------------------------------------------------------------------

    @property
    def number(self) -> int:
        """The number of the last entry; 0 before the first."""
        return 0 if self._state is None else self._state.number

    @property
    def info(self) -> TableInfo:
        """The table as everybody sees it."""
        return self._now.info

    @property
    def is_shut(self) -> bool:
        """Whether whoever runs the server has closed it, so that nothing happens any more."""
        return self._now.shut

    @property
    def content(self) -> Content:
        """Tiles, locations and missions as they are at this table."""
        return self._now.content

    @property
    def legend(self) -> Legend:
        """What the numbers in pictures of its game mean."""
        return self._now.legend

    @property
    def to_act(self) -> tuple[int, ...]:
        """The seats that must decide; none before the start and after the end."""
        return self._now.to_act

    def turn(self, seat: int) -> int:
        """Return the number of a seat's pending decision, which its answer must name; 0 if none is.

        Raises:
            TableError: There is no such seat.
        """
        self._check_reader(seat)
        return self._now.seats[seat].turn

    @property
    def thinking(self) -> tuple[Thinking, ...]:
        """The bots that must decide now; answer with `ActFor`."""
        return self._now.thinking()

    @property
    def is_of_bots(self) -> bool:
        """Whether bots alone play, as no person has a seat or all have gone."""
        return self._now.stage == "running" and all(seat.bot for seat in self._now.seats)

    @property
    def origin(self) -> int | None:
        """Where who opened it came from (`Caller.origin`), if that is known."""
        return self._now.created.origin

    @property
    def deadline(self) -> float | None:
        """When the next clock or the pause runs out, in seconds since the epoch; None if none."""
        return self._now.deadline

    def due(self, now: float) -> list[Command]:
        """Return the commands that the clocks ask for; propose each of them as the `HOUSE`."""
        if self._now.paused is not None:
            over = self._now.deadline
            return [] if over is None or over > now else [Resume()]
        return [
            StandIn(clock.seat, "clock", self._now.seats[clock.seat].turn)
            for clock in self._now.clocks()
            if clock.deadline is not None and clock.deadline <= now
        ]

    def is_host(self, by: Caller) -> bool:
        """Say whether somebody may do what is for the host."""
        return is_host(self._now, by)

    # -- entries ------------------------------------------------------------------------------

    def propose(self, command: Command, by: Caller, now: float) -> Entry:
        """Return the entry that a command asks for; nothing changes.

        Chance that follows is drawn here and is in the entry: propose once, and fold what came out.

        Args:
            command: What is asked, one of `estoril.table.commands`.
            by: Who asks, as the program has made sure of.
            now: Seconds since the epoch.

        Raises:
            TableError: It is refused; `code` says why for programs, the message for people.

        Examples:
            >>> import estoril
            >>> from estoril.table import NOBODY, Table, TableError, create
            >>> from estoril.table.commands import Join, Start
            >>> table = Table.replay([create(estoril.choose(2), now=0.0)])
            >>> table.propose(Join("Ana"), NOBODY, now=1.0)
            Joined(number=2, at=1.0, seat=0, name='Ana', colour='red', host=False, origin=None)
            >>> try:
            ...     table.propose(Start(), NOBODY, now=2.0)
            ... except TableError as refusal:
            ...     refusal.code
            'host.only'
        """
        return self.consider(command, by, now).entry

    def consider(self, command: Command, by: Caller, now: float) -> Proposed:
        """Propose as `propose` does, and foresee how everybody sees the table after that.

        A program can so keep an entry together with what follows from it.
        """
        state, proposal = self._now, Proposal(self._now, by, now, self._bots, self._seed)
        entry = proposal.entry_for(command)
        if isinstance(entry, (Moved, MoveUndone, Said)):
            info = replace(state.info, state="over") if proposal.ends else None
            return Proposed(entry, info)
        after = state.without_game()
        folding.apply(after, entry, tracing=False)
        return Proposed(entry, after.info)

    def fold(self, entry: Entry, readers: Collection[int | None] | None = None) -> Outcome:
        """Apply an entry that has been kept; return what is to be told and done.

        Args:
            entry: What `propose` returned.
            readers: To whom something is to be told: seats, and None for spectators. Without, to
                all of them.

        Raises:
            EntryError: It does not follow the last one, or does not fit the table.
        """
        before = () if self._state is None else self._state.pending()
        change = self._apply(entry, tracing=readers is None or bool(readers))
        state = self._now
        begun = [one for one in state.pending() if one not in before]
        again = entry.seat if isinstance(entry, MoveUndone) else None  # who needs no call
        told = (None, *range(len(state.seats))) if readers is None else readers
        return Outcome(
            number=entry.number,
            messages={} if self._encoded else self._messages(change, told),
            texts=self._texts(change, told) if self._encoded else {},
            to_act=state.to_act,
            called=tuple([seat for seat, _, bot in begun if bot is None and seat != again]),
            thinking=tuple([Thinking(seat, bot, turn) for seat, turn, bot in begun if bot]),
            deadline=state.deadline,
            revoked=change.revoked,
            over=state.stage == "over",
        )

    def _apply(self, entry: Entry, *, tracing: bool) -> Change:
        """Change the state and keep what was told."""
        if self._state is None:
            if not isinstance(entry, Created):
                raise EntryError("error.entry.opening", entry.number)
            self._state = folding.begin(entry, self._content)
            change = Change(Note("table.created"))
        else:
            change = folding.apply(self._state, entry, tracing=tracing)
        game = self._state.game
        self._history.add(change, entry.at, 0 if game is None else len(game.steps))
        return change

    def rematch(self, table: str, by: Caller, now: float) -> Created:
        """Make the first entry of the table of a rematch; `table` is the id of this one.

        Raises:
            TableError: The game is not over, has a rematch already, or somebody without a seat
                asks.
        """
        if by.seat is None and not self.is_host(by):
            raise TableError("refused.seat.needed")
        return opening.rematch(self._now, table, now, self._content)

    # -- what is told -------------------------------------------------------------------------

    def _messages(
        self, change: Change, readers: Collection[int | None]
    ) -> dict[int | None, Message]:
        """Make the messages of the newest entry; readers who see the same share one."""
        state, trace = self._now, change.trace
        moved = change.seating or trace is not None
        result = self._result(state.number)
        public = Message(
            state.number,
            state.at,
            change.note,
            change.chat,
            result=result,
            ended=None if result is None else tell_winners(result),
            now=self._affairs() if moved else None,
            info=state.info if change.seating else None,
        )
        messages = (
            dict.fromkeys(readers, public) if trace is None else self._show(trace, public, readers)
        )
        if public.now is not None:
            for seat, turn in state.asked():
                if seat in messages:
                    own = self._own_affairs(public.now, seat, turn)
                    messages[seat] = replace(messages[seat], now=own)
            for last in state.undoable[-1:]:
                if last.seat in messages:
                    now = self._with_undo(messages[last.seat].now, last.seat)
                    messages[last.seat] = replace(messages[last.seat], now=now)
        return messages

    def _texts(self, change: Change, readers: Collection[int | None]) -> dict[int | None, bytes]:
        """Write the messages of the newest entry; most are of moves, from pieces that are kept."""
        if not readers:
            return {}
        if change.rows and change.note is None and not change.seating:
            assert change.trace is not None
            state, now = self._now, self._now_texts(readers)
            return scribe_for(state.setup).tell(state.number, state.at, change.trace, now)
        messages = self._messages(change, readers)
        texts = {key: _encode(one) for key, one in {id(m): m for m in messages.values()}.items()}
        return {reader: texts[id(message)] for reader, message in messages.items()}

    def _now_texts(self, readers: Collection[int | None]) -> dict[int | None, bytes]:
        """Write what is to be decided, for each reader."""
        state, decision = self._now, self._game.decision
        assert decision is not None
        scribe = scribe_for(state.setup)
        common = scribe.affairs(decision, state.clocks())
        own = dict.fromkeys(readers, common)
        offered: dict[tuple[int, int], bytes] = {}
        for asked in state.asked():
            seat, turn = asked
            if seat in own:
                text = self._offered.get(asked)
                if text is None:
                    view = self.view(seat)
                    text = scribe.choices(view, turn, partial(self._offer, view))
                own[seat] += text
                offered[asked] = text
        self._offered = offered if len(offered) > 1 else {}  # others will wait while one decides
        for last in state.undoable[-1:]:
            if last.seat in own and state.undo_of(last.seat):
                own[last.seat] += b',"undo":%d' % last.number
        return own

    def _with_undo(self, now: Now | None, reader: int | None) -> Now | None:
        """Say which move a reader can take back, if there is one."""
        last = self._now.undo_of(reader)
        return now if now is None or last is None else replace(now, undo=last.number)

    def _show(
        self, trace: Trace, public: Message, readers: Collection[int | None]
    ) -> dict[int | None, Message]:
        """Make the messages of what happened in the game."""
        messages: dict[int | None, Message] = {}
        shown: list[Message] = []  # readers may see different things, but most see the same
        mention, seen = self._now.narrator.mention, trace.facts(None)
        said = self.tell(seen)
        for reader in readers:
            facts, changes = trace.facts(reader), trace.changes(reader)
            for message in shown:
                if message.changes == changes and message.facts == facts:
                    break
            else:
                told = tuple(
                    sentence if fact is other else mention(fact)
                    for fact, other, sentence in zip(facts, seen, said, strict=True)
                )
                message = replace(public, facts=facts, told=told, changes=changes)
                shown.append(message)
            messages[reader] = message
        return messages

    def tell(self, facts: Iterable[AnyFact]) -> tuple[Sentence | None, ...]:
        """Put facts into sentences; what says nothing to who sees the table has none."""
        return tuple(map(self._now.narrator.mention, facts))

    def _affairs(self) -> Now | None:
        """What is to be decided, as everybody sees it."""
        state = self._now
        if state.stage != "running":
            return None
        decision = self._game.decision
        said = None if decision is None else tell_decision(decision)
        return Now(decision, said, state.clocks())

    def _own_affairs(self, common: Now, seat: int, turn: int) -> Now:
        """What a seat must decide, with what it can choose."""
        view = self.view(seat)
        if common.decision is not None and common.decision.kind == "place":
            return replace(common, turn=turn, placings=placings(view.choices))
        tell = self._now.narrator.reader(view).tell
        offers = tuple(self._offer(view, choice, tell(choice.action)) for choice in view.choices)
        return replace(common, turn=turn, choices=offers, discards=view.discards_due)

    def _offer(self, view: View, choice: Choice, said: Sentence) -> Offer:
        """A choice with its sentence, and with what it would change and be worth."""
        assert view.seat is not None
        return Offer(
            choice.code,
            choice.action,
            choice.tile,
            choice.target,
            said,
            changes=self._ahead(view.seat, choice) if choice.action.lies_open else [],
            worth=view.worth(choice.tile or "") if choice.action.costs_missions else {},
        )

    def _ahead(self, seat: int, choice: Choice) -> list[int]:
        """What a choice changes in a seat's picture before anything follows from it."""
        return self._game.copy(seed=0).trace([seat << 16 | choice.code]).changes(seat)[0]

    def _now_for(self, reader: int | None) -> Now | None:
        """What is to be decided, as one reader sees it."""
        now = self._affairs()
        for seat, turn in self._now.asked():
            if seat == reader and now is not None:
                now = self._own_affairs(now, seat, turn)
        return self._with_undo(now, reader)

    def _result(self, number: int) -> Result | None:
        """The final scoring, with the entry that ended the game."""
        return self._game.result if number == self._now.ended else None

    def stream(self, reader: int | None, since: int = 0, *, changes: bool = True) -> list[Message]:
        """Return what a reader was told after an entry; the last message says what is true now.

        Args:
            reader: A seat; None is a spectator.
            since: The number of the last message that the reader has; 0 for all there are.
            changes: Whether messages say what each fact changes in the reader's picture.

        Raises:
            TableError: There is no such seat.
        """
        self._check_reader(reader)
        state, told = self._now, []
        since = min(max(since, 0), state.number)
        changed = self._changes(reader, since) if changes else []
        for number in range(since + 1, state.number + 1):
            message = self._history.message(number, reader, state.game)
            if message is None:
                continue
            rows = changed[number - since - 1] if changes else []
            if message.facts or rows:
                message = replace(message, told=self.tell(message.facts), changes=rows)
            if number == state.ended:
                result = self._game.result
                message = replace(message, result=result, ended=tell_winners(result))
            told.append(message)
        if told:
            told[-1] = replace(told[-1], now=self._now_for(reader), info=state.info)
        return told

    def _changes(self, reader: int | None, since: int) -> list[list[list[int]]]:
        """Return what each entry after one changed in a reader's picture, fact by fact."""
        sizes, game = self._history.sizes(since), self._now.game
        if game is None:
            return [[] for _ in sizes]
        start, taken = self._history.way(since, game.steps)
        steps = [step for some in taken for step in some or ()]
        if not steps and None not in taken:
            return [[] for _ in sizes]
        then = game.along(start)
        if None not in taken:
            return parts(then.trace(steps).changes(reader), sizes)
        found: list[list[list[int]]] = []
        for number, some in enumerate(taken, since + 1):
            if some is None:
                found.append(then.go_back(self._history.steps(number)).changes(reader))
            else:
                found.append(then.trace(some).changes(reader) if some else [])
        return found

    def picture(self, reader: int | None, number: int | None = None) -> bytes | None:
        """Return what a reader saw after an entry, or sees now, as a picture.

        There is none before the start; see `engine.layout` for what is where in it.

        Raises:
            TableError: There is no such seat.
        """
        self._check_reader(reader)
        game = self._now.game
        if game is not None and number is not None and number < self.number:
            steps, _ = self._history.way(max(number, 0), game.steps)
            game = game.along(steps) if steps else None
        return None if game is None else game.view(reader).picture

    def snapshot(self, reader: int | None, form: Form = "view") -> Snapshot:
        """Return all that a reader may know now, for one who has just come.

        Args:
            reader: A seat; None is a spectator.
            form: How the game is shown: to be read, or as a picture.

        Raises:
            TableError: There is no such seat.
        """
        self._check_reader(reader)
        state = self._now
        result = self._result(state.ended) if state.ended else None
        view = None if state.game is None or form != "view" else self.view(reader).data()
        return Snapshot(
            number=state.number,
            at=state.at,
            seat=reader,
            info=state.info,
            since=0 if reader is None else state.seats[reader].moved,
            view=view,
            legend=state.legend if form == "picture" else None,
            picture=self.picture(reader) if form == "picture" else None,
            now=self._now_for(reader),
            result=result,
            ended=None if result is None else tell_winners(result),
            chat=self._history.chat(CHAT),
        )

    # -- the game -----------------------------------------------------------------------------

    @property
    def _game(self) -> Game:
        """The game; before the start there is none."""
        game = self._now.game
        if game is None:
            raise TableError("refused.game.unstarted")
        return game

    def view(self, reader: int | None) -> View:
        """Return what a reader may know of the game.

        Raises:
            TableError: The game has not begun, or there is no such seat.
        """
        self._check_reader(reader)
        return self._game.view(reader)

    def observation(self, seat: int) -> bytes:
        """Return a seat's view packed, for a bot elsewhere; `estoril.views.unpack` opens it."""
        return self.view(seat).pack()

    def why_not(
        self,
        seat: int,
        action: Action | int | None = None,
        *,
        tile: str | None = None,
        target: str | None = None,
    ) -> Reason | None:
        """Say why a seat may not take an action, use a tile or choose a target now.

        Raises:
            TableError: The game has not begun, or has no such seat, action or tile.
        """
        self._check_reader(seat)
        try:
            return self._game.why_not(seat, action, tile=tile, target=target)
        except ActionError as problem:
            raise TableError("refused.action.unknown") from problem

    @property
    def finished(self) -> Game:
        """The game when it is over; it tells all secrets.

        Raises:
            TableError: It is not over.
        """
        if self._now.stage != "over":
            raise TableError("refused.record.early")
        return self._game

    @property
    def remarks(self) -> Mapping[int, tuple[Remark, ...]]:
        """What bots said of their decisions, by where these are in `Game.steps`.

        Raises:
            TableError: The game is not over; until then they are secrets of their seats.
        """
        assert self.finished
        return self._now.remarks

    def record(self) -> dict[str, object]:
        """Return the record of the game when it is over; raises as `finished` does.

        It says which seats took hints, if any did.
        """
        hinted = [seat.number for seat in self._now.seats if seat.hints]
        return self.finished.record() | ({"hinted": hinted} if hinted else {})

    def _check_reader(self, reader: int | None) -> None:
        if reader is not None and not 0 <= reader < len(self._now.seats):
            raise TableError("refused.seat.unknown", most=len(self._now.seats) - 1)


def placings(choices: Iterable[Choice]) -> dict[str, dict[str, int]]:
    """Return the codes of placements by tile and space."""
    found: dict[str, dict[str, int]] = {}
    for choice in choices:
        assert choice.tile is not None and choice.target is not None
        found.setdefault(choice.tile, {})[choice.target] = choice.code
    return found
