"""How strong players win: what tiles, locations, spaces, missions and the first move are worth.

    python -m benchmarks.strong --jobs 2

Bots of several levels play themselves with two to five players and all modules. Games are kept in
build/strong, so that a longer run goes on with a shorter one. The figures go into
`estoril/server/strong.json`, which the browser shows, and the page with its plots into
docs/report/strong.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Final

import msgspec

from estoril.arena.figures import TournamentFigures
from estoril.arena.report.strong import write_strong
from estoril.arena.study import side_by_side
from estoril.arena.tournament import Tournament
from estoril.choices import PLAYERS
from estoril.game.options import choose
from estoril.server.strong import FILE

# Levels, the weakest first, and how many games they have time for.
GAMES: Final = {"tourist": 2000, "informant": 3000, "agent": 1500, "attache": 900}
KEPT: Final = Path("build/strong")
PAGE: Final = Path("docs/report/strong")
SEED: Final = 1942


def play(bot: str, players: int, games: int, jobs: int) -> TournamentFigures:
    """Play what is still to be played, and add it up."""
    KEPT.mkdir(parents=True, exist_ok=True)
    tournament = Tournament(
        [bot],
        choose(players, "all"),
        games,
        SEED,
        jobs=jobs,
        out=KEPT / f"{bot}-{players}.jsonl",
        luck=True,
    )
    return tournament.run()


def main() -> None:
    """Play, and write all anew."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=float, default=1.0, help="how many times the usual games")
    parser.add_argument("--jobs", type=int, default=2)
    wanted = parser.parse_args()
    found = []
    for bot, games in GAMES.items():
        for players in PLAYERS:
            found.append(play(bot, players, max(1, round(games * wanted.games)), wanted.jobs))
            print(f"{bot}, {players} players: {found[-1].games} games", flush=True)
    figures = side_by_side(found)
    FILE.write_bytes(msgspec.json.encode(figures) + b"\n")
    print(write_strong(figures, PAGE))


if __name__ == "__main__":
    main()
