"""Folding: what an entry changes at a table, and what is to be told of it."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from estoril.boxes import Content, ContentError
from estoril.boxes.kept import first, first_tables, recall
from estoril.engine import RULES
from estoril.errors import ActionError
from estoril.game.game import Game, content_from
from estoril.game.trace import Row, Trace
from estoril.table import entries
from estoril.table.entries import Created, Entry
from estoril.table.errors import EntryError
from estoril.table.messages import Chat, Note
from estoril.table.state import SeatState, TableState, Undoable


class Change(msgspec.Struct, frozen=True):
    """What an entry did: what is to be told, to whom, and what it touched."""

    note: Note | None = None
    chat: Chat | None = None
    trace: Trace | None = None
    rows: Sequence[Row] = ()  # the numbers behind what happened in the game
    undone: tuple[int, ...] = ()  # the steps that were taken back
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
        case entries.MoveUndone():
            return _undo(table, entry)
        case entries.Said(text="", phrase=""):
            return Change(seating=False)  # it was taken out
        case entries.Said():
            name = "" if entry.seat is None else table.seats[entry.seat].name
            return Change(chat=Chat(entry.seat, name, entry.text, entry.phrase), seating=False)
        case entries.Muted():
            return Change(seating=False)
        case entries.Started():
            return _start(table, entry, tracing)
        case Created():
            raise EntryError("error.entry.once", entry.number)
        case _:
            change = _sit(table, entry)
            table.cast()
            return change


def _wind(table: TableState, at: float) -> None:
    """Let those clocks run whose persons must decide."""
    if table.created.clock.per == "none":
        return
    running = {seat.number for seat in table.deciding() if seat.bot is None}
    for seat in table.seats:
        seat.timer.set_running(at, running=seat.number in running)


# -- the game ---------------------------------------------------------------------------------


def _start(table: TableState, entry: entries.Started, tracing: bool) -> Change:
    if table.game is not None:
        raise EntryError("error.entry.begun", entry.number)
    table.game = Game(table.options, table.content, seed=0, auto_chance=False)
    trace, rows = _follow(table.game, entry, tracing)
    for seat in table.seats:
        seat.ready = False
        seat.dealt = seat.holder == "person"
    _number_turns(table, table.game, entry)
    return Change(Note("table.started"), trace=trace, rows=rows)


def _move(table: TableState, entry: entries.Moved, tracing: bool) -> Change:
    game = table.game
    if game is None or table.ended or not entry.steps or not _is_by(entry.seat, entry.steps[0]):
        raise EntryError("error.entry.move", entry.number)
    seat, taken = table.seats[entry.seat], len(game.steps)
    person = seat.bot is None
    tried, table.tried = table.tried, None
    if tried is not None and tried[0] is entry:  # what was tried is not done twice
        secret = person and not game.reveals(tried[1])
        game.accept(tried[1])
        trace: Trace | None = tried[1].trace
        rows: Sequence[Row] = tried[1].trace.rows
    else:
        before = game.copy(seed=0) if person else None
        trace, rows = _follow(game, entry, tracing)
        secret = before is not None and not before.reveals(game)
    seat.timer.stop(entry.at)
    _note_undoable(table, entry, taken, secret=secret)
    if entry.remarks:
        table.remarks[taken] = entry.remarks
    seat.moved = entry.number
    seat.timer.earn()
    seat.answered = (seat.turn, game.steps[taken] & 0xFFFF)
    _number_turns(table, game, entry)
    if game.is_over:
        table.ended = entry.number
    return Change(trace=trace, rows=rows, seating=game.is_over)


def _note_undoable(table: TableState, entry: entries.Moved, taken: int, *, secret: bool) -> None:
    """Note whether a move can be taken back: a person's, that told nobody anything."""
    game, undoable = table.game, table.undoable
    assert game is not None
    if not secret or game.is_over:
        undoable.clear()
        return
    if undoable and undoable[-1].seat != entry.seat:
        undoable.clear()
    left = tuple(seat.timer.left for seat in table.seats)
    moved = table.seats[entry.seat].moved
    undoable.append(Undoable(entry.number, entry.seat, taken, moved, left))


def _undo(table: TableState, entry: entries.MoveUndone) -> Change:
    """Let the last move not have been made; clocks have what was left on them before it."""
    game, last = table.game, table.undoable.pop() if table.undoable else None
    if game is None or last is None or (last.number, last.seat) != (entry.move, entry.seat):
        raise EntryError("error.entry.move", entry.number)
    undone = tuple(game.steps[last.steps :])
    trace = game.go_back(last.steps)
    table.to_act = game.to_act
    for seat, left in zip(table.seats, last.left, strict=True):
        if seat.number == entry.seat:
            seat.turn, seat.moved = entry.number, last.moved
        elif seat.number in table.to_act:
            continue  # it decides all the while
        else:
            seat.turn = 0
        seat.timer.stop(entry.at)
        seat.timer.left = left
    note = _note("table.undone", table.seats[entry.seat])
    return Change(note, trace=trace, undone=undone, seating=False)


