# cython: annotation_typing=False
"""Final scoring: discards, points in hand, missions, agendas, Enigma, and who wins."""

from __future__ import annotations

from typing import Annotated

try:
    import cython
except ImportError:
    from estoril.engine import plain as cython

from estoril.engine import bits, fields, state, terms
from estoril.engine.catalog import Catalog
from estoril.engine.state import State

if not cython.compiled:  # C has these from kinds.pxd
    from estoril.engine.kinds import By, Mission, More, Seat, Seats, Small, Tiles, range


class Score:
    """The scoring of a game, line by line; per mission and seat at `mission * SEATS + seat`."""

    discards: By[Seat, Small]
    points: By[Seat, Small]
    enigma: By[Seat, Small]
    agenda: By[Seat, Small]
    missions: By[Seat, Small]
    accomplished: By[Seat, Small]
    total: By[Seat, Small]
    counted: Annotated[By[int, Small], (terms.SEATS + 1) * terms.SEATS]
    paid: Annotated[By[int, Small], (terms.SEATS + 1) * terms.SEATS]
    first: Annotated[By[int, Seats], terms.SEATS + 1]
    second: Annotated[By[int, Seats], terms.SEATS + 1]
    winners: Seats

    def __init__(self) -> None:
        """Begin with nothing counted."""
        if not cython.compiled:
            fields.allocate(self)


def mission_count(cat: Catalog, mission: Mission, tiles: Tiles, discards: int) -> int:
    """MIS-01 to MIS-07: how much of what a mission shows is on these tiles."""
    kind = cat.mission_kind[mission]
    n = 0
    if kind == terms.MOST_SYMBOLS or kind == terms.FEWEST_SYMBOLS:  # MIS-02, MIS-05
        for symbol in range(terms.SYMBOLS):
            if bits.has(cat.mission_symbols[mission], symbol):
                n += bits.count(tiles & cat.with_symbol[symbol])
                n += bits.count(tiles & cat.with_symbol_twice[symbol])
    elif kind == terms.MOST_FLAGS or kind == terms.DIFFERENT_FLAGS:  # MIS-03
        flags = cat.mission_flags[mission]
        while flags:
            m = tiles & cat.with_flag[bits.lowest(flags)]
            flags &= flags - 1
            if kind == terms.MOST_FLAGS:
                n += bits.count(m)
            elif m:
                n += 1
    elif kind == terms.MOST_WOMEN:  # WOM-01
        n = bits.count(tiles & cat.women)
    elif kind == terms.HIGHEST_STRENGTH:  # MIS-06
        m = tiles
        while m:
            n += cat.strength[bits.lowest(m)]
            m &= m - 1
    elif kind == terms.FEWEST_DISCARDS:  # MIS-04, MIS-07
        n = discards
    else:  # MIS-05
        n = bits.count(tiles & (bits.one(terms.STARTERS) - 1))
    return n


def count_more(cat: Catalog, mission: Mission, more: More) -> int:
    """MIS-02, MIS-03, MIS-05: what starting tiles beyond the first of a name add to a mission."""
    kind = cat.mission_kind[mission]
    if not more or kind == terms.DIFFERENT_FLAGS or kind == terms.FEWEST_DISCARDS:
        return 0
    n = 0
    for tile in range(terms.STARTERS):
        n += state.more_of(more, tile) * mission_count(cat, mission, bits.one(tile), 0)
    return n


def fewest(cat: Catalog, mission: Mission) -> int:
    """MIS-04, MIS-05: is it a mission in which the lowest count is best?"""
    return (
        cat.mission_kind[mission] == terms.FEWEST_DISCARDS
        or cat.mission_kind[mission] == terms.FEWEST_SYMBOLS
    )


def share(points: int, players: int, up: int) -> int:
    """SCORE-04, VAR-MS-02: tied players share the points, rounded down or up."""
    return (points + players - 1) // players if up else points // players


def rank(cat: Catalog, mission: Mission, i: int, out: Score) -> None:
    """SCORE-03, SCORE-05, VAR-MS-03: who is first and second; nobody with zero of "most"."""
    lowest = fewest(cat, mission)
    best = -1
    second = -1
    out.first[i] = Seats(0)
    out.second[i] = Seats(0)
    for seat in range(cat.players):
        n = out.counted[i * terms.SEATS + seat]
        if lowest:
            n = 1000 - n  # so that more is better, and none is still more than zero
        if n == 0:
            continue
        if n > best:
            second = best
            out.second[i] = out.first[i]
            best = n
            out.first[i] = bits.one(seat)
        elif n == best:
            out.first[i] |= bits.one(seat)
        elif n > second:
            second = n
            out.second[i] = bits.one(seat)
        elif n == second:
            out.second[i] |= bits.one(seat)


