"""`estoril play`: a game in the terminal."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from estoril import records
from estoril.cli.options import (
    ContentFile,
    EditionName,
    Modules,
    Players,
    Seed,
    Variants,
    chosen,
    names,
    seat_of,
)
from estoril.errors import RecordError
from estoril.game import Game, content_from
from estoril.terminal import Console, Session
from estoril.words import say


def play(
    players: Players = 3,
    seat: Annotated[str, typer.Option("--seat", help=say("cli.seat"))] = "0",
    bots: Annotated[str, typer.Option("--bots", "-b", help=say("cli.bots"))] = "agent",
    modules: Modules = "",
    edition: EditionName = "superbox",
    variants: Variants = "",
    seed: Seed = None,
    content: ContentFile = None,
    name: Annotated[str | None, typer.Option("--name", help=say("cli.name"))] = None,
    record: Annotated[Path | None, typer.Option("--record", help=say("cli.record"))] = None,
    stacked: Annotated[bool, typer.Option("--list", help=say("cli.list"))] = False,
) -> None:
    """Play against bots."""
    options = chosen(players, modules, edition, variants)
    own = seat_of(seat, options)
    _check_record(record)
    game = Game(options, content_from(content), seed)
    console = Console()
    session = Session(
        game, own, console, own_name=name, seed=seed, stacked=stacked, bots=names(bots) or ["agent"]
    )
    finished = session.run()
    if record is not None and finished:
        _save(game, record)
        console.say(say("terminal.recorded", file=record))
    elif record is not None:
        console.say(say("terminal.not_recorded"))


def _check_record(file: Path | None) -> None:
    """Refuse a record that could not be written before the game, not after it."""
    if file is not None and (file.is_dir() or not file.absolute().parent.is_dir()):
        raise RecordError(say("cli.no_record"), str(file))


def _save(game: Game, file: Path) -> None:
    try:
        records.save(game.record(), file)
    except OSError as problem:
        raise RecordError(say("cli.not_written", problem=problem.strerror), str(file)) from problem