def _is_by(seat: int, step: str | int) -> bool:
    """Whether a step is a decision of a seat."""
    return step.startswith(f"{seat} ") if isinstance(step, str) else step >> 16 == seat


def _follow(
    game: Game, entry: entries.Started | entries.Moved, tracing: bool
) -> tuple[Trace | None, Sequence[Row]]:
    """Take the steps of an entry; they lead from one decision to the next."""
    try:
        trace = game.trace(entry.steps) if tracing else None
        rows = [e.row for e in game.follow(entry.steps)] if trace is None else trace.rows
    except ActionError as problem:
        raise EntryError("error.caused", entry.number, problem=problem) from problem
    if game.chance is not None:
        raise EntryError("error.entry.chance", entry.number)
    return trace, rows


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


# -- seats ------------------------------------------------------------------------------------


def _sit(table: TableState, entry: Entry) -> Change:
    """Change who sits where, or how the table is run."""
    seats = table.seats
    match entry:
        case entries.Joined(seat=number, name=name, colour=colour, host=host, origin=origin):
            _recolour(seats, number, colour)
            seats[number].give_to_person(name, host=host, origin=origin)
            if table.game is not None:
                seats[number].dealt = True
                seats[number].timer.forgive()
            return Change(_note("table.joined", seats[number]))
        case entries.Left(seat=number, heir=heir):
            note = _handing_over("table.left", table, number, heir)
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
        case entries.StoodIn(seat=number, why=why, bot=bot, heir=heir):
            seats[number].let_stand_in(bot)
            note = _handing_over(f"table.stood_in.{why}", table, number, heir, bot=bot)
            return Change(note)
        case entries.Returned(seat=number):
            seats[number].bot, seats[number].stands_in = None, False
            seats[number].timer.forgive()
            return Change(_note("table.returned", seats[number]))
        case entries.BotSeated(seat=number, bot=bot, heir=heir):
            revoked = (number,) if seats[number].holder == "person" else ()
            if revoked:
                _send_away(table, number)
            note = _handing_over("table.bot_seated", table, number, heir, bot=bot, name="")
            seats[number].give_to_bot(bot)
            return Change(note, revoked=revoked)
        case entries.BotReplaced(seat=number, bot=bot):
            failed = seats[number].bot or ""
            seats[number].bot = bot
            return Change(_note("table.bot_replaced", seats[number], bot=bot, failed=failed))
        case entries.SeatOpened(seat=number):
            _open(seats[number], seats[number].bot if table.game is not None else None)
            return Change(_note("table.seat_opened", seats[number]))
        case entries.OpeningAsked(seat=number, by=by):
            seats[number].agreed = frozenset() if by is None else frozenset({by})
            return Change(_note("table.opening_asked", seats[number]))
        case entries.Agreed(seat=number, by=by, agreed=agreed, opened=opened):
            return Change(_settle(seats[number], seats[by], agreed=agreed, opened=opened))
        case entries.Kicked(seat=number, bot=bot):
            note = _note("table.kicked", seats[number])
            _send_away(table, number)
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
        case entries.HintsAllowed(seat=number, allowed=allowed):
            table.seats[number].allows = allowed
            return Change(
                _note(
                    "table.hints.allowed" if allowed else "table.hints.refused",
                    table.seats[number],
                )
            )
        case entries.Hinted(seat=number):
            table.seats[number].hints += 1
            return Change(_note("table.hinted", table.seats[number]))
        case entries.Paused(seat=number, left=left):
            table.paused, table.waits = entry.at, left
            if left and number is not None:
                return Change(_note("table.waits", table.seats[number]))
            table.pauses[number] += 1
            return Change(_note_by("table.paused", table, number))
        case entries.Resumed(seat=number):
            table.paused, table.waits = None, False
            return Change(_note_by("table.resumed", table, number))
        case entries.TableClosed():
            table.shut = True
            return Change(Note("table.shut"))
        case entries.PersonForgotten():
            return Change(Note("table.forgotten"))
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


def _handing_over(
    key: str, table: TableState, number: int, heir: int | None, **arguments: str | int
) -> Note:
    """Tell that somebody goes, and who is host now if that was the host."""
    seat = table.seats[number]
    if heir is None:
        return _note(key, seat, **arguments)
    seat.host, table.seats[heir].host = False, True
    table.handed_over = True
    return _note(f"{key}.host", seat, **arguments, heir=table.seats[heir].name)


def _send_away(table: TableState, number: int) -> None:
    """Remember where a person came from who loses the seat; what others agreed on is void."""
    origin = table.seats[number].origin
    if origin is not None:
        table.barred.add(origin)
    for seat in table.seats:
        seat.agreed = None


def _settle(seat: SeatState, by: SeatState, *, agreed: bool, opened: bool) -> Note:
    """Let a person agree that somebody takes a seat, or not."""
    if not agreed:
        seat.agreed = None
        return Note("table.disagreed", seat.number, {"name": by.name})
    if opened:
        _open(seat, seat.bot)
        return Note("table.agreed.all", seat.number, {"name": by.name})
    seat.agreed = (seat.agreed or frozenset()) | {by.number}
    return Note("table.agreed", seat.number, {"name": by.name})


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
