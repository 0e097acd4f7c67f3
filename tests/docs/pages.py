"""The documents, taken apart: blocks of code, and the commands that they show."""

from __future__ import annotations

import doctest
import re
from collections.abc import Iterator
from pathlib import Path
from textwrap import dedent
from typing import NamedTuple

ROOT = Path(__file__).parents[2]
FLAGS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE  # for all examples
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]

_FENCED = re.compile(
    r'^(?P<indent> *)```(?P<language>\w*)(?: title="(?P<title>[^"]+)")?\n'
    r"(?P<text>.*?)^(?P=indent)```$",
    re.M | re.S,
)
_INLINE = re.compile(r"(?<!`)`([^`]+)`(?!`)")


class Block(NamedTuple):
    """A fenced block of a page: its language, the file it is meant to be, and its text."""

    language: str
    title: str | None
    text: str
    line: int


def name(page: Path) -> str:
    """Name a page for people."""
    return page.relative_to(ROOT).as_posix()


def blocks(page: Path) -> list[Block]:
    """List the fenced blocks of a page."""
    text = page.read_text("utf-8")
    return [
        Block(
            found["language"],
            found["title"],
            dedent(found["text"]),
            text.count("\n", 0, found.start()) + 1,
        )
        for found in _FENCED.finditer(text)
    ]


def console(text: str) -> Iterator[tuple[str, str]]:
    """Take a block of a terminal apart into commands and what each of them prints."""
    for part in re.split(r"^\$ ", text, flags=re.M)[1:]:
        command, _, output = part.partition("\n")
        yield command, output


def shown(page: Path, *languages: str) -> Iterator[str]:
    """List the commands that stand in blocks of a page."""
    for block in blocks(page):
        if block.language in languages:
            for line in block.text.replace("\\\n", " ").splitlines():
                yield re.sub(r"\s#\s.*", "", line.removeprefix("$ ")).strip()


def commands(page: Path) -> Iterator[str]:
    """List the commands that a page shows, in blocks and in the text."""
    yield from shown(page, "", "bash", "console")
    for code in _INLINE.findall(_FENCED.sub("", page.read_text("utf-8"))):
        yield " ".join(code.split())
