"""Options that several commands take, and how what is given for them is read."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated, Any, Final

import typer

from estoril.cli.completing import Values
from estoril.errors import SetupError
from estoril.game.options import Options, choose
from estoril.words import say

Players = Annotated[int, typer.Option("--players", "-p", help=say("cli.players"))]
Modules = Annotated[
    str,
    typer.Option("--modules", "-m", help=say("cli.modules"), autocompletion=Values.modules),
]
EditionName = Annotated[
    str,
    typer.Option("--edition", "-e", help=say("cli.edition"), autocompletion=Values.editions),
]
Variants = Annotated[
    str, typer.Option("--variants", help=say("cli.variants"), autocompletion=Values.variants)
]
Rulings = Annotated[
    str, typer.Option("--rulings", help=say("cli.rulings"), autocompletion=Values.rulings)
]
ContentFile = Annotated[Path | None, typer.Option("--content", help=say("cli.content_file"))]
Seed = Annotated[int | None, typer.Option("--seed", help=say("cli.seed"))]
FirstSeed = Annotated[int | None, typer.Option("--seed", help=say("cli.sim.seed"))]
Jobs = Annotated[int | None, typer.Option("--jobs", "-j", help=say("cli.jobs"))]
On = Annotated[str, typer.Option("--on", help=say("cli.on"), autocompletion=Values.places)]
DataFolder = Annotated[Path | None, typer.Option("--data", help=say("cli.data_folder"))]
Plain = Annotated[bool, typer.Option("--plain", help=say("cli.plain"))]
AsJson = Annotated[bool, typer.Option("--json", help=say("cli.json"))]
Quiet = Annotated[bool, typer.Option("--quiet", "-q", help=say("cli.quiet"))]


def chosen(players: int, modules: str, edition: str, variants: str, rulings: str) -> Options:
    """Return what is played."""
    return choose(players, names(modules), edition, names(variants), rulings=names(rulings))


GAME: Final = ("modules", "edition", "variants", "rulings", "seed", "content")  # options of a game


def refuse_given(context: Any, *names: str, beside: str) -> None:
    """Refuse options that would be ignored beside another one."""
    for name in names:
        if context.get_parameter_source(name).name == "COMMANDLINE":
            option = f"--{name}"
            raise SetupError("cli.not_beside", option=option, beside=beside)


def tell_rulings(options: Options) -> None:
    """Name the readings that were chosen, if any were."""
    if options.rulings:
        typer.echo(say("terminal.ruling", words=", ".join(options.rulings)))


def names(text: str) -> list[str]:
    """Split a list of names with commas."""
    return [name.strip() for name in text.split(",") if name.strip()]


def seat_of(text: str, options: Options) -> int:
    """Read a seat given by number or colour."""
    if text.lower() in options.colours:
        return options.colours.index(text.lower())
    if text.isascii() and text.isdigit() and int(text) < options.players:
        return int(text)
    last, colours = options.players - 1, ", ".join(options.colours)
    raise SetupError("cli.no_seat", seat=text, last=last, colours=colours)


def usual_jobs(on: str) -> int:
    """Return how many workers there are if nobody says; on a cluster that is up to the cluster."""
    return (os.cpu_count() or 1) if on == "local" else 0


def seconds_of(text: str, least: float, most: float) -> float | None:
    """Read a number of seconds; None if it is none, or beyond the bounds."""
    try:
        seconds = float(text)
    except ValueError:
        return None
    return seconds if least <= seconds <= most else None
