"""The weights of the bots as a file, and the evaluations made of them for each setup."""

from __future__ import annotations

import tomllib
from functools import lru_cache
from os import PathLike
from pathlib import Path

from estoril.bots.mind.evaluation import Evaluation
from estoril.bots.mind.weights import NAMES
from estoril.bots.protocol import BotError
from estoril.engine.catalog import Catalog
from estoril.voice import Wording

WEIGHTS = Path(__file__).with_name("weights.toml")


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


_EVALUATIONS: dict[tuple[int, tuple[float, ...], int], Evaluation] = {}


def evaluation_for(cat: Catalog, weights: str = "", looks: int = 3) -> Evaluation:
    """Return the evaluation for a setup, made once; `weights` is a file in place of our own."""
    values = load_weights(weights) if weights else ours()
    key = (id(cat), values, looks)
    if key not in _EVALUATIONS:
        if len(_EVALUATIONS) >= 64:
            _EVALUATIONS.clear()
        _EVALUATIONS[key] = Evaluation(
            cat, values, looks
        )  # keeps the catalog, so that its id stays its own
    return _EVALUATIONS[key]
