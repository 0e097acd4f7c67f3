"""Bots that fail in every way."""

import os
import time
from collections.abc import Sequence
from random import Random

from estoril.bots import Bot
from estoril.game.actions import Action
from estoril.game.views import View


class Raiser(Bot):
    def choose(self, view: View, legal: Sequence[Action], rng: Random) -> Action:
        raise RuntimeError("no idea")


class Crasher(Bot):
    def choose(self, view: View, legal: Sequence[Action], rng: Random) -> Action:
        os._exit(3)


class Sleeper(Bot):
    def choose(self, view: View, legal: Sequence[Action], rng: Random) -> Action:
        time.sleep(60)
        return legal[0]


class Stuck(Bot):
    """Works in C for minutes, where Python cannot interrupt it."""

    def choose(self, view: View, legal: Sequence[Action], rng: Random) -> Action:
        sum(range(10**12))
        return legal[0]


class Waiter(Bot):
    """Waits for a file before it decides."""

    def __init__(self, file: str) -> None:
        self.file = file

    def choose(self, view: View, legal: Sequence[Action], rng: Random) -> Action:
        while not os.path.exists(self.file):
            time.sleep(0.01)
        return legal[0]


class Cheater(Bot):
    def choose(self, view: View, legal: Sequence[Action], rng: Random) -> Action:
        return "everything"  # type: ignore[return-value]


class Chatterer(Bot):
    def choose(self, view: View, legal: Sequence[Action], rng: Random) -> Action:
        print("I shall take the first one!", flush=True)
        return legal[0]
