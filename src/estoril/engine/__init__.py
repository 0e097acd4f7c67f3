"""The rules, in plain Python that Cython compiles where it can.

`ESTORIL_PURE=1` in the environment runs the plain sources even where compiled modules lie
beside them: for debugging, and to prove that both give the same games.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from contextlib import nullcontext
from importlib.machinery import FileFinder, ModuleSpec, SourceFileLoader
from types import ModuleType, SimpleNamespace

RULES = 1  # of the rules' decisions: raised when an old record would replay differently

# What plain sources take for the module `cython` where that is not installed.
plain = SimpleNamespace(compiled=False, nogil=nullcontext())


class _PlainSources:
    """Finds the modules of a package as .py files only."""

    def __init__(self, package: str, folder: str) -> None:
        self.prefix = package + "."
        self.finder = FileFinder(folder, (SourceFileLoader, [".py"]))

    def find_spec(
        self, name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Answer for the package's modules and for nothing else."""
        if name.startswith(self.prefix):
            return self.finder.find_spec(name, target)
        return None


def heed_pure(package: str, folder: str) -> None:
    """Where ESTORIL_PURE asks for it, take the modules of a package from their plain sources."""
    if os.environ.get("ESTORIL_PURE"):
        sys.meta_path.insert(0, _PlainSources(package, folder))


heed_pure(__name__, __path__[0])


def compiled() -> bool:
    """Say whether the rules run as compiled code."""
    from estoril.engine import flow

    return not str(flow.__file__).endswith(".py")
