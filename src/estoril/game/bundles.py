"""Bundles: many games of one setup in one file, a few hundred bytes each, checked in bulk.

A bundle says what a record says, in numbers instead of words: `sheaf_of` and `game_from` lead from
one to the other and back. docs/record.md describes the file.

Examples:
    >>> import estoril
    >>> from estoril.game import bundles
    >>> game = estoril.new_game(players=2, seed=7)
    >>> sheaf = bundles.sheaf_of([(7, game)])
    >>> sheaf.numbers[0], len(sheaf.steps) == len(game.steps)
    (7, True)
    >>> bundles.game_from(sheaf, 0, game.options, game.content) == game
    True
"""

from __future__ import annotations

import sys
from array import array
from collections.abc import Iterable, Iterator
from os import PathLike
from pathlib import Path
from types import TracebackType
from typing import Any, BinaryIO, Final, NamedTuple, TypeAlias

import msgspec

from estoril.boxes import Content
from estoril.boxes.kept import Tables, digest, keep
from estoril.engine import RULES, retelling
from estoril.engine.kinds import Action
from estoril.engine.state import State
from estoril.errors import RecordDiffers, RecordError
from estoril.game.actions import CLASSES, ActionTable, kind_name, table_for
from estoril.game.game import Game
from estoril.game.options import Options, catalog_for
from estoril.game.records import opened_setup
from estoril.voice import Wording

FORMAT: Final = "estoril-bundle"
VERSION: Final = 1
SUFFIX: Final = ".bundle"
GAMES: Final = 2000  # of a sheaf, at most, as they are written here
_LONGEST: Final = 1_000_000  # bytes of a header
_COUNTS: Final = 2  # numbers before each sheaf: its games, and their steps

Numbers: TypeAlias = "array[int]"


class _Header(msgspec.Struct, forbid_unknown_fields=True):
    """What stands before the games: the setup of all of them, and what codes mean in it."""

    format: str
    version: int
    rules: int
    options: dict[str, object]
    content: Tables
    digest: str
    kinds: list[tuple[str, int]]
    made_by: str = ""


class Sheaf(NamedTuple):
    """Some games of a setup, as numbers.

    Attributes:
        numbers: A number for each game, by which it is known.
        sums: A checksum of each (`engine.retelling.retrace`).
        ends: Where the steps of each end.
        steps: Those of all games, one after the other: a decision is `seat * codes + code`, a
            chance outcome `-1 - outcome`.
    """

    numbers: Numbers
    sums: Numbers
    ends: Numbers
    steps: Numbers

    def of_game(self, i: int) -> Numbers:
        """Return the steps of one game."""
        return self.steps[self.ends[i - 1] if i else 0 : self.ends[i]]


class Course(NamedTuple):
    """How games went that were played again.

    Attributes:
        sums: The checksum of each.
        rows: Of each the numbers of `retelling.COURSE_COLUMNS`, one after the other.
    """

    sums: Numbers
    rows: Numbers

    def column(self, name: str) -> Numbers:
        """Return one number of each game."""
        columns = retelling.COURSE_COLUMNS
        return self.rows[columns.index(name) :: len(columns)]


def retrace(state: State, steps: Numbers, ends: Numbers) -> Course:
    """Play games of an empty state's setup again, and say how each went."""
    width = len(retelling.COURSE_COLUMNS)
    sums, rows = array("Q", [0]) * len(ends), array("q", [0]) * (width * len(ends))
    if ends:
        retelling.retrace(state, steps, ends, sheet(rows, width), sums)
    return Course(sums, rows)


