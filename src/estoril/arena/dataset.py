"""Data sets: very many games between bots as tables, made shard by shard, with a datasheet.

The same choices give the same games (how long bots thought differs). A shard is a tournament of its
own; those that are there already are not played again, so a data set that was interrupted goes on
where it was.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from os import PathLike
from random import Random
from typing import Final, NamedTuple

from estoril.arena.keeping import told
from estoril.arena.tournament import Tournament
from estoril.boxes import Content
from estoril.bulk.datasheet import write_datasheet
from estoril.bulk.tables import DataWriter
from estoril.game.game import content_from
from estoril.game.options import Options, choose

SHARD: Final = 4000  # games
LIMIT: Final = 60.0  # seconds for a decision, so that no bot holds all up
# What is played if nobody says otherwise: all numbers of players, the base set and all modules.
SETUPS: Final[tuple[tuple[int, tuple[str, ...] | str], ...]] = (
    (2, ()), (3, ()), (4, ()), (2, "all"), (3, "all"), (4, "all"), (5, "all"),
)  # fmt: skip
Progress = Callable[[int], None]


class Shard(NamedTuple):
    """Some games of a data set."""

    options: Options
    number: int  # among those of its setup
    first: int  # the number of its first game
    games: int
    seed: int


def usual_setups() -> list[Options]:
    """Return what is played if nobody says otherwise."""
    return [choose(players, modules) for players, modules in SETUPS]


def shards(setups: Sequence[Options], games: int, seed: int, size: int = SHARD) -> Iterator[Shard]:
    """Yield the parts of a data set: the games are shared out evenly among the setups."""
    first = 0
    for n, options in enumerate(setups):
        left = games // len(setups) + (n < games % len(setups))
        for number, start in enumerate(range(0, left, size)):
            chance = Random(f"estoril data:{seed}:{n}:{number}").getrandbits(48)
            count = min(size, left - start)
            yield Shard(options, number, first, count, chance)
            first += count


def make_dataset(
    folder: str | PathLike[str],
    bots: Sequence[str],
    games: int,
    seed: int,
    *,
    setups: Sequence[Options] | None = None,
    content: Content | None = None,
    jobs: int = 0,
    on: str = "local",
    thoughts: bool = False,
    shard: int = SHARD,
    command: str = "",
    progress: Progress | None = None,
) -> None:
    """Have bots play very many games, and write them as tables with a datasheet.

    Args:
        folder: Where the data set is, or goes on.
        bots: Who plays, as specs; every shard is balanced as a tournament is.
        games: How many in all.
        seed: Everything follows from it.
        setups: What is played; without, `usual_setups`.
        content: Tiles of your own.
        jobs: As for `Tournament`.
        on: As for `Tournament`.
        thoughts: Whether bots say why they decide as they do; the data set is then far larger.
        shard: How many games are played and written at a time.
        command: How this was made, for the datasheet.
        progress: Is told how many games there are.

    Raises:
        ArenaError: A number makes no sense.
        SetupError: The folder cannot be used.
        MissingExtra: This needs more than is installed.
    """
    tiles = content_from(content)
    with DataWriter(folder, seed=seed, bots=list(bots), command=command) as writer:
        done = 0
        for part in shards(setups or usual_setups(), games, seed, shard):
            if writer.has_part(part.options, tiles, part.number):
                writer.games += part.games
            else:
                tournament = Tournament(
                    bots,
                    part.options,
                    part.games,
                    part.seed,
                    content=tiles,
                    jobs=jobs,
                    limit=LIMIT,
                    on=on,
                    thoughts=thoughts,
                )
                _play(tournament, part, done, progress)
                played = list(tournament.results())[: part.games]
                writer.write_part(
                    part.options, tiles, part.number, *told(played, part.options, tiles, part.first)
                )
            done += part.games
            if progress is not None:
                progress(done)
    write_datasheet(folder)


def _play(tournament: Tournament, part: Shard, done: int, progress: Progress | None) -> None:
    """Play a shard; a few games more than wanted may be played, so that seats are fair."""

    def tell(count: int) -> None:
        if progress is not None:
            progress(done + min(count, part.games))

    for _ in tournament.play(tell):
        pass
