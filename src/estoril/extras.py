"""Extras: what needs more than the game itself, and which extra of the package brings it.

The game (rules, views, records, tables, bots, simulation) needs msgspec alone. Whatever needs more
has a line here and calls `need` before it imports any of it; nothing else imports these packages.
"""

from __future__ import annotations

from importlib.util import find_spec
from typing import Final

from estoril.errors import MissingExtra

# By what it is: the extra, and the packages that it imports.
NEEDS: Final = {
    "cli": ("play", "typer rich"),
    "terminal": ("play", "platformdirs"),
    "full": ("play", "rich textual"),
    "client": ("play", "websockets"),
    "server": (
        "serve",
        "starlette uvicorn websockets sqlalchemy alembic platformdirs cryptography",
    ),
    "postgres": ("postgres", "psycopg"),
    "mcp": ("mcp", "mcp"),
    "arena": ("arena", "openskill"),
    "report": ("arena", "matplotlib PIL"),
    "batch": ("research", "numpy"),
    "parquet": ("research", "numpy pyarrow"),
    "gym": ("research", "numpy gymnasium"),
    "zoo": ("research", "numpy gymnasium pettingzoo"),
    "spiel": ("openspiel", "numpy pyspiel"),
    "ray": ("ray", "ray"),
    "dask": ("dask", "distributed"),
}


def need(what: str) -> None:
    """See whether all packages that something needs are there; if not, say what to install."""
    extra, packages = NEEDS[what]
    if not all(map(find_spec, packages.split())):
        install = f'pip install "estoril[{extra}]"'
        raise MissingExtra(f"error.missing.{what}", install=install)
