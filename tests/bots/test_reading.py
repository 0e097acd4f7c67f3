"""Folders are read: worlds that can be are drawn as likely as they read, and no others."""

from __future__ import annotations

from collections import Counter
from math import pi, prod, sqrt
from pathlib import Path
from random import Random

import pytest

from estoril.bots import BotError, make
from estoril.bots.beliefs import READING, evaluation_for, load_reading
from estoril.bots.hiding import told
from estoril.bots.mind.reading import Reading, draw
from estoril.bots.training import Season
from estoril.engine import knowledge, terms
from estoril.engine.kinds import Seat
from estoril.engine.state import State
from estoril.game.actions import Place
from estoril.game.game import Game, content_from, new_game
from estoril.game.options import Options, choose
from tests.views.test_worlds import SETUPS, Past, fillings, in_resolution, laid_so, played

DRAWS = 20_000


def reading_of(observed: State, seat: int, trust: float = 1.0) -> Reading:
    return Reading(evaluation_for(observed.cat), observed, Seat(seat), load_reading(), trust)


def drawn_world(reading: Reading, observed: State, seat: int, seed: int) -> State:
    world = observed.copy()
    draw(reading, world, Seat(seat), seed)
    return world


def distance(one: dict[tuple[int, ...], float], other: dict[tuple[int, ...], float]) -> float:
    """Return by how much two ways to share one whole differ, 0 to 1."""
    keys = {*one, *other}
    return sum(abs(one.get(key, 0.0) - other.get(key, 0.0)) for key in keys) / 2


def shares(counts: dict[tuple[int, ...], float]) -> dict[tuple[int, ...], float]:
    whole = sum(counts.values())
    return {key: n / whole for key, n in counts.items()}


@pytest.mark.compiled
@pytest.mark.parametrize(
    ("options", "seed"),
    [
        (choose(2), 3),
        (choose(2, edition="german"), 5),
        (choose(3, "all"), 7),
        (choose(3, "all", rulings=("controllers_hand",)), 11),
    ],
    ids=["2", "german", "3", "controllers_hand"],
)
def test_worlds_that_can_be_are_drawn_as_likely_as_they_read(options: Options, seed: int) -> None:
    games = (played(options, n, until=in_resolution) for n in range(seed, seed + 500))
    game = next(game for game in games if game is not None)
    past, observed = Past(game, 0), game.view(0).observed
    hidden = [c for c in range(observed.cat.cells) if observed.tile[c] == terms.HIDDEN]
    cells = [c for c in hidden if observed.owner[c] == observed.owner[hidden[0]]]
    reading, owner = reading_of(observed, 0), observed.owner[cells[0]]
    possible = {
        laid: ways
        for laid, ways in fillings(game._state, owner, cells).items()
        if past.fits(laid_so(game._state, owner, cells, laid))
    }
    read = {
        laid: ways
        * prod(reading.likely[c * terms.TILES + t] for c, t in zip(cells, laid, strict=True))
        for laid, ways in possible.items()
    }
    found = Counter(
        tuple(drawn_world(reading, observed, 0, n).tile[cell] for cell in cells)
        for n in range(DRAWS)
    )
    assert set(found) <= set(possible)
    wanted = shares(read)
    by_chance = sum(sqrt(2 * n / pi / DRAWS) for n in wanted.values()) / 2  # what is to be expected
    assert distance(shares({**found}), wanted) < by_chance + 0.02
    assert distance(shares({**possible}), wanted) > 0.1


@pytest.mark.compiled
@pytest.mark.parametrize("start", range(4))
def test_every_world_that_is_read_has_a_past_that_the_seat_has_seen(start: int) -> None:
    for number in range(start * 9, len(SETUPS), 4 * 9):
        options, rng = SETUPS[number], Random(number)
        game = Game(options, content_from(None), seed=number)
        length = rng.randrange(20, 60 * options.players)
        while not game.is_over and len(game.steps) < length:
            seat = rng.choice(game.to_act)
            game.play(seat, rng.choice(game.legal_codes(seat)))
        reader = rng.randrange(options.players)
        past, observed = Past(game, reader), game.view(reader).observed
        world = drawn_world(reading_of(observed, reader), observed, reader, number)
        assert past.fits(world), f"setup {number}, {length} steps, reader {reader}"


def placings(seed: int) -> tuple[State, Seat]:
    """Return what a seat knows in the middle of a placing, with folders on the table."""
    game, rng = Game(choose(2), content_from(None), seed=seed), Random(seed)
    while len(game.steps) < 40 or game._state.phase != terms.PLACING:
        seat = game.to_act[0]
        game.play(seat, rng.choice(game.legal_codes(seat)))
    return game.view(game.to_act[0]).observed, Seat(game.to_act[0])


def test_who_does_not_trust_what_is_read_takes_all_worlds_as_alike() -> None:
    observed, seat = placings(5)
    even = observed.copy()
    knowledge.imagine(even, seat, 9)
    assert drawn_world(reading_of(observed, seat, 0.0), observed, seat, 9).image() == even.image()


@pytest.mark.parametrize("spoiled", [b"", b"{}\n", None])
def test_a_file_that_nobody_can_read_by_is_refused(tmp_path: Path, spoiled: bytes | None) -> None:
    file = tmp_path / "wrong.net"
    file.write_bytes(READING.read_bytes()[:-1] if spoiled is None else spoiled)
    with pytest.raises(BotError, match=r"wrong\.net"):
        make(f"spymaster:reading={file}")


@pytest.mark.compiled
def test_learning_to_read_is_repeatable_and_reads_better_than_chance() -> None:
    from estoril.bots.reading import fit, watch_games

    learned = []
    for _ in range(2):
        parts = [watch_games(Season(choose(n), 8, n, 60, b"")) for n in (2, 3)]
        learned.append(fit(parts, 5))
    assert (learned[0].weights == learned[1].weights).all()
    assert learned[0].read < learned[0].even


@pytest.mark.compiled
def test_who_hides_tells_less_by_where_it_places() -> None:
    """The same search, with a price on what a reader learns and without."""
    learned = load_reading()
    bits = {"hiding=0.01": 0.0, "hiding=0": 0.0}
    for setting in bits:
        game, rng = new_game(players=2, seed=6), Random(1)
        bot, count = make(f"spymaster:simulations=1500:{setting}"), 0
        while not game.is_over:
            seat = Seat(game.to_act[0])
            view = game.view(seat)
            action = bot.choose(view, view.legal, rng)
            if isinstance(action, Place) and len(view.legal) > 1:
                evaluation = evaluation_for(view.observed.cat)
                bits[setting] += told(evaluation, view.observed, seat, game.code(action), learned)
                count += 1
            game.play(seat, action, events=False)
        bits[setting] /= count
    assert bits["hiding=0.01"] < bits["hiding=0"] - 0.2
