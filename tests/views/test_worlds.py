"""Imagined worlds are those that can be: each fits all that a seat has seen, and none is favoured.

The past of a world is the game itself with everything in its place that the world has there. The
seat must have seen the same at every step of it. Which worlds there are is found by trying all.
"""

import random
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import permutations

import pytest

import estoril
from estoril.engine import flow, terms
from estoril.engine.kinds import Code
from estoril.engine.state import State, copies
from estoril.errors import ActionError
from estoril.game.game import Game, content_from
from estoril.game.notation import gathered, members
from estoril.game.options import Options, choose
from estoril.testing import all_setups, rule

SETUPS = [o for o in all_setups() if o.players < 5 or "double_agent" in o.modules]
UNSEEN = ("tile", "reward", "hand", "hand_more", "chosen", "chosen_more", "mission", "agenda")


class Past:
    """What led to a position, told again for worlds that may have been there instead."""

    def __init__(self, game: Game, reader: int | None) -> None:
        self.game = game
        self.reader = reader
        self.seen = [self.look(told, events) for told, events in self.replay(game._state)]

    def fits(self, world: State) -> bool:
        """Say whether the reader would have seen and been told the same, at every step."""
        last = None
        try:
            for seen, (told, events) in zip(self.seen, self.replay(world), strict=True):
                if self.look(told, events) != seen:
                    return False
                last = told
        except ActionError:
            return False
        assert last is not None
        return all(getattr(last._state, name) == getattr(world, name) for name in UNSEEN)

    def look(self, game: Game, events: list[estoril.Event]) -> object:
        return [event.seen_by(self.reader) for event in events], game.view(self.reader).pack()

    def replay(self, world: State) -> Iterator[tuple[Game, list[estoril.Event]]]:
        """Play the steps of the game as they would have been in a world."""
        truth = self.game._state
        again, true = blank(self.game.options), blank(self.game.options)
        pile = {**dict(zip(truth.reward, world.reward, strict=True)), truth.drawn: world.drawn}
        for i in range(truth.queue_size):
            other = world.queue[(world.queue_head + i) % terms.QUEUE]
            pile[truth.queue[(truth.queue_head + i) % terms.QUEUE]] = other
        stakes = [i for i in range(truth.stake_count) if truth.stake_from_hand[i]]
        aside = {
            seat: members(world.chosen[seat], world.chosen_more[seat])
            for seat in range(truth.cat.players)
        }
        for step in self.game.steps:
            s = true._state
            taken = step
            if step < 0:
                taken = -1 - self.outcome(s, -1 - step, world, pile)
            elif s.phase == terms.PLACING and s.round == truth.round:
                number = (step & 0xFFFF) - s.cat.base[terms.PLACE]
                tile, space = divmod(number, s.cat.action_spaces)
                cell = truth.space_cell[space]
                hidden = truth.occupied & ~truth.face_up
                if cell >= 0 and hidden >> cell & 1 and truth.owner[cell] == step >> 16:
                    taken += (world.tile[cell] - tile) * s.cat.action_spaces
            elif s.phase == terms.BURYING:
                tile = (step & 0xFFFF) - s.cat.base[terms.BURY]
                taken += pile.get(tile, tile) - tile
            elif s.phase == truth.phase == terms.DISCARDING and s.round == truth.round:
                if step >> 16 != self.reader:
                    tile = (step & 0xFFFF) - s.cat.base[terms.DISCARD]
                    taken += aside[step >> 16].pop() - tile
            elif stakes and s.round == truth.round and is_stake(s, step & 0xFFFF):
                tile = (step & 0xFFFF) - s.cat.base[terms.STAKE]
                taken += world.stake_tile[stakes.pop(0)] - tile
            true.follow([step])
            yield again, list(again.follow([taken]))

    @staticmethod
    def outcome(s: State, outcome: int, world: State, pile: dict[int, int]) -> int:
        """Return what chance would have brought in a world."""
        if s.phase in (terms.DEALING_REWARD, terms.DRAWING_TILE):
            return pile.get(outcome, outcome)
        if s.phase == terms.DRAWING_MISSION:
            return world.mission[s.mission_count]
        if s.phase == terms.DRAWING_AGENDA:
            return world.agenda[s.step]
        return outcome


def is_stake(s: State, code: int) -> bool:
    """Say whether an action stakes a tile from hand."""
    return s.phase == terms.STAKING and flow.kind_of(s.cat, Code(code)) == terms.STAKE


def blank(options: Options) -> Game:
    return Game(options, content_from(None), seed=0, auto_chance=False)


def played(options: Options, seed: int, *, until: Callable[[State], bool]) -> Game | None:
    """Play at random up to where it is wished, with hands that keep Assassins to the last."""
    game, rng = Game(options, content_from(None), seed=seed), random.Random(seed)
    while not game.is_over:
        if until(game._state):
            return game
        seat = rng.choice(game.to_act)
        game.play(seat, rng.choice(unarmed(game._state, game.legal_codes(seat))))
    return None


