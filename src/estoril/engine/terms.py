"""The small numbers the engine thinks in, one name each; what decisions and actions are.

The build writes `terms.pxd` from this file, so that compiled code sees the numbers as C constants.
"""

from collections.abc import Mapping
from typing import NamedTuple

# nothing there / something there that this seat may not know
NONE = -1
HIDDEN = -2

# sizes of the fixed arrays
SEATS = 5
SLOTS = 8
CELLS = 32
LOCATIONS = 16
SPACES = 64
TILES = 64
FLAGS = 64
MISSIONS = 32
QUEUE = 64
STAKES = 4
LEGAL = 256
ROWS = 160
ROW = 8

# parts of an observation: what it holds of the moment, of each location, space and seat, and
# how many tiles of the returned part of the pile
MOMENT = 14
PER_LOCATION = 6
PER_SPACE = 4
PER_SEAT = 4
RETURNED = 6

# numbers of the rules
STARTERS = 6
HAND = 6
ROUNDS = 4
DIE_SIDES = 12
MISSION_POINTS = 6
SECOND_POINTS = 3
ENIGMA_POINTS = 2

# symbols, in the order of content.SYMBOLS
NO_SYMBOL = 0
ASSASSIN = 1
CONSPIRACY = 2
NATIONALISM = 3
SEDUCTION = 4
DIPLOMACY = 5
DOUBLE_AGENT = 6
SYMBOLS = 7

# reach of a peek, in the order of content.REACHES
HERE = 1
NEAR = 2
ANYWHERE = 3

# kinds of missions, in the order of content.MISSION_KINDS
MOST_SYMBOLS = 0
MOST_FLAGS = 1
MOST_WOMEN = 2
HIGHEST_STRENGTH = 3
DIFFERENT_FLAGS = 4
FEWEST_DISCARDS = 5
FEWEST_SYMBOLS = 6
MOST_STARTING = 7

# phases in which a seat decides
PLACING = 1
STAKING = 2
PEEKING = 3
MOVING_DIE = 4
ROTATING = 5
PLACING_ENIGMA = 6
USING_ABILITY = 7
BURYING = 8
SACRIFICING = 9
DISCARDING = 10
# phases in which chance decides
CHANCE = 20
DRAWING_MISSION = 20
DRAWING_AGENDA = 21
ROLLING_FIRST = 22
LAYING_LOCATION = 23
TURNING_LOCATION = 24
ROLLING_AIRPORT = 25
DEALING_REWARD = 26
DROPPING_ENIGMA = 27
DRAWING_TILE = 28
ROLLING_CASINO = 29
# phases that run by themselves
AUTOMATIC = 40
ROUND_START = 40
NEXT_REWARD = 41
ENIGMA_START = 42
AFTER_PLACING = 43
NEXT_TURN = 44
NEXT_LOCATION = 45
NEXT_CHARACTER = 46
NEXT_ROLL = 47
COMPARING = 48
AWARDING = 49
ROUND_END = 50
SHOWING_DISCARDS = 51
OVER = 60

# kinds of actions, in the order of their codes
PASS = 0
PLACE = 1
STAKE = 2
STAKE_DISCARD = 3
PEEK = 4
PEEK_REWARD = 5
MOVE_DIE = 6
ROTATE = 7
ASSASSINATE = 8
CONSPIRE = 9
BURY = 10
SEDUCE = 11
SHIELD = 12
TURN = 13
GIVE_UP = 14
PLACE_ENIGMA = 15
DISCARD = 16
ACTIONS = 17

