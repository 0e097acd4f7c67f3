"""Are the stated chances of winning true? Ten bins of them against what happened.

    python -m benchmarks.calibration --games 1875 --fit --write
    python -m benchmarks.calibration --games 1875 --fit --write --curve

Spymasters play each other with two to five players, half of the games with all modules; seeds are
those of no training. The positions of a game are alike and games are what is short, so one decision
in sixteen is looked at, and the others are made with fewer simulations. At a look two numbers are
kept: the chance that the search gives what it chooses, as a bot states it; and that of the same
action tried anew, as a hint or a review does. With `--curve` all decisions are made with fewer
simulations, which is quicker, and the curve of a review is looked at instead: plays of habit from
what a seat knows, of one seat after the other. Games are added to the file, so a longer run goes on
with a shorter one.

Two of three games are for `--fit`, which finds out how chances are put right and writes
`estoril/bots/calibration.json`; tables and plot are of the others, with chances as that file puts
them right. With `--write` they go into docs/bots.md. `--compare` says what other ways of fitting
would bring, by parts of the first games that the others of these foretell.

The bar: of each number of players and each round, every bin with at least 500 positions is within
three points of what happened.
"""

from __future__ import annotations

import argparse
import multiprocessing
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from statistics import mean
from typing import Final, NamedTuple

import msgspec
import numpy as np
from numpy.typing import NDArray

import estoril
from benchmarks.page import replaced
from benchmarks.plot import STYLE
from estoril.bots.calibration import FILE, Line, Lines, Stated, calibrated, within
from estoril.bots.searching import Budget, settle
from estoril.engine.kinds import Seat
from estoril.game.options import catalog_for
from estoril.review.foresight import Foresight
from estoril.review.weighing import tried

PLAYERS: Final = (2, 3, 4, 5)
ROUNDS: Final = (1, 2, 3, 4)
BINS: Final = 10
HELD_OUT: Final = 3  # of so many games one is held out
ENOUGH: Final = 500  # positions of a bin that is judged
BAR: Final = 0.03
CHECKS: Final = 600  # simulations in which what was found is tried anew
WORLDS: Final = 256  # for a point of the curve
OFTEN: Final = 16  # one decision of so many is looked at
PLAYING: Final = 100  # simulations of the others
FIRST: Final = 1 << 40  # the seed of the first game
DECISIONS: Final[dict[Stated, str]] = {"search": "reviews", "bot": "bots"}
CURVE: Final[dict[Stated, str]] = {"curve": "the curve"}
STEPS: Final = 60  # of Newton's method
STEP: Final = 0.1  # the longest
PARTS: Final = 10  # of the games, when ways of fitting are compared
TRIED: Final = (10.0, 30.0, 100.0, 300.0, 1000.0)
PAGE: Final = Path("docs/bots.md")
Floats = NDArray[np.float64]


class Task(NamedTuple):
    """A game to be played."""

    players: int
    number: int
    simulations: int  # of a look; without, it is at the curve

    @property
    def key(self) -> tuple[int, int]:
        """What it is found by in the file."""
        return self.players, self.number


class Bin(NamedTuple):
    """Positions of which the stated chances are alike."""

    positions: int
    stated: float
    happened: float
    error: float  # standard, by games, as the positions of one game are alike

    @property
    def apart(self) -> float:
        """How far the statement was from what happened."""
        return self.happened - self.stated


class Way(NamedTuple):
    """How chances are put right.

    Attributes:
        bends: By three numbers, as in beta calibration (Kull, Silva Filho and Flach 2017), rather
            than by a line in the logits, which has two.
        drawn: How much speaks for what is usual; the positions of a game are alike.
    """

    bends: bool
    drawn: float

    @property
    def unchanged(self) -> Floats:
        """What leaves chances as they are."""
        return np.array([0.0, 1.0, 1.0] if self.bends else [0.0, 1.0])

    def columns(self, chances: Floats) -> Floats:
        """Return what is multiplied by these numbers and added up, to a logit."""
        parts = [np.log(chances), -np.log(1 - chances)]
        return np.array([np.ones(len(chances)), *(parts if self.bends else [sum(parts)])]).T


WAY: Final = Way(bends=False, drawn=100.0)  # the best by `--compare`

# round, seat and chance
Statement = tuple[int, int, float]


class Game(msgspec.Struct, frozen=True):
    """A game that was played: what was stated in it, and each seat's share of the victory."""

    game: tuple[int, int]  # how many players, and its number
    simulations: int
    stated: dict[Stated, list[Statement]]
    shares: list[float]


