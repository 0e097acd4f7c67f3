"""The command `estoril`: play, simulate, replay and verify games, look up rules and content.

A command is a function in a module of this package, or for one with commands of its own the `app`
of that; a line in `COMMANDS`; and its text `cli.NAME` in the catalogue. Its module is loaded when
the command is called, so that a list of the commands costs none of them; what its user gets wrong
it raises, and `failures` tells.
"""

from __future__ import annotations

import os
import sys
from typing import Final

from estoril.cli.failures import INTERRUPTED, guarded
from estoril.cli.language import speak_as_asked
from estoril.errors import MissingExtra
from estoril.extras import need
from estoril.words import say

# By name, in the order in which they are listed: the module that has the function of that name.
COMMANDS: Final = {
    "play": "play",
    "serve": "serve",
    "admin": "admin",
    "sim": "sim",
    "arena": "arena",
    "data": "data",
    "bot": "bot",
    "bench": "bench",
    "tune": "tune",
    "train": "train",
    "replay": "watch",
    "review": "review",
    "watch": "watch",
    "puzzles": "puzzles",
    "verify": "record",
    "convert": "convert",
    "mcp": "mcp",
    "rules": "rules",
    "content": "content",
    "completion": "completion",
}
# The commands that need more than the command line itself, and what they are in `extras`.
_BEYOND: Final = {
    "serve": "server",
    "admin": "server",
    "arena": "arena",
    "data": "arena",
    "mcp": "mcp",
}


def main() -> None:
    """Run the command line."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")  # a terminal without UTF-8 must not stop a game
    sys.path.append(os.getcwd())  # where a bot of one's own may lie
    try:
        from estoril.cli.commands import app
    except MissingExtra as missing:
        _do_without(missing)
        return
    try:
        app(prog_name="estoril")
    except KeyboardInterrupt:
        sys.exit(INTERRUPTED)


def _do_without(missing: MissingExtra) -> None:
    """Tell the version, which needs nothing; for all else, what is missing for the command."""
    with guarded():
        arguments = speak_as_asked(sys.argv[1:])
        if arguments not in (["--version"], ["-V"]):
            need(_BEYOND.get(arguments[0], "cli") if arguments else "cli")
            raise missing
        print(version_line())


def version_line() -> str:
    """Return the version and which engine runs."""
    from estoril import __version__
    from estoril.engine import compiled

    engine = say("cli.engine.compiled" if compiled() else "cli.engine.plain")
    return say("cli.version", version=__version__, engine=engine)
