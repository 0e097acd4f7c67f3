"""Records: a finished game as readable JSON that replays without a random generator.

docs/record.md describes the format.

Examples:
    >>> import estoril
    >>> from estoril import records
    >>> game = estoril.new_game(players=2, seed=7)
    >>> text = records.dump(game.record())
    >>> text.splitlines()[1]
    '"format": "estoril-record",'
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from os import PathLike
from pathlib import Path
from typing import Any

import msgspec

from estoril.boxes import Content, ContentError
from estoril.boxes.kept import Tables, digest, keep, recall
from estoril.engine import RULES
from estoril.errors import (
    ActionError,
    EstorilError,
    RecordDiffers,
    RecordError,
    SetupError,
)
from estoril.game import record_v1, steps
from estoril.game.events import Event
from estoril.game.game import Game
from estoril.game.options import Options, catalog_for, choose, content_from
from estoril.game.results import Result
from estoril.voice import Text, Wording

FORMAT = "estoril-record"
VERSION = 2  # of the file's form
_JSON = msgspec.json.Encoder(order="sorted")


class _Header(msgspec.Struct, forbid_unknown_fields=True):
    """The parts of a record, with their types checked."""

    format: str
    version: int
    rules: int
    options: dict[str, Any]
    content: Tables
    digest: str
    steps: list[dict[str, Any]]
    result: dict[str, Any] | None = None
    made_by: str = ""
    hinted: list[int] = []  # seats that took hints


class _Step(msgspec.Struct, forbid_unknown_fields=True):
    """One step in words, and the events that followed."""

    step: str
    events: list[dict[str, Any]]


def make_record(game: Game) -> dict[str, object]:
    """Return the record of a game, finished or not; `Game.record` is the same."""
    from estoril import __version__

    options, content = _plain(game.options), keep(game.content, game.options.boxes)
    return {
        "format": FORMAT,
        "version": VERSION,
        "rules": RULES,
        "made_by": f"estoril {__version__}",
        "options": options,
        "content": content,
        "digest": digest(content, rules=RULES, options=options),
        "steps": list(_steps(game)),
        "result": _plain(game.result) if game.is_over else None,
    }


def _steps(game: Game) -> Iterator[dict[str, object]]:
    """Play the game again and note every step with its events."""
    again = game._blank()
    for step in game.steps:
        line = steps.write(step, again._state.phase, again._table)
        yield {"step": line, "events": [_plain(event.whole) for event in again._repeat(step)]}


def made_folder(folder: Path, error: type[EstorilError]) -> Path:
    """Make a folder for records, if there is none; where that fails, raise the caller's error."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as problem:
        what = str(problem.strerror)
        raise error("error.record.folder", where=str(folder), problem=what) from problem
    return folder


def save(record: Mapping[str, object], path: str | PathLike[str]) -> None:
    """Write a record as JSON, a line for each step.

    The file is complete or not there at all: it is written beside its place and then moved.

    Raises:
        OSError: The file cannot be written.
    """
    write(dump(record), path)


def write(text: str, path: str | PathLike[str]) -> None:
    """Write the text of a record, completely or not at all."""
    target = Path(path)
    written = target.with_name(target.name + ".part")
    written.write_text(text, "utf-8")
    written.replace(target)


def dump(record: Mapping[str, object]) -> str:
    """Return a record as JSON text, a line for each step."""
    lines = []
    for key, value in record.items():
        if key == "steps" and isinstance(value, list) and value:
            steps = ",\n".join("  " + json.dumps(step, ensure_ascii=False) for step in value)
            lines.append(f'"steps": [\n{steps}\n]')
        else:
            lines.append(f"{json.dumps(key)}: {json.dumps(value, ensure_ascii=False)}")
    return "{\n" + ",\n".join(lines) + "\n}\n"


def load(path: str | PathLike[str]) -> dict[str, Any]:
    """Read a record from a file.

    It is read, not checked: `replay` and `verify` do that.

    Raises:
        RecordError: The file cannot be read, or is not a JSON object.
    """
    try:
        text = Path(path).read_text("utf-8")
    except OSError as problem:
        what = str(problem.strerror)
        raise RecordError("error.record.unread", where=str(path), problem=what) from problem
    except UnicodeDecodeError as problem:
        raise RecordError("error.record.not_text", where=str(path)) from problem
    try:
        record = json.loads(text)
    except json.JSONDecodeError as problem:
        cut = problem.pos >= len(text.rstrip()) - 1
        key = "error.record.cut" if cut else "error.record.not_json"
        place = Wording("place.line", file=str(path), number=problem.lineno)
        raise RecordError(key, where=place, problem=problem.msg) from problem
    if not isinstance(record, dict):
        raise RecordError("error.record.none", where=str(path))
    return record


def replay(record: Mapping[str, object] | str | PathLike[str]) -> Game:
    """Play a recorded game again, to where the record ends, without a random generator.

    Raises:
        RecordError: This is not a record, or not one that this version can replay; `where` names
            the place.
        RecordDiffers: A step of it is not possible by the rules.
    """
    header = _read_header(record)
    game = _start(header)
    for number, entry in enumerate(header.steps):
        _replay_step(game, _read_step(entry, number), number)
    return game


