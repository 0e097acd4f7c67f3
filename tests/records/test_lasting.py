"""Kept games outlast the code: whatever becomes of content, they replay as they were played."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

import estoril
from estoril import options, records
from estoril.boxes import Content
from estoril.boxes.kept import as_tables, recall
from estoril.testing import play_randomly
from tests.conftest import Correct

GOLDEN = sorted((Path(__file__).parents[1] / "golden").glob("**/*.json"))
BOXES = options.content_from(None)


def with_tiles(content: Content, change: Callable[[estoril.Tile], dict[str, Any]]) -> Content:
    """Return content with some fields of each tile changed."""
    tiles = tuple(msgspec.structs.replace(tile, **change(tile)) for tile in content.tiles)
    return msgspec.structs.replace(content, tiles=tiles)


def renamed(content: Content) -> Content:
    """Correct a letter in every name."""
    return with_tiles(content, lambda tile: {"name": tile.name + "x", "sure": "certain"})


def stronger(content: Content) -> Content:
    """Correct the numbers of all tiles that can be corrected."""
    return with_tiles(
        content, lambda t: {"strength": (t.strength + 1) % 7, "points": 3, "flag": "FR"}
    )


def grown(content: Content) -> Content:
    """Put another tile into the base box, in front of the others."""
    first = next(tile for tile in content.tiles if not tile.starting)
    new = msgspec.structs.replace(first, id="newcomer", name="Newcomer")
    starting = sum(tile.starting for tile in content.tiles)
    tiles = (*content.tiles[:starting], new, *content.tiles[starting:-1])
    return msgspec.structs.replace(content, tiles=tiles)


def other_places(content: Content) -> Content:
    """Correct locations and missions, and their order."""
    locations = tuple(
        msgspec.structs.replace(place, secret=(), peek={}, name=place.name + "!")
        for place in reversed(content.locations)
    )
    return msgspec.structs.replace(
        content, locations=locations, missions=tuple(reversed(content.missions))
    )


@pytest.mark.parametrize("change", [renamed, stronger, grown, other_places])
def test_golden_records_replay_after_corrections(
    change: Callable[[Content], Content], correct: Correct
) -> None:
    played = {file: records.verify(file) for file in GOLDEN}
    correct(change(BOXES))
    for file in GOLDEN:
        again = records.verify(file)
        assert again.result == played[file].result
        assert again.position() == played[file].position()
        # it can be recorded anew, and that record lasts as well
        assert records.verify(json.loads(json.dumps(again.record()))).result == again.result


def test_todays_names_are_shown_in_old_games(correct: Correct) -> None:
    correct(stronger(renamed(BOXES)))
    game = records.verify(GOLDEN[0])
    assert game.content.tile("pires").name == BOXES.tile("pires").name + "x"
    assert game.content.tile("pires").flag == "PT"


def test_only_what_decides_is_in_the_digest() -> None:
    content = estoril.content("all")
    assert renamed(content).digest == content.digest
    for change in (stronger, grown, other_places):
        assert change(content).digest != content.digest


def test_content_is_kept_and_read_back_exactly() -> None:
    content = estoril.content("all")
    tables = json.loads(json.dumps(as_tables(content)))
    nothing = Content(tiles=(), locations=(), missions=())
    again = recall(tables, (), nothing)
    plain = {"sure": "own", "name_sure": "own"}
    for kept, tile in zip(again.tiles, content.tiles, strict=True):
        assert kept == msgspec.structs.replace(tile, **plain)
    for place, location in zip(again.locations, content.locations, strict=True):
        shown = {"sure": "own", "full_name": location.name}
        assert place == msgspec.structs.replace(location, **shown)
    for task, mission in zip(again.missions, content.missions, strict=True):
        assert task == msgspec.structs.replace(mission, sure="own")


# -- every field of a record ------------------------------------------------------------------

# What may be changed freely: who wrote the file, and names, which are for people.
FREE = {("made_by",), ("content", "name")}


def record_of(most: int, **setup: Any) -> dict[str, Any]:
    """Return the record of a game at random, or of its beginning."""
    game = estoril.new_game(seed=11, **setup)
    for _ in play_randomly(game, Random(11), most=most):
        pass
    return json.loads(records.dump(game.record()))


def leaves(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Yield the paths of all values, and of all lists and objects, within a value."""
    if path:
        yield path
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from leaves(inner, (*path, key))
    elif isinstance(value, list):
        for index, inner in enumerate(value):
            yield from leaves(inner, (*path, index))


