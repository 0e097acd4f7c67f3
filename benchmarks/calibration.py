"""Are the stated chances of winning true? Ten bins of them against what happened.

    python -m benchmarks.calibration --games 1000 --fit --write

Spymasters play each other with two to five players, half of the games with all modules; seeds are
those of no training. The positions of a game are alike and games are what is short, so one decision
in sixteen is looked at, and the others are made with fewer simulations. At a look two numbers are
kept: the chance that the search gives what it chooses, as a bot, a hint or a review states it; and
that of the curve of a review, by plays of habit from what the seat knows. Games are added to the
file, so a longer run goes on with a shorter one.

Half of the games are for `--fit`, which finds out how chances are put right and writes
`estoril/review/calibration.json`; tables and plot are of the other half, with chances as that file
puts them right. With `--write` they go into docs/bots.md.

The bar: of each number of players and each round, every bin with at least 500 positions is within
three points of what happened.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from math import exp
from pathlib import Path
from typing import Final, NamedTuple

import msgspec

import estoril
from benchmarks.plot import STYLE
from estoril.bots.searching import Budget, settle
from estoril.engine.kinds import Seat
from estoril.game.options import catalog_for
from estoril.review.calibration import FILE, Line, Lines, Stated, calibrated, logit
from estoril.review.foresight import Foresight

PLAYERS: Final = (2, 3, 4, 5)
ROUNDS: Final = (1, 2, 3, 4)
BINS: Final = 10
ENOUGH: Final = 500  # positions of a bin that is judged
BAR: Final = 0.03
WORLDS: Final = 256  # for a point of the curve
OFTEN: Final = 16  # one decision of so many is looked at
PLAYING: Final = 100  # simulations of the others
FIRST: Final = 1 << 40  # the seed of the first game
STATED: Final[dict[Stated, int]] = {"search": 2, "curve": 3}  # what states it, and its column
DRAWN: Final = 300.0  # how much speaks for the usual line; the positions of a game are alike
PAGE: Final = Path("docs/bots.md")
PICTURE: Final = "calibration.svg"
BEGIN, END = "<!-- calibration: begin -->", "<!-- calibration: end -->"


class Task(NamedTuple):
    """A game to be played."""

    players: int
    number: int
    simulations: int

    @property
    def key(self) -> list[int]:
        """What it is found by in the file."""
        return [self.players, self.number]


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


# round, seat, what the search states, what the curve states
Row = tuple[int, int, float, float]


def play(task: Task) -> dict[str, object]:
    """Play a game; return what was stated in it, and each seat's share of the victory."""
    players, number, simulations = task
    modules: Sequence[str] | str = "all" if number % 2 else ()
    if players == 5 and not modules:
        modules = ("double_agent",)
    seed = FIRST + players * 1_000_000 + number
    game = estoril.new_game(players=players, modules=modules, seed=seed)
    foresight = Foresight(catalog_for(game.options, game.content), seed)
    rows: list[Row] = []
    while not game.is_over:
        seat = game.to_act[0]
        view = game.view(seat)
        code = view.codes[0]
        if len(view.codes) > 1:
            looked_at = foresight.draw() % OFTEN == 0
            best = settle(
                [foresight.evaluation], foresight.outlook, view.observed, Seat(seat),
                foresight.draw(), Budget(simulations if looked_at else PLAYING, 0),
            ).tried[0]  # fmt: skip
            code = best.code
            if looked_at:
                curve = foresight.known(view.observed, seat, WORLDS).chances[seat]
                rows.append((view.round, seat, round(best.chance, 4), round(curve, 4)))
        game.play(seat, code, events=False)
    winners = game.result.winners
    shares = [(seat in winners) / len(winners) for seat in range(players)]
    return {"game": task.key, "simulations": simulations, "rows": rows, "shares": shares}


def is_for_fitting(game: dict[str, object]) -> bool:
    """Say to which half a game belongs; both have games with and without modules."""
    number: int = game["game"][1]  # type: ignore[index]
    return number // 2 % 2 == 0


def fit(games: Sequence[dict[str, object]]) -> Lines:
    """Find the lines that put chances right, for each statement, number of players and round.

    Those of a number of players are drawn to the line of its round for all of them.
    """
    found: Lines = {stated: {players: [] for players in PLAYERS} for stated in STATED}
    for stated, column in STATED.items():
        for round in ROUNDS:
            cases = {players: list(_cases(games, column, players, round)) for players in PLAYERS}
            everybody = [case for each in cases.values() for case in each]
            usual = _line(everybody, (0.0, 1.0))
            for players in PLAYERS:
                found[stated][players].append(_line(cases[players], usual))
    return found


