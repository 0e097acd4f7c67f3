"""Who plays whom: every bot in every seat, on the same setups."""

from collections import Counter
from itertools import islice

import pytest

from estoril.arena.schedule import Fixture, fixtures, schedule


def first(bots: list[str], players: int, games: int, seed: int = 1) -> list[Fixture]:
    return list(islice(schedule(bots, players, seed), games))


def test_each_bot_sits_once_in_each_seat_of_a_setup() -> None:
    games = first(["a", "b", "c", "d"], 4, 4)
    assert len({game.seed for game in games}) == 1
    for seat in range(4):
        assert {game.seats[seat] for game in games} == {0, 1, 2, 3}


@pytest.mark.parametrize(
    ("bots", "players"), [(2, 2), (3, 2), (5, 2), (5, 4), (2, 4), (3, 4), (3, 5)]
)
def test_a_pass_gives_everybody_every_seat_equally_often(bots: int, players: int) -> None:
    names = [f"bot{i}" for i in range(bots)]
    games = first(names, players, 2000)
    one = [game for game in games if game.seed == games[0].seed]
    counts = Counter((bot, seat) for game in one for seat, bot in enumerate(game.seats))
    assert len(counts) == bots * players
    assert len(set(counts.values())) == 1
    pairs = Counter(tuple(sorted(set(game.seats))) for game in one)
    assert len(set(pairs.values())) == 1


def test_rotations_of_a_group_are_all_different() -> None:
    for game in range(0, 200, 4):
        four = first(["a", "b"], 4, 200)[game : game + 4]
        assert len({fixture.seats for fixture in four}) == 4


def test_a_bot_alone_meets_itself_once_on_each_setup() -> None:
    games = first(["a"], 4, 10)
    assert len({game.seed for game in games}) == 10


def test_the_same_bot_several_times_needs_no_rotation_among_itself() -> None:
    games = first(["a", "a"], 2, 6)
    assert len({game.seed for game in games}) == 6
    games = first(["a", "b", "b", "b"], 4, 8)
    assert [game.seats.index(0) for game in games[:4]] != [0, 0, 0, 0]
    assert {game.seats.index(0) for game in games[:4]} == {0, 1, 2, 3}


def test_who_has_played_least_plays_next() -> None:
    games = first([f"bot{i}" for i in range(6)], 2, 6)
    played = Counter(bot for game in games for bot in game.seats)
    assert set(played.values()) == {2}


def test_a_longer_tournament_begins_with_the_games_of_a_shorter_one() -> None:
    bots = ["a", "b", "c"]
    assert fixtures(bots, 2, 9, 50)[:20] == fixtures(bots, 2, 9, 20)


def test_a_tournament_ends_with_a_whole_rotation() -> None:
    assert len(fixtures(["a", "b", "c", "d"], 4, 9, 10)) == 12
    assert len(fixtures(["a", "b"], 2, 9, 10)) == 10
    assert len(fixtures(["a", "a"], 2, 9, 7)) == 7


def test_seeds_decide_setups_and_orders() -> None:
    one, again, other = (first(["a", "b"], 2, 10, seed) for seed in (1, 1, 2))
    assert one == again
    assert {game.seed for game in one}.isdisjoint(game.seed for game in other)
    assert len({game.seed for game in one}) == 5
