# cython: annotation_typing=False
"""What a bot believes: the worth of tiles, who leads a race for a location, how a game stands.

Everything is seen from one seat. Characters that the seat does not know count as an average one,
so the same judgement serves for what a seat really sees and for worlds that a search makes up.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

try:
    import cython
except ImportError:
    from estoril.engine import plain as cython

from estoril.bots.mind import weights
from estoril.engine import bits, locations, scoring, state, terms
from estoril.engine.catalog import Catalog
from estoril.engine.scoring import Score
from estoril.engine.state import State

if not cython.compiled:  # compiled code has this in the .pxd

    def world_seed(seed: int, number: int) -> int:
        """Return the seed of an imagined world; the stride is not that of the generator."""
        return (seed + number * 0xD1342543DE82EF95) & 0xFFFFFFFFFFFFFFFF


class Sense:
    """Weights made ready for one setup."""

    def __init__(self, cat: Catalog, values: Sequence[float], looks: int = 3) -> None:
        """Take the weights in order and work out what depends on tiles and missions alone.

        `looks` is how many placings are compared before one is chosen by habit.
        """
        self.cat = cat
        self.looks = looks
        self._allocate()
        for i in range(len(values)):
            self.w[i] = values[i]
        for i in range(weights.POWERS):
            self.power[i] = math.exp(self.w[weights.SHARPNESS] * i / weights.STEPS)
        for tile in range(cat.tiles):
            self.use[tile] = self.w[weights.STRENGTH] * cat.strength[tile]
            for k in range(2):
                symbol = cat.symbol[tile * 2 + k]
                if symbol:
                    self.use[tile] += self.w[weights.ASSASSIN + symbol - 1]
            self.base[tile] = self.w[weights.TILE] + self.w[weights.POINTS] * cat.points[tile]
            for mission in range(cat.missions):
                self.fit[mission * terms.TILES + tile] = fit_of(cat, mission, tile)

    def _allocate(self) -> None:
        """Make the arrays that the compiled form has as C arrays."""
        self.score = Score()
        if not cython.compiled:
            self.w = [0.0] * terms.TILES
            self.power = [0.0] * weights.POWERS
            self.use = [0.0] * terms.TILES
            self.base = [0.0] * terms.TILES
            self.fit = [0.0] * (terms.MISSIONS * terms.TILES)


def fit_of(cat: Catalog, mission: int, tile: int) -> float:
    """MIS-01 to MIS-07: how much one tile does for a mission."""
    kind = cat.mission_kind[mission]
    count = scoring.mission_count(cat, mission, bits.one(tile), 0)
    if kind == terms.HIGHEST_STRENGTH:
        return count / 3
    if kind == terms.FEWEST_SYMBOLS:
        return -0.7 * count
    if kind == terms.FEWEST_DISCARDS:
        return 0.0
    return float(count)


def worth(m: Sense, s: State, seat: int, tile: int) -> float:
    """What a tile is worth to a seat: points, missions, and its use in the rounds to come."""
    value = m.base[tile] + m.use[tile] * (terms.ROUNDS - s.round)
    for i in range(s.mission_count):
        mission = s.mission[i]
        if mission >= 0 and s.mission_known[i] >> seat & 1:
            value += m.w[weights.MISSION] * m.fit[mission * terms.TILES + tile]
    if s.agenda[seat] >= 0 and tile >= terms.STARTERS:
        value += m.w[weights.AGENDA] * m.fit[s.agenda[seat] * terms.TILES + tile]
    return value


def reward(m: Sense, s: State, seat: int, slot: int, viewer: int) -> float:
    """What winning a location is worth to a seat, as far as a viewer can know it."""
    known = 3 if s.reward_up >> slot & 1 else s.reward_known[viewer] >> 2 * slot & 3
    value = 0.0
    for i in range(2):
        tile = s.reward[2 * slot + i]
        if tile == terms.NONE:
            continue
        value += worth(m, s, seat, tile) if known >> i & 1 else m.w[weights.UNKNOWN_REWARD]
    if s.enigma_slot == slot:
        value += m.w[weights.ENIGMA]
    return value


def power_of(m: Sense, strength: float) -> float:
    """Look up how much a strength weighs in a race."""
    i = int(strength * weights.STEPS)
    if i < 0:
        return m.power[0]
    return m.power[i] if i < weights.POWERS else m.power[weights.POWERS - 1]


def strengths(m: Sense, s: State, slot: int, viewer: int, out: list[float]) -> None:
    """Write the strength of each seat at a location as a viewer sees it; -1 for who is absent."""
    seen = s.face_up | s.known[viewer]
    for seat in range(s.cat.players):
        out[seat] = -1.0
    location = s.location[slot]
    for i in range(4):
        cell = s.space_cell[location * 4 + i]
        if cell < 0 or not s.occupied >> cell & 1:
            continue
        seat = s.holder[cell]
        if out[seat] < 0:
            out[seat] = m.w[weights.NUMERAL] * (3 - i)
        if seen >> cell & 1:
            out[seat] += locations.strength(s, cell, seen)
        else:
            out[seat] += m.w[weights.FOLDER]


def intents(m: Sense, s: State, slot: int, viewer: int, out: list[float]) -> None:
    """Add to each seat's strength at a location what its unused symbols there may still do."""
    seen = s.face_up | s.known[viewer]
    location = s.location[slot]
    cells = s.occupied & s.cat.slot_mask[slot]
    near = s.occupied & s.cat.near_mask[slot]
    for i in range(4):
        cell = s.space_cell[location * 4 + i]
        if cell < 0 or not cells >> cell & 1:
            continue
        if s.void >> cell & 1 or not seen >> cell & 1:
            continue
        if slot == s.spot and (i < s.numeral or (i == s.numeral and s.used)):
            continue
        seat = s.holder[cell]
        others = ~s.control[seat] & ~s.shielded
        for k in range(2):
            symbol = s.cat.symbol[s.tile[cell] * 2 + k]
            if symbol == terms.ASSASSIN:
                if cells & others and not s.cat.no_assassins[location]:
                    out[seat] += m.w[weights.KILL]
            elif symbol == terms.CONSPIRACY:
                out[seat] += m.w[weights.PLOT]
            elif symbol == terms.SEDUCTION:
                if near & s.control[seat]:
                    out[seat] += m.w[weights.CHARM]
            elif symbol == terms.DIPLOMACY:
                out[seat] += m.w[weights.GUARD]
            elif symbol == terms.DOUBLE_AGENT and near & others:
                out[seat] += m.w[weights.TURN]


