"""Tables of simulated games: a row for each, and the figures are their sums."""

import csv
from pathlib import Path

import pytest

import estoril
from estoril.bulk.rows import column_names
from estoril.bulk.sim import SimulationFigures, Spread, simulate

GAMES = 30
LAST = 2**64 - 10  # seeds go on with 0 after the last


def play(table: Path, players: int) -> SimulationFigures:
    """Simulate games with a table of them."""
    return simulate(estoril.choose(players, "all"), estoril.content(), GAMES, LAST, table=table)


def spread(numbers: list[int]) -> Spread:
    """Add numbers up."""
    squares = sum(number * number for number in numbers)
    return Spread(len(numbers), sum(numbers), squares, min(numbers), max(numbers))


@pytest.mark.parametrize("players", [2, 5])
def test_the_figures_are_the_sums_of_the_table(tmp_path: Path, players: int) -> None:
    figures = play(tmp_path / "games.csv", players)
    names, *rows = csv.reader((tmp_path / "games.csv").read_text("utf-8").splitlines())
    assert names == column_names(players)
    games = [dict(zip(names, map(int, row), strict=True)) for row in rows]
    assert [game["seed"] for game in games] == [(LAST + i) % 2**64 for i in range(GAMES)]
    assert figures.games == len(games)
    for name in ("tiles_won", "tiles_lost"):
        assert getattr(figures, name) == spread([game[name] for game in games])
    assert figures.per_game == spread([game["decisions"] for game in games])
    best = [max(game[f"total_{seat}"] for seat in range(players)) for game in games]
    assert figures.winning_score == spread(best)
    turns = [0] * players
    for seat, entry in enumerate(figures.seats):
        assert entry.score == spread([game[f"total_{seat}"] for game in games])
        assert entry.discards == spread([game[f"discards_{seat}"] for game in games])
        assert entry.missions == spread([game[f"accomplished_{seat}"] for game in games])
        won = [game for game in games if game["winners"] == 1 << seat]
        assert entry.wins == len(won)
        shared = sum(game["winners"] >> seat & 1 for game in games) - len(won)
        assert entry.shared == shared
        for game in won:
            turns[(seat - game["first"]) % players] += 1
    assert figures.won_by_turn == turns
    assert figures.shared_games == GAMES - sum(turns)
