"""Weaker levels miss what people miss: far locations, what they saw, missions until it is late."""

from __future__ import annotations

from random import Random

import pytest

import estoril
from estoril.bots import make
from estoril.bots.beliefs import evaluation_for
from estoril.bots.level import Level
from estoril.bots.mind.evaluation import appraise
from estoril.bots.oversight import Oversight
from estoril.engine import flow, terms
from estoril.engine.kinds import Seat
from estoril.testing import play_randomly


def seen(seed: int) -> list[estoril.View]:
    """Return what seats see who must place, in a game by chance."""
    game, views = estoril.new_game(players=2, seed=seed), []
    for _ in play_randomly(game, Random(seed)):
        if not game.is_over and game._state.phase == terms.PLACING:
            views.append(game.view(game.to_act[0]))
    return views


def places(view: estoril.View, codes: list[int]) -> set[str]:
    by_code = dict(zip(view.codes, view.legal, strict=True))
    return {action.space.split(".")[0] for code in codes if (action := by_code[code])}  # type: ignore[attr-defined]


@pytest.mark.parametrize("sight", [1, 2, 4])
def test_who_looks_at_few_locations_looks_at_those_near_the_own_characters(sight: int) -> None:
    for view in seen(4):
        seat = Seat(view.seat or 0)
        noticed = Oversight(sight=sight).notice(view.observed, seat, view.codes, 1)
        found, all_ = places(view, noticed), places(view, list(view.codes))
        assert len(found) == min(sight, len(all_))
        own = {
            place.id
            for place in view.places
            if any(space.occupied and space.owner == seat for space in place.spaces)
        }
        if own & all_ and len(own & all_) >= sight:
            assert found <= own
    everything = Oversight()
    assert everything.notice(view.observed, seat, view.codes, 1) == list(view.codes)


def test_who_forgets_knows_own_characters_and_what_lies_open_alone() -> None:
    forgotten = 0
    for view in seen(9):
        s, seat = view.observed, Seat(view.seat or 0)
        left = Oversight(memory=False).recall(s, seat)
        assert left.known[seat] == s.known[seat] & s.control[seat]
        assert left.reward_known[seat] == 0
        assert flow.legal(left, seat) == view.codes
        forgotten += (left.known[seat], left.reward_known[seat]) != (
            s.known[seat],
            s.reward_known[seat],
        )
        assert Oversight().recall(s, seat) is s
    assert forgotten > 3


def test_missions_count_from_the_round_on_in_which_a_porter_thinks_of_them() -> None:
    """Before, what missions there are makes no difference to its judgement."""
    one, other = (
        estoril.new_game(players=2, seed=2),
        estoril.new_game(players=2, seed=2),
    )
    state = other._state
    for i in range(state.mission_count):
        assert state.mission[i] >= 0
    blind = evaluation_for(state.cat, missions=False)
    assert blind is evaluation_for(state.cat, missions=False)
    assert appraise(blind, one._state, Seat(0)) != appraise(
        evaluation_for(state.cat), one._state, Seat(0)
    )
    porter, informant = make("porter"), make("informant")
    assert isinstance(porter, Level) and isinstance(informant, Level)
    for view in seen(3):
        counts = view.round >= porter.misses.missions
        assert porter.evaluation(view) is evaluation_for(view.observed.cat, missions=counts)
        assert informant.evaluation(view) is evaluation_for(view.observed.cat)