def board(m: Sense, s: State, viewer: int, out: list[float]) -> None:
    """Add to each seat what it may expect of the locations that are not resolved yet."""
    if not cython.compiled:
        power = [0.0] * terms.SEATS
    placing = s.phase <= terms.ROTATING
    for slot in range(s.cat.slots):
        if s.resolved >> slot & 1 or s.location[slot] < 0:
            continue
        strengths(m, s, slot, viewer, power)
        intents(m, s, slot, viewer, power)
        sum_ = 0.0
        if placing:
            free = bits.count(s.spaces & ~s.occupied & s.cat.slot_mask[slot])
            sum_ = m.w[weights.FREE] * free * power_of(m, m.w[weights.FREE_STRENGTH])
        for seat in range(s.cat.players):
            if s.control[seat] & s.cat.slot_mask[slot]:
                power[seat] = power_of(m, power[seat])
                sum_ += power[seat]
            else:
                power[seat] = 0.0
        for seat in range(s.cat.players):
            if power[seat] > 0:
                out[seat] += reward(m, s, seat, slot, viewer) * power[seat] / sum_


def kept(s: State, seat: int) -> int:
    """END-02: the tiles of a seat's network that are not put aside to be discarded."""
    tiles = s.network[seat] & ~s.chosen[seat]
    if s.cat.controllers_hand:
        for tile in range(terms.STARTERS):
            if kept_copies(s, seat, tile) > 0:
                tiles |= bits.one(tile)
    return tiles


def kept_copies(s: State, seat: int, tile: int) -> int:
    """END-02: how many starting tiles of a name a seat keeps."""
    aside = (s.chosen[seat] >> tile & 1) + state.more_of(s.chosen_more[seat], tile)
    return state.copies(s.network_starting[seat], tile) - aside