def others(value: Any) -> Iterator[Any]:
    """Yield values that are not this one, of its own kind and of another."""
    match value:
        case bool():
            yield not value
            yield int(value)
        case int():
            yield value + 1
            yield -value - 1
            yield float(value)
            yield bool(value)
        case str():
            yield value + "x"
            yield value[:-1]
        case list():
            yield value[:-1] if value else [0]
            yield [*value, *(value[-1:] or [None])]
        case dict():
            yield {**value, "more": 1}
            yield {key: value[key] for key in [*value][:-1]} if value else {"less": 0}
        case None:
            yield 0
    if value is not None:
        yield None


def put(record: dict[str, Any], path: tuple[Any, ...], value: Any) -> dict[str, Any]:
    """Return a record with another value at a path."""
    changed = copy.copy(record)
    inner: Any = changed
    for key in path[:-1]:
        inner[key] = copy.copy(inner[key])
        inner = inner[key]
    inner[path[-1]] = value
    return changed


def place_of_error(record: dict[str, Any]) -> str | None:
    """Return the place where a record is found to be wrong."""
    try:
        records.verify(record)
    except estoril.RecordError as problem:
        return problem.where
    return None


def is_free(path: tuple[Any, ...]) -> bool:
    return (path[0], *path[3:]) in FREE or path in FREE


SETUPS: list[dict[str, Any]] = [
    {"players": 2},
    {"players": 5, "modules": "all", "variants": ("secret_agenda", "mission_scoring")},
    {"players": 3, "edition": "german", "variants": ("secret_missions",)},
]


@pytest.mark.parametrize("setup", SETUPS, ids=lambda setup: str(setup["players"]))
def test_no_field_of_a_record_can_be_changed_unnoticed(setup: dict[str, Any]) -> None:
    record = record_of(25, **setup)
    tried = 0
    for path in leaves(record):
        if path == ("steps",):
            continue  # the beginning of a beginning is as true
        inner: Any = record
        for key in path:
            inner = inner[key]
        for value in others(inner):
            changed = put(record, path, value)
            if is_free(path):
                if value:
                    records.verify(changed)
                continue
            tried += 1
            where = place_of_error(changed)
            assert where, f"{path}: changed to {value!s:.80} unnoticed, or nobody knows where"
    assert tried > 1000


def test_no_field_of_a_result_can_be_changed_unnoticed() -> None:
    record = record_of(10_000, players=3, modules="all", variants=("secret_agenda",))
    for path in leaves(record["result"], ("result",)):
        inner: Any = record
        for key in path:
            inner = inner[key]
        for value in others(inner):
            with pytest.raises(estoril.RecordError, match=r"result|record"):
                records.verify(put(record, path, value))


@pytest.mark.parametrize(
    ("options", "players"),
    [
        ({"edition": "english-2016"}, 2),
        ({"edition": "german"}, 4),
        ({"modules": ["promo"]}, 3),
        ({"modules": ["enigma"]}, 3),
        ({"variants": ["mission_scoring"]}, 4),
        ({"colours": ["yellow", "blue"]}, 2),
    ],
)
def test_another_setup_is_not_believed(options: dict[str, Any], players: int) -> None:
    record = record_of(10_000, players=players)
    record["options"] |= options
    with pytest.raises(estoril.RecordDiffers, match="digest"):
        records.verify(record)
