"""How accurate bots are by a review's own measure: what people's accuracy is compared with.

The figures are those of a table of four with all modules; `python -m benchmarks.accuracy --write`
measures them and writes them down.
"""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import Final

FILE: Final = Path(__file__).with_name("levels.toml")


@cache
def accuracy_of_levels() -> dict[str, float]:
    """Return the mean accuracy of each level, the weakest first.

    Examples:
        >>> from estoril.review import accuracy_of_levels
        >>> list(accuracy_of_levels())[:3]
        ['tourist', 'porter', 'informant']
    """
    measured = tomllib.loads(FILE.read_text("utf-8"))
    return {bot: float(figures["accuracy"]) for bot, figures in measured.items()}
