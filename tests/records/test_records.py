"""Records: they replay, they are described, and a faulty one is refused with a reason."""

import copy
import json
import re
from pathlib import Path
from random import Random
from typing import Any

import pytest

import estoril
from estoril import events, records
from estoril.game.actions import ACTIONS
from estoril.testing import play_randomly

PAGE = Path(__file__).parents[2] / "docs" / "record.md"


@pytest.fixture(scope="module")
def record() -> dict[str, Any]:
    """Return the record of a random game with everything in it."""
    game = estoril.new_game(4, seed=8, modules="all", variants=("secret_agenda",))
    for _ in play_randomly(game, Random(8)):
        pass
    return json.loads(records.dump(game.record()))


def test_the_page_describes_every_event_with_its_fields() -> None:
    text = PAGE.read_text("utf-8")
    rows = dict(re.findall(r"^\| `(\w+)` \| ([^|]*)\|", text, re.M))
    for kind in events.FACTS:
        name = kind.__struct_config__.tag
        assert name in rows, f"{name} is not on the page"
        assert re.findall(r"`(\w+)`", rows[name]) == list(kind.__struct_fields__), name


def test_the_page_describes_every_action_and_chance_event() -> None:
    text = PAGE.read_text("utf-8")
    for kind in ACTIONS:
        assert f"`{kind.__struct_config__.tag}`" in text
    for name in estoril.game.chance.KINDS.values():
        assert f"`{name}`" in text


def test_a_saved_record_is_read_back_and_verified(tmp_path: Path, record: dict[str, Any]) -> None:
    file = tmp_path / "game.json"
    records.save(record, file)
    assert records.load(file) == record
    assert records.verify(file).result == estoril.replay(record).result
    assert [path.name for path in tmp_path.iterdir()] == ["game.json"]


def test_a_record_of_a_running_game_replays_to_where_it_stands() -> None:
    game = estoril.new_game(3, seed=3)
    for _ in play_randomly(game, Random(3), most=20):
        pass
    again = records.verify(game.record())
    assert again.view(None).json() == game.view(None).json()
    assert not again.is_over


def test_a_record_with_content_of_its_own_carries_it(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text("[tiles.pires]\npoints = 4\n", "utf-8")
    game = estoril.new_game(2, seed=1, content=file)
    for _ in play_randomly(game, Random(1)):
        pass
    text = records.dump(game.record())
    file.unlink()
    assert records.verify(json.loads(text)).result == game.result


def altered(record: dict[str, Any], **changes: Any) -> dict[str, Any]:
    """Return a record with some keys changed."""
    return {**copy.deepcopy(record), **changes}


def first_decision(record: dict[str, Any]) -> int:
    return next(i for i, step in enumerate(record["steps"]) if step["step"][0].isdecimal())


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"format": "chess"}, "is not the record of a game"),
        ({"version": 3}, "newer estoril"),
        ({"version": 0}, "no version 0 of records"),
        ({"version": "one"}, "Expected `int`"),
        ({"rules": 99}, "rules 99"),
        ({"steps": None}, "Expected `array`"),
        ({"options": {"players": 9}}, "2 to 5 can play"),
        ({"options": {"player": 4}}, "unknown or missing choices"),
        ({"content": {}}, "not those that the digest was made of"),
        ({"digest": "0"}, "not those that the digest was made of"),
        ({"result": None}, "holds no result"),
        ({"weather": "fine"}, "unknown field `weather`"),
    ],
)
def test_a_faulty_header_is_refused(
    record: dict[str, Any], change: dict[str, Any], message: str
) -> None:
    with pytest.raises(estoril.RecordError, match=message):
        records.verify(altered(record, **change))


