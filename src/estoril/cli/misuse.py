"""What is wrong with the arguments of a command, in the words of the catalogues.

Typer finds it and says it in English; its errors are told apart by the names of their classes, of
which only one is public.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from difflib import get_close_matches
from typing import Any, Final

import typer

from estoril.errors import EstorilError
from estoril.voice import Wording

_REFUSED: Final[type[Exception]] = typer.BadParameter.__mro__[1]  # the class of all misuse
_KINDS: Final = {int: "whole", float: "number"}


class Misuse(EstorilError):  # noqa: N818 - named for what happened
    """A command was called in a way that it does not know; the message names its help."""


@contextmanager
def told(context: Any) -> Iterator[None]:
    """Say in our words what typer refuses; some of its errors do not know of which command."""
    try:
        yield
    except _REFUSED as problem:
        if type(problem).__name__ == "NoArgsIsHelpError":
            raise
        where = getattr(problem, "ctx", None)
        called = filter(None, (context.command_path, context.invoked_subcommand))
        path = " ".join(called) if where is None else where.command_path
        raise misuse(_problem(problem), path) from None


def misuse(problem: Wording, command: str) -> Misuse:
    """Return the error that a command was misused."""
    return Misuse("cli.misuse", problem=problem, command=command)


def no_command(name: str, known: list[str]) -> Wording:
    """Say that there is no command of a name, and which one may be meant."""
    if near := get_close_matches(name, known, n=1):
        return Wording("cli.misuse.command.near", name=name, near=near[0])
    return Wording("cli.misuse.command", name=name, known=", ".join(known))


def _problem(problem: Any) -> Wording:
    match type(problem).__name__:
        case "NoSuchOption":
            return _no_option(problem)
        case "MissingParameter":
            return Wording("cli.misuse.missing", name=_name(problem.param))
        case "BadParameter":
            return _wrong_value(problem)
        case "BadOptionUsage" if "not take" in problem.message:
            return Wording("cli.misuse.flag", option=problem.option_name)
        case "BadOptionUsage":
            return Wording("cli.misuse.no_value", option=problem.option_name)
    extra = re.fullmatch(r"Got unexpected extra argument\S* \((.*)\)", problem.message)
    if extra:
        return Wording("cli.misuse.extra", words=extra[1])
    return Wording("error.caused", problem=problem.message)


def _no_option(problem: Any) -> Wording:
    name = problem.option_name
    known = [each for option in problem.ctx.command.params for each in option.opts]
    if near := get_close_matches(name, known, n=1):
        return Wording("cli.misuse.option.near", option=name, near=near[0])
    return Wording("cli.misuse.option", option=name)


def _wrong_value(problem: Any) -> Wording:
    """Say of which kind the value should be, as typer says it in the words of Python."""
    option, kind = _name(problem.param), problem.param.type_descriptor.annotation
    if kind not in _KINDS:
        return Wording("cli.misuse.value", option=option, problem=problem.message)
    least = getattr(problem.param, "min", None)
    if least is None:
        return Wording("cli.misuse.whole" if kind is int else "cli.misuse.number", option=option)
    key = "cli.misuse.whole.least" if kind is int else "cli.misuse.number.least"
    return Wording(key, option=option, least=least)


def _name(parameter: Any) -> str:
    return str(parameter.metavar or max(parameter.opts, key=len))
