"""Hints for people who must decide, where their table allows it, and a coach who warns.

A hint is worked out from what the seat knows and nothing else, by a process of the bots. That it
was taken is written down before it is given, for everybody to see. The coach is asked about what
somebody is about to do; only if it warns, that is a hint.
"""

from __future__ import annotations

from collections import OrderedDict
from typing import TYPE_CHECKING, Final

from estoril.bots import BotFailed
from estoril.boxes import Content
from estoril.game.actions import table_for
from estoril.game.options import catalog_for
from estoril.game.telling import narrator_for
from estoril.game.views import View
from estoril.review import Advice, Hint
from estoril.server.access import Grant
from estoril.server.bots import Demand
from estoril.server.refusals import Refusal
from estoril.table import Table, TableError, commands
from estoril.wire.hints import Advised, HintTold, HintWish

if TYPE_CHECKING:
    from estoril.server.house import House

_MOST: Final = 1000  # hints that are remembered, for who asks for the same again
_ADVISER: Final = 8  # added to the number of a seat: who advises it waits like a bot of its own

_Key = tuple[str, int, int, int | None]  # table, seat, turn, what is considered


class Hints:
    """Gives hints to the people of all tables."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._known: OrderedDict[_Key, Advice] = OrderedDict()
        self._asked: set[str] = set()  # tables for which advice is being worked out

    async def take(self, id: str, seat: int, grant: Grant, wish: HintWish) -> Advised:
        """Give a hint to a seat; with something considered, only if that throws much away.

        Raises:
            TableError: The table does not allow it, or it is not the seat's turn.
            Refusal: Another hint is being worked out for the table, or it cannot be.
        """
        room = self._house.room(id)
        table = await room.open()
        self._check(table, seat, wish)
        view, key = table.view(seat), (id, seat, wish.turn, wish.considering)
        coached = wish.considering is not None
        if coached and wish.considering not in view.codes:
            raise TableError("refused.action.unknown")
        if not coached:
            await room.ask(commands.TakeHint(wish.turn), grant)
        advice = self._known.get(key) or await self._worked_out(key, table)
        if coached and not advice.warns:
            return Advised()
        if coached:
            await room.ask(commands.TakeHint(wish.turn), grant)
        return tell(advice, view, table.content)

    def _check(self, table: Table, seat: int, wish: HintWish) -> None:
        if not table.info.hints:
            raise TableError("refused.hint.off")
        if not table.turn(seat) or table.turn(seat) != wish.turn:
            raise TableError("refused.move.stale")

    async def _worked_out(self, key: _Key, table: Table) -> Advice:
        """Have advice worked out; one at a time for a table."""
        id, seat, _, considering = key
        if id in self._asked:
            raise Refusal("refused.hint.busy", 429)
        self._asked.add(id)
        demand = Demand(id, seat + _ADVISER, "hint", table.observation(seat), origin=table.origin)
        try:
            advice = await self._house.bots.counsel(demand, considering)
        except BotFailed as failure:
            raise Refusal("refused.hint.failed", 503) from failure
        finally:
            self._asked.discard(id)
        self._known[key] = advice
        while len(self._known) > _MOST:
            self._known.popitem(last=False)
        return advice


def tell(advice: Advice, view: View, content: Content) -> Advised:
    """Put advice into sentences, for the seat that it was worked out for."""
    narrator = narrator_for(table_for(catalog_for(view.options, content)))
    actions = {choice.code: choice.action for choice in view.choices}

    def told(hint: Hint) -> HintTold:
        return HintTold(
            code=hint.code,
            said=narrator.tell_action(actions[hint.code], view),
            chance=hint.chance,
            error=hint.error,
            reasons=tuple(remark.sentence for remark in hint.reasons),
        )

    return Advised(
        hints=tuple(map(told, advice.hints)),
        considered=None if advice.considered is None else told(advice.considered),
        cost=advice.cost,
        cost_error=advice.cost_error,
    )
