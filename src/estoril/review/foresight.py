"""Foresight: each seat's winning chance at a moment of a game, and how sure that is.

The round is played on by habit many times, from the true state or from what one seat knows, and its
end is judged by the bots' outlook. All chances are multiples of 2^-40: so sums and differences of
them are exact, and what a review splits a result into adds up to it to the last bit.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from random import Random
from typing import Final, NamedTuple

from estoril.bots.beliefs import evaluation_for, load_outlook
from estoril.bots.mind.foretelling import foretell
from estoril.engine import flow
from estoril.engine.catalog import Catalog
from estoril.engine.kinds import Code, Outcome, Seat
from estoril.engine.state import State
from estoril.engine.terms import NONE, SEATS
from estoril.game.game import Game
from estoril.game.options import catalog_for

_GRAIN: Final = 2.0**40

Chances = tuple[float, ...]  # of each seat


class Estimate(NamedTuple):
    """Each seat's winning chance, and the standard error of each."""

    chances: Chances
    errors: tuple[float, ...]


def exact(number: float) -> float:
    """Return the nearest number of which sums are exact."""
    return round(number * _GRAIN) / _GRAIN


def differ(after: Sequence[float], before: Sequence[float]) -> Chances:
    """Return how much each seat's chance has changed."""
    return tuple(new - old for new, old in zip(after, before, strict=True))


def even(players: int) -> Chances:
    """Return the chances before anything has happened."""
    return (exact(1 / players),) * players


def shares(game: Game) -> Chances:
    """Return how much of the victory each seat has."""
    winners = game.result.winners
    return tuple(exact((seat in winners) / len(winners)) for seat in range(game.players))


def walk(game: Game) -> Iterator[tuple[State, int | None]]:
    """Yield the true state before each step with that step, at last the end with None.

    The state is always the same one, and goes on when the next is asked for.
    """
    game.again(0)  # refuses a game that began in the middle
    state = State(catalog_for(game.options, game.content))
    flow.start(state, 0, 0)
    for step in game.steps:
        yield state, step
        if step < 0:
            flow.decide_chance(state, Outcome(-1 - step))
        else:
            flow.play(state, Seat(step >> 16), Code(step & 0xFFFF))
    yield state, None


class Foresight:
    """Foretells the games of one setup; what it draws follows from the seed alone."""

    def __init__(self, cat: Catalog, seed: int) -> None:
        self.outlook = load_outlook()
        self.evaluation = evaluation_for(cat)
        self._random = Random(seed)

    def draw(self) -> int:
        """Return a seed for something that is to be tried."""
        return self._random.getrandbits(64)

    def open(self, state: State, times: int, last: int | None = None) -> Estimate:
        """Foretell from the true state, to the end of its round or of an earlier one."""
        return self._estimate(state, NONE, NONE, last or max(1, state.round), times)

    def known(self, observed: State, seat: int, times: int, code: int = NONE) -> Estimate:
        """Foretell from what a seat knows, perhaps after an action of it."""
        return self._estimate(observed, seat, code, max(1, observed.round), times)

    def _estimate(self, state: State, seat: int, code: int, last: int, times: int) -> Estimate:
        sums = array("d", bytes(8 * 2 * SEATS))
        foretell(
            self.outlook, self.evaluation, state, Seat(seat), Code(code), last, times,
            self.draw(), sums,
        )  # fmt: skip
        players = state.cat.players
        means = [sums[seat] / times for seat in range(players)]
        spreads = (sums[SEATS + seat] / times - means[seat] ** 2 for seat in range(players))
        errors = tuple((max(0.0, spread) / max(1, times - 1)) ** 0.5 for spread in spreads)
        return Estimate(tuple(map(exact, means)), errors)
