"""Reviews of finished games: asked for by anybody, made by the processes of the bots, and kept.

While a game runs there is nothing here, and afterwards nothing that its record would not show. A
review is made once for a table, at one depth at a time; who asks meanwhile hears how far it is. It
counts as a game of bots alone, and waits like one: people's games come first.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import zlib
from bisect import bisect_right
from typing import TYPE_CHECKING, Final, cast, get_args

import msgspec

from estoril.bots import BotFailed
from estoril.game import lookback
from estoril.game.actions import Action, table_for
from estoril.game.game import Game
from estoril.game.options import catalog_for
from estoril.game.records import dump
from estoril.game.sentences import Sentence
from estoril.game.telling import narrator_for
from estoril.review import ChanceReview, DecisionReview, Review, TurningPoint, accuracy_of_levels
from estoril.server.bots import REVIEWER, Demand
from estoril.server.logs import log, short
from estoril.server.shelf import Shelf, Shelved
from estoril.server.storage import StoreError
from estoril.table import Table
from estoril.wire.reviews import (
    ChanceTold,
    ChoiceTold,
    DecisionTold,
    Depth,
    PointTold,
    Reviewed,
    ReviewTold,
    SeatTold,
    TurnTold,
)

if TYPE_CHECKING:
    from estoril.server.house import House

_TELL: Final = 1.0  # seconds between two notes of how far a review is
_DEPTHS: Final = get_args(Depth)  # what is as deep or deeper is as good


class _Making(msgspec.Struct, eq=False):
    """A review that this process makes, and where those come from who asked for it."""

    table: str
    depth: Depth
    origin: int | None
    steps: int
    done: int = 0


class Reviews:
    """The reviews of all tables, as this process knows and makes them."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._shelf = Shelf(house.store)
        self._making: dict[str, _Making] = {}

    @property
    def origins(self) -> list[int | None]:
        """Where those come from whose reviews are being made."""
        return [making.origin for making in self._making.values()]

    async def look(self, id: str, table: Table, *, whole: bool) -> Reviewed:
        """Say what there is of the review of a game that is over."""
        game = table.finished
        kept = await self._shelf.look(id, self._house.now())
        review = None
        if whole and kept.data:
            # it takes a while, and a finished game does not change
            review = await asyncio.to_thread(tell, game, kept)
        return self._reviewed(id, kept, review)

    async def ask(self, id: str, table: Table, depth: Depth, origin: int | None) -> Reviewed:
        """Have the review of a game made, unless there is one, or one is being made."""
        game = table.finished
        kept = await self._shelf.look(id, self._house.now())
        if kept.making or (kept.data and _DEPTHS.index(kept.depth) >= _DEPTHS.index(depth)):
            return self._reviewed(id, kept)
        self._house.admit_thinking(origin)
        making = _Making(id, depth, origin, len(game.steps))
        if id not in self._making and await self._shelf.claim(
            id, depth, making.steps, self._house.now()
        ):
            self._making[id] = making
            self._house.spawn(self._make(making, game))
        return self._reviewed(id, await self._shelf.look(id, self._house.now()))

    def _reviewed(self, id: str, kept: Shelved, review: ReviewTold | None = None) -> Reviewed:
        making = self._making.get(id)
        done = kept.done if making is None else making.done
        return Reviewed(
            depth=cast(Depth, kept.depth) if kept.data else None,
            making=cast(Depth, kept.making) if kept.making else None,
            done=done if kept.making else 0,
            of=kept.steps if kept.making else 0,
            review=review,
        )

    async def _make(self, making: _Making, game: Game) -> None:
        """Let a review be made moment by moment, and keep it."""
        table, bots = making.table, self._house.bots
        telling = self._house.spawn(self._tell(making))
        try:
            record = await asyncio.to_thread(lambda: dump(game.record()).encode())
            demand = Demand(table, REVIEWER, "review", record, people=False, origin=making.origin)
            while True:
                found = await bots.study(demand, making.depth)
                making.done = found.done
                if found.review:
                    break
            await self._shelf.keep(table, making.depth, found.review)
            log("game reviewed", table=short(table), depth=making.depth)
        except BotFailed as failure:
            if not self._house.stopping:
                log("review failed", level=logging.WARNING, table=short(table), why=str(failure))
                with contextlib.suppress(StoreError):
                    await self._shelf.give_up(table)
        finally:
            telling.cancel()
            self._making.pop(table, None)
            bots.forget(table)

    async def _tell(self, making: _Making) -> None:
        """Let other processes know how far a review is, and that somebody makes it."""
        while True:
            await asyncio.sleep(_TELL)
            with contextlib.suppress(StoreError):
                await self._shelf.go_on(making.table, making.done, self._house.now())


