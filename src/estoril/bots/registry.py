"""Bots by name: spec strings like `spymaster:seconds=0.5` or `my_package:MyBot:patience=3`.

A spec is a name and then settings, separated by colons. The name is one of ours, one that an
installed package offers under the entry point group `estoril.bots`, one that the program has
registered, or `module:Class`. `exec:COMMAND` is a program in any language (docs/protocol.md), and
`SPEC@PYTHON` a bot of the Estoril that another Python has installed.
"""

from __future__ import annotations

import difflib
import inspect
from collections.abc import Callable
from functools import lru_cache, partial
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points

from estoril.bots.protocol import Bot, BotError, described
from estoril.choices import LEVELS as LEVELS
from estoril.errors import cause
from estoril.voice import Text, Wording

GROUP = "estoril.bots"
PROGRAM = "exec:"  # what a spec of a program begins with
ELSEWHERE = "@"  # what stands before the Python of another installation
_OURS = {"random": "uniform:Uniform"} | {name: f"{name}:{name.title()}" for name in LEVELS}
_UNNAMED = (inspect.Parameter.VAR_KEYWORD, inspect.Parameter.VAR_POSITIONAL)
_REGISTERED: dict[str, Callable[..., Bot]] = {}


def register(name: str, factory: Callable[..., Bot]) -> None:
    """Offer a bot under a name in this program.

    Args:
        name: What a spec can begin with from now on; it replaces any other bot of this name.
        factory: The class of the bot, or a function that makes it. It is called once for each
            seat that the bot plays, with the settings of the spec as keyword arguments.

    Raises:
        BotError: The name is empty, or has a colon or a comma.

    Examples:
        >>> from estoril.bots import Bot, make, names, register
        >>> class Patient(Bot):
        ...     def __init__(self, patience=1):
        ...         self.patience = patience
        >>> register("patient", Patient)
        >>> make("patient:patience=3").patience
        3
        >>> "patient" in names()
        True
    """
    if not name or ":" in name or "," in name:
        raise BotError("error.bot.name", name=name)
    _REGISTERED[name] = factory


def names() -> tuple[str, ...]:
    """Return all names that a spec can begin with, our levels first."""
    return (*_OURS, *sorted({*_REGISTERED, *_offered()} - set(_OURS)))


def make(spec: str) -> Bot:
    """Make a bot from its spec.

    Settings are whole numbers, numbers, yes or no, or texts. Each seat of each game needs a bot of
    its own, as bots may remember.

    Raises:
        BotError: No bot has this name, it cannot be imported, it does not take these settings, or
            it has no method `choose`.

    Examples:
        >>> from estoril.bots import make
        >>> make("spymaster:seconds=0.5").seconds
        0.5
        >>> make("agent:worlds=16:width=4").worlds
        16
    """
    maker = _maker(spec)
    try:
        bot = maker()
    except BotError as problem:
        raise BotError("error.caused", where=_place(spec), problem=problem) from problem
    except Exception as problem:
        what = described(problem)
        raise BotError("error.caused", where=_place(spec), problem=what) from problem
    if not callable(getattr(bot, "choose", None)):
        raise BotError("error.bot.choose", where=_place(spec), kind=type(bot).__name__)
    return bot


def _maker(spec: str) -> Callable[[], Bot]:
    """Find what makes the bot of a spec."""
    if spec.startswith(PROGRAM):
        from estoril.bots.program import Program  # here, as few bots are programs

        return partial(Program, spec.removeprefix(PROGRAM))
    if ELSEWHERE in spec:
        from estoril.bots.elsewhere import Elsewhere

        return partial(Elsewhere, *spec.split(ELSEWHERE, 1))
    name, *rest = spec.split(":")
    if rest and "=" not in rest[0]:
        name = f"{name}:{rest.pop(0)}"
    settings = dict(_setting(spec, text) for text in rest)
    factory = _factory(name)
    _check(spec, settings, factory)
    return partial(factory, **settings)


def _setting(spec: str, text: str) -> tuple[str, object]:
    """Read `key=value`: a whole number, a number, yes or no, or a text."""
    key, sign, value = text.partition("=")
    if not sign or not key.isidentifier():
        raise BotError("error.bot.setting", where=_place(spec), text=text)
    if value in ("yes", "no"):
        return key, value == "yes"
    for read in (int, float):
        try:
            return key, read(value)
        except ValueError:
            continue
    return key, value


def _check(spec: str, settings: dict[str, object], factory: Callable[..., Bot]) -> None:
    """Refuse settings that a bot does not have, and words where it has a number."""
    try:
        known = inspect.signature(factory).parameters
    except (TypeError, ValueError):  # made by something that does not tell
        return
    named = {key: each for key, each in known.items() if each.kind not in _UNNAMED}
    for key, value in settings.items():
        if key in named:
            usual = named[key].default
            if type(usual) in (int, float) and isinstance(value, str):
                place = _place(spec)
                raise BotError("error.bot.setting.number", where=place, name=key, value=value)
        elif not any(each.kind is each.VAR_KEYWORD for each in known.values()):
            have = ", ".join(named) or Wording("error.nothing")
            raise BotError("error.bot.setting.unknown", where=_place(spec), name=key, known=have)


def _factory(name: str) -> Callable[..., Bot]:
    """Find what makes the bots of this name."""
    if name in _REGISTERED:
        return _REGISTERED[name]
    if name in _OURS:
        return _load(f"estoril.bots.{_OURS[name]}", name)
    if name in _offered():
        return _load(_offered()[name].value, name)
    if ":" in name:
        return _load(name, name)
    near = difflib.get_close_matches(name, names(), n=1)
    key = "error.bot.unknown.near" if near else "error.bot.unknown"
    raise BotError(key, name=name, names=", ".join(near or names()))


@lru_cache
def _offered() -> dict[str, EntryPoint]:
    """Return the bots of installed packages."""
    return {point.name: point for point in entry_points(group=GROUP)}


def _load(path: str, name: str) -> Callable[..., Bot]:
    module, _, attribute = path.partition(":")
    place = _place(name)
    try:
        factory = getattr(import_module(module), attribute, None)
    except ModuleNotFoundError as problem:
        if problem.name is None or not f"{module}.".startswith(f"{problem.name}."):
            raise _unimported(place, module, described(problem)) from problem
        raise BotError("error.bot.no_module", where=place, module=module) from problem
    except Exception as problem:
        what = cause(problem) if isinstance(problem, ImportError) else described(problem)
        raise _unimported(place, module, what) from problem
    if factory is None:
        raise BotError("error.bot.no_class", where=place, module=module, name=attribute)
    if not callable(factory):
        raise BotError("error.bot.class", where=place, module=module, name=attribute)
    made: Callable[..., Bot] = factory
    return made


def _unimported(place: Wording, module: str, problem: Text) -> BotError:
    return BotError("error.bot.import", where=place, module=module, problem=problem)


def _place(bot: str) -> Wording:
    return Wording("place.bot", bot=bot)
