"""Keeping games: a file for each, written after every move, so that none is lost."""

from __future__ import annotations

import os
import time
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Final

import msgspec
import platformdirs

from estoril.bots.registry import PROGRAM
from estoril.boxes import Content
from estoril.errors import EstorilError, cause
from estoril.game import records
from estoril.table import Created, Entry, Table, with_content
from estoril.voice import Text, Wording

FORMAT: Final = "estoril-game"
VERSION: Final = 2  # version 1 had content of its own beside the entries
FINISHED: Final = "finished"  # the folder of games that are over, beside those that are not
QUICK: Final = "saved.json"  # where `save` without a name goes


class SaveError(EstorilError):
    """A game cannot be kept, or what was kept cannot be read."""


class SavedGame(msgspec.Struct, frozen=True):
    """A game as it is kept: its entries tell all secrets."""

    entries: tuple[Entry, ...]
    format: str = FORMAT
    version: int = VERSION
    seed: int | None = None  # of a game that can be repeated
    content: Content | None = None  # version 1: where it is not the boxes' own

    @property
    def created(self) -> Created:
        """The first entry."""
        first = self.entries[0]
        assert isinstance(first, Created)
        return first


class _Head(msgspec.Struct):
    """What tells a kept game from other files, and from those of other versions."""

    format: str = ""
    version: int = 0


def folder() -> Path:
    """Return the folder of the user's games."""
    return platformdirs.user_data_path("estoril") / "games"


def new_file(now: float | None = None) -> Path:
    """Return the file for a game that begins now."""
    begun = time.strftime("%Y-%m-%d-%H%M%S", time.localtime(now))
    return folder() / f"{begun}-{os.getpid()}.json"


def kept_files() -> list[Path]:
    """Return the files of the games that can be continued, the last played first."""
    return _newest_first(file for file in folder().glob("*.json") if file.name != QUICK)


def latest() -> Path:
    """Return the file of the game that was played last; there may be none."""
    files = kept_files()
    if not files:
        raise SaveError("error.save.none", folder=str(folder()))
    return files[0]


def finished_folder() -> Path:
    """Return the folder with the records of the games that were played to their end."""
    return folder() / FINISHED


def finished_files() -> list[Path]:
    """Return the records of the games that were played, the last first."""
    return _newest_first(finished_folder().glob("*.json"))


def finish(record: Mapping[str, object], file: Path) -> Path | None:
    """Keep the record of a game that is over in place of its file; None if that cannot be done."""
    kept = file.parent / FINISHED / file.name
    try:
        kept.parent.mkdir(parents=True, exist_ok=True)
        records.save(record, kept)
    except OSError:
        return None
    file.unlink(missing_ok=True)
    return kept


def _newest_first(files: Iterable[Path]) -> list[Path]:
    return sorted(files, key=lambda file: file.stat().st_mtime, reverse=True)


def write(file: Path, entries: Sequence[Entry], seed: int | None = None) -> None:
    """Write a game in one go: whoever is interrupted leaves the old file or the new one."""
    data = msgspec.json.encode(SavedGame(tuple(entries), seed=seed))
    partial = file.with_name(f".{file.name}.{os.getpid()}.part")
    try:
        if file.parent == folder():
            file.parent.mkdir(parents=True, exist_ok=True)
        partial.write_bytes(data)
        partial.replace(file)
    except OSError as problem:
        partial.unlink(missing_ok=True)
        what = str(problem.strerror)
        raise SaveError("error.save.write", where=str(file), problem=what) from problem


def read(file: Path) -> SavedGame:
    """Read a game; what is none is refused with what is wrong about it."""
    try:
        data = file.read_bytes()
    except OSError as problem:
        what = str(problem.strerror)
        raise SaveError("error.save.read", where=str(file), problem=what) from problem
    try:
        head = msgspec.json.decode(data, type=_Head)
    except msgspec.MsgspecError as problem:
        raise _damaged(file, str(problem)) from problem
    if head.format == "estoril-record":
        raise SaveError("error.save.record", where=str(file), file=str(file))
    if head.format != FORMAT:
        raise SaveError("error.save.other", where=str(file))
    if head.version > VERSION:
        raise SaveError("error.save.newer", where=str(file))
    try:
        kept = msgspec.json.decode(data, type=SavedGame)
    except msgspec.MsgspecError as problem:
        raise _damaged(file, str(problem)) from problem
    if not kept.entries or not isinstance(kept.entries[0], Created):
        raise _damaged(file, Wording("error.save.beginning"))
    try:
        Table.replay(kept.entries, kept.content)
    except (EstorilError, ValueError) as problem:
        raise _damaged(file, cause(problem)) from problem
    if kept.content is None:
        return kept
    opening = with_content(kept.created, kept.content)
    return msgspec.structs.replace(kept, entries=(opening, *kept.entries[1:]), content=None)


def named(text: str) -> Path:
    """Return the file that somebody names to save to or load from; without a name, one slot."""
    return Path(text).expanduser() if text else folder() / QUICK


def read_given(file: Path) -> SavedGame:
    """Read a game; one from elsewhere that would start programs is refused."""
    kept = read(file)
    if file.absolute().parent == folder():
        return kept
    for seat in Table.replay(kept.entries).info.seats:
        if seat.bot is not None and seat.bot.startswith(PROGRAM):
            raise SaveError("error.save.program", where=str(file), bot=seat.bot)
    return kept


def _damaged(file: Path, problem: Text) -> SaveError:
    return SaveError("error.save.damaged", where=str(file), problem=problem)
