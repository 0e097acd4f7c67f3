"""Golden records: recorded games replay step by step, with their exact scores."""

from pathlib import Path

import pytest

import estoril
from estoril import records

FILES = sorted(Path(__file__).parent.glob("*.json"))
SCORES = {
    "all-5": [17, 34, 39, 22, 31],
    "base-2": [31, 42],
    "base-3": [25, 17, 35],
    "base-4": [29, 13, 27, 27],
    "double-agent-5": [13, 26, 24, 19, 31],
    "english-2016-4": [22, 28, 29, 10],
    "enigma-4": [25, 22, 25, 14],
    "german-3": [28, 30, 30],
    "polish-4": [28, 22, 20, 18],
    "promo-3": [27, 12, 37],
    "roulette-4": [13, 16, 28, 31],
    "vip-2": [51, 19],
}


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_golden_record_replays_with_its_exact_score(file: Path) -> None:
    game = records.verify(file)
    assert [seat.total for seat in game.result.seats] == SCORES[file.stem]


def test_there_is_a_record_for_every_module_edition_variant_and_player_count() -> None:
    options = [records.load(file)["options"] for file in FILES]
    assert {o["players"] for o in options} == {2, 3, 4, 5}
    assert {m for o in options for m in o["modules"]} == set(estoril.MODULES)
    assert {o["edition"] for o in options} == set(estoril.EDITIONS)
    assert {v for o in options for v in o["variants"]} == set(estoril.VARIANTS)
    assert {file.stem for file in FILES} == set(SCORES)
