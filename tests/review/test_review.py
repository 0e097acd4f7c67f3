"""Reviews: they add up, they know no more than the seat did, and they find what was thrown away."""

from __future__ import annotations

from functools import cache
from itertools import islice
from random import Random
from statistics import mean, stdev
from time import perf_counter

import pytest

import estoril
from estoril.bots import Driver
from estoril.choices import LEVELS
from estoril.engine import terms
from estoril.errors import ActionError, RecordError, SetupError
from estoril.game.options import catalog_for
from estoril.review import Depth, Review, accuracy_of_levels, advise, luck_by_round, review
from estoril.review.foresight import Foresight
from estoril.review.weighing import weigh
from estoril.testing import all_setups, play_randomly

pytestmark = pytest.mark.compiled

GLANCE = Depth(simulations=24, checks=16, worlds=4, plays=4, glimpses=2)


def played(options: estoril.Options, seed: int, *bots: str) -> estoril.Game:
    """Play a game between bots."""
    game = estoril.Game(options, estoril.content(), seed)
    drivers = [Driver(bots[seat % len(bots)], seed) for seat in range(options.players)]
    while not game.is_over:
        seat = game.to_act[0]
        game.play(seat, drivers[seat].decide(game.view(seat)).code, events=False)
    return game


@cache
def usual() -> tuple[estoril.Game, Review]:
    """Return a game of three with all modules, and its review."""
    game = played(estoril.choose(3, "all"), 7, "informant", "tourist")
    return game, review(game, GLANCE)


def test_what_a_result_is_split_into_adds_up_to_it_exactly() -> None:
    for number, options in enumerate(islice(all_setups(), 0, None, 397)):
        game = estoril.Game(options, estoril.content(), seed=number)
        for _ in play_randomly(game, Random(number)):
            pass
        found = review(game, Depth(simulations=8, checks=8, worlds=2, plays=2, glimpses=1))
        winners = game.result.winners
        for seat in found.seats:
            parts = (seat.start, seat.own, seat.others, seat.chance, seat.hidden, seat.revised)
            assert sum(parts) == seat.result
            assert seat.result == pytest.approx((seat.seat in winners) / len(winners), abs=1e-9)
            assert seat.skill + seat.luck == seat.own + seat.others + seat.chance + seat.hidden


def test_every_step_is_reviewed_once() -> None:
    game, found = usual()
    steps = [each.step for each in (*found.decisions, *found.chances)]
    assert sorted(steps) == list(range(len(game.steps)))
    for each in found.decisions:
        assert game.steps[each.step] == each.seat << 16 | game.code(each.action)
        legal = game.again(each.step).legal(each.seat)
        assert each.forced == (len(legal) == 1)
        assert all(candidate.action in legal for candidate in each.best)
        assert 0 <= each.after <= each.before <= 1
    assert found.moments[-1].known == tuple(seat.result for seat in found.seats)
    assert all(len(seat.costliest) <= 3 for seat in found.seats)
    assert len(found.turning_points) == 3


def test_the_same_seed_gives_the_same_review() -> None:
    game, found = usual()
    assert review(game, GLANCE) == found
    assert review(game, GLANCE, seed=2).decisions != found.decisions


def test_a_decision_is_weighed_by_what_its_seat_knew() -> None:
    game, found = usual()
    weighed = 0
    for each in found.decisions[::9]:
        then = game.again(each.step)
        twin = then.imagine(each.seat, seed=each.step)
        if each.forced or twin.position() == then.position():
            continue
        weighed += 1
        cat = catalog_for(game.options, game.content)
        code = game.code(each.action)
        views = then.view(each.seat), twin.view(each.seat)
        one, other = (weigh(Foresight(cat, 5), view, code, 40, 40) for view in views)
        assert one == other
    assert weighed > 5


@cache
def last_chance() -> tuple[estoril.Game, int, dict[int, float]]:
    """Return a game before its last decision, which decides it: by whom, and what comes of it."""
    for seed in range(40):
        game = played(estoril.choose(2), seed, "informant")
        last = len(game.steps) - 1
        before = game.again(last)
        seat = game.steps[last] >> 16
        results = {}
        for code in before.legal_codes(seat):
            end = before.copy(seed=1)
            end.play(seat, code)
            results[code] = (seat in end.result.winners) / len(end.result.winners)
        if min(results.values()) == 0 and max(results.values()) == 1:
            return before, seat, results
    raise AssertionError("no game was decided at last")


def test_a_win_that_is_thrown_away_is_told() -> None:
    """The last discards of a game, with nothing hidden any more but what others discard."""
    before, seat, results = last_chance()
    before, last = before.copy(seed=1), len(before.steps)
    before.play(seat, min(results, key=results.__getitem__))
    found = review(before, Depth(simulations=200, checks=400, worlds=64, plays=64, glimpses=8))
    assert last in found.seats[seat].costliest
    told = found.decision(last)
    assert told.cost > 3 * told.cost_error
    assert results[before.code(told.best[0].action)] == 1
    assert found.seats[seat].cost > 0


