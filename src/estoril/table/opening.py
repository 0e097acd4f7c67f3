"""Opening a table: its first entry, for a new game or for a rematch."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any, Final

import msgspec

from estoril.boxes import Content
from estoril.boxes.kept import fingerprint, keep
from estoril.choices import BOTS
from estoril.engine import RULES
from estoril.errors import SetupError
from estoril.game.options import Options, catalog_for, choose, colours_with, content_from
from estoril.table.clock import LONGEST, Clock
from estoril.table.entries import VERSION, Created, SeatPlan
from estoril.table.errors import TableError
from estoril.table.state import TableState
from estoril.table.text import plain_name

STAND_IN: Final = "informant"


def create(
    options: Options,
    now: float,
    *,
    seats: Sequence[SeatPlan] = (),
    clock: Clock | None = None,
    stand_in: str = STAND_IN,
    bots: Collection[str] = BOTS,
    previous: str | None = None,
    content: Content | None = None,
    cast: int | None = None,
    origin: int | None = None,
) -> Created:
    """Make the first entry of a table; seats that are not planned are open.

    Args:
        options: What is played (`estoril.choose`).
        now: Seconds since the epoch.
        seats: Who sits where, as far as that is known.
        clock: How long people may think; without, as long as they like.
        stand_in: The spec of the bot that stands in for people.
        bots: Those that people can choose; a program may offer others than ours.
        previous: The id of the table that this one is a rematch of.
        content: Tiles of your own; the entry holds what it needs of them.
        cast: A number of chance, from which follows who the bots are; without, they have no names.
        origin: Where who opens it comes from (`Caller.origin`).

    Raises:
        SetupError: This cannot be played, or there are more seats than players.
        TableError: Two people have one name, a bot is not on offer, or a clock makes no sense.

    Examples:
        >>> import estoril
        >>> from estoril.table import Clock, SeatPlan, create
        >>> created = create(estoril.choose(3), now=0.0, seats=[SeatPlan(name="Ana", host=True)],
        ...                  clock=Clock("decision", seconds=60))
        >>> [seat.colour for seat in created.seats]
        ['red', 'blue', 'green']
    """
    from estoril import __version__

    options = choose(**msgspec.structs.asdict(options))
    if len(seats) > options.players:
        raise SetupError("setup.seats", rule="SET-01", seats=len(seats), players=options.players)
    plans = [_checked(plan) for plan in (*seats, *[SeatPlan()] * (options.players - len(seats)))]
    names: dict[str, str] = {}
    for name in (plan.name for plan in plans if plan.name is not None):
        if name.casefold() in names:
            raise TableError("refused.name.taken", name=names[name.casefold()])
        names[name.casefold()] = name
    for bot in (stand_in, *(plan.bot for plan in plans if plan.bot is not None)):
        if bot not in bots:
            raise TableError("refused.bot.unknown", bots=", ".join(bots))
    coloured = _coloured(plans, options)
    colours = [plan.colour for plan in coloured]
    chosen = choose(**msgspec.structs.asdict(options) | {"colours": colours})
    return Created(
        number=1,
        at=now,
        options=chosen,
        seats=tuple(coloured),
        clock=_checked_clock(clock or Clock()),
        stand_in=stand_in,
        rules=RULES,
        **_kept(chosen, content),
        made_by=f"estoril {__version__}",
        previous=previous,
        cast=cast,
        origin=origin,
    )


def with_content(created: Created, content: Content) -> Created:
    """Return an opening of version 1, which named its content, with that content in it."""
    return msgspec.structs.replace(created, **_kept(created.options, content))


def _kept(options: Options, content: Content | None) -> dict[str, Any]:
    """Return what an opening holds of the content; refuse one that does not suffice."""
    found, usual = content_from(content), content_from(None)
    catalog_for(options, found)
    own = fingerprint(found, options.boxes) != fingerprint(usual, options.boxes)
    return {"content": keep(found, options.boxes), "own": own, "version": VERSION}


def _checked(plan: SeatPlan) -> SeatPlan:
    """Refuse a plan that cannot be."""
    if plan.name is None:
        return msgspec.structs.replace(plan, host=False)
    if plan.bot is not None:
        raise TableError("refused.seat.taken")
    return msgspec.structs.replace(plan, name=plain_name(plan.name))


def _checked_clock(clock: Clock) -> Clock:
    """Refuse a clock that leaves no time, or too much."""
    if clock.per == "none":
        return Clock()
    if not 1 <= clock.seconds <= LONGEST or not 0 <= clock.increment <= LONGEST:
        raise TableError("refused.clock.range", most=LONGEST)
    return clock if clock.per == "game" else Clock("decision", clock.seconds)


def _coloured(plans: Sequence[SeatPlan], options: Options) -> list[SeatPlan]:
    """Give a colour to every seat: as planned, as the options have it, or one that is left."""
    wished = {plan.colour for plan in plans}
    left = [colour for colour in colours_with(options.modules) if colour not in wished]
    coloured = []
    for plan, usual in zip(plans, options.colours, strict=True):
        colour = plan.colour
        if not colour:
            colour = usual if usual in left else left[0]
            left.remove(colour)
        coloured.append(msgspec.structs.replace(plan, colour=colour))
    return coloured


def check_rematch(table: TableState) -> None:
    """Refuse a rematch before the end, or a second one."""
    if table.stage != "over":
        raise TableError("refused.rematch.early")
    if table.next is not None:
        raise TableError("refused.rematch.already", table=table.next)


def rematch(table: TableState, previous: str, now: float, content: Content | None) -> Created:
    """Make the first entry of the table at which the same players go on, with today's content."""
    check_rematch(table)
    created = table.created
    plans = [
        SeatPlan(
            colour=seat.colour,
            bot=seat.bot if seat.holder == "bot" else None,
            name=seat.name if seat.holder == "person" else None,
            host=seat.host,
            origin=seat.origin,
        )
        for seat in table.seats
    ]
    return msgspec.structs.replace(
        created,
        at=now,
        options=table.options,
        seats=tuple(plans),
        previous=previous,
        **_kept(table.options, content),
    )
