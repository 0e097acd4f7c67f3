"""How strong players win, for clients: figures that ship with the game (`make report`)."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Final

import msgspec

from estoril.wire.strong import StrongFigures

FILE: Final = Path(__file__).with_name("strong.json")


@cache
def figures() -> StrongFigures:
    """Read the figures."""
    return msgspec.json.decode(FILE.read_bytes(), type=StrongFigures)
