"""`estoril replay` and `estoril verify`: recorded games, told in words or checked."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Annotated

import typer

from estoril import events, records
from estoril.cli.guard import BAD_INPUT, DIFFERS, complain
from estoril.cli.options import seat_of
from estoril.errors import RecordDiffers, RecordError, SetupError
from estoril.events import Fact
from estoril.game import Game
from estoril.terminal import names_of_colours
from estoril.words import Teller, say


def replay(
    file: Annotated[Path, typer.Argument(help=say("cli.file"))],
    seat: Annotated[str | None, typer.Option("--seat", help=say("cli.replay.seat"))] = None,
    open_: Annotated[bool, typer.Option("--open", help=say("cli.replay.open"))] = False,
) -> None:
    """Tell a recorded game in words."""
    if seat is not None and open_:
        raise SetupError(say("cli.replay.both"))
    game = records.replay(file)
    teller = _teller(game)
    eyes = None if seat is None else seat_of(seat, game.options)
    facts = (event.whole if eyes is None else event.seen_by(eyes) for event in game.history())
    for line in _told(facts, teller):
        typer.echo(line)
    typer.echo()
    lines = teller.tell_result(game.result) if game.is_over else [say("cli.unfinished")]
    typer.echo("\n".join(lines))


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


def _told(facts: Iterable[Fact], teller: Teller) -> Iterator[str]:
    """Tell facts round by round and location by location."""
    indent = ""
    for fact in facts:
        if isinstance(fact, events.RoundStarted | events.ResolutionStarted):
            yield ""
            yield teller.tell(fact)
            indent = "  "
        elif isinstance(fact, events.RoundEnded):
            yield teller.tell(fact)
            indent = ""
        else:
            yield indent + teller.tell(fact)


def _teller(game: Game) -> Teller:
    return Teller(game.content, names_of_colours(game.options), edition=game.options.edition)
