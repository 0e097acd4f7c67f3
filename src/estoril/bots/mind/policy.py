# cython: annotation_typing=False
"""The policy of rollouts: quick choices by habit, to play games out by the thousand.

A habit looks only at what the acting seat knows, and at a few chances taken at random, so that
games played out from one position differ.
"""

from __future__ import annotations

try:
    import cython
except ImportError:
    from estoril.engine import plain as cython

from estoril.bots.mind import evaluation, weights
from estoril.bots.mind.evaluation import Evaluation
from estoril.engine import abilities, bits, flow, locations, placement, state, terms
from estoril.engine.state import State

if not cython.compiled:  # C has these from kinds.pxd
    from estoril.engine.kinds import Cell, Cells, Code, Reward, Seat, Tile, Tiles, Word, range, room


def pick(e: Evaluation, observed: State, seat: Seat, seed: Word) -> Code:
    """Choose by habit from what a seat really sees."""
    s = observed.copy()
    s.rng = seed
    s.actor = seat  # while several discard, the state names the first of them
    return choose(e, s)


def play_game(e: Evaluation, s: State) -> None:
    """Play a game to its end by habit."""
    while s.phase != terms.OVER:
        flow.apply(s, s.actor, choose(e, s))


def play_round(e: Evaluation, s: State) -> None:
    """Play by habit until the round that is being played has ended."""
    number = s.round
    while s.phase != terms.OVER and s.round == number:
        flow.apply(s, s.actor, choose(e, s))


def choose(e: Evaluation, s: State) -> Code:
    """Choose for the acting seat."""
    if s.phase == terms.PLACING:
        return place(e, s)
    if s.phase == terms.USING_ABILITY:
        return use(e, s)
    if s.phase == terms.DISCARDING:
        return Code(s.cat.base[terms.DISCARD] + least(e, s, s.actor, s.hand[s.actor]))
    if s.phase == terms.BURYING:
        return bury(e, s)
    return other(e, s)


def least(e: Evaluation, s: State, seat: Seat, tiles: Tiles) -> Tile:
    """The tile of a set that is worth least to a seat."""
    best: Tile = terms.NONE
    low = 0.0
    while tiles:
        tile = bits.lowest(tiles)
        tiles &= tiles - 1
        value = evaluation.worth(e, s, seat, tile)
        if best < 0 or value < low:
            best = tile
            low = value
    return best


def place(e: Evaluation, s: State) -> Code:
    """PLACE-01: of a few placings taken at random, the one that gains most."""
    seat = s.actor
    cells = placement.open_cells(s, seat)
    best = -1
    high = 0.0
    for _ in range(e.looks):
        cell = state.member(s, cells)
        tiles = s.hand[seat]
        if bits.has(s.no_assassin_cells, cell):
            tiles &= ~s.cat.with_symbol[terms.ASSASSIN]
        if not tiles:
            continue
        tile = state.member(s, tiles)
        value = gain(e, s, seat, tile, cell)
        if best < 0 or value > high:
            high = value
            best = tile * s.cat.action_spaces + s.cell_space[cell]
    if best < 0:
        return any_legal(s)
    return Code(s.cat.base[terms.PLACE] + best)


def any_legal(s: State) -> Code:
    """Any legal action, each as likely as the others."""
    if not cython.compiled:
        buffer = room(Code, terms.LEGAL)
    n = flow.write_legal(s, s.actor, buffer)
    return buffer[state.below(s, n)]


def gain(e: Evaluation, s: State, seat: Seat, tile: Tile, cell: Cell) -> float:
    """What a placing adds to the chance of winning the location's reward."""
    if not cython.compiled:
        power = room(float, terms.SEATS)
    slot = s.cat.cell_slot[cell]
    location = s.location[slot]
    evaluation.strengths(e, s, slot, seat, power)
    mine = power[seat]
    sum_ = 0.0
    enemies = 0
    for other_seat in range(s.cat.players):
        if other_seat != seat and power[other_seat] >= 0:
            sum_ += evaluation.power_of(e, power[other_seat])
            enemies += 1
    free = bits.count(s.spaces & ~s.occupied & s.cat.slot_mask[slot])
    added = s.cat.strength[tile] + 0.0
    if s.cat.bonus_flag[location] == s.cat.flag[tile]:
        added += s.cat.flag_bonus[location]
    if bits.has(s.cat.women, tile):
        added += s.cat.woman_bonus[location]
    for k in range(2):
        symbol = s.cat.symbol[tile * 2 + k]
        if symbol == terms.ASSASSIN:
            added += e.w[weights.KILL] if enemies else 0.5 * e.w[weights.KILL]
        elif symbol == terms.CONSPIRACY:
            added += e.w[weights.PLOT]
        elif symbol == terms.NATIONALISM:
            added += 1.0
        elif symbol == terms.SEDUCTION:
            added += e.w[weights.CHARM]
        elif symbol == terms.DIPLOMACY:
            added += e.w[weights.GUARD]
        elif symbol == terms.DOUBLE_AGENT:
            added += e.w[weights.TURN]
    before = 0.0
    open_ = e.w[weights.FREE] * evaluation.power_of(e, e.w[weights.FREE_STRENGTH])
    if mine >= 0:
        before = evaluation.power_of(e, mine)
        before = before / (before + sum_ + free * open_)
    else:
        mine = e.w[weights.NUMERAL] * (3 - (s.cell_space[cell] & 3))
    after = evaluation.power_of(e, mine + added)
    after = after / (after + sum_ + (free - 1) * open_)
    return (after - before) * evaluation.reward(e, s, seat, slot, seat)