def _cases(
    games: Sequence[dict[str, object]], column: int, players: int, round: int
) -> Iterator[tuple[float, float]]:
    """Yield the logit of each chance that was stated, and the share of the win that came of it."""
    for game in games:
        if game["game"][0] == players:  # type: ignore[index]
            for row in game["rows"]:  # type: ignore[attr-defined]
                if row[0] == round:
                    yield logit(row[column]), game["shares"][row[1]]  # type: ignore[index]


def _line(cases: Sequence[tuple[float, float]], usual: Line) -> Line:
    """Fit a logistic line by Newton's method in small steps, drawn to a usual one."""
    added, times = usual
    for _ in range(40):
        slope = [-DRAWN * (added - usual[0]), -DRAWN * (times - usual[1])]
        bend = [DRAWN, 0.0, DRAWN]
        for x, share in cases:
            chance = 1 / (1 + exp(-added - times * x))
            weight = chance * (1 - chance)
            slope[0] += share - chance
            slope[1] += (share - chance) * x
            bend[0] += weight
            bend[1] += weight * x
            bend[2] += weight * x * x
        size = bend[0] * bend[2] - bend[1] ** 2
        added += _step((bend[2] * slope[0] - bend[1] * slope[1]) / size)
        times += _step((bend[0] * slope[1] - bend[1] * slope[0]) / size)
    return round_to(added), round_to(times)


def _step(wanted: float) -> float:
    return min(0.1, max(-0.1, wanted))


def round_to(number: float) -> float:
    """Return a number as the file has it."""
    return float(f"{number:.3f}")


def read(file: Path) -> list[dict[str, object]]:
    """Read the games of a file."""
    if not file.exists():
        return []
    return [json.loads(line) for line in file.read_text("utf-8").splitlines()]


def sorted_into_bins(
    games: Iterable[dict[str, object]],
    stated: Stated,
    players: int = 0,
    round: int = 0,
    *,
    raw: bool = False,
) -> list[Bin]:
    """Sort positions by what is stated; of some number of players or round alone, if given."""
    found: list[dict[str, list[float]]] = [defaultdict(lambda: [0, 0.0, 0.0]) for _ in range(BINS)]
    for game in games:
        if players and game["game"][0] != players:  # type: ignore[index]
            continue
        for row in game["rows"]:  # type: ignore[attr-defined]
            if round and row[0] != round:
                continue
            chance = row[STATED[stated]]
            if not raw:
                chance = calibrated(stated, chance, game["game"][0], row[0])  # type: ignore[index]
            sums = found[min(BINS - 1, int(chance * BINS))][str(game["game"])]
            sums[0] += 1
            sums[1] += chance
            sums[2] += game["shares"][row[1]]  # type: ignore[index]
    return [_bin(list(by_game.values())) for by_game in found]


def _bin(games: Sequence[Sequence[float]]) -> Bin:
    positions = sum(game[0] for game in games)
    if not positions:
        return Bin(0, 0.0, 0.0, 0.0)
    stated, happened = (sum(game[i] for game in games) / positions for i in (1, 2))
    apart = happened - stated
    spread = sum((game[2] - game[1] - apart * game[0]) ** 2 for game in games)
    return Bin(int(positions), stated, happened, spread**0.5 / positions)


