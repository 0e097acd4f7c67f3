"""Information states: all that a seat has seen, in order, and nothing else."""

from random import Random

import pytest

import estoril
from estoril.bulk.information import COLUMNS, Information
from estoril.game.game import Game
from estoril.testing import all_setups, play_randomly, rule, twin_steps

SETUPS = [options for options in all_setups() if len(options.modules) == 5][::31]
setups = pytest.mark.parametrize("options", SETUPS, ids=lambda o: f"{o.players}-{o.edition}")


def whole_game(options: estoril.Options, seed: int) -> Game:
    """Play a game at random."""
    game = Game(options, estoril.content(), seed=seed)
    for _ in play_randomly(game, Random(seed)):
        pass
    return game


@setups
def test_it_grows_with_the_game(options: estoril.Options) -> None:
    game, rng = Game(options, estoril.content(), seed=3), Random(3)
    seen = Information(options, game.history())
    for _ in range(30):
        seat = game.to_act[0]
        seen.extend(game.play(seat, rng.choice(game.legal_codes(seat))))
    whole = Information(options, game.history())
    assert len(seen) == len(whole)
    for seat in range(options.players):
        assert seen.rows(seat) == whole.rows(seat)
        assert seen.text(seat) == whole.text(seat)
        assert len(seen.rows(seat)) == len(COLUMNS) * len(seen)
    assert seen.text(0) != seen.text(1)


@rule("INFO-08")
@setups
def test_it_is_the_same_in_a_twin_game(options: estoril.Options) -> None:
    rng, compared = Random(5), 0
    for seed in range(3):
        game = whole_game(options, seed)
        reader = rng.randrange(options.players)
        steps = twin_steps(options, game.steps, reader, rng)
        if steps is None:
            continue
        truth = Information(options, game.again(len(steps)).history())
        twin = Information(options, game.along(steps).history())
        assert truth.rows(reader) == twin.rows(reader), f"seed {seed}"
        assert truth.text(reader) == twin.text(reader), f"seed {seed}"
        others = [seat for seat in range(options.players) if seat != reader]
        compared += any(truth.rows(seat) != twin.rows(seat) for seat in others)
    assert compared
