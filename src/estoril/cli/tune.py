"""`estoril tune`: better weights for the bots, by self-play."""

from __future__ import annotations

import os
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import Annotated

import typer

from estoril.bots.beliefs import WEIGHTS, load_weights
from estoril.bots.tuning import SETUPS, Generation, breed, compare, write_weights
from estoril.cli.options import Jobs
from estoril.errors import SetupError
from estoril.words import say


def tune(
    out: Annotated[Path, typer.Argument(help=say("cli.tune.out"))],
    start: Annotated[Path, typer.Option("--start", help=say("cli.tune.start"))] = WEIGHTS,
    generations: Annotated[
        int, typer.Option("--generations", help=say("cli.tune.generations"))
    ] = 12,
    population: Annotated[int, typer.Option("--population", help=say("cli.tune.population"))] = 32,
    games: Annotated[int, typer.Option("--games", help=say("cli.tune.games"))] = 60,
    check: Annotated[int, typer.Option("--check", help=say("cli.tune.check"))] = 2000,
    seed: Annotated[int, typer.Option("--seed", help=say("cli.tune.seed"))] = 1942,
    jobs: Jobs = None,
) -> None:
    """Breed better weights by self-play."""
    if min(generations, games, check) < 1 or population < 4:
        raise SetupError("cli.tune.wrong")
    old = load_weights(str(start))
    workers = jobs or os.cpu_count() or 1
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
        new = breed(old, generations, population, games, seed, pool, _tell)
        share, error = compare(new, old, check, seed, pool)
    command = (
        f"estoril tune {out.name} --generations {generations} --population {population} "
        f"--games {games} --check {check} --seed {seed}"
    )
    played = generations * population * games * len(SETUPS)
    result = say("cli.tune.result", share=share, error=error, games=check * len(SETUPS))
    write_weights(out, new, old, [command, say("cli.tune.story", games=played), result])
    typer.echo(result)
    typer.echo(say("cli.tune.written", file=out))


def _tell(generation: Generation) -> None:
    """Say how a generation went."""
    typer.echo(
        say(
            "cli.tune.generation",
            number=generation.number,
            best=generation.best,
            elite=generation.elite,
            spread=generation.spread,
        )
    )
