"""How strong is the spymaster against an older build's, and against itself with less time?

    python -m benchmarks.bars --older build/older/bin/python --minutes 60

The older build is installed in an environment of its own (`git worktree add build/98beeb1 98beeb1`,
then `pip install --editable build/98beeb1` there, so that it is compiled for this machine as ours
is) and plays by `SPEC@PYTHON`. In every setup the one that is
measured sits in each seat once; all think half a second, by the clock, so nothing else should run
beside it. Each game takes a core about a minute. They are added to `benchmarks/bars.jsonl`, and a
run goes on where another ended, one game of each line in turn; whoever makes the bots play
otherwise begins that file anew. `--write` puts the table into docs/bots.md.
"""

from __future__ import annotations

import argparse
import multiprocessing
from collections import defaultdict
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from time import monotonic
from typing import Final, NamedTuple

import msgspec
from msgspec.structs import replace

from benchmarks.page import markdown, replaced
from estoril.arena import play_game
from estoril.arena.intervals import Rate
from estoril.choices import EDITIONS, VARIANTS
from estoril.game.options import Options, choose

FILE: Final = Path(__file__).with_suffix(".jsonl")
PAGE: Final = Path("docs/bots.md")
NEW: Final = "spymaster:seconds=0.5"
OLDER: Final = "the older spymaster"
FIRST: Final = 1 << 41  # the seed of the first game


class Line(NamedTuple):
    """One against all others, or against one, who are all alike.

    Attributes:
        bot: Who is measured.
        others: Who it plays; without, the spymaster of the older build.
        players: How many play.
        modules: Which modules they play with.
        games: How many games are wanted.
        aim: The share of wins that is wanted.
        sampled: Whether editions and variants take turns.
    """

    bot: str
    others: str
    players: int
    modules: str
    games: int
    aim: float
    sampled: bool = False

    def options(self, setup: int) -> Options:
        """Return what is played in a setup."""
        if not self.sampled:
            return choose(self.players, self.modules or ())
        editions, variants = [*EDITIONS], [(), *((name,) for name in VARIANTS)]
        edition = editions[setup % len(editions)]
        variant = variants[setup // len(editions) % len(variants)]
        return choose(self.players, self.modules or (), edition, variant)


LINES: Final = {
    "two": Line(NEW, "", 2, "", 400, 0.85),
    "four": Line(NEW, "", 4, "all", 300, 0.45),
    "three": Line(NEW, "", 3, "", 48, 1 / 3, sampled=True),
    "five": Line(NEW, "", 5, "", 80, 1 / 5, sampled=True),
    "doubled": Line(NEW, "spymaster:seconds=0.25", 2, "", 200, 0.55),
}


class Game(msgspec.Struct, frozen=True):
    """A game that was played: of which line, which one, what it brought, and all steps of it."""

    line: str
    number: int
    share: float
    steps: bytes = b""  # as a bundle has them; nothing before it was played

    @property
    def setup(self) -> int:
        """Which setup was played; it is the same from each seat."""
        return self.number // LINES[self.line].players

    @property
    def seat(self) -> int:
        """The seat of the one that is measured."""
        return self.number % LINES[self.line].players

    @property
    def options(self) -> Options:
        """What was played."""
        return LINES[self.line].options(self.setup)


def wanted(lines: list[str], played: list[Game]) -> Iterator[tuple[str, int]]:
    """Yield the games that are still to be played, the lines in turn."""
    done = {(game.line, game.number) for game in played}
    for number in range(max(LINES[name].games for name in lines)):
        for name in lines:
            if number < LINES[name].games and (name, number) not in done:
                yield name, number


def play(game: tuple[str, int], older: str) -> Game:
    """Play one game; who is measured has another seat in each of a setup's games."""
    planned = Game(*game, share=0.0)
    line = LINES[planned.line]
    bots = [line.others or f"{NEW}@{older}"] * line.players
    bots[planned.seat] = line.bot
    played = play_game(bots, planned.options, FIRST + planned.setup)
    return replace(planned, share=played.shares[planned.seat], steps=played.steps)


def load() -> list[Game]:
    """Return the games that there are."""
    lines = FILE.read_bytes().splitlines() if FILE.exists() else []
    return [msgspec.json.decode(line, type=Game) for line in lines]


def table(played: list[Game]) -> Iterator[str]:
    """Yield the lines of the table of what was measured."""
    shares = defaultdict[str, list[float]](list)
    for game in played:
        shares[game.line].append(game.share)
    body = []
    for name, line in LINES.items():
        if name not in shares:
            continue
        won = Rate.of(sum(shares[name]), len(shares[name]))
        others = line.others or OLDER
        setup = "editions and variants in turn" if line.sampled else line.modules or "base set"
        body.append((
            line.bot, f"{line.players - 1} of {others}" if line.players > 2 else others,
            f"{line.players}, {setup}", f"{won.cases} of {line.games}",
            f"**{100 * won.rate:.1f} %**", f"{100 * won.low:.1f} to {100 * won.high:.1f}",
            f"{100 * line.aim:.0f} %",
        ))  # fmt: skip
    head = ("bot", "against", "players", "games", "won", "95 %", "aim")
    return markdown(head, body, 3)


def main() -> None:
    """Play for a while, and show what all games add up to."""
    parser = argparse.ArgumentParser(description="Measure the spymaster against an older build.")
    parser.add_argument("--older", required=True, help="the Python that has the older build")
    parser.add_argument("--minutes", type=float, default=60, help="how long to play")
    parser.add_argument(
        "--line", action="append", choices=LINES, help="only this; all if not given"
    )
    parser.add_argument("--jobs", type=int, default=None, help="processes; one for each core")
    parser.add_argument("--write", action="store_true", help="put the table into docs/bots.md")
    given = parser.parse_args()
    played, until = load(), monotonic() + 60 * given.minutes
    one = partial(play, older=given.older)
    with multiprocessing.get_context("spawn").Pool(given.jobs) as pool, FILE.open("ab") as file:
        for game in pool.imap_unordered(one, wanted(given.line or [*LINES], played)):
            played.append(game)
            file.write(msgspec.json.encode(game) + b"\n")
            file.flush()
            if monotonic() > until:
                break
    text = "\n".join(table(played))
    print(text)
    if given.write:
        PAGE.write_text(replaced(PAGE.read_text("utf-8"), "bars", text), "utf-8")


if __name__ == "__main__":
    main()
