"""What tiles, locations, spaces and places in the turn order are worth, by games made by hand."""

from __future__ import annotations

from random import Random

import msgspec
import pytest

import estoril
from estoril.arena import Played, Tournament, play_game
from estoril.arena.rounds import Race, RoundPlayed
from estoril.arena.worths import Worths
from estoril.game.results import MissionLine, Result, SeatResult


def seat_result(seat: int, accomplished: bool) -> SeatResult:
    lines = (MissionLine("women", seat, 5 if accomplished else 0, accomplished),)
    return SeatResult(seat, 0, 0, lines, None, 0, 0, 0, int(accomplished))


def game(
    seed: int, winner: int, rounds: list[RoundPlayed], luck: float = 0.0, first: int = 0
) -> Played:
    """Make up a game of two, in which seat 1 accomplishes the mission and has the tile."""
    return Played(
        seed=seed,
        bots=("one", "one"),
        first=first,
        decisions=1,
        result=Result((seat_result(0, False), seat_result(1, True)), (winner,)),
        won=((), ("garbo",)),
        held=((), ()),
        micros=((), ()),
        luck=(luck, -luck) if luck else (),
        rounds=tuple(rounds),
    )


def lone_round(winner: int, later: tuple[float, ...] = ()) -> RoundPlayed:
    return RoundPlayed(
        (("church.I",), ("church.II",)), (Race("church", winner, ("garbo",)),), later
    )


def test_a_thing_is_worth_what_those_who_had_it_won_beyond_the_usual() -> None:
    worths = Worths([game(n, winner=n % 4 == 0, rounds=[lone_round(1)]) for n in range(40)])
    # everybody is the same bot, so half a win is usual; seat 1 won one game in four
    for kind, id in (("location", "church"), ("space", "church.II"), ("mission", "women")):
        assert worths.wins(kind, id).rate == 0.25
        assert worths.value(kind, id).mean == pytest.approx(-0.25)
    assert worths.value("won", "garbo").mean == pytest.approx(-0.25)
    assert worths.value("space", "church.I").mean == pytest.approx(0.25)
    assert worths.value("place", 0).mean == pytest.approx(0.25)
    assert worths.value("location", "casino").cases == 0


def test_places_are_counted_from_the_first_player() -> None:
    worths = Worths([game(n, winner=n % 2, rounds=[], first=n % 2) for n in range(10)])
    assert [worths.value("place", place).mean for place in (0, 1)] == [0.5, -0.5]


def test_games_on_one_setup_count_as_one_for_the_interval() -> None:
    def width(setups: int) -> float:
        games = [game(n % setups, int(n % setups % 2), [lone_round(1)]) for n in range(80)]
        value = Worths(games).value("location", "church")
        return value.high - value.low

    assert width(20) == pytest.approx(2 * width(80), rel=0.05)


def test_what_chance_was_worth_afterwards_is_taken_out_and_leaves_no_bias() -> None:
    """Luck decides who wins a location, which is worth a tenth of a win, and comes after it too."""
    random = Random(1942)
    plain, adjusted = [], []
    for number in range(4000):
        before, after = random.gauss(0, 0.2), random.gauss(0, 0.35)
        owner = int(before < 0)
        chance = 0.5 + before + after + (0.1 if owner == 0 else -0.1)
        winner = int(random.random() > chance)
        rounds = [lone_round(owner, (after, -after))]
        adjusted.append(game(number, winner, rounds, luck=before + after))
        plain.append(game(number, winner, [lone_round(owner)]))
    luck_out, as_it_is = (Worths(games).value("location", "church") for games in (adjusted, plain))
    assert luck_out.mean == pytest.approx(as_it_is.mean, abs=0.03)
    assert luck_out.high - luck_out.low < 0.9 * (as_it_is.high - as_it_is.low)


def test_a_game_keeps_who_stood_where_and_who_won_what() -> None:
    played = play_game(["tourist", "tourist", "tourist"], estoril.choose(3, "all"), seed=5)
    assert len(played.rounds) == 4
    for told in played.rounds:
        assert all(len(spaces) == len(set(spaces)) for spaces in told.stood)
        assert len({race.location for race in told.races}) == len(told.races)
    won = {
        (race.winner, tile) for told in played.rounds for race in told.races for tile in race.tiles
    }
    assert won <= {(seat, tile) for seat, tiles in enumerate(played.won) for tile in tiles}
    assert {tile for _, tile in won} == {tile for tiles in played.won for tile in tiles}


def test_the_luck_after_each_round_adds_up_to_that_of_the_game() -> None:
    tournament = Tournament(["tourist"], estoril.choose(2), games=2, seed=1, luck=True)
    tournament.run()
    for played in tournament.results():
        assert len(played.rounds) == 4
        assert played.rounds[-1].later == (0.0, 0.0)
        assert any(played.rounds[0].later)


def test_games_of_older_files_are_added_up_too() -> None:
    tournament = Tournament(["tourist"], estoril.choose(2), games=3, seed=1, luck=True)
    tournament.run()
    older = []
    for played in tournament.results():
        plain = msgspec.to_builtins(played)
        del plain["rounds"]
        older.append(msgspec.convert(plain, Played))
    worths = Worths(older)
    assert worths.value("location", "church").cases == 0
    assert sum(worths.value("won", tile.id).cases for tile in estoril.content().tiles) > 0


def test_figures_tell_of_every_location_and_space() -> None:
    figures = Tournament(["tourist"], estoril.choose(4, "all"), games=12, seed=3).run()
    content = estoril.content("all")
    assert [entry.location for entry in figures.locations] == [one.id for one in content.locations]
    assert sum(entry.value.cases for entry in figures.locations) > 12 * 4
    church = figures.locations[0]
    assert [one.space for one in church.spaces] == ["church.I", "church.II", "church.III"]
    assert sum(one.value.cases for one in church.spaces) > 0
    assert sum(value.mean for value in figures.order) == pytest.approx(0)
