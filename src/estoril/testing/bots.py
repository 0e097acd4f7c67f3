"""Tells the author of a bot what is wrong with it."""

from __future__ import annotations

import random
import sys
from collections.abc import Callable, Sequence
from functools import partial
from random import Random
from typing import Any, Final

import msgspec

from estoril.bots import Bot, BotError, BotFailed, Remark, make
from estoril.bots.driver import MAKING, PATIENCE, generator
from estoril.bots.limit import Limit, OutOfTime
from estoril.bots.protocol import described
from estoril.errors import EstorilError, cause
from estoril.game.actions import Action
from estoril.game.game import Game, content_from
from estoril.game.options import Options
from estoril.game.views import View
from estoril.testing.setups import all_setups
from estoril.voice import Text, Wording

TWINS: Final = 0.25  # the part of the decisions that is asked again in twin games
SLACK: Final = (1.5, 0.05)  # a budget may be exceeded by half, and by so many seconds
ALIKE: Final = Wording("error.check.alike")
LEAK: Final = Wording("error.check.leak")


class BotProblems(BotError, AssertionError):  # noqa: N818 - it says what was found
    """What is wrong with a bot, everything in one message; it is an AssertionError too.

    Attributes:
        findings: The parts of the message, one for each thing that is wrong.
    """

    def __init__(self, key: str, /, findings: tuple[Wording, ...], **arguments: Any) -> None:
        told: Text = ""
        for finding in findings:
            told = Wording("error.check.finding", before=told, finding=finding)
        super().__init__(key, number=len(findings), findings=told, **arguments)
        self.findings = findings


def check_bot(
    bot: str | Callable[[], Bot], games: int = 20, seed: int = 0, limit: float = 60.0
) -> str:
    """Play a bot in many setups and see whether anything is wrong with it.

    The setups are drawn from all player counts, modules, editions and variants; the others play
    at random. A bot must not raise, nor answer with what is not legal, nor change what it is given,
    nor use the global generators of `random` and NumPy. Equal views and equal generators must
    give equal choices, also in a twin game where all that its seat cannot know is different, and
    also when it begins in the middle of a game, as a bot that stands in for somebody does. A bot
    with an attribute `seconds` must answer in about that time; as its choices may depend on the
    clock, they are not compared, unless it has a number of `simulations` to go by instead. A
    program in another language (`exec:./mybot`) is checked in the same way.

    Args:
        bot: A spec, the class of the bot, or a function that makes it.
        games: How many games it plays.
        seed: Decides which; the same seed gives the same games.
        limit: Seconds that a decision may take; one that takes longer is interrupted.

    Returns:
        A short summary, if nothing is wrong.

    Raises:
        BotProblems: Something is wrong; the message lists everything, each with an example.
        BotError: No games were asked for.

    Examples:
        >>> from estoril.testing import check_bot
        >>> check_bot("random", games=2)
        'random: nothing wrong in 2 games with 2 to 3 players, ... decisions'
    """
    with Limit(limit) as clock:
        return _Check(bot, seed, clock).run(games)


