"""Batches: many games at once give the same games, observations keep secrets."""

import copy
import pickle
import sys
import threading
import time
from collections.abc import Callable

import numpy as np
import pytest

import estoril
from estoril.bulk.batch import Batch
from estoril.engine import encoding, flow, knowledge, terms
from estoril.engine.state import State
from estoril.errors import PackError
from estoril.game.game import content_from
from estoril.game.options import catalog_for
from estoril.testing import rule


def test_a_batch_plays_the_games_of_its_seeds() -> None:
    batch = Batch(3, 4, seed=70, modules="all")
    cat = catalog_for(estoril.choose(4, "all"), content_from(None))
    states = [State(cat) for _ in range(3)]
    for i, state in enumerate(states):
        flow.start(state, 70 + i, 1)
    for _ in range(60):
        for i, state in enumerate(states):
            assert batch.actors[i] == state.actor
            assert np.flatnonzero(batch.legal[i]).tolist() == sorted(flow.legal(state, state.actor))
        actions = batch.sample()
        for state, code in zip(states, actions.tolist(), strict=True):
            flow.play(state, state.actor, code)
        batch.step(actions)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_games_begin_anew_and_rewards_share_one_win(players: int) -> None:
    batch = Batch(8, players, seed=5, modules="all", variants="secret_agenda")
    ended = 0
    while batch.finished < 20:
        batch.step(batch.sample())
        for i in np.flatnonzero(batch.done):
            ended += 1
            assert batch.rewards[i].sum() == pytest.approx(1.0)
            assert batch.scores[i][batch.rewards[i] > 0].min() == batch.scores[i].max()
            assert batch.part("moment")[i, 0, 0] == 1  # round one of the next game
        going_on = batch.done == 0
        assert not batch.rewards[going_on].any() and not batch.scores[going_on].any()
        assert batch.legal.any(axis=1).all()
    assert ended == batch.finished


def test_an_illegal_action_changes_nothing() -> None:
    batch = Batch(4, 3, seed=1)
    before = batch.observations.copy()
    actions = batch.sample()
    actions[2] = int(np.flatnonzero(batch.legal[2] == 0)[0])
    with pytest.raises(estoril.ActionError, match="game 2"):
        batch.step(actions)
    for wrong in (-1, batch.num_codes, 10**6):
        actions[2] = wrong
        with pytest.raises(estoril.ActionError, match="game 2"):
            batch.step(actions)
    assert (batch.observations == before).all()
    with pytest.raises(estoril.ActionError, match="4 actions"):
        batch.step([1, 2])
    for wrong in (np.array([1.5] * 4), np.array([True] * 4), ["a"] * 4):
        with pytest.raises(estoril.ActionError, match="whole numbers"):
            batch.step(wrong)
    assert (batch.observations == before).all()
    with pytest.raises(estoril.SetupError, match="at least 1 game"):
        Batch(0)


def test_the_parts_of_an_observation_say_what_the_view_says() -> None:
    batch = Batch(1, 4, seed=9, modules="all")
    game_state = State(catalog_for(batch.options, content_from(None)))
    flow.start(game_state, 9, 1)
    for _ in range(25):
        code = int(batch.sample()[0])
        batch.step([code])
        flow.play(game_state, game_state.actor, code)
    seat = int(batch.actors[0])
    hand = [i for i in range(game_state.cat.tiles) if game_state.hand[seat] >> i & 1]
    assert np.flatnonzero(batch.part("hand")[0, :, 0]).tolist() == hand
    assert batch.part("seats")[0, 0, 0] == len(hand)
    places = batch.part("locations")[0, :, 0]
    assert sorted(places[places > 0].tolist()) == [1, 2, 3, 4, 5, 6]
    assert sum(int(np.prod(shape)) for shape in batch.layout.values()) == batch.width
    with pytest.raises(KeyError, match="no part"):
        batch.part("nonsense")


@rule("INFO-08")
@pytest.mark.parametrize("players", [2, 4, 5])
def test_an_observation_is_the_same_whatever_the_seat_cannot_know(players: int) -> None:
    variants = ("secret_agenda", "secret_missions") if players == 4 else ("secret_agenda",)
    cat = catalog_for(estoril.choose(players, "all", "superbox", variants), content_from(None))
    compared = 0
    for seed in range(12):
        state = State(cat)
        flow.start(state, seed, 1)
        while state.phase != terms.OVER:
            for seat in range(players):
                twin = knowledge.observe(state, seat)
                knowledge.imagine(twin, seat, seed * 1000 + compared)
                assert encoding.encoded(state, seat) == encoding.encoded(twin, seat)
                compared += 1
            codes = flow.legal(state, state.actor)
            flow.play(state, state.actor, codes[compared % len(codes)])
    assert compared > 1000


