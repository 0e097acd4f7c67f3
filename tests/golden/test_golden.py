"""Golden records: recorded games replay step by step, with their exact scores."""

from pathlib import Path
from typing import Any

import pytest

import estoril
from estoril import events, records
from estoril.game.actions import ACTIONS

HERE = Path(__file__).parent
FIRST = sorted(HERE.glob("*.json"))  # of version 1, of random play
BOTS = sorted((HERE / "bots").glob("*.json"))
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
    "bots/all-2": [40, 44],
    "bots/all-4": [35, 29, 22, 22],
    "bots/all-5": [23, 17, 41, 25, 42],
    "bots/base-2": [44, 38],
    "bots/base-3": [37, 28, 27],
    "bots/base-4": [26, 32, 16, 24],
    "bots/double-agent-5": [30, 23, 25, 21, 26],
    "bots/english-2016-4": [30, 31, 24, 23],
    "bots/enigma-4": [32, 10, 31, 29],
    "bots/german-3": [28, 27, 39],
    "bots/polish-4": [29, 25, 14, 46],
    "bots/promo-3": [29, 34, 25],
    "bots/roulette-3": [30, 36, 27],
    "bots/roulette-4": [19, 24, 41, 16],
    "bots/rulings-5": [31, 32, 29, 19, 28],
    "bots/secret-missions-3": [35, 18, 34],
    "bots/vip-2": [46, 29],
}


def name(file: Path) -> str:
    return file.relative_to(HERE).with_suffix("").as_posix()


@pytest.mark.parametrize("file", [*FIRST, *BOTS], ids=name)
def test_a_golden_record_replays_with_its_exact_score(file: Path) -> None:
    game = records.verify(file)
    assert [seat.total for seat in game.result.seats] == SCORES[name(file)]


@pytest.mark.parametrize(("files", "version"), [(FIRST, 1), (BOTS, 2)], ids=["first", "bots"])
def test_there_is_a_record_for_every_module_edition_variant_and_player_count(
    files: list[Path], version: int
) -> None:
    found = [records.load(file) for file in files]
    assert {record["version"] for record in found} == {version}
    options: list[dict[str, Any]] = [record["options"] for record in found]
    assert {o["players"] for o in options} == {2, 3, 4, 5}
    assert {m for o in options for m in o["modules"]} == set(estoril.MODULES)
    assert {o["edition"] for o in options} == set(estoril.EDITIONS)
    assert {v for o in options for v in o["variants"]} == set(estoril.VARIANTS)
    rulings = {r for o in options for r in o.get("rulings", ())}
    assert rulings == (set() if version == 1 else set(estoril.RULINGS))
    assert {name(file) for file in [*FIRST, *BOTS]} == set(SCORES)


def test_games_between_bots_know_every_action_and_event() -> None:
    steps = [step for file in BOTS for step in records.load(file)["steps"]]
    done = {step["step"].split()[1] for step in steps if step["step"][0].isdecimal()}
    assert done == {str(kind.__struct_config__.tag) for kind in ACTIONS}
    happened = {event["event"] for step in steps for event in step["events"]}
    missing = {str(kind.__struct_config__.tag) for kind in events.FACTS} - happened
    assert missing == {"reward_missing"}  # nobody empties the pile
