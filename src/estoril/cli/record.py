"""Recorded games: played again, and by `estoril verify` checked step by step."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, NamedTuple

import typer

from estoril.cli.failures import BAD_INPUT, DIFFERS, complain
from estoril.cli.options import AsJson, Quiet
from estoril.cli.output import print_json
from estoril.errors import RecordDiffers, RecordError
from estoril.game import records
from estoril.game.bundles import Bundle, is_bundle
from estoril.game.game import Game
from estoril.terminal import names_of_colours
from estoril.words import Teller, say


def replayed(file: Path) -> Game:
    """Play the game of a record again; what is wrong with it is said with its file."""
    record = records.load(file)
    try:
        return records.replay(record)
    except RecordError as problem:
        raise RecordError("error.caused", where=str(file), problem=problem) from problem


class Verdict(NamedTuple):
    """What is known of a record after it was checked; the code is what the command ends with."""

    file: str
    code: int
    problem: str | None = None
    game: Game | None = None
    games: int = 1


def verify(
    files: Annotated[list[Path], typer.Argument(metavar="FILE", help=say("cli.files"))],
    as_json: AsJson = False,
    quiet: Quiet = False,
) -> None:
    """Check recorded games step by step."""
    verdicts = []
    for file in files:
        verdicts.append(_verify(file))
        if not as_json:
            _tell(verdicts[-1], quiet=quiet)
    if as_json:
        print_json([_facts(verdict) for verdict in verdicts])
    if worst := max(verdict.code for verdict in verdicts):
        raise typer.Exit(worst)


def _verify(path: Path) -> Verdict:
    """Check one record."""
    file = str(path)
    if is_bundle(path):
        return _verify_bundle(path)
    try:
        record = records.load(path)
    except RecordError as problem:
        return Verdict(file, BAD_INPUT, str(problem))
    try:
        return Verdict(file, 0, game=records.verify(record))
    except RecordDiffers as problem:
        return Verdict(file, DIFFERS, str(problem))
    except RecordError as problem:
        return Verdict(file, BAD_INPUT, f"{file}: {problem}")


def _verify_bundle(path: Path) -> Verdict:
    """Check all games of a bundle, up to the first that is not right."""
    file, games = str(path), 0
    try:
        for course in Bundle(path).verify():
            games += len(course.sums)
        return Verdict(file, 0, games=games)
    except RecordDiffers as problem:
        return Verdict(file, DIFFERS, str(problem), games=games)
    except RecordError as problem:
        return Verdict(file, BAD_INPUT, str(problem), games=games)


def _tell(verdict: Verdict, *, quiet: bool) -> None:
    """Print a verdict; a quiet command has nothing to say of what is right."""
    file, code, problem, game, games = verdict
    if code == BAD_INPUT:
        complain(str(problem))
    elif code == DIFFERS:
        typer.echo(say("cli.verify.differs", file=file, problem=problem))
    elif quiet:
        return
    elif game is None:
        typer.echo(say("cli.verify.bundle", file=file, games=games))
    elif game.is_over:
        teller, result = _teller(game), game.result
        totals, winners = teller.tell_totals(result), teller.tell_winners(result)
        typer.echo(say("cli.verify.ok", file=file, totals=totals, winners=winners))
    else:
        typer.echo(say("cli.verify.unfinished", file=file, steps=len(game.steps)))


def _facts(verdict: Verdict) -> dict[str, object]:
    """Return a verdict for programs to read."""
    game = verdict.game
    return {
        "file": verdict.file,
        "ok": verdict.code == 0,
        "problem": verdict.problem,
        "games": verdict.games,
        "steps": None if game is None else len(game.steps),
        "over": None if game is None else game.is_over,
        "totals": [seat.total for seat in game.result.seats] if game and game.is_over else None,
        "winners": list(game.result.winners) if game and game.is_over else None,
    }


def _teller(game: Game) -> Teller:
    return Teller(
        game.content,
        names_of_colours(game.options),
        edition=game.options.edition,
        rulings=game.options.rulings,
    )