def tables(games: Sequence[dict[str, object]]) -> Iterator[str]:
    """Write the tables for docs/bots.md."""
    positions = sum(len(game["rows"]) for game in games)  # type: ignore[arg-type]
    simulations = {game["simulations"] for game in games}
    yield (
        f"{len(games):,} games, {positions:,} positions, {', '.join(map(str, simulations))} "
        "simulations; what happened with its standard error by games, in points of 100:"
    )
    yield ""
    yield "| stated | positions | by search | happened | positions | by the curve | happened |"
    yield "|---|---|---|---|---|---|---|"
    both = [sorted_into_bins(games, stated) for stated in STATED]
    for number, pair in enumerate(zip(*both, strict=True)):
        cells = [
            f"{each.positions:,} | {100 * each.stated:.1f} | "
            f"{100 * each.happened:.1f} ± {100 * each.error:.1f}"
            for each in pair
        ]
        yield f"| {10 * number} to {10 * number + 10} % | {' | '.join(cells)} |"
    yield ""
    before, after = (_mean_apart(games, raw=raw) for raw in (True, False))
    yield (
        f"On average a chance that the search states is {100 * after:.1f} points from what "
        f"happened in its bin; before it is put right, {100 * before:.1f}."
    )
    yield ""
    yield (
        f"By players and round: how many bins have at least {ENOUGH} positions, how many of those "
        f"are within {100 * BAR:.0f} points, and the farthest of them:"
    )
    yield ""
    yield "| players | " + " | ".join(f"round {round}" for round in ROUNDS) + " |"
    yield "|---|---|---|---|---|"
    for players in PLAYERS:
        cells = [_judged(sorted_into_bins(games, "search", players, round)) for round in ROUNDS]
        yield f"| {players} | {' | '.join(cells)} |"


def _mean_apart(games: Sequence[dict[str, object]], *, raw: bool) -> float:
    bins = sorted_into_bins(games, "search", raw=raw)
    positions = sum(each.positions for each in bins)
    return sum(each.positions * abs(each.apart) for each in bins) / max(1, positions)


def _judged(bins: Sequence[Bin]) -> str:
    enough = [each for each in bins if each.positions >= ENOUGH]
    if not enough:
        return "none"
    good = sum(abs(each.apart) <= BAR for each in enough)
    worst = max(enough, key=lambda each: abs(each.apart))
    return f"{good} of {len(enough)}, {100 * worst.apart:+.1f} ± {100 * worst.error:.1f}"


def draw(games: Sequence[dict[str, object]], file: Path) -> None:
    """Draw what happened over what was stated, for each number of players and round."""
    import matplotlib as mpl

    mpl.use("svg")
    import matplotlib.pyplot as plt

    with plt.rc_context(STYLE):
        figure, axes = plt.subplots(1, len(PLAYERS), figsize=(9.5, 2.9), sharey=True)
        for axis, players in zip(axes, PLAYERS, strict=True):
            axis.plot([0, 100], [0, 100], color="#999999", linewidth=0.8)
            for round in ROUNDS:
                bins = sorted_into_bins(games, "search", players, round)
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


def write(games: Sequence[dict[str, object]]) -> None:
    """Put tables and plot into the page."""
    page = PAGE.read_text("utf-8")
    before, after = page.index(BEGIN) + len(BEGIN), page.index(END)
    picture = f"![What happened over what was stated]({PICTURE})"
    PAGE.write_text(
        page[:before] + "\n" + "\n".join([*tables(games), "", picture]) + "\n" + page[after:],
        "utf-8",
    )
    draw(games, PAGE.with_name(PICTURE))


def main() -> None:
    """Play what is missing, and print the tables."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--games", type=int, default=100, help="of each number of players")
    parser.add_argument("--simulations", type=int, default=1200, help="of a look")
    parser.add_argument("--jobs", type=int, default=multiprocessing.cpu_count())
    parser.add_argument("--out", type=Path, default=Path("build/calibration.jsonl"))
    parser.add_argument("--fit", action="store_true", help="write calibration.json")
    parser.add_argument("--write", action="store_true", help="write docs/bots.md")
    chosen = parser.parse_args()
    games = [each for each in read(chosen.out) if each["simulations"] == chosen.simulations]
    done = [each["game"] for each in games]
    tasks = [
        task
        for number in range(chosen.games)
        for players in PLAYERS
        if (task := Task(players, number, chosen.simulations)).key not in done
    ]
    chosen.out.parent.mkdir(exist_ok=True)
    processes = multiprocessing.get_context("spawn").Pool(chosen.jobs)
    with processes as pool, chosen.out.open("a", encoding="utf-8") as file:
        for game in pool.imap_unordered(play, tasks):
            games.append(json.loads(json.dumps(game)))
            file.write(json.dumps(game) + "\n")
            file.flush()
    if chosen.fit:
        lines = fit([game for game in games if is_for_fitting(game)])
        FILE.write_bytes(msgspec.json.format(msgspec.json.encode(lines), indent=1) + b"\n")
    judged = [game for game in games if not is_for_fitting(game)]
    print("\n".join(tables(judged)))
    if chosen.write:
        write(judged)


if __name__ == "__main__":
    main()
