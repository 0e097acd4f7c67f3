"""`estoril tune`: better weights for the bots, by self-play."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from estoril.bots.beliefs import WEIGHTS, load_weights
from estoril.bots.tuning import SETUPS, Generation, Weights, breed, compare, write_weights
from estoril.bulk.executors import executor
from estoril.cli.options import Jobs, On, Quiet
from estoril.cli.output import try_file
from estoril.errors import SetupError
from estoril.words import say


def tune(
    out: Annotated[Path, typer.Argument(metavar="FILE", help=say("cli.tune.out"))],
    start: Annotated[
        Path, typer.Option("--start", help=say("cli.tune.start"), show_default=False)
    ] = WEIGHTS,
    generations: Annotated[
        int, typer.Option("--generations", help=say("cli.tune.generations"))
    ] = 12,
    population: Annotated[int, typer.Option("--population", help=say("cli.tune.population"))] = 32,
    games: Annotated[int, typer.Option("--games", "-n", help=say("cli.tune.games"))] = 60,
    check: Annotated[int, typer.Option("--check-games", help=say("cli.tune.check"))] = 2000,
    seed: Annotated[int, typer.Option("--seed", help=say("cli.tune.seed"))] = 1942,
    jobs: Jobs = None,
    on: On = "local",
    quiet: Quiet = False,
) -> None:
    """Breed better weights by self-play; each generation's are in the file as soon as it ends."""
    if min(generations, games, check) < 1 or population < 4:
        raise SetupError("cli.tune.wrong")
    old = load_weights(str(start))
    command = (
        f"estoril tune {out.name} --generations {generations} --population {population} "
        f"--games {games} --check-games {check} --seed {seed}"
    )
    try_file(out)
    keep = partial(_write, out, old, command)
    ended: list[Generation] = []

    def tell(generation: Generation, weights: Weights) -> None:
        keep(weights, _told(generation))
        ended.append(generation)
        if not quiet:
            typer.echo(_told(generation))

    try:
        # leaving the block by an error ends the workers, whatever they are at
        with executor(on, jobs) as workers:
            new = breed(old, generations, population, games, seed, workers.starmap, tell)
            share, error = compare(new, old, check, seed, workers.starmap)
    except KeyboardInterrupt:
        if ended:
            typer.echo(say("cli.tune.kept", number=ended[-1].number, file=out), err=True)
        raise
    played = generations * population * games * len(SETUPS)
    result = say("cli.tune.result", share=share, error=error, games=check * len(SETUPS))
    keep(new, say("cli.tune.story", games=played), result)
    typer.echo(result)
    typer.echo(say("cli.tune.written", file=out))


def _write(out: Path, old: Weights, command: str, weights: Weights, *story: str) -> None:
    try:
        write_weights(out, weights, old, [command, *story])
    except OSError as problem:
        what = str(problem.strerror)
        raise SetupError("cli.not_written", where=str(out), problem=what) from problem


def _told(generation: Generation) -> str:
    """Say how a generation went."""
    return say(
        "cli.tune.generation",
        number=generation.number,
        best=generation.best,
        elite=generation.elite,
        spread=generation.spread,
    )
