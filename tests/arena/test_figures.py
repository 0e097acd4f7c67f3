"""What games add up to: intervals, ratings, and the statistics of bots, tiles and missions."""

import json
from collections import Counter
from statistics import mean

import pytest

import estoril
from estoril.arena import Tournament, TournamentFigures
from estoril.arena.intervals import Rate, Sums, quantile
from estoril.arena.ratings import RatedGame, rate
from tests.arena import players

pytestmark = pytest.mark.xdist_group("figures")  # the games are played once


def test_wilsons_interval() -> None:
    rate = Rate.of(8, 10)
    assert (rate.low, rate.high) == pytest.approx((0.4902, 0.9433), abs=1e-4)
    assert Rate.of(0, 10).low == 0
    assert Rate.of(0, 10).high == pytest.approx(0.2775, abs=1e-4)
    assert (Rate.of(0, 0).low, Rate.of(0, 0).high) == (0, 1)


def test_the_interval_of_a_mean() -> None:
    sums = Sums()
    for number in (1, 2, 3, 4):
        sums.add(number)
    mean = sums.interval()
    assert mean.mean == 2.5
    assert mean.high - mean.mean == pytest.approx(1.96 * (5 / 3 / 4) ** 0.5, abs=1e-3)


def test_quantiles() -> None:
    assert quantile(range(100), 0.5) == 50
    assert quantile(range(100), 0.95) == 95
    assert quantile([7], 0.95) == 7


def test_ratings_order_bots_by_their_places_and_bars_shrink_with_games() -> None:
    def games(number: int) -> list[RatedGame]:
        ranks = [(0, 1, 2), (0, 2, 1), (1, 0, 2), (0, 1, 1)]
        return [RatedGame(i // 2, ("a", "b", "c"), ranks[i % 4]) for i in range(number)]

    few, many = rate(games(20)), rate(games(400))
    assert many["a"].mu > many["b"].mu > many["c"].mu
    for name in "abc":
        assert many[name].low < many[name].mu < many[name].high
        assert many[name].sigma < few[name].sigma
    assert rate(games(20)) == few


@pytest.mark.parametrize("setups", [2, 30])
def test_games_that_all_end_alike_leave_a_bar(setups: int) -> None:
    """Drawn again they show no spread, which does not mean that the rating is exact."""
    games = [RatedGame(i // 2, ("a", "b"), (0, 1)) for i in range(2 * setups)]
    for rating in rate(games).values():
        assert rating.high - rating.low > rating.sigma


def test_equal_bots_in_one_game_share_what_is_learned() -> None:
    games = [RatedGame(i, ("a", "b", "b"), (0, 1, 2)) for i in range(30)]
    rated = rate(games)
    assert rated["a"].mu > 25 > rated["b"].mu


@pytest.fixture(scope="module")
def tournament() -> Tournament:
    options = estoril.choose(3, "all", variants=["secret_agenda"])
    made = Tournament(
        {"strong": players.Strong, "random": "random", "first": players.First}, options, 60, 9
    )
    made.run()
    return made


@pytest.fixture(scope="module")
def figures(tournament: Tournament) -> TournamentFigures:
    return tournament.figures()


def test_wins_and_points_add_up(tournament: Tournament, figures: TournamentFigures) -> None:
    assert figures.games == 60
    assert figures.setups == 20
    assert sum(bot.wins.rate for bot in figures.bots) == pytest.approx(1)
    assert sum(rate.rate for rate in figures.seats) == pytest.approx(1)
    assert sum(rate.rate for rate in figures.turns) == pytest.approx(1)
    for bot in figures.bots:
        assert sum(bot.sources.values()) == pytest.approx(bot.points.mean)
        assert [rate.cases for rate in bot.seats] == [20, 20, 20]
        assert 0 < bot.times.median <= bot.times.most <= bot.times.longest
    totals = [entry.total for game in tournament.results() for entry in game.result.seats]
    assert sum(bot.points.mean for bot in figures.bots) / 3 == pytest.approx(sum(totals) / 180)
    assert [bot.rating.mu for bot in figures.bots] == sorted(
        (bot.rating.mu for bot in figures.bots), reverse=True
    )


def test_everybody_begins_equally_often(figures: TournamentFigures) -> None:
    assert [rate.cases for rate in figures.turns] == [60, 60, 60]
    for bot in figures.bots:
        assert [rate.cases for rate in bot.turns] == [20, 20, 20]


def test_tiles_tell_how_their_winners_did(
    tournament: Tournament, figures: TournamentFigures
) -> None:
    won: Counter[str] = Counter()
    wins: Counter[str] = Counter()
    for game in tournament.results():
        for seat, tiles in enumerate(game.won):
            won.update(tiles)
            for tile in tiles:
                wins[tile] += game.shares[seat]  # type: ignore[assignment]
    by_id = {entry.tile: entry for entry in figures.tiles}
    assert {tile for tile, entry in by_id.items() if entry.won.cases} == set(won)
    for tile in won:
        assert by_id[tile].won.cases == won[tile]
        assert by_id[tile].won.rate == pytest.approx(wins[tile] / won[tile])
    assert by_id["carol_ii"].sure == "reconstruction"
    assert by_id["linda_x"].starting


def test_a_value_is_what_exceeds_the_usual_share_against_the_same_opponents() -> None:
    lone = Tournament({"a": players.Strong, "b": "random"}, estoril.choose(3), 120, 2)
    figures = lone.run()
    shares: dict[tuple[tuple[str, ...], str], list[float]] = {}
    for game in lone.results():
        for bot, share in zip(game.bots, game.shares, strict=True):
            shares.setdefault((tuple(sorted(game.bots)), bot), []).append(share)
    assert len(shares) == 4
    more = [
        game.shares[seat] - mean(shares[tuple(sorted(game.bots)), game.bots[seat]])
        for game in lone.results()
        for seat, tiles in enumerate(game.won)
        if "ian_fleming" in tiles
    ]
    fleming = next(entry for entry in figures.tiles if entry.tile == "ian_fleming")
    assert fleming.won_value.mean == pytest.approx(mean(more))


def test_missions_tell_what_they_paid_and_to_whom(
    tournament: Tournament, figures: TournamentFigures
) -> None:
    in_play = sum(entry.games for entry in figures.missions)
    lines = sum(len(game.result.seats[0].missions) for game in tournament.results())
    assert in_play == lines
    women = next(entry for entry in figures.missions if entry.mission == "women")
    assert set(women.by) == {"strong", "random", "first"}
    assert women.points.mean > 0


def test_all_figures_are_there_as_json(figures: TournamentFigures) -> None:
    read = json.loads(figures.json())
    assert {"bots", "seats", "turns", "tiles", "missions", "faults"} <= set(read)
    assert read["bots"][0]["rating"]["mu"] == figures.bots[0].rating.mu
