"""Levels side by side: the figures that ship, and a page that says what they say."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import estoril
from estoril.arena import Tournament
from estoril.arena.report.strong import captions, names_from, write_strong
from estoril.arena.study import by_bot, cells_of, pooled, side_by_side
from estoril.wire.strong import StrongCell, StrongFigures

NAMES = names_from(estoril.content("all"))


def figures(**changed: object) -> StrongFigures:
    """Make figures of two levels and two numbers of players."""
    told = {
        "cells": tuple(
            StrongCell(bot=bot, players=players, games=100)
            for bot in ("tourist", "agent")
            for players in (2, 3)
        ),
        "points": {"tiles": (10.0, 8.0, 12.0, 9.0), "missions": (10.0, 12.0, 28.0, 31.0)},
        "order": tuple(((4.0, 3.0),) * (2 + n % 2) for n in range(4)),
        "tiles": {
            "garbo": ((1.0, 3.0), (1.0, 4.0), (9.0, 3.0), (7.0, 4.0)),
            "ian_fleming": ((2.0, 1.0), (2.0, 1.0), (-2.0, 3.0), (3.0, 3.0)),
            "carol_ii": ((2.0, 1.0), None, None, (3.0, 3.0)),
        },
        "locations": {"church": ((1.0, 3.0),) * 4},
        "spaces": {"church.II": ((1.0, 3.0),) * 4},
        "missions": {"women": ((-8.0, 2.0),) * 4},
    }
    return StrongFigures(**{**told, **changed})  # type: ignore[arg-type]


def test_worths_that_were_measured_apart_make_a_mean_that_is_surer() -> None:
    assert pooled([(9.0, 3.0), (7.0, 4.0)]) == (8.0, 2.5)
    assert pooled([(9.0, 3.0), None]) is None


def test_the_dearest_to_the_strongest_comes_first() -> None:
    found = figures()
    assert cells_of(found, bot="agent") == [2, 3]
    worths = by_bot(found, found.tiles)
    assert list(worths) == ["garbo", "ian_fleming", "carol_ii"]
    assert worths["garbo"] == ((1.0, 2.5), (8.0, 2.5))


def test_a_caption_says_what_is_sure_and_where_levels_differ() -> None:
    told = captions(figures(), NAMES)
    assert "who won Garbo (Juan Pujol) won 8.0 games in 100 more (± 2.5)" in told["tiles"]
    assert "Of 2, 1 differ from nothing beyond doubt" in told["tiles"]
    assert "1 are worth something else than to tourists, most surely Garbo" in told["tiles"]
    assert "8.0 games in 100 fewer" in told["missions"]
    assert "No luck is taken out" in told["missions"]
    assert "Levels do not differ beyond doubt" in told["locations"]
    assert "tiles 45% and 26%; missions 55% and 74%" in told["points"]
    assert "chance" not in told["order"].partition("Of twenty")[0]
    doubtful = captions(figures(order=(((1.0, 3.0),) * 2,) * 4), NAMES)
    assert "with 2 players 1.0 games in 100 more (± 3.0), which may be chance" in doubtful["order"]


def test_the_page_needs_no_other_file_and_has_every_cell(tmp_path: Path) -> None:
    page = write_strong(figures(), tmp_path).read_text("utf-8")
    sources = re.findall(r'(?:src|href)="([^"]*)"', page)
    assert len(sources) == 6 == len(list(tmp_path.glob("*.png")))
    assert all(source.startswith("data:image/png;base64,") for source in sources)
    assert "+9.0 ± 3.0" in page and "agent 3" in page and "Church II" in page


def test_tournaments_are_put_beside_each_other(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("estoril.arena.study.ENOUGH", 2)
    played = [
        Tournament([bot], estoril.choose(players, "all"), games=6, seed=1).run()
        for bot in ("random", "tourist")
        for players in (2, 5)
    ]
    found = side_by_side(played)
    assert [(cell.bot, cell.players, cell.games) for cell in found.cells] == [
        ("random", 2, 6), ("random", 5, 6), ("tourist", 2, 6), ("tourist", 5, 6),
    ]  # fmt: skip
    assert [len(places) for places in found.order] == [2, 5, 2, 5]
    church = played[3].locations[0]
    assert found.locations["church"][3] == (
        round(100 * church.value.mean, 1),
        round(50 * (church.value.high - church.value.low), 1),
    )
    assert all(len(worths) == 4 for worths in found.spaces.values())
    assert "agenda" not in found.points
    assert sum(numbers[0] for numbers in found.points.values()) == pytest.approx(
        played[0].bots[0].points.mean, abs=0.03
    )
