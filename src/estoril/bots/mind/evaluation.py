# cython: annotation_typing=False
"""What things are worth: tiles to a seat, locations to who races for them, games as they stand.

Everything is seen from one seat. Characters that the seat does not know count as an average one,
so the same judgement serves for what a seat really sees and for worlds that a search makes up.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Annotated

try:
    import cython
except ImportError:
    from estoril.engine import plain as cython

from estoril.bots.mind import weights
from estoril.engine import bits, fields, locations, scoring, state, terms
from estoril.engine.catalog import Catalog
from estoril.engine.scoring import Score
from estoril.engine.state import State

if not cython.compiled:  # C has these from kinds.pxd
    from estoril.engine.kinds import (
        By,
        Mission,
        More,
        Reward,
        Seat,
        Slot,
        Space,
        Symbol,
        Tile,
        Tiles,
        Word,
        range,
        room,
    )

if not cython.compiled:  # compiled code has this in the .pxd

    def world_seed(seed: Word, number: int) -> Word:
        """Return the seed of an imagined world; the stride is not that of the generator."""
        return (seed + number * 0xD1342543DE82EF95) & 0xFFFFFFFFFFFFFFFF


class Evaluation:
    """Weights made ready for one setup."""

    cat: Catalog
    score: Score
    looks: int
    w: Annotated[By[int, float], terms.TILES]
    power: Annotated[By[int, float], weights.POWERS]
    use: By[Tile, float]
    base: By[Tile, float]
    fit: Annotated[By[int, float], terms.MISSIONS * terms.TILES]
    threat: By[Symbol, float]  # what a symbol may still do, in strength

    def __init__(self, cat: Catalog, values: Sequence[float], looks: int = 3) -> None:
        """Take the weights in order and work out what depends on tiles and missions alone.

        `looks` is how many placings are compared before one is chosen by habit.
        """
        if not cython.compiled:
            fields.allocate(self)
        self.cat = cat
        self.score = Score()
        self.looks = looks
        for i in range(len(values)):
            self.w[i] = values[i]
        for i in range(weights.POWERS):
            self.power[i] = math.exp(self.w[weights.SHARPNESS] * i / weights.STEPS)
        self.threat[terms.ASSASSIN] = self.w[weights.KILL]
        self.threat[terms.CONSPIRACY] = self.w[weights.PLOT]
        self.threat[terms.SEDUCTION] = self.w[weights.CHARM]
        self.threat[terms.DIPLOMACY] = self.w[weights.GUARD]
        self.threat[terms.DOUBLE_AGENT] = self.w[weights.TURN]
        for tile in range(cat.tiles):
            self.use[tile] = self.w[weights.STRENGTH] * cat.strength[tile]
            for k in range(2):
                symbol = cat.symbol[tile * 2 + k]
                if symbol:
                    self.use[tile] += self.w[weights.ASSASSIN + symbol - 1]
            self.base[tile] = self.w[weights.TILE] + self.w[weights.POINTS] * cat.points[tile]
            for mission in range(cat.missions):
                self.fit[mission * terms.TILES + tile] = fit_of(cat, mission, tile)


def fit_of(cat: Catalog, mission: Mission, tile: Tile) -> float:
    """MIS-01 to MIS-07: how much one tile does for a mission."""
    kind = cat.mission_kind[mission]
    count = scoring.mission_count(cat, mission, bits.one(tile), 0)
    if kind == terms.HIGHEST_STRENGTH:
        return count / 3.0
    if kind == terms.FEWEST_SYMBOLS:
        return -0.7 * count
    if kind == terms.FEWEST_DISCARDS:
        return 0.0
    return float(count)


def worth(e: Evaluation, s: State, seat: Seat, tile: Tile) -> float:
    """What a tile is worth to a seat: points, missions, and its use in the rounds to come."""
    value = e.base[tile] + e.use[tile] * (terms.ROUNDS - s.round)
    for i in range(s.mission_count):
        mission = s.mission[i]
        if mission >= 0 and bits.has(s.mission_known[i], seat):
            value += e.w[weights.MISSION] * e.fit[mission * terms.TILES + tile]
    if s.agenda[seat] >= 0 and tile >= terms.STARTERS:
        value += e.w[weights.AGENDA] * e.fit[s.agenda[seat] * terms.TILES + tile]
    return value


def reward(e: Evaluation, s: State, seat: Seat, slot: Slot, viewer: Seat) -> float:
    """What winning a location is worth to a seat, as far as a viewer can know it."""
    value = 0.0
    for i in range(2):
        place = Reward(2 * slot + i)
        tile = s.reward[place]
        if tile == terms.NONE:
            continue
        known = bits.has(s.reward_up, slot) or bits.has(s.reward_known[viewer], place)
        value += worth(e, s, seat, tile) if known else e.w[weights.UNKNOWN_REWARD]
    if s.enigma_slot == slot:
        value += e.w[weights.ENIGMA]
    return value


def power_of(e: Evaluation, strength: float) -> float:
    """Look up how much a strength weighs in a race."""
    i = int(strength * weights.STEPS)
    if i < 0:
        return e.power[0]
    return e.power[i] if i < weights.POWERS else e.power[weights.POWERS - 1]


def strengths(e: Evaluation, s: State, slot: Slot, viewer: Seat, out: By[Seat, float]) -> None:
    """Write the strength of each seat at a location as a viewer sees it; -1 for who is absent."""
    seen = s.face_up | s.known[viewer]
    for seat in range(s.cat.players):
        out[seat] = -1.0
    location = s.location[slot]
    for i in range(4):
        cell = s.space_cell[Space(location * 4 + i)]
        if cell < 0 or not bits.has(s.occupied, cell):
            continue
        seat = s.holder[cell]
        if out[seat] < 0:
            out[seat] = e.w[weights.NUMERAL] * (3 - i)
        if bits.has(seen, cell):
            out[seat] += locations.strength(s, cell, seen)
        else:
            out[seat] += e.w[weights.FOLDER]


def intents(e: Evaluation, s: State, slot: Slot, viewer: Seat, out: By[Seat, float]) -> None:
    """Add to each seat's strength at a location what its unused symbols there may still do."""
    seen = s.face_up | s.known[viewer]
    location = s.location[slot]
    cells = s.occupied & s.cat.slot_mask[slot]
    near = s.occupied & s.cat.near_mask[slot]
    for i in range(4):
        cell = s.space_cell[Space(location * 4 + i)]
        if cell < 0 or not bits.has(cells, cell):
            continue
        if bits.has(s.void, cell) or not bits.has(seen, cell):
            continue
        if slot == s.slot and (i < s.numeral or (i == s.numeral and s.used)):
            continue
        seat = s.holder[cell]
        others = ~s.control[seat] & ~s.shielded
        for k in range(2):
            symbol = s.cat.symbol[s.tile[cell] * 2 + k]
            if symbol == terms.ASSASSIN:
                if cells & others and not s.cat.no_assassins[location]:
                    out[seat] += e.w[weights.KILL]
            elif symbol == terms.CONSPIRACY:
                out[seat] += e.w[weights.PLOT]
            elif symbol == terms.SEDUCTION:
                if near & s.control[seat]:
                    out[seat] += e.w[weights.CHARM]
            elif symbol == terms.DIPLOMACY:
                out[seat] += e.w[weights.GUARD]
            elif symbol == terms.DOUBLE_AGENT and near & others:
                out[seat] += e.w[weights.TURN]