def play(task: Task) -> Game:
    """Play a game, and look at some of its decisions."""
    players, number, simulations = task
    modules: Sequence[str] | str = "all" if number % 2 else ()
    if players == 5 and not modules:
        modules = ("double_agent",)
    seed = FIRST + players * 1_000_000 + number
    game = estoril.new_game(players=players, modules=modules, seed=seed)
    foresight = Foresight(catalog_for(game.options, game.content), seed)
    stated = defaultdict[Stated, list[Statement]](list)
    while not game.is_over:
        seat = game.to_act[0]
        view = game.view(seat)
        code = view.codes[0]
        if len(view.codes) > 1:
            looked_at = foresight.draw() % OFTEN == 0
            best = settle(
                [foresight.evaluation], foresight.outlook, view.observed, Seat(seat),
                foresight.draw(), Budget(simulations if looked_at and simulations else PLAYING, 0),
            ).tried[0]  # fmt: skip
            code = best.code
            if looked_at and simulations:
                again = mean(tried(foresight, view, [code], CHECKS).batches[0])
                stated["bot"].append((view.round, seat, round(best.chance, 4)))
                stated["search"].append((view.round, seat, round(again, 4)))
            elif looked_at:
                # a curve is of all seats; who decides often is a little ahead of the others
                other = len(stated["curve"]) % players
                observed = game.view(other).observed
                curve = foresight.known(observed, other, WORLDS).chances[other]
                stated["curve"].append((view.round, other, round(curve, 4)))
        game.play(seat, code, events=False)
    winners = game.result.winners
    shares = [(seat in winners) / len(winners) for seat in range(players)]
    return Game(task.key, simulations, stated, shares)


def parted(games: Iterable[Game], of_each: int) -> tuple[list[Game], list[Game]]:
    """Part games into those for fitting and those held out, of so many of each number of players.

    The first are for fitting; both parts have games with and without modules.
    """
    fitting, held_out = list[Game](), list[Game]()
    for game in games:
        is_first = game.game[1] * HELD_OUT < of_each * (HELD_OUT - 1)
        (fitting if is_first else held_out).append(game)
    return fitting, held_out


def fit(games: Sequence[Game], of: Iterable[Stated]) -> Lines:
    """Find the lines that put chances right, for each statement, number of players and round."""
    return {stated: _by_players(_fitted(games, stated, WAY)) for stated in of}


def _by_players(found: dict[tuple[int, int], Floats]) -> dict[int, list[Line]]:
    lines: dict[int, list[Line]] = {players: [] for players in PLAYERS}
    for (players, _), (added, times) in found.items():
        lines[players].append((round_to(added), round_to(times)))
    return lines


def _fitted(games: Sequence[Game], stated: Stated, way: Way) -> dict[tuple[int, int], Floats]:
    """Find the numbers that put a statement right, by players and round.

    Those of a number of players are drawn to what is usual in its round for all of them, and that
    to leaving chances as they are.
    """
    found = {}
    for round in ROUNDS:
        cases = [_cases(games, stated, players, round) for players in PLAYERS]
        usual = _numbers(np.concatenate(cases), way.unchanged, way)
        for players, own in zip(PLAYERS, cases, strict=True):
            found[players, round] = _numbers(own, usual, way)
    return found


def _cases(games: Sequence[Game], stated: Stated, players: int, round: int) -> Floats:
    """Return each chance that was stated, and the share of the win that came of it."""
    found = [
        (within(stated, chance), game.shares[seat])
        for game in games
        if game.game[0] == players
        for number, seat, chance in game.stated.get(stated, ())
        if number == round
    ]
    return np.array(found).reshape(-1, 2)


def _numbers(cases: Floats, usual: Floats, way: Way) -> Floats:
    """Fit by Newton's method in small steps, drawn to what is usual.

    No factor may be negative: what is stated higher stays higher.
    """
    columns, shares = way.columns(cases[:, 0]), cases[:, 1]
    numbers = usual.copy()
    for _ in range(STEPS):
        chances = 1 / (1 + np.exp(-columns @ numbers))
        slope = columns.T @ (shares - chances) - way.drawn * (numbers - usual)
        weights = chances * (1 - chances)
        bend = columns.T @ (columns * weights[:, None]) + way.drawn * np.eye(len(usual))
        numbers += np.clip(np.linalg.solve(bend, slope), -STEP, STEP)
        numbers[1:] = np.maximum(0.0, numbers[1:])
    return numbers


def round_to(number: float) -> float:
    """Return a number as the file has it."""
    return float(f"{number:.3f}")


