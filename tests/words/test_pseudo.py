"""In the pseudo-language nothing is left in English: whatever is said comes from a catalogue."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from estoril import words
from estoril.words import pseudo
from tests.terminal.scripts import Answers, Table
from tests.words.plain import plain_words
from tests.words.test_choosing import run_estoril

ASKED = (
    "?", "? church", "? PLACE-04", "? garbo", "? seduction", "? women", "? vip", "? nonsense",
    "table", "missions", "networks", "log", "hand", "why", "nonsense", "undo", "t", "m",
)  # fmt: skip


@pytest.fixture
def disguised() -> Iterator[None]:
    """Speak the pseudo-language for a while."""
    words.speak(pseudo.LANGUAGE)
    yield
    words.speak("en")


def test_letters_are_accented_and_arguments_stay() -> None:
    told = pseudo.disguise("Place {tile} on {space}: {games:,} (PLACE-04)")
    assert told.startswith(pseudo.OPENING) and told.endswith(pseudo.CLOSING)
    for kept in ("{tile}", "{space}", "{games:,}", "PLACE-04"):
        assert kept in told
    assert pseudo.disguise("TS") == "ŤŚ"  # short codes have no room
    assert pseudo.disguise("{player} {count}") == "{player} {count}"


def test_plain_english_is_found() -> None:
    assert plain_words("⟦Ṕĺáćé⟧ Araújo on Casino Estoril II") == {"on"}


@pytest.mark.usefixtures("disguised")
def test_a_game_in_the_terminal_says_nothing_in_english(tmp_path: Path) -> None:
    table = Table(tmp_path, Answers(ASKED), variants="all", width=100, height=40)
    text = table.play()
    assert table.finished and pseudo.OPENING in text
    commands = {"estoril", "replay"}  # what is to be typed is the same in every language
    text = text.replace(str(table.file.parent), "")
    assert plain_words(text, {"Ana", *commands, *" ".join(ASKED).split()}) == set()


def test_commands_say_nothing_in_english() -> None:
    """What the library for command lines says by itself is not ours."""
    for arguments in (["rules", "LOC01-02"], ["rules"], ["rules", "xyzzy"], ["content"]):
        ran = run_estoril(*arguments, ESTORIL_LANGUAGE=pseudo.LANGUAGE)
        said = "\n".join(line for line in ran.stdout.splitlines() if ".py:" not in line)
        ids = {word for line in said.splitlines() for word in _ids(line)}
        assert pseudo.OPENING in said + ran.stderr
        left = plain_words(said + ran.stderr, {"estoril", "xyzzy", *ids})
        assert left == set(), arguments


def _ids(line: str) -> list[str]:
    """Return what stands for itself in the lists of tiles, locations and missions."""
    return [part for part in line.replace("_", " ").replace(".", " ").split() if part.islower()]
