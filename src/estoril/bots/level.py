"""What our four levels share: a single legal action needs no thought, every choice a reason."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from random import Random

from estoril.bots.beliefs import evaluation_for, load_weights
from estoril.bots.mind.evaluation import Evaluation
from estoril.bots.mind.rollouts import look_ahead
from estoril.bots.protocol import Bot, BotError, Remark
from estoril.engine.kinds import Seat
from estoril.engine.terms import LEGAL
from estoril.game.actions import Action, Discard, GiveUp, Pass, Stake, target_of, tile_of
from estoril.game.views import View


class Level(Bot):
    """A bot that thinks with the judgement of `mind`.

    Args:
        weights: A file of weights (docs/bots.md) in place of our own.

    Raises:
        BotError: The file cannot be used.
    """

    looks = 3

    def __init__(self, weights: str = "") -> None:
        if weights:
            load_weights(weights)  # so that a wrong file is told at once
        self.weights = weights
        self._last: tuple[View, Action] | None = None
        self._thought: tuple[Remark, ...] = ()

    def choose(self, view: View, legal: Sequence[Action], rng: Random) -> Action:
        """Return what `think` settles on."""
        if view.seat is None:
            raise BotError("error.bot.onlooker")
        seed = rng.getrandbits(64)
        if len(legal) == 1:
            action = legal[0]
            self._thought = (Remark("bot.forced"),)
        else:
            code, self._thought = self.think(view, view.seat, seed)
            action = view.legal[view.codes.index(code)]
        self._last = view, action
        return action

    def think(self, view: View, seat: int, seed: int) -> tuple[int, tuple[Remark, ...]]:
        """Return the code of an action and what was thought about it."""
        raise NotImplementedError

    def explain(self) -> tuple[Remark, ...]:
        """Say what the last action was for, and how it was found."""
        if self._last is None:
            return ()
        return (*_aim(*self._last), *self._thought)

    def evaluation(self, view: View) -> Evaluation:
        """Return the judgement for the setup of a view."""
        return evaluation_for(view.observed.cat, self.weights, self.looks)

    def judged(self, view: View, seat: int, worlds: int, seed: int) -> list[tuple[float, int]]:
        """Return value and code of every legal action after one step, the best first."""
        values = array("d", bytes(8 * LEGAL))
        look_ahead(self.evaluation(view), view.observed, Seat(seat), worlds, seed, values)
        return sorted(zip(values, view.codes, strict=False), key=lambda pair: -pair[0])


def standing(points: float) -> Remark:
    """Say how far ahead of the others a bot believes itself."""
    whole = round(points)
    if whole > 0:
        return Remark("bot.ahead", {"number": whole})
    return Remark("bot.behind", {"number": -whole}) if whole else Remark("bot.level")


def _aim(view: View, action: Action) -> tuple[Remark, ...]:
    """Say what an action is after."""
    tile, target = tile_of(action), target_of(action)
    match action:
        case Pass():
            return (Remark("bot.pass"),)
        case Discard() | Stake() if tile is not None:
            return (Remark("bot.spare", {"tile": tile}),)
        case GiveUp():
            return (Remark("bot.sacrifice"),)
    if target is None:
        return ()
    location = target.split(".")[0]
    place = next((place for place in view.places if place.id == location), None)
    if place is None or not place.rewards:
        return ()
    known = [reward.tile for reward in place.rewards if reward.tile is not None]
    if not known:
        return (Remark("bot.secret", {"location": location}),)
    return (Remark("bot.prize", {"location": location, "tile": known[0]}),)
