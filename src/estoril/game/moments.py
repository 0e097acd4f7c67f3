"""Moments: what decided a game that is over, found in the row of its positions.

After every event it is counted how the game would end then. Events belong together that one
location brings, or the discards of one round; where the points moved most is a moment.

Examples:
    >>> import estoril
    >>> from estoril.game.moments import moments
    >>> game = estoril.new_game(players=2, seed=7)
    >>> while not game.is_over:
    ...     seat = game.to_act[0]
    ...     events = game.play(seat, game.legal(seat)[0])
    >>> [(one.round, one.location, one.before, one.after) for one in moments(game, 1)]
    [(4, 'hells_mouth', (40, 39), (28, 50))]
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import msgspec

from estoril.engine import bits, scoring
from estoril.engine.kinds import Seat
from estoril.engine.state import State
from estoril.game.events import (
    AnyFact,
    DiscardChosen,
    Discarded,
    ResolutionStarted,
    RoundEnded,
    RoundStarted,
    TakenBack,
)
from estoril.game.game import Game
from estoril.game.lookback import Retelling
from estoril.game.sentences import Sentence
from estoril.game.telling import Narrator

_AFTER = (TakenBack, DiscardChosen, Discarded, RoundEnded)  # by which a location is left


class Moment(msgspec.Struct, frozen=True, omit_defaults=True):
    """An occasion that moved the points of a game.

    Attributes:
        move: With which it begins, counted as in `lookback.moves`.
        round: Counted from 1.
        before: The points of each seat, had the game ended then.
        after: The same, after all of it.
        led: The seats that would have won before.
        leads: The seats that would have won after.
        location: Which was resolved; None for the discards at the end of the round.
        told: What weighed most of all that happened there.
    """

    move: int
    round: int
    before: tuple[int, ...]
    after: tuple[int, ...]
    led: tuple[int, ...]
    leads: tuple[int, ...]
    location: str | None = None
    told: Sentence | None = None

    @property
    def gains(self) -> tuple[int, ...]:
        """What each seat won or lost."""
        return tuple(now - then for then, now in zip(self.before, self.after, strict=True))


class _Score(NamedTuple):
    """How a game would end: the points of each seat, and the winners."""

    points: tuple[int, ...]
    winners: tuple[int, ...]


class _Point(NamedTuple):
    """A place in a game: what happened there, in which move, and how the game would end then."""

    move: int
    fact: AnyFact
    score: _Score


def moments(game: Game, most: int = 3) -> tuple[Moment, ...]:
    """Find what decided a game, in the order in which it happened.

    First come those that changed the winners' lead most, then those that moved most points.

    Args:
        game: A game that is over.
        most: How many to find at most; there are fewer if the points moved less often.

    Raises:
        ActionError: The game is not over.
        RecordError: The game began in the middle, from a position.
    """
    winners = set(game.result.winners)

    def lead(points: tuple[int, ...]) -> int:
        best = max(points[seat] for seat in winners)
        return best - max((n for seat, n in enumerate(points) if seat not in winners), default=best)

    def weight(moment: Moment) -> tuple[int, int]:
        swing = abs(lead(moment.after) - lead(moment.before))
        return swing, max(moment.gains) - min(moment.gains)

    found = [moment for moment in _occasions(game) if any(moment.gains)]
    chosen = sorted(range(len(found)), key=lambda i: weight(found[i]), reverse=True)[:most]
    return tuple(found[i] for i in sorted(chosen))  # several may come with one move


def _occasions(game: Game) -> Iterator[Moment]:
    """Tell a game as one occasion after the other; what comes before locations is none."""
    narrator = Narrator(game.content, game.players)
    round, location, counts = 0, None, False
    points: list[_Point] = []
    before = _Score((0,) * game.players, ())
    for point in _points(game):
        fact = point.fact
        left = location is not None and isinstance(fact, _AFTER)
        if left or isinstance(fact, ResolutionStarted | RoundStarted):
            if counts:
                yield _moment(narrator, round, location, before, points)
            before = points[-1].score if points else before
            points, counts = [], not isinstance(fact, RoundStarted)
            location = fact.location if isinstance(fact, ResolutionStarted) else None
        if isinstance(fact, RoundStarted):
            round = fact.round
        points.append(point)
    yield _moment(narrator, round, location, before, points)


def _points(game: Game) -> Iterator[_Point]:
    told = Retelling(game, "all")
    score = scoring.Score()
    move = 0
    while (trace := told.trace()) is not None:
        facts = trace.facts("all")
        for fact, state in zip(facts, trace.seen("all"), strict=True):
            yield _Point(move, fact, _scored(state, score))
        move += 1


def _scored(state: State, score: scoring.Score) -> _Score:
    scoring.score(state, score)
    seats = [Seat(seat) for seat in range(state.cat.players)]
    return _Score(
        tuple(score.total[seat] for seat in seats),
        tuple(seat for seat in seats if bits.has(score.winners, seat)),
    )


def _moment(
    narrator: Narrator, round: int, location: str | None, before: _Score, points: list[_Point]
) -> Moment:
    """Make a moment of what belongs together."""
    after = points[-1].score
    then = [before, *(point.score for point in points)]
    heaviest = max(
        zip(points, then, strict=False),
        key=lambda pair: sum(
            abs(a - b) for a, b in zip(pair[0].score.points, pair[1].points, strict=True)
        ),
    )[0]
    return Moment(
        move=points[0].move,
        round=round,
        before=before.points,
        after=after.points,
        led=before.winners,
        leads=after.winners,
        location=location,
        told=narrator.mention(heaviest.fact),
    )
