"""Folding: what an entry changes at a table, and what is to be told of it."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from estoril.boxes import Content, ContentError
from estoril.boxes.kept import first, first_tables, recall
from estoril.engine import RULES
from estoril.errors import ActionError
from estoril.game.events import Event
from estoril.game.game import Game, content_from
from estoril.game.trace import Trace
from estoril.table import entries
from estoril.table.entries import Created, Entry
from estoril.table.errors import EntryError
from estoril.table.messages import Chat, Note
from estoril.table.state import SeatState, TableState


class Change(msgspec.Struct, frozen=True):
    """What an entry did: what is to be told, to whom, and what it touched."""

    note: Note | None = None
    chat: Chat | None = None
    trace: Trace | None = None
    events: Sequence[Event] = ()
    hidden_from: frozenset[int | None] = frozenset()  # readers who are told nothing
    seating: bool = True  # whether what everybody sees of the table may have changed
    revoked: tuple[int, ...] = ()


def begin(created: Created, content: Content | None) -> TableState:
    """Open a table with the content it was opened with; one of other rules is refused."""
    if created.number != 1:
        raise EntryError("error.entry.first", created.number)
    if created.version > entries.VERSION:
        version, known = created.version, entries.VERSION
        raise EntryError("error.entry.newer", created.number, version=version, known=known)
    if created.rules != RULES:
        raise EntryError("error.entry.rules", created.number, rules=created.rules, known=RULES)
    today = content_from(content)
    return TableState(created, _content(created, content, today), today)


def _content(created: Created, own: Content | None, today: Content) -> Content:
    """Return the content that a table was opened with; today's, if it still decides alike."""
    boxes = created.options.boxes
    if isinstance(created.content, str):  # version 1
        if created.content in first().digests:
            return recall(first_tables(boxes), boxes, today)
        if own is None:
            raise EntryError("error.entry.content", created.number)
        return own
    try:
        return recall(created.content, boxes, today)
    except ContentError as problem:
        raise EntryError("error.caused", created.number, problem=problem) from problem


def apply(table: TableState, entry: Entry, *, tracing: bool) -> Change:
    """Change the table as an entry says; keep how it looked on the way, if somebody is told."""
    if entry.number != table.number + 1:
        raise EntryError("error.entry.due", entry.number, due=table.number + 1)
    try:
        change = _change(table, entry, tracing)
    except IndexError as problem:
        raise EntryError("error.entry.seat", entry.number) from problem
    table.number, table.at = entry.number, entry.at
    _wind(table, entry.at)
    return change


def _change(table: TableState, entry: Entry, tracing: bool) -> Change:
    match entry:
        case entries.Moved():
            return _move(table, entry, tracing)
        case entries.Said() | entries.Muted():
            return _talk(table, entry)
        case entries.Started():
            return _start(table, entry, tracing)
        case Created():
            raise EntryError("error.entry.once", entry.number)
        case _:
            return _sit(table, entry)


def _wind(table: TableState, at: float) -> None:
    """Let those clocks run whose persons must decide."""
    running = {seat.number for seat in table.deciding() if seat.bot is None}
    for seat in table.seats:
        seat.timer.set_running(at, running=seat.number in running)


# -- the game ---------------------------------------------------------------------------------


def _start(table: TableState, entry: entries.Started, tracing: bool) -> Change:
    if table.game is not None:
        raise EntryError("error.entry.begun", entry.number)
    table.game = Game(table.options, table.content, seed=0, auto_chance=False)
    trace, events = _follow(table.game, entry, tracing)
    for seat in table.seats:
        seat.ready = False
    _number_turns(table, table.game, entry)
    return Change(Note("table.started"), trace=trace, events=events)


def _move(table: TableState, entry: entries.Moved, tracing: bool) -> Change:
    game = table.game
    if game is None or table.ended or not entry.steps or not _is_by(entry.seat, entry.steps[0]):
        raise EntryError("error.entry.move", entry.number)
    seat, taken = table.seats[entry.seat], len(game.steps)
    trace, events = _follow(game, entry, tracing)
    seat.moved = entry.number
    seat.timer.answer(entry.at)
    seat.answered = (seat.turn, game.steps[taken] & 0xFFFF)
    _number_turns(table, game, entry)
    if game.is_over:
        table.ended = entry.number
    return Change(trace=trace, events=events, seating=game.is_over)


def _is_by(seat: int, step: str | int) -> bool:
    """Whether a step is a decision of a seat."""
    return step.startswith(f"{seat} ") if isinstance(step, str) else step >> 16 == seat


def _follow(
    game: Game, entry: entries.Started | entries.Moved, tracing: bool
) -> tuple[Trace | None, Sequence[Event]]:
    """Take the steps of an entry; they lead from one decision to the next."""
    try:
        trace = game.trace(entry.steps) if tracing else None
        events = game.follow(entry.steps) if trace is None else trace.events
    except ActionError as problem:
        raise EntryError("error.caused", entry.number, problem=problem) from problem
    if game.chance is not None:
        raise EntryError("error.entry.chance", entry.number)
    return trace, events


