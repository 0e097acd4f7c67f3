# cython: annotation_typing=False
"""Why an action is barred: the id of the rule that bars it.

Asked with the state that a seat observes, so that no answer can tell more than the seat knows.
"""

from __future__ import annotations

from estoril.engine import abilities, bits, flow, placement, setup, terms
from estoril.engine.state import State

# what must be decided in a phase, and by whom
RULE_OF_PHASE = {
    terms.PLACING: "PLACE-01",
    terms.STAKING: "ROU-02",
    terms.PEEKING: "PEEK-01",
    terms.MOVING_DIE: "LOCAP-02",
    terms.ROTATING: "LOC00-01",
    terms.PLACING_ENIGMA: "ENI-05",
    terms.USING_ABILITY: "RES-04",
    terms.BURYING: "CON-01",
    terms.SACRIFICING: "LOC07-01",
    terms.DISCARDING: "END-02",
}
PHASE_OF_KIND = {
    terms.PLACE: terms.PLACING,
    terms.STAKE: terms.STAKING,
    terms.STAKE_DISCARD: terms.STAKING,
    terms.PEEK: terms.PEEKING,
    terms.PEEK_REWARD: terms.PEEKING,
    terms.MOVE_DIE: terms.MOVING_DIE,
    terms.ROTATE: terms.ROTATING,
    terms.ASSASSINATE: terms.USING_ABILITY,
    terms.CONSPIRE: terms.USING_ABILITY,
    terms.BURY: terms.BURYING,
    terms.SEDUCE: terms.USING_ABILITY,
    terms.SHIELD: terms.USING_ABILITY,
    terms.TURN: terms.USING_ABILITY,
    terms.GIVE_UP: terms.SACRIFICING,
    terms.PLACE_ENIGMA: terms.PLACING_ENIGMA,
    terms.DISCARD: terms.DISCARDING,
}
SYMBOL_OF_KIND = {
    terms.ASSASSINATE: terms.ASSASSIN,
    terms.CONSPIRE: terms.CONSPIRACY,
    terms.SEDUCE: terms.SEDUCTION,
    terms.SHIELD: terms.DIPLOMACY,
    terms.TURN: terms.DOUBLE_AGENT,
}
# what says little when another reason is there too, the least first
VAGUE = ("PLACE-01", "RES-04", "ROUND-01", "PLACE-02", "PLACE-04")


def telling(rule: str) -> int:
    """Rate how much a reason says beside others."""
    return VAGUE.index(rule) if rule in VAGUE else len(VAGUE)


def kinds_in(phase: int) -> list[int]:
    """Return the kinds of actions that can be taken in a phase."""
    return [kind for kind, of in PHASE_OF_KIND.items() if of == phase]


def why_not(s: State, seat: int, code: int) -> str | None:
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
    if PHASE_OF_KIND.get(kind) != s.phase:
        return RULE_OF_PHASE[s.phase]
    x = code - s.cat.base[kind]
    if kind == terms.PLACE:
        return why_not_place(s, seat, x // s.cat.action_spaces, x % s.cat.action_spaces)
    if kind == terms.PEEK:
        return why_not_peek(s, x)
    if kind == terms.PEEK_REWARD:
        return why_not_peek_reward(s, x)
    if kind in SYMBOL_OF_KIND:
        return why_not_use(s, kind, x)
    return RULE_OF_PHASE[s.phase]


def why_not_place(s: State, seat: int, tile: int, space: int) -> str:
    """PLACE-01 to PLACE-05, LOC01-02, ROU-03: why a tile cannot go to a space."""
    cell = s.space_cell[space]
    if not s.hand[seat] & bits.one(tile):
        return "PLACE-01"
    if cell < 0:
        return "ROUND-01"
    if s.occupied & bits.one(cell):
        return "PLACE-02"
    if s.church & bits.one(cell) and s.cat.with_symbol[terms.ASSASSIN] & bits.one(tile):
        return "LOC01-02"
    if s.casino & bits.one(cell) and not placement.can_stake(s, seat):
        return "ROU-03"
    return "PLACE-04"


def why_not_peek(s: State, space: int) -> str:
    """PEEK-01 to PEEK-03: why a character cannot be looked at."""
    cell = s.space_cell[space]
    if cell < 0 or not s.occupied & ~s.face_up & bits.one(cell):
        return "PEEK-01"
    if not placement.reach_slots(s, s.cell) & bits.one(s.cat.cell_slot[cell]):
        return "PEEK-02"
    return "PEEK-03"


def why_not_peek_reward(s: State, reward: int) -> str:
    """PEEK-01 to PEEK-03: why a reward cannot be looked at."""
    slot = setup.slot_of(s, reward >> 1)
    if slot < 0 or s.reward_up & bits.one(slot) or s.reward[2 * slot + (reward & 1)] == terms.NONE:
        return "PEEK-01"
    if not placement.reach_slots(s, s.cell) & bits.one(slot):
        return "PEEK-02"
    return "PEEK-03"


def why_not_use(s: State, kind: int, x: int) -> str:
    """ASN-01 to DAG-04: why an ability cannot be used like this."""
    if not abilities.unused(s, s.cell, SYMBOL_OF_KIND[kind]):
        return "RES-04"
    if kind == terms.CONSPIRE:
        return "CON-03"
    cell = s.space_cell[x >> 2 if kind == terms.SEDUCE else x]
    target = bits.one(cell) & s.occupied if cell >= 0 else 0
    here = s.cat.slot_mask[s.spot]
    near = s.cat.near_mask[s.spot]
    if kind == terms.ASSASSINATE:
        if s.cat.no_assassins[s.location[s.spot]]:
            return "LOC01-01"
        return "ASN-02" if target & here & s.shielded else "ASN-01"
    if kind == terms.SEDUCE:
        if target & near & s.shielded or not abilities.seduction_spaces(s, s.cell):
            return "SED-05"
        return "SED-01"
    if kind == terms.SHIELD:
        return "DIP-03" if target & (here | near) & s.shielded else "DIP-01"
    if s.turned & bits.one(s.cell):
        return "DAG-04"
    return "DAG-03" if target & near & (s.shielded | s.turned) else "DAG-01"
