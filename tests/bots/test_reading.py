"""Folders are read: worlds that can be are drawn as likely as they read, and no others."""

from __future__ import annotations

from collections import Counter
from itertools import product
from math import pi, prod, sqrt
from pathlib import Path
from random import Random

import pytest

from estoril.bots import BotError, make
from estoril.bots.beliefs import READING, evaluation_for, load_reading
from estoril.bots.mind.aims import Aims, assigned, deal, fits
from estoril.bots.mind.reading import Reading, draw, tile_at
from estoril.bots.mind.weights import FAR
from estoril.bots.training import Season
from estoril.engine import bits, knowledge, terms
from estoril.engine.kinds import Cell, Seat, Word
from estoril.engine.state import State
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


def astray(found: Counter[tuple[int, ...]], wanted: dict[tuple[int, ...], float]) -> float:
    """Return by how much draws differ from what is wanted, beyond what is to be expected."""
    by_chance = sum(sqrt(2 * n / pi / DRAWS) for n in shares(wanted).values()) / 2
    return distance(shares({**found}), shares(wanted)) - by_chance


@pytest.mark.compiled
@pytest.mark.parametrize(
    ("options", "seed"),
    [
        (choose(2), 3),
        (choose(2, edition="german"), 6),
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
    assert astray(found, read) < 0.02
    assert distance(shares({**possible}), shares(read)) > 0.1


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


@pytest.mark.compiled
def test_stakes_are_drawn_as_likely_as_they_read() -> None:
    game, places = next(found for found in map(staked, range(500)) if found)
    observed, owner = game.view(0).observed, Seat(1)
    reading = reading_of(observed, 0)
    can_be = [
        [tile for tile in range(terms.TILES) if reading.likely[place * terms.TILES + tile]]
        for place in places
    ]
    assert places[-1] >= terms.CELLS and max(map(len, can_be)) > 1
    read = {
        laid: prod(reading.likely[p * terms.TILES + t] for p, t in zip(places, laid, strict=True))
        for laid in product(*can_be)
        if len({*laid}) == len(laid)
    }
    found = Counter[tuple[int, ...]]()
    for number in range(DRAWS):
        world = drawn_world(reading, observed, 0, number)
        found[tuple(tile_at(world, place) for place in places)] += 1
        assert bits.count(world.hand[owner]) == observed.hand_size[owner]
        assert not any(bits.has(world.hand[owner], tile_at(world, place)) for place in places)
    assert found.keys() <= read.keys()
    assert astray(found, read) < 0.02


def staked(number: int) -> tuple[Game, list[int]] | None:
    """Return a game in which the second has staked something, and the places of its that hide."""
    game, rng = new_game(players=2, modules=["vip", "roulette"], seed=number), Random(number)
    while not game.is_over and game._state.round == 1:
        seen = game.view(0).observed
        stakes = [n for n in range(seen.stake_count) if seen.stake_tile[n] == terms.HIDDEN]
        cells = [c for c in range(seen.cat.cells) if seen.tile[Cell(c)] == terms.HIDDEN]
        if stakes and len(cells) + len(stakes) <= 3 and not seen.armed:
            return game, [*cells, *(terms.CELLS + n for n in stakes)]
        game.play(game.to_act[0], rng.choice(game.legal(game.to_act[0])), events=False)
    return None


@pytest.mark.compiled
@pytest.mark.parametrize("variants", [["secret_agenda"], ["secret_missions"]])
def test_secret_missions_are_dealt_as_likely_as_they_look(variants: list[str]) -> None:
    game, rng = new_game(players=3, variants=variants, seed=9), Random(9)
    while game._state.round < 3:
        game.play(game.to_act[0], rng.choice(game.legal(game.to_act[0])), events=False)
    observed = game.view(0).observed
    aims = Aims(observed, 0.8)
    assert aims.count == len(variants) * (2 if variants == ["secret_agenda"] else 1)
    assert len({round(x, 3) for x in aims.likely if x}) > 3
    left = knowledge.unseen_missions(observed)
    can_be = [
        [m for m in range(observed.cat.missions) if bits.has(left, m) and fits(observed, place, m)]
        for place in aims.place[: aims.count]
    ]
    looks = {
        dealt: prod(aims.likely[i * terms.MISSIONS + m] for i, m in enumerate(dealt))
        for dealt in product(*can_be)
        if len({*dealt}) == len(dealt)
    }
    found = Counter[tuple[int, ...]]()
    for number in range(DRAWS):
        world = observed.copy()
        knowledge.imagine(world, Seat(0), Word(number))
        deal(aims, world)
        found[tuple(assigned(world, place) for place in aims.place[: aims.count])] += 1
    assert found.keys() <= looks.keys()
    assert astray(found, looks) < 0.02


@pytest.mark.compiled
def test_a_weight_for_aims_is_found_that_makes_what_is_true_likely() -> None:
    import numpy as np

    from estoril.bots.reading import Suspicions, fit_aims

    rng = np.random.default_rng(1)
    leads = rng.normal(0, 1, (4000, terms.MISSIONS)).astype(np.float32)
    leads[:, 12:] = FAR
    chances = np.exp(0.7 * leads[:, :12])
    chances /= chances.sum(axis=1, keepdims=True)
    truths = np.array([rng.choice(12, p=row) for row in chances], np.int16)
    weight, saved = fit_aims([Suspicions(leads, truths)])
    assert weight == pytest.approx(0.7, abs=0.06)
    assert saved > 0.1
    assert fit_aims([Suspicions(leads[:0], truths[:0])]) == (0.0, 0.0)


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
        learned.append(fit([part.folders for part in parts], 5))
    assert (learned[0].weights == learned[1].weights).all()
    assert learned[0].read < learned[0].even