def unarmed(s: State, codes: list[int]) -> list[int]:
    """Return the actions that let go of others than Assassins, and not to the Church."""
    assassins = s.cat.with_symbol[terms.ASSASSIN]
    if s.phase == terms.DISCARDING:
        spare = [code for code in codes if not assassins >> code - s.cat.base[terms.DISCARD] & 1]
        return spare or codes
    if s.phase != terms.PLACING:
        return codes
    parts = {code: divmod(code - s.cat.base[terms.PLACE], s.cat.action_spaces) for code in codes}
    others = [code for code in codes if not assassins >> parts[code][0] & 1] or codes
    church = s.no_assassin_cells
    return [c for c in others if not church >> s.space_cell[parts[c][1]] & 1] or others


@rule("INFO-08")
@pytest.mark.compiled
@pytest.mark.parametrize("start", range(8))
def test_every_world_has_a_past_that_the_seat_would_have_seen_just_so(start: int) -> None:
    tried = 0
    for number in range(start * 5, len(SETUPS), 8 * 5):
        options, rng = SETUPS[number], random.Random(number)
        game = Game(options, content_from(None), seed=number)
        length = rng.randrange(20, 60 * options.players)
        while not game.is_over and len(game.steps) < length:
            seat = rng.choice(game.to_act)
            game.play(seat, rng.choice(game.legal_codes(seat)))
        reader = rng.choice([None, *range(options.players)])
        past = Past(game, reader)
        assert past.fits(game._state)
        for _ in range(3):
            world = game.imagine(reader, rng.getrandbits(64))._state
            assert past.fits(world), f"setup {number}, {length} steps, reader {reader}"
            tried += 1
    assert tried > 60


def in_resolution(s: State) -> bool:
    """Say whether a hand has got tiles in sight while others still lie in folders."""
    folders = s.occupied & ~s.face_up
    owners = [s.owner[cell] for cell in range(s.cat.cells) if folders >> cell & 1]
    return any(s.shown[owner] for owner in owners if owner) and owners.count(1) in (2, 3)


def from_an_armed_hand(s: State) -> bool:
    """Say whether somebody has shown to hold Assassins alone, and one of them lies hidden."""
    return bool(s.armed & ~1 and s.armed_cells & ~s.face_up) and s.phase < terms.CHANCE


@rule("INFO-08", "LOC01-02")
@pytest.mark.compiled
@pytest.mark.parametrize(
    ("options", "seed", "until", "reader"),
    [
        (choose(2), 3, in_resolution, 0),
        (choose(2, edition="german"), 5, in_resolution, 0),
        (choose(3, "all"), 7, in_resolution, 0),
        (choose(3, "all", rulings=("controllers_hand",)), 11, in_resolution, 0),
        (choose(3), 272, from_an_armed_hand, 0),
    ],
    ids=["2", "german", "3", "controllers_hand", "armed"],
)
def test_each_world_that_can_be_is_as_likely_as_the_others(
    options: Options, seed: int, until: Callable[[State], bool], reader: int
) -> None:
    game = next(game for n in range(seed, seed + 500) if (game := played(options, n, until=until)))
    past, observed = Past(game, reader), game.view(reader).observed
    other = next(
        observed.owner[cell]
        for cell in range(observed.cat.cells)
        if observed.tile[cell] == terms.HIDDEN
    )
    cells = [
        cell
        for cell in range(observed.cat.cells)
        if observed.tile[cell] == terms.HIDDEN and observed.owner[cell] == other
    ]
    possible = {
        laid: ways
        for laid, ways in fillings(game._state, other, cells).items()
        if past.fits(laid_so(game._state, other, cells, laid))
    }
    assert len(possible) > 1
    draws = 60 * sum(possible.values())
    drawn = Counter(
        tuple(world.tile[cell] for cell in cells)
        for world in (game.imagine(reader, n)._state for n in range(draws))
    )
    assert set(drawn) == set(possible)
    wanted = {laid: draws * ways / sum(possible.values()) for laid, ways in possible.items()}
    off = sum((drawn[laid] - n) ** 2 / n for laid, n in wanted.items())
    freedom = len(possible) - 1
    assert abs(off - freedom) < 5 * (2 * freedom) ** 0.5, f"chi-square {off} of {freedom}"


def fillings(s: State, seat: int, cells: list[int]) -> dict[tuple[int, ...], int]:
    """Return all ways to fill folders from a whole network, and how many tiles' ways each is."""
    tiles = members(s.network[seat], 0)
    tiles += [
        tile
        for tile in range(terms.STARTERS)
        for _ in range(copies(s.network_starting[seat], tile) - 1)
    ]
    return Counter(permutations(tiles, len(cells)))


def laid_so(s: State, seat: int, cells: list[int], laid: tuple[int, ...]) -> State:
    """Return the state with these tiles in folders, and those that were there in hand."""
    world = s.copy()
    tile, hand, more = list(world.tile), list(world.hand), list(world.hand_more)
    left = members(hand[seat], more[seat]) + [tile[cell] for cell in cells]
    for cell, number in zip(cells, laid, strict=True):
        tile[cell] = number
        if number in left:
            left.remove(number)
    hand[seat], more[seat] = gathered(left)
    world.tile, world.hand, world.hand_more = tile, hand, more
    return world
