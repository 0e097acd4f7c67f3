"""docs/record.md is enough: a reader that knows only it rebuilds every public position."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

import estoril
from estoril import records
from estoril.bots import make
from estoril.game import lookback, trace
from estoril.game.pictures import reader_for
from estoril.game.views import Data
from estoril.testing import all_setups
from tests.records.reader import Table

GOLDEN = sorted((Path(__file__).parents[1] / "golden").glob("**/*.json"))
SETUPS = list(all_setups())


def public(data: Data) -> dict[str, Any]:
    """Put a spectator's view into the reader's words."""
    spaces = [space for place in data.places for space in place.spaces if space.occupied]
    holder = [player.seat for player in data.players if player.enigma]
    lies = [place.id for place in data.places if place.enigma]
    return {
        "round": data.round,
        "first": data.first,
        "over": data.over,
        "places": [(place.id, place.quarter) for place in data.places],
        "characters": {s.id: (s.tile, s.owner, s.controller, s.shield) for s in spaces},
        "rewards": {r.id: r.tile for place in data.places for r in place.rewards},
        "seats": [
            (p.hand_size, sorted(p.network), p.markers,
             sorted(((d.tile, d.colour) for d in p.discards), key=str))
            for p in data.players
        ],
        "pile": (data.pile.unseen, [*data.pile.returned]),
        "removed": sorted(((d.tile, d.colour) for d in data.removed), key=str),
        "enigma": (lies[0] if lies else None, holder[0] if holder else None),
        "airport": data.die,
    }  # fmt: skip


def check(record: dict[str, Any]) -> int:
    """Rebuild a record's table event by event, and compare it with what a spectator saw then."""
    final = records.replay(record)
    boxes = final.content.select(final.options.boxes)
    table = Table(final.players, [tile.id for tile in boxes.tiles if not tile.starting])
    events = (event for step in record["steps"] for event in step["events"])
    pictures, image = reader_for(final._table), None
    for number, move in enumerate(lookback.moves(final, None)):
        for fact, changes in zip(move.facts, move.changes, strict=True):
            table.apply(next(events))
            image = trace.apply(image, changes)
            seen = public(pictures.data(image, None, final.options))
            assert table.public() == seen, f"move {number}: {fact}"
    assert next(events, None) is None
    return len(record["steps"])


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_golden_records_are_rebuilt(path: Path) -> None:
    assert check(json.loads(path.read_text("utf-8"))) > 80


@pytest.mark.compiled
@pytest.mark.parametrize("part", range(8))
def test_games_between_bots_are_rebuilt(part: int) -> None:
    for number in range(part * 10, len(SETUPS), 8 * 10):
        game = estoril.Game(SETUPS[number], estoril.content(), seed=number)
        rng = Random(number)
        bots = [make(rng.choice(("tourist", "informant", "random"))) for _ in range(game.players)]
        while not game.is_over:
            seat = rng.choice(game.to_act)
            legal = game.legal(seat)
            game.play(seat, bots[seat].choose(game.view(seat), legal, rng), events=False)
        check(json.loads(json.dumps(game.record())))