class _Check:
    """A bot while it is checked."""

    def __init__(self, bot: str | Callable[[], Bot], seed: int, limit: Limit) -> None:
        self.name = bot if isinstance(bot, str) else getattr(bot, "__name__", repr(bot))
        self._make: Callable[[], Bot] = partial(make, bot) if isinstance(bot, str) else bot
        self._rng = Random(f"check bot:{seed}")
        self._found: dict[str, _Found] = {}  # what is wrong, by its key and what it is about
        self._where = Wording("error.check.before")
        self._asked = 0
        self._limit = limit
        self._late = 0  # decisions that took too long
        self._budget: float | None = None

    def run(self, games: int) -> str:
        """Play games and tell."""
        if games < 1:
            raise BotError("error.games", games=games)
        setups = self._setups(games)
        if self._made() is not None:
            for number, options in enumerate(setups):
                if self._late < PATIENCE:
                    self._play(number, options)
        if self._found:
            raise self._problems(games)
        fewest, most = (pick(o.players for o in setups) for pick in (min, max))
        return (
            f"{self.name}: nothing wrong in {games} games with {fewest} to {most} players, "
            f"{self._asked} decisions" + self._not_compared()
        )

    def _not_compared(self) -> str:
        if self._budget is None:
            return ""
        return f"; choices not compared, as it may look at the clock ({self._budget:g} s)"

    def _setups(self, games: int) -> list[Options]:
        """Draw setups: everything at once for each number of players, then any."""
        every = list(all_setups())
        fullest = [
            max((o for o in every if o.players == players), key=_size) for players in (2, 3, 4, 5)
        ]
        return (fullest + self._rng.choices(every, k=games))[:games]

    def _problems(self, games: int) -> BotProblems:
        if repr(ALIKE) in self._found:
            self._found.pop(repr(LEAK), None)  # who chooses at random does so in twin games too
        findings = tuple(found.wording for found in self._found.values())
        key = "error.check.one" if len(findings) == 1 else "error.check.several"
        return BotProblems(key, findings, bot=self.name, games=games, decisions=self._asked)

    def _note(self, what: Wording, example: Text = "") -> None:
        place = Wording("place", place=self._where, text=example) if example else self._where
        self._found.setdefault(repr(what), _Found(what, place)).times += 1

    def _made(self) -> Bot | None:
        """Make a bot for a game; what it does to the global generators then counts too."""
        before = _global_state()
        try:
            bot = self._limit.run(self._make, MAKING)
        except OutOfTime:
            seconds = f"{self._limit.taken:.0f}"
            self._note(Wording("error.check.made"), Wording("error.bot.making", seconds=seconds))
            return None
        except (Exception, SystemExit) as problem:
            why = problem if isinstance(problem, EstorilError) else described(problem)
            self._note(Wording("error.check.made"), why)
            return None
        self._compare_global(before)
        if not callable(getattr(bot, "choose", None)):
            kind = Wording("error.check.kind", kind=type(bot).__name__)
            self._note(Wording("error.check.choose"), kind)
            return None
        self._budget = _budget(bot)
        return bot

    def _play(self, number: int, options: Options) -> None:
        """Play a game with the bot in one seat."""
        rng = self._rng
        seed = rng.getrandbits(32)
        game = Game(options, content_from(None), seed)
        own = rng.randrange(options.players)
        bot = self._made()
        decision = 0
        while not game.is_over and self._late < PATIENCE:
            seat = rng.choice(game.to_act)
            action: Action | None = None
            self._where = Wording(
                "error.check.game",
                game=number,
                setup=_named(options),
                seed=seed,
                decision=decision,
            )
            if seat == own and bot is not None:
                if self._budget is None and rng.random() < TWINS:
                    self._compare_twins(game, seat)
                action = self._ask(bot, game, seat, generator(seed, game.view(seat)))
                self._asked += 1
            code = rng.choice(game.legal_codes(seat)) if action is None else game.code(action)
            game.play(seat, code, events=False)
            decision += 1

    def _ask(self, bot: Bot, game: Game, seat: int, rng: Random, late: str = "") -> Action | None:
        """Ask for a choice and look at all that happens; None if it is not legal."""
        view, legal = game.view(seat), game.legal(seat)
        given = list(legal)
        image, told = view.observed.image(), view.json()
        before = _global_state()
        try:
            action: Any = self._limit.run(lambda: bot.choose(view, given, rng))
        except OutOfTime:
            self._late += 1
            seconds = f"{self._limit.seconds:g}"
            what = Wording("error.check.timeout")
            self._note(what, Wording("error.bot.answer", seconds=seconds))
            return None
        except BotFailed as failure:  # of a program
            self._late += failure.kind == "timeout"
            key = {"illegal": f"error.check.illegal{late}", "timeout": "error.check.timeout"}.get(
                failure.kind, "error.check.crash"
            )
            self._note(Wording(key), failure)
            return None
        except (Exception, SystemExit) as problem:
            what = Wording(f"error.check.raises{late}", kind=type(problem).__name__)
            self._note(what, described(problem))
            return None
        self._compare_global(before)
        self._compare_given(view, (image, told), given, legal)
        self._compare_time(self._limit.taken)
        self._check_explanation(bot)
        if action not in legal or isinstance(action, int):
            self._note(Wording(f"error.check.illegal{late}"), _why(game, seat, action))
            return None
        chosen: Action = action
        return chosen

    def _compare_twins(self, game: Game, seat: int) -> None:
        """Ask bots that begin here: twice for the same view, and once in a twin game."""
        seed = self._rng.getrandbits(32)
        twin = game.imagine(seat, self._rng.getrandbits(64))
        choices = []
        for played in (game, game, twin):
            bot = self._made()
            if bot is None:
                return
            choices.append(self._ask(bot, played, seat, Random(seed), ".late"))
        one, again, other = choices
        if one != again:
            self._note(ALIKE)
        elif one != other:
            self._note(LEAK)

    def _compare_global(self, before: tuple[object, ...]) -> None:
        after = _global_state()
        for name, one, other in zip(("random", "numpy.random"), before, after, strict=False):
            if one != other:
                self._note(Wording("error.check.global", name=name))

    def _compare_given(
        self,
        view: View,
        before: tuple[object, object],
        given: Sequence[Action],
        legal: Sequence[Action],
    ) -> None:
        if given != legal:
            self._note(Wording("error.check.legal"))
        if (view.observed.image(), view.json()) != before or view.legal != legal:
            self._note(Wording("error.check.view"))

    def _compare_time(self, seconds: float) -> None:
        if self._budget is not None and seconds > self._budget * SLACK[0] + SLACK[1]:
            what = Wording("error.check.time", seconds=f"{self._budget:g}")
            self._note(what, f"{seconds:.3f} s")

    def _check_explanation(self, bot: Bot) -> None:
        explain = getattr(bot, "explain", None)
        if explain is None:
            return
        try:
            remarks = explain()
        except Exception as problem:
            self._note(Wording("error.check.explain"), described(problem))
            return
        if not isinstance(remarks, tuple) or not all(isinstance(r, Remark) for r in remarks):
            self._note(Wording("error.check.remarks"))


