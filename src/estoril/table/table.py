"""Table: a live game, as the fold of its entries."""

from __future__ import annotations

from collections.abc import Collection, Iterable

import msgspec

from estoril.boxes import Content
from estoril.choices import BOTS
from estoril.errors import ActionError
from estoril.game.actions import Action, Choice
from estoril.game.game import Game, Result
from estoril.game.reason import Reason
from estoril.game.views import View
from estoril.table import folding, opening
from estoril.table.commands import Caller, Command, StandIn
from estoril.table.entries import Created, Entry
from estoril.table.errors import EntryError, TableError
from estoril.table.folding import Change
from estoril.table.history import History
from estoril.table.messages import Message, Note, Now, Outcome, Snapshot, TableInfo, Thinking
from estoril.table.proposing import Proposal
from estoril.table.state import TableState

CHAT = 50  # how many of the things said come with a snapshot


class Table:
    """A live game: what is allowed at it, what each reader may know, and what is due.

    It holds the truth. Give out only messages, snapshots, views and observations, each to the
    seat that it was made for; None is a spectator.
    """

    __slots__ = ("_bots", "_content", "_history", "_seed", "_state")

    def __init__(
        self,
        content: Content | None = None,
        bots: Collection[str] = BOTS,
        seed: int | None = None,
    ) -> None:
        """Prepare for the first entry.

        `bots` are those that people can choose. Chance comes from the operating system and cannot
        be guessed, unless there is a seed: then it goes as in any game of this seed.
        """
        self._content = content
        self._bots = bots
        self._seed = seed
        self._history = History()
        self._state: TableState | None = None

    @classmethod
    def replay(
        cls,
        entries: Iterable[Entry],
        content: Content | None = None,
        bots: Collection[str] = BOTS,
        seed: int | None = None,
    ) -> Table:
        """Fold entries that nobody needs to be told of any more; it is quicker than `fold`."""
        table = cls(content, bots, seed)
        for entry in entries:
            table._apply(entry)
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
    def content(self) -> Content:
        """Tiles, locations and missions as they are at this table."""
        return self._now.content

    @property
    def to_act(self) -> tuple[int, ...]:
        """The seats that must decide."""
        return self._now.to_act

    def turn(self, seat: int) -> int:
        """The number of a seat's pending decision; 0 if none is."""
        self._check_reader(seat)
        return self._now.seats[seat].turn

    @property
    def thinking(self) -> tuple[Thinking, ...]:
        """The bots that must decide now."""
        return self._now.thinking()

    @property
    def deadline(self) -> float | None:
        """When the next clock runs out."""
        return self._now.deadline

    def due(self, now: float) -> list[Command]:
        """Return the commands of the house that the clocks ask for."""
        return [
            StandIn(clock.seat, "clock", self._now.seats[clock.seat].turn)
            for clock in self._now.clocks()
            if clock.deadline is not None and clock.deadline <= now
        ]

    # -- entries ------------------------------------------------------------------------------

    def propose(self, command: Command, by: Caller, now: float) -> Entry:
        """Return the entry that a command asks for, or refuse it; nothing changes."""
        return Proposal(self._now, by, now, self._bots, self._seed).entry_for(command)

    def fold(self, entry: Entry) -> Outcome:
        """Apply an entry that has been kept; return what is to be told and done."""
        thinking: tuple[Thinking, ...] = ()
        asked: tuple[tuple[int, int], ...] = ()
        if self._state is not None:
            thinking, asked = self._state.thinking(), self._state.asked()
        change = self._apply(entry)
        state = self._now
        return Outcome(
            number=entry.number,
            messages=self._messages(change),
            to_act=state.to_act,
            called=tuple(turn[0] for turn in state.asked() if turn not in asked),
            thinking=tuple(bot for bot in state.thinking() if bot not in thinking),
            deadline=state.deadline,
            revoked=change.revoked,
            over=state.stage == "over",
        )

    def _apply(self, entry: Entry) -> Change:
        """Change the state and keep what was told."""
        if self._state is None:
            if not isinstance(entry, Created):
                raise EntryError("error.entry.opening", entry.number)
            self._state = folding.begin(entry, self._content)
            change = Change(Note("table.created"))
        else:
            change = folding.apply(self._state, entry)
        self._history.add(change, entry.at)
        return change

    def rematch(self, table: str, by: Caller, now: float) -> Created:
        """Make the first entry of the table of a rematch; `table` is the id of this one."""
        if by.seat is None and not by.host:
            raise TableError("refused.seat.needed")
        return opening.rematch(self._now, table, now, self._content)

    # -- what is told -------------------------------------------------------------------------

    def _messages(self, change: Change) -> dict[int | None, Message]:
        """Make the messages of the newest entry; readers who see the same share one."""
        state = self._now
        moved = change.seating or bool(change.events)
        public = Message(
            state.number,
            state.at,
            change.note,
            change.chat,
            tuple([event.public for event in change.events]),
            self._result(state.number),
            self._affairs() if moved else None,
            state.info if change.seating else None,
        )
        readers = (None, *range(len(state.seats)))
        messages: dict[int | None, Message] = dict.fromkeys(readers, public)
        for seat in {seat for event in change.events for seat in event.private}:
            facts = tuple([event.seen_by(seat) for event in change.events])
            messages[seat] = msgspec.structs.replace(public, facts=facts)
        if public.now is not None:
            for seat, turn in state.asked():
                own = self._own_affairs(public.now, seat, turn)
                messages[seat] = msgspec.structs.replace(messages[seat], now=own)
        for reader in change.hidden_from:
            del messages[reader]
        return messages

    def _affairs(self) -> Now | None:
        """What is to be decided, as everybody sees it."""
        state = self._now
        if state.stage != "running":
            return None
        return Now(self.view(None).decision, state.clocks())

    def _own_affairs(self, common: Now, seat: int, turn: int) -> Now:
        """What a seat must decide, with what it can choose."""
        view = self.view(seat)
        if common.decision is not None and common.decision.kind == "place":
            return Now(common.decision, common.clocks, turn, placings=_placings(view.choices))
        return Now(
            common.decision, common.clocks, turn, choices=view.choices, discards=view.discards_due
        )

    def _now_for(self, reader: int | None) -> Now | None:
        """What is to be decided, as one reader sees it."""
        common = self._affairs()
        for seat, turn in self._now.asked():
            if seat == reader and common is not None:
                return self._own_affairs(common, seat, turn)
        return common

    def _result(self, number: int) -> Result | None:
        """The final scoring, with the entry that ended the game."""
        return self._game.result if number == self._now.ended else None

    def stream(self, reader: int | None, since: int = 0) -> list[Message]:
        """Return what a reader was told after an entry; the last message says what is true now."""
        self._check_reader(reader)
        state, told = self._now, []
        for number in range(max(since, 0) + 1, state.number + 1):
            message = self._history.message(number, reader, state.game)
            if message is not None:
                told.append(message)
            if message is not None and number == state.ended:
                told[-1] = msgspec.structs.replace(message, result=self._result(number))
        if told:
            told[-1] = msgspec.structs.replace(told[-1], now=self._now_for(reader), info=state.info)
        return told

    def snapshot(self, reader: int | None) -> Snapshot:
        """Return all that a reader may know."""
        self._check_reader(reader)
        state = self._now
        return Snapshot(
            number=state.number,
            at=state.at,
            seat=reader,
            info=state.info,
            view=None if state.game is None else self.view(reader).data(),
            now=self._now_for(reader),
            result=self._result(state.ended) if state.ended else None,
            chat=self._history.chat(reader, CHAT),
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
        """Return what a reader may know of the game."""
        self._check_reader(reader)
        return self._game.view(reader)

    def observation(self, seat: int) -> bytes:
        """Return a seat's view packed, for a bot elsewhere."""
        return self.view(seat).pack()

    def why_not(
        self,
        seat: int,
        action: Action | int | None = None,
        *,
        tile: str | None = None,
        target: str | None = None,
    ) -> Reason | None:
        """Say why a seat may not take an action, use a tile or choose a target now."""
        self._check_reader(seat)
        try:
            return self._game.why_not(seat, action, tile=tile, target=target)
        except ActionError as problem:
            raise TableError("refused.action.unknown") from problem

    @property
    def finished(self) -> Game:
        """The game when it is over; it tells all secrets."""
        if self._now.stage != "over":
            raise TableError("refused.record.early")
        return self._game

    def record(self) -> dict[str, object]:
        """Return the record of the game when it is over."""
        return self.finished.record()

    def _check_reader(self, reader: int | None) -> None:
        if reader is not None and not 0 <= reader < len(self._now.seats):
            raise TableError("refused.seat.unknown", most=len(self._now.seats) - 1)


def _placings(choices: Iterable[Choice]) -> dict[str, dict[str, int]]:
    """Return the codes of placements by tile and space."""
    placings: dict[str, dict[str, int]] = {}
    for choice in choices:
        assert choice.tile is not None and choice.target is not None
        placings.setdefault(choice.tile, {})[choice.target] = choice.code
    return placings