def test_advice_finds_the_win_and_warns_of_what_throws_it_away() -> None:
    before, seat, results = last_chance()
    view = before.view(seat)
    worst, best = (pick(results, key=results.__getitem__) for pick in (min, max))
    advice = advise(view, worst, simulations=400, checks=800)
    assert results[advice.hints[0].code] == 1
    assert advice.warns and advice.considered is not None
    assert advice.considered.chance < advice.hints[0].chance
    assert not advise(view, best, simulations=400, checks=800).warns


def test_advice_is_the_same_in_games_that_differ_in_what_the_seat_cannot_know() -> None:
    game, found = usual()
    advised = 0
    for each in found.decisions[::17]:
        then = game.again(each.step)
        twin = then.imagine(each.seat, seed=each.step)
        if each.forced or twin.position() == then.position():
            continue
        advised += 1
        code = game.code(each.action)
        one, other = (
            advise(which.view(each.seat), code, simulations=60, checks=60) for which in (then, twin)
        )
        assert one == other
        assert all(hint.code in then.legal_codes(each.seat) for hint in one.hints)
    assert advised > 3


def forced() -> estoril.View:
    """Return the view of a seat that has one choice alone."""
    for seed in range(40):
        game = estoril.new_game(players=2, modules="all", seed=seed)
        for _ in play_randomly(game, Random(seed)):
            for seat in game.to_act:
                if len(game.legal_codes(seat)) == 1:
                    return game.view(seat)
    raise AssertionError("nobody was ever forced")


def test_of_the_only_choice_there_is_nothing_to_warn() -> None:
    view = forced()
    advice = advise(view, view.codes[0], simulations=60, checks=60)
    assert [hint.code for hint in advice.hints] == list(view.codes)
    assert advice.cost == 0 and not advice.warns


def test_advice_does_not_let_anybody_wait() -> None:
    before, seat, _ = last_chance()
    begun = perf_counter()
    advise(before.view(seat), simulations=10**7, checks=10**7, seconds=0.4)
    assert perf_counter() - begun < 5  # all of it would take minutes


def test_chance_is_worth_nothing_on_average() -> None:
    """By construction, so also where one is much better: here of the better one."""
    options = estoril.choose(2, "all")
    luck, share = [], []
    for seed in range(80):
        game = played(options, seed, "tourist", "random")
        assert game.result.winners
        luck.append(sum(by_seat[0] for by_seat in luck_by_round(game, seed, plays=32)))
        share.append((0 in game.result.winners) / len(game.result.winners))
    assert mean(share) > 0.9
    error = stdev(luck) / len(luck) ** 0.5
    assert abs(mean(luck)) < 2.6 * error
    assert 0.001 < error < 0.05


def test_luck_goes_with_winning() -> None:
    options = estoril.choose(2, "all")
    won, lost = [], []
    for seed in range(80):
        game = played(options, seed, "tourist")
        luck = sum(by_seat[0] for by_seat in luck_by_round(game, seed, plays=64))
        (won if game.result.winners == (0,) else lost).append(luck)
    assert mean(won) > mean(lost)


def test_all_luck_together_is_worth_nothing_on_average_among_players_of_habit() -> None:
    """Chance by construction; what lies hidden, as far as worlds are as likely as they are held."""
    luck = []
    for seed in range(36):
        game = played(estoril.choose(2), seed, "tourist", "random")
        found = review(game, Depth(simulations=2, checks=1, worlds=16, plays=16, glimpses=1))
        luck.append(found.seats[0].luck)
    error = stdev(luck) / len(luck) ** 0.5
    assert abs(mean(luck)) < 2.6 * error
    assert error < 0.1


def test_what_cannot_be_reviewed_is_refused() -> None:
    game, _ = usual()
    with pytest.raises(SetupError, match="quick, club, deep"):
        review(game, "shallow")
    with pytest.raises(ActionError):
        review(game.again(40), GLANCE)
    middle = estoril.Game.from_position(game.again(60).position(), seed=1)
    while not middle.is_over:
        middle.play(middle.to_act[0], middle.legal(middle.to_act[0])[0])
    with pytest.raises(RecordError):
        review(middle, GLANCE)
    assert game._state.phase == terms.OVER  # a review changes nothing


def test_the_higher_a_level_the_more_accurate_it_is() -> None:
    accuracies = accuracy_of_levels()
    assert tuple(accuracies) == LEVELS
    two_steps = zip(accuracies.values(), list(accuracies.values())[2:], strict=False)
    assert all(low < high <= 1 for low, high in two_steps)
