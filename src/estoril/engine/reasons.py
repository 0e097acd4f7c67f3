# cython: annotation_typing=False
"""Why an action is barred: the id of the rule that bars it.

Whether it is barred follows from the list of what is legal, and only that; what stands here looks
for the rule that says most about it, by the same sets of targets. Asked with the state that a seat
observes, so that no answer can tell more than the seat knows.
"""

from __future__ import annotations

try:
    import cython
except ImportError:
    from estoril.engine import plain as cython

from estoril.engine import abilities, bits, flow, placement, setup, terms
from estoril.engine.state import State
from estoril.engine.terms import ACTION_KINDS, DECISIONS

if not cython.compiled:  # C has these from kinds.pxd
    from estoril.engine.kinds import Action, Code, Location, Phase, Reward, Seat, Space, Tile

RULE_OF_PHASE = {phase: decision.rule for phase, decision in DECISIONS.items()}
# what says little when another reason is there too, the least first
VAGUE = ("PLACE-01", "RES-04", "ROUND-01", "PLACE-02", "PLACE-04")


def telling(rule: str) -> int:
    """Rate how much a reason says beside others."""
    return VAGUE.index(rule) if rule in VAGUE else len(VAGUE)


def kinds_in(phase: Phase) -> list[Action]:
    """Return the kinds of actions that can be taken in a phase."""
    return [number for number, kind in ACTION_KINDS.items() if kind.phase == phase]


def why_not(s: State, seat: Seat, code: Code) -> str | None:
    """Return the id of the rule that bars an action of a seat now; None if it is legal."""
    if flow.is_legal(s, seat, code):
        return None
    if s.phase == terms.OVER:
        return "SET-08"
    if not s.waiting & bits.one(seat):
        if s.phase == terms.PLACING:
            return "ROUND-04"
        if s.phase == terms.USING_ABILITY:
            return "RES-03"
        return RULE_OF_PHASE.get(s.phase, "SET-08")
    kind = flow.kind_of(s.cat, code)
    if ACTION_KINDS[kind].phase != s.phase:
        return RULE_OF_PHASE[s.phase]
    x = code - s.cat.base[kind]
    if kind == terms.PLACE:
        tile = Tile(x // s.cat.action_spaces)
        return why_not_place(s, seat, tile, Space(x % s.cat.action_spaces))
    if kind == terms.PEEK:
        return why_not_peek(s, Space(x))
    if kind == terms.PEEK_REWARD:
        return why_not_peek_reward(s, Location(x >> 1), x & 1)
    if s.phase == terms.USING_ABILITY:
        return abilities.why_not(s, kind, x)
    return RULE_OF_PHASE[s.phase]


def why_not_place(s: State, seat: Seat, tile: Tile, space: Space) -> str:
    """PLACE-01 to PLACE-05, LOC01-02, ROU-03: why a tile cannot go to a space."""
    cell = s.space_cell[space]
    if not s.hand[seat] & bits.one(tile):
        return "PLACE-01"
    if cell < 0:
        return "ROUND-01"
    if s.occupied & bits.one(cell):
        return "PLACE-02"
    if s.no_assassin_cells & bits.one(cell) and s.cat.with_symbol[terms.ASSASSIN] & bits.one(tile):
        return "LOC01-02"
    if s.stake_cells & bits.one(cell) and not placement.can_stake(s, seat):
        return "ROU-03"
    return "PLACE-04"


def why_not_peek(s: State, space: Space) -> str:
    """PEEK-01 to PEEK-03: why a character cannot be looked at."""
    cell = s.space_cell[space]
    if cell < 0 or not s.occupied & ~s.face_up & bits.one(cell):
        return "PEEK-01"
    if not placement.reach_slots(s, s.cell) & bits.one(s.cat.cell_slot[cell]):
        return "PEEK-02"
    return "PEEK-03"


def why_not_peek_reward(s: State, location: Location, which: int) -> str:
    """PEEK-01 to PEEK-03: why the first or second reward of a location cannot be looked at."""
    slot = setup.slot_of(s, location)
    if slot < 0 or s.reward_up & bits.one(slot):
        return "PEEK-01"
    if s.reward[Reward(2 * slot + which)] == terms.NONE:
        return "PEEK-01"
    if not placement.reach_slots(s, s.cell) & bits.one(slot):
        return "PEEK-02"
    return "PEEK-03"
