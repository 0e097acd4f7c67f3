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
    from estoril.engine.kinds import (
        By,
        Cell,
        Cells,
        Code,
        Reward,
        Seat,
        Slot,
        Slots,
        Space,
        Tile,
        Tiles,
        Word,
        range,
        room,
    )


def pick(e: Evaluation, observed: State, seat: Seat, seed: Word) -> Code:
    """Choose by habit from what a seat really sees."""
    s = observed.copy()
    s.rng = seed
    s.actor = seat  # while several discard, the state names the first of them
    return choose(e, s)


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
        if symbol == terms.ASSASSIN and not enemies:
            added += 0.5 * e.threat[symbol]
        elif symbol == terms.NATIONALISM:
            added += 1.0
        else:
            added += e.threat[symbol]
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
    """RES-04: use what betters most the races that it touches; else pass."""
    if not cython.compiled:
        power = room(float, terms.SLOTS * terms.SEATS)
        prize = room(float, terms.SLOTS * terms.SEATS)
        stands = room(float, terms.SLOTS)
    best = s.cat.base[terms.PASS]
    high = 0.0
    here = tell_race(e, s, s.slot, power, prize)
    mine = s.control[s.actor]
    if abilities.unused(s, s.cell, terms.ASSASSIN):
        m = abilities.assassin_targets(s, s.cell) & ~mine
        while m:
            cell = bits.lowest(m)
            m &= m - 1
            value = without(e, s, cell, 0.0, power, prize) - here
            if value > high:
                high = value
                best = Code(s.cat.base[terms.ASSASSINATE] + s.cell_space[cell])
    plots = abilities.unused(s, s.cell, terms.CONSPIRACY) and abilities.can_conspire(s, s.cell)
    if plots and high < 0.4:
        high = 0.4
        best = s.cat.base[terms.CONSPIRE]
    spaces = Cells(0)
    turning = Cells(0)
    near = Cells(0)
    if abilities.unused(s, s.cell, terms.SEDUCTION):
        spaces = abilities.seduction_spaces(s, s.cell)
        if spaces:
            near = abilities.seduction_sources(s, s.cell)
    if abilities.unused(s, s.cell, terms.DOUBLE_AGENT):
        turning = abilities.double_agent_targets(s, s.cell) & unresolved(s)
        near |= turning
    if near:
        seen = s.face_up | s.known[s.actor]
        others = Slots(0)
        space = Code(0)
        if spaces:
            space = Code(s.cell_space[lowest_space(s, spaces)] & 3)
        while near:
            cell = bits.lowest(near)
            near &= near - 1
            slot = s.cat.cell_slot[cell]
            done = bits.has(s.resolved, slot)
            if done and not bits.has(mine, cell):
                continue  # to fetch a rival's who has nothing to lose there would be silly
            gained = 0.0
            if not done:
                if not bits.has(others, slot):
                    others |= bits.one(slot)
                    stands[slot] = tell_race(e, s, slot, power, prize)
                gained = -stands[slot]
            if spaces:
                value = joined(e, s, cell, seen, power, prize) - here
                if not done:
                    value += gained + without(e, s, cell, 0.0, power, prize)
                if value > high:
                    high = value
                    best = Code(s.cat.base[terms.SEDUCE] + 4 * s.cell_space[cell] + space)
            if bits.has(turning, cell):
                value = gained + without(e, s, cell, 1.0, power, prize)
                value += without(e, s, s.cell, 0.0, power, prize) - here
                if value > high:
                    high = value
                    best = Code(s.cat.base[terms.TURN] + s.cell_space[cell])
    if best == s.cat.base[terms.PASS] and abilities.unused(s, s.cell, terms.DIPLOMACY):
        m = abilities.diplomacy_targets(s, s.cell) & mine
        m &= unresolved(s) | s.cat.slot_mask[s.slot]
        if m:
            best = Code(s.cat.base[terms.SHIELD] + s.cell_space[strongest(s, m)])
    return best


