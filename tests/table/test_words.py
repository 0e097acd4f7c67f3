"""Everything that a table says or refuses has words, and every refusal is proved by a test."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import estoril.table
from estoril.table import TableError
from estoril.words import LOCALE

SOURCES = sorted(Path(estoril.table.__file__).parent.glob("*.py"))
TESTS = sorted(Path(__file__).parent.glob("test_*.py"))
WRITTEN = {f"{what}.{how}" for what in ("name", "text") for how in ("empty", "long", "control")}
STAGES = {"game.unstarted", "game.running", "game.over"}


def first_arguments(function: str) -> Iterator[str]:
    """Yield the texts that a function is called with first, in all modules of the table."""
    for path in SOURCES:
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == function:
                for leaf in ast.walk(node.args[0]):
                    if isinstance(leaf, ast.Constant) and isinstance(leaf.value, str):
                        yield leaf.value


def refusals() -> set[str]:
    """Return the codes of all refusals."""
    keys = first_arguments("TableError")
    found = {key.removeprefix("refused.") for key in keys if not key.endswith(".")}
    return found - {".empty", ".long", ".control"} | WRITTEN | STAGES | {"illegal"}


def test_every_refusal_has_words() -> None:
    codes = refusals() - {"illegal"}  # has the words of its rule
    source = (LOCALE / "en" / "LC_MESSAGES" / "estoril.po").read_text("utf-8")
    assert codes <= set(re.findall(r'^msgid "refused\.(.+)"$', source, re.M))
    assert len(codes) > 40


def test_every_refusal_is_proved_by_a_test() -> None:
    tests = "".join(path.read_text("utf-8") for path in TESTS if path.name != "test_words.py")
    assert [code for code in sorted(refusals()) if f'"{code}"' not in tests] == []


MAKERS = ("Note", "_note", "_note_by", "_handing_over")  # of notes


def test_every_note_has_words_and_no_words_are_left_over() -> None:
    keys = {key for name in MAKERS for key in first_arguments(name)}
    keys = {key for key in keys if key.startswith("table.") and not key.endswith(".")}
    keys |= {f"table.stood_in.{why}" for why in ("left", "clock", "away")}
    keys |= {f"table.{what}.host" for what in ("paused", "resumed")}
    keys |= {f"table.{what}.host" for what in ("left", "stood_in.left", "bot_seated")}
    source = (LOCALE / "en" / "LC_MESSAGES" / "estoril.po").read_text("utf-8")
    assert set(re.findall(r'^msgid "(table\..+)"$', source, re.M)) == keys


def test_a_refusal_tells_people_and_programs() -> None:
    problem = TableError("refused.name.taken", name="Ana")
    assert str(problem) == "Somebody here is called Ana already: choose another name."
    assert (problem.code, problem.key) == ("name.taken", "refused.name.taken")
    barred = TableError("why.PLACE-02", rule="PLACE-02")
    assert str(barred) == "That space is taken. (PLACE-02)"
