"""A random game of every setup there is: tiles are kept, somebody can always decide, it ends."""

from random import Random

import pytest

from estoril.game.game import Game, content_from
from estoril.testing import all_setups, check_game, play_randomly, rule

PARTS = 32


@rule("SET-08", "VAR-ALL-01")
@pytest.mark.parametrize("part", range(PARTS))
def test_every_setup_plays_to_its_end(part: int) -> None:
    content = content_from(None)
    for seed, options in enumerate(all_setups()):
        if seed % PARTS != part:
            continue
        game = Game(options, content, seed=seed)
        try:
            for _ in play_randomly(game, Random(seed)):
                check_game(game)
            check_game(game)
        except AssertionError as problem:
            raise AssertionError(f"{options}, seed {seed}: {problem}") from problem
        assert game.view(None).round == 4
        assert game.result.winners


def test_there_are_more_than_two_thousand_setups() -> None:
    assert sum(1 for _ in all_setups()) >= 2000