def force(e: Evaluation, s: State, cell: Cell, seen: Cells) -> float:
    """What a character brings to its location: strength, and what its symbols may still do."""
    if not bits.has(seen, cell):
        return e.w[weights.FOLDER]
    value = locations.strength(s, cell, seen) + 0.0
    if bits.has(s.void, cell):
        return value
    if s.cat.cell_slot[cell] == s.slot and (s.cell_space[cell] & 3) <= s.numeral:
        return value
    tile = s.tile[cell]
    return value + e.threat[s.cat.symbol[tile * 2]] + e.threat[s.cat.symbol[tile * 2 + 1]]


def tell_race(
    e: Evaluation, s: State, slot: Slot, power: By[int, float], prize: By[int, float]
) -> float:
    """Write who brings what to a location and what it is worth to them; return how it stands."""
    seen = s.face_up | s.known[s.actor]
    first = slot * terms.SEATS
    for seat in range(s.cat.players):
        power[first + seat] = -1.0
    location = s.location[slot]
    for i in range(4):
        cell = s.space_cell[Space(location * 4 + i)]
        if cell < 0 or not bits.has(s.occupied, cell):
            continue
        at = first + s.holder[cell]
        if power[at] < 0:
            power[at] = e.w[weights.NUMERAL] * (3 - i)
            prize[at] = evaluation.reward(e, s, s.holder[cell], slot, s.actor)
        power[at] += force(e, s, cell, seen)
    return race(e, s, slot, power, prize)


def race(
    e: Evaluation, s: State, slot: Slot, power: By[int, float], prize: By[int, float]
) -> float:
    """What the acting seat may expect of a location, less what the others may."""
    first = slot * terms.SEATS
    sum_ = 0.0
    mine = 0.0
    other = 0.0
    for seat in range(s.cat.players):
        if power[first + seat] < 0:
            continue
        share = evaluation.power_of(e, power[first + seat])
        sum_ += share
        if seat == s.actor:
            mine = share * prize[first + seat]
        else:
            other += share * prize[first + seat]
    if sum_ == 0.0:
        return 0.0
    if s.cat.players > 2:
        other *= 1.5 / (s.cat.players - 1)
    return (mine - other) / sum_


def without(
    e: Evaluation,
    s: State,
    cell: Cell,
    gained: float,
    power: By[int, float],
    prize: By[int, float],
) -> float:
    """How a race would stand without a character; `gained` of it goes to the acting seat."""
    slot = s.cat.cell_slot[cell]
    seen = s.face_up | s.known[s.actor]
    at = slot * terms.SEATS + s.holder[cell]
    own = slot * terms.SEATS + s.actor
    before = power[at]
    held = power[own]
    lost = force(e, s, cell, seen)
    power[at] = before - lost
    if bits.count(s.control[s.holder[cell]] & s.cat.slot_mask[slot]) == 1:
        power[at] = -1.0
    if gained > 0.0:
        if held < 0.0:
            prize[own] = evaluation.reward(e, s, s.actor, slot, s.actor)
            power[own] = gained * lost
        else:
            power[own] = held + gained * lost
    value = race(e, s, slot, power, prize)
    power[own] = held
    power[at] = before
    return value


def joined(
    e: Evaluation,
    s: State,
    cell: Cell,
    seen: Cells,
    power: By[int, float],
    prize: By[int, float],
) -> float:
    """How the race being resolved would stand with a character that comes from elsewhere."""
    at = s.slot * terms.SEATS + s.holder[cell]
    before = power[at]
    brought = e.w[weights.FOLDER]
    if bits.has(seen, cell):
        brought = s.cat.strength[s.tile[cell]] + 0.0
    if before < 0.0:
        prize[at] = evaluation.reward(e, s, s.holder[cell], s.slot, s.actor)
        power[at] = brought
    else:
        power[at] = before + brought
    value = race(e, s, s.slot, power, prize)
    power[at] = before
    return value


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
