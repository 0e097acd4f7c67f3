"""`estoril train`: teach the bots by self-play who will win, and to read folders."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Annotated, Final

import typer

from estoril.bots import reading as folders
from estoril.bots.training import FURTHER, Training, fit, gather, play_games
from estoril.bulk.executors import Executor, executor
from estoril.cli.options import Jobs, On, Quiet
from estoril.cli.output import progress, try_file
from estoril.errors import SetupError
from estoril.extras import need
from estoril.words import say

PARTS: Final = (1 / 8, 1 / 4, 1 / 2)  # of the games, for a curve of learning


def train(
    out: Annotated[Path, typer.Argument(metavar="FILE", help=say("cli.train.out"))],
    games: Annotated[int, typer.Option("--games", "-n", help=say("cli.train.games"))] = 144_000,
    generations: Annotated[
        int, typer.Option("--generations", help=say("cli.train.generations"))
    ] = 1,
    searched: Annotated[int, typer.Option("--searched", help=say("cli.train.searched"))] = 18_000,
    simulations: Annotated[
        int, typer.Option("--simulations", help=say("cli.train.simulations"))
    ] = 100,
    curve: Annotated[bool, typer.Option("--curve", help=say("cli.train.curve"))] = False,
    reading: Annotated[bool, typer.Option("--reading", help=say("cli.train.reading"))] = False,
    seed: Annotated[int, typer.Option("--seed", help=say("cli.train.seed"))] = 1942,
    jobs: Jobs = None,
    on: On = "local",
    quiet: Quiet = False,
) -> None:
    """Teach the bots by self-play who will win; each generation's net is in the file at once."""
    need("batch")
    if min(games, generations, searched, simulations) < 1:
        raise SetupError("cli.train.wrong")
    kind = "--reading" if reading else f"--generations {generations} --searched {searched}"
    command = (
        f"estoril train {out.name} --games {games} {kind} --simulations {simulations} --seed {seed}"
    )
    try_file(out)
    # leaving the block by an error ends the workers, whatever they are at
    with executor(on, jobs) as workers:
        if reading:
            _learn_to_read(workers, out, games, simulations, seed, command, quiet=quiet)
            return
        net = None
        for number in range(1, generations + 1):
            thinking, count = (simulations, searched) if net else (0, games)
            with progress(count, quiet=quiet) as advance:
                found = gather(
                    play_games, count, seed + number - 1, thinking, str(out), workers.map, advance
                )
            learn = partial(fit, found, FURTHER if net else Training(), seed + number - 1, net)
            net, loss = learn()
            net.save(out, command)
            if not quiet:
                typer.echo(say("cli.train.generation", number=number, games=count, loss=loss))
            for part in PARTS if curve else ():
                loss = learn(part)[1]
                typer.echo(say("cli.train.part", games=round(part * count), loss=loss))
    typer.echo(say("cli.train.written", file=out))


def _learn_to_read(
    workers: Executor, out: Path, games: int, simulations: int, seed: int, command: str,
    *, quiet: bool,
) -> None:  # fmt: skip
    """Teach the bots to read folders, by games in which they search."""
    with progress(games, quiet=quiet) as advance:
        found = gather(folders.watch_games, games, seed, simulations, "", workers.map, advance)
    learned = folders.fit([each.folders for each in found], seed)
    aims, saved = folders.fit_aims([each.suspicions for each in found])
    folders.save(out, learned, aims, command)
    if not quiet:
        even, read, right = learned.even, learned.read, 100 * learned.right
        typer.echo(say("cli.train.read", games=games, even=even, read=read, right=right))
        typer.echo(say("cli.train.aims", saved=saved))
    typer.echo(say("cli.train.written.reading", file=out))
