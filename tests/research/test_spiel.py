"""The game for OpenSpiel passes OpenSpiel's own tests, keeps secrets, and small games are solved.

OpenSpiel is there only for `make test-research`.
"""

import json
import re
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python import policy, rl_environment
from open_spiel.python.algorithms import (
    best_response,
    cfr,
    exploitability,
    external_sampling_mccfr,
    generate_playthrough,
    ismcts,
    mcts,
    outcome_sampling_mccfr,
)

import estoril
from estoril.game.game import Game
from estoril.research import spiel
from estoril.testing import rule, twin_steps

ALL = "double_agent+promo+enigma+vip+roulette"
SETTINGS = [
    "players=2",
    "players=3,edition=english-2016,variants=mission_scoring",
    f"players=4,modules={ALL},variants=secret_agenda+secret_missions",
    f"players=5,modules={ALL},rulings=controllers_hand",
]
settings = pytest.mark.parametrize("settings", SETTINGS, ids=["2", "3", "4", "5"])


def load(settings: str) -> Any:
    """Load the game of some parameters."""
    return pyspiel.load_game(f"python_estoril({settings})")


def played(game: Any, seed: int, steps: int = 10_000) -> Any:
    """Play so many steps at random."""
    state, rng = game.new_initial_state(), Random(seed)
    while steps and not state.is_terminal():
        chance = state.is_chance_node()
        choices = [n for n, _ in state.chance_outcomes()] if chance else state.legal_actions()
        state.apply_action(rng.choice(choices))
        steps -= 1
    return state


def steps_of(state: Any) -> list[int]:
    """Return the history of a state as the steps of a `Game`."""
    game = state.get_game()
    return [
        -1 - each.action if each.player < 0 else each.player << 16 | game.codes[each.action]
        for each in state.full_history()
    ]


def as_game(state: Any) -> Game:
    """Return a state as a `Game`, by its history."""
    return Game(state.get_game().options, estoril.content(), seed=0, auto_chance=False).along(
        steps_of(state)
    )


@pytest.fixture(scope="module")
def small() -> Any:
    """The last discards of a game, on which it depends who wins."""
    game, rng = estoril.new_game(2, seed=SMALL), Random(SMALL)
    while game.view(None).round < 4 or game.decision.kind != "discard":
        seat = game.to_act[0]
        game.play(seat, game.legal_codes(seat)[rng.randrange(len(game.legal_codes(seat)))])
    return pyspiel.load_game("python_estoril", {"position": game.position()})


SMALL = 155  # chosen for it


@settings
def test_it_conforms(settings: str) -> None:
    pyspiel.random_sim_test(load(settings), 1, True, False)


@settings
def test_a_state_is_the_game_of_its_history(settings: str) -> None:
    for steps in (40, 120, 10_000):
        state = played(load(settings), 7, steps)
        game = as_game(state)
        assert str(state) == game.position()
        for seat in range(game.players):
            assert state.observation_string(seat) == game.view(seat).position()
        if game.is_over:
            winners = game.result.winners
            shares = [(seat in winners) / len(winners) for seat in range(game.players)]
            assert state.returns() == pytest.approx(shares)
        elif game.to_act:
            told = np.array(state.observation_tensor(state.current_player()), np.int8)
            encoder = state.get_game().encoder
            assert (told == encoder.observe(game.view(state.current_player()))).all()
            codes = encoder.codes[state.legal_actions()]
            assert codes.tolist() == sorted(game.legal_codes(state.current_player()))


@rule("INFO-08")
@settings
def test_an_information_state_is_the_same_in_a_twin_game(settings: str) -> None:
    spiel_game, rng, compared = load(settings), Random(3), 0
    numbers = spiel_game.numbers
    for seed in range(3):
        state = played(spiel_game, seed)
        reader = rng.randrange(spiel_game.num_players())
        steps = twin_steps(spiel_game.options, steps_of(state), reader, rng)
        if steps is None:
            continue
        truth, twin = spiel_game.new_initial_state(), spiel_game.new_initial_state()
        for pair in zip(steps_of(state), steps, strict=False):
            for other, step in zip((truth, twin), pair, strict=True):
                other.apply_action(-1 - step if step < 0 else numbers[step & 0xFFFF])
            assert truth.information_state_string(reader) == twin.information_state_string(reader)
            assert truth.seen_rows(reader) == twin.seen_rows(reader)
        assert truth.history() != twin.history()
        for tell in ("information_state_tensor", "observation_string", "observation_tensor"):
            told = [getattr(other, tell)(reader) for other in (truth, twin)]
            assert told[0] == told[1], tell
        compared += 1
    assert compared


