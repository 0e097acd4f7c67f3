"""Properties of random games in random setups."""

import json
from random import Random

from hypothesis import given
from hypothesis import strategies as st

import estoril
from estoril import records
from estoril.engine import flow
from estoril.game.events import Fact
from estoril.game.game import Game, content_from
from estoril.testing import all_setups, play_randomly, rule

SETUPS = list(all_setups())
setups = st.sampled_from(SETUPS)
seeds = st.integers(0, 2**64 - 1)


def played(options: estoril.Options, seed: int) -> Game:
    """Return a random game, played to its end."""
    game = Game(options, content_from(None), seed=seed)
    for _ in play_randomly(game, Random(seed)):
        pass
    return game


@rule("PLACE-01", "LOC01-02")
@given(setups, seeds)
def test_an_action_is_found_by_its_number(options: estoril.Options, seed: int) -> None:
    game = Game(options, content_from(None), seed=seed)
    rng, looked = Random(seed), Random(seed)
    for state in (game._state for _ in play_randomly(game, rng)):
        codes = flow.legal(state, state.actor)
        assert flow.num_legal(state) == len(codes)
        number = looked.randrange(len(codes))
        by_number, by_code = state.copy(), state.copy()
        assert flow.apply_nth(by_number, number)
        flow.play(by_code, state.actor, codes[number])
        assert by_number.image() == by_code.image()
        assert not flow.apply_nth(state, len(codes)) and not flow.apply_nth(state, -1)


@rule("INFO-07")
@given(setups, seeds)
def test_a_network_is_what_was_won_minus_what_was_lost(options: estoril.Options, seed: int) -> None:
    game = Game(options, content_from(None), seed=seed)
    networks = [sorted(player.network) for player in game.view(None).players]
    rng = Random(seed)
    while not game.is_over:
        seat = rng.choice(game.to_act)
        for event in game.play(seat, rng.choice(game.legal_codes(seat))):
            _follow(networks, event.public)
        shown = [sorted(player.network) for player in game.view(None).players]
        assert [sorted(network) for network in networks] == shown


def _follow(networks: list[list[str]], fact: Fact) -> None:
    """Keep networks up by what everybody sees."""
    match fact:
        case estoril.game.events.RewardWon(seat=seat, tile=tile):
            networks[seat].append(tile)
        case estoril.game.events.Assassinated(owner=owner, to=int(to), tile=tile):
            networks[owner].remove(tile)
            networks[to].append(tile)
        case estoril.game.events.Discarded(seat=seat, tile=tile):
            networks[seat].remove(tile)
        case estoril.game.events.Sacrificed(owner=owner, tile=tile):
            networks[owner].remove(tile)
        case estoril.game.events.StakeWon(by=by, tile=tile, source="hand"):
            networks[by].remove(tile)
        case estoril.game.events.StakeLost(by=by, tile=tile, source="hand"):
            networks[by].remove(tile)


@given(setups, seeds)
def test_a_record_replays_to_the_same_views_events_and_result(
    options: estoril.Options, seed: int
) -> None:
    game = played(options, seed)
    text = records.dump(game.record())
    again = records.verify(json.loads(text))
    assert again.result == game.result
    for seat in [None, *range(game.players)]:
        assert again.view(seat).json() == game.view(seat).json()
    assert [event.whole for event in again.history()] == [e.whole for e in game.history()]
    assert records.dump(again.record()) == text


@given(setups, seeds)
def test_equal_seeds_and_choices_give_equal_games(options: estoril.Options, seed: int) -> None:
    assert played(options, seed).record() == played(options, seed).record()


@given(setups, seeds)
def test_a_copy_goes_its_own_way(options: estoril.Options, seed: int) -> None:
    game = Game(options, content_from(None), seed=seed)
    rng = Random(seed)
    for _ in play_randomly(game, rng, most=rng.randrange(60)):
        pass
    before = game.view(None).json()
    twin = game.copy(seed=seed)
    assert twin.view(None).json() == before
    for _ in play_randomly(twin, rng):
        pass
    assert game.view(None).json() == before


@given(setups, seeds)
def test_every_code_of_a_legal_action_leads_back_to_it(options: estoril.Options, seed: int) -> None:
    game = Game(options, content_from(None), seed=seed)
    for seat, code in play_randomly(game, Random(seed)):
        assert game.code(game.action(code)) == code
        assert game.legal(seat) == [game.action(c) for c in game.legal_codes(seat)]
