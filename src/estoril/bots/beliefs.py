"""What the bots have learned, as files: weights of judgement, the net of the outlook, reading."""

from __future__ import annotations

import sys
import tomllib
from array import array
from collections.abc import Sequence
from functools import lru_cache
from os import PathLike
from pathlib import Path

import msgspec

from estoril.bots.mind.evaluation import Evaluation
from estoril.bots.mind.outlook import Outlook
from estoril.bots.mind.weights import HIDDEN, INPUTS, NAMES, SIGNS, TRAITS
from estoril.bots.protocol import BotError
from estoril.engine.catalog import Catalog
from estoril.voice import Wording

WEIGHTS = Path(__file__).with_name("weights.toml")
OUTLOOK = Path(__file__).with_name("outlook.net")
READING = Path(__file__).with_name("reading.net")


@lru_cache
def load_weights(path: str | PathLike[str] = WEIGHTS, table: str = "weights") -> tuple[float, ...]:
    """Read weights from a file, in the order of their numbers.

    The table `start` of a file has the weights that those in it were bred from.
    """
    place = Wording("place.weights", file=str(path))
    try:
        values = tomllib.loads(Path(path).read_text("utf-8")).get(table, {})
    except (OSError, tomllib.TOMLDecodeError) as problem:
        raise BotError("error.caused", where=place, problem=str(problem)) from problem
    wrong = sorted(set(values) ^ set(NAMES))
    if wrong:
        key = "error.bot.weight" if wrong[0] in values else "error.bot.no_weight"
        raise BotError(key, where=place, name=wrong[0], names=", ".join(NAMES))
    return tuple(float(values[name]) for name in NAMES)


def ours() -> tuple[float, ...]:
    """Return our own weights, read once."""
    return load_weights()


_EVALUATIONS: dict[tuple[int, tuple[float, ...], int, int], Evaluation] = {}


def evaluation_for(
    cat: Catalog,
    weights: str = "",
    looks: int = 3,
    thread: int = 0,
    ignored: frozenset[str] = frozenset(),
) -> Evaluation:
    """Return the evaluation for a setup, made once for each thread that thinks at a time.

    `weights` is a file in place of our own; those that are `ignored` make no difference.
    """
    values = load_weights(weights) if weights else ours()
    if ignored:
        values = _without(values, ignored)
    key = (id(cat), values, looks, thread)
    if key not in _EVALUATIONS:
        if len(_EVALUATIONS) >= 64:
            _EVALUATIONS.clear()
        # it keeps the catalog, so that its id stays its own
        _EVALUATIONS[key] = Evaluation(cat, values, looks)
    return _EVALUATIONS[key]


@lru_cache
def _without(values: tuple[float, ...], ignored: frozenset[str]) -> tuple[float, ...]:
    """Return weights without those of some names."""
    return tuple(
        0.0 if name in ignored else value for name, value in zip(NAMES, values, strict=True)
    )


class NetHeader(msgspec.Struct, forbid_unknown_fields=True):
    """The first line of the file of a net; its numbers follow as 32-bit floats."""

    inputs: int
    first: int
    second: int
    made_by: str

    @property
    def sizes(self) -> tuple[int, ...]:
        """How many numbers each part has, in turn."""
        first, second = self.first, self.second
        return self.inputs * first, first, first * second, second, second


@lru_cache
def load_outlook(path: str | PathLike[str] = OUTLOOK) -> Outlook:
    """Read the net of the outlook from a file."""
    try:
        data = Path(path).read_bytes()
    except OSError as problem:
        place = Wording("place.weights", file=str(path))
        raise BotError("error.caused", where=place, problem=str(problem)) from problem
    return outlook_from(data, str(path))


@lru_cache
def outlook_from(data: bytes, file: str = "") -> Outlook:
    """Read the net of the outlook from what a file holds."""
    place = Wording("place.weights", file=file)
    line, _, numbers = data.partition(b"\n")
    try:
        header = msgspec.json.decode(line, type=NetHeader)
    except msgspec.MsgspecError as problem:
        raise BotError("error.caused", where=place, problem=str(problem)) from problem
    fits = header.inputs == INPUTS and 0 < max(header.first, header.second) <= HIDDEN
    if not fits or len(numbers) != 4 * sum(header.sizes):
        raise BotError("error.bot.net", where=place)
    values = _floats(numbers)
    layers, at = [], 0
    for size in header.sizes:
        layers.append(array("d", values[at : at + size]))
        at += size
    return Outlook(layers)


def write_outlook(
    path: str | PathLike[str], first: int, second: int, layers: Sequence[bytes], made_by: str
) -> None:
    """Write the net of the outlook; `layers` are its parts as little-endian 32-bit floats."""
    header = NetHeader(INPUTS, first, second, made_by)
    Path(path).write_bytes(msgspec.json.encode(header) + b"\n" + b"".join(layers))


class ReadingHeader(msgspec.Struct, forbid_unknown_fields=True):
    """The first line of the file by which others are read; its numbers follow as 32-bit floats."""

    traits: int
    signs: int
    made_by: str


@lru_cache
def load_reading(path: str | PathLike[str] = READING) -> array[float]:
    """Read by what others are read: a weight for each trait of a tile and sign of a place.

    The last one is for what they are after (`mind.aims`).
    """
    place = Wording("place.weights", file=str(path))
    try:
        line, _, numbers = Path(path).read_bytes().partition(b"\n")
        header = msgspec.json.decode(line, type=ReadingHeader)
    except (OSError, msgspec.MsgspecError) as problem:
        raise BotError("error.caused", where=place, problem=str(problem)) from problem
    size = 4 * (TRAITS * SIGNS + 1)
    if (header.traits, header.signs) != (TRAITS, SIGNS) or len(numbers) != size:
        raise BotError("error.bot.net", where=place)
    return array("d", _floats(numbers))


def write_reading(path: str | PathLike[str], numbers: bytes, made_by: str) -> None:
    """Write by what others are read; `numbers` are little-endian 32-bit floats."""
    header = ReadingHeader(TRAITS, SIGNS, made_by)
    Path(path).write_bytes(msgspec.json.encode(header) + b"\n" + numbers)


def _floats(numbers: bytes) -> array[float]:
    """Return the numbers of a file, which has the lower half of each first."""
    values = array("f", numbers)
    if sys.byteorder == "big":
        values.byteswap()
    return values
