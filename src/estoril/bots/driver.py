"""The driver of a seat: whoever wants a bot's decision gets it through here.

That is a table in this process, the thinking processes of a server, the arena, a program at a
server's table and a game to be watched. For all of them:

- **A bot is made once** for its seat of its game, and asked for every decision.
- **Chance** comes from `generator`: it follows from the game's seed, the seat and what the seat
  may know, and from nothing else. So the same seed gives the same game wherever it is played, and
  a bot that had to be made again goes on as the old one would have, but for what that remembered.
- **A fault** is a `BotFailed`: the bot raises, answers with what is not legal or not in time, or
  cannot be made.
- **What follows a fault**: the next lower level decides in its place, and after the third fault
  it has the seat for the rest of the game (`rungs`, `Patience`). Only a bot that is rated keeps
  its seat whatever it does, and a random action takes the place of a bad answer.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from random import Random
from typing import Any, Final, Literal, NamedTuple
from zlib import crc32

from estoril.bots.limit import Limit, OutOfTime
from estoril.bots.protocol import Bot, BotError, Remark, described
from estoril.bots.registry import LEVELS, make
from estoril.errors import cause
from estoril.game.actions import Action
from estoril.game.game import SEEDS
from estoril.game.views import View
from estoril.voice import Text, Wording

Kind = Literal["crash", "illegal", "timeout", "missing"]
KINDS: Final[tuple[Kind, ...]] = ("crash", "illegal", "timeout", "missing")
Factory = Callable[[], Bot]

PATIENCE: Final = 3  # faults in a game that cost a bot its seat
MAKING: Final = 30.0  # seconds that making a bot may take at least: it may have to load things
_LADDER: Final = (*reversed(LEVELS), "random")
_UNLIMITED: Final = Limit()  # for our own levels, which answer in the end


class BotFailed(BotError):  # noqa: N818 - it says what happened
    """A bot crashed, chose what is not allowed, took too long or cannot be made.

    What the bot itself raised is the cause (`__cause__`).

    Attributes:
        kind: Which of these it was: crash, illegal, timeout or missing.
    """

    def __init__(self, key: str, /, kind: Kind, **arguments: Any) -> None:
        super().__init__(key, **arguments)
        self.kind: Kind = kind


# -- asking -------------------------------------------------------------------------------------


def generator(seed: int, view: View) -> Random:
    """Return a bot's chance for one decision.

    Its seed is 104 bits: the game's seed (64), the seat (8) and the CRC32 of the view's image.
    """
    assert view.seat is not None
    return Random((seed & SEEDS) << 40 | view.seat << 32 | crc32(view.observed.image()))


def made(maker: Factory, limit: Limit) -> Bot:
    """Make a bot, in at least `MAKING` seconds or what the limit allows.

    Raises:
        BotFailed: It cannot be made (`kind` is missing).
    """
    try:
        return limit.run(maker, MAKING)
    except OutOfTime:
        raise BotFailed("error.bot.making", "missing", seconds=f"{limit.taken:.0f}") from None
    except BotError as problem:
        raise BotFailed("error.caused", "missing", problem=problem) from problem
    except (Exception, SystemExit) as problem:
        raise BotFailed("error.caused", "missing", problem=described(problem)) from problem


def ask(bot: Bot, view: View, seed: int, limit: Limit) -> int:
    """Return the code of a bot's choice.

    Raises:
        BotFailed: The bot raised something, took too long, or chose what is not legal.
        BotError: The seat of this view has nothing to decide.
    """
    if not view.legal:
        raise BotError("error.bot.idle")
    legal, codes = tuple(view.legal), tuple(view.codes)  # out of the bot's reach
    chance = generator(seed, view)
    try:
        action = limit.run(lambda: bot.choose(view, list(legal), chance))
    except OutOfTime:
        raise BotFailed("error.bot.answer", "timeout", seconds=f"{limit.seconds:g}") from None
    except BotFailed:
        raise
    except (Exception, SystemExit) as problem:
        raise BotFailed("error.caused", "crash", problem=described(problem)) from problem
    try:
        return codes[legal.index(action)]
    except Exception:  # strange fields of an action raise strange things
        what, why = _short(action), _bar(action, view)
        raise BotFailed("error.bot.illegal", "illegal", action=what, reason=why) from None


def explained(bot: Bot) -> tuple[Remark, ...]:
    """Return what a bot says of its last choice; nothing where it cannot say it."""
    try:
        return tuple(remark for remark in bot.explain() if isinstance(remark, Remark))
    except Exception:
        return ()


def _bar(action: Action, view: View) -> Text:
    """Return why an answer is not legal."""
    if isinstance(action, int):
        return Wording("error.bot.code")
    try:
        reason = view.why_not(action)
    except Exception as problem:
        return cause(problem)
    return "" if reason is None else reason.wording


def _short(action: object) -> str:
    """Name what a bot returned; its repr may itself be broken."""
    try:
        return repr(action)[:100]
    except Exception:
        return f"a {type(action).__name__}"


# -- what follows a fault -----------------------------------------------------------------------


def lower(bot: str) -> str:
    """Return the level below a bot; below ours is chance, and below those of others our lowest."""
    name = bot.partition(":")[0]
    if name not in _LADDER:
        return _LADDER[-2]
    return _LADDER[min(_LADDER.index(name) + 1, len(_LADDER) - 1)]


def rungs(bot: str) -> Iterator[str]:
    """Yield who is asked for a decision until an answer is good: a bot, and the levels below it."""
    yield bot
    while (below := lower(bot)) != bot:
        yield below
        bot = below


class Patience:
    """Who has a seat, and how long it is borne with."""

    def __init__(self, bot: str) -> None:
        self.bot = bot
        self._faults = 0

    def blame(self) -> bool:
        """Count a fault of the bot; say whether the next lower level has the seat from now on."""
        self._faults += 1
        below = lower(self.bot)
        if self._faults < PATIENCE or below == self.bot:
            return False
        self.bot, self._faults = below, 0
        return True


# -- in one process -----------------------------------------------------------------------------


class Decided(NamedTuple):
    """What a seat does, and what its bot did wrong, if anything.

    Attributes:
        code: The code of the action to be played; `Game.play` takes it.
        failure: What the bot did wrong; the code is then somebody else's choice.
    """

    code: int
    failure: BotFailed | None = None


class Driver:
    """Plays one seat of one game with a bot: a spec, a function that makes it, or the bot itself.

    Args:
        bot: Made when it is first asked; a bot that is given itself must not play other seats.
        seed: That of the game, from which the bot's chance follows; without one nobody can guess
            it.
        limit: How long a decision may take. Its `with` block must have been entered by the caller.
        rated: Whether the bot is being measured: it then keeps its seat whatever it does, and a
            random action takes the place of a bad answer.

    Attributes:
        taken: Seconds that the bot took for the last decision; None if it was not asked.
        is_out: Whether the bot is not asked any more.

    Examples:
        >>> import estoril
        >>> from estoril.bots import Driver
        >>> game, driver = estoril.new_game(players=2, seed=1942), Driver("tourist", seed=1942)
        >>> decision = driver.decide(game.view(0))
        >>> game.action(decision.code) in game.legal(0)
        True

        A bot that fails does not stop the game:

        >>> from estoril.bots import Bot
        >>> decision = Driver(Bot(), seed=1942, rated=True).decide(game.view(0))
        >>> decision.failure.kind, game.action(decision.code) in game.legal(0)
        ('crash', True)
    """

    def __init__(
        self,
        bot: str | Factory | Bot,
        seed: int | None = None,
        limit: Limit | None = None,
        *,
        rated: bool = False,
    ) -> None:
        self._seed = _unguessable() if seed is None else seed
        self._limit = limit or Limit()
        self._rated = rated
        self._patience = Patience(_name(bot))
        self._maker = _maker(bot)
        self._bot: Bot | None = None
        self._below: dict[str, Bot] = {}  # levels that have decided in its place
        self._last: Bot | None = None  # who made the last decision
        self.taken: float | None = None
        self.is_out = False

    @property
    def bot(self) -> str:
        """Who has the seat: the bot's spec or name, or the level that took over from it."""
        return self._patience.bot

    def make(self) -> Bot:
        """Make the bot, unless it is there.

        Raises:
            BotFailed: It cannot be made.
        """
        if self._bot is None:
            self._bot = made(self._maker, self._limit)
        return self._bot

    def dismiss(self) -> None:
        """Ask a rated bot no more: a random action takes the place of each of its answers."""
        self.is_out = True

    def decide(self, view: View) -> Decided:
        """Return what the seat does: what the bot says, or somebody else in its place.

        A fault of the bot is in what is returned and, unless the bot is rated, a warning of the
        logger `estoril.bots`.

        Raises:
            BotError: The seat of this view has nothing to decide.
        """
        self.taken = None
        if self.is_out:
            return Decided(self._instead(view))
        try:
            return Decided(self._asked(self.make(), view))
        except BotFailed as failure:
            if self._rated:
                return Decided(self._instead(view), failure)
            _warn(f"bot {self.bot} in seat {view.seat}: {failure.kind}: {failure}")
            decision = Decided(self._instead(view), failure)
            if self._patience.blame():
                self._maker, self._bot = partial(make, self.bot), self._below.get(self.bot)
            return decision

    def _asked(self, bot: Bot, view: View) -> int:
        self._last = bot
        try:
            return ask(bot, view, self._seed, self._limit)
        finally:
            self.taken = self._limit.taken

    def _instead(self, view: View) -> int:
        """Return what somebody else would do."""
        failure: BotFailed | None = None
        for name in _LADDER[-1:] if self._rated else tuple(rungs(self.bot))[1:]:
            try:
                if name not in self._below:
                    self._below[name] = made(partial(make, name), _UNLIMITED)
                self._last = self._below[name]
                return ask(self._last, view, self._seed, _UNLIMITED)
            except BotFailed as problem:
                failure = problem
        raise failure or BotFailed("error.bot.nobody", "missing", bot=self.bot)

    def remarks(self) -> tuple[Remark, ...]:
        """Say why the last decision was made; nothing where that cannot be said."""
        return () if self._last is None else explained(self._last)


def _warn(text: str) -> None:
    import logging  # here, as most games have nothing to say

    logging.getLogger("estoril.bots").warning("%s", text)


def _unguessable() -> int:
    import secrets  # here, as it brings much along

    return secrets.randbits(64)


def _name(bot: str | Factory | Bot) -> str:
    if isinstance(bot, str):
        return bot
    return getattr(bot, "__name__", None) or type(bot).__name__


def _maker(bot: str | Factory | Bot) -> Factory:
    if isinstance(bot, str):
        return partial(make, bot)
    if isinstance(bot, type) or not callable(getattr(bot, "choose", None)):
        return bot  # type: ignore[return-value]
    return lambda: bot  # type: ignore[return-value]
