"""Proposing: check a command against a table and make the entry that would fulfil it.

Nothing is changed here. What is refused raises TableError with a code.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from estoril.bots.protocol import Remark
from estoril.errors import ActionError, IllegalAction
from estoril.game.actions import Action
from estoril.game.game import Game
from estoril.game.options import colours_with
from estoril.table import commands as ask
from estoril.table import entries
from estoril.table.commands import Caller, Command
from estoril.table.entries import Entry
from estoril.table.errors import TableError
from estoril.table.opening import check_rematch
from estoril.table.state import PAUSES, SeatState, TableState
from estoril.table.text import PHRASES, plain_name, plain_text

_WRONG_STAGE = {"open": "unstarted", "running": "running", "over": "over"}


class Proposal:
    """One command of one caller, at one moment, to one table."""

    def __init__(
        self,
        table: TableState,
        by: Caller,
        now: float,
        bots: Collection[str],
        seed: int | None,
    ) -> None:
        self.table = table
        self.by = by
        self.bots = bots
        self._seed = seed
        self.ends = False  # whether the game is over with the entry
        self.stamp: dict[str, Any] = {"number": table.number + 1, "at": max(now, table.at)}

    def entry_for(self, command: Command) -> Entry:
        """Return the entry that fulfils a command."""
        if self.table.shut:
            raise TableError("refused.table.closed")
        match command:
            case ask.Act(action, turn):
                return self._act(action, turn)
            case ask.ActFor():
                return self._act_for(command)
            case ask.Undo(move):
                return self._undo(move)
            case ask.Say(text):
                return entries.Said(**self.stamp, seat=self._speaker(), text=plain_text(text))
            case ask.SayPhrase(phrase):
                if phrase not in PHRASES:
                    raise TableError("refused.phrase.unknown", phrase=phrase)
                return entries.Said(**self.stamp, seat=self._speaker(), phrase=phrase)
            case ask.Join():
                return self._join(command)
            case ask.Leave():
                return self._leave()
            case ask.Rename(name):
                seat = self._own()
                return entries.Renamed(
                    **self.stamp, seat=seat.number, name=self._free_name(name, seat)
                )
            case ask.Recolour(colour):
                seat = self._own()
                self._must_be("open")
                return entries.Recoloured(
                    **self.stamp, seat=seat.number, colour=self._free_colour(colour, seat)
                )
            case ask.SetReady(ready):
                self._must_be("open")
                return entries.ReadySet(**self.stamp, seat=self._own().number, ready=ready)
            case ask.Start():
                return self._start()
            case ask.Pause():
                return self._pause()
            case ask.Resume():
                self._must_be("running")
                if self.table.paused is None:
                    raise TableError("refused.game.not_paused")
                return entries.Resumed(**self.stamp, seat=self._participant())
            case ask.TakeBack():
                return self._take_back()
            case ask.StandIn():
                return self._stand_in(command)
            case ask.Kick(number):
                return self._kick(number)
            case ask.GiveToBot(number, bot):
                return self._give_to_bot(number, bot)
            case ask.OpenSeat(number):
                return self._open_seat(number)
            case ask.Agree(number, agreed):
                return self._agree(number, agreed=agreed)
            case ask.ReplaceBot(number, bot):
                self._must_be_house()
                if self._seat(number).bot is None or self.table.stage == "over":
                    raise TableError("refused.seat.no_bot")
                return entries.BotReplaced(**self.stamp, seat=number, bot=bot)
            case ask.CloseJoining(closed):
                self._must_be_host()
                return entries.JoiningClosed(**self.stamp, closed=closed)
            case ask.AllowHints(allowed):
                if self.table.stage == "over":
                    raise TableError("refused.game.over")
                return entries.HintsAllowed(**self.stamp, seat=self._own().number, allowed=allowed)
            case ask.TakeHint(turn):
                return self._take_hint(turn)
            case ask.Link(table):
                self._must_be_house()
                check_rematch(self.table)
                return entries.Rematched(**self.stamp, table=table)
            case ask.Rematch():
                raise TypeError("a Rematch is answered with a new table and a Link to it")

    @property
    def seed(self) -> int | None:
        """Where the chance of the entry comes from; None is the operating system."""
        game = self.table.game
        return self._seed if self._seed is None or game is None else game.later(self._seed)

    # -- who asks -----------------------------------------------------------------------------

    def _own(self) -> SeatState:
        """Return the seat of the caller."""
        if self.by.seat is None:
            raise TableError("refused.seat.needed")
        seat = self._seat(self.by.seat)
        if seat.holder != "person":
            raise TableError("refused.seat.lost")
        return seat

    def _participant(self) -> int | None:
        """Return the caller's seat; None for a host without one, or the house."""
        if self.by.seat is None and is_host(self.table, self.by):
            return None
        return self._own().number

    def _speaker(self) -> int | None:
        """Return the seat of somebody who may speak; None for a host without one."""
        if self.by.seat is None and not is_host(self.table, self.by):
            raise TableError("refused.chat.seat")
        return self._participant()

    def _must_be_host(self) -> None:
        if not is_host(self.table, self.by):
            raise TableError("refused.host.only")

    def _must_be_house(self) -> None:
        if not self.by.house:
            raise TableError("refused.house.only")

    def _must_be(self, stage: str) -> None:
        """Refuse what belongs to another stage of the table."""
        found = self.table.stage
        if found != stage:
            raise TableError(f"refused.game.{_WRONG_STAGE[found]}")

    def _must_not_be_over(self) -> None:
        if self.table.stage == "over":
            raise TableError("refused.game.over")

    def _seat(self, number: int) -> SeatState:
        if not 0 <= number < len(self.table.seats):
            raise TableError("refused.seat.unknown", most=len(self.table.seats) - 1)
        return self.table.seats[number]

    # -- sitting down and getting up ----------------------------------------------------------

    def _join(self, command: ask.Join) -> Entry:
        self._must_not_be_over()
        if self.by.seat is not None:
            raise TableError("refused.join.seated")
        host = self._will_be_host()
        if self.table.closed and not host:
            raise TableError("refused.join.closed")
        seat = self._open_one(command.seat)
        self._check_origin()
        colour = seat.colour
        if command.colour is not None and self.table.stage == "open":
            colour = self._free_colour(command.colour, seat)
        name = self._free_name(command.name, seat)
        return entries.Joined(
            **self.stamp,
            seat=seat.number,
            name=name,
            colour=colour,
            host=host,
            origin=self.by.origin,
        )

    def _will_be_host(self) -> bool:
        """Say whether who sits down is the host: as before, or as the first after the last left."""
        hostless = self.table.handed_over and not any(s.host for s in self.table.seats)
        return hostless or is_host(self.table, self.by)

    def _check_origin(self) -> None:
        """Refuse who may sit here already, and strangers who were sent away.

        Before the start that is for strangers alone, and who shares a house with the host is none:
        people who live together may play together. A hand that was dealt is another matter.
        """
        origin, dealt = self.by.origin, self.table.game is not None
        if origin is None or not (self.by.stranger or dealt):
            return
        if any(s.origin == origin and (dealt or not s.host) for s in self.table.people()):
            raise TableError("refused.join.dealt" if dealt else "refused.join.twice")
        if self.by.stranger and origin in self.table.barred:
            raise TableError("refused.join.kicked")

    def _open_one(self, number: int | None) -> SeatState:
        """Return an open seat: this one, or the first."""
        if number is None:
            for seat in self.table.seats:
                if seat.holder == "open":
                    return seat
            raise TableError("refused.join.full")
        seat = self._seat(number)
        if seat.holder != "open":
            raise TableError("refused.seat.taken")
        return seat

    def _leave(self) -> Entry:
        seat = self._own()
        heir = self._heir(seat)
        if self.table.stage == "open":
            return entries.Left(**self.stamp, seat=seat.number, heir=heir)
        self._must_be("running")
        if seat.stands_in:
            raise TableError("refused.seat.stood_in")
        if all(other is seat or other.stands_in for other in self.table.people()):
            return entries.Paused(**self.stamp, seat=seat.number, left=True)
        bot = self.table.created.stand_in
        return entries.StoodIn(**self.stamp, seat=seat.number, why="left", bot=bot, heir=heir)

    def _heir(self, seat: SeatState) -> int | None:
        """Return the seat to which a host who goes hands over: the next whose person is there."""
        if not seat.host:
            return None
        seats = self.table.seats
        for other in seats[seat.number + 1 :] + seats[: seat.number]:
            if other.holder == "person" and not other.stands_in:
                return other.number
        return None

    def _stand_in(self, command: ask.StandIn) -> Entry:
        self._must_be_house()
        self._must_be("running")
        seat = self._seat(command.seat)
        if seat.bot is not None:
            raise TableError("refused.seat.stood_in")
        if command.why == "clock":
            deadline = seat.timer.deadline
            if seat.turn != command.turn or deadline is None or deadline > self.stamp["at"]:
                raise TableError("refused.clock.running")
        bot = self.table.created.stand_in
        return entries.StoodIn(**self.stamp, seat=seat.number, why=command.why, bot=bot)

    def _take_hint(self, turn: int) -> Entry:
        seat = self._own()
        self._must_be("running")
        if not self.table.hints:
            raise TableError("refused.hint.off")
        if not seat.turn or seat.turn != turn:
            raise TableError("refused.move.stale")
        return entries.Hinted(**self.stamp, seat=seat.number)

    def _take_back(self) -> Entry:
        seat = self._own()
        self._must_be("running")
        if not seat.stands_in:
            raise TableError("refused.seat.yours")
        return entries.Returned(**self.stamp, seat=seat.number)

    def _kick(self, number: int) -> Entry:
        self._must_be_host()
        self._must_not_be_over()
        seat = self._seat(number)
        if seat.holder != "person":
            raise TableError("refused.seat.no_person")
        if number == self.by.seat:
            raise TableError("refused.kick.self")
        bot = None if self.table.game is None else self.table.created.stand_in
        return entries.Kicked(**self.stamp, seat=number, bot=bot)

    def _give_to_bot(self, number: int, bot: str) -> Entry:
        self._must_be_host()
        self._must_not_be_over()
        seat = self._seat(number)
        if bot not in self.bots:
            raise TableError("refused.bot.unknown", bots=", ".join(self.bots))
        # who opened the table stays its host without a seat; who was handed it has it with the seat
        heir = self._heir(seat) if self.table.handed_over else None
        return entries.BotSeated(**self.stamp, seat=number, bot=bot, heir=heir)

    def _open_seat(self, number: int) -> Entry:
        self._must_be_host()
        self._must_not_be_over()
        seat = self._seat(number)
        if seat.holder != "bot":
            raise TableError("refused.seat.no_bot")
        if self.table.game is None:
            return entries.SeatOpened(**self.stamp, seat=number)
        if seat.agreed is not None:
            raise TableError("refused.opening.asked")
        if any(other.number != self.by.seat for other in self.table.people()):
            return entries.OpeningAsked(**self.stamp, seat=number, by=self.by.seat)
        if seat.dealt:  # whoever was sent away last would not agree
            raise TableError("refused.opening.nobody")
        return entries.SeatOpened(**self.stamp, seat=number)

    def _agree(self, number: int, *, agreed: bool) -> Entry:
        own = self._own().number
        self._must_be("running")
        seat = self._seat(number)
        if seat.agreed is None:
            raise TableError("refused.opening.unasked")
        if agreed and own in seat.agreed:
            raise TableError("refused.opening.agreed")
        missing = {other.number for other in self.table.people()} - seat.agreed - {own}
        return entries.Agreed(
            **self.stamp, seat=number, by=own, agreed=agreed, opened=agreed and not missing
        )

    def _free_name(self, name: str, seat: SeatState) -> str:
        """Return a name that nobody else here has."""
        name = plain_name(name)
        for other in self.table.seats:
            if other is not seat and other.name.casefold() == name.casefold():
                raise TableError("refused.name.taken", name=name)
        return name

    def _free_colour(self, colour: str, seat: SeatState) -> str:
        """Return a colour that no other person has; others give way."""
        allowed = colours_with(self.table.created.options.modules)
        if colour not in allowed:
            raise TableError("refused.colour.unknown", colours=", ".join(allowed))
        for other in self.table.seats:
            if other is not seat and other.colour == colour and other.holder == "person":
                raise TableError("refused.colour.taken")
        return colour

    # -- the game -----------------------------------------------------------------------------

    def _start(self) -> Entry:
        self._must_be_host()
        self._must_be("open")
        for seat in self.table.seats:
            if seat.holder == "open":
                raise TableError("refused.start.open")
            if seat.holder == "person" and not (seat.ready or seat.host or self.by.house):
                raise TableError("refused.start.unready", name=seat.name)
        game = Game(self.table.options, self.table.content, self.seed)
        return entries.Started(**self.stamp, steps=tuple(game.again(0).in_words(game.steps)))

    def _act(self, action: Action | int, turn: int) -> Entry:
        seat = self._own()
        if seat.stands_in:
            raise TableError("refused.seat.stood_in")
        return self._move(seat, action, turn)

    def _act_for(self, command: ask.ActFor) -> Entry:
        self._must_be_house()
        seat = self._seat(command.seat)
        if seat.bot is None:
            raise TableError("refused.seat.no_bot")
        return self._move(seat, command.action, command.turn, command.remarks)

    def _move(
        self, seat: SeatState, action: Action | int, turn: int, remarks: tuple[Remark, ...] = ()
    ) -> Entry:
        """Try an action on a copy of the game, and note its steps."""
        self._must_be("running")
        game = self.table.game
        assert game is not None
        if self.table.paused is not None:
            raise TableError("refused.game.paused")
        self._must_be_current(seat, action, turn, game)
        try:
            attempt = game.attempt(seat.number, action, self.seed)
        except IllegalAction as problem:
            raise TableError(problem.key, rule=problem.rule) from problem
        except ActionError as problem:
            raise TableError("refused.action.unknown") from problem
        self.ends = attempt.is_over
        entry = entries.Moved(
            **self.stamp, seat=seat.number, steps=tuple(attempt.words), remarks=remarks
        )
        self.table.tried = entry, attempt
        return entry

    def _undo(self, move: int) -> Entry:
        seat = self._own()
        self._must_be("running")
        if self.table.paused is not None:
            raise TableError("refused.game.paused")
        last = self.table.undo_of(seat.number)
        if last is None or last.number != move:
            raise TableError("refused.undo.late")
        return entries.MoveUndone(**self.stamp, seat=seat.number, move=move)

    def _must_be_current(
        self, seat: SeatState, action: Action | int, turn: int, game: Game
    ) -> None:
        """Refuse an answer to a turn that is over; tell a repeated answer from a late one."""
        if turn and turn == seat.answered[0]:
            code = action if isinstance(action, int) else _code(game, action)
            done = code == seat.answered[1]
            raise TableError("refused.move.done" if done else "refused.move.stale")
        if not seat.turn:
            raise TableError("refused.move.turn")
        if turn != seat.turn:
            raise TableError("refused.move.stale")

    def _pause(self) -> Entry:
        self._must_be("running")
        by = self._participant()
        if self.table.paused is not None:
            raise TableError("refused.game.paused_already")
        if self.table.pauses[by] >= PAUSES and not self.by.house:
            raise TableError("refused.game.paused_often", most=PAUSES)
        return entries.Paused(**self.stamp, seat=by)


def is_host(table: TableState, by: Caller) -> bool:
    """Say whether somebody may do what is for the host: who opened the table, or the heir."""
    if by.house or (by.host and not table.handed_over):
        return True
    return any(seat.host and seat.number == by.seat for seat in table.seats)


def _code(game: Game, action: Action) -> int:
    """Return the code of an action; -2 if it is none of this game."""
    try:
        return game.code(action)
    except ActionError:
        return -2
