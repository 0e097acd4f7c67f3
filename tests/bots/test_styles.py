"""Bots of a level differ in manner: each style is told from the others by what it does most."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import NamedTuple

import pytest

import estoril
from estoril import Place
from estoril.bots import BotError, make
from estoril.choices import STYLES

GAMES = 40


class Placing(NamedTuple):
    """A character that was placed: when, how strong, where, and for what."""

    early: bool
    strength: int
    hidden: bool
    rivals: int
    fit: float


def placings(style: str, level: str = "informant") -> Iterator[Placing]:
    """Yield what a bot of a style places in games against one without."""
    strengths = {tile.id: tile.strength for tile in estoril.content().tiles}
    for number in range(GAMES):
        game = estoril.new_game(players=2, seed=300 + number // 2)
        own = number % 2
        bots = [make(f"{level}:style={style}" if seat == own else level) for seat in range(2)]
        rng = Random(number)
        while not game.is_over:
            seat = game.to_act[0]
            view = game.view(seat)
            action = bots[seat].choose(view, view.legal, rng)
            if seat == own and isinstance(action, Place):
                yield _placing(view, action, strengths)
            game.play(seat, action, events=False)


def _placing(view: estoril.View, action: Place, strengths: dict[str, int]) -> Placing:
    place = next(one for one in view.places if one.id == action.space.split(".")[0])
    space = next(one for one in place.spaces if one.id == action.space)
    me = view.players[view.seat or 0]
    rivals = [one for one in place.spaces if one.occupied and one.owner != view.seat]
    return Placing(
        early=me.markers > 3,
        strength=strengths[action.tile],
        hidden=space.top_secret,
        rivals=len(rivals),
        fit=_fit(view, place.rewards[0].tile if place.rewards else None),
    )


def _fit(view: estoril.View, tile: str | None) -> float:
    """Count what a reward does for missions of symbols and flags."""
    if tile is None:
        return 0.0
    found = next(one for one in view.content.tiles if one.id == tile)
    symbols = {*found.symbols, found.flag}
    missions = [one for one in view.content.missions if one.id in view.known_missions]
    return sum(bool({*one.symbols, *one.flags} & symbols) for one in missions)


def mean(values: list[float]) -> float:
    return sum(values) / len(values)


def signs(found: list[Placing]) -> dict[str, float]:
    """Return the figure by which each style is known."""
    early, late = ([p.strength for p in found if p.early is when] for when in (True, False))
    hidden, shown = ([p.strength for p in found if p.hidden is where] for where in (True, False))
    return {
        "patient": mean([*late]) - mean([*early]),
        "bold": mean([p.rivals for p in found]),
        "bluffer": mean([*shown]) - mean([*hidden]),
        "collector": mean([p.fit for p in found]),
    }


@pytest.mark.compiled
def test_each_style_is_known_by_its_figure() -> None:
    figures = {style: signs(list(placings(style))) for style in ("", *STYLES)}
    for style in STYLES:
        rest = [figures[other][style] for other in figures if other != style]
        assert figures[style][style] > max(rest), (style, figures)


def test_a_style_that_there_is_not_is_refused() -> None:
    with pytest.raises(BotError, match="patient, bold"):
        make("agent:style=rude")
