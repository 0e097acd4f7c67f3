# cython: annotation_typing=False
"""Aims: which secret missions and agendas others have, by what they have won more of than the rest.

Each mission that can be a secret one is as likely as it is to have led to that: a learned weight
(`reading`) says how much a lead in what it counts tells. Imagined worlds are dealt missions evenly
first; then these change places, as often as makes the worlds as likely as they look.
"""

from __future__ import annotations

from array import array

try:
    import cython
except ImportError:
    from estoril.engine import plain as cython

from estoril.bots.mind import weights
from estoril.engine import bits, fields, knowledge, scoring, state, terms
from estoril.engine.state import State

if not cython.compiled:  # C has these from kinds.pxd
    from estoril.engine.kinds import (
        By,
        Line,
        Mission,
        Seat,
        Sheet,
        Single,
        Small,
        range,
        room,
    )


class Aims:
    """How likely each mission is to be each of the secret ones; a seat's agenda is one of them."""

    count: int
    place: Line[int]  # of the secret ones: the number of a mission, or AGENDAS and a seat
    likely: Line[float]  # at its number among them * MISSIONS + mission

    def __init__(self, observed: State, weight: float) -> None:
        """Look at what is hidden; a weight of 0 takes all as alike."""
        if not cython.compiled:
            fields.allocate(self)
        self.count = 0
        self.place = array("i", bytes(4 * (weights.AGENDAS + terms.SEATS)))
        self.likely = array("d", bytes(8 * (weights.AGENDAS + terms.SEATS) * terms.MISSIONS))
        if weight != 0.0:
            suspect(self, observed, weight)


def suspect(a: Aims, s: State, weight: float) -> None:
    """Write how likely missions are to be the secret ones."""
    if not cython.compiled:
        leads = room(float, terms.MISSIONS)
    for place in range(weights.AGENDAS + terms.SEATS):
        if not is_hidden(s, place):
            continue
        weigh(s, place, leads)
        for mission in range(s.cat.missions):
            score = min(8.0, max(-8.0, weight * leads[mission]))
            a.likely[a.count * terms.MISSIONS + mission] = exp(score)
        a.place[a.count] = place
        a.count += 1


def is_hidden(s: State, place: int) -> int:
    """Say whether a mission or agenda is one that the reader does not know."""
    if place < weights.AGENDAS:
        return place < s.mission_count and s.mission[place] == terms.HIDDEN
    return place - weights.AGENDAS < s.cat.players and (
        s.agenda[Seat(place - weights.AGENDAS)] == terms.HIDDEN
    )


def weigh(s: State, place: int, out: By[Mission, float]) -> None:
    """Write how far those who have a mission, or know it, are ahead in what each mission counts."""
    if not cython.compiled:
        counts = room(float, terms.SEATS)
    known = bits.one(Seat(place - weights.AGENDAS))
    if place < weights.AGENDAS:
        known = s.mission_known[place]
    for mission in range(s.cat.missions):
        sum_ = 0.0
        mean = 0.0
        for seat in range(s.cat.players):
            counts[seat] = won(s, seat, mission)
            mean += counts[seat] / s.cat.players
        for seat in range(s.cat.players):
            if bits.has(known, seat):
                sum_ += (counts[seat] - mean) / bits.count(known)
        out[mission] = sum_


def won(s: State, seat: Seat, mission: Mission) -> float:
    """Count what a seat has won for a mission; less is more where the fewest count."""
    tiles = (s.network[seat] | s.discard[seat]) & s.cat.pile
    n = scoring.mission_count(s.cat, mission, tiles, 0) + 0.0
    if s.cat.mission_kind[mission] == terms.HIGHEST_STRENGTH:
        n /= 3.0
    return -n if scoring.fewest(s.cat, mission) else n


def deal(a: Aims, s: State) -> None:
    """Let secret missions change places by how likely they are (Metropolis and Hastings)."""
    left = knowledge.unseen_missions(s)
    for _ in range(weights.DEALS * a.count):
        one = state.below(s, a.count)
        mission = assigned(s, a.place[one])
        k = state.below(s, a.count + bits.count(left))
        if k < a.count:
            exchanged = assigned(s, a.place[k])
            if not fits(s, a.place[k], mission):
                continue
            after = a.likely[k * terms.MISSIONS + mission]
            before = a.likely[k * terms.MISSIONS + exchanged]
        else:
            exchanged = state.member(s, left)
            after = 1.0
            before = 1.0
        if not fits(s, a.place[one], exchanged):
            continue
        after *= a.likely[one * terms.MISSIONS + exchanged]
        before *= a.likely[one * terms.MISSIONS + mission]
        if not chosen(s, after, before):
            continue
        assign(s, a.place[one], exchanged)
        if k < a.count:
            assign(s, a.place[k], mission)
        else:
            left = (left & ~bits.one(exchanged)) | bits.one(mission)


def chosen(s: State, after: float, before: float) -> int:
    """Say whether to go from one likelihood to another."""
    return after >= before or state.below(s, weights.FINE) * before < after * weights.FINE


def fits(s: State, place: int, mission: Mission) -> int:
    """VAR-SA-01: not every mission can be an agenda."""
    return place < weights.AGENDAS or bits.has(s.cat.agendas, mission)


def assigned(s: State, place: int) -> Mission:
    """Which mission is there."""
    if place < weights.AGENDAS:
        return s.mission[place]
    return s.agenda[Seat(place - weights.AGENDAS)]


def assign(s: State, place: int, mission: Mission) -> None:
    """Put a mission there."""
    if place < weights.AGENDAS:
        s.mission[place] = mission
    else:
        s.agenda[Seat(place - weights.AGENDAS)] = mission


def examples(s: State, seat: Seat, row: int, leads: Sheet[Single], truths: Line[Small]) -> int:
    """Write what a seat could go by for each secret mission that it does not know, and the truth.

    A row has the leads in what missions count, FAR for those that cannot be it. Return the number
    of the next row.
    """
    if not cython.compiled:
        out = room(float, terms.MISSIONS)
    seen = knowledge.observe(s, seat)
    left = knowledge.unseen_missions(seen)
    for place in range(weights.AGENDAS + terms.SEATS):
        if not is_hidden(seen, place) or row >= len(truths):
            continue
        weigh(seen, place, out)
        for mission in range(terms.MISSIONS):
            leads[row, mission] = weights.FAR
            if bits.has(left, mission) and fits(s, place, mission):
                leads[row, mission] = out[mission]
        truths[row] = Small(assigned(s, place))
        row += 1
    return row


if not cython.compiled:  # compiled code has this in the .pxd
    from math import exp
