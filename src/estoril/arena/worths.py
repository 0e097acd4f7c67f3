"""What a thing is worth: how much more those won who had it than is usual for them.

The worth of a tile, location, space or mission is how much more of a win those had who won the
tile or location, stood on the space, or accomplished the mission, than the same bots have on
average against the same opponents: so a tile does not look good because good bots take it. That
does not prove a cause: whoever is winning anyway also wins tiles.

Where the luck of a game is known, what chance was worth after the round in which somebody won the
tile is taken out (docs/arena.md): it is worth nothing on average, whoever won it, so that no bias
comes of that. What came before is part of how one gets there, and stays in.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from estoril.arena.adjusting import Case, Luck, mean_by_setup
from estoril.arena.intervals import Mean, Rate, Sums
from estoril.arena.play import Played

ENOUGH: Final = 40  # games of one group whose mean is expected; of fewer, that of all games is


class _Worth:
    """Those who had something: how much they won, and how much more than expected."""

    def __init__(self) -> None:
        self.wins = Sums()
        self.cases: list[Case] = []

    def add(self, share: float, case: Case) -> None:
        """Count somebody in, with what chance was worth afterwards."""
        self.wins.add(share)
        self.cases.append(case)


class _Expected:
    """How much of a win a bot has on average against its opponents of a game."""

    def __init__(self, games: Iterable[Played]) -> None:
        self._usual: defaultdict[str, Sums] = defaultdict(Sums)
        self._groups: defaultdict[tuple[str, ...], defaultdict[str, Sums]]
        self._groups = defaultdict(lambda: defaultdict(Sums))
        for game in games:
            group = self._groups[tuple(sorted(game.bots))]
            for bot, share in zip(game.bots, game.shares, strict=True):
                group[bot].add(share)
                self._usual[bot].add(share)

    def of(self, game: Played) -> list[float]:
        """Return what each seat of a game could expect."""
        group = self._groups[tuple(sorted(game.bots))]
        return [
            (group if group[bot].cases >= ENOUGH else self._usual)[bot].mean for bot in game.bots
        ]


class _Seat(NamedTuple):
    """A seat of a game."""

    game: Played
    number: int
    share: float
    usual: float

    def case(self, luck: float) -> Case:
        """Return how much more it won than usual, with what chance was worth."""
        return Case(self.game.seed, self.share - self.usual, luck)

    def later(self, round: int) -> float:
        """Return what chance was worth after a round, counted from 0, as far as that is known."""
        rounds = self.game.rounds
        return rounds[round].later[self.number] if rounds and rounds[round].later else 0.0


class Worths:
    """What the things of games were worth to those who had them, by kind and id.

    The kinds are `won` and `held` for tiles, `location`, `space`, `mission`, and `place`, which is
    counted from the first player of round one.
    """

    def __init__(self, games: Sequence[Played]) -> None:
        expected = _Expected(games)
        self._found: defaultdict[tuple[str, str | int], _Worth] = defaultdict(_Worth)
        every = []
        for game in games:
            seats = zip(game.shares, expected.of(game), strict=True)
            for number, (share, usual) in enumerate(seats):
                seat = _Seat(game, number, share, usual)
                every.append(seat.case(game.luck[number] if game.luck else 0.0))
                self._add(seat)
        self._luck = Luck(every)

    def _add(self, seat: _Seat) -> None:
        """Count in all that a seat of a game had."""
        game, number = seat.game, seat.number
        won: dict[str, float] = {}  # tiles, with the luck after them
        for round, played in enumerate(game.rounds):
            later = seat.later(round)
            for space in played.stood[number]:
                self._note("space", space, seat, later)
            for race in played.races:
                if race.winner == number:
                    self._note("location", race.location, seat, later)
                    for tile in race.tiles:
                        won.setdefault(tile, later)
        for tile in game.won[number]:
            self._note("won", tile, seat, won.get(tile, 0.0))
        for tile in game.held[number]:
            self._note("held", tile, seat, 0.0)
        for line in game.result.seats[number].missions:
            if line.accomplished:
                self._note("mission", line.mission, seat, 0.0)
        place = (number - game.first) % len(game.bots)
        self._note("place", place, seat, seat.later(0))

    def _note(self, kind: str, id: str | int, seat: _Seat, luck: float) -> None:
        self._found[kind, id].add(seat.share, seat.case(luck))

    def wins(self, kind: str, id: str | int) -> Rate:
        """Return the wins of those who had something."""
        return self._found[kind, id].wins.rate()

    def value(self, kind: str, id: str | int) -> Mean:
        """Return how much more they won than usual, with the luck after it taken out."""
        return mean_by_setup(list(map(self._luck.out_of, self._found[kind, id].cases)))