def compare(games: Sequence[Game], of: Collection[Stated]) -> Iterator[str]:
    """Say how well each way of fitting foretells parts of some games from the others.

    That is the mean of minus the logarithm of the chance of what happened: the less the better.
    """
    yield "| | " + " | ".join(f"drawn {drawn:g}" for drawn in TRIED) + " |"
    yield "|---" * (1 + len(TRIED)) + "|"
    for bends in (False, True):
        losses = [_loss(games, of, Way(bends, drawn)) for drawn in TRIED]
        name = "three numbers" if bends else "two numbers"
        yield f"| {name} | " + " | ".join(f"{loss:.5f}" for loss in losses) + " |"


def _loss(games: Sequence[Game], of: Iterable[Stated], way: Way) -> float:
    lost, count = 0.0, 0
    for part in range(PARTS):
        others = [game for number, game in enumerate(games) if number % PARTS != part]
        for stated in of:
            for (players, round), numbers in _fitted(others, stated, way).items():
                chances, shares = _cases(games[part::PARTS], stated, players, round).T
                right = 1 / (1 + np.exp(-way.columns(chances) @ numbers))
                lost -= float(np.sum(shares * np.log(right) + (1 - shares) * np.log(1 - right)))
                count += len(shares)
    return lost / count


def read(file: Path) -> list[Game]:
    """Read the games of a file."""
    return msgspec.json.Decoder(Game).decode_lines(file.read_bytes()) if file.exists() else []


def sorted_into_bins(
    games: Iterable[Game],
    stated: Stated,
    players: int = 0,
    round: int = 0,
    *,
    raw: bool = False,
) -> list[Bin]:
    """Sort positions by what is stated; of some number of players or round alone, if given."""
    found: list[dict[tuple[int, int], list[float]]] = [
        defaultdict(lambda: [0, 0.0, 0.0]) for _ in range(BINS)
    ]
    for game in games:
        if players and game.game[0] != players:
            continue
        for number, seat, chance in game.stated.get(stated, ()):
            if round and number != round:
                continue
            if not raw:
                chance = calibrated(stated, chance, game.game[0], number)
            sums = found[min(BINS - 1, int(chance * BINS))][game.game]
            sums[0] += 1
            sums[1] += chance
            sums[2] += game.shares[seat]
    return [_bin(list(by_game.values())) for by_game in found]


def _bin(games: Sequence[Sequence[float]]) -> Bin:
    positions = sum(game[0] for game in games)
    if not positions:
        return Bin(0, 0.0, 0.0, 0.0)
    stated, happened = (sum(game[i] for game in games) / positions for i in (1, 2))
    apart = happened - stated
    spread = sum((game[2] - game[1] - apart * game[0]) ** 2 for game in games)
    return Bin(int(positions), stated, happened, spread**0.5 / positions)


def tables(games: Sequence[Game], names: Mapping[Stated, str]) -> Iterator[str]:
    """Write the tables for docs/bots.md."""
    first = next(iter(names))
    positions = sum(len(game.stated.get(first, ())) for game in games)
    simulations = {game.simulations or PLAYING for game in games}
    yield (
        f"{len(games):,} games, {positions:,} positions, {', '.join(map(str, simulations))} "
        "simulations; what happened with its standard error by games, in points of 100:"
    )
    yield ""
    columns = " | ".join(f"positions | {name} | happened" for name in names.values())
    yield f"| stated | {columns} |"
    yield "|---" * (1 + 3 * len(names)) + "|"
    all_bins = [sorted_into_bins(games, stated) for stated in names]
    for number, bins in enumerate(zip(*all_bins, strict=True)):
        cells = [
            f"{each.positions:,} | {100 * each.stated:.1f} | "
            f"{100 * each.happened:.1f} ± {100 * each.error:.1f}"
            for each in bins
        ]
        yield f"| {10 * number} to {10 * number + 10} % | {' | '.join(cells)} |"
    yield ""
    before, after = (_mean_apart(games, first, raw=raw) for raw in (True, False))
    yield (
        f"On average a chance of {names[first]} is {100 * after:.1f} points from what happened in "
        f"its bin; before it is put right, {100 * before:.1f}."
    )
    yield ""
    yield (
        f"The same chances by players and round: how many bins of at least {ENOUGH} positions are "
        f"within {100 * BAR:.0f} points, and the farthest of them:"
    )
    yield ""
    yield "| players | " + " | ".join(f"round {round}" for round in ROUNDS) + " |"
    yield "|---|---|---|---|---|"
    for players in PLAYERS:
        cells = [_judged(sorted_into_bins(games, first, players, round)) for round in ROUNDS]
        yield f"| {players} | {' | '.join(cells)} |"