def test_a_truncated_file_is_refused(tmp_path: Path, record: dict[str, Any]) -> None:
    text = records.dump(record)
    file = tmp_path / "cut.json"
    for end in (0, 1, 40, len(text) // 2, len(text) - 3):
        file.write_text(text[:end], "utf-8")
        with pytest.raises(estoril.RecordError, match=r"cut\.json"):
            records.verify(file)


def test_files_that_are_no_records_are_refused(tmp_path: Path) -> None:
    file = tmp_path / "no.json"
    for data, message in [
        (b"\xff\xfe", "not UTF-8"),
        (b"[1, 2]", "JSON object"),
        (b"{nonsense}", "not JSON"),
        (b"{}", "format"),
    ]:
        file.write_bytes(data)
        with pytest.raises(estoril.RecordError, match=message):
            records.verify(file)
    with pytest.raises(estoril.RecordError, match="cannot be read"):
        records.verify(tmp_path / "missing.json")


def test_missing_steps_are_noticed(record: dict[str, Any]) -> None:
    with pytest.raises(estoril.RecordError, match="steps are missing"):
        records.verify(altered(record, steps=record["steps"][:-1]))
    cut = copy.deepcopy(record)
    del cut["steps"][50]
    with pytest.raises(estoril.RecordError, match=r"^step \d+"):
        records.verify(cut)


def test_an_edited_action_is_named_by_its_step(record: dict[str, Any]) -> None:
    edited = copy.deepcopy(record)
    number = first_decision(edited)
    edited["steps"][number]["step"] = edited["steps"][number]["step"][0] + " discard araujo"
    with pytest.raises(estoril.RecordError, match=f"^step {number}: .*PLACE-01"):
        records.verify(edited)


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("0 place araujo casino.II for fun", "this is not an action"),
        ("0 dance", "this is not an action"),
        ("0 place araujo", "missing required field `space`"),
        ("0 rotate once", "Expected `int`"),
        ("0 place nobody casino.II", "no tile 'nobody'"),
        ("9 pass", "seats of this game are 0 to 3"),
        ("mission women", "a decision is due"),
        ("", "a decision is due"),
    ],
)
def test_a_step_without_a_meaning_is_refused(
    record: dict[str, Any], line: str, message: str
) -> None:
    edited = copy.deepcopy(record)
    number = first_decision(edited)
    edited["steps"][number]["step"] = line
    with pytest.raises(estoril.RecordError, match=f"^step {number}: .*{message}"):
        records.verify(edited)


@pytest.mark.parametrize(
    ("begins", "other"),
    [
        ("0 place", "00 place"),
        ("0 place", "\u0660 place"),  # a nought, but not ours
        ("first_dice ", "first_dice 0"),
        ("quarter ", "quarter 0"),
        ("mission ", "mission  "),
    ],
)
def test_a_step_is_written_in_one_way(record: dict[str, Any], begins: str, other: str) -> None:
    edited = copy.deepcopy(record)
    lines = [step["step"] for step in edited["steps"]]
    number = next(i for i, line in enumerate(lines) if line.startswith(begins))
    edited["steps"][number]["step"] = lines[number].replace(begins, other)
    with pytest.raises(estoril.RecordError, match=f"^step {number}: "):
        records.verify(edited)


def test_what_is_usual_is_left_out_of_a_step(record: dict[str, Any]) -> None:
    edited = copy.deepcopy(record)
    staking = re.compile(r"\d stake \w+")
    number = next(i for i, s in enumerate(edited["steps"]) if staking.fullmatch(s["step"]))
    edited["steps"][number]["step"] += " hand"
    with pytest.raises(estoril.RecordError, match=f"^step {number}: .*hand', but like"):
        records.verify(edited)


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("{first}", "mission: .* is not possible here"),
        ("mission women men", "mission: None is not possible here"),
        ("reward pires", r"a chance outcome is due \(mission\)"),
        ("0 pass", r"a chance outcome is due \(mission\)"),
    ],
)
def test_an_edited_chance_outcome_is_named_by_its_step(
    record: dict[str, Any], line: str, message: str
) -> None:
    edited = copy.deepcopy(record)
    edited["steps"][1]["step"] = line.format(first=edited["steps"][0]["step"])
    with pytest.raises(estoril.RecordError, match=f"^step 1: {message}"):
        records.verify(edited)


def test_an_edited_event_is_named_with_both_forms(record: dict[str, Any]) -> None:
    edited = copy.deepcopy(record)
    number = next(i for i, s in enumerate(edited["steps"]) if s["events"][-1]["event"] == "placed")
    edited["steps"][number]["events"][-1]["face_up"] = "maybe"
    with pytest.raises(estoril.RecordError, match=f"step {number}, event .*maybe.*by the rules"):
        records.verify(edited)


def test_a_field_too_many_is_named(record: dict[str, Any]) -> None:
    edited = copy.deepcopy(record)
    edited["steps"][0]["events"][0]["weather"] = None
    with pytest.raises(estoril.RecordError, match=r'recorded is {"weather": null}, by .* is {}'):
        records.verify(edited)


def test_an_edited_score_is_named(record: dict[str, Any]) -> None:
    edited = copy.deepcopy(record)
    edited["result"]["seats"][2]["total"] += 1
    with pytest.raises(estoril.RecordError, match="result, seats 2"):
        records.verify(edited)


def test_a_step_after_the_end_is_refused(record: dict[str, Any]) -> None:
    edited = copy.deepcopy(record)
    edited["steps"].append(edited["steps"][0])
    with pytest.raises(estoril.RecordError, match="the game is over"):
        records.verify(edited)
