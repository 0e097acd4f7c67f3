"""What must be true of every game at every moment."""

from __future__ import annotations

from collections import Counter

from estoril.engine import terms
from estoril.game import Game


def check_game(game: Game) -> None:
    """Raise AssertionError where tiles, networks or decisions are not as they must be.

    The message ends with the position, from which `Game.from_position` goes on.
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
    s = game._state
    players = range(game.players)
    found: Counter[int] = Counter()
    starting: Counter[int] = Counter()

    def see(tile: int, colour: int) -> None:
        if tile < terms.STARTERS:
            starting[colour * terms.STARTERS + tile] += 1
        else:
            found[tile] += 1

    for tiles in (s.bag, s.removed, *s.discard):
        for tile in _members(tiles):
            see(tile, -1)
    for mask in (s.removed_starting, *s.discard_starting):
        for number in _members(mask):
            starting[number] += 1
    for seat in players:
        for tile in _members(s.hand[seat]) + _members(s.chosen[seat]):
            see(tile, seat)
        assert s.hand_size[seat] == s.hand[seat].bit_count()
    for cell in _members(s.occupied):
        see(s.tile[cell], s.owner[cell])
    for tile in [*s.reward, s.drawn]:
        if tile >= 0:
            see(tile, -1)
    for i in range(s.queue_size):
        see(s.queue[(s.queue_head + i) % terms.QUEUE], -1)
    for i in range(s.stake_count):
        see(s.stake_tile[i], s.stake_colour[i])
    assert s.bag_size == s.bag.bit_count()
    assert found == Counter(_members(s.cat.pile)), "a tile of the pile is lost or doubled"
    assert starting == Counter(range(game.players * terms.STARTERS)), "a starting tile is lost"


def _check_networks(game: Game) -> None:
    """INFO-07: a network is hand, board, chosen discards and stakes from hand."""
    s = game._state
    for seat in range(game.players):
        tiles = s.hand[seat] | s.chosen[seat]
        for cell in _members(s.occupied):
            if s.owner[cell] == seat:
                tiles |= 1 << s.tile[cell]
        for i in range(s.stake_count):
            if s.stake_by[i] == seat and s.stake_from_hand[i]:
                tiles |= 1 << s.stake_tile[i]
        assert s.network[seat] == tiles, f"seat {seat}: the network is not what it has"
        controlled = {cell for cell in _members(s.occupied) if s.holder[cell] == seat}
        assert set(_members(s.control[seat])) == controlled


def _members(m: int) -> list[int]:
    return [i for i in range(m.bit_length()) if m >> i & 1]
