"""The rules, in plain Python that Cython compiles where it can.

`ESTORIL_PURE=1` in the environment runs the plain sources even where compiled modules lie
beside them: for debugging, and to prove that both give the same games.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from importlib.machinery import FileFinder, ModuleSpec, SourceFileLoader
from types import ModuleType

RULES = 1  # of the rules' decisions: raised when an old record would replay differently


class _PlainSources:
    """Finds this package's modules as .py files only."""

    def __init__(self, folder: str) -> None:
        self.finder = FileFinder(folder, (SourceFileLoader, [".py"]))

    def find_spec(
        self, name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Answer for the engine's modules and for nothing else."""
        if name.startswith(__name__ + "."):
            return self.finder.find_spec(name, target)
        return None


if os.environ.get("ESTORIL_PURE"):
    sys.meta_path.insert(0, _PlainSources(__path__[0]))


def compiled() -> bool:
    """Say whether the rules run as compiled code."""
    from estoril.engine import flow

    return not str(flow.__file__).endswith(".py")
