"""Steps in words: every decision and every chance outcome as a line of text, and back.

`2 place araujo casino.II` is a decision of seat 2, `reward pires` and `first_dice 3 4` are chance
outcomes. A line is the name of the action or chance event, then its values in their order; values
at the end that are the usual ones are left out. Records and the entries of tables are made of such
lines, as they mean the same whatever content and codes become. docs/record.md lists them.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Final

import msgspec

from estoril.engine.kinds import Phase
from estoril.engine.state import State
from estoril.errors import ActionError
from estoril.game import chance
from estoril.game.actions import ACTIONS, Action, ActionTable

_KEPT: Final = 8192  # actions and their words; the same are taken again and again
_KINDS: dict[str, Any] = {str(kind.__struct_config__.tag): kind for kind in ACTIONS}


def write(step: int, phase: Phase, table: ActionTable) -> str:
    """Return a step of the engine, taken in a phase, in words."""
    if step >= 0:
        return f"{step >> 16} {_words(step & 0xFFFF, table)}"
    return chance_in_words(chance.KINDS[phase], chance.name_of(phase, -1 - step, table.names))


def read(line: str, state: State, table: ActionTable) -> int:
    """Return the engine's step for a line, where it stands now.

    Raises:
        ActionError: The line is none, or says it in other words than `write` does.
    """
    step = _read(line, state, table)
    if (usual := write(step, state.phase, table)) != line:
        raise ActionError("error.step.spelled", line=line, usual=usual)
    return step


def _read(line: str, state: State, table: ActionTable) -> int:
    first, _, rest = line.partition(" ")
    if first.isdecimal():
        return int(first) << 16 | _code(rest, table)
    due = chance.KINDS.get(state.phase)
    if first != due:
        if due is None:
            raise ActionError("error.step.decision", line=line)
        raise ActionError("error.step.chance", due=due, line=line)
    return -1 - chance.number_of(state, outcome_from(rest.split(" ")), table.names)


@lru_cache(_KEPT)
def _words(code: int, table: ActionTable) -> str:
    return action_in_words(table.value(code))


@lru_cache(_KEPT)
def _code(words: str, table: ActionTable) -> int:
    return table.code(action_from(words.split(" ")))


def action_in_words(action: Action) -> str:
    """Return an action in words: `place araujo casino.II`."""
    values = list(msgspec.structs.astuple(action))
    for usual in reversed(action.__struct_defaults__):
        if values[-1] != usual:
            break
        values.pop()
    return " ".join([str(action.__struct_config__.tag), *map(str, values)])


def action_from(words: list[str]) -> Action:
    """Return the action that words stand for."""
    name, *values = words or [""]
    kind = _KINDS.get(name)
    if kind is None or len(values) > len(kind.__struct_fields__):
        raise ActionError("error.step.none", line=" ".join(words))
    given = dict(zip(kind.__struct_fields__, values, strict=False))
    try:
        action: Action = msgspec.convert({"do": name, **given}, kind, strict=False)
    except msgspec.ValidationError as problem:
        line = " ".join(words)
        raise ActionError("error.step.form", line=line, problem=str(problem)) from problem
    return action


def chance_in_words(kind: str, outcome: chance.Outcome) -> str:
    """Return a chance outcome in words: `first_dice 3 4`."""
    values = outcome if isinstance(outcome, tuple) else (outcome,)
    return " ".join([kind, *map(str, values)])


def outcome_from(words: list[str]) -> chance.Outcome | None:
    """Return the outcome that the words after its kind stand for."""
    match [int(word) if word.isdecimal() else word for word in words]:
        case [int() | str() as value]:
            return value
        case [int() as one, int() as other]:
            return (one, other)
        case _:
            return None
