"""Bots by name: spec strings like `spymaster:seconds=0.5` or `my_package:MyBot:patience=3`.

A spec is a name and then settings, parted by colons. The name is one of ours, one that an
installed package offers under the entry point group `estoril.bots`, one that the program has
registered, or `module:Class`.
"""

from __future__ import annotations

import difflib
from collections.abc import Callable
from functools import lru_cache
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points

from estoril.bots.protocol import Bot, BotError
from estoril.choices import LEVELS as LEVELS
from estoril.errors import cause
from estoril.voice import Wording

GROUP = "estoril.bots"
_OURS = {"random": "uniform:Uniform"} | {name: f"{name}:{name.title()}" for name in LEVELS}
_REGISTERED: dict[str, Callable[..., Bot]] = {}


def register(name: str, factory: Callable[..., Bot]) -> None:
    """Offer a bot under a name in this program."""
    if not name or ":" in name or "," in name:
        raise BotError("error.bot.name", name=name)
    _REGISTERED[name] = factory


def names() -> tuple[str, ...]:
    """Return all names that a spec can begin with, our levels first."""
    return (*_OURS, *sorted({*_REGISTERED, *_offered()} - set(_OURS)))


def make(spec: str) -> Bot:
    """Make a bot from its spec; what is wrong with a spec is said in a BotError."""
    name, *rest = spec.split(":")
    if rest and "=" not in rest[0]:
        name = f"{name}:{rest.pop(0)}"
    settings = dict(_setting(spec, text) for text in rest)
    factory = _factory(name)
    try:
        bot = factory(**settings)
    except (TypeError, ValueError, BotError) as problem:
        raise BotError("error.caused", where=_place(spec), problem=cause(problem)) from problem
    if not callable(getattr(bot, "choose", None)):
        raise BotError("error.bot.choose", where=_place(spec), kind=type(bot).__name__)
    return bot


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
        factory = getattr(import_module(module), attribute)
    except ImportError as problem:
        what = cause(problem)
        raise BotError("error.bot.import", where=place, module=module, problem=what) from problem
    except AttributeError as problem:
        raise BotError(
            "error.bot.no_class", where=place, module=module, name=attribute
        ) from problem
    if not callable(factory):
        raise BotError("error.bot.class", where=place, module=module, name=attribute)
    made: Callable[..., Bot] = factory
    return made


def _place(bot: str) -> Wording:
    return Wording("place.bot", bot=bot)