def verify(record: Mapping[str, object] | str | PathLike[str]) -> Game:
    """Replay a record and check every event and the final scoring.

    Raises:
        RecordError: This is not a record, or not one that this version can replay.
        RecordDiffers: The rules give something else than what is recorded; `where` names the
            first such place.

    Examples:
        >>> import estoril
        >>> from estoril import records
        >>> record = estoril.new_game(players=2, seed=7).record()
        >>> records.verify(record).to_act
        (0,)
        >>> record["steps"][0]["events"] = []  # somebody has been at it
        >>> try:
        ...     records.verify(record)
        ... except estoril.RecordDiffers as problem:
        ...     str(problem.where)
        'step 0, event 0'
    """
    header = _read_header(record)
    game = _start(header)
    for number, entry in enumerate(header.steps):
        step = _read_step(entry, number)
        events = _replay_step(game, step, number)
        found = [_plain(event.whole) for event in events]
        _compare(step.events, found, partial(Wording, "place.step.event", step=number))
    _check_result(header.result, game)
    return game


def _check_result(recorded: dict[str, Any] | None, game: Game) -> None:
    """Refuse a result that is not the one of the rules, line by line."""
    if recorded is None:
        if game.is_over:
            raise RecordDiffers("error.record.no_result", where="result")
        return
    if not game.is_over:
        raise RecordDiffers("error.record.early", where="result")
    result = _plain(game.result)
    if unknown := set(recorded) - set(result):
        fields = ", ".join(sorted(unknown))
        raise RecordDiffers("error.record.unknown", where="result", fields=fields)
    for part in Result.__struct_fields__:
        lines = recorded.get(part)
        place = partial(Wording, "place.result", part=part)
        _compare(lines if isinstance(lines, list) else [], result[part], place)


def _plain(value: object) -> Any:
    """Return a value as JSON has it: dicts, lists, texts and numbers."""
    return msgspec.json.decode(msgspec.json.encode(value))


def _compare(recorded: list[Any], found: list[Any], place: Callable[..., Wording]) -> None:
    """Refuse the first difference between what is recorded and what the rules give."""
    for i in range(max(len(recorded), len(found))):
        left = recorded[i] if i < len(recorded) else None
        right = found[i] if i < len(found) else None
        if not _alike(left, right):
            left, right = _difference(left, right)
            raise RecordDiffers(
                "error.record.differs",
                where=place(number=i),
                recorded=_short(left),
                found=_short(right),
            )


def _difference(left: Any, right: Any) -> tuple[Any, Any]:
    """Return only the fields in which two entries of the same kind differ."""
    if not (isinstance(left, dict) and isinstance(right, dict)):
        return left, right
    if left.get("event") != right.get("event"):
        return left, right
    alike = {key for key in left.keys() & right.keys() if _alike(left[key], right[key])}
    return (
        {key: value for key, value in left.items() if key not in alike},
        {key: value for key, value in right.items() if key not in alike},
    )


def _alike(left: Any, right: Any) -> bool:
    """Say whether two values are the same in JSON; for Python 1, 1.0 and true are equal."""
    return bool(left == right) and _JSON.encode(left) == _JSON.encode(right)


def _short(value: object) -> Text:
    return Wording("error.nothing") if value is None else json.dumps(value, ensure_ascii=False)


def _read_header(given: Mapping[str, object] | str | PathLike[str]) -> _Header:
    """Check that this is a record that this version can replay."""
    record = load(given) if isinstance(given, str | PathLike) else dict(given)
    if record.get("format") != FORMAT:
        raise RecordError("error.record.format", where="format", format=FORMAT)
    version = record.get("version")
    if isinstance(version, int) and version > VERSION:
        raise RecordError("error.record.newer", where="version", version=version, known=VERSION)
    if version == record_v1.VERSION:
        record = record_v1.converted(record)
    try:
        header = msgspec.convert(record, _Header)
    except msgspec.ValidationError as problem:
        raise RecordError("error.form", where="record", problem=str(problem)) from problem
    if header.version != VERSION:
        raise RecordError("error.record.version", where="version", version=header.version)
    return header


def _start(header: _Header) -> Game:
    """Set up the recorded game."""
    setup = (header.options, header.content, header.digest, header.rules)
    return Game(*opened_setup(*setup), seed=0, auto_chance=False)


def opened_setup(
    choices: dict[str, Any], tables: Tables, fingerprint: str, rules: int
) -> tuple[Options, Content]:
    """Return the setup that a kept game tells of, if this version plays it."""
    if rules != RULES:
        raise RecordError("error.record.rules", where="rules", rules=rules, known=RULES)
    try:
        options = choose(**choices)
    except SetupError as problem:
        raise RecordError("error.caused", where="options", problem=problem) from problem
    except TypeError as problem:
        what = str(problem)
        raise RecordError("error.record.choices", where="options", problem=what) from problem
    if fingerprint != digest(tables, rules=rules, options=choices):
        raise RecordDiffers("error.record.digest", where="digest")
    try:
        content = recall(tables, options.boxes, content_from(None))
        catalog_for(options, content)
        return options, content
    except (ContentError, SetupError) as problem:
        raise RecordError("error.caused", where="content", problem=problem) from problem


def _read_step(entry: object, number: int) -> _Step:
    """Check the form of a step."""
    try:
        return msgspec.convert(entry, _Step)
    except msgspec.ValidationError as problem:
        place = Wording("place.step", number=number)
        raise RecordError("error.form", where=place, problem=str(problem)) from problem


def _replay_step(game: Game, step: _Step, number: int) -> list[Event]:
    """Take one recorded step, if it is possible."""
    try:
        return game.follow([game.read_step(step.step)])
    except ActionError as problem:
        place = Wording("place.step", number=number)
        raise RecordDiffers("error.caused", where=place, problem=problem) from problem
