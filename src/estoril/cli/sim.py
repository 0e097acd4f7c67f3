"""`estoril sim`: random games in bulk, and what they add up to."""

from __future__ import annotations

import secrets
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from estoril.cli.options import (
    AsJson,
    ContentFile,
    DataFolder,
    EditionName,
    FirstSeed,
    Jobs,
    Modules,
    On,
    Players,
    Quiet,
    Rulings,
    Variants,
    chosen,
    tell_rulings,
)
from estoril.cli.output import new_table, print_json, print_table, progress
from estoril.game.game import content_from
from estoril.words import say, say_many

if TYPE_CHECKING:
    from rich.table import Table

    from estoril.bulk.sim import SimulationFigures, Spread


def sim(
    games: Annotated[int, typer.Option("--games", "-n", help=say("cli.games"))] = 1000,
    players: Players = 4,
    modules: Modules = "",
    edition: EditionName = "superbox",
    variants: Variants = "",
    rulings: Rulings = "",
    seed: FirstSeed = None,
    jobs: Jobs = None,
    records: Annotated[Path | None, typer.Option("--records", help=say("cli.records"))] = None,
    data: DataFolder = None,
    table: Annotated[Path | None, typer.Option("--table", help=say("cli.table"))] = None,
    on: On = "local",
    as_json: AsJson = False,
    quiet: Quiet = False,
    content: ContentFile = None,
) -> None:
    """Play random games in bulk and print what they add up to."""
    from estoril.bulk.sim import report, simulate  # here, as a help text needs none of it

    options = chosen(players, modules, edition, variants, rulings)
    with progress(games, quiet=quiet) as tell:
        figures = simulate(
            options,
            content_from(content),
            games,
            secrets.randbits(32) if seed is None else seed,
            jobs=jobs,
            on=on,
            records_in=records,
            table=table,
            data=data,
            progress=tell,
        )
    if as_json:
        print_json(report(figures))
    else:
        _print_figures(figures)


def _print_figures(figures: SimulationFigures) -> None:
    """Print what many games add up to."""
    options = figures.options
    seconds = max(figures.seconds, 1e-9)
    typer.echo(
        say_many(
            "sim.setup",
            figures.games,
            players=options.players,
            edition=options.edition,
            modules=", ".join(options.modules) or "-",
            variants=", ".join(options.variants) or "-",
            seed=figures.seed,
        )
    )
    tell_rulings(options)
    typer.echo(
        say(
            "sim.speed",
            decisions=figures.decisions,
            seconds=seconds,
            games_rate=figures.games / seconds,
            decision_rate=figures.decisions / seconds,
        )
    )
    _print_spreads(figures)
    _print_winners(figures)


def _print_spreads(figures: SimulationFigures) -> None:
    """Print mean, deviation and range of what was counted."""
    words = ("what", "mean", "deviation", "low", "high")
    table = new_table(*(say(f"sim.{word}") for word in words))
    for seat, entry in enumerate(figures.seats):
        _add_spread(table, say("sim.score.seat", seat=seat), entry.score)
    for word in ("score", "winning_score", "per_game", "tiles_won", "tiles_lost"):
        _add_spread(table, say(f"sim.{word}"), getattr(figures, word))
    print_table(table)


def _add_spread(table: Table, what: str, spread: Spread) -> None:
    numbers = (f"{spread.mean:.2f}", f"{spread.deviation:.2f}", str(spread.low), str(spread.high))
    table.add_row(what, *numbers)


def _print_winners(figures: SimulationFigures) -> None:
    """Print who won how often, by seat and by place in the turn order of round one."""
    words = ("seat", "won", "shared", "turn", "won")
    table = new_table(*(say(f"sim.{word}") for word in words))
    for seat, entry in enumerate(figures.seats):
        won, by_turn = (count / figures.games for count in (entry.wins, figures.won_by_turn[seat]))
        turn = say("sim.turn.first") if seat == 0 else say("sim.turn.later", places=seat)
        table.add_row(str(seat), f"{won:.2%}", str(entry.shared), turn, f"{by_turn:.2%}")
    print_table(table)
