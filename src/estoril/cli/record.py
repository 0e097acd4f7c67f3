"""`estoril verify`: recorded games, checked step by step."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from estoril.cli.failures import BAD_INPUT, DIFFERS, complain
from estoril.errors import RecordDiffers, RecordError
from estoril.game import records
from estoril.game.game import Game
from estoril.terminal import names_of_colours
from estoril.words import Teller, say


def verify(files: Annotated[list[Path], typer.Argument(help=say("cli.files"))]) -> None:
    """Check recorded games step by step."""
    worst = max([_verify(file) for file in files])
    if worst:
        raise typer.Exit(worst)


def _verify(file: Path) -> int:
    """Check one record and return the exit code it stands for."""
    try:
        record = records.load(file)
    except RecordError as problem:
        complain(str(problem))
        return BAD_INPUT
    try:
        game = records.verify(record)
    except RecordDiffers as problem:
        typer.echo(say("cli.verify.differs", file=file, problem=problem))
        return DIFFERS
    except RecordError as problem:
        complain(f"{file}: {problem}")
        return BAD_INPUT
    if not game.is_over:
        typer.echo(say("cli.verify.unfinished", file=file, steps=len(game.steps)))
        return 0
    teller, result = _teller(game), game.result
    totals, winners = teller.tell_totals(result), teller.tell_winners(result)
    typer.echo(say("cli.verify.ok", file=file, totals=totals, winners=winners))
    return 0


def _teller(game: Game) -> Teller:
    return Teller(
        game.content,
        names_of_colours(game.options),
        edition=game.options.edition,
        rulings=game.options.rulings,
    )
