# cython: annotation_typing=False
"""The outlook: each seat's chance of winning, at the end of a round, by a small learned net.

A seat is described by what it has, what its best rival and all of them have on average, how the
missions stand and what is left in the pile: counts and leads, not names, so that one net serves
all modules, variants, editions and numbers of players. The net gives each seat a score; chances
are the scores' shares (softmax). `bots.training` makes it.
"""

from __future__ import annotations

from collections.abc import Sequence

try:
    import cython
except ImportError:
    from estoril.engine import plain as cython

from estoril.bots.mind import evaluation, weights
from estoril.bots.mind.evaluation import Evaluation
from estoril.engine import bits, fields, scoring, terms
from estoril.engine.catalog import Catalog
from estoril.engine.state import State

if not cython.compiled:  # C has these from kinds.pxd
    from estoril.engine.kinds import By, Line, Mission, Seat, Symbol, Tiles, range, room


class Outlook:
    """A net with two hidden layers; the weights of a layer lie by what they come from."""

    first: int  # members of the first hidden layer
    second: int
    weights1: Line[float]
    bias1: Line[float]
    weights2: Line[float]
    bias2: Line[float]
    weights3: Line[float]

    def __init__(self, layers: Sequence[Line[float]]) -> None:
        """Take the weights and biases of the layers in turn; the last has weights alone."""
        if not cython.compiled:
            fields.allocate(self)
        self.weights1, self.bias1, self.weights2, self.bias2, self.weights3 = layers
        self.first = len(self.bias1)
        self.second = len(self.bias2)


def foresee(o: Outlook, e: Evaluation, s: State, out: By[Seat, float]) -> None:
    """Write each seat's chance of winning a game that stands between two rounds."""
    if not cython.compiled:
        x = room(float, weights.INPUTS)
        has = room(float, terms.SEATS * weights.PLAYER)
        value = room(float, terms.SEATS)
        count = room(int, (terms.SEATS + 1) * terms.SEATS)
    survey(e, s, has, value, count)
    high = -1000.0
    for seat in range(s.cat.players):
        describe(s, seat, has, value, count, x)
        out[seat] = score(o, x)
        high = max(high, out[seat])
    sum_ = 0.0
    for seat in range(s.cat.players):
        out[seat] = exp(out[seat] - high)
        sum_ += out[seat]
    for seat in range(s.cat.players):
        out[seat] /= sum_


def score(o: Outlook, x: By[int, float]) -> float:
    """Return what the net makes of the inputs of a seat."""
    if not cython.compiled:
        a = room(float, weights.HIDDEN)
        b = room(float, weights.HIDDEN)
    for j in range(o.first):
        a[j] = o.bias1[j]
    for i in range(weights.INPUTS):
        v = x[i]
        if v != 0.0:
            for j in range(o.first):
                a[j] += v * o.weights1[i * o.first + j]
    for j in range(o.second):
        b[j] = o.bias2[j]
    for i in range(o.first):
        v = a[i]
        if v > 0.0:
            for j in range(o.second):
                b[j] += v * o.weights2[i * o.second + j]
    sum_ = 0.0
    for j in range(o.second):
        if b[j] > 0.0:
            sum_ += b[j] * o.weights3[j]
    return sum_


def survey(
    e: Evaluation,
    s: State,
    has: By[int, float],
    value: By[Seat, float],
    count: By[int, int],
) -> None:
    """Write what each seat has, what that is worth, and its counts for the missions."""
    for seat in range(s.cat.players):
        value[seat] = 0.0
    evaluation.bank(e, s, value)
    for seat in range(s.cat.players):
        tiles = evaluation.kept(s, seat)
        at = seat * weights.PLAYER
        for i in range(weights.PLAYER):
            has[at + i] = 0.0
        strength = 0
        m = tiles
        while m:
            tile = bits.lowest(m)
            m &= m - 1
            strength += s.cat.strength[tile]
            has[at + weights.STRENGTHS + min(5, max(0, s.cat.strength[tile]))] += 0.5
            for k in range(2):
                symbol = s.cat.symbol[tile * 2 + k]
                if symbol:
                    has[at + weights.SYMBOLS + symbol - 1] += 0.5
        discards = evaluation.discarded(s, seat)
        points = scoring.hand_points(s.cat, tiles)
        at += weights.OTHERWISE
        has[at] = strength / 8.0
        has[at + 1] = points / 8.0
        has[at + 2] = bits.count(tiles & s.cat.women) / 3.0
        has[at + 3] = bits.count(tiles & ~s.cat.pile) / 6.0
        has[at + 4] = bits.count(tiles) / 6.0
        has[at + 5] = discards / 6.0
        if s.agenda[seat] >= 0:
            has[at + 6] = scoring.agenda_points(s, seat) / 3.0
        has[at + 7] = 1.0 if s.enigma_holder == seat else 0.0
        has[at + 8] = (discards + points) / 10.0
        has[at + 9] = value[seat] / 20.0
        for i in range(s.mission_count):
            n = 0
            if s.mission[i] >= 0:
                n = scoring.mission_count(s.cat, s.mission[i], tiles, discards)
                n += scoring.count_more(s.cat, s.mission[i], evaluation.kept_more(s, seat))
            count[i * terms.SEATS + seat] = n


