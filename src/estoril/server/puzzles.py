"""Puzzles for clients: the list, and each as a table that is posed to one seat."""

from __future__ import annotations

from datetime import UTC, datetime
from functools import cache, lru_cache
from typing import Final

from estoril.bots import LEVELS
from estoril.errors import ActionError
from estoril.game.actions import table_for
from estoril.game.telling import narrator_for
from estoril.puzzles import Puzzle, PuzzleError, daily, find, shipped
from estoril.server.refusals import Refusal
from estoril.table.posed import pose
from estoril.wire import rest

_KEPT: Final = 64  # puzzles as they are sent; that of the day is asked for most


def listed() -> rest.Puzzles:
    """List all puzzles, and name that of today."""
    today = datetime.now(UTC).date()
    return rest.Puzzles(
        date=today.isoformat(), daily=daily(today).id, bots=LEVELS, puzzles=_entries()
    )


@cache
def _entries() -> tuple[rest.PuzzleEntry, ...]:
    return tuple(map(_entry, shipped()))


def _entry(puzzle: Puzzle) -> rest.PuzzleEntry:
    view = puzzle.view
    assert view.decision is not None
    return rest.PuzzleEntry(
        id=puzzle.id,
        theme=puzzle.theme,
        level=puzzle.level,
        players=view.options.players,
        modules=view.options.modules,
        round=view.round,
        decision=view.decision.kind,
    )


@lru_cache(_KEPT)
def posed(id: str) -> rest.PosedPuzzle:
    """Pose a puzzle."""
    puzzle = _puzzle(id)
    view = puzzle.view
    tell = narrator_for(table_for(view.observed.cat)).reader(view).tell
    return rest.PosedPuzzle(
        id=puzzle.id,
        number=shipped().index(puzzle) + 1,
        theme=puzzle.theme,
        level=puzzle.level,
        snapshot=pose(view),
        answers=tuple(
            rest.PuzzleAnswer(
                code=view.codes[view.legal.index(answer.action)],
                said=tell(answer.action),
                chance=answer.chance,
                error=answer.error,
            )
            for answer in puzzle.answers
        ),
        why=puzzle.reasons,
    )


def barred(id: str, tile: str | None, target: str | None) -> rest.Barred:
    """Say which rule bars using a tile or choosing a target in a puzzle."""
    try:
        reason = _puzzle(id).view.why_not(tile=tile, target=target)
    except ActionError:
        raise Refusal("refused.action.unknown", 409) from None
    return rest.Barred() if reason is None else rest.Barred(rule=reason.rule, key=reason.key)


def _puzzle(id: str) -> Puzzle:
    try:
        return find(id)
    except PuzzleError:
        raise Refusal("refused.puzzle.unknown", 404) from None
