"""`estoril arena`: tournaments between bots."""

from __future__ import annotations

import os
import secrets
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from estoril.cli.completing import Values
from estoril.cli.failures import INTERRUPTED
from estoril.cli.options import (
    AsJson,
    ContentFile,
    DataFolder,
    EditionName,
    Jobs,
    Modules,
    On,
    Quiet,
    Rulings,
    Variants,
    chosen,
    names,
    tell_rulings,
    usual_jobs,
)
from estoril.cli.output import align_numbers, new_table, print_table, progress
from estoril.errors import SetupError
from estoril.extras import need
from estoril.game.game import content_from
from estoril.words import say, say_many

if TYPE_CHECKING:
    from estoril.arena import BotFault, Tournament, TournamentFigures
    from estoril.arena.intervals import Rate


def arena(
    bots: Annotated[
        str,
        typer.Option("--bots", "-b", help=say("cli.arena.bots"), autocompletion=Values.bots),
    ],
    games: Annotated[int, typer.Option("--games", "-n", help=say("cli.arena.games"))] = 100,
    players: Annotated[
        int | None, typer.Option("--players", "-p", help=say("cli.arena.players"))
    ] = None,
    modules: Modules = "",
    edition: EditionName = "superbox",
    variants: Variants = "",
    rulings: Rulings = "",
    seed: Annotated[int | None, typer.Option("--seed", help=say("cli.arena.seed"))] = None,
    limit: Annotated[float, typer.Option("--limit", help=say("cli.arena.limit"))] = 60,
    on_error: Annotated[
        str | None, typer.Option("--on-error", help=say("cli.arena.on_error"))
    ] = None,
    out: Annotated[Path | None, typer.Option("--out", "-o", help=say("cli.arena.out"))] = None,
    records: Annotated[
        Path | None, typer.Option("--records", help=say("cli.arena.records"))
    ] = None,
    data: DataFolder = None,
    report: Annotated[Path | None, typer.Option("--report", help=say("cli.arena.report"))] = None,
    luck: Annotated[bool, typer.Option("--luck/--no-luck", help=say("cli.arena.luck"))] = True,
    jobs: Jobs = None,
    on: On = "local",
    part: Annotated[str, typer.Option("--part", help=say("cli.arena.part"))] = "1/1",
    merge: Annotated[
        list[Path] | None, typer.Option("--merge", help=say("cli.arena.merge"))
    ] = None,
    as_json: AsJson = False,
    quiet: Quiet = False,
    content: ContentFile = None,
) -> None:
    """Let bots play, and print how they did."""
    from estoril.arena import BotFault, Tournament  # here, as a help text needs none of it
    from estoril.arena.report import write_report
    from estoril.bulk.keeping import Keeper, is_bundle_name

    if report is not None:
        need("report")  # before any game is played
    bundle = records if records is not None and is_bundle_name(records) else None
    entered = names(bots)
    seats = min(4, max(2, len(entered))) if players is None else players
    tournament = Tournament(
        entered,
        chosen(seats, modules, edition, variants, rulings),
        games,
        _seed(seed, out),
        content=content_from(content),
        jobs=usual_jobs(on) if jobs is None else max(1, jobs),
        limit=limit or None,
        on_error=_on_error(on_error),
        records=records if bundle is None else None,
        on=on,
        part=_part(part),
        merge=merge or (),
        thoughts=data is not None,
        luck=luck,
    )
    keeper = Keeper(bundle, data, seed=tournament.seed, bots=entered)
    file = tournament.out = out or _temporary_file()
    try:
        with progress(tournament.games, quiet=quiet) as tell:
            figures = tournament.run(tell)
    except KeyboardInterrupt:
        _tell_part(tournament, file, as_json=as_json)
        raise typer.Exit(INTERRUPTED) from None
    except BotFault as problem:
        _tell_stop(problem, tournament, file)
        raise
    except BaseException:
        _drop(file, out)
        raise
    with keeper:
        tournament.keep(keeper)
    page = None if report is None else write_report(figures, report)
    _drop(file, out)
    _tell(figures, as_json=as_json)
    if page is not None:
        typer.echo(say("arena.report", file=page), err=as_json)


def _temporary_file() -> Path:
    """Make an empty file for the games of a tournament that has none of its own."""
    number, name = tempfile.mkstemp(prefix="estoril-arena-", suffix=".jsonl")
    os.close(number)
    return Path(name)


def _drop(file: Path, out: Path | None) -> None:
    """Remove the games of a tournament that is over, if nobody asked for the file."""
    if out is None:
        file.unlink(missing_ok=True)


def _seed(seed: int | None, file: Path | None) -> int:
    """Return the seed that was given, that of the file, or any."""
    from estoril.arena.journal import read_header

    if seed is not None:
        return seed
    if file is not None and file.is_file() and file.stat().st_size:
        return read_header(file).seed
    return secrets.randbits(32)


def _part(text: str) -> tuple[int, int]:
    """Read which part of how many is played."""
    number, slash, parts = text.partition("/")
    if not (slash and number.isdecimal() and parts.isdecimal()):
        raise SetupError("cli.arena.no_part", value=text)
    return int(number), int(parts)


