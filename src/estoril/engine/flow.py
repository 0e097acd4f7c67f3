# cython: annotation_typing=False
"""The course of the game: which phase follows which, what is legal in it, what an action does.

A state stands either before a decision of one or more seats, before a chance event, or at the
end. `play` and `decide_chance` check nothing; callers ask `is_legal` or `outcomes` first.
"""

from __future__ import annotations

try:
    import cython
except ImportError:
    from estoril.engine import plain as cython

from estoril.engine import (
    abilities,
    bits,
    locations,
    placement,
    resolution,
    setup,
    state,
    terms,
)
from estoril.engine.catalog import Catalog
from estoril.engine.state import State

if not cython.compiled:  # C has these from kinds.pxd
    from estoril.engine.kinds import (
        Action,
        Code,
        Codes,
        Location,
        Mission,
        Outcome,
        Outcomes,
        Reward,
        Seat,
        Seats,
        Space,
        Tile,
        Tiles,
        Word,
        range,
        room,
    )


def start(s: State, seed: Word, auto: int) -> None:
    """SET-01: begin a game; with `auto` the state's own generator decides all chance."""
    s.rng = seed
    s.auto = auto
    setup.begin(s)
    advance(s)


def advance(s: State) -> None:
    """Run on to the next decision, or the next chance event unless chance is automatic."""
    while True:
        if s.phase < terms.CHANCE:
            return
        s.waiting = Seats(0)
        if s.phase < terms.AUTOMATIC:
            if not s.auto:
                return
            take(s, state.member(s, outcomes(s)))
        elif s.phase == terms.OVER:
            return
        else:
            run(s)


def run(s: State) -> None:
    """Do what a phase does by itself."""
    if s.phase == terms.NEXT_CHARACTER:
        resolution.next_character(s)
    elif s.phase == terms.AFTER_PLACING:
        placement.after_placing(s)
    elif s.phase == terms.NEXT_TURN:
        placement.next_turn(s)
    elif s.phase == terms.NEXT_REWARD:
        setup.next_reward(s)
    elif s.phase == terms.NEXT_LOCATION:
        resolution.next_location(s)
    elif s.phase == terms.COMPARING:
        resolution.compare(s)
    elif s.phase == terms.AWARDING:
        resolution.award(s)
    elif s.phase == terms.NEXT_ROLL:
        locations.next_roll(s)
    elif s.phase == terms.ROUND_START:
        setup.start_round(s)
    elif s.phase == terms.ENIGMA_START:
        setup.start_enigma(s)
    elif s.phase == terms.ROUND_END:
        resolution.end_round(s)
    else:
        resolution.show_discards(s)


def outcomes(s: State) -> Outcomes:
    """Return the set of outcomes of the chance event that is due, all equally likely."""
    if s.phase == terms.DEALING_REWARD or s.phase == terms.DRAWING_TILE:
        return Outcomes(s.bag)
    if s.phase == terms.LAYING_LOCATION:
        return Outcomes((bits.one(s.cat.locations) - 1) & ~s.laid)
    if s.phase == terms.TURNING_LOCATION:
        return bits.one(Outcome(4)) - 1
    if s.phase == terms.ROLLING_CASINO or s.phase == terms.ROLLING_FIRST:
        return bits.one(Outcome(36)) - 1
    if s.phase == terms.ROLLING_AIRPORT:
        return bits.one(Outcome(terms.DIE_SIDES)) - 1
    if s.phase == terms.DROPPING_ENIGMA:
        return Outcomes(s.laid)
    if s.phase == terms.DRAWING_MISSION or s.phase == terms.DRAWING_AGENDA:
        return Outcomes(setup.missions_left(s))
    return Outcomes(0)


def take(s: State, outcome: Outcome) -> None:
    """Let a chance event end this way."""
    if s.phase == terms.DEALING_REWARD:
        setup.reward_drawn(s, Tile(outcome))
    elif s.phase == terms.LAYING_LOCATION:
        setup.location_laid(s, Location(outcome))
    elif s.phase == terms.TURNING_LOCATION:
        setup.location_turned(s, outcome)
    elif s.phase == terms.ROLLING_CASINO:
        locations.casino_rolled(s, outcome)
    elif s.phase == terms.DRAWING_TILE:
        abilities.tile_drawn(s, Tile(outcome), Seats(0))
    elif s.phase == terms.ROLLING_AIRPORT:
        setup.airport_rolled(s, outcome)
    elif s.phase == terms.DROPPING_ENIGMA:
        setup.place_enigma(s, setup.slot_of(s, Location(outcome)), terms.NONE)
    elif s.phase == terms.DRAWING_MISSION:
        setup.mission_drawn(s, Mission(outcome))
    elif s.phase == terms.DRAWING_AGENDA:
        setup.agenda_drawn(s, Mission(outcome))
    else:
        setup.first_rolled(s, outcome)


def write_legal(s: State, seat: Seat, out: Codes) -> int:
    """Write the codes that are legal for a seat; return how many."""
    if not s.waiting & bits.one(seat):
        return 0
    if s.phase == terms.PLACING:
        return placement.placings(s, seat, out)
    if s.phase == terms.USING_ABILITY:
        return abilities.usings(s, out)
    if s.phase == terms.DISCARDING:
        return resolution.discardings(s, seat, out)
    if s.phase == terms.PEEKING:
        return placement.peekings(s, seat, out)
    if s.phase == terms.BURYING:
        return abilities.buryings(s, out)
    if s.phase == terms.SACRIFICING:
        return locations.sacrifices(s, seat, out)
    if s.phase == terms.STAKING:
        return placement.stakings(s, seat, out)
    if s.phase == terms.MOVING_DIE:
        return placement.die_moves(s, out)
    if s.phase == terms.ROTATING:
        return placement.rotations(s, out)
    return setup.enigma_choices(s, out)


