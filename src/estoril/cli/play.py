"""`estoril play`: a game in the terminal."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import Annotated, Any, Final

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
)
from estoril.errors import RecordError, SetupError
from estoril.game import records
from estoril.game.game import Game, content_from
from estoril.game.options import Options
from estoril.table import Local
from estoril.terminal import (
    Console,
    Hotseat,
    afterwards,
    names_of_colours,
    new_game,
    saves,
    try_again,
)
from estoril.terminal.saves import SavedGame
from estoril.terminal.seats import teller_at
from estoril.terminal.telling import SLOWEST, Pace, read_pace
from estoril.words import say

USUAL: Final = 3  # players, unless more people or bots are named


def play(
    context: typer.Context,
    players: Annotated[int | None, typer.Option("--players", "-p", help=say("cli.players"))] = None,
    seat: Annotated[str, typer.Option("--seat", help=say("cli.seat"))] = "0",
    people: Annotated[str, typer.Option("--people", help=say("cli.people"))] = "1",
    bots: Annotated[
        str, typer.Option("--bots", "-b", help=say("cli.bots"), autocompletion=Values.bots)
    ] = "agent",
    modules: Modules = "",
    edition: EditionName = "superbox",
    variants: Variants = "",
    rulings: Rulings = "",
    seed: Seed = None,
    content: ContentFile = None,
    name: Annotated[str | None, typer.Option("--name", help=say("cli.name"))] = None,
    join: Annotated[str | None, typer.Option("--join", help=say("cli.join"))] = None,
    server: Annotated[str | None, typer.Option("--server", help=say("cli.server"))] = None,
    resume: Annotated[bool, typer.Option("--resume", help=say("cli.resume"))] = False,
    load: Annotated[Path | None, typer.Option("--load", help=say("cli.load"))] = None,
    again: Annotated[Path | None, typer.Option("--again", help=say("cli.again"))] = None,
    step: Annotated[int, typer.Option("--step", help=say("cli.step"))] = 0,
    record: Annotated[Path | None, typer.Option("--record", help=say("cli.record"))] = None,
    plain: Plain = False,
    confirm: Annotated[bool, typer.Option("--confirm", help=say("cli.confirm"))] = False,
    pace: Annotated[str | None, typer.Option("--pace", help=say("cli.pace"))] = None,
    remarks: Annotated[bool, typer.Option("--remarks", help=say("cli.remarks"))] = False,
) -> None:
    """Play against bots, with others at this terminal, or at a server."""
    _check_record(record)
    others = (join, server, resume or None, load, again)
    if sum(other is not None for other in others) > 1:
        raise SetupError("cli.play.one_of")
    _refuse_ignored(context)
    console = Console(plain=plain or None)
    speed = pace_of(pace, console)
    if server is not None and not console.full:
        raise SetupError("cli.play.server_full")
    if join is not None and not console.full:
        from estoril.terminal import remote  # here, as most games need no network

        remote.play(join, console, name=name, confirm=confirm, pace=speed)
        return
    if join is not None or server is not None or (console.full and _is_bare(context)):
        from estoril.terminal.full import show_home

        show_home(console, join=join, server=server, name=name, confirm=confirm, pace=speed)
        return
    if resume or load is not None:
        if load is None:
            file = saves.latest()
            kept = saves.read(file)
        else:
            kept, file = saves.read_given(load), saves.new_file()
    elif again is not None:
        kept = try_again(records.replay(again), step, name, names(bots) or ["agent"])
        file = saves.new_file()
    else:
        named, against = _people(people, name), names(bots) or ["agent"]
        together = len(named) + len(against)
        several = together if len(against) > 1 else max(USUAL, len(named))
        options = chosen(players or several, modules, edition, variants, rulings)
        seats = _seats(named, seat_of(seat, options), options)
        if len(against) > 1 and together > options.players:
            places = options.players - len(named)
            raise SetupError("cli.too_many_bots", bots=len(against), places=places)
        own = content_from(content)
        kept = new_game(options, seats, against, own, seed=seed)
        file = saves.new_file()
    local = _play_local(kept, file, console, confirm=confirm, pace=speed)
    finished = local.table.info.state == "over"
    if remarks and finished:
        teller = teller_at(local.table)
        for told, words in afterwards.remarks(local.table, teller):
            console.say(told)
            for line in words:
                console.say(line, lead="  ")
    if record is not None and finished:
        _save(local.table.finished, record)
        console.say(say("terminal.recorded", file=record))
        console.say(say("review.hint", command=f"estoril review {shlex.quote(str(record))}"))
    elif record is not None:
        console.say(say("terminal.not_recorded"))


def _play_local(
    kept: SavedGame, file: Path, console: Console, *, confirm: bool, pace: Pace
) -> Local:
    """Play on a full screen where there is one, and line by line elsewhere."""
    if console.full:
        from estoril.terminal.full import show_game  # here, as plain games need none of it

        return show_game(kept, file, console, confirm=confirm, pace=pace)
    hotseat = Hotseat(kept, file, console, confirm=confirm, pace=pace)
    hotseat.run()
    return hotseat.local


def _is_bare(context: Any) -> bool:
    """Say whether nothing was chosen but how to play: then the way in is shown."""
    how = ("plain", "confirm", "pace")
    return not any(
        context.get_parameter_source(name).name == "COMMANDLINE"
        for name in context.params
        if name not in how
    )


def _refuse_ignored(context: Any) -> None:
    """Refuse options of a new game beside another one, as they would be ignored."""
    new = ("players", "people", "bots", "seat", *GAME)
    for option in ("join", "server", "resume", "load"):
        if context.params[option]:
            there = option in ("join", "server")
            others = (*new, "record", "remarks") if there else (*new, "name")
            refuse_given(context, *others, "step", beside=f"--{option}")
    if context.params["again"]:
        refuse_given(context, "players", "people", "seat", *GAME, beside="--again")


def pace_of(text: str | None, console: Console) -> Pace:
    """Read a pace; unless one is given, a game waits for Enter where somebody can press it."""
    if text is None:
        return "key" if console.is_terminal else 0.0
    pace = read_pace(text)
    if pace is None:
        raise SetupError("cli.no_pace", pace=text, most=f"{SLOWEST:g}")
    return pace


def _people(text: str, name: str | None) -> list[str]:
    """Read who sits at this terminal: names, or how many; an empty name is a colour."""
    if text.isascii() and text.isdigit():
        if not 1 <= int(text) <= 5:
            raise SetupError("cli.no_people", people=text)
        return [name or "", *[""] * (int(text) - 1)]
    if not (found := names(text)):
        raise SetupError("cli.nobody")
    return found


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