def lead(e: Evaluation, s: State, seat: Seat) -> float:
    """How far a seat is ahead of the best other at the location being resolved."""
    if not cython.compiled:
        power = room(float, terms.SEATS)
    evaluation.strengths(e, s, s.slot, seat, power)
    best = -1.0
    for other_seat in range(s.cat.players):
        if other_seat != seat:
            best = max(best, power[other_seat])
    return power[seat] - best


def use(e: Evaluation, s: State) -> Code:
    """RES-04: use what helps, in the order of what it does; else pass."""
    seat = s.actor
    cell = s.cell
    mine = s.control[seat]
    if abilities.unused(s, cell, terms.ASSASSIN):
        targets = abilities.assassin_targets(s, cell) & ~mine
        if targets:
            return Code(s.cat.base[terms.ASSASSINATE] + s.cell_space[strongest(s, targets)])
    if abilities.unused(s, cell, terms.SEDUCTION):
        code = seduce(e, s)
        if code >= 0:
            return code
    if abilities.unused(s, cell, terms.CONSPIRACY) and abilities.can_conspire(s, cell):
        return s.cat.base[terms.CONSPIRE]
    if abilities.unused(s, cell, terms.DIPLOMACY):
        targets = abilities.diplomacy_targets(s, cell) & mine
        if targets:
            return Code(s.cat.base[terms.SHIELD] + s.cell_space[strongest(s, targets)])
    if abilities.unused(s, cell, terms.DOUBLE_AGENT):
        targets = abilities.double_agent_targets(s, cell) & unresolved(s)
        if targets and lead(e, s, seat) < 0:
            return Code(s.cat.base[terms.TURN] + s.cell_space[strongest_seen(s, targets, seat)])
    return s.cat.base[terms.PASS]


def unresolved(s: State) -> Cells:
    """The cells of the locations that are still to be resolved, the present one aside."""
    cells = Cells(0)
    for slot in range(s.cat.slots):
        if slot != s.slot and not bits.has(s.resolved, slot):
            cells |= s.cat.slot_mask[slot]
    return cells


def strongest(s: State, cells: Cells) -> Cell:
    """Of characters that lie face up, the strongest."""
    best: Cell = terms.NONE
    high = -1
    while cells:
        cell = bits.lowest(cells)
        cells &= cells - 1
        value = 1
        if bits.has(s.face_up, cell):
            value = locations.strength(s, cell, s.face_up)
        if value > high:
            high = value
            best = cell
    return best


def strongest_seen(s: State, cells: Cells, seat: Seat) -> Cell:
    """Of characters that a seat can see, the strongest; else any."""
    seen = cells & (s.face_up | s.known[seat])
    return strongest(s, seen if seen else cells)


def seduce(e: Evaluation, s: State) -> Code:
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
    return Code(s.cat.base[terms.SEDUCE] + 4 * s.cell_space[source] + (s.cell_space[to] & 3))


def lowest_space(s: State, cells: Cells) -> Cell:
    """Of cells of one location, the one with the lowest numeral."""
    best: Cell = terms.NONE
    while cells:
        cell = bits.lowest(cells)
        cells &= cells - 1
        if best < 0 or s.cell_space[cell] < s.cell_space[best]:
            best = cell
    return best


def bury(e: Evaluation, s: State) -> Code:
    """CON-01: who leads keeps the best reward for itself; who does not leaves the worst."""
    seat = s.actor
    sign = 1.0 if lead(e, s, seat) >= 0 else -1.0
    best = s.drawn
    low = sign * evaluation.worth(e, s, seat, s.drawn)
    for i in range(2):
        tile = s.reward[Reward(2 * s.slot + i)]
        if tile < 0:
            continue
        value = sign * evaluation.worth(e, s, seat, tile)
        if value < low:
            low = value
            best = tile
    return Code(s.cat.base[terms.BURY] + best)


def other(e: Evaluation, s: State) -> Code:
    """The rarer decisions: give up and stake what is worth least, look, and for the rest chance."""
    seat = s.actor
    if s.phase == terms.SACRIFICING:
        cells = s.control[seat] & s.cat.slot_mask[s.slot]
        best: Cell = terms.NONE
        low = 0.0
        while cells:
            cell = bits.lowest(cells)
            cells &= cells - 1
            value = -10.0
            if s.owner[cell] == seat:
                value = evaluation.worth(e, s, seat, s.tile[cell])
            if best < 0 or value < low:
                low = value
                best = cell
        return Code(s.cat.base[terms.GIVE_UP] + s.cell_space[best])
    if s.phase == terms.STAKING and s.hand[seat]:
        return Code(s.cat.base[terms.STAKE] + least(e, s, seat, s.hand[seat]))
    return any_legal(s)