def board(e: Evaluation, s: State, viewer: Seat, out: By[Seat, float]) -> None:
    """Add to each seat what it may expect of the locations that are not resolved yet."""
    if not cython.compiled:
        power = room(float, terms.SEATS)
    placing = s.phase <= terms.ROTATING
    for slot in range(s.cat.slots):
        if bits.has(s.resolved, slot) or s.location[slot] < 0:
            continue
        strengths(e, s, slot, viewer, power)
        intents(e, s, slot, viewer, power)
        sum_ = 0.0
        if placing:
            free = bits.count(s.spaces & ~s.occupied & s.cat.slot_mask[slot])
            sum_ = e.w[weights.FREE] * free * power_of(e, e.w[weights.FREE_STRENGTH])
        for seat in range(s.cat.players):
            if s.control[seat] & s.cat.slot_mask[slot]:
                power[seat] = power_of(e, power[seat])
                sum_ += power[seat]
            else:
                power[seat] = 0.0
        for seat in range(s.cat.players):
            if power[seat] > 0:
                out[seat] += reward(e, s, seat, slot, viewer) * power[seat] / sum_


def kept(s: State, seat: Seat) -> Tiles:
    """END-02: the tiles of a seat's network that are not put aside to be discarded."""
    tiles = s.network[seat] & ~s.chosen[seat]
    if s.cat.controllers_hand:
        for tile in range(terms.STARTERS):
            if kept_copies(s, seat, tile) > 0:
                tiles |= bits.one(tile)
    return tiles


