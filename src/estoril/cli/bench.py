"""`estoril bench`: how fast Estoril is here."""

from __future__ import annotations

from typing import Annotated

import msgspec
import typer

from estoril.bulk.bench import Report, measurements, run
from estoril.cli.options import (
    AsJson,
    EditionName,
    Modules,
    Players,
    Quiet,
    Rulings,
    Variants,
    chosen,
    names,
    tell_rulings,
)
from estoril.cli.output import align_numbers, new_table, print_json, print_table, progress
from estoril.words import say


def bench(
    seconds: Annotated[float, typer.Option("--seconds", help=say("cli.bench.seconds"))] = 1.0,
    passes: Annotated[int, typer.Option("--passes", help=say("cli.bench.passes"))] = 3,
    only: Annotated[str, typer.Option("--only", help=say("cli.bench.only"))] = "",
    players: Players = 4,
    modules: Modules = "all",
    edition: EditionName = "superbox",
    variants: Variants = "",
    rulings: Rulings = "",
    as_json: AsJson = False,
    quiet: Quiet = False,
) -> None:
    """Measure how fast Estoril is here."""
    options = chosen(players, modules, edition, variants, rulings)
    rows = names(only)
    with progress(measurements(passes, rows), quiet=quiet) as tell:
        report = run(options, seconds=seconds, passes=passes, only=rows, progress=tell)
    if as_json:
        print_json(msgspec.to_builtins(report))
    else:
        _print_bench(report)


def _print_bench(report: Report) -> None:
    """Print how fast Estoril was."""
    options = report.options
    typer.echo(
        say(
            "bench.setup",
            version=report.version,
            engine=say(f"cli.engine.{report.engine}"),
            python=report.python,
            machine=report.machine,
            cores=report.cores,
            players=options.players,
            modules=", ".join(options.modules) or "-",
            variants=", ".join(options.variants) or "-",
        )
    )
    tell_rulings(options)
    if report.rows:
        words = ("what", "unit", "corrected", "raw", "spread")
        table = new_table(*(say(f"bench.{word}") for word in words))
        align_numbers(table, first=2)
        for row in report.rows:
            numbers = (_number(row.corrected), _number(row.raw), f"{row.spread:.0%}")
            table.add_row(say(f"bench.row.{row.name}"), row.unit, *numbers)
        print_table(table)
    if report.growth:
        _print_growth(report)
    for name in report.left_out:
        typer.echo(say(f"bench.without.{name}"))
    typer.echo(
        say(
            "bench.method",
            passes=report.passes,
            seconds=report.seconds,
            slower=1 - report.slowest / report.fastest,
        )
    )


def _print_growth(report: Report) -> None:
    """Print what a decision costs by players, with few modules and with all."""
    columns = (say(f"bench.{word}") for word in ("players", "few", "all"))
    table = new_table(*columns, title=say("bench.growth"))
    align_numbers(table, first=1)
    by_players: dict[int, list[str]] = {}
    for entry in report.growth:
        by_players.setdefault(entry.players, []).append(_number(entry.cost.corrected))
    for players, costs in by_players.items():
        table.add_row(str(players), *costs)
    print_table(table)


def _number(figure: float) -> str:
    """Write a figure with no more digits than it is worth."""
    return f"{figure:,.0f}" if figure >= 100 else f"{figure:.1f}"