@rule("INFO-08")
@settings
def test_what_is_made_up_looks_the_same(settings: str) -> None:
    state, rng = played(load(settings), 5, 100), Random(1)
    while state.is_chance_node():
        state.apply_action(state.chance_outcomes()[0][0])
    player = state.current_player()
    worlds = [state.resample_from_infostate(player, rng.random) for _ in range(5)]
    for world in worlds:
        assert world.information_state_string(player) == state.information_state_string(player)
        assert world.information_state_tensor(player) == state.information_state_tensor(player)
        assert world.legal_actions() == state.legal_actions()
    assert len({str(world) for world in worlds}) > 1


def test_states_are_cloned_and_serialised() -> None:
    game = load("players=2")
    state = played(game, 5, 60)
    other = state.clone()
    assert str(other) == str(state)
    other.apply_action(
        other.chance_outcomes()[0][0] if other.is_chance_node() else other.legal_actions()[0]
    )
    assert str(other) != str(state)
    kept = pyspiel.serialize_game_and_state(game, state)
    _, again = pyspiel.deserialize_game_and_state(kept)
    assert str(again) == str(state)


def test_an_information_state_has_room_for_every_game() -> None:
    state = played(load(SETTINGS[-1]), 3)
    assert len(state.seen_rows(0)) < spiel.LONGEST * len(spiel.COLUMNS) * 0.9


def test_a_position_must_be_whole() -> None:
    line = estoril.new_game(2, seed=7).view(0).position()
    with pytest.raises(estoril.PositionError):
        spiel.EstorilGame({"position": line})


def test_learners_meet_it_as_an_environment() -> None:
    env, rng = rl_environment.Environment(load("players=2")), Random(3)
    step = env.reset()
    while not step.last():
        player = step.observations["current_player"]
        step = env.step([rng.choice(step.observations["legal_actions"][player])])
    assert sum(step.rewards) == pytest.approx(1)


def test_a_search_over_information_sets_plays_it() -> None:
    state, rng = played(load("players=2"), 5, 50), np.random.RandomState(1)
    while state.is_chance_node() or len(state.legal_actions()) < 2:
        state = played(load("players=2"), rng.randint(1000), 50)
    bot = ismcts.ISMCTSBot(
        game=state.get_game(), uct_c=2.0, max_simulations=10, random_state=rng,
        evaluator=mcts.RandomRolloutEvaluator(n_rollouts=1, random_state=rng),
    )  # fmt: skip
    assert bot.step(state) in state.legal_actions()


def test_a_best_response_gains_by_what_others_do_wrong(small: Any) -> None:
    uniform = policy.UniformRandomPolicy(small)
    root = small.new_initial_state()
    values = [best_response.BestResponsePolicy(small, seat, uniform).value(root) for seat in (0, 1)]
    assert sum(values) > 1.01  # together they would have 1


@pytest.mark.parametrize(
    ("solve", "iterations"),
    [
        (lambda game: Cfr(game), 20),
        (external_sampling_mccfr.ExternalSamplingSolver, 100),
        (outcome_sampling_mccfr.OutcomeSamplingSolver, 1000),
    ],
    ids=["cfr", "external", "outcome"],
)
def test_a_small_game_is_solved(small: Any, solve: Callable[[Any], Any], iterations: int) -> None:
    solver = solve(small)
    for _ in range(iterations):
        solver.iteration()
    before = exploitability.nash_conv(small, policy.UniformRandomPolicy(small))
    assert exploitability.nash_conv(small, solver.average_policy()) < before / 2


class Cfr(cfr.CFRSolver):  # type: ignore[misc]
    """CFR with the face of the sampling solvers."""

    def iteration(self) -> None:
        """Go through the whole game once."""
        self.evaluate_and_update_policy()


@pytest.mark.soak
def test_a_playthrough_is_written_and_repeats() -> None:
    told = generate_playthrough.playthrough("python_estoril(players=2)", None, seed=1)
    again = generate_playthrough.playthrough("python_estoril(players=2)", None, seed=1)
    assert told == again and "IsTerminal() = True" in told


@pytest.mark.soak
@settings
def test_many_games_conform(settings: str) -> None:
    pyspiel.random_sim_test(load(settings), 5, True, False)


def test_the_tutorial_runs(capsys: pytest.CaptureFixture[str]) -> None:
    page = (Path(__file__).parents[2] / "docs" / "environments.md").read_text("utf-8")
    chapter = page.partition("## OpenSpiel")[2].partition("\n## ")[0]
    blocks = re.findall(r"^```python\n(.+?)^```$", chapter, re.M | re.S)
    assert len(blocks) == 2
    exec("\n".join(blocks), {})
    returns, chosen = capsys.readouterr().out.splitlines()
    assert sum(json.loads(returns)) == 1
    assert " place " in chosen
