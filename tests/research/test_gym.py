"""The game for Gymnasium passes Gymnasium's own checks."""

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env, data_equivalence
from gymnasium.vector import AutoresetMode

import estoril
from estoril.research.gym import EstorilEnv, EstorilVectorEnv, register


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_the_environment_conforms(players: int) -> None:
    env = EstorilEnv(players=players, modules="all", seat=players - 1)
    check_env(env, skip_render_check=True)


def test_the_environment_can_be_registered() -> None:
    register()
    try:
        env = gymnasium.make("Estoril-v0", players=2)
        check_env(env.unwrapped, skip_render_check=True)
        many = gymnasium.make_vec("Estoril-v0", 3, vectorization_mode="vector_entry_point")
        assert isinstance(many, EstorilVectorEnv) and many.num_envs == 3
    finally:
        del gymnasium.registry["Estoril-v0"]


@pytest.mark.parametrize("opponents", ["random", "tourist"])
def test_a_learner_plays_its_seat_to_the_end(opponents: str) -> None:
    env = EstorilEnv(players=3, seat=1, opponents=opponents, render_mode="ansi")
    rng = np.random.default_rng(5)
    seen, _ = env.reset(seed=42)
    over, decisions = False, 0
    while not over:
        assert env._batch.actors[0] == 1 and "round" in str(env.render()).lower()
        assert env.observation_space.contains(seen)
        action = rng.choice(np.flatnonzero(seen["action_mask"]))
        seen, reward, over, cut, info = env.step(action)
        decisions += 1
        assert not cut and info == {}
    assert decisions > 10 and 0 <= reward <= 1 and not seen["action_mask"].any()
    assert seen["observation"][1] == 0  # nothing is to be decided any more
    assert EstorilEnv().render() is None


def test_an_illegal_action_ends_the_game() -> None:
    env = EstorilEnv()
    seen, _ = env.reset(seed=1)
    wrong = int(np.flatnonzero(seen["action_mask"] == 0)[0])
    _, reward, over, _, info = env.step(wrong)
    assert (reward, over, info) == (-1, True, {"illegal": True})


def choose(env: EstorilVectorEnv, seen: dict[str, np.ndarray], rng: np.random.Generator) -> object:
    """Choose a legal action in each game at random."""
    return np.array([rng.choice(np.flatnonzero(mask)) for mask in seen["action_mask"]])


@pytest.mark.parametrize("seat", [None, 0, 1])
def test_many_games_conform(seat: int | None) -> None:
    def told() -> list[object]:
        env, rng = EstorilVectorEnv(4, players=2, seat=seat), np.random.default_rng(5)
        assert env.metadata["autoreset_mode"] == AutoresetMode.SAME_STEP
        seen, info = env.reset(seed=42)
        found, ended = [seen, info], 0
        while ended < 3:
            assert env.observation_space.contains(seen)
            actions = choose(env, seen, rng)
            assert env.action_space.contains(actions)
            seen, rewards, over, cut, info = env.step(actions)
            assert rewards.shape == over.shape == cut.shape == (4,) and not cut.any()
            assert not rewards[~over].any()
            for i in np.flatnonzero(over):
                last = info["final_obs"][i]
                assert info["_final_obs"][i] and env.single_observation_space.contains(last)
                assert last["observation"][1] == 0 and seen["observation"][i][1] > 0
                ended += 1
            found += [seen, rewards, over, info["actors"]]
        env.close()
        return found

    assert data_equivalence(told(), told())


def test_arrays_are_copied_unless_told_otherwise() -> None:
    for copy in (True, False):
        env, rng = EstorilVectorEnv(4, players=2, copy=copy), np.random.default_rng(5)
        seen, _ = env.reset(seed=42)
        before = seen["observation"].copy()
        after, *_ = env.step(choose(env, seen, rng))
        assert (seen["observation"] == before).all() == copy
        assert np.shares_memory(after["observation"], env.batch.observations) != copy


def test_an_action_that_there_is_not_is_refused() -> None:
    env = EstorilVectorEnv(2, players=2)
    env.reset(seed=1)
    for wrong in (-1, env.encoder.num_actions):
        with pytest.raises(estoril.ActionError, match="game 1"):
            env.step(np.array([int(env.batch.masks[0].argmax()), wrong]))
