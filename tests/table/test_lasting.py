"""Tables outlast corrections of the content, and those of version 1 are read."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from estoril import records
from estoril.boxes import Content
from estoril.game.options import choose, content_from
from estoril.table import HOUSE, Caller, Created, Entry, EntryError, SeatPlan, Table, create
from estoril.table import commands as ask
from estoril.table.entries import Moved
from tests.conftest import Correct

# Entries of version 1: steps are numbers, and the opening names the content by a digest.
FIRST = sorted((Path(__file__).parent / "first").glob("*.json"))
BOXES = content_from(None)


def changed(**fields: object) -> Content:
    """Return the boxes with some fields of every tile but the starting ones changed."""
    tiles = tuple(
        tile if tile.starting else msgspec.structs.replace(tile, **fields) for tile in BOXES.tiles
    )
    return msgspec.structs.replace(BOXES, tiles=tiles)


def read(file: Path) -> list[Entry]:
    """Read the entries of a table."""
    return msgspec.json.decode(file.read_bytes(), type=list[Entry])


def kept(entries: list[Entry]) -> list[Entry]:
    """Return entries as they come back from where they are kept."""
    return msgspec.json.decode(msgspec.json.encode(entries), type=list[Entry])


def play_on(table: Table, moves: int = 10_000) -> list[Entry]:
    """Let every seat take its first legal action; return the entries."""
    added: list[Entry] = []
    while table.info.state == "running" and len(added) < moves:
        seat = table.to_act[0]
        command: ask.Command = ask.Act(table.view(seat).legal[0], table.turn(seat))
        caller = Caller(seat)
        if table.info.seats[seat].bot is not None:
            command, caller = ask.ActFor(seat, command.action, command.turn), HOUSE
        added.append(table.propose(command, caller, 5000.0))
        table.fold(added[-1])
    return added


def opened() -> tuple[Table, list[Entry]]:
    """Return a table of today in play, and its entries."""
    seats = [SeatPlan(name="Ana", host=True), SeatPlan(bot="random"), SeatPlan(bot="random")]
    entries: list[Entry] = [create(choose(3, ("vip",)), 0.0, seats=seats)]
    table = Table.replay(entries)
    entries.append(table.propose(ask.Start(), HOUSE, 1.0))
    table.fold(entries[-1])
    return table, entries + play_on(table, 12)


@pytest.mark.parametrize("file", FIRST, ids=lambda file: file.stem)
def test_a_table_of_version_1_goes_on_to_its_end(file: Path) -> None:
    entries = read(file)
    table = Table.replay(entries)
    assert table.info.content == "today"
    whole = kept(entries + play_on(table))
    again = Table.replay(whole)
    assert again.info.state == "over"
    assert records.verify(again.record()).result == table.finished.result


@pytest.mark.parametrize("file", FIRST, ids=lambda file: file.stem)
def test_a_table_of_version_1_keeps_the_content_it_began_with(file: Path, correct: Correct) -> None:
    entries = read(file)
    before = Table.replay(entries)
    correct(changed(strength=0, points=9, name="nobody"))
    after = Table.replay(entries)
    assert after.info.content == "earlier"
    for seat in (None, 0, 1):
        assert after.stream(seat) == _with_content(before.stream(seat), "earlier")
    play_on(after)
    assert after.info.state == "over"


def _with_content(messages: list, content: str) -> list:  # type: ignore[type-arg]
    """Return messages that say of the table's content what is said now."""
    last = messages[-1]
    info = msgspec.structs.replace(last.info, content=content)
    return [*messages[:-1], msgspec.structs.replace(last, info=info)]


def test_a_table_goes_on_with_its_content_and_says_so(correct: Correct) -> None:
    table, entries = opened()
    assert table.info.content == "today"
    position = table.view(0).position()
    correct(changed(strength=0, symbols=()))
    again = Table.replay(kept(entries))
    assert again.info.content == "earlier"
    assert again.view(0).position() == position
    assert again.content.tile("carol_ii").strength == BOXES.tile("carol_ii").strength
    play_on(again)
    assert again.record()["content"] == entries[0].content  # type: ignore[union-attr]


def test_another_name_changes_nothing_but_the_name(correct: Correct) -> None:
    _, entries = opened()
    correct(changed(name="Somebody"))
    again = Table.replay(kept(entries))
    assert again.info.content == "today"
    assert again.content.tile("carol_ii").name == "Somebody"


def test_a_rematch_is_played_with_todays_content(correct: Correct) -> None:
    _, entries = opened()
    correct(changed(points=5))
    table = Table.replay(kept(entries))
    play_on(table)
    created = table.rematch("before", Caller(0), 9000.0)
    assert Table.replay([created]).info.content == "today"


def test_content_of_ones_own_is_told_from_corrected_content() -> None:
    own = changed(points=1)
    created = create(choose(2), 0.0, content=own)
    assert created.own
    for content in (own, None):
        assert Table.replay([created], content).info.content == "own"


def test_steps_are_kept_in_words() -> None:
    _, entries = opened()
    moved = next(entry for entry in entries if isinstance(entry, Moved))
    assert isinstance(moved.steps[0], str)
    assert moved.steps[0].startswith(f"{moved.seat} place ")


def test_an_opening_that_cannot_be_read_is_refused() -> None:
    _, entries = opened()
    created = entries[0]
    assert isinstance(created, Created) and isinstance(created.content, dict)
    replace = msgspec.structs.replace
    tiles = [dict(tile) for tile in created.content["tiles"]]
    tiles[7]["strength"] = 99
    for wrong, message in [
        (replace(created, version=3), "by a newer estoril"),
        (replace(created, rules=2), "rules 2"),
        (replace(created, content="0"), "other tiles"),
        (replace(created, content={**created.content, "tiles": tiles}), "strength: must be"),
        (replace(created, content={**created.content, "tiles": tiles[1:7]}), "starting"),
        (replace(created, content={**created.content, "tiles": [{}]}), "id of its own"),
        (replace(created, content={"spies": [{"id": "x"}]}), "known table"),
    ]:
        with pytest.raises(EntryError, match=message):
            Table.replay([wrong])