def _mean_apart(games: Sequence[Game], stated: Stated, *, raw: bool) -> float:
    bins = sorted_into_bins(games, stated, raw=raw)
    positions = sum(each.positions for each in bins)
    return sum(each.positions * abs(each.apart) for each in bins) / max(1, positions)


def _judged(bins: Sequence[Bin]) -> str:
    enough = [each for each in bins if each.positions >= ENOUGH]
    if not enough:
        return "none"
    good = sum(abs(each.apart) <= BAR for each in enough)
    worst = max(enough, key=lambda each: abs(each.apart))
    return f"{good} of {len(enough)}, {100 * worst.apart:+.1f} ± {100 * worst.error:.1f}"


def draw(games: Sequence[Game], stated: Stated, file: Path) -> None:
    """Draw what happened over what was stated, for each number of players and round."""
    import matplotlib as mpl

    mpl.use("svg")
    import matplotlib.pyplot as plt

    with plt.rc_context(STYLE):
        figure, axes = plt.subplots(1, len(PLAYERS), figsize=(9.5, 2.9), sharey=True)
        for axis, players in zip(axes, PLAYERS, strict=True):
            axis.plot([0, 100], [0, 100], color="#999999", linewidth=0.8)
            for round in ROUNDS:
                bins = sorted_into_bins(games, stated, players, round)
                points = [each for each in bins if each.positions >= ENOUGH // 10]
                axis.errorbar(
                    [100 * each.stated for each in points],
                    [100 * each.happened for each in points],
                    [100 * each.error for each in points],
                    marker=".", linewidth=1, label=f"round {round}",
                )  # fmt: skip
            axis.set_title(f"{players} players")
            axis.set_xlabel("stated, %")
        axes[0].set_ylabel("happened, %")
        axes[-1].legend(fontsize="small")
        figure.tight_layout()
        figure.savefig(file, metadata={"Date": None})
        plt.close(figure)


def write(games: Sequence[Game], name: str, names: Mapping[Stated, str]) -> None:
    """Put tables and plot into the page, where its marks are."""
    picture = PAGE.with_name(f"{name}.svg")
    text = [*tables(games, names), "", f"![What happened over what was stated]({picture.name})"]
    PAGE.write_text(replaced(PAGE.read_text("utf-8"), name, "\n".join(text)), "utf-8")
    draw(games, next(iter(names)), picture)


def main() -> None:
    """Play what is missing, and print the tables."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--games", type=int, default=100, help="of each number of players")
    parser.add_argument("--simulations", type=int, default=1200, help="of a look")
    parser.add_argument("--curve", action="store_true", help="look at the curve of a review")
    parser.add_argument("--jobs", type=int, default=multiprocessing.cpu_count())
    parser.add_argument("--out", type=Path, default=Path("build/calibration.jsonl"))
    parser.add_argument("--fit", action="store_true", help="write calibration.json")
    parser.add_argument("--compare", action="store_true", help="with other ways of fitting")
    parser.add_argument("--write", action="store_true", help="write docs/bots.md")
    chosen = parser.parse_args()
    simulations = 0 if chosen.curve else chosen.simulations
    name, names = ("curve", CURVE) if chosen.curve else ("calibration", DECISIONS)
    games = [each for each in read(chosen.out) if each.simulations == simulations]
    done = {each.game for each in games}
    tasks = [
        task
        for number in range(chosen.games)
        for players in PLAYERS
        if (task := Task(players, number, simulations)).key not in done
    ]
    chosen.out.parent.mkdir(exist_ok=True)
    processes = multiprocessing.get_context("spawn").Pool(chosen.jobs)
    with processes as pool, chosen.out.open("ab") as file:
        for game in pool.imap_unordered(play, tasks):
            games.append(game)
            file.write(msgspec.json.encode(game) + b"\n")
            file.flush()
    fitting, judged = parted(games, chosen.games)
    if chosen.compare:
        print("\n".join(compare(fitting, names)))
    if chosen.fit:
        lines = msgspec.json.decode(FILE.read_bytes(), type=Lines) | fit(fitting, names)
        FILE.write_bytes(msgspec.json.format(msgspec.json.encode(lines), indent=1) + b"\n")
    print("\n".join(tables(judged, names)))
    if chosen.write:
        write(judged, name, names)


if __name__ == "__main__":
    main()