def _number_turns(table: TableState, game: Game, entry: entries.Started | entries.Moved) -> None:
    """Number the decisions that are new; who waited already and has not moved keeps the number."""
    mover = entry.seat if isinstance(entry, entries.Moved) else None
    table.to_act = game.to_act
    for seat in table.seats:
        if seat.number not in table.to_act:
            seat.turn = 0
        elif seat.turn == 0 or seat.number == mover:
            seat.turn = entry.number
            seat.timer.new_turn()


# -- chat -------------------------------------------------------------------------------------


def _talk(table: TableState, entry: entries.Said | entries.Muted) -> Change:
    if isinstance(entry, entries.Said):
        name = "" if entry.seat is None else table.seats[entry.seat].name
        deaf = frozenset(seat.number for seat in table.seats if entry.seat in seat.muted)
        chat = Chat(entry.seat, name, entry.text, entry.phrase)
        return Change(chat=chat, hidden_from=deaf, seating=False)
    seat = table.seats[entry.seat]
    seat.muted = seat.muted | {entry.other} if entry.muted else seat.muted - {entry.other}
    others = frozenset({None, *range(len(table.seats))} - {entry.seat})
    note = _note_by("table.muted" if entry.muted else "table.unmuted", table, entry.other)
    return Change(note, hidden_from=others, seating=False)


# -- seats ------------------------------------------------------------------------------------


def _sit(table: TableState, entry: Entry) -> Change:
    """Change who sits where, or how the table is run."""
    seats = table.seats
    match entry:
        case entries.Joined(seat=number, name=name, colour=colour, host=host):
            _recolour(seats, number, colour)
            seats[number].give_to_person(name, host=host)
            if table.game is not None:
                seats[number].timer.forgive()
            return Change(_note("table.joined", seats[number]))
        case entries.Left(seat=number):
            note = _note("table.left", seats[number])
            seats[number].open()
            return Change(note, revoked=(number,))
        case entries.Renamed(seat=number, name=name):
            note = Note("table.renamed", number, {"name": seats[number].name, "new": name})
            seats[number].name = name
            return Change(note)
        case entries.Recoloured(seat=number, colour=colour):
            _recolour(seats, number, colour)
            return Change(_note("table.recoloured", seats[number], colour=colour))
        case entries.ReadySet(seat=number, ready=ready):
            seats[number].ready = ready
            return Change(_note("table.ready" if ready else "table.unready", seats[number]))
        case entries.StoodIn(seat=number, why=why, bot=bot):
            seats[number].let_stand_in(bot)
            return Change(_note(f"table.stood_in.{why}", seats[number], bot=bot))
        case entries.Returned(seat=number):
            seats[number].give_to_person(seats[number].name, host=seats[number].host)
            seats[number].timer.forgive()
            return Change(_note("table.returned", seats[number]))
        case entries.BotSeated(seat=number, bot=bot):
            revoked = (number,) if seats[number].holder == "person" else ()
            seats[number].give_to_bot(bot)
            return Change(_note("table.bot_seated", seats[number], bot=bot), revoked=revoked)
        case entries.BotReplaced(seat=number, bot=bot):
            failed = seats[number].bot or ""
            seats[number].bot = bot
            return Change(_note("table.bot_replaced", seats[number], bot=bot, failed=failed))
        case entries.SeatOpened(seat=number):
            _open(seats[number], seats[number].bot if table.game is not None else None)
            return Change(_note("table.seat_opened", seats[number]))
        case entries.Kicked(seat=number, bot=bot):
            note = _note("table.kicked", seats[number])
            if bot is None:
                seats[number].open()
            else:
                seats[number].give_to_bot(bot)
            return Change(note, revoked=(number,))
        case _:
            return _run(table, entry)


def _run(table: TableState, entry: Entry) -> Change:
    """Change how the table is run."""
    match entry:
        case entries.JoiningClosed(closed=closed):
            table.closed = closed
            return Change(Note("table.closed" if closed else "table.reopened"))
        case entries.Paused(seat=number):
            table.paused = True
            return Change(_note_by("table.paused", table, number))
        case entries.Resumed(seat=number):
            table.paused = False
            return Change(_note_by("table.resumed", table, number))
        case entries.Rematched(table=following):
            table.next = following
            return Change(Note("table.rematch", None, {"table": following}))
        case _:
            raise AssertionError(f"no such entry: {entry!r}")


def _note(key: str, seat: SeatState, **arguments: str | int) -> Note:
    """Tell something of a seat, with the name of its person where there is one."""
    return Note(key, seat.number, {"name": seat.name, **arguments})


def _note_by(key: str, table: TableState, number: int | None) -> Note:
    """Tell what a seat did, or the host."""
    return Note(f"{key}.host") if number is None else _note(key, table.seats[number])


def _open(seat: SeatState, bot: str | None) -> None:
    """Open a seat; a bot may play it until somebody comes."""
    seat.open()
    if bot is not None:
        seat.let_stand_in(bot)


def _recolour(seats: list[SeatState], number: int, colour: str) -> None:
    """Give a colour to a seat; one that had it takes the seat's old one."""
    for other in seats:
        if other.colour == colour:
            other.colour = seats[number].colour
    seats[number].colour = colour
