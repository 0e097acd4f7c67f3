"""`estoril data`: a data set of very many games between bots."""

from __future__ import annotations

import sys
from pathlib import Path
from shlex import join
from typing import Annotated

import typer

from estoril.cli.completing import Values
from estoril.cli.options import (
    ContentFile,
    EditionName,
    Jobs,
    Modules,
    On,
    Quiet,
    Rulings,
    Variants,
    chosen,
    names,
    usual_jobs,
)
from estoril.cli.output import progress
from estoril.errors import SetupError
from estoril.game.game import content_from
from estoril.words import say, say_many


def data(
    folder: Annotated[Path, typer.Argument(metavar="FOLDER", help=say("cli.data.folder"))],
    bots: Annotated[
        str,
        typer.Option("--bots", "-b", help=say("cli.data.bots"), autocompletion=Values.bots),
    ] = "random,tourist,agent",
    games: Annotated[int, typer.Option("--games", "-n", help=say("cli.data.games"))] = 1_000_000,
    players: Annotated[
        int | None, typer.Option("--players", "-p", help=say("cli.data.players"))
    ] = None,
    modules: Modules = "",
    edition: EditionName = "superbox",
    variants: Variants = "",
    rulings: Rulings = "",
    seed: Annotated[int, typer.Option("--seed", help=say("cli.data.seed"))] = 1942,
    thoughts: Annotated[bool, typer.Option("--thoughts", help=say("cli.data.thoughts"))] = False,
    jobs: Jobs = None,
    on: On = "local",
    quiet: Quiet = False,
    content: ContentFile = None,
) -> None:
    """Make a data set of games between bots, with a datasheet."""
    from estoril.arena.dataset import make_dataset  # here, as a help text needs none of it

    if games < 1:
        raise SetupError("error.games", games=games)
    setups = None
    if players is not None or modules or variants or rulings or edition != "superbox":
        setups = [chosen(players or 4, modules, edition, variants, rulings)]
    with progress(games, quiet=quiet) as tell:
        make_dataset(
            folder,
            names(bots),
            games,
            seed,
            setups=setups,
            content=content_from(content),
            jobs=usual_jobs(on) if jobs is None else jobs,
            on=on,
            thoughts=thoughts,
            command=join(["estoril", *sys.argv[1:]]),
            progress=tell,
        )
    if not quiet:
        typer.echo(say_many("cli.data.done", games, folder=folder))
