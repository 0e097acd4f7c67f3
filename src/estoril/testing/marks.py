"""Marks that name the rule a test proves."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

F = TypeVar("F", bound=Callable[..., Any])


def rule(*ids: str) -> Callable[[F], F]:
    """Mark a test as proof of these rules, by their ids.

    `estoril rules ID` then lists the test. It needs pytest, and the mark `rule` in its settings.
    """
    import pytest

    mark: Callable[[F], F] = pytest.mark.rule(*ids)
    return mark