class _Found:
    """Something that is wrong: how often, and where first."""

    def __init__(self, what: Wording, first: Wording) -> None:
        self.what = what
        self.first = first
        self.times = 0

    @property
    def wording(self) -> Wording:
        """What was found, as it is told."""
        if self.times == 1:
            return Wording("error.check.once", what=self.what, first=self.first)
        return Wording("error.check.often", what=self.what, times=self.times, first=self.first)


def _budget(bot: Bot) -> float | None:
    """Return the time that a bot says it takes; None if it does not go by the clock."""
    seconds = getattr(bot, "seconds", None)
    if getattr(bot, "simulations", 0) or isinstance(seconds, bool):
        return None
    return float(seconds) if isinstance(seconds, int | float) else None


def _size(options: Options) -> int:
    return len(options.modules) + len(options.variants)


def _named(options: Options) -> str:
    """Name a setup in a few words."""
    parts = [f"{options.players} players", ",".join(options.modules) or "base set"]
    parts += [options.edition, ",".join(options.variants), ",".join(options.rulings)]
    return ", ".join(part for part in parts if part)


def _global_state() -> tuple[object, ...]:
    """Return the states of the generators that everybody shares."""
    numpy = sys.modules.get("numpy")
    if numpy is None:
        return (random.getstate(),)
    name, keys, *rest = numpy.random.get_state()
    return random.getstate(), (name, keys.tobytes(), *rest)


def _why(game: Game, seat: int, action: Any) -> Wording:
    """Return why an answer is not legal."""
    if not isinstance(action, msgspec.Struct):
        return Wording("error.check.no_action", action=repr(action))
    try:
        reason = game.why_not(seat, game.code(action))  # type: ignore[arg-type]
    except (EstorilError, TypeError, ValueError) as problem:
        return Wording("error.bot.illegal", action=repr(action), reason=cause(problem))
    why = "" if reason is None else reason.wording
    return Wording("error.bot.illegal", action=repr(action), reason=why)
