"""Reviews of games: what each decision cost by what its seat knew, and what was luck.

docs/review.md explains the figures and how sure they are.

Examples:
    >>> import estoril
    >>> from estoril.review import Depth, review
    >>> game = estoril.new_game(players=2, seed=7)
    >>> while not game.is_over:
    ...     seat = game.to_act[0]
    ...     events = game.play(seat, game.legal(seat)[0])
    >>> found = review(game, Depth(simulations=24, checks=16, worlds=4, plays=4, glimpses=2))
    >>> [seat.result for seat in found.seats]
    [1.0, 0.0]
    >>> seat = found.seats[0]
    >>> seat.start + seat.own + seat.others + seat.chance + seat.hidden + seat.revised
    1.0
"""

from __future__ import annotations

from estoril.review.advice import Advice, Hint, advise
from estoril.review.foresight import Estimate
from estoril.review.levels import accuracy_of_levels
from estoril.review.luck import luck_by_round
from estoril.review.model import (
    FORMAT,
    Candidate,
    ChanceReview,
    CurvePoint,
    DecisionReview,
    Review,
    SeatReview,
    TurningPoint,
)
from estoril.review.review import DEPTHS, Depth, review, reviewing

__all__ = [
    "DEPTHS",
    "FORMAT",
    "Advice",
    "Candidate",
    "ChanceReview",
    "CurvePoint",
    "DecisionReview",
    "Depth",
    "Estimate",
    "Hint",
    "Review",
    "SeatReview",
    "TurningPoint",
    "accuracy_of_levels",
    "advise",
    "luck_by_round",
    "review",
    "reviewing",
]
