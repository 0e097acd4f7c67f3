"""OpenSpiel: C++ games from Python, whole games in C++, and games written in Python."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator
from operator import methodcaller
from typing import Any, Final

from benchmarks.row import Kind, Row, Run, Seen, fraction, version

GAMES: Final = (
    "tic_tac_toe",
    "leduc_poker",
    "liars_dice",
    "hanabi",
    "hanabi(players=5)",
    "hearts",
    "gin_rummy",
    "battleship",
    "dark_hex(board_size=5)",
    "phantom_go(board_size=5)",
    "phantom_go",
    "dark_chess",
    "backgammon",
    "bridge",
    "bridge_uncontested_bidding",
)
# MCTSBot wants rewards at the end alone (and time).
WITHOUT_ROLLOUTS: Final = {"hanabi", "hanabi(players=5)", "bridge_uncontested_bidding"}
USUAL: Final = {"tic_tac_toe", "hanabi", "hearts", "gin_rummy", "battleship", "phantom_go",
                "dark_chess"}  # fmt: skip
OBSERVED: Final = ("hanabi", "gin_rummy", "phantom_go(board_size=5)", "dark_chess", "backgammon")
USUAL_OBSERVED: Final = {"hanabi", "gin_rummy", "dark_chess"}
ROLLOUTS: Final = 50


def _deal(pyspiel: Any, state: Any) -> None:
    outcome, _ = pyspiel.sample_action(state.chance_outcomes(), fraction())
    state.apply_action(outcome)


def _play(
    pyspiel: Any, game: Any, seen: Seen, observe: Callable[[Any], object] | None = None
) -> int:
    """Play a game through the Python API; return the decisions."""
    state, decisions = game.new_initial_state(), 0
    while not state.is_terminal():
        if state.is_chance_node():
            _deal(pyspiel, state)
        else:
            if observe is not None:
                observe(state)
            legal = state.legal_actions()
            seen.actions += len(legal)
            state.apply_action(legal[int(fraction() * len(legal))])
            decisions += 1
    seen.decisions += decisions
    return decisions


def _sample(pyspiel: Any, game: Any, seconds: float = 1.5) -> tuple[float, float]:
    """Return the mean decisions in a game and legal actions at a decision, by a short sample."""
    begun, games, seen = time.perf_counter(), 0, Seen()
    while True:
        _play(pyspiel, game, seen)
        games += 1
        used = time.perf_counter() - begun
        if used > seconds and (games >= 10 or (games >= 3 and used > seconds + 3)):
            return seen.decisions / games, seen.legal


def python_api(name: str, *, observation: bool = False) -> Callable[[], Run]:
    """Play by new_initial_state, legal_actions and apply_action from Python."""

    def make() -> Run:
        import pyspiel

        if name.startswith("python_estoril"):
            import estoril.research.spiel  # noqa: F401 - registers it
        elif name.startswith("python_"):
            import open_spiel.python.games  # noqa: F401 - registers them
        game = pyspiel.load_game(name)
        observe = None
        if observation:
            tensor = game.get_type().provides_observation_tensor
            observe = methodcaller("observation_tensor" if tensor else "information_state_tensor")
        _, legal = _sample(pyspiel, game)
        seen = Seen()
        return Run(version("open_spiel"), lambda: _play(pyspiel, game, seen, observe), legal)

    return make


def evaluate_bots(name: str) -> Callable[[], Run]:
    """Play by evaluate_bots with random bots in C++: one call from Python for a whole game."""

    def make() -> Run:
        import pyspiel

        game = pyspiel.load_game(name)
        per_game, legal = _sample(pyspiel, game)
        players = range(game.num_players())
        bots = [pyspiel.make_uniform_random_bot(player, 100 + player) for player in players]

        def play() -> tuple[float, float]:
            pyspiel.evaluate_bots(game.new_initial_state(), bots, random.getrandbits(30))
            return per_game, 1

        return Run(version("open_spiel"), play, legal)

    return make


def rollouts(name: str) -> Callable[[], Run]:
    """Play by RandomRolloutEvaluator, whole games in C++ after the deal.

    Python has no call for it, but one simulation of an MCTSBot with 50 rollouts is 50 of them.
    """

    def make() -> Run:
        import pyspiel

        game = pyspiel.load_game(name)
        per_game, legal = _sample(pyspiel, game)
        evaluator = pyspiel.RandomRolloutEvaluator(ROLLOUTS, 1)
        bot = pyspiel.MCTSBot(game, evaluator, 1.0, 1, 100, False, 1, False)

        def play() -> tuple[float, float]:
            state = game.new_initial_state()
            while state.is_chance_node():
                _deal(pyspiel, state)
            bot.mcts_search(state)
            return per_game * ROLLOUTS, ROLLOUTS

        return Run(version("open_spiel"), play, legal)

    return make


def rl_environment(name: str) -> Callable[[], Run]:
    """Play by open_spiel.python.rl_environment, which its learning agents use."""

    def make() -> Run:
        import pyspiel
        from open_spiel.python import rl_environment as environments

        env = environments.Environment(name)

        def play() -> int:
            step, decisions = env.reset(), 0
            while not step.last():
                seen = step.observations
                legal = seen["legal_actions"][seen["current_player"]]
                step = env.step([legal[int(fraction() * len(legal))]])
                decisions += 1
            return decisions

        return Run(version("open_spiel"), play, _sample(pyspiel, env.game)[1])

    return make


def _rows() -> Iterator[Row]:
    peer = "open_spiel"
    for game in GAMES:
        usual = game in USUAL
        rolled = game not in WITHOUT_ROLLOUTS
        yield Row(peer, f"{game}, Python API", Kind.STEPPED, python_api(game), usual=usual)
        yield Row(peer, f"{game}, C++ evaluate_bots", Kind.INSIDE, evaluate_bots(game),
                  usual=usual and not rolled)  # fmt: skip
        if rolled:
            yield Row(peer, f"{game}, C++ rollouts", Kind.INSIDE, rollouts(game), usual=usual)
    for game in OBSERVED:
        yield Row(peer, f"{game}, observation tensor", Kind.VIEW,
                  python_api(game, observation=True), usual=game in USUAL_OBSERVED)  # fmt: skip
    for game in ("hanabi", "backgammon"):
        yield Row(peer, f"{game}, rl_environment", Kind.VIEW, rl_environment(game),
                  usual=game == "hanabi")  # fmt: skip
    for game in ("python_tic_tac_toe", "python_team_dominoes"):
        yield Row(peer, f"{game}, written in Python", Kind.STEPPED, python_api(game),
                  usual=game == "python_team_dominoes")  # fmt: skip


ROWS: Final = tuple(_rows())
