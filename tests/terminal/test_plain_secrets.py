"""At a terminal that several share nothing of one person's secrets can be scrolled back to."""

import re
from pathlib import Path

import pyte
import pytest

import estoril
from tests.terminal.person import CLOSE, OPEN, PROMPT, Person

TURN = r"who alone should listen now\. Enter begins\. \Z"
WHICH = r"Which way, by number\? \Z"
WHISPERED = r"[?.:] ?\Z"  # what is whispered ends so, and nothing else does
TILES = sorted({tile.name for tile in estoril.content().tiles}, key=len)


class Reader(Person):
    """A person whose terminal keeps what was scrolled away, to be scrolled back to."""

    def __init__(self, data: Path, *arguments: str, **variables: str) -> None:
        super().__init__(data, "play", "--plain", *arguments, height=16, **variables)
        self.display = self.history = pyte.HistoryScreen(100, 16, history=10_000)
        self._stream = pyte.Stream(self.display)

    @property
    def everything(self) -> str:
        """All that can be read by scrolling back, and the screen."""
        gone = ["".join(line[x].data for x in range(100)) for line in self.history.history.top]
        return "\n".join([*(line.rstrip() for line in gone), self.screen]).strip()


SHARED = ("--people", "Ana,Bruno", "--players", "2", "--seed", "4")


def test_what_one_was_told_is_taken_out_of_the_scrollback_too(tmp_path: Path) -> None:
    with Reader(tmp_path, *SHARED, TERM="xterm-256color") as person:
        person.sees(OPEN)
        person.press("\r")
        seen = person.expect(PROMPT, CLOSE)
        while seen == 0:
            person.type("1")
            seen = person.expect(PROMPT, CLOSE)
        assert "Bruno places" in person.everything and "1. Linda X." in person.everything
        assert len(person.history.history.top) > 20
        person.press("\r")
        person.sees(OPEN)
        assert person.everything == "Only Ana should look now. Enter shows the table."


def secrets_in(text: str) -> list[str]:
    """Find what only one of the players may know."""
    own = r"face down on|looks at .*: it is|^\s*\d+\. .*: strength|stakes .* from hand .*, face"
    return [line for line in text.splitlines() if re.search(own, line)]


@pytest.mark.parametrize("terminal", ["dumb", "screen"])
def test_where_nothing_can_be_cleared_secrets_are_whispered(tmp_path: Path, terminal: str) -> None:
    """A whole round: everything that stays is what everybody may read."""
    with Reader(tmp_path, *SHARED, TERM=terminal) as person:
        person.sees("cannot be taken away again", WHICH)
        person.type("1")
        person.sees(TURN)
        person.press("\r")
        person.sees(WHISPERED)
        person.type("hand")
        person.sees("Your hand:")
        person.press("\r")
        person.sees("Linda X.: strength 0")
        assert person.screen.endswith("Assassin, woman")  # one line, and nothing of "hand"
        person.press("\r")
        person.sees("Elizabeth: strength 1")
        assert "Linda X." not in person.everything
        person.type("1")
        turns = 0
        while "is resolved." not in person.everything:
            if person.expect(TURN, WHISPERED) == 0:
                turns += 1
                kept = person.everything.partition(" is resolved.")[0]
                assert secrets_in(kept) == []
                named = [line for line in kept.splitlines() if any(name in line for name in TILES)]
                assert [line for line in named if not re.search("places .* on ", line)] == []
            person.type("1")
        assert turns >= 5  # two people with three markers each
        assert "Bruno places a face-down tile" in person.everything
        assert re.search(r"Bruno places \S.* face down on", person.written)  # he was told
        assert "Which tile" in person.written and "Which tile" not in person.everything


def test_whoever_would_rather_play_apart_is_told_how(tmp_path: Path) -> None:
    with Reader(tmp_path, *SHARED, TERM="dumb") as person:
        person.sees(WHICH)
        person.type("4")
        person.sees(WHICH)
        person.type("2")
        person.sees("estoril serve", "estoril play --join LINK")
        assert person.exit_code() == 0


def test_whoever_trusts_the_others_plays_behind_a_curtain(tmp_path: Path) -> None:
    with Reader(tmp_path, *SHARED, TERM="dumb") as person:
        person.sees(WHICH)
        person.type("3")
        person.sees(OPEN)


def test_somebody_alone_is_not_asked(tmp_path: Path) -> None:
    with Reader(tmp_path, "--players", "2", "--bots", "random", "--seed", "4", TERM="dumb") as one:
        one.sees(PROMPT)
        assert "cannot be taken away" not in one.written
