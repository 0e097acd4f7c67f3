"""Thoughts: what came of the rounds that a bot simulated, and what it can truly say of that.

A remark is made of these figures and of nothing else: what the bot was after, what it feared,
what it took hidden characters to be. It may tell what only its seat knows, so it is for afterwards.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from estoril.bots.mind.ledger import Ledger
from estoril.bots.protocol import Remark
from estoril.engine import bits, terms
from estoril.engine.kinds import Cell, Reward, Seat, Slot
from estoril.engine.state import State
from estoril.game.views import View

RISE = 0.1  # by which the chosen action must better a prize's chances to be about it
FEAR = 0.25  # share of rounds in which somebody else takes a prize, to be worth a word
SHARE = 0.1  # share of rounds in which a prize is one's own, to have something to lose


class Prospects(NamedTuple):
    """What came of the rounds that were simulated after the chosen action, and after any.

    Attributes:
        rounds: How many were simulated after the chosen action.
        gains: By location and seat: in which share of them it got what lay there.
        usual: The same, over all rounds that were simulated.
        supposed: By cell: how strong a hidden character was on average in the imagined worlds.
    """

    rounds: int
    gains: Sequence[float]
    usual: Sequence[float]
    supposed: Sequence[float]


def prospects_of(ledgers: Sequence[Ledger], chosen: int, times: int, rounds: int) -> Prospects:
    """Put together what was counted, by several threads maybe.

    Args:
        ledgers: Where it was counted.
        chosen: The number of the chosen action in them.
        times: How many rounds were simulated after it.
        rounds: How many were simulated in all.
    """
    gains, usual, supposed = (
        [sum(column) for column in zip(*rows, strict=True)]
        for rows in zip(
            *((book.gains(chosen), book.total(), book.supposed()) for book in ledgers), strict=True
        )
    )
    worlds = sum(book.worlds for book in ledgers)
    return Prospects(
        times,
        [count / max(1, times) for count in gains],
        [count / max(1, rounds) for count in usual],
        [strength / max(1, worlds) for strength in supposed],
    )


def remarks_on(prospects: Prospects, view: View, seat: int) -> Iterator[Remark]:
    """Say what a bot was after, what it feared and what it believed."""
    s = view.observed
    open_ = [slot for slot in range(s.cat.slots) if not bits.has(s.resolved, Slot(slot))]
    own = [(prospects.gains[slot * terms.SEATS + seat], slot) for slot in open_]
    rises = [(share - prospects.usual[slot * terms.SEATS + seat], slot) for share, slot in own]
    rise, aim = max(rises, default=(0.0, -1))
    if rise >= RISE:
        yield _after(prospects, s, seat, aim)
    dangers = [
        (prospects.gains[slot * terms.SEATS + other], slot, other)
        for share, slot in own
        if share >= SHARE
        for other in range(s.cat.players)
        if other != seat
    ]
    danger, feared, rival = max(dangers, default=(0.0, -1, -1))
    if danger >= FEAR:
        where, percent = _location(s, feared), _percent(danger)
        yield Remark("bot.fear", {"player": rival, "location": where, "percent": percent})
    yield from _belief(prospects, s, seat, (aim if rise >= RISE else -1, feared))


def _after(prospects: Prospects, s: State, seat: int, slot: int) -> Remark:
    at = slot * terms.SEATS + seat
    told: dict[str, str | int] = {
        "location": _location(s, slot),
        "percent": _percent(prospects.gains[at]),
        "usual": _percent(prospects.usual[at]),
    }
    reward = Reward(2 * slot)
    known = bits.has(s.reward_up, Slot(slot)) or bits.has(s.reward_known[Seat(seat)], reward)
    if not known or s.reward[reward] < 0:
        return Remark("bot.after.secret", told)
    return Remark("bot.after", {"tile": s.cat.content.tiles[s.reward[reward]].id, **told})


def _belief(prospects: Prospects, s: State, seat: int, slots: Sequence[int]) -> Iterator[Remark]:
    """Say what was expected of the strongest hidden character of others where it matters."""
    hidden = s.occupied & ~s.face_up & ~s.known[Seat(seat)]
    cells = [
        cell
        for cell in range(terms.CELLS)
        if bits.has(hidden, Cell(cell)) and s.cat.cell_slot[Cell(cell)] in slots
    ]
    if cells:
        cell = Cell(max(cells, key=lambda cell: prospects.supposed[cell]))
        told: dict[str, str | int] = {
            "player": int(s.holder[cell]),
            "location": _location(s, s.cat.cell_slot[cell]),
            "strength": round(prospects.supposed[cell]),
        }
        yield Remark("bot.belief", told)


def _location(s: State, slot: int) -> str:
    return s.cat.content.locations[s.location[Slot(slot)]].id


def _percent(share: float) -> int:
    return round(100 * share)
