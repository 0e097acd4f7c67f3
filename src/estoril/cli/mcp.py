"""`estoril mcp`: a seat for an assistant, by the Model Context Protocol."""

from __future__ import annotations

from typing import Annotated

import typer

from estoril.cli.completing import Values
from estoril.cli.options import names
from estoril.words import say


def mcp(
    bots: Annotated[
        str, typer.Option("--bots", "-b", help=say("cli.bots"), autocompletion=Values.bots)
    ] = "agent",
    name: Annotated[str | None, typer.Option("--name", help=say("cli.mcp.name"))] = None,
    join: Annotated[str | None, typer.Option("--join", help=say("cli.join"))] = None,
) -> None:
    """Serve an assistant over standard input and output."""
    from estoril.assistant import make_server  # here, as a help text needs none of it

    has_gone = False
    try:
        make_server(names(bots) or ["agent"], join, name).run()
    except* BrokenPipeError:
        has_gone = True
    if has_gone:  # the assistant, without a word
        raise BrokenPipeError
