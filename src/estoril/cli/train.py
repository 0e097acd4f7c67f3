"""`estoril train`: teach the bots by self-play who will win."""

from __future__ import annotations

import os
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import Annotated

import typer

from estoril.bots.training import Training, fit, gather
from estoril.cli.options import Jobs
from estoril.errors import SetupError
from estoril.extras import need
from estoril.words import say


def train(
    out: Annotated[Path, typer.Argument(help=say("cli.train.out"))],
    games: Annotated[int, typer.Option("--games", help=say("cli.train.games"))] = 120_000,
    generations: Annotated[
        int, typer.Option("--generations", help=say("cli.train.generations"))
    ] = 1,
    simulations: Annotated[
        int, typer.Option("--simulations", help=say("cli.train.simulations"))
    ] = 100,
    seed: Annotated[int, typer.Option("--seed", help=say("cli.train.seed"))] = 1942,
    jobs: Jobs = None,
) -> None:
    """Teach the bots by self-play who will win."""
    need("batch")
    if min(games, generations, simulations) < 1:
        raise SetupError("cli.train.wrong")
    command = (
        f"estoril train {out.name} --games {games} --generations {generations} "
        f"--simulations {simulations} --seed {seed}"
    )
    with out.open("ab"):  # so that one learns now if nothing can be written there
        pass
    with ProcessPoolExecutor(jobs or os.cpu_count(), mp_context=get_context("spawn")) as pool:
        for number in range(generations):
            played, shown = 0, 0

            def tell(more: int) -> None:
                nonlocal played, shown
                played += more
                if played * 10 // games > shown:
                    shown = played * 10 // games
                    typer.echo(say("cli.train.played", number=number + 1, games=played))  # noqa: B023

            thinking = simulations if number else 0
            found = gather(games, seed + number, thinking, str(out), pool, tell)
            net = fit(found, Training(), seed + number, _tell)
            net.save(out, command)
    typer.echo(say("cli.train.written", file=out))


def _tell(epoch: int, loss: float) -> None:
    """Say how far it has come."""
    typer.echo(say("cli.train.epoch", number=epoch, loss=loss))
