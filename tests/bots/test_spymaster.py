"""The spymaster keeps its time, says true chances, and learns."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

import estoril
from estoril.bots import BotError, make
from estoril.bots.beliefs import OUTLOOK, evaluation_for, load_outlook
from estoril.bots.mind.rollouts import chances_of
from estoril.bots.searching import PLAIN, Budget, settle
from estoril.engine import knowledge
from estoril.engine.kinds import Seat
from estoril.engine.state import State
from estoril.testing import all_setups, play_randomly

TIMED = """
import estoril, random, sys, time
from estoril.bots import make
game = estoril.new_game(players=4, seed=3)
view, bot = game.view(game.to_act[0]), make(f"{sys.argv[1]}:seconds=1")
begun = time.perf_counter()
bot.choose(view, view.legal, random.Random(1))
print(time.perf_counter() - begun)
"""


@pytest.mark.parametrize(
    ("level", "pure"), [("spymaster", ""), ("spymaster", "1"), ("resident", "1")]
)
def test_it_keeps_its_time(level: str, pure: str) -> None:
    env = {**os.environ, "ESTORIL_PURE": pure}
    command = [sys.executable, "-c", TIMED, level]
    done = subprocess.run(command, env=env, capture_output=True, text=True, check=True)
    assert float(done.stdout) < 1.5  # it is 1.01, on a machine that has nothing else to do


def between_rounds() -> list[State]:
    """Return states of all kinds of games in which a round has just begun."""
    found = []
    for number, options in enumerate(list(all_setups())[::97]):
        game, rounds = estoril.Game(options, estoril.content(), seed=number), 1
        for _ in play_randomly(game, Random(number)):
            if game._state.round > rounds:
                rounds = game._state.round
                found.append(game._state.copy())
    return found


@pytest.mark.compiled
def test_chances_are_shares_of_one_win() -> None:
    states = between_rounds()
    assert len(states) > 40
    for s in states:
        chances = chances_of(load_outlook(), evaluation_for(s.cat), s)
        assert len(chances) == s.cat.players
        assert sum(chances) == pytest.approx(1) and min(chances) > 0


@pytest.mark.parametrize("spoiled", [b"", b"{}\n", b"[" * 9, None])
def test_a_file_that_is_no_net_is_refused(tmp_path: Path, spoiled: bytes | None) -> None:
    file = tmp_path / "wrong.net"
    file.write_bytes(OUTLOOK.read_bytes()[:-1] if spoiled is None else spoiled)
    with pytest.raises(BotError, match=r"wrong\.net"):
        make(f"spymaster:net={file}")
    assert load_outlook(OUTLOOK).first > 0


@pytest.mark.compiled
@pytest.mark.parametrize("simulations", [0, 8])
def test_training_is_repeatable(tmp_path: Path, simulations: int) -> None:
    from estoril.bots.training import Training, fit, gather, play_games

    written = []
    for _ in range(2):
        played: list[int] = []
        games = gather(play_games, 120, 5, simulations, "", map, played.append)
        assert played[-1] == 120
        net, loss = fit(games, Training(epochs=2), 5)
        net.save(tmp_path / "again.net", "a test")
        written.append((tmp_path / "again.net").read_bytes())
        assert 0 < loss < 1.7
        load_outlook.cache_clear()
        load_outlook(tmp_path / "again.net")
    assert written[0] == written[1]


@pytest.mark.compiled
def test_more_games_teach_more_and_a_further_generation_goes_on_from_the_net_before() -> None:
    from estoril.bots.training import FURTHER, Training, fit, gather, log_loss, play_games

    games = gather(play_games, 600, 5, 0, "", map, lambda _: None)
    first, loss = fit(games, Training(), 5)
    assert loss < fit(games, Training(), 5, part=1 / 4)[1]
    others = gather(play_games, 120, 6, 0, "", map, lambda _: None)
    anew, _ = fit(others, FURTHER, 6)
    further, _ = fit(others, FURTHER, 6, first)
    unseen = gather(play_games, 600, 7, 0, "", map, lambda _: None)
    assert log_loss(further, unseen) < log_loss(anew, unseen) - 0.01


@pytest.mark.compiled
@pytest.mark.parametrize("count", [1, 2])
def test_all_actions_are_tried_and_the_best_most_by_any_number_of_threads(count: int) -> None:
    game = estoril.new_game(players=2, seed=4)
    seat = Seat(game.to_act[0])
    observed = knowledge.observe(game._state, seat)
    threads = [evaluation_for(observed.cat, thread=number) for number in range(count)]
    found, again = (
        settle(threads, load_outlook(), observed, seat, 1, Budget(8000, 0)).tried for _ in range(2)
    )
    assert found == again
    assert {each.code for each in found} == set(game.legal_codes(seat))
    tried = 8000 * (1 - PLAIN.veiling)  # rivals learn from the others
    assert sum(each.times for each in found) == pytest.approx(tried, abs=10 * count)
    most, least = (pick(each.times for each in found) for pick in (max, min))
    phases = 7  # each may end in the middle of a turn
    assert found[0].times >= most - phases and most > 8 * least > 0
