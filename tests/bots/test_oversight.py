"""Weaker levels miss what people miss: far locations, points, missions until it is late."""

from __future__ import annotations

from random import Random

import pytest

import estoril
from estoril.bots import make
from estoril.bots.level import Level
from estoril.bots.mind.evaluation import appraise
from estoril.bots.oversight import Oversight
from estoril.engine import terms
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


def test_missions_count_from_the_round_on_in_which_somebody_thinks_of_them() -> None:
    """Before, how the missions stand makes no difference to the judgement."""
    late, informant = make("informant"), make("informant")
    assert isinstance(late, Level) and isinstance(informant, Level)
    late.misses = Oversight(missions=3)
    differ = set()
    for view in seen(3):
        seat = Seat(view.seat or 0)
        judged = [appraise(bot.evaluation(view), view.observed, seat) for bot in (late, informant)]
        differ.add((view.round < 3, judged[0] != judged[1]))
    assert differ >= {(True, True), (False, False)}
    assert (False, True) not in differ


def test_who_minds_no_points_values_all_tiles_of_a_kind_alike() -> None:
    blind, informant = make("informant"), make("informant")
    assert isinstance(blind, Level) and isinstance(informant, Level)
    blind.misses = Oversight(points=False)
    view = seen(3)[0]
    assert len({*blind.evaluation(view).base[:30]}) == 1
    assert len({*informant.evaluation(view).base[:30]}) > 3
