"""Options that several commands take, and how what is given for them is read."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from estoril.errors import SetupError
from estoril.game.options import Options, choose
from estoril.words import say

Players = Annotated[int, typer.Option("--players", "-p", help=say("cli.players"))]
Modules = Annotated[str, typer.Option("--modules", "-m", help=say("cli.modules"))]
EditionName = Annotated[str, typer.Option("--edition", "-e", help=say("cli.edition"))]
Variants = Annotated[str, typer.Option("--variants", help=say("cli.variants"))]
Rulings = Annotated[str, typer.Option("--rulings", help=say("cli.rulings"))]
ContentFile = Annotated[Path | None, typer.Option("--content", help=say("cli.content_file"))]
Seed = Annotated[int | None, typer.Option("--seed", help=say("cli.seed"))]
FirstSeed = Annotated[int | None, typer.Option("--seed", help=say("cli.sim.seed"))]
Jobs = Annotated[int | None, typer.Option("--jobs", "-j", help=say("cli.jobs"))]
Plain = Annotated[bool, typer.Option("--plain", help=say("cli.plain"))]
AsJson = Annotated[bool, typer.Option("--json", help=say("cli.json"))]


def chosen(players: int, modules: str, edition: str, variants: str, rulings: str) -> Options:
    """Return what is played."""
    return choose(players, names(modules), edition, names(variants), rulings=names(rulings))


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


def seconds_of(text: str, least: float, most: float) -> float | None:
    """Read a number of seconds; None if it is none, or beyond the bounds."""
    try:
        seconds = float(text)
    except ValueError:
        return None
    return seconds if least <= seconds <= most else None
