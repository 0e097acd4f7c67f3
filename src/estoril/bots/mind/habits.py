# cython: annotation_typing=False
"""How a seat plays without thinking: quick choices by habit, to play games out by the thousand.

A habit looks only at what the acting seat knows, and at a few chances taken at random, so that
games played out from one position differ.
"""

from __future__ import annotations

try:
    import cython
except ImportError:
    from estoril.engine import plain as cython

from estoril.bots.mind import sense, weights
from estoril.bots.mind.sense import Sense
from estoril.engine import abilities, bits, flow, locations, placement, state, terms
from estoril.engine.state import State

ANY = [0] * terms.LEGAL  # a buffer of the plain form; compiled code has its own on the stack


def pick(m: Sense, observed: State, seat: int, seed: int) -> int:
    """Choose by habit from what a seat really sees."""
    s = observed.copy()
    s.rng = seed
    s.actor = seat  # while several discard, the state names the first of them
    return choose(m, s)


def play_game(m: Sense, s: State) -> None:
    """Play a game to its end by habit."""
    while s.phase != terms.OVER:
        flow.apply(s, s.actor, choose(m, s))


def play_round(m: Sense, s: State) -> None:
    """Play by habit until the round that is being played has ended."""
    number = s.round
    while s.phase != terms.OVER and s.round == number:
        flow.apply(s, s.actor, choose(m, s))


def choose(m: Sense, s: State) -> int:
    """Choose for the acting seat."""
    if s.phase == terms.PLACING:
        return place(m, s)
    if s.phase == terms.USING_ABILITY:
        return use(m, s)
    if s.phase == terms.DISCARDING:
        return s.cat.base[terms.DISCARD] + least(m, s, s.actor, s.hand[s.actor])
    if s.phase == terms.BURYING:
        return bury(m, s)
    return other(m, s)


def least(m: Sense, s: State, seat: int, tiles: int) -> int:
    """The tile of a set that is worth least to a seat."""
    best = terms.NONE
    low = 0.0
    while tiles:
        tile = bits.lowest(tiles)
        tiles &= tiles - 1
        value = sense.worth(m, s, seat, tile)
        if best < 0 or value < low:
            best = tile
            low = value
    return best


def place(m: Sense, s: State) -> int:
    """PLACE-01: of a few placings taken at random, the one that gains most."""
    seat = s.actor
    cells = placement.open_cells(s, seat)
    best = terms.NONE
    high = 0.0
    for _ in range(m.looks):
        cell = state.member(s, cells)
        tiles = s.hand[seat]
        if s.church >> cell & 1:
            tiles &= ~s.cat.with_symbol[terms.ASSASSIN]
        if not tiles:
            continue
        tile = state.member(s, tiles)
        value = gain(m, s, seat, tile, cell)
        if best < 0 or value > high:
            high = value
            best = tile * s.cat.action_spaces + s.cell_space[cell]
    if best < 0:
        return any_legal(s)
    return s.cat.base[terms.PLACE] + best


def any_legal(s: State) -> int:
    """Any legal action, each as likely as the others."""
    if not cython.compiled:
        buffer = ANY
    n = flow.write_legal(s, s.actor, buffer)
    return buffer[state.below(s, n)]


def gain(m: Sense, s: State, seat: int, tile: int, cell: int) -> float:
    """What a placing adds to the chance of winning the location's reward."""
    if not cython.compiled:
        power = [0.0] * terms.SEATS
    slot = s.cat.cell_slot[cell]
    location = s.location[slot]
    sense.strengths(m, s, slot, seat, power)
    mine = power[seat]
    sum_ = 0.0
    enemies = 0
    for other_seat in range(s.cat.players):
        if other_seat != seat and power[other_seat] >= 0:
            sum_ += sense.power_of(m, power[other_seat])
            enemies += 1
    free = bits.count(s.spaces & ~s.occupied & s.cat.slot_mask[slot])
    added = s.cat.strength[tile] + 0.0
    if s.cat.bonus_flag[location] == s.cat.flag[tile]:
        added += s.cat.flag_bonus[location]
    if s.cat.women >> tile & 1:
        added += s.cat.woman_bonus[location]
    for k in range(2):
        symbol = s.cat.symbol[tile * 2 + k]
        if symbol == terms.ASSASSIN:
            added += m.w[weights.KILL] if enemies else 0.5 * m.w[weights.KILL]
        elif symbol == terms.CONSPIRACY:
            added += m.w[weights.PLOT]
        elif symbol == terms.NATIONALISM:
            added += 1.0
        elif symbol == terms.SEDUCTION:
            added += m.w[weights.CHARM]
        elif symbol == terms.DIPLOMACY:
            added += m.w[weights.GUARD]
        elif symbol == terms.DOUBLE_AGENT:
            added += m.w[weights.TURN]
    before = 0.0
    open_ = m.w[weights.FREE] * sense.power_of(m, m.w[weights.FREE_STRENGTH])
    if mine >= 0:
        before = sense.power_of(m, mine)
        before = before / (before + sum_ + free * open_)
    else:
        mine = m.w[weights.NUMERAL] * (3 - (s.cell_space[cell] & 3))
    after = sense.power_of(m, mine + added)
    after = after / (after + sum_ + (free - 1) * open_)
    return (after - before) * sense.reward(m, s, seat, slot, seat)


