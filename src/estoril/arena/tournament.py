"""Tournaments: many games between bots, balanced, in several processes, resumable."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from os import PathLike
from pathlib import Path
from typing import Final

import msgspec

from estoril.arena import journal
from estoril.arena.figures import TournamentFigures, add_up
from estoril.arena.keeping import keep
from estoril.arena.play import OnError, Played
from estoril.arena.schedule import Fixture, fixtures
from estoril.arena.workers import ArenaError, GameTask, Job, play_all, play_on
from estoril.bots import make
from estoril.bots.driver import Factory
from estoril.boxes import Content
from estoril.bulk.keeping import Keeper
from estoril.game.game import content_from
from estoril.game.options import Options, catalog_for, choose
from estoril.game.records import made_folder

Bots = Sequence[str] | Mapping[str, str | Factory]
Progress = Callable[[int], None]
_NAMED: Final = re.compile(r"([\w.-]+)=(.+)")


class Tournament:
    """A balanced set of games between bots (see `schedule` for what balanced means).

    Args:
        bots: Specs, `name=spec` where a bot is to be called otherwise, or names with a spec or a
            function that makes the bot.
        options: Those of a game (`estoril.choose`); without, as many play the base set as there
            are bots.
        games: How many are played at least; there are as many more as it takes for each bot to sit
            in each seat.
        seed: All games follow from it; the same seed gives the same tournament.
        content: Tiles of your own (`estoril.content`).
        jobs: How many worker processes play, which survive bots that hang or crash; 0 plays in
            this process, which starts at once.
        limit: Seconds that a bot may take for a decision.
        on_error: "stop" ends the tournament at a bot's first fault; "go-on" counts it, and a
            random action takes the place of the bot's. Without, faults are counted but a bot that
            cannot be made is refused at the start.
        out: A file for the games; those that are there already are not played again.
        records: A folder for the record of every game.
        on: Where the games are played: local, or on a cluster of ray or dask
            (`estoril.bulk.executors`), where `jobs` of them are played at the same time, and
            without as many as it has cores. It makes no difference to the games.
        part: Which part of how many to play, from 1, such as (2, 3): for machines that know
            nothing of each other, each with a file of its own.
        merge: Files of other parts, whose games are taken into `out` first.
        thoughts: Whether bots are asked why, after each decision.
        luck: Whether to work out what chance was worth in each game, to take it out of the shares
            of wins. That takes some ten milliseconds for a game.

    Raises:
        ArenaError: There are no bots, a number makes no sense, or a file cannot be used.
        SetupError: The options cannot be played with this content.

    Examples:
        >>> from estoril.arena import Tournament
        >>> figures = Tournament(["random", "random"], games=10, seed=1942).run()
        >>> figures.games, figures.bot("random").wins.rate
        (10, 0.5)
    """

    def __init__(
        self,
        bots: Bots,
        options: Options | None = None,
        games: int = 100,
        seed: int = 0,
        *,
        content: Content | None = None,
        jobs: int = 0,
        limit: float | None = None,
        on_error: OnError | None = None,
        out: str | PathLike[str] | None = None,
        records: str | PathLike[str] | None = None,
        on: str = "local",
        part: tuple[int, int] = (1, 1),
        merge: Sequence[str | PathLike[str]] = (),
        thoughts: bool = False,
        luck: bool = False,
    ) -> None:
        names, factories = _entered(bots)
        if options is None:
            options = choose(max(2, len(names)))
        _check(names, games, jobs, limit, part)
        self.content = content_from(content)
        catalog_for(options, self.content)  # a setup that cannot be played is refused here
        self.seed = seed
        self.jobs = jobs
        self.on = on
        self.merge = tuple(map(Path, merge))
        self.out = None if out is None else Path(out)
        folder = None if records is None else made_folder(Path(records), ArenaError)
        self.job = Job(
            names,
            factories,
            options,
            self.content,
            limit,
            on_error or "go-on",
            folder,
            thoughts,
            luck,
        )
        self._sure = on_error is not None
        number, parts = part
        self.fixtures = fixtures(names, options.players, seed, games)[number - 1 :: parts]
        self._lines: dict[int, bytes] = {}

    @property
    def games(self) -> int:
        """The number of games to be played, whole rotations."""
        return len(self.fixtures)

    @property
    def header(self) -> journal.Header:
        """What makes this tournament the same as another."""
        return journal.Header(
            bots=self.job.names,
            options=self.job.options,
            seed=self.seed,
            content=self.content.digest,
            limit=self.job.limit,
        )

    def run(self, progress: Progress | None = None) -> TournamentFigures:
        """Play what is still to be played and return what all games add up to.

        `progress` is told after each game how many are done. When this is interrupted, `figures`
        has what was played so far, and another tournament with the same `out` goes on from there.

        Raises:
            BotError: A bot cannot be made, unless `on_error` was given.
            BotFault: A bot did what it must not, with `on_error="stop"`.
            ArenaError: The file belongs to another tournament, or worker processes do not start.
        """
        for _ in self.play(progress):
            pass
        return self.figures()

    def play(self, progress: Progress | None = None) -> Iterator[Played]:
        """Play what is still to be played, and yield each game when it has ended.

        With several processes they do not come in the order of the schedule. It raises as `run`.
        """
        self._check_bots()
        decode = msgspec.json.Decoder(Played).decode
        with self._file() as keep:
            if progress is not None:
                progress(len(self._lines))
            waiting = [game for game in self.fixtures if game.index not in self._lines]
            for line in self._played(waiting):
                keep(line)
                game = decode(line)
                self._lines[game.index] = line
                if progress is not None:
                    progress(len(self._lines))
                yield game

    def _played(self, waiting: Sequence[Fixture]) -> Iterator[bytes]:
        """Play games here or in processes; yields each as JSON."""
        if not waiting:
            return iter(())
        if self.on != "local":
            return play_on(self.on, self.job, waiting, self.jobs)
        if self.jobs:
            return play_all(self.job, waiting, min(self.jobs, len(waiting)))
        return (msgspec.json.encode(self.job.play(GameTask(fixture))) for fixture in waiting)

    @contextmanager
    def _file(self) -> Iterator[Callable[[bytes], None]]:
        """Return how a game is kept: in the file of the games, if there is to be one."""
        if self.out is None:
            yield lambda line: None
            return
        file = self._open(self.out)
        try:
            yield file.add
        except KeyboardInterrupt:  # between a game and its count, maybe: the file knows
            file.close()
            file = self._open(self.out)
            raise
        finally:
            file.close()

    def _open(self, path: Path) -> journal.Journal:
        """Open the file of the games, and take those that are wanted."""
        file = journal.Journal(path, self.header)
        for other in self.merge:
            file.take(other, self.header)
        wanted = {fixture.index for fixture in self.fixtures}
        self._lines = {index: line for index, line in file.done.items() if index in wanted}
        return file

    def results(self) -> Iterator[Played]:
        """Yield all games that have been played, in the order of the schedule."""
        return journal.games(self._lines)

    def keep(self, keeper: Keeper) -> None:
        """Hand the games that have been played so far to one who keeps them.

        Raises:
            ArenaError: A game is from a file that does not tell how it went.

        Examples:
            >>> from estoril.arena import Tournament
            >>> from estoril.bulk.keeping import Keeper
            >>> from tempfile import TemporaryDirectory
            >>> tournament = Tournament(["random", "tourist"], games=2)
            >>> _ = tournament.run()
            >>> with TemporaryDirectory() as folder, Keeper(f"{folder}/games.bundle") as keeper:
            ...     tournament.keep(keeper)
        """
        keep(keeper, self.results(), self.job.options, self.content)

    def figures(self) -> TournamentFigures:
        """Return what the games that have been played so far add up to."""
        return add_up(
            self.results(),
            self.job.options,
            self.content,
            seed=self.seed,
            limit=self.job.limit,
            entered=self.job.names,
            planned=self.games,
        )

    def _repr_html_(self) -> str:
        return self.figures()._repr_html_()

    def _check_bots(self) -> None:
        """Refuse bots that cannot be made, unless it was said what to do about them."""
        if self._sure:
            return
        for name, factory in zip(self.job.names, self.job.factories, strict=True):
            if factory is None:
                make(name)
            elif isinstance(factory, partial) and factory.func is make:
                factory()


def play_match(
    bots: Bots,
    options: Options | None = None,
    games: int = 100,
    seed: int = 0,
    *,
    content: Content | None = None,
    jobs: int = 0,
    limit: float | None = None,
) -> dict[str, float]:
    """Play a balanced set of games and return each bot's share of the wins, by name.

    The arguments are those of `Tournament`. For bots that take less than a millisecond for a
    decision this process (`jobs=0`) is quick enough; others profit from workers.

    Returns:
        From 0 to 1 for each bot: of the games it played, the share that it won. A shared victory
        counts as a part of a win.

    Raises:
        BotFault: A bot did something wrong.
        ArenaError: As for `Tournament`.

    Examples:
        >>> from estoril.arena import play_match
        >>> play_match({"habit": "tourist", "chance": "random"}, games=20, seed=3)
        {'habit': 0.975, 'chance': 0.025}
    """
    tournament = Tournament(
        bots, options, games, seed, content=content, jobs=jobs, limit=limit, on_error="stop"
    )
    won: dict[str, list[float]] = {}
    for game in tournament.play():
        for name, share in zip(game.bots, game.shares, strict=True):
            won.setdefault(name, []).append(share)
    return {name: sum(won[name]) / len(won[name]) for name in dict.fromkeys(tournament.job.names)}


def _entered(bots: Bots) -> tuple[tuple[str, ...], tuple[Factory | None, ...]]:
    """Return the names of the bots, and what makes them; None where the name is the spec."""
    if isinstance(bots, str):
        bots = [bots]
    if isinstance(bots, Mapping):
        makers = (partial(make, bot) if isinstance(bot, str) else bot for bot in bots.values())
        return tuple(bots), tuple(makers)
    named = [_NAMED.fullmatch(bot) for bot in bots]
    return (
        tuple(bot if found is None else found[1] for bot, found in zip(bots, named, strict=True)),
        tuple(None if found is None else partial(make, found[2]) for found in named),
    )


def _check(
    names: Sequence[str], games: int, jobs: int, limit: float | None, part: tuple[int, int]
) -> None:
    """Refuse what makes no sense."""
    number, parts = part
    if not 1 <= number <= parts:
        raise ArenaError("error.arena.part", number=number, parts=parts)
    if not names or not all(names):
        raise ArenaError("error.arena.bots")
    if games < 1:
        raise ArenaError("error.games", games=games)
    if jobs < 0:
        raise ArenaError("error.arena.jobs", jobs=jobs)
    if limit is not None and not limit > 0:
        raise ArenaError("error.arena.limit", limit=f"{limit:g}")
