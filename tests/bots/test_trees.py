"""In a search nobody's choice hangs on what only another seat knows."""

from __future__ import annotations

from array import array
from collections import Counter
from random import Random

import pytest

from estoril.bots import make
from estoril.bots.beliefs import evaluation_for, load_outlook
from estoril.bots.mind import tree, veil
from estoril.bots.mind.experience import Experience
from estoril.bots.mind.search import Search
from estoril.bots.mind.veil import Veil
from estoril.bots.searching import PLAIN, read
from estoril.engine import bits, flow, knowledge, placement, terms
from estoril.engine.kinds import Cell, Code, Seat, Tile, Word
from estoril.game.game import Game, content_from
from estoril.game.options import Options, choose

DRAWS = 4_000
SIMULATIONS = 600


def reached(options: Options, seed: int, phase: int, steps: int = 30) -> Game:
    """Play by chance until a decision of a phase with several choices."""
    game, rng = Game(options, content_from(None), seed=seed), Random(seed)
    while True:
        seat = game.to_act[0]
        codes = game.legal_codes(seat)
        if game._state.phase == phase and len(game.steps) >= steps and len(codes) > 1:
            return game
        game.play(seat, rng.choice(codes))


def searched(game: Game, veiling: float, room: int = 4 * SIMULATIONS) -> Search:
    seat = Seat(game.to_act[0])
    observed = game.view(seat).observed
    e, codes = evaluation_for(observed.cat), flow.legal(observed, seat)
    search = Search(
        e, load_outlook(), read(e, observed, seat),
        Veil(e, observed, seat, PLAIN.learned, len(codes)), Experience(observed.cat), observed,
        seat, codes, room, 1, PLAIN.curiosity, PLAIN.widening,
    )  # fmt: skip
    search.keep(codes, veiling)
    search.run(SIMULATIONS)
    return search


def below(search: Search, node: int) -> list[int]:
    """The nodes that follow a node at once."""
    found, child = [], search.tree.first[node]
    while child:
        found.append(child)
        child = search.tree.next[child]
    return found


def test_placings_look_alike_where_they_are_hidden_and_nowhere_else() -> None:
    for seed in range(20):
        game = reached(choose(2), seed, terms.PLACING)
        s = game._state
        looks = Counter[int]()
        for code in flow.legal(s, s.actor):
            look = tree.look_of(s, Code(code))
            looks[look] += 1
            assert (look == code) == bool(placement.lies_open(s, placement.cell_of(s, Code(code))))
        assert max(looks.values()) <= s.hand_size[s.actor]


@pytest.mark.compiled
@pytest.mark.parametrize("modules", ["", "all"])
@pytest.mark.parametrize("phase", [terms.PLACING, terms.USING_ABILITY])
def test_under_the_veil_a_rival_sees_the_same(phase: int, modules: str) -> None:
    for seed in range(10):
        game = reached(choose(2, modules or ()), seed, phase)
        seat = Seat(game.to_act[0])
        rival = Seat(1 - seat)
        observed = game.view(seat).observed
        e, codes = evaluation_for(observed.cat), flow.legal(observed, seat)
        own = Veil(e, observed, seat, PLAIN.learned, len(codes))
        for number, code in enumerate(codes):
            world = observed.copy()
            knowledge.imagine(world, seat, Word(seed))
            placed = Cell(terms.NONE)
            if phase == terms.PLACING:
                placed = placement.cell_of(observed, Code(code))
            flow.play(world, seat, Code(code))
            before = knowledge.observe(world, rival).image()
            veil.draw(own, world, number, placed)
            assert knowledge.observe(world, rival).image() == before


@pytest.mark.compiled
def test_under_the_veil_own_tiles_lie_as_likely_as_a_rival_reads() -> None:
    """Who reads nothing takes all tiles that may lie in a new folder as alike."""
    found = 0
    for seed in range(30):
        game = reached(choose(2), seed, terms.PLACING, steps=0)
        seat = Seat(game.to_act[0])
        observed = game.view(seat).observed
        e, codes = evaluation_for(observed.cat), flow.legal(observed, seat)
        blank = array("d", bytes(8 * len(PLAIN.learned)))
        own = Veil(e, observed, seat, blank, len(codes))
        hidden = [code for code in codes if tree.look_of(observed, Code(code)) < 0]
        if not hidden or observed.occupied & observed.control[seat] & ~observed.face_up:
            continue
        found += 1
        code = hidden[seed % len(hidden)]
        cell = observed.space_cell[
            (code - observed.cat.base[terms.PLACE]) % observed.cat.action_spaces
        ]
        drawn = Counter[int]()
        for number in range(DRAWS):
            world = observed.copy()
            knowledge.imagine(world, seat, Word(number))
            flow.play(world, seat, Code(code))
            if bits.has(world.face_up, cell):
                break
            veil.draw(own, world, codes.index(code), cell)
            drawn[world.tile[cell]] += 1
        tiles = observed.hand[seat]
        if bits.has(observed.no_assassin_cells, cell):
            tiles &= ~observed.cat.with_symbol[terms.ASSASSIN]
        possible = {n for n in range(terms.TILES) if bits.has(tiles, Tile(n))}
        assert set(drawn) == possible
        for times in drawn.values():
            assert times == pytest.approx(DRAWS / len(possible), rel=0.25)
    assert found > 5


@pytest.mark.compiled
@pytest.mark.parametrize("players", [2, 4])
def test_rivals_learn_under_the_veil_and_the_seat_elsewhere(players: int) -> None:
    game = reached(choose(players), 4, terms.PLACING)
    search = searched(game, veiling=0.25)
    t, root = search.tree, search.seat
    assert search.simulations == SIMULATIONS
    assert search.veiled == SIMULATIONS / 4
    assert sum(t.visits[node] for node in below(search, root)) == SIMULATIONS * 3 / 4
    own = [t.visits[n] for n in range(terms.SEATS, t.count) if t.mover[n] == search.seat]
    rivals = [seat for seat in range(players) if seat != root]
    others = [t.visits[n] for n in range(terms.SEATS, t.count) if t.mover[n] in rivals]
    looks = {tree.look_of(search.observed, Code(t.code[node])) for node in below(search, root)}
    assert sum(own) >= SIMULATIONS * 3 / 4
    for rival in rivals:
        assert {t.code[node] for node in below(search, rival)} == looks
    assert max(others) <= search.veiled


@pytest.mark.compiled
def test_trees_that_are_full_are_used_as_they_are() -> None:
    game = reached(choose(3), 5, terms.PLACING)
    search = searched(game, veiling=0.3, room=50)
    assert search.tree.count == search.tree.size
    assert search.simulations == SIMULATIONS


@pytest.mark.compiled
def test_what_a_bot_does_can_be_repeated_under_the_veil() -> None:
    game = reached(choose(2, "all"), 6, terms.PLACING)
    view = game.view(game.to_act[0])
    first, second = (
        make("spymaster:simulations=3000:veiling=0.5").choose(view, view.legal, Random(1))
        for _ in range(2)
    )
    assert first == second
