"""`estoril replay` and `estoril watch`: games to look at, step by step or at a pace."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from estoril.cli.completing import Values
from estoril.cli.options import (
    GAME,
    ContentFile,
    EditionName,
    Modules,
    Plain,
    Rulings,
    Seed,
    Variants,
    chosen,
    names,
    refuse_given,
    seat_of,
    seconds_of,
)
from estoril.cli.record import replayed
from estoril.errors import SetupError
from estoril.game.game import content_from
from estoril.game.options import Options
from estoril.game.trace import Eyes
from estoril.terminal import Console, names_of_colours
from estoril.terminal.frames import BotGame, Recorded
from estoril.terminal.viewer import SLOWEST, show
from estoril.words import Teller, say

Seat = Annotated[str | None, typer.Option("--seat", help=say("cli.replay.seat"))]
ViewerPace = Annotated[str | None, typer.Option("--pace", help=say("cli.viewer.pace"))]


def replay(
    file: Annotated[Path, typer.Argument(metavar="FILE", help=say("cli.file"))],
    seat: Seat = None,
    pace: ViewerPace = None,
    plain: Plain = False,
) -> None:
    """Show a recorded game move by move."""
    game = replayed(file)
    frames = Recorded(game, _eyes(seat, game.options))
    _show(frames, Console(plain=plain or None), _pace(pace), file if game.is_over else None)


def watch(
    context: typer.Context,
    table: Annotated[
        str | None, typer.Argument(metavar="LINK", help=say("cli.watch.table"))
    ] = None,
    bots: Annotated[
        str,
        typer.Option("--bots", "-b", help=say("cli.watch.bots"), autocompletion=Values.bots),
    ] = "agent,agent,agent",
    modules: Modules = "",
    edition: EditionName = "superbox",
    variants: Variants = "",
    rulings: Rulings = "",
    seed: Seed = None,
    content: ContentFile = None,
    seat: Seat = None,
    pace: ViewerPace = None,
    plain: Plain = False,
) -> None:
    """Watch bots play, or a table of a server."""
    console = Console(plain=plain or None)
    usual = "1" if console.is_terminal else None
    speed = _pace(usual if pace is None else pace)
    if table is not None:
        refuse_given(context, *GAME, "bots", "seat", beside="LINK")
        from estoril.terminal import spectating  # here, as most games need no network

        spectating.watch(table, console, speed)
        return
    specs = names(bots)
    options = chosen(len(specs), modules, edition, variants, rulings)
    eyes = _eyes(seat, options)
    frames = BotGame(options, specs, content_from(content), eyes, seed)
    _show(frames, console, speed)


def _show(
    frames: Recorded, console: Console, pace: float | None, record: Path | None = None
) -> None:
    options = frames.game.options
    content = frames.game.content.select(options.boxes)
    teller = Teller(
        content,
        names_of_colours(options),
        edition=options.edition,
        rulings=options.rulings,
        aloud=console.aloud,
    )
    show(frames, console, teller, content, options, pace, record=record)


def _eyes(seat: str | None, options: Options) -> Eyes:
    """Read through whose eyes to look; everything is open unless a seat is given."""
    return "all" if seat is None else seat_of(seat, options)


def _pace(text: str | None) -> float | None:
    """Read how many seconds a move is shown; None waits for keys."""
    if text is None or text == "key":
        return None
    seconds = seconds_of(text, 0, SLOWEST)
    if seconds is None:
        raise SetupError("cli.no_pace", pace=text, most=f"{SLOWEST:g}")
    return seconds