def lead(m: Sense, s: State, seat: int) -> float:
    """How far a seat is ahead of the best other at the location being resolved."""
    if not cython.compiled:
        power = [0.0] * terms.SEATS
    sense.strengths(m, s, s.spot, seat, power)
    best = -1.0
    for other_seat in range(s.cat.players):
        if other_seat != seat:
            best = max(best, power[other_seat])
    return power[seat] - best


def use(m: Sense, s: State) -> int:
    """RES-04: use what helps, in the order of what it does; else pass."""
    seat = s.actor
    cell = s.cell
    mine = s.control[seat]
    if abilities.unused(s, cell, terms.ASSASSIN):
        targets = abilities.assassin_targets(s, cell) & ~mine
        if targets:
            return s.cat.base[terms.ASSASSINATE] + s.cell_space[strongest(s, targets)]
    if abilities.unused(s, cell, terms.SEDUCTION):
        code = seduce(m, s)
        if code >= 0:
            return code
    if abilities.unused(s, cell, terms.CONSPIRACY) and abilities.can_conspire(s, cell):
        return s.cat.base[terms.CONSPIRE]
    if abilities.unused(s, cell, terms.DIPLOMACY):
        targets = abilities.diplomacy_targets(s, cell) & mine
        if targets:
            return s.cat.base[terms.SHIELD] + s.cell_space[strongest(s, targets)]
    if abilities.unused(s, cell, terms.DOUBLE_AGENT):
        targets = abilities.double_agent_targets(s, cell) & unresolved(s)
        if targets and lead(m, s, seat) < 0:
            return s.cat.base[terms.TURN] + s.cell_space[strongest_seen(s, targets, seat)]
    return s.cat.base[terms.PASS]


def unresolved(s: State) -> int:
    """The cells of the locations that are still to be resolved, the present one aside."""
    cells = 0
    for slot in range(s.cat.slots):
        if slot != s.spot and not s.resolved >> slot & 1:
            cells |= s.cat.slot_mask[slot]
    return cells


def strongest(s: State, cells: int) -> int:
    """Of characters that lie face up, the strongest."""
    best = terms.NONE
    high = -1
    while cells:
        cell = bits.lowest(cells)
        cells &= cells - 1
        value = 1
        if s.face_up >> cell & 1:
            value = locations.strength(s, cell, s.face_up)
        if value > high:
            high = value
            best = cell
    return best


def strongest_seen(s: State, cells: int, seat: int) -> int:
    """Of characters that a seat can see, the strongest; else any."""
    seen = cells & (s.face_up | s.known[seat])
    return strongest(s, seen if seen else cells)


def seduce(m: Sense, s: State) -> int:
    """SED-01: fetch an own character whose location is done; sometimes one that is lost there."""
    seat = s.actor
    spaces = abilities.seduction_spaces(s, s.cell)
    if not spaces:
        return terms.NONE
    sources = abilities.seduction_sources(s, s.cell) & s.control[seat]
    done = sources & ~unresolved(s)
    if done:
        sources = done
    elif not sources or state.below(s, 2):
        return terms.NONE
    source = strongest_seen(s, sources, seat)
    to = lowest_space(s, spaces)
    return s.cat.base[terms.SEDUCE] + 4 * s.cell_space[source] + (s.cell_space[to] & 3)


def lowest_space(s: State, cells: int) -> int:
    """Of cells of one location, the one with the lowest numeral."""
    best = terms.NONE
    while cells:
        cell = bits.lowest(cells)
        cells &= cells - 1
        if best < 0 or s.cell_space[cell] < s.cell_space[best]:
            best = cell
    return best


def bury(m: Sense, s: State) -> int:
    """CON-01: who leads keeps the best reward for itself; who does not leaves the worst."""
    seat = s.actor
    sign = 1.0 if lead(m, s, seat) >= 0 else -1.0
    best = s.drawn
    low = sign * sense.worth(m, s, seat, s.drawn)
    for i in range(2):
        tile = s.reward[2 * s.spot + i]
        if tile < 0:
            continue
        value = sign * sense.worth(m, s, seat, tile)
        if value < low:
            low = value
            best = tile
    return s.cat.base[terms.BURY] + best


def other(m: Sense, s: State) -> int:
    """The rarer decisions: give up and stake what is worth least, look, and for the rest chance."""
    seat = s.actor
    if s.phase == terms.SACRIFICING:
        m_cells = s.control[seat] & s.cat.slot_mask[s.spot]
        best = terms.NONE
        low = 0.0
        while m_cells:
            cell = bits.lowest(m_cells)
            m_cells &= m_cells - 1
            value = -10.0
            if s.owner[cell] == seat:
                value = sense.worth(m, s, seat, s.tile[cell])
            if best < 0 or value < low:
                low = value
                best = cell
        return s.cat.base[terms.GIVE_UP] + s.cell_space[best]
    if s.phase == terms.STAKING and s.hand[seat]:
        return s.cat.base[terms.STAKE] + least(m, s, seat, s.hand[seat])
    return any_legal(s)
