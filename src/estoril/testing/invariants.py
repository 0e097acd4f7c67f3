"""What must be true of every game at every moment."""

from __future__ import annotations

from collections import Counter
from typing import Any

from estoril.engine import terms
from estoril.engine.kinds import Seat
from estoril.engine.state import network_more
from estoril.game.game import Game
from estoril.game.notation import in_sight, members


def check_game(game: Game) -> None:
    """Check that tiles, networks and decisions of a game are as they must be.

    Raises:
        AssertionError: They are not. The message ends with the position, from which
            `Game.from_position` goes on.
    """
    try:
        _check_tiles(game)
        _check_networks(game)
        for seat in game.to_act:
            assert game.legal_codes(seat), f"seat {seat} must decide but has no legal action"
        assert game.to_act or game.chance or game.is_over, "nobody is to act"
    except AssertionError as problem:
        raise AssertionError(f"{problem} at {game.position()}") from problem


def _check_tiles(game: Game) -> None:
    """SET-06: every tile is in exactly one place."""
    s: Any = game._state
    players = range(game.players)
    found: Counter[int] = Counter()
    starting: Counter[int] = Counter()

    def see(tile: int, colour: int | None) -> None:
        """Count a tile; starting ones of a network are counted there, and have no colour here."""
        if tile >= terms.STARTERS:
            found[tile] += 1
        elif colour is not None:
            starting[colour * terms.STARTERS + tile] += 1

    for tiles in (s.bag, s.removed, *s.discard):
        for tile in _members(tiles):
            see(tile, -1)
    for mask in (s.removed_starting, *s.discard_starting):
        for number in _members(mask):
            starting[number] += 1
    for seat in players:
        for number in _members(s.network_starting[seat]):
            starting[number] += 1
        hand = members(s.hand[seat], s.hand_more[seat])
        for tile in hand + members(s.chosen[seat], s.chosen_more[seat]):
            see(tile, None)
        assert s.hand_size[seat] == len(hand)
    for cell in _members(s.occupied):
        see(s.tile[cell], None)
    for tile in [*s.reward, s.drawn]:
        if tile >= 0:
            see(tile, -1)
    for i in range(s.queue_size):
        see(s.queue[(s.queue_head + i) % terms.QUEUE], -1)
    for i in range(s.stake_count):
        see(s.stake_tile[i], None if s.stake_from_hand[i] else s.stake_colour[i])
    assert s.bag_size == s.bag.bit_count()
    assert found == Counter(_members(s.cat.pile)), "a tile of the pile is lost or doubled"
    assert starting == Counter(range(game.players * terms.STARTERS)), "a starting tile is lost"


def _check_networks(game: Game) -> None:
    """INFO-07: a network is hand, board, chosen discards and stakes from hand."""
    s: Any = game._state
    for seat in range(game.players):
        network = s.network[seat], network_more(s, Seat(seat))
        assert network == in_sight(s, seat), f"seat {seat}: the network is not what it has"
        names = {number % terms.STARTERS for number in _members(s.network_starting[seat])}
        assert names == {tile for tile in _members(s.network[seat]) if tile < terms.STARTERS}
        controlled = {cell for cell in _members(s.occupied) if s.holder[cell] == seat}
        assert set(_members(s.control[seat])) == controlled


def _members(m: int) -> list[int]:
    return [i for i in range(m.bit_length()) if m >> i & 1]
