"""Bots of all kinds for the tests: worker processes find them here by their specs."""

import os
import random
import sys
import time
from collections.abc import Sequence
from random import Random
from types import FrameType

from estoril.bots import Bot
from estoril.game.actions import Action, Place
from estoril.game.views import View


class First(Bot):
    """Takes the first legal action: quick and always the same."""

    def choose(self, view: View, legal: Sequence[Action], rng: Random) -> Action:
        return legal[0]


class Strong(Bot):
    """Places its strongest characters; good enough to beat chance by far."""

    def choose(self, view: View, legal: Sequence[Action], rng: Random) -> Action:
        placings = [action for action in legal if isinstance(action, Place)]
        return rng.choice(placings or list(legal))


class Crasher(Bot):
    """Raises when asked for the third time."""

    def __init__(self) -> None:
        self.asked = 0

    def choose(self, view: View, legal: Sequence[Action], rng: Random) -> Action:
        self.asked += 1
        if self.asked == 3:
            raise LookupError("lost the notebook")
        return rng.choice(legal)


class Unsure(Bot):
    """Never knows."""

    def choose(self, view: View, legal: Sequence[Action], rng: Random) -> Action:
        raise LookupError("no idea")


class Cheat(Bot):
    """Places a tile where none can be placed, once."""

    cheated = False

    def choose(self, view: View, legal: Sequence[Action], rng: Random) -> Action:
        if self.cheated:
            return rng.choice(legal)
        self.cheated = True
        return Place("linda_x", "nowhere.IX")


class Dreamer(Bot):
    """Never answers its second decision, but can be interrupted."""

    asked = 0

    def choose(self, view: View, legal: Sequence[Action], rng: Random) -> Action:
        self.asked += 1
        while self.asked == 2:
            try:
                time.sleep(0.01)
            except Exception:  # as many programs do
                continue
        return rng.choice(legal)


class Stuck(Bot):
    """Works in C for minutes at its second decision, where Python cannot interrupt it."""

    asked = 0

    def choose(self, view: View, legal: Sequence[Action], rng: Random) -> Action:
        self.asked += 1
        if self.asked == 2:
            sum(range(10**12))
        return rng.choice(legal)


class Quitter(Bot):
    """Ends the whole process at its second decision."""

    asked = 0

    def choose(self, view: View, legal: Sequence[Action], rng: Random) -> Action:
        self.asked += 1
        if self.asked == 2:
            os._exit(7)
        return rng.choice(legal)


class Thief(Bot):
    """Takes from the list it was given."""

    def choose(self, view: View, legal: Sequence[Action], rng: Random) -> Action:
        assert isinstance(legal, list)
        return legal.pop()


class Gambler(Bot):
    """Uses the global generator."""

    def choose(self, view: View, legal: Sequence[Action], rng: Random) -> Action:
        return random.choice(legal)


class Moody(Bot):
    """Chooses by something that is no information of its seat."""

    moods = 0

    def choose(self, view: View, legal: Sequence[Action], rng: Random) -> Action:
        Moody.moods += 1
        return legal[Moody.moods % len(legal)]


class Late(Bot):
    """Cannot be made in time."""

    def __init__(self) -> None:
        sum(range(10**12))


class Slow(Bot):
    """Says that it takes five milliseconds, and takes a hundred now and then."""

    def __init__(self, seconds: float = 0.005) -> None:
        self.seconds = seconds

    def choose(self, view: View, legal: Sequence[Action], rng: Random) -> Action:
        if rng.random() < 0.1:
            time.sleep(self.seconds * 20)
        return rng.choice(legal)


class Burglar(Bot):
    """Breaks into the game that asks it, and looks at the pile."""

    def choose(self, view: View, legal: Sequence[Action], rng: Random) -> Action:
        frame: FrameType | None = sys._getframe(1)
        while frame is not None and "game" not in frame.f_locals:
            frame = frame.f_back
        assert frame is not None
        game = frame.f_locals["game"]
        return legal[(game._state.reward[0] + game._state.hand[view.seat - 1]) % len(legal)]


class Vandal(Bot):
    """Plays on the state that its view is made of."""

    def choose(self, view: View, legal: Sequence[Action], rng: Random) -> Action:
        action = rng.choice(legal)
        view.observed.round += 1
        return action


class Mumbler(Bot):
    """Explains itself with bare words."""

    def choose(self, view: View, legal: Sequence[Action], rng: Random) -> Action:
        return legal[0]

    def explain(self):  # type: ignore[no-untyped-def]
        return ["because"]


class Newcomer(Bot):
    """Needs to have seen the first round."""

    begun = False

    def choose(self, view: View, legal: Sequence[Action], rng: Random) -> Action:
        self.begun |= view.round == 1
        return legal[0] if self.begun else legal[10**6]


class Unmade(Bot):
    """Cannot be made."""

    def __init__(self) -> None:
        raise FileNotFoundError("no weights")