def kept_copies(s: State, seat: Seat, tile: Tile) -> int:
    """END-02: how many starting tiles of a name a seat keeps."""
    aside = bits.has(s.chosen[seat], tile) + state.more_of(s.chosen_more[seat], tile)
    return state.copies(s.network_starting[seat], tile) - aside


def kept_more(s: State, seat: Seat) -> More:
    """END-02: count the starting tiles that a seat keeps beyond the first of each name."""
    more = More(0)
    if s.cat.controllers_hand:
        for tile in range(terms.STARTERS):
            n = kept_copies(s, seat, tile)
            if n > 1:
                more += (n - 1) << 4 * tile
    return more


def discarded(s: State, seat: Seat) -> int:
    """END-02: how many tiles a seat has discarded, with those that are put aside."""
    n = state.discard_size(s, seat) + bits.count(s.chosen[seat])
    if s.chosen_more[seat]:
        for tile in range(terms.STARTERS):
            n += state.more_of(s.chosen_more[seat], tile)
    return n


def bank(e: Evaluation, s: State, out: By[Seat, float]) -> None:
    """Add to each seat what it has: discards, points, missions as they stand, use of its tiles."""
    left = terms.ROUNDS - s.round
    edge = e.w[weights.LEAD_1 + s.round - 1] if s.round > 0 else e.w[weights.LEAD_1]
    for seat in range(s.cat.players):
        tiles = kept(s, seat)
        more = kept_more(s, seat)
        out[seat] += discarded(s, seat) + scoring.hand_points(s.cat, tiles)
        if more:
            out[seat] += scoring.more_points(s.cat, more)
            for tile in range(terms.STARTERS):
                out[seat] += e.use[tile] * left * state.more_of(more, tile)
        while tiles:
            out[seat] += e.use[bits.lowest(tiles)] * left
            tiles &= tiles - 1
        if s.agenda[seat] >= 0:
            out[seat] += scoring.mission_count(
                s.cat, s.agenda[seat], (s.network[seat] | s.discard[seat]) & s.cat.pile, 0
            )
    if s.enigma_holder >= 0:
        out[s.enigma_holder] += e.w[weights.ENIGMA]
    for i in range(s.mission_count):
        if s.mission[i] >= 0:
            standing(e, s, s.mission[i], edge, out)


def standing(e: Evaluation, s: State, mission: Mission, edge: float, out: By[Seat, float]) -> None:
    """SCORE-03: share a mission's points by how the counts stand and how surely they last."""
    if not cython.compiled:
        share = room(float, terms.SEATS)
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


def margin(e: Evaluation, s: State, seat: Seat, value: By[Seat, float]) -> float:
    """How far a seat is ahead: of the best of the others, and of their mean."""
    best = -1000.0
    mean = 0.0
    for other in range(s.cat.players):
        if other != seat:
            best = max(best, value[other])
            mean += value[other] / (s.cat.players - 1)
    return value[seat] - e.w[weights.RIVAL] * (best + mean) / 2


def appraise(e: Evaluation, s: State, seat: Seat) -> float:
    """How well a game stands for a seat, in points ahead of the others."""
    if not cython.compiled:
        value = room(float, terms.SEATS)
    if s.phase == terms.OVER:
        scoring.score(s, e.score)
        for i in range(s.cat.players):
            value[i] = e.score.total[i]
        bonus = 4.0 if bits.has(e.score.winners, seat) else 0.0
        return margin(e, s, seat, value) + bonus
    for i in range(s.cat.players):
        value[i] = 0.0
    bank(e, s, value)
    board(e, s, seat, value)
    return margin(e, s, seat, value)


def win_share(e: Evaluation, s: State, seat: Seat) -> float:
    """SCORE-06: a seat's share of the win in a game that is over."""
    scoring.score(s, e.score)
    if not bits.has(e.score.winners, seat):
        return 0.0
    return 1.0 / bits.count(e.score.winners)
