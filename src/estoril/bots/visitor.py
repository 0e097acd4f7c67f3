"""Plays for a bot of another installation; run by the Python of that, whatever its build.

    python -E -P visitor.py SPEC

It speaks the protocol (docs/protocol.md) and is told all steps of the game (`elsewhere`). Of that
build it uses only what every build has: new games, whose chance is told, legal actions, views, bots
by their specs. Nothing of the build that asks is imported.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable
from functools import partial
from random import Random
from typing import Any


def words_of(action: Any) -> str:
    """Put an action into words, as a step is: `place araujo casino.II`."""
    import msgspec

    values = list(msgspec.structs.astuple(action))
    for usual in reversed(action.__struct_defaults__):
        if values[-1] != usual:
            break
        values.pop()
    return " ".join([str(action.__struct_config__.tag), *map(str, values)])


class Visitor:
    """A bot of this installation, and the game as it is played here."""

    def __init__(self, spec: str) -> None:
        from estoril.bots import make

        self._make: Callable[[], Any] = partial(make, spec)
        self._name = spec
        self._bot: Any = self._make()
        self._game: Any = None
        self._seat = 0

    def hear(self, told: dict[str, Any]) -> dict[str, Any] | None:
        """Return what is to be answered, if anything is."""
        match told["type"]:
            case "hello":
                return {"type": "ready", "protocol": 1, "name": self._name, "wants": ["steps"],
                        "seconds": self._seconds()}  # fmt: skip
            case "begin":
                self._begin(told["seat"], told["options"])
            case "decide":
                return {"type": "choice", "choose": self._decide(told)}
        return None

    def _seconds(self) -> float | None:
        """Return how long the bot thinks, if it goes by the clock."""
        by_work = getattr(self._bot, "simulations", 0)
        return None if by_work else getattr(self._bot, "seconds", None)

    def _begin(self, seat: int, options: dict[str, Any]) -> None:
        from estoril import new_game

        self._bot, self._seat = self._make(), seat
        chosen = {name: value for name, value in options.items() if value}
        self._game = new_game(**chosen, auto_chance=False)

    def _decide(self, told: dict[str, Any]) -> Any:
        import msgspec

        for step in told["steps"]:
            self._follow(step)
        game, seat = self._game, self._seat
        action = self._bot.choose(game.view(seat), game.legal(seat), Random(told["seed"]))
        return msgspec.to_builtins(action)

    def _follow(self, step: str) -> None:
        """Take a step of the game; what cannot be here is where the builds part."""
        first, _, rest = step.partition(" ")
        draw = self._game.chance
        if draw is not None:
            for outcome in draw.outcomes:
                values = outcome if isinstance(outcome, tuple) else (outcome,)
                if step == " ".join([draw.kind, *map(str, values)]):
                    self._game.decide_chance(outcome)
                    return
        elif first.isdecimal():
            for action in self._game.legal(int(first)):
                if words_of(action) == rest:
                    self._game.play(int(first), action, events=False)
                    return
        raise SystemExit(f"the builds differ: {step!r} is not possible there")


def main() -> None:
    """Answer until nothing more is asked."""
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)  # what a bot prints must not get among the answers
    visitor = Visitor(sys.argv[1])
    for line in sys.stdin.buffer:
        answer = visitor.hear(json.loads(line))
        if answer is not None:
            print(json.dumps(answer), file=answers, flush=True)


if __name__ == "__main__":
    main()