def _on_error(value: str | None) -> Literal["go-on", "stop"] | None:
    match value:
        case None | "go-on" | "stop":
            return value
    raise SetupError("cli.arena.no_choice", value=value)


def _tell_part(tournament: Tournament, file: Path, *, as_json: bool) -> None:
    """Print what an interrupted tournament has come to, and how to go on with it."""
    figures = tournament.figures()
    typer.echo(err=True)
    _tell(figures, as_json=as_json)
    typer.echo(
        say(
            "arena.part",
            games=figures.games,
            planned=figures.planned,
            seed=tournament.seed,
            file=file,
        ),
        err=True,
    )


def _tell_stop(problem: BotFault, tournament: Tournament, file: Path) -> None:
    """Print where a bot went wrong, and how to go on."""
    if problem.fault.trace:
        typer.echo(problem.fault.trace, err=True, nl=False)
    typer.echo(say("arena.stopped", seed=tournament.seed, file=file), err=True)


def _tell(figures: TournamentFigures, *, as_json: bool) -> None:
    if as_json:
        typer.echo(figures.json())
    elif not figures.games:
        typer.echo(say("arena.none"))
    else:
        _print_figures(figures)


def _print_figures(figures: TournamentFigures) -> None:
    """Print how the bots did."""
    options = figures.options
    typer.echo(
        say_many(
            "arena.setup",
            figures.setups,
            games=figures.games,
            players=options.players,
            edition=options.edition,
            modules=", ".join(options.modules) or "-",
            variants=", ".join(options.variants) or "-",
            seed=figures.seed,
        )
    )
    tell_rulings(options)
    _print_strength(figures)
    _print_adjusted(figures)
    _print_points(figures)
    _print_seats(figures)
    _print_faults(figures)
    typer.echo(say("arena.how"))


def _print_strength(figures: TournamentFigures) -> None:
    """Print ratings, wins and times."""
    words = ("bot", "rating", "games", "won", "interval", "median", "most", "longest")
    table = new_table(*(say(f"arena.{word}") for word in words))
    align_numbers(table, first=1)
    for bot in figures.bots:
        rating, times = bot.rating, bot.times
        table.add_row(
            bot.name,
            f"{rating.mu:.1f} ± {(rating.high - rating.low) / 2:.1f}",
            str(bot.games),
            *_rate(bot.wins),
            *(_time(seconds) for seconds in (times.median, times.most, times.longest)),
        )
    print_table(table)


def _print_adjusted(figures: TournamentFigures) -> None:
    """Print the shares of wins with the luck taken out, if it is known."""
    rows = [(bot.name, bot.adjusted) for bot in figures.bots if bot.adjusted is not None]
    if not rows:
        return
    words = ("bot", "adjusted", "interval", "needed")
    table = new_table(*(say(f"arena.{word}") for word in words))
    align_numbers(table, first=1)
    for name, adjusted in rows:
        share = adjusted.share
        interval = f"{share.low:.1%} to {share.high:.1%}"
        table.add_row(name, f"{share.mean:.1%}", interval, f"{adjusted.needed:.0%}")
    print_table(table)
    typer.echo(say("arena.luck"))


def _print_points(figures: TournamentFigures) -> None:
    """Print where the points came from."""
    sources = list(figures.bots[0].sources)
    table = new_table(*(say(f"arena.{word}") for word in ("bot", "points", *sources)))
    align_numbers(table, first=1)
    for bot in figures.bots:
        numbers = (bot.points.mean, *bot.sources.values())
        table.add_row(bot.name, *(f"{number:.2f}" for number in numbers))
    print_table(table)


def _print_seats(figures: TournamentFigures) -> None:
    """Print what the seats and the turn order were worth."""
    words = ("seat", "won", "interval", "turn", "won", "interval")
    table = new_table(*(say(f"arena.{word}") for word in words))
    for seat, (by_seat, by_turn) in enumerate(zip(figures.seats, figures.turns, strict=True)):
        turn = say("sim.turn.first") if seat == 0 else say("sim.turn.later", places=seat)
        table.add_row(str(seat), *_rate(by_seat), turn, *_rate(by_turn))
    print_table(table)


def _print_faults(figures: TournamentFigures) -> None:
    """Print what bots did wrong, if they did."""
    number = sum(count for bot in figures.bots for count in bot.faults.values())
    if not number:
        return
    kinds = list(figures.bots[0].faults)
    table = new_table(*(say(f"arena.{word}") for word in ("bot", *kinds)))
    align_numbers(table, first=1)
    for bot in figures.bots:
        if any(bot.faults.values()):
            table.add_row(bot.name, *map(str, bot.faults.values()))
    print_table(table)
    typer.echo(say_many("arena.fault", number))
    for fault in {fault.bot: fault for fault in reversed(figures.faults)}.values():
        typer.echo(f"  {fault}")


def _rate(rate: Rate) -> tuple[str, str]:
    return f"{rate.rate:.1%}", f"{rate.low:.1%} to {rate.high:.1%}"


def _time(seconds: float) -> str:
    return f"{seconds:.2f} s" if seconds >= 1 else f"{seconds * 1e3:.2f} ms"