def count_legal(s: State, seat: Seat, out: Codes) -> int:
    """Return how many codes are legal for a seat; placings, the longest list, are not written."""
    if s.phase == terms.PLACING and s.waiting & bits.one(seat):
        return placement.num_placings(s, seat)
    return write_legal(s, seat, out)


def nth_legal(s: State, seat: Seat, i: int, out: Codes) -> Code:
    """Return a code by its number in the order of `write_legal`, after `count_legal` with `out`."""
    if s.phase == terms.PLACING:
        return placement.nth_placing(s, seat, i)
    return out[i]


def kind_of(cat: Catalog, code: Code) -> Action:
    """Return the kind of action that a code within range stands for."""
    kind = Action(0)
    while code >= cat.base[Action(kind + 1)]:
        kind += 1
    return kind


def laid_by(cat: Catalog, code: Code) -> Tiles:
    """Return the tile that an action lays on the table, as a set; none if it lays none."""
    if kind_of(cat, code) != terms.PLACE:
        return Tiles(0)
    return bits.one(Tile((code - cat.base[terms.PLACE]) // cat.action_spaces))


def apply(s: State, seat: Seat, code: Code) -> None:
    """Do a legal action and run on."""
    # for speed, the two most frequent kinds without a search
    if s.phase == terms.PLACING:
        kind = terms.PLACE
    elif s.phase == terms.DISCARDING:
        kind = terms.DISCARD
    else:
        kind = kind_of(s.cat, code)
    apply_choice(s, seat, kind, code - s.cat.base[kind])
    advance(s)


def apply_choice(s: State, seat: Seat, kind: Action, x: int) -> None:
    """Do a legal action, given as its kind and its number within the kind."""
    if kind == terms.PLACE:
        space = Space(x % s.cat.action_spaces)
        placement.place(s, Tile(x // s.cat.action_spaces), s.space_cell[space])
    elif kind == terms.PASS:
        decline(s)
    elif kind == terms.DISCARD:
        resolution.choose_discard(s, seat, Tile(x))
    elif kind == terms.PEEK:
        placement.peek(s, s.space_cell[Space(x)])
    elif kind == terms.PEEK_REWARD:
        slot = setup.slot_of(s, Location(x >> 1))
        placement.peek_reward(s, Reward(2 * slot + (x & 1)))
    elif s.phase == terms.USING_ABILITY:
        abilities.use(s, kind, x)
    elif kind == terms.BURY:
        abilities.bury(s, Tile(x))
    elif kind == terms.GIVE_UP:
        locations.sacrifice(s, s.space_cell[Space(x)])
    elif kind == terms.STAKE:
        placement.stake(s, Tile(x), seat, 1)
    elif kind == terms.STAKE_DISCARD:
        if x < terms.SEATS * terms.STARTERS:
            placement.stake(s, Tile(x % terms.STARTERS), Seat(x // terms.STARTERS), 0)
        else:
            placement.stake(s, Tile(x - terms.SEATS * terms.STARTERS), seat, 0)
    elif kind == terms.MOVE_DIE:
        placement.move_die(s, placement.die_step(x))
    elif kind == terms.ROTATE:
        placement.rotate(s, x)
    else:
        setup.place_enigma(s, setup.slot_of(s, Location(x)), seat)


def decline(s: State) -> None:
    """PEEK-03, LOCAP-02, LOC00-01, RES-04: what may be done may be left."""
    if s.phase == terms.USING_ABILITY:
        resolution.pass_ability(s)
        return
    state.emit(
        s, terms.EV_PASSED, s.actor, terms.NONE, s.phase, s.cell_space[s.cell], 0, 0, Seats(0)
    )
    s.phase = terms.AFTER_PLACING


def legal(s: State, seat: Seat) -> list[int]:
    """Return the codes that are legal for a seat, for Python."""
    if not cython.compiled:
        buffer = room(Code, terms.LEGAL)
    n = write_legal(s, seat, buffer)
    numbers = s.cat.numbers
    return [numbers[buffer[i]] for i in range(n)]


def grouped(codes: list[int], names: dict[int, str | None]) -> dict[str, list[int]]:
    """Group codes by the name that each has; those that have none are left out."""
    found: dict[str, list[int]] = {}
    for i in range(len(codes)):
        name: str | None = names[codes[i]]
        if name is not None:
            group: list[int] | None = found.get(name)
            if group is None:
                found[name] = [codes[i]]
            else:
                group.append(codes[i])
    return found


def num_legal(s: State) -> int:
    """Return how many actions the acting seat has."""
    if not cython.compiled:
        buffer = room(Code, terms.LEGAL)
    return count_legal(s, s.actor, buffer)


def apply_nth(s: State, i: int) -> int:
    """Do the acting seat's legal action number i; return 0 if there is no such number."""
    if not cython.compiled:
        buffer = room(Code, terms.LEGAL)
    n = count_legal(s, s.actor, buffer)
    if i < 0 or i >= n:
        return 0
    apply(s, s.actor, nth_legal(s, s.actor, i, buffer))
    return 1


def is_legal(s: State, seat: Seat, code: Code) -> int:
    """Say whether a seat may do this now."""
    if not cython.compiled:
        buffer = room(Code, terms.LEGAL)
    n = write_legal(s, seat, buffer)
    for i in range(n):
        if buffer[i] == code:
            return 1
    return 0


def play(s: State, seat: Seat, code: Code) -> None:
    """Do an action that is known to be legal."""
    apply(s, seat, code)


def decide_chance(s: State, outcome: Outcome) -> None:
    """Let the chance event that is due end in a way that is known to be possible."""
    take(s, outcome)
    advance(s)
