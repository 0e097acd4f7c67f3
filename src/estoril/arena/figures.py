"""What the games of a tournament add up to: bots, seats, tiles, locations and missions.

A shared victory counts as a share of a win; `worths` says what a tile or a location is worth.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from typing import Final

import msgspec

from estoril.arena.adjusting import Adjusted, adjust
from estoril.arena.intervals import Mean, Rate, Sums, quantile
from estoril.arena.play import Fault, Played
from estoril.arena.ratings import RatedGame, Rating, rate
from estoril.arena.worths import Worths
from estoril.bots.driver import KINDS
from estoril.boxes import Content
from estoril.game.drawing import bars
from estoril.game.options import Options
from estoril.game.results import SeatResult

SOURCES: Final = ("discards", "tiles", "missions", "agenda", "enigma")
TOLD: Final = 50  # faults kept with their words; all are counted


class Times(msgspec.Struct, frozen=True):
    """How long decisions took, in seconds.

    Attributes:
        decisions: How many there were.
        median: Half of them took no longer than this.
        most: 95 of 100 took no longer than this.
        longest: None took longer than this.
    """

    decisions: int
    median: float
    most: float
    longest: float


class BotFigures(msgspec.Struct, kw_only=True):
    """How one bot did.

    Attributes:
        name: Its spec or name.
        games: The seats it sat in; two seats of one game count twice.
        rating: Its strength as one number.
        wins: The share of its games that it won.
        adjusted: The same with the luck taken out; None where luck was not worked out.
        points: Its points in a game.
        sources: Where these came from, mean per game.
        accomplished: Missions, mean per game.
        seats: Wins by seat.
        turns: Wins by places after the first player of round one.
        faults: How often it did something wrong, by kind.
        times: How long it took to decide.
    """

    name: str
    games: int
    rating: Rating
    wins: Rate
    adjusted: Adjusted | None
    points: Mean
    sources: dict[str, float]
    accomplished: float
    seats: list[Rate]
    turns: list[Rate]
    faults: dict[str, int]
    times: Times


class TileFigures(msgspec.Struct, kw_only=True):
    """What became of those who won a tile, and of those who had it at the end."""

    tile: str
    name: str
    module: str
    sure: str
    strength: int
    points: int
    starting: bool
    won: Rate  # wins of those who won it
    won_value: Mean
    held: Rate  # wins of those who had it in their network at the end
    held_value: Mean


class SpaceFigures(msgspec.Struct, kw_only=True):
    """What became of those who stood on a space."""

    space: str
    wins: Rate
    value: Mean


class LocationFigures(msgspec.Struct, kw_only=True):
    """What became of those who won a location, and of those who stood there."""

    location: str
    name: str
    wins: Rate  # of those who won it
    value: Mean
    spaces: list[SpaceFigures]


class MissionFigures(msgspec.Struct, kw_only=True):
    """What a mission was worth."""

    mission: str
    name: str
    kind: str
    sure: str
    games: int  # in which it was in play
    points: Mean  # per seat and game
    wins: Rate  # of those who accomplished it
    value: Mean
    by: dict[str, float]  # how often each bot accomplished it, of the games it sat in with it


class TournamentFigures(msgspec.Struct, kw_only=True):
    """What a tournament adds up to.

    Attributes:
        bots: How each bot did, the best first.
        options: What was played.
        seed: That of the tournament.
        limit: Seconds that a bot had for a decision, if there was a limit.
        entered: The bots as they were given, some perhaps several times.
        games: How many were played, of those `planned`.
        setups: How many different game seeds these had.
        decisions: How many decisions were taken in all games.
        shared: Games with several winners.
        seats: Wins by seat, whoever sat there.
        turns: Wins by places after the first player of round one.
        order: How much more of a win than usual each of these places had.
        tiles: What became of those who won or had a tile.
        locations: What became of those who won a location, or stood there.
        missions: What each mission was worth.
        faults: The first things that bots did wrong; all are counted in `bots`.
    """

    bots: list[BotFigures]
    options: Options
    seed: int
    limit: float | None
    entered: list[str]
    games: int
    planned: int
    setups: int
    decisions: int
    shared: int
    seats: list[Rate]
    turns: list[Rate]
    order: list[Mean]
    tiles: list[TileFigures]
    locations: list[LocationFigures]
    missions: list[MissionFigures]
    faults: list[Fault]

    def bot(self, name: str) -> BotFigures:
        """Find a bot by its spec or name."""
        return next(bot for bot in self.bots if bot.name == name)

    def json(self) -> bytes:
        """Return all figures as JSON."""
        return msgspec.json.format(msgspec.json.encode(self), indent=2)

    def _repr_html_(self) -> str:
        won = [
            (
                bot.name,
                [("won", bot.wins.rate)],
                f"{bot.wins.rate:.1%} ({bot.wins.low:.1%} to {bot.wins.high:.1%}) of {bot.games}",
            )
            for bot in self.bots
        ]
        points = [
            (bot.name, list(bot.sources.items()), f"{bot.points.mean:.1f} points")
            for bot in self.bots
        ]
        most = max((bot.points.mean for bot in self.bots), default=0.0)
        told = f"{self.games} games, {self.options.players} players, seed {self.seed}"
        return f"<p>{told}</p>{bars(won, 1.0)}<p></p>{bars(points, most)}"


class _Tally:
    """Counts of one bot."""

    def __init__(self, players: int) -> None:
        self.wins = Sums()
        self.points = Sums()
        self.sources = [0] * len(SOURCES)
        self.accomplished = 0
        self.seats = [Sums() for _ in range(players)]
        self.turns = [Sums() for _ in range(players)]
        self.faults: Counter[str] = Counter()
        self.micros: list[int] = []
        self.missions: defaultdict[str, Sums] = defaultdict(Sums)

    def add(self, game: Played, entry: SeatResult, share: float) -> None:
        """Count a seat of a game in."""
        self.wins.add(share)
        self.points.add(entry.total)
        for i, points in enumerate(sources(entry)):
            self.sources[i] += points
        self.accomplished += entry.accomplished
        self.seats[entry.seat].add(share)
        self.turns[(entry.seat - game.first) % len(game.bots)].add(share)
        self.micros += game.micros[entry.seat]
        for line in entry.missions:
            self.missions[line.mission].add(line.accomplished)


def sources(entry: SeatResult) -> tuple[int, ...]:
    """Return the points of a seat by source, in the order of SOURCES."""
    missions = sum(line.points for line in entry.missions)
    return entry.discards, entry.tiles, missions, entry.agenda_points, entry.enigma


def add_up(
    games: Iterable[Played],
    options: Options,
    content: Content,
    *,
    seed: int = 0,
    limit: float | None = None,
    entered: Sequence[str] = (),
    planned: int = 0,
) -> TournamentFigures:
    """Add games up; they must be of one setup and come in the order of their tournament.

    `Tournament.figures` does so; this is for games that were kept.

    Examples:
        >>> import estoril
        >>> from estoril.arena import add_up, play_game
        >>> games = [play_game(["random", "tourist"], seed=seed) for seed in range(4)]
        >>> add_up(games, estoril.choose(2), estoril.content("all")).games
        4
    """
    played = list(games)
    tallies: defaultdict[str, _Tally] = defaultdict(lambda: _Tally(options.players))
    everybody = _Tally(options.players)
    for game in played:
        shares = game.shares
        for bot, entry in zip(game.bots, game.result.seats, strict=True):
            for tally in (tallies[bot], everybody):
                tally.add(game, entry, shares[entry.seat])
        for fault in game.faults:
            tallies[fault.bot].faults[fault.kind] += 1
    ratings = rate([RatedGame.of(game) for game in played])
    adjusted = adjust(played)
    bots = [
        _bot_figures(name, tally, ratings[name], adjusted.get(name))
        for name, tally in tallies.items()
    ]
    worths = Worths(played)
    chosen = content.select(options.boxes)
    faults = [fault for game in played for fault in game.faults]
    return TournamentFigures(
        bots=sorted(bots, key=lambda bot: -bot.rating.mu),
        options=options,
        seed=seed,
        limit=limit,
        entered=list(entered or sorted(tallies)),
        games=len(played),
        planned=planned or len(played),
        setups=len({game.seed for game in played}),
        decisions=sum(game.decisions for game in played),
        shared=sum(len(game.result.winners) > 1 for game in played),
        seats=[sums.rate() for sums in everybody.seats],
        turns=[sums.rate() for sums in everybody.turns],
        order=[worths.value("place", place) for place in range(options.players)],
        tiles=_tiles(worths, chosen),
        locations=_locations(worths, chosen),
        missions=_missions(played, worths, tallies, chosen),
        faults=faults[:TOLD],
    )


def _bot_figures(name: str, tally: _Tally, rating: Rating, adjusted: Adjusted | None) -> BotFigures:
    games = tally.wins.cases
    micros = sorted(tally.micros)
    middle, most = quantile(micros, 0.5), quantile(micros, 0.95)
    longest = micros[-1] if micros else 0
    return BotFigures(
        name=name,
        games=games,
        rating=rating,
        wins=tally.wins.rate(),
        adjusted=adjusted,
        points=tally.points.interval(),
        sources={
            source: points / games for source, points in zip(SOURCES, tally.sources, strict=True)
        },
        accomplished=tally.accomplished / games,
        seats=[sums.rate() for sums in tally.seats],
        turns=[sums.rate() for sums in tally.turns],
        faults={kind: tally.faults[kind] for kind in KINDS},
        times=Times(len(micros), middle / 1e6, most / 1e6, longest / 1e6),
    )


def _tiles(worths: Worths, content: Content) -> list[TileFigures]:
    """Say who won each tile and who kept it, and how they did."""
    return [
        TileFigures(
            tile=tile.id,
            name=tile.name,
            module=tile.module,
            sure=tile.sure,
            strength=tile.strength,
            points=tile.points,
            starting=tile.starting,
            won=worths.wins("won", tile.id),
            won_value=worths.value("won", tile.id),
            held=worths.wins("held", tile.id),
            held_value=worths.value("held", tile.id),
        )
        for tile in content.tiles
    ]


def _locations(worths: Worths, content: Content) -> list[LocationFigures]:
    """Say who won each location and who stood on its spaces, and how they did."""
    return [
        LocationFigures(
            location=location.id,
            name=location.name,
            wins=worths.wins("location", location.id),
            value=worths.value("location", location.id),
            spaces=[
                SpaceFigures(
                    space=space,
                    wins=worths.wins("space", space),
                    value=worths.value("space", space),
                )
                for numeral in sorted(location.clockwise)
                if numeral != "R" and (space := f"{location.id}.{numeral}")
            ],
        )
        for location in content.locations
    ]


def _missions(
    games: list[Played], worths: Worths, tallies: dict[str, _Tally], content: Content
) -> list[MissionFigures]:
    """Count what each mission paid, who accomplished it, and how they did."""
    in_play: Counter[str] = Counter()
    points: defaultdict[str, Sums] = defaultdict(Sums)
    for game in games:
        in_play.update(line.mission for line in game.result.seats[0].missions)
        for entry in game.result.seats:
            for line in entry.missions:
                points[line.mission].add(line.points)
    return [
        MissionFigures(
            mission=mission.id,
            name=mission.name,
            kind=mission.kind,
            sure=mission.sure,
            games=in_play[mission.id],
            points=points[mission.id].interval(),
            wins=worths.wins("mission", mission.id),
            value=worths.value("mission", mission.id),
            by={name: tally.missions[mission.id].mean for name, tally in tallies.items()},
        )
        for mission in content.missions
    ]