# what the log tells, a row each: kind, seat, tile, a, b, c, d, seats that may know the tile;
# the class of that name in events.py says what the rest of a row means
EV_MISSION_DEALT = 1
EV_AGENDA_DEALT = 2
EV_FIRST_ROLLED = 3
EV_FIRST_PLAYER_FOUND = 4
EV_ROUND_STARTED = 5
EV_LOCATION_LAID = 6
EV_LOCATION_TURNED = 7
EV_AIRPORT_ROLLED = 8
EV_REWARD_DEALT = 9
EV_REWARD_MISSING = 10
EV_ENIGMA_PLACED = 11
EV_PLACED = 12
EV_STAKED = 13
EV_PEEKED = 14
EV_DIE_MOVED = 15
EV_LOCATION_ROTATED = 16
EV_PASSED = 17
EV_TURN_SKIPPED = 18
EV_RESOLUTION_STARTED = 19
EV_REVEALED = 20
EV_REWARD_REVEALED = 21
EV_ASSASSINATED = 22
EV_CONSPIRED = 23
EV_TILE_DRAWN = 24
EV_TILE_BURIED = 25
EV_REWARD_SHOWN = 26
EV_SEDUCED = 27
EV_SHIELDED = 28
EV_AGENT_TURNED = 29
EV_DICE_ROLLED = 30
EV_STRENGTH_COUNTED = 31
EV_TOTAL_COUNTED = 32
EV_SACRIFICED = 33
EV_REWARD_WON = 34
EV_REWARD_RETURNED = 35
EV_ENIGMA_WON = 36
EV_STAKE_WON = 37
EV_STAKE_LOST = 38
EV_TAKEN_BACK = 39
EV_DISCARD_CHOSEN = 40
EV_DISCARDED = 41
EV_ROUND_ENDED = 42
EV_MISSION_SHOWN = 43
EV_AGENDA_SHOWN = 44
EV_GAME_ENDED = 45


class DecisionKind(NamedTuple):
    """Something that a seat decides."""

    name: str
    rule: str  # what asks for it, and what bars all else meanwhile
    part: str  # of a round


DECISIONS: Mapping[int, DecisionKind] = {
    PLACING: DecisionKind("place", "PLACE-01", "placement"),
    STAKING: DecisionKind("stake", "ROU-02", "placement"),
    PEEKING: DecisionKind("peek", "PEEK-01", "placement"),
    MOVING_DIE: DecisionKind("move_die", "LOCAP-02", "placement"),
    ROTATING: DecisionKind("rotate", "LOC00-01", "placement"),
    PLACING_ENIGMA: DecisionKind("place_enigma", "ENI-05", "preparation"),
    USING_ABILITY: DecisionKind("ability", "RES-04", "resolution"),
    BURYING: DecisionKind("bury", "CON-01", "resolution"),
    SACRIFICING: DecisionKind("give_up", "LOC07-01", "resolution"),
    DISCARDING: DecisionKind("discard", "END-02", "discards"),
}


class ActionKind(NamedTuple):
    """A kind of action."""

    phase: int  # the decision that it answers; passing answers several
    parts: tuple[str, ...] = ()  # what its number is made of; the catalog has their sizes
    symbol: int = NO_SYMBOL  # the symbol that it uses


ACTION_KINDS: Mapping[int, ActionKind] = {
    PASS: ActionKind(NONE),
    PLACE: ActionKind(PLACING, ("tile", "space")),
    STAKE: ActionKind(STAKING, ("held",)),
    STAKE_DISCARD: ActionKind(STAKING, ("discarded",)),
    PEEK: ActionKind(PEEKING, ("space",)),
    PEEK_REWARD: ActionKind(PEEKING, ("reward",)),
    MOVE_DIE: ActionKind(MOVING_DIE, ("die",)),
    ROTATE: ActionKind(ROTATING, ("quarter",)),
    ASSASSINATE: ActionKind(USING_ABILITY, ("space",), ASSASSIN),
    CONSPIRE: ActionKind(USING_ABILITY, (), CONSPIRACY),
    BURY: ActionKind(BURYING, ("tile",)),
    SEDUCE: ActionKind(USING_ABILITY, ("space", "numeral"), SEDUCTION),
    SHIELD: ActionKind(USING_ABILITY, ("space",), DIPLOMACY),
    TURN: ActionKind(USING_ABILITY, ("space",), DOUBLE_AGENT),
    GIVE_UP: ActionKind(SACRIFICING, ("space",)),
    PLACE_ENIGMA: ActionKind(PLACING_ENIGMA, ("location",)),
    DISCARD: ActionKind(DISCARDING, ("tile",)),
}
