"""Simulated rounds tell of all that was placed in them, and of what was discarded."""

from __future__ import annotations

from random import Random

import pytest

import estoril
from estoril.bots import make
from estoril.bots.beliefs import evaluation_for, load_outlook
from estoril.bots.mind import experience
from estoril.bots.mind.experience import Experience
from estoril.bots.mind.search import Search
from estoril.bots.mind.veil import Veil
from estoril.bots.searching import PLAIN, Tried, by_experience, read
from estoril.engine import knowledge, terms
from estoril.engine.kinds import Code, Seat
from estoril.engine.state import State
from estoril.game.options import choose

ROUNDS = 400


def observed_by_the_first(players: int = 2) -> tuple[State, Seat]:
    game = estoril.new_game(players=players, seed=1942)
    seat = Seat(game.to_act[0])
    return knowledge.observe(game._state, seat), seat


def searched(x: Experience, observed: State, seat: Seat, rounds: int = ROUNDS) -> Search:
    codes = estoril.engine.flow.legal(observed, seat)
    e = evaluation_for(observed.cat)
    veil = Veil(e, observed, seat, PLAIN.learned, len(codes))
    search = Search(
        e, load_outlook(), read(e, observed, seat), veil, x, observed, seat, codes, 4 * ROUNDS, 1,
        PLAIN.curiosity, PLAIN.widening,
    )  # fmt: skip
    search.run(rounds)
    return search


@pytest.mark.compiled
@pytest.mark.parametrize("players", [2, 4])
def test_each_round_tells_of_every_placing_of_every_seat(players: int) -> None:
    observed, seat = observed_by_the_first(players)
    x, codes = Experience(observed.cat), observed.cat.codes
    searched(x, observed, seat)
    assert x.rounds == ROUNDS
    assert sum(x.usual[Seat(p)] for p in range(players)) == pytest.approx(ROUNDS)
    first, last = observed.cat.base[terms.PLACE], observed.cat.base[terms.PLACE + 1]
    for player in range(players):
        placed = sum(x.times[player * codes + first : player * codes + last])
        assert placed == pytest.approx(ROUNDS * observed.markers[Seat(player)], rel=0.02)
        for code in range(first, last):
            at = player * codes + code
            assert 0 <= x.worth[at] <= x.times[at]


@pytest.mark.compiled
def test_what_is_done_later_is_told_apart_from_what_is_tried() -> None:
    observed, seat = observed_by_the_first()
    x = Experience(observed.cat)
    found = searched(x, observed, seat).outcome()
    assert sum(visits for _, visits, *_ in found) == ROUNDS
    for code, visits, total, *_, later, worth in found:
        assert visits + later == x.times[seat * x.codes + code]
        assert total + worth == pytest.approx(x.worth[seat * x.codes + code])


@pytest.mark.compiled
def test_what_fades_counts_less_and_says_the_same() -> None:
    observed, seat = observed_by_the_first()
    x = Experience(observed.cat)
    searched(x, observed, seat)
    first = seat * x.codes
    code = max(range(x.codes), key=lambda code: x.times[first + code])
    at, usual = first + code, x.usual[seat] / ROUNDS
    times, mean = x.times[at], x.worth[at] / x.times[at]
    before = experience.esteem(x, seat, Code(code))
    x.fade(0.25)
    assert (x.times[at], x.rounds) == (times / 4, ROUNDS / 4)
    assert x.worth[at] / x.times[at] == pytest.approx(mean)
    after = experience.esteem(x, seat, Code(code))
    assert abs(after - usual) < abs(before - usual)  # it is the less sure
    assert (after - usual) * (before - usual) > 0


def test_of_what_was_hardly_tried_experience_decides_and_later_the_tries() -> None:
    few = [Tried(1, 4, 0.6, 0.6, 0, 90, 0.4), Tried(2, 4, 0.5, 0.5, 0, 90, 0.6)]
    many = [each._replace(times=4000) for each in few]
    assert [each.code for each in by_experience(few)] == [2, 1]
    assert [each.code for each in by_experience(many)] == [1, 2]


@pytest.mark.compiled
def test_experience_is_of_one_round_and_does_not_change_what_is_possible() -> None:
    game, rng, bot = estoril.Game(choose(2), estoril.content(), seed=3), Random(3), None
    bots = [make("spymaster:simulations=60") for _ in range(2)]
    while not game.is_over:
        seat = game.to_act[0]
        view, bot = game.view(seat), bots[seat]
        action = bot.choose(view, view.legal, rng)
        assert action in view.legal
        game.play(seat, action, events=False)
