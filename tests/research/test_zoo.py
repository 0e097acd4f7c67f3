"""The game for PettingZoo passes PettingZoo's own tests, and keeps secrets."""

import pickle
import warnings
from copy import deepcopy
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


def test_what_is_kept_of_an_observation_stays_as_it_was() -> None:
    """Whoever keeps an observation, a part or a view of it has what was seen then."""
    env, rng = zoo.raw_env(players=2), Random(3)
    env.reset(seed=11)
    keepers = [
        lambda seen: seen,
        lambda seen: seen["observation"],
        lambda seen: seen["action_mask"].view(bool),
        lambda seen: memoryview(seen["observation"]),
        lambda seen: dict(seen),
    ]
    kept = []
    while env.agents and not env.terminations[env.agent_selection]:
        seen = env.observe(env.agent_selection)
        before = {name: array.copy() for name, array in seen.items()}
        kept.append((rng.choice(keepers)(seen), before))
        legal = seen["action_mask"].nonzero()[0]
        env.step(rng.choice(legal))
        del seen
    assert len(kept) > 60
    for part, before in kept:
        parts = part if isinstance(part, dict) else {"observation": part}
        if isinstance(part, np.ndarray) and part.dtype == bool:
            parts = {"action_mask": part}
        for name, array in parts.items():
            assert np.array_equal(np.asarray(array, np.int8), before[name])


def test_one_that_was_changed_is_not_shown_again() -> None:
    env = zoo.raw_env(players=2)
    env.reset(seed=11)
    for _ in range(40):
        seen = env.observe("seat_0")
        assert seen.keys() == {"observation", "action_mask"}
        assert env.observation_space("seat_0").contains(seen)
        seen["action_mask"], seen["more"] = np.ones(1), 1


@pytest.mark.compiled
def test_observations_that_nobody_keeps_are_written_again() -> None:
    env = zoo.raw_env(players=4, modules="all")
    env.reset(seed=11)
    assert len({id(env.observe("seat_0")["observation"]) for _ in range(500)}) < 20


def test_copies_of_an_environment_go_on_by_themselves() -> None:
    env = zoo.raw_env(players=3)
    env.reset(seed=11)
    env.observe(env.agent_selection)
    for other in (deepcopy(env), pickle.loads(pickle.dumps(env))):
        number = int(env.observe(env.agent_selection)["action_mask"].argmax())
        seen = env.observe("seat_0")
        before = seen["observation"].copy()
        other.step(number)
        for _ in range(20):
            other.observe("seat_0")
        assert (seen["observation"] == before).all()
        assert (env.observe("seat_0")["observation"] == before).all()
        assert (other.observe("seat_0")["observation"] != before).any()