def leaders(cat: Catalog, mission: Mission, counts: list[int]) -> Seats:
    """SCORE-03, SCORE-05: the seats that would accomplish a mission with these counts."""
    out = Score()
    for seat in range(cat.players):
        out.counted[seat] = counts[seat]
    rank(cat, mission, 0, out)
    return out.first[0]


def pay(cat: Catalog, i: int, out: Score) -> None:
    """SCORE-04, VAR-MS-01, VAR-MS-02: six points, shared; in the variant second place earns too."""
    players = bits.count(out.first[i])
    up = cat.share_up
    if not cat.mission_scoring or players > 1:
        out.second[i] = Seats(0)
    for seat in range(cat.players):
        if out.first[i] & bits.one(seat):
            out.accomplished[seat] += 1
            if cat.mission_scoring and players > 1:
                out.paid[i * terms.SEATS + seat] = share(
                    terms.MISSION_POINTS + terms.SECOND_POINTS, players, up
                )
            else:
                out.paid[i * terms.SEATS + seat] = share(terms.MISSION_POINTS, players, 0)
        elif out.second[i] & bits.one(seat):
            out.paid[i * terms.SEATS + seat] = share(
                terms.SECOND_POINTS, bits.count(out.second[i]), up
            )
        else:
            out.paid[i * terms.SEATS + seat] = 0
        out.missions[seat] += out.paid[i * terms.SEATS + seat]


def agenda_points(s: State, seat: Seat) -> int:
    """VAR-SA-02: one per match in network and discard pile, starting characters aside."""
    tiles = (s.network[seat] | s.discard[seat]) & s.cat.pile
    return mission_count(s.cat, s.agenda[seat], tiles, 0)


def hand_points(cat: Catalog, tiles: Tiles) -> int:
    """SCORE-02, VIP-02: the points printed on the tiles; a black medal is -1."""
    sum_ = 0
    while tiles:
        sum_ += cat.points[bits.lowest(tiles)]
        tiles &= tiles - 1
    return sum_


def more_points(cat: Catalog, more: More) -> int:
    """SCORE-02: the points printed on starting tiles beyond the first of a name."""
    sum_ = 0
    if not more:
        return sum_
    for tile in range(terms.STARTERS):
        sum_ += state.more_of(more, tile) * cat.points[tile]
    return sum_


def score(s: State, out: Score) -> None:
    """SCORE-01 to SCORE-06, VAR-SM-02, ENI-06: score every seat and find the winners.

    In the end a hand is the whole network. Before, this is how the game stands: as it would end
    with the networks as they are. What the reader does not know of it counts nothing.
    """
    for seat in range(s.cat.players):
        out.discards[seat] = state.discard_size(s, seat)
        out.points[seat] = hand_points(s.cat, s.network[seat]) + more_points(
            s.cat, state.network_more(s, seat)
        )
        out.enigma[seat] = terms.ENIGMA_POINTS if s.enigma_holder == seat else 0
        out.agenda[seat] = agenda_points(s, seat) if s.agenda[seat] >= 0 else 0
        out.missions[seat] = 0
        out.accomplished[seat] = 0
    for i in range(s.mission_count):
        if s.mission[i] < 0:
            continue
        for seat in range(s.cat.players):
            out.counted[i * terms.SEATS + seat] = mission_count(
                s.cat, s.mission[i], s.network[seat], out.discards[seat]
            ) + count_more(s.cat, s.mission[i], state.network_more(s, seat))
        rank(s.cat, s.mission[i], i, out)
        pay(s.cat, i, out)
    for seat in range(s.cat.players):
        out.total[seat] = (
            out.discards[seat]
            + out.points[seat]
            + out.missions[seat]
            + out.agenda[seat]
            + out.enigma[seat]
        )
    out.winners = winners(s.cat, out)


def winners(cat: Catalog, out: Score) -> Seats:
    """SCORE-06: most points, then missions, then points in hand, then a shared victory."""
    best = Seat(0)
    found = bits.one(best)
    for seat in range(1, cat.players):
        if ahead(out, seat, best):
            best = seat
            found = bits.one(seat)
        elif not ahead(out, best, seat):
            found |= bits.one(seat)
    return found


def ahead(out: Score, a: Seat, b: Seat) -> int:
    """SCORE-06: is seat a ahead of seat b?"""
    if out.total[a] != out.total[b]:
        return out.total[a] > out.total[b]
    if out.accomplished[a] != out.accomplished[b]:
        return out.accomplished[a] > out.accomplished[b]
    return out.points[a] > out.points[b]