# -- telling ----------------------------------------------------------------------------------


def tell(game: Game, kept: Shelved) -> ReviewTold:
    """Put a review into sentences, each decision as its seat knew the game then."""
    review = msgspec.json.decode(zlib.decompress(kept.data), type=Review)
    teller = _Teller(game)
    return ReviewTold(
        depth=cast(Depth, kept.depth),
        points=tuple(
            PointTold(
                move=teller.during(point.step) - 1,  # the one that led there
                round=point.round,
                known=point.known,
                errors=point.errors,
                open=point.open,
            )
            for point in review.moments
        ),
        turns=tuple(map(teller.turn, review.turning_points)),
        seats=tuple(
            SeatTold(
                **{
                    field: getattr(seat, field)
                    for field in SeatTold.__struct_fields__
                    if field != "costliest"
                },
                costliest=tuple(teller.during(step) for step in seat.costliest),
            )
            for seat in review.seats
        ),
        decisions=tuple(map(teller.decision, review.decisions)),
        chances=tuple(map(teller.chance, review.chances)),
        levels=accuracy_of_levels(),
    )


class _Teller:
    """Knows the moves of a game by their steps, and puts what was decided into sentences."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._then = game.again(0)
        self._ends = lookback.ends(game)
        self._narrator = narrator_for(table_for(catalog_for(game.options, game.content)))

    def during(self, step: int) -> int:
        """Return the number of the move of which a step is a part."""
        return bisect_right(self._ends, step)

    def _at(self, step: int) -> Game:
        """Return the game as it stood before a step; who asks in their order is served quickly."""
        if step < len(self._then.steps):
            self._then = self._game.again(0)
        self._then.follow(self._game.steps[len(self._then.steps) : step])
        return self._then

    def turn(self, point: TurningPoint) -> TurnTold:
        """Tell of a turning point what its seat did there."""
        step = self._game.steps[point.step]
        event, seat = self._at(point.step).copy().follow([step])[0], step >> 16
        return TurnTold(
            move=self.during(point.step),
            round=point.round,
            seat=seat,
            said=self._narrator.mention(event.seen_by(seat)),
            before=point.before,
            after=point.after,
        )

    def decision(self, decision: DecisionReview) -> DecisionTold:
        """Tell of a decision what was done, and what else could have been."""
        view = self._at(decision.step).view(decision.seat)

        def say(action: Action) -> Sentence:
            return self._narrator.tell_action(action, view)

        return DecisionTold(
            move=self.during(decision.step),
            step=decision.step,
            round=decision.round,
            seat=decision.seat,
            said=say(decision.action),
            chance=decision.after,
            error=decision.error,
            forced=decision.forced,
            cost=decision.cost,
            cost_error=decision.cost_error,
            best=tuple(
                ChoiceTold(said=say(each.action), chance=each.chance, error=each.error)
                for each in decision.best
            ),
            reasons=tuple(remark.sentence for remark in decision.reasons),
            hidden=decision.hidden,
        )

    def chance(self, event: ChanceReview) -> ChanceTold:
        """Tell what came by chance; the game is over, so nothing of it is secret any more."""
        came = self._at(event.step).copy().follow([self._game.steps[event.step]])[0]
        return ChanceTold(
            move=self.during(event.step),
            step=event.step,
            round=event.round,
            said=self._narrator.tell(came.whole),
            worth=event.worth,
            errors=event.errors,
        )
