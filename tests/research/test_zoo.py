"""The game for PettingZoo passes PettingZoo's own tests, and keeps secrets."""

import warnings
from random import Random

import numpy as np
import pytest
from pettingzoo.test import (
    api_test,
    parallel_api_test,
    parallel_seed_test,
    render_test,
    save_obs_test,
    seed_test,
)

import estoril
from estoril.game.game import Game
from estoril.research import zoo
from estoril.testing import rule

# PettingZoo's own classic games have a dict with a mask, too.
USUAL = ["Observation is not a NumPy array", "Observation space for each agent probably should"]
SETTINGS = [
    {"players": 2},
    {"players": 3, "edition": "english-2016", "variants": "mission_scoring"},
    {"players": 4, "modules": "all", "variants": ("secret_agenda", "secret_missions")},
    {"players": 5, "modules": "all", "rulings": "all"},
]
settings = pytest.mark.parametrize("settings", SETTINGS, ids=["2", "3", "4", "5"])


@pytest.fixture(autouse=True)
def _usual() -> None:
    for message in USUAL:
        warnings.filterwarnings("ignore", message)


@settings
def test_the_aec_environment_conforms(settings: dict[str, object]) -> None:
    api_test(zoo.env(**settings), num_cycles=30)
    api_test(zoo.raw_env(**settings), num_cycles=30)


@settings
def test_the_parallel_environment_conforms(settings: dict[str, object]) -> None:
    parallel_api_test(zoo.parallel_env(**settings), num_cycles=30)


def test_it_is_shown_as_pettingzoo_wants_it(capsys: pytest.CaptureFixture[str]) -> None:
    render_test(lambda render_mode: zoo.env(players=2, render_mode=render_mode))
    save_obs_test.test_save_obs(zoo.env(players=2))  # pictures are saved of pictures alone
    assert "did not save the observations:  Observations must be Box" in capsys.readouterr().out


def test_seeds_decide_all() -> None:
    seed_test(lambda: zoo.env(players=2), num_cycles=30)
    parallel_seed_test(lambda: zoo.parallel_env(players=2), num_cycles=30)


@pytest.mark.soak
@settings
def test_whole_games_conform(settings: dict[str, object]) -> None:
    api_test(zoo.env(**settings), num_cycles=3000)
    parallel_api_test(zoo.parallel_env(**settings), num_cycles=3000)
    seed_test(lambda: zoo.env(**settings), num_cycles=500)
    parallel_seed_test(lambda: zoo.parallel_env(**settings), num_cycles=500)


@settings
def test_an_aec_game_is_the_game_of_its_seed(settings: dict[str, object]) -> None:
    env, rng = zoo.raw_env(**settings), Random(5)
    env.reset(seed=42)
    game = Game(env.table.options, estoril.content(), seed=42)
    while not env.table.over:
        seat = env.possible_agents.index(env.agent_selection)
        seen, reward, over, cut, _ = env.last()
        assert (reward, over, cut) == (0, False, False)
        assert (seen["observation"] == env.encoder.observe(game.view(seat))).all()
        legal = env.encoder.codes[np.flatnonzero(seen["action_mask"])]
        assert legal.tolist() == sorted(game.legal_codes(seat))
        number = int(rng.choice(np.flatnonzero(seen["action_mask"])))
        env.step(number)
        game.play(seat, int(env.encoder.codes[number]))
    winners = {env.possible_agents.index(agent) for agent, won in env.rewards.items() if won > 0}
    assert winners == {*game.result.winners} and sum(env.rewards.values()) == pytest.approx(1)
    rewards = {}
    for agent in env.agent_iter():
        _, rewards[agent], over, _, _ = env.last()
        assert over
        env.step(None)
    assert sum(rewards.values()) == pytest.approx(1) and env.agents == []


def test_discards_are_chosen_at_once_in_the_parallel_game() -> None:
    env, rng, together = zoo.parallel_env(players=4), Random(5), 0
    seen, _ = env.reset(seed=3)
    while env.agents:
        deciding = [agent for agent in env.agents if not seen[agent]["action_mask"][-1]]
        together = max(together, len(deciding))
        actions = {
            agent: int(rng.choice(np.flatnonzero(seen[agent]["action_mask"])))
            for agent in env.agents
        }
        seen, rewards, over, _, _ = env.step(actions)
    assert together > 1
    assert sum(rewards.values()) == pytest.approx(1) and all(over.values())


def test_an_illegal_action_ends_the_game() -> None:
    parallel = zoo.parallel_env(players=2)
    seen, _ = parallel.reset(seed=3)
    waiting = next(agent for agent in parallel.agents if seen[agent]["action_mask"][-1])
    _, rewards, over, _, _ = parallel.step(dict.fromkeys(parallel.agents, 0))
    assert rewards[waiting] == -1 and all(over.values()) and not parallel.agents
    env = zoo.env(players=2)
    env.reset(seed=3)
    seen = env.observe(env.agent_selection)
    env.step(int(np.flatnonzero(seen["action_mask"] == 0)[0]))
    assert any(env.terminations.values())
    raw = zoo.raw_env(players=2)
    raw.reset(seed=3)
    with pytest.raises(estoril.ActionError, match="may not take"):
        raw.step(10**6)


@rule("INFO-08")
def test_an_agent_sees_the_same_whatever_it_cannot_know() -> None:
    env, rng, compared = (
        zoo.raw_env(players=4, modules="all", variants="secret_agenda"),
        Random(5),
        0,
    )
    env.reset(seed=42)
    game = Game(env.table.options, estoril.content(), seed=42)
    while not env.table.over:
        for seat, agent in enumerate(env.possible_agents):
            seen, truth = env.observe(agent), env.table._state
            env.table._state = game.imagine(seat, rng.getrandbits(60))._state
            twin = env.observe(agent)
            env.table._state = truth
            assert all((seen[key] == twin[key]).all() for key in seen)
            compared += 1
        number = int(rng.choice(np.flatnonzero(env.last()[0]["action_mask"])))
        game.play(env.table.actor, int(env.encoder.codes[number]))
        env.step(number)
    assert compared > 100


def test_what_everybody_sees_is_shown_as_text() -> None:
    for env in (zoo.raw_env(players=2, render_mode="ansi"), zoo.parallel_env(render_mode="ansi")):
        env.reset(seed=3)
        assert "round" in str(env.render()).lower()
    assert zoo.raw_env(players=2).render() is None
