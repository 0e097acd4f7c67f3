"""RLCard: card games in Python; every step gives what the next player sees."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from benchmarks.row import Kind, Row, Run, Seen, fraction, version


def stepped(name: str, *, lean: bool) -> Callable[[], Run]:
    """Play by env.run with RandomAgents, or by reset and step with a plain choice (lean)."""

    def make() -> Run:
        import rlcard
        from rlcard.agents import RandomAgent

        env = rlcard.make(name, config={"seed": 42})
        env.set_agents([RandomAgent(env.num_actions) for _ in range(env.num_players)])
        seen = Seen()

        def play_documented() -> int:
            before: int = env.timestep
            env.run(is_training=False)
            return int(env.timestep - before)

        def play_lean() -> int:
            state, _ = env.reset()
            decisions = 0
            while not env.is_over():
                legal = list(state["legal_actions"])
                seen.actions += len(legal)
                state, _ = env.step(legal[int(fraction() * len(legal))])
                decisions += 1
            seen.decisions += decisions
            env.get_payoffs()
            return decisions

        for _ in range(30):
            play_lean()
        return Run(version("rlcard"), play_lean if lean else play_documented, seen.legal)

    return make


ROWS: Final = tuple(
    Row(
        "rlcard",
        f"{game}, {'reset and step' if lean else 'env.run, RandomAgent'}",
        Kind.VIEW,
        stepped(game, lean=lean),
        usual=lean and game != "limit-holdem",
    )
    for game in ("gin-rummy", "limit-holdem", "uno")
    for lean in (False, True)
)
