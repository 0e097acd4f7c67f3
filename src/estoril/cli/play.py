"""`estoril play`: a game in the terminal."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from estoril.cli.options import (
    ContentFile,
    EditionName,
    Modules,
    Plain,
    Rulings,
    Seed,
    Variants,
    chosen,
    names,
    seat_of,
    seconds_of,
)
from estoril.errors import RecordError, SetupError
from estoril.game import records
from estoril.game.game import Game, content_from
from estoril.game.options import Options
from estoril.terminal import Console, Hotseat, names_of_colours, new_game, saves
from estoril.terminal.telling import Pace
from estoril.words import say

USUAL = 3  # players, unless more people are named


def play(
    players: Annotated[int | None, typer.Option("--players", "-p", help=say("cli.players"))] = None,
    seat: Annotated[str, typer.Option("--seat", help=say("cli.seat"))] = "0",
    people: Annotated[str, typer.Option("--people", help=say("cli.people"))] = "1",
    bots: Annotated[str, typer.Option("--bots", "-b", help=say("cli.bots"))] = "agent",
    modules: Modules = "",
    edition: EditionName = "superbox",
    variants: Variants = "",
    rulings: Rulings = "",
    seed: Seed = None,
    content: ContentFile = None,
    name: Annotated[str | None, typer.Option("--name", help=say("cli.name"))] = None,
    join: Annotated[str | None, typer.Option("--join", help=say("cli.join"))] = None,
    resume: Annotated[bool, typer.Option("--resume", help=say("cli.resume"))] = False,
    load: Annotated[Path | None, typer.Option("--load", help=say("cli.load"))] = None,
    record: Annotated[Path | None, typer.Option("--record", help=say("cli.record"))] = None,
    plain: Plain = False,
    confirm: Annotated[bool, typer.Option("--confirm", help=say("cli.confirm"))] = False,
    pace: Annotated[str | None, typer.Option("--pace", help=say("cli.pace"))] = None,
) -> None:
    """Play against bots, with others at this terminal, or at a server."""
    _check_record(record)
    if sum([join is not None, resume, load is not None]) > 1:
        raise SetupError("cli.play.one_of")
    console = Console(plain=plain or None)
    speed = pace_of(pace, console)
    if join is not None:
        from estoril.terminal import remote  # here, as most games need no network

        remote.play(join, console, name=name, confirm=confirm, pace=speed)
        return
    if resume or load is not None:
        file = saves.latest() if load is None else load
        kept = saves.read(file)
        if load is not None:
            file = saves.new_file()
    else:
        named = _people(people, name)
        options = chosen(players or max(USUAL, len(named)), modules, edition, variants, rulings)
        seats = _seats(named, seat_of(seat, options), options)
        own = content_from(content)
        kept = new_game(options, seats, names(bots) or ["agent"], own, seed=seed)
        file = saves.new_file()
    hotseat = Hotseat(kept, file, console, confirm=confirm, pace=speed)
    finished = hotseat.run()
    if record is not None and finished:
        _save(hotseat.finished, record)
        console.say(say("terminal.recorded", file=record))
    elif record is not None:
        console.say(say("terminal.not_recorded"))


def pace_of(text: str | None, console: Console) -> Pace:
    """Read a pace; unless one is given, a drawn game waits for keys and a plain one for nothing."""
    if text is None:
        return "key" if console.has_keys else 0.0
    if text == "key":
        return "key"
    seconds = seconds_of(text, 0, 60)
    if seconds is None:
        raise SetupError("cli.no_pace", pace=text)
    return seconds


def _people(text: str, name: str | None) -> list[str]:
    """Read who sits at this terminal: names, or how many; an empty name is a colour."""
    if text.isascii() and text.isdigit():
        if not 1 <= int(text) <= 5:
            raise SetupError("cli.no_people", people=text)
        return [name or "", *[""] * (int(text) - 1)]
    return names(text)


def _seats(people: list[str], first: int, options: Options) -> list[tuple[int, str]]:
    """Seat people one after the other, from a seat on."""
    if len(people) > options.players:
        raise SetupError(
            "cli.too_many_people", rule="SET-01", people=len(people), players=options.players
        )
    colours = names_of_colours(options)
    seats = [(first + i) % options.players for i in range(len(people))]
    return [(seat, name or colours[seat]) for seat, name in zip(seats, people, strict=True)]


def _check_record(file: Path | None) -> None:
    """Refuse a record that could not be written before the game, not after it."""
    if file is not None and (file.is_dir() or not file.absolute().parent.is_dir()):
        raise RecordError("cli.no_record", where=str(file))


def _save(game: Game, file: Path) -> None:
    try:
        records.save(game.record(), file)
    except OSError as problem:
        what = str(problem.strerror)
        raise RecordError("cli.not_written", where=str(file), problem=what) from problem