def played(batch: Batch, steps: int) -> list[object]:
    """Step a batch at random; return all that it showed."""
    shown: list[object] = []
    for _ in range(steps):
        batch.step(batch.sample())
        for array in (batch.observations, batch.legal, batch.actors, batch.rewards, batch.done):
            shown.append(array.tobytes())
    return shown


@pytest.mark.parametrize(
    "again", [lambda batch: pickle.loads(pickle.dumps(batch)), copy.copy, copy.deepcopy]
)
@pytest.mark.parametrize("bots", [{}, {1: "tourist"}, {0: "random", 2: "random"}])
def test_a_batch_goes_on_as_it_would_have(
    again: Callable[[Batch], Batch], bots: dict[int, str]
) -> None:
    batch = Batch(3, 3, seed=70, bots=bots)
    played(batch, 10)
    other = again(batch)
    assert other == batch
    assert (other.observations == batch.observations).all()
    assert (other.legal == batch.legal).all() and (other.actors == batch.actors).all()
    assert played(other, 10) == played(batch, 10)
    other.step(other.sample())
    assert other != batch
    with pytest.raises(TypeError, match="unhashable"):
        hash(batch)


def test_seeds_can_be_chosen() -> None:
    batch = Batch(3, 2, seed=[5, 2**64 - 1, 7])
    assert batch.seeds.tolist() == [5, 2**64 - 1, 7]
    for i, seed in enumerate(batch.seeds.tolist()):
        single = Batch(1, 2, seed=seed)
        assert (single.observations[0] == batch.observations[i]).all()
    first = batch.observations.copy()
    batch.reset()
    assert batch.seeds.tolist() == [8, 9, 10]
    batch.reset([5, 2**64 - 1, 7])
    assert (batch.observations == first).all()
    with pytest.raises(estoril.SetupError, match="3 games"):
        batch.reset([1])
    with pytest.raises(estoril.SetupError, match="2 seeds"):
        Batch(3, 2, seed=[1, 2])


def test_setups_can_be_mixed() -> None:
    setups = [estoril.choose(2), estoril.choose(4, "all"), estoril.choose(5, "double_agent")]
    batch = Batch.of(setups, seed=[1, 2, 3])
    alone = [Batch.of([options], seed=[seed]) for seed, options in enumerate(setups, 1)]
    for _ in range(30):
        actions = batch.sample()
        for i, single in enumerate(alone):
            assert batch.actors[i] == single.actors[0]
            assert (batch.observations[i, : single.width] == single.observations[0]).all()
            assert not batch.observations[i, single.width :].any()
            assert (batch.legal[i, : single.num_codes] == single.legal[0]).all()
            assert not batch.legal[i, single.num_codes :].any()
            assert batch.encoder(i).width == single.width
            single.step(actions[i : i + 1])
        batch.step(actions)
    for ask in (lambda: batch.options, lambda: batch.layout, lambda: batch.part("hand")):
        with pytest.raises(estoril.SetupError, match="several setups"):
            ask()


def test_masks_go_by_the_compact_numbers_of_each_setup() -> None:
    setups = [estoril.choose(2), estoril.choose(4, "all"), estoril.choose(5, "double_agent")]
    batch = Batch.of(setups, seed=[1, 2, 3], bots={1: "random"})
    for step in range(200):
        masks = batch.masks  # asked for at a game's start, and the same array ever after
        for i in range(3):
            encoder = batch.encoder(i)
            assert (masks[i, : encoder.num_actions] == batch.legal[i, encoder.codes]).all()
            assert masks[i].sum() == batch.legal[i].sum() > 0
        batch.step(batch.sample())
        if step == 100:
            again = pickle.loads(pickle.dumps(batch))
            assert again.masks is not masks and (again.masks == masks).all()
            batch.reset([4, 5, 6])
    assert batch.masks is masks


