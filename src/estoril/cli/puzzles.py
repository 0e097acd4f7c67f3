"""`estoril puzzles`: positions with one best decision, to be solved, made and checked."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from estoril.cli.commands import Command, CommandGroup, new_app
from estoril.cli.completing import Values
from estoril.cli.failures import DIFFERS
from estoril.cli.options import AsJson, Plain, Quiet
from estoril.cli.output import new_table, print_json, print_table, progress, try_file
from estoril.errors import SetupError
from estoril.words import say, say_many

if TYPE_CHECKING:
    from estoril.puzzles import Puzzle
    from estoril.puzzles.model import Theme
    from estoril.words import Teller

app = new_app(cls=CommandGroup, no_args_is_help=True)

ThemeNames = Annotated[
    list[str] | None,
    typer.Option("--theme", help=say("cli.puzzles.theme"), autocompletion=Values.themes),
]


@app.command("list", cls=Command, help=say("cli.puzzles.list"))
def list_puzzles(
    themes: ThemeNames = None,
    level: Annotated[
        int | None, typer.Option("--level", min=1, max=8, help=say("cli.puzzles.level"))
    ] = None,
    as_json: AsJson = False,
) -> None:
    """List the puzzles that there are."""
    from estoril.puzzles import shipped  # here, as a help text needs none of it

    wanted = _themes(themes)
    found = [
        (number, puzzle)
        for number, puzzle in enumerate(shipped(), 1)
        if puzzle.theme in wanted and level in (None, puzzle.level)
    ]
    if as_json:
        print_json([_entry(number, puzzle) for number, puzzle in found])
        return
    columns = ("number", "theme", "level", "players", "modules", "round")
    table = new_table(*(say(f"cli.puzzles.column.{column}") for column in columns))
    for number, puzzle in found:
        entry = _entry(number, puzzle)
        table.add_row(
            str(number),
            say(f"puzzle.theme.{puzzle.theme}"),
            str(puzzle.level),
            str(entry["players"]),
            ", ".join(entry["modules"]) or "-",
            str(entry["round"]),
        )
    print_table(table)


@app.command("play", cls=Command, help=say("cli.puzzles.play"))
def play_puzzle(
    puzzle: Annotated[str, typer.Argument(metavar="PUZZLE", help=say("cli.puzzles.puzzle"))],
    plain: Plain = False,
    as_json: AsJson = False,
) -> None:
    """Solve a puzzle."""
    from estoril.puzzles import find

    _pose(find(puzzle), plain=plain, as_json=as_json)


@app.command("daily", cls=Command, help=say("cli.puzzles.daily"))
def daily_puzzle(plain: Plain = False, as_json: AsJson = False) -> None:
    """Solve the puzzle of the day."""
    from estoril.puzzles import daily

    _pose(daily(datetime.now(UTC).date()), plain=plain, as_json=as_json)


@app.command("make", cls=Command, help=say("cli.puzzles.make"))
def make_puzzles(
    out: Annotated[Path, typer.Argument(metavar="FILE", help=say("cli.puzzles.out"))],
    count: Annotated[int, typer.Option("--puzzles", min=1, help=say("cli.puzzles.count"))] = 200,
    seed: Annotated[int, typer.Option("--seed", help=say("cli.puzzles.seed"))] = 1942,
    themes: ThemeNames = None,
    quiet: Quiet = False,
) -> None:
    """Find puzzles in games between strong bots; an interrupted search goes on."""
    from estoril.puzzles.book import Making, PuzzleWriter
    from estoril.puzzles.mining import mine

    header = Making.of(seed, count, _themes(themes))
    try_file(out)
    writer = PuzzleWriter(out, header)
    done = len(writer.have)
    with progress(count, quiet=quiet) as tell:
        tell(done)
        for puzzle in mine(seed, count, writer.have, header.themes):
            writer.add(puzzle)
            done += 1
            tell(done)
    if not quiet:
        typer.echo(say_many("cli.puzzles.made", done, file=out))


@app.command("check", cls=Command, help=say("cli.puzzles.check"))
def check_puzzles(
    file: Annotated[
        Path | None, typer.Argument(metavar="FILE", help=say("cli.puzzles.file"))
    ] = None,
    most: Annotated[int | None, typer.Option("--most", min=1, help=say("cli.puzzles.most"))] = None,
    seed: Annotated[int, typer.Option("--seed", help=say("cli.puzzles.check.seed"))] = 7,
    quiet: Quiet = False,
) -> None:
    """Verify puzzles against a fresh deep search."""
    from estoril.puzzles import read, shipped
    from estoril.puzzles.checking import check, sample

    puzzles = shipped() if file is None else read(file).puzzles
    chosen = sample(puzzles, most, seed)
    wrong = []
    with progress(len(chosen), quiet=quiet) as tell:
        for done, (number, puzzle) in enumerate(chosen, 1):
            if (fault := check(puzzle, seed)) is not None:
                wrong.append(say(f"cli.puzzles.fault.{fault}", number=number, id=puzzle.id))
            tell(done)
    for line in wrong:
        typer.echo(line)
    if not quiet or wrong:
        typer.echo(say("cli.puzzles.checked", number=len(chosen), wrong=len(wrong)))
    if wrong:
        raise typer.Exit(DIFFERS)


def _themes(names: list[str] | None) -> tuple[Theme, ...]:
    """Return the themes of these names, in their order; all of them if none is given."""
    from estoril.puzzles import THEMES

    for name in names or ():
        if name not in THEMES:
            raise SetupError("error.puzzle.theme", name=name, names=", ".join(THEMES))
    return tuple(theme for theme in THEMES if not names or theme in names)


def _entry(number: int, puzzle: Puzzle) -> dict[str, Any]:
    view = puzzle.view
    assert view.decision is not None
    return {
        "number": number,
        "id": puzzle.id,
        "theme": puzzle.theme,
        "level": puzzle.level,
        "players": view.options.players,
        "modules": list(view.options.modules),
        "round": view.round,
        "decision": view.decision.kind,
    }


def _pose(puzzle: Puzzle, *, plain: bool, as_json: bool) -> None:
    """Ask for the best decision, and tell what it is; or tell all of it to a program."""
    from estoril.puzzles import shipped
    from estoril.terminal import Console, Session
    from estoril.terminal.prompts import PlayerLeft
    from estoril.terminal.puzzling import PosedSeat

    number = shipped().index(puzzle) + 1
    if as_json:
        told = [
            {"action": answer.words, "chance": answer.chance, "error": answer.error}
            for answer in puzzle.answers
        ]
        position = {"position": puzzle.position, "answers": told, "gap": round(puzzle.gap, 4)}
        why = [{"key": each.key, "arguments": each.arguments} for each in puzzle.why]
        print_json({**_entry(number, puzzle), **position, "solved": puzzle.solved, "why": why})
        return
    view = puzzle.view
    console = Console(plain=plain or None)
    session = Session(PosedSeat(view), console, view.content)
    teller = session.teller
    assert view.seat is not None
    theme, player = say(f"puzzle.theme.{puzzle.theme}"), teller.player(view.seat)
    console.say(say("puzzle.posed", number=number, theme=theme, level=puzzle.level))
    console.say(say("puzzle.task", player=player, round=view.round))
    session.display.draw()
    session.display.show_missions()
    try:
        chosen = session.decider.decide(view)[0]
    except (PlayerLeft, EOFError):
        console.write()
        return
    console.write()
    for line in _verdict(puzzle, teller, chosen == puzzle.solution):
        console.say(line)


def _verdict(puzzle: Puzzle, teller: Teller, right: bool) -> Iterator[str]:
    """Tell whether it was right, why, and how good the best actions are."""
    view = puzzle.view
    best = teller.tell_action(puzzle.solution, view)
    yield say("puzzle.right" if right else "puzzle.wrong", action=best)
    yield from (teller.put(reason) for reason in puzzle.reasons)
    width = max(len(teller.tell_action(answer.action, view)) for answer in puzzle.answers)
    for answer in puzzle.answers:
        told = teller.tell_action(answer.action, view)
        yield f"  {told:{width}}  {_chance(answer.chance, answer.error)}"
    yield say("puzzle.how")


def _chance(chance: float, error: float) -> str:
    return f"{100 * chance:3.0f} ± {196 * error:.1f} %"
