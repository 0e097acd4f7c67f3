"""What our levels share: a single legal action needs no thought, every choice a reason."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from random import Random

from estoril.bots.beliefs import evaluation_for, load_weights
from estoril.bots.mind.evaluation import Evaluation
from estoril.bots.mind.rollouts import look_ahead
from estoril.bots.oversight import Oversight
from estoril.bots.protocol import Bot, BotError, Remark
from estoril.bots.style import inclination
from estoril.choices import STYLES
from estoril.engine.kinds import Seat
from estoril.engine.terms import LEGAL, PEEKING
from estoril.game.actions import Action, Discard, GiveUp, Pass, Stake, tile_of
from estoril.game.views import View

WHIM = 0.5  # points that a style gives up for what it likes


class Level(Bot):
    """A bot that thinks with the judgement of `mind`.

    Args:
        weights: A file of weights (docs/bots.md) in place of our own.
        style: What it is inclined to where much is alike (`style`).

    Raises:
        BotError: The file cannot be used, or there is no such style.
    """

    looks = 3
    misses = Oversight()

    def __init__(self, weights: str = "", style: str = "") -> None:
        if weights:
            load_weights(weights)  # so that a wrong file is told at once
        if style and style not in STYLES:
            raise BotError("error.bot.style", name=style, names=", ".join(STYLES))
        self.weights = weights
        self.style = style
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
        ignored = self.misses.ignored(view.observed.round)
        return evaluation_for(view.observed.cat, self.weights, self.looks, ignored=ignored)

    def judged(self, view: View, seat: int, worlds: int, seed: int) -> list[tuple[float, int]]:
        """Return value and code of the actions that come to mind after one step, the best first."""
        values = array("d", bytes(8 * LEGAL))
        look_ahead(self.evaluation(view), view.observed, Seat(seat), worlds, seed, values)
        noticed = set(self.misses.notice(view.observed, Seat(seat), view.codes, seed))
        judged = [pair for pair in zip(values, view.codes, strict=False) if pair[1] in noticed]
        return sorted(judged, key=lambda pair: -pair[0])

    def preferred(self, view: View, seat: int, judged: list[tuple[float, int]]) -> int:
        """Return the action that is best or, of those nearly as good, most to the bot's taste."""
        best, code = judged[0]
        if not self.style:
            return code
        return max(
            (other for value, other in judged if value >= best - WHIM),
            key=lambda other: inclination(self.style, view.observed, Seat(seat), other),
        )


def _aim(view: View, action: Action) -> tuple[Remark, ...]:
    """Say what can be said of an action by itself."""
    tile = tile_of(action)
    match action:
        case Pass():
            looking = view.observed.phase == PEEKING
            return (Remark("bot.unseen" if looking else "bot.pass"),)
        case Discard() | Stake() if tile is not None:
            return (Remark("bot.spare", {"tile": tile}),)
        case GiveUp():
            return (Remark("bot.sacrifice"),)
    return ()
