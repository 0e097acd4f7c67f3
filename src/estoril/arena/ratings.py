"""Ratings by openskill (Plackett-Luce): one number for the strength of a bot.

Whoever wins is first, alone or shared; the others follow by points. As bots do not learn, the
model's drift (tau) is off. The bars are from a bootstrap: setups are drawn again with all their
games, which keeps together what is alike, and rated in a new order; a bar is 1.96 standard
deviations of the ratings so found. openskill's own sigma is given beside it, and makes the bar
where drawing again can show no spread: with few setups, or when all of them ended alike.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from random import Random
from statistics import stdev
from typing import Final

import msgspec
from openskill.models import PlackettLuce

from estoril.arena.intervals import Z
from estoril.arena.play import Played

RESAMPLES: Final = 30
_SAME: Final = 1e-9  # ratings that differ by less are equal
FEWEST: Final = 10  # setups that can be drawn again
MOST_RATED: Final = 60_000  # games rated for all bars together: some seconds


class Rating(msgspec.Struct, frozen=True):
    """The rating of a bot; a beginner's is 25.

    Attributes:
        mu: The rating.
        sigma: How unsure openskill itself is of it.
        low: The lower end of the bar.
        high: The upper end of the bar.
    """

    mu: float
    sigma: float
    low: float
    high: float


class RatedGame(msgspec.Struct, frozen=True):
    """What a rating needs to know of a game."""

    seed: int
    bots: tuple[str, ...]
    ranks: tuple[int, ...]

    @classmethod
    def of(cls, game: Played) -> RatedGame:
        """Rank the seats of a game."""
        keys = [
            (entry.seat not in game.result.winners, -entry.total) for entry in game.result.seats
        ]
        keys = [(False, 0) if not key[0] else key for key in keys]
        return cls(game.seed, game.bots, tuple(sorted(keys).index(key) for key in keys))


def rate(standings: Sequence[RatedGame]) -> dict[str, Rating]:
    """Rate all bots of some games, with bars."""
    names = sorted({bot for standing in standings for bot in standing.bots})
    found = _rated(names, standings)
    by_seed: dict[int, list[RatedGame]] = {}
    for standing in standings:
        by_seed.setdefault(standing.seed, []).append(standing)
    blocks = list(by_seed.values())
    rng = Random("bootstrap")
    times = max(10, min(RESAMPLES, MOST_RATED // max(1, len(standings))))
    drawn: dict[str, list[float]] = {name: [] for name in names}
    for _ in range(times if len(blocks) >= FEWEST else 0):
        games = [standing for block in rng.choices(blocks, k=len(blocks)) for standing in block]
        rng.shuffle(games)
        for name, (mu, _) in _rated(names, games).items():
            drawn[name].append(mu)
    return {
        name: Rating(mu, sigma, mu - half, mu + half)
        for name, (mu, sigma) in found.items()
        for half in [Z * (_deviation(drawn[name]) or sigma)]
    }


def _rated(names: Sequence[str], standings: Iterable[RatedGame]) -> dict[str, tuple[float, float]]:
    """Rate games one after the other; returns mu and sigma of each bot."""
    model = PlackettLuce(tau=0.0)
    ratings = {name: model.rating() for name in names}
    for standing in standings:
        if len(set(standing.bots)) == 1:
            continue  # a bot against itself says nothing
        teams = [[ratings[bot]] for bot in standing.bots]
        rated = model.rate(teams, ranks=list(map(float, standing.ranks)))
        after: dict[str, list[tuple[float, float]]] = {}
        for bot, (new,) in zip(standing.bots, rated, strict=True):
            after.setdefault(bot, []).append((new.mu, new.sigma))
        for bot, several in after.items():  # a bot in several seats learns from all of them
            mu, sigma = (sum(part) / len(several) for part in zip(*several, strict=True))
            ratings[bot] = model.rating(mu=mu, sigma=sigma)
    return {name: (rating.mu, rating.sigma) for name, rating in ratings.items()}


def _deviation(numbers: Sequence[float]) -> float:
    """Return the standard deviation of some numbers; 0 if they do not differ."""
    if not numbers or max(numbers) - min(numbers) < _SAME:
        return 0.0
    return stdev(numbers)
