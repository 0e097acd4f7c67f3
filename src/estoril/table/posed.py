"""A position that is posed to one seat, as a table shows it; nobody plays on from it.

What is shown is made of the seat's view alone.
"""

from __future__ import annotations

from estoril.game.actions import table_for
from estoril.game.pictures import reader_for
from estoril.game.telling import narrator_for, tell_decision
from estoril.game.views import View
from estoril.table.clock import Clock
from estoril.table.messages import Now, Offer, SeatInfo, Snapshot, TableInfo
from estoril.table.opening import STAND_IN
from estoril.table.table import placings


def info_of(view: View) -> TableInfo:
    """Return a table at which everybody is called by colour."""
    seats = tuple(
        SeatInfo(seat, colour, "person" if seat == view.seat else "bot")
        for seat, colour in enumerate(view.options.colours)
    )
    return TableInfo("running", view.options, seats, Clock(), STAND_IN, created=0.0)


def pose(view: View) -> Snapshot:
    """Return all that the seat of a view may know, and what it can choose."""
    legend = reader_for(table_for(view.observed.cat)).legend
    return Snapshot(
        number=1,
        at=0.0,
        seat=view.seat,
        info=info_of(view),
        legend=legend,
        picture=view.picture,
        now=_now(view),
    )


def _now(view: View) -> Now:
    """What is to be decided."""
    decision = view.decision
    assert decision is not None
    said = tell_decision(decision)
    if decision.kind == "place":
        return Now(decision, said, turn=1, placings=placings(view.choices))
    tell = narrator_for(table_for(view.observed.cat)).reader(view).tell
    offers = tuple(
        Offer(
            choice.code,
            choice.action,
            choice.tile,
            choice.target,
            tell(choice.action),
            worth=view.worth(choice.tile or "") if choice.action.costs_missions else {},
        )
        for choice in view.choices
    )
    return Now(decision, said, turn=1, choices=offers, discards=view.discards_due)
