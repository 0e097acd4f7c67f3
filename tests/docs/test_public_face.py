"""The public face: names that people and tools outside rely on."""

import ast
import subprocess
import sys
from pathlib import Path

import estoril

SOURCE = Path(estoril.__file__)


def test_every_name_can_be_had_and_is_known_to_type_checkers() -> None:
    tree = ast.parse(SOURCE.read_text("utf-8"))
    for_checkers = {
        f"{node.module}.{alias.name}"
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and str(node.module).startswith("estoril.")
        for alias in node.names
        if alias.asname == alias.name
    }
    named = {f"estoril.{home}.{name}" for name, home in estoril._HOMES.items()}
    assert for_checkers == named | {f"estoril.game.{name}" for name in estoril._MODULES}
    for name in [*estoril._HOMES, *estoril._ROOMS, *estoril._MODULES, "content", "replay"]:
        assert getattr(estoril, name) is not None
        assert name in dir(estoril)
    assert not hasattr(estoril, "nonsense")


def test_importing_brings_nothing_along() -> None:
    code = "import sys, estoril; print([m for m in ('msgspec', 'typing') if m in sys.modules])"
    done = subprocess.run([sys.executable, "-S", "-c", code], capture_output=True, text=True,
                          env={"PYTHONPATH": str(SOURCE.parents[1])}, check=True)  # fmt: skip
    assert done.stdout.strip() == "[]"