def sheet(numbers: Numbers, width: int) -> Any:
    """Look at numbers by row and column, without copying them."""
    kind: Any = numbers.typecode
    return memoryview(numbers).cast("B").cast(kind, (len(numbers) // width, width))


def blank(options: Options, content: Content) -> State:
    """Return the empty state of a setup."""
    return State(catalog_for(options, content))


def sheaf_of(games: Iterable[tuple[int, Game]]) -> Sheaf:
    """Put games of one setup together, each with a number of its own.

    Raises:
        RecordError: A game began in the middle, from a position, or is of another setup.
    """
    setup: Game | None = None
    found = []
    for number, game in games:
        setup = setup or game
        if game.options != setup.options or game.content.digest != setup.content.digest:
            raise RecordError("error.bundle.setups", where=Wording("place.game", game=number))
        game.again(0)  # refuses what began in the middle
        found.append((number, packed(game)))
    if setup is None:
        return Sheaf(array("Q"), array("Q"), array("q"), array("h"))
    return sheaf_from(found, setup.options, setup.content)


def packed(game: Game) -> bytes:
    """Return the steps of a game as a bundle has them; the lowest byte of each comes first."""
    return _little(array("h", _packed(game.steps, game.num_codes)))


def _packed(steps: Iterable[int], codes: int) -> Iterator[int]:
    for step in steps:
        yield step if step < 0 else (step >> 16) * codes + (step & 0xFFFF)


def sheaf_from(games: Iterable[tuple[int, bytes]], options: Options, content: Content) -> Sheaf:
    """Put games together, each given by its number and its steps (`packed`)."""
    sheaf = Sheaf(array("Q"), array("Q"), array("q"), array("h"))
    for number, steps in games:
        sheaf.numbers.append(number)
        sheaf.steps.frombytes(steps)
        sheaf.ends.append(len(sheaf.steps))
    if sys.byteorder == "big":
        sheaf.steps.byteswap()
    sheaf.sums.extend(retrace(blank(options, content), sheaf.steps, sheaf.ends).sums)
    return sheaf


def unpacked(steps: Iterable[int], codes: int) -> Iterator[int]:
    """Return steps of a sheaf as a game has them (`Game.steps`)."""
    for step in steps:
        yield step if step < 0 else step // codes << 16 | step % codes


def game_from(sheaf: Sheaf, i: int, options: Options, content: Content) -> Game:
    """Play one of a sheaf's games again, to where it ends there.

    Raises:
        RecordDiffers: A step of it is not possible by the rules.
    """
    check(blank(options, content), Sheaf(*_alone(sheaf, i)))
    game = Game(options, content, seed=0, auto_chance=False)
    game.follow(unpacked(sheaf.of_game(i), game.num_codes))
    return game


def _alone(sheaf: Sheaf, i: int) -> Iterator[Numbers]:
    steps = sheaf.of_game(i)
    yield from (sheaf.numbers[i : i + 1], sheaf.sums[i : i + 1], array("q", [len(steps)]), steps)


def check(state: State, sheaf: Sheaf) -> Course:
    """Play games again and compare; return how they went.

    Raises:
        RecordDiffers: The first game that went otherwise, or a step that is not possible.
    """
    course = retrace(state, sheaf.steps, sheaf.ends)
    if course.sums == sheaf.sums and max(course.column("bad"), default=-1) < 0:
        return course
    for number, bad, told, found in zip(
        sheaf.numbers, course.column("bad"), sheaf.sums, course.sums, strict=True
    ):
        if bad >= 0:
            raise RecordDiffers(
                "error.bundle.step", where=Wording("place.game", game=number), step=bad
            )
        if told != found:
            raise RecordDiffers("error.bundle.sum", where=Wording("place.game", game=number))
    return course


# -- files ------------------------------------------------------------------------------------


class BundleWriter:
    """A bundle that is being written; use it in a `with` block.

    The file is complete or not there at all: it is written beside its place and then moved.

    Args:
        path: The file.
        options: The setup of all its games.
        content: What they are played with.

    Raises:
        OSError: The file cannot be written.
        RecordError: This setup has too many actions for numbers of 16 bits.
    """

    def __init__(self, path: str | PathLike[str], options: Options, content: Content) -> None:
        self._path = Path(path)
        self._part = self._path.with_name(self._path.name + ".part")
        head = _head(options, content)
        self._file = self._part.open("wb")
        self._file.write(head + b"\n")

    def add(self, sheaf: Sheaf) -> None:
        """Write some games."""
        start, lengths = 0, array("I")
        for end in sheaf.ends:
            lengths.append(end - start)
            start = end
        counts = array("I", [len(lengths), len(sheaf.steps)])
        for numbers in (counts, sheaf.numbers, sheaf.sums, lengths, sheaf.steps):
            self._file.write(_little(numbers))

    def __enter__(self) -> BundleWriter:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        problem: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._file.close()
        if kind is None:
            self._part.replace(self._path)
        else:
            self._part.unlink(missing_ok=True)


class Bundle:
    """A bundle that is read; its games come sheaf by sheaf, so that it may be of any length.

    Attributes:
        options: The setup of all its games.
        content: What they are played with.

    Raises:
        RecordError: The file cannot be read, or is not a bundle that this version can replay.
    """

    def __init__(self, path: str | PathLike[str]) -> None:
        self._path = Path(path)
        try:
            with self._path.open("rb") as file:
                head = file.readline(_LONGEST)
        except OSError as problem:
            what = str(problem.strerror)
            raise RecordError("error.record.unread", where=str(path), problem=what) from problem
        self._start = len(head)
        self.options, self.content = _read_head(head, str(path))

    def __iter__(self) -> Iterator[Sheaf]:
        """Yield the games as they were written.

        Raises:
            RecordError: The file ends too early.
        """
        games = 0
        with self._path.open("rb") as file:
            file.seek(self._start)
            while file.peek(1):
                sheaf = _read_sheaf(file)
                if sheaf is None:
                    raise RecordError("error.bundle.cut", where=str(self._path), games=games)
                games += len(sheaf.numbers)
                yield sheaf

    def games(self) -> Iterator[tuple[int, Game]]:
        """Yield every game with its number, played again and checked.

        Raises:
            RecordDiffers: The rules give something else than what is kept.
        """
        for sheaf in self:
            for i, number in enumerate(sheaf.numbers):
                yield number, game_from(sheaf, i, self.options, self.content)

    def verify(self) -> Iterator[Course]:
        """Play all games again and check them, sheaf by sheaf.

        Raises:
            RecordDiffers: The rules give something else than what is kept.
            RecordError: The file ends too early.
        """
        state = blank(self.options, self.content)
        for sheaf in self:
            yield check(state, sheaf)


def is_bundle(path: str | PathLike[str]) -> bool:
    """Say whether a file begins as a bundle does."""
    try:
        with Path(path).open("rb") as file:
            return file.read(len(_MARK)) == _MARK
    except OSError:
        return False


_MARK: Final = b'{"format":"' + FORMAT.encode() + b'"'


def _head(options: Options, content: Content) -> bytes:
    """Write what stands before the games."""
    from estoril import __version__

    table = table_for(catalog_for(options, content))
    if table.cat.codes * options.players > 1 << 15:
        raise RecordError("error.bundle.codes", where=FORMAT, codes=table.cat.codes)
    plain = msgspec.to_builtins(options)
    kept = keep(content, options.boxes)
    header = _Header(
        format=FORMAT,
        version=VERSION,
        rules=RULES,
        options=plain,
        content=kept,
        digest=digest(kept, rules=RULES, options=plain),
        kinds=_kinds(table),
        made_by=f"estoril {__version__}",
    )
    return msgspec.json.encode(header)


def _kinds(table: ActionTable) -> list[tuple[str, int]]:
    """Return the kinds of actions, and where the codes of each begin."""
    return [(kind_name(kind), int(table.cat.base[Action(i)])) for i, kind in CLASSES.items()]


def _read_head(line: bytes, path: str) -> tuple[Options, Content]:
    """Check that this is a bundle that this version can replay; return its setup."""
    if not line.startswith(_MARK):
        raise RecordError("error.record.format", where=path, format=FORMAT)
    try:
        header = msgspec.json.decode(line, type=_Header)
    except msgspec.MsgspecError as problem:
        raise RecordError("error.form", where=path, problem=str(problem)) from problem
    if header.version > VERSION:
        raise RecordError("error.record.newer", where=path, version=header.version, known=VERSION)
    options, content = opened_setup(header.options, header.content, header.digest, header.rules)
    if header.kinds != _kinds(table_for(catalog_for(options, content))):
        raise RecordError("error.bundle.numbering", where=path)
    return options, content


def _read_sheaf(file: BinaryIO) -> Sheaf | None:
    """Read some games; None if they are not all there."""
    counts = _read_numbers(file, "I", _COUNTS)
    if len(counts) < _COUNTS:
        return None
    games, length = counts
    numbers, sums = _read_numbers(file, "Q", games), _read_numbers(file, "Q", games)
    lengths, steps = _read_numbers(file, "I", games), _read_numbers(file, "h", length)
    ends, end = array("q"), 0
    for count in lengths:
        end += count
        ends.append(end)
    if len(ends) < games or len(steps) < length or end != length:
        return None
    return Sheaf(numbers, sums, ends, steps)


def _read_numbers(file: BinaryIO, kind: str, count: int) -> Numbers:
    numbers = array(kind)
    read = file.read(count * numbers.itemsize)
    numbers.frombytes(read[: len(read) - len(read) % numbers.itemsize])
    if sys.byteorder == "big":
        numbers.byteswap()
    return numbers


def _little(numbers: Numbers) -> bytes:
    """Return numbers as bytes, the lowest first."""
    if sys.byteorder == "big":
        numbers = numbers[:]
        numbers.byteswap()
    return numbers.tobytes()
