"""Every combination of players, modules, edition and variants that can be played."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, combinations, cycle
from random import Random

from msgspec.structs import replace

from estoril.errors import SetupError
from estoril.game.game import Game
from estoril.game.options import EDITIONS, MODULES, RULINGS, VARIANTS, Options, choose


def all_setups() -> Iterator[Options]:
    """Yield all setups that the rules allow, each with other rulings than the one before.

    There is one more in the cycle than sets of rulings, so that each meets every edition.

    Examples:
        >>> from estoril.testing import all_setups
        >>> next(all_setups()).players, sum(1 for _ in all_setups())
        (2, 2112)
    """
    rulings = cycle([(), *_subsets(RULINGS)])
    for players in (2, 3, 4, 5):
        for modules in _subsets(MODULES):
            for variants in _subsets(VARIANTS):
                for edition in EDITIONS:
                    try:
                        options = choose(players, modules, edition, variants)
                    except SetupError:
                        continue
                    yield replace(options, rulings=next(rulings))


def _subsets(names: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    return chain.from_iterable(combinations(names, n) for n in range(len(names) + 1))


def play_randomly(game: Game, rng: Random, most: int = 10_000) -> Iterator[tuple[int, int]]:
    """Play a game at random, seats in any order where several may decide.

    Args:
        game: It is played on from where it stands.
        rng: Decides; the same generator gives the same game.
        most: How many decisions are taken at most.

    Yields:
        Each decision as (seat, code), before it is played.

    Examples:
        >>> import estoril
        >>> from random import Random
        >>> from estoril.testing import check_game, play_randomly
        >>> game = estoril.new_game(players=2, seed=7)
        >>> for seat, code in play_randomly(game, Random(1)):
        ...     check_game(game)
        >>> game.is_over
        True
    """
    while not game.is_over and most > 0:
        seat = rng.choice(game.to_act)
        code = rng.choice(game.legal_codes(seat))
        yield seat, code
        game.play(seat, code, events=False)
        most -= 1
