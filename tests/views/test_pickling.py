"""Games, views, bots and tournaments go through pickle and copy, and are equal by value."""

import copy
import pickle
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import TypeVar

import pytest

import estoril
from estoril.bots import make, names
from estoril.errors import PackError
from estoril.game.actions import Lists
from estoril.game.game import Game
from estoril.game.packing import PACKING
from estoril.testing import all_setups, play_randomly

V = TypeVar("V")
WAYS = [lambda value: pickle.loads(pickle.dumps(value)), copy.copy, copy.deepcopy]
ways = pytest.mark.parametrize("again", WAYS, ids=["pickle", "copy", "deepcopy"])
OWN = Path(__file__).parents[2] / "examples" / "content"


def midway(options: estoril.Options, moves: int = 40, seed: int = 7) -> Game:
    """Return a game that has been played for a while."""
    game = Game(options, estoril.content(), seed=seed)
    for _ in play_randomly(game, Random(seed), most=moves):
        pass
    return game


def played_on(game: Game, seed: int) -> list[object]:
    """Play a game to its end at random; return all that can be told of it."""
    rng = Random(seed)
    while not game.is_over:
        seat = rng.choice(game.to_act)
        game.play(seat, rng.choice(game.legal_codes(seat)))
    return [game.record(), game.result]


@ways
@pytest.mark.parametrize("options", list(all_setups())[::199], ids=str)
def test_a_game_goes_on_as_it_would_have(options: estoril.Options, again: Callable[[V], V]) -> None:
    game = midway(options)
    other = again(game)
    assert other == game and other is not game
    assert played_on(other, 3) == played_on(game, 3)


@ways
def test_the_way_on_of_one_is_not_that_of_the_other(again: Callable[[V], V]) -> None:
    script = {"airport_die": [3, 4], "casino_dice": [(1, 2)]}
    game = estoril.new_game(3, seed=5, chance=script)
    other, before = again(game), game.position()
    assert other == game
    other.play(other.to_act[0], other.legal(other.to_act[0])[0])
    assert other != game and game.position() == before
    assert played_on(other, 1) != played_on(game, 1)


def test_equal_games_came_the_same_way() -> None:
    game = estoril.new_game(2, seed=7)
    assert game == game.copy(seed=1) == estoril.replay(game.record())
    assert game != estoril.new_game(2, seed=8)
    assert game != estoril.new_game(2, seed=7, variants="secret_agenda")
    assert game != Game.from_position(game.position())  # nothing tells how that came about
    assert game != "a game"
    with pytest.raises(TypeError, match="unhashable"):
        hash(game)


@ways
def test_content_of_ones_own_comes_along(again: Callable[[V], V]) -> None:
    content = estoril.content(files=[next(OWN.glob("*.toml"))])
    game = Game(estoril.choose(2), content, seed=7)
    other, view = again(game), game.view(0)
    assert other == game and other.content == content
    assert other.view(0).content == game.view(0).content
    assert again(view) == view and again(view).content == view.content
    assert played_on(other, 3) == played_on(game, 3)


@ways
@pytest.mark.parametrize("options", list(all_setups())[::199], ids=str)
def test_a_view_is_the_same_again(options: estoril.Options, again: Callable[[V], V]) -> None:
    game = midway(options)
    for view in (*(game.view(seat) for seat in range(game.players)), game.view(None), game.whole()):
        other = again(view)
        assert other == view and hash(other) == hash(view)
        assert (other.seat, other.whole, other.codes) == (view.seat, view.whole, view.codes)
        line = estoril.View.from_position(view.position()) if not view.whole else view
        assert line == view and hash(line) == hash(view)


def test_a_pickle_of_another_version_is_refused() -> None:
    game = estoril.new_game(2, seed=7)
    kept = game.__getstate__()
    (_, *form), image = kept["_state"]
    with pytest.raises(PackError, match="99"):
        game.__setstate__({**kept, "_state": ((99, *form), image)})
    with pytest.raises(PackError, match="length"):
        game.__setstate__({**kept, "_state": ((PACKING, *form), image[1:])})


@ways
@pytest.mark.parametrize("name", [name for name in names() if not hasattr(make(name), "seconds")])
def test_a_bot_chooses_and_explains_as_before(name: str, again: Callable[[V], V]) -> None:
    game, bot = midway(estoril.choose(3, "all"), moves=20), make(name)
    seat = game.to_act[0]
    bot.choose(game.view(seat), game.legal(seat), Random(1))
    other = again(bot)
    assert other.explain() == bot.explain()
    for seed in range(3):
        chosen = [b.choose(game.view(seat), game.legal(seat), Random(seed)) for b in (bot, other)]
        assert chosen[0] == chosen[1]


def test_what_reads_fields_once_can_be_copied() -> None:
    lists = Lists(estoril.choose(4))
    assert lists.players == 4
    assert copy.copy(lists).players == 4
    with pytest.raises(AttributeError):
        _ = lists._missing


@pytest.mark.parametrize("auto", [False, True])
def test_a_copy_stops_at_chance_where_the_game_does(auto: bool) -> None:
    game = estoril.new_game(2, seed=7, auto_chance=auto)
    assert (game.copy(seed=1).chance is None) == auto
    if not auto:
        other = game.copy(seed=1)
        other.decide_chance("assassins")
        assert other.chance is not None and other.chance.kind == "mission"
        assert game.copy(seed=1, auto_chance=True).decide_chance("assassins")[-1].public.kind != (
            "mission_dealt"
        )


def test_what_is_made_up_has_no_record() -> None:
    game = midway(estoril.choose(3))
    for tell in (game.imagine(0, seed=1).record, game.imagine(None, seed=1).history):
        with pytest.raises(estoril.RecordError, match="middle"):
            tell()