def test_some_games_are_looked_at() -> None:
    batch = Batch(5, 3, seed=8)
    while batch.finished < 3:
        batch.step(batch.sample())
    some, seats = np.array([4, 0, 4]), [2, 1, 0]
    for look in (batch.observe, batch.final):
        rows = look(seats, games=some)
        assert rows.shape == (3, batch.width)
        for row, seat, game in zip(rows, seats, some, strict=True):
            assert (row == look(seat)[game]).all()
    assert (batch.observe(1, games=batch.actors == 1) == batch.observe(1)[batch.actors == 1]).all()
    with pytest.raises(IndexError):
        batch.observe(0, games=[5])
    with pytest.raises(estoril.ActionError):
        batch.observe(3, games=[0])


def test_the_last_observation_of_a_game_is_kept() -> None:
    batch = Batch(2, 2, seed=3)
    assert not batch.final(0).any()
    before = batch.copy()
    while not batch.done.any():
        before = batch.copy()
        actions = batch.sample()
        batch.step(actions)
    i = int(batch.done.argmax())
    game = before.game(i)
    game.play(int(before.actors[i]), int(actions[i]))
    assert game.is_over
    for seat in range(2):
        assert (batch.final(seat)[i] == batch.encoder().observe(game.view(seat))).all()
    assert [line.total for line in game.result.seats] == batch.scores[i].tolist()


def test_a_game_is_taken_out_and_put_back() -> None:
    batch = Batch(3, 3, seed=3)
    played(batch, 20)
    kept, view = batch.save(0), batch.view(0, 1)
    game = batch.game(0)
    assert game.view(1) == view and game.view(None) == batch.view(0, None)
    batch.load(2, kept)
    assert (batch.observations[2] == batch.observations[0]).all()
    batch.load(1, game)
    assert batch.view(1, 1) == view
    follow = batch.sample()
    follow[:] = follow[0]
    batch.step(follow)
    assert (batch.observations[2] == batch.observations[0]).all()  # by the same chance
    with pytest.raises(PackError):
        batch.load(0, (kept[0], b""))
    with pytest.raises(estoril.SetupError, match="same setup"):
        batch.load(0, estoril.new_game(2))


def test_bots_play_by_themselves() -> None:
    batch = Batch(4, 3, seed=3, bots={0: "random", 2: "tourist"})
    for _ in range(40):
        assert (batch.actors == 1).all()
        batch.step(batch.sample())
    with pytest.raises(estoril.SetupError, match="nobody is left"):
        Batch(1, 2, bots={0: "random", 1: "random"})
    with pytest.raises(estoril.EstorilError):
        Batch(1, 2, bots={0: "nonsense"})


def test_seats_are_seen_whoever_acts() -> None:
    batch = Batch(3, 3, seed=3)
    out = np.zeros_like(batch.observations)
    assert batch.observe(batch.actors, out) is out
    assert (out == batch.observations).all()
    with pytest.raises(estoril.ActionError, match="3"):
        batch.observe(3)


def test_arrays_are_handed_on_without_copies() -> None:
    batch = Batch(4, 2, seed=3)
    for array in (batch.observations, batch.legal, batch.rewards, batch.actors, batch.done):
        other = np.from_dlpack(array)
        assert np.shares_memory(other, array)
    shown = np.from_dlpack(batch.observations)
    batch.step(batch.sample())
    assert (shown == batch.observations).all()


@pytest.mark.compiled
def test_others_run_during_a_step() -> None:
    batch, stop = Batch(1024, 4, seed=1, modules="all"), threading.Event()
    beats: list[float] = []

    def beat() -> None:
        while not stop.is_set():
            beats.append(time.perf_counter())
            time.sleep(0)

    def beaten() -> bool:
        begun = time.perf_counter()
        batch._games.step(actions)
        ended = time.perf_counter()
        return any(begun < at < ended for at in beats)

    usual = sys.getswitchinterval()
    sys.setswitchinterval(1000)  # nobody gets the lock who is not given it
    thread = threading.Thread(target=beat)
    thread.start()
    try:
        for _ in range(500):
            actions = batch.sample()
            if beaten():
                break
        else:
            pytest.fail("nobody else ran")
    finally:
        sys.setswitchinterval(usual)
        stop.set()
        thread.join()


def test_one_thread_steps_at_a_time() -> None:
    batch = Batch(2, 2, seed=1)
    batch._stepping = True
    with pytest.raises(estoril.ActionError, match="another thread"):
        batch.step(batch.sample())
