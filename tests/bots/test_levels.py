"""The levels play fair, in every setup, the same compiled or not, and explain themselves."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from itertools import starmap
from random import Random

import pytest

import estoril
from estoril import words
from estoril.bots import LEVELS, Bot, BotError, make
from estoril.bots.beliefs import load_weights, ours
from estoril.bots.mind.weights import NAMES
from estoril.bots.tuning import breed, write_weights
from estoril.testing import all_setups, check_bot

SEARCHING = LEVELS[-3:]
QUICK = {name: f"{name}:simulations=40" for name in SEARCHING}  # not by the clock: repeatable
DEEP = LEVELS[-5:]  # as plain Python they think for minutes
SPECS = [
    pytest.param(QUICK.get(level, level), marks=[pytest.mark.compiled] if level in DEEP else [])
    for level in LEVELS
]


def played(spec: str, game: estoril.Game, seed: int) -> Iterator[tuple[Bot, estoril.Action]]:
    """Let one kind of bot play all seats of a game."""
    bots = [make(spec) for _ in range(game.players)]
    generators = [Random(f"{seed}/{seat}") for seat in range(game.players)]
    while not game.is_over:
        seat = game.to_act[-1]
        legal = game.legal(seat)
        action = bots[seat].choose(game.view(seat), legal, generators[seat])
        assert action in legal
        game.play(seat, action, events=False)
        yield bots[seat], action


@pytest.mark.parametrize("spec", SPECS)
def test_nothing_is_wrong_with_our_bots(spec: str) -> None:
    """Legal, repeatable, and blind to what the seat cannot know, in setups of every kind."""
    check_bot(spec, games=12, seed=1942)


@pytest.mark.compiled
@pytest.mark.parametrize("spec", ["tourist", "porter", "informant", "agent:worlds=1:width=3"])
def test_bots_play_every_module_variant_edition_and_number_of_players(spec: str) -> None:
    setups = list(all_setups())
    for number in range(0, len(setups), 53):
        game = estoril.Game(setups[number], estoril.content(), seed=number)
        for _ in played(spec, game, number):
            pass
        assert game.is_over


@pytest.mark.parametrize("spec", SPECS)
def test_every_choice_is_explained_in_words(spec: str) -> None:
    game = estoril.new_game(players=3, seed=7, modules="all")
    teller = words.Teller(estoril.content(), ["Ana", "Rui", "Eva"])
    told = set()
    for bot, _ in played(spec, game, 7):
        remarks = bot.explain()
        assert remarks
        for remark in remarks:
            told.add(remark.key)
            assert teller.tell_remark(remark.key, remark.arguments)
    assert told & {"bot.habit", "bot.weighed", "bot.rounds"}


def test_an_onlooker_has_nothing_to_choose() -> None:
    game = estoril.new_game(players=2, seed=1)
    with pytest.raises(BotError, match="plays a seat"):
        make("tourist").choose(game.view(None), [], Random(1))


CHOICES = """
import estoril
from random import Random
from estoril.bots import make
game, rng = estoril.new_game(players=3, seed=11, modules="all"), Random(5)
bots = [make(spec) for spec in ("tourist", "porter", "informant", "agent:worlds=1:width=2",
                                "spymaster:simulations=4")]
known = bots[0].evaluation(game.view(0))
print([list(getattr(known, name)) for name in ("w", "power", "use", "base", "fit")])
for n in range(24):
    seat = game.to_act[0]
    for bot in bots:
        action = bot.choose(game.view(seat), game.legal(seat), rng)
        print(action)
    game.play(seat, action)
"""


@pytest.mark.compiled
def test_thoughts_are_the_same_compiled_or_not() -> None:
    def run(pure: str) -> str:
        env = {**os.environ, "ESTORIL_PURE": pure}
        done = subprocess.run(
            [sys.executable, "-c", CHOICES], env=env, capture_output=True, text=True, check=True
        )
        return done.stdout

    assert run("1") == run("")


def test_weights_are_read_by_name_and_written_again(tmp_path: object) -> None:
    file = f"{tmp_path}/weights.toml"
    write_weights(file, ours(), load_weights(table="start"), ["a story"])
    assert load_weights(file) == pytest.approx(ours(), rel=1e-3)
    assert load_weights(file, "start") == load_weights(table="start") != ours()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[weights]\ntile = 1", "is missing"),
        ("[weights]\n" + "".join(f"{n} = 1\n" for n in NAMES) + "beauty = 1", "beauty is unknown"),
        ("[weights", "weights.toml"),
    ],
)
def test_wrong_weights_are_refused(tmp_path: object, text: str, message: str) -> None:
    file = f"{tmp_path}/weights.toml"
    with open(file, "w") as stream:
        stream.write(text)
    with pytest.raises(BotError, match=message):
        load_weights(file)


@pytest.mark.compiled
def test_breeding_is_repeatable() -> None:
    told = []
    once, again = (
        breed(
            ours(), 1, 4, 2, 3,
            lambda function, tasks: list(starmap(function, tasks)),
            lambda _, weights: told.append(weights),
        )
        for _ in range(2)
    )  # fmt: skip
    assert told == [once, again]
    assert once == again
    assert once != ours()