def kept_more(s: State, seat: int) -> int:
    """END-02: count the starting tiles that a seat keeps beyond the first of each name."""
    more = 0
    if s.cat.controllers_hand:
        for tile in range(terms.STARTERS):
            n = kept_copies(s, seat, tile)
            if n > 1:
                more += (n - 1) << 4 * tile
    return more


def discarded(s: State, seat: int) -> int:
    """END-02: how many tiles a seat has discarded, with those that are put aside."""
    n = state.discard_size(s, seat) + bits.count(s.chosen[seat])
    if s.chosen_more[seat]:
        for tile in range(terms.STARTERS):
            n += state.more_of(s.chosen_more[seat], tile)
    return n


def bank(m: Sense, s: State, out: list[float]) -> None:
    """Add to each seat what it has: discards, points, missions as they stand, use of its tiles."""
    left = terms.ROUNDS - s.round
    edge = m.w[weights.LEAD_1 + s.round - 1] if s.round > 0 else m.w[weights.LEAD_1]
    for seat in range(s.cat.players):
        tiles = kept(s, seat)
        more = kept_more(s, seat)
        out[seat] += discarded(s, seat) + scoring.hand_points(s.cat, tiles)
        if more:
            out[seat] += scoring.more_points(s.cat, more)
            for tile in range(terms.STARTERS):
                out[seat] += m.use[tile] * left * state.more_of(more, tile)
        while tiles:
            out[seat] += m.use[bits.lowest(tiles)] * left
            tiles &= tiles - 1
        if s.agenda[seat] >= 0:
            out[seat] += scoring.mission_count(
                s.cat, s.agenda[seat], (s.network[seat] | s.discard[seat]) & s.cat.pile, 0
            )
    if s.enigma_holder >= 0:
        out[s.enigma_holder] += m.w[weights.ENIGMA]
    for i in range(s.mission_count):
        if s.mission[i] >= 0:
            standing(m, s, s.mission[i], edge, out)


def standing(m: Sense, s: State, mission: int, edge: float, out: list[float]) -> None:
    """SCORE-03: share a mission's points by how the counts stand and how surely they last."""
    if not cython.compiled:
        share = [0.0] * terms.SEATS
    scale = edge
    if s.cat.mission_kind[mission] == terms.HIGHEST_STRENGTH:
        scale = edge / 3
    sign = -1 if scoring.fewest(s.cat, mission) else 1
    best = -1000
    for seat in range(s.cat.players):
        n = scoring.mission_count(s.cat, mission, kept(s, seat), discarded(s, seat))
        n = sign * (n + scoring.count_more(s.cat, mission, kept_more(s, seat)))
        share[seat] = n
        best = max(best, n)
    sum_ = 0.0
    for seat in range(s.cat.players):
        lag = (best - share[seat]) * scale
        share[seat] = 1 / (1 + lag * (1 + lag * (0.5 + lag * 0.2)))
        sum_ += share[seat]
    for seat in range(s.cat.players):
        out[seat] += terms.MISSION_POINTS * share[seat] / sum_


def margin(m: Sense, s: State, seat: int, value: list[float]) -> float:
    """How far a seat is ahead: of the best of the others, and of their mean."""
    best = -1000.0
    mean = 0.0
    for other in range(s.cat.players):
        if other != seat:
            best = max(best, value[other])
            mean += value[other] / (s.cat.players - 1)
    return value[seat] - m.w[weights.RIVAL] * (best + mean) / 2


def appraise(m: Sense, s: State, seat: int) -> float:
    """How well a game stands for a seat, in points ahead of the others."""
    if not cython.compiled:
        value = [0.0] * terms.SEATS
    if s.phase == terms.OVER:
        scoring.score(s, m.score)
        for i in range(s.cat.players):
            value[i] = m.score.total[i]
        bonus = 4.0 if m.score.winners >> seat & 1 else 0.0
        return margin(m, s, seat, value) + bonus
    for i in range(s.cat.players):
        value[i] = 0.0
    bank(m, s, value)
    board(m, s, seat, value)
    return margin(m, s, seat, value)


def win_share(m: Sense, s: State, seat: int) -> float:
    """SCORE-06: a seat's share of the win in a game that is over."""
    scoring.score(s, m.score)
    if not m.score.winners >> seat & 1:
        return 0.0
    return 1.0 / bits.count(m.score.winners)