def describe(
    s: State,
    seat: Seat,
    has: By[int, float],
    value: By[Seat, float],
    count: By[int, int],
    x: By[int, float],
) -> None:
    """Write the inputs of a seat, from what was surveyed."""
    for i in range(weights.INPUTS):
        x[i] = 0.0
    rivals = s.cat.players - 1
    best: Seat = terms.NONE
    mean = 0.0
    for other in range(s.cat.players):
        if other == seat:
            continue
        if best < 0 or value[other] > value[best]:
            best = other
        mean += value[other] / rivals
        for i in range(weights.PLAYER):
            x[weights.MEAN + i] += has[other * weights.PLAYER + i] / rivals
    for i in range(weights.PLAYER):
        x[i] = has[seat * weights.PLAYER + i]
        x[weights.BEST + i] = has[best * weights.PLAYER + i]
    left = describe_pile(s, x)
    ahead = 0
    for i in range(s.mission_count):
        if s.mission[i] >= 0:
            ahead += describe_aim(s, s.mission[i], seat, i, count, left, x)
    at = weights.MOMENT
    x[at + min(4, max(1, s.round)) - 1] = 1.0
    x[at + 4 + rivals - 1] = 1.0
    x[at + 8 + (seat - s.first + s.cat.players) % s.cat.players] = 1.0
    x[at + 13] = (value[seat] - value[best]) / 8.0
    x[at + 14] = (value[seat] - mean) / 8.0
    x[at + 15] = ahead / 3.0
    x[at + 16] = s.cat.enigma
    x[at + 17] = s.cat.roulette
    x[at + 18] = s.cat.secret_agenda
    x[at + 19] = s.cat.mission_scoring
    points = weights.OTHERWISE + 8
    x[at + 20] = has[seat * weights.PLAYER + points] - has[best * weights.PLAYER + points]


def describe_pile(s: State, x: By[int, float]) -> Tiles:
    """Write what nobody has yet; return it."""
    tiles = s.cat.pile & ~s.removed
    for seat in range(s.cat.players):
        tiles &= ~(s.network[seat] | s.discard[seat])
    for i in range(6):
        x[weights.LEFT + i] = bits.count(tiles & s.cat.with_symbol[Symbol(i + 1)]) / 4.0
    strength = 0
    m = tiles
    while m:
        strength += s.cat.strength[bits.lowest(m)]
        m &= m - 1
    x[weights.LEFT + 6] = bits.count(tiles) / 30.0
    x[weights.LEFT + 7] = strength / 60.0
    x[weights.LEFT + 8] = bits.count(tiles & s.cat.women) / 8.0
    x[weights.LEFT + 9] = scoring.hand_points(s.cat, tiles) / 40.0
    return tiles


def describe_aim(
    s: State,
    mission: Mission,
    seat: Seat,
    number: int,
    count: By[int, int],
    left: Tiles,
    x: By[int, float],
) -> int:
    """Write how a seat stands in a mission, and what is left for it; say whether it is ahead."""
    sign = -1 if scoring.fewest(s.cat, mission) else 1
    best = -1000
    for other in range(s.cat.players):
        if other != seat:
            best = max(best, sign * count[number * terms.SEATS + other])
    own = count[number * terms.SEATS + seat]
    lead = sign * own - best
    scale = 1
    if s.cat.mission_kind[mission] == terms.HIGHEST_STRENGTH:
        scale = 3
    at = weights.AIMS + aim_of(s.cat, mission) * weights.AIM
    step = lead
    if scale > 1:
        step = (abs(lead) + scale - 1) // scale
        step = step if lead > 0 else -step
    x[at + min(3, max(-3, step)) + 3] += 1.0
    x[at + 7] += lead / (3.0 * scale)
    x[at + 8] += own / (4.0 * scale)
    x[at + 9] += scoring.mission_count(s.cat, mission, left, 0) / (6.0 * scale)
    return lead > 0


def aim_of(cat: Catalog, mission: Mission) -> int:
    """Number the missions by what they count."""
    kind = cat.mission_kind[mission]
    if kind != terms.MOST_SYMBOLS:
        return kind + 5
    symbols = cat.mission_symbols[mission]
    return bits.lowest(symbols) - 1 if symbols else 0


if not cython.compiled:  # compiled code has this in the .pxd
    from math import exp
