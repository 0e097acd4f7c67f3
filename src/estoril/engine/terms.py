"""The small numbers the engine thinks in, one name each; what decisions and actions are.

For compiled code they are C constants: the build writes `terms.pxd` from this file.
"""

from collections.abc import Mapping
from typing import NamedTuple

from estoril.engine.kinds import (
    Action,
    Cell,
    Event,
    Flag,
    Location,
    Mission,
    Nothing,
    Phase,
    Reward,
    Seat,
    Slot,
    Space,
    Stake,
    Symbol,
    Tile,
)

# nothing there / something there that this seat may not know
NONE = Nothing(-1)
HIDDEN = Nothing(-2)

# sizes of the fixed arrays
SEATS = Seat(5)
SLOTS = Slot(8)
REWARDS = Reward(2 * SLOTS)
CELLS = Cell(32)
LOCATIONS = Location(16)
SPACES = Space(64)
TILES = Tile(64)
FLAGS = Flag(64)
MISSIONS = Mission(32)
QUEUE = 64
STAKES = Stake(4)
LEGAL = 256
ROWS = 160
ROW = 8
FRAME = 167  # words of 64 bits that hold a state

# parts of an observation: what it holds of the moment, of each location, space and seat
MOMENT = 20
PER_LOCATION = 8
PER_SPACE = 5
PER_SEAT = 4

STEPS = 2048  # of a game: several times as many as any takes
# where a tile is at the end of a game
UNWON = 0
IN_NETWORK = 1
IN_DISCARDS = 2
REMOVED = 3

# numbers of the rules
STARTERS = Tile(6)
HAND = 6
ROUNDS = 4
DIE_SIDES = 12
MISSION_POINTS = 6
SECOND_POINTS = 3
ENIGMA_POINTS = 2

# symbols, in the order of boxes.SYMBOLS
NO_SYMBOL = Symbol(0)
ASSASSIN = Symbol(1)
CONSPIRACY = Symbol(2)
NATIONALISM = Symbol(3)
SEDUCTION = Symbol(4)
DIPLOMACY = Symbol(5)
DOUBLE_AGENT = Symbol(6)
SYMBOLS = Symbol(7)

# reach of a peek, in the order of boxes.REACHES
HERE = 1
NEAR = 2
ANYWHERE = 3

# kinds of missions, in the order of boxes.MISSION_KINDS
MOST_SYMBOLS = 0
MOST_FLAGS = 1
MOST_WOMEN = 2
HIGHEST_STRENGTH = 3
DIFFERENT_FLAGS = 4
FEWEST_DISCARDS = 5
FEWEST_SYMBOLS = 6
MOST_STARTING = 7

# phases in which a seat decides, those of placing first: up to ROTATING
PLACING = Phase(1)
STAKING = Phase(2)
PEEKING = Phase(3)
MOVING_DIE = Phase(4)
ROTATING = Phase(5)
PLACING_ENIGMA = Phase(6)
USING_ABILITY = Phase(7)
BURYING = Phase(8)
SACRIFICING = Phase(9)
DISCARDING = Phase(10)
# phases in which chance decides
CHANCE = Phase(20)
DRAWING_MISSION = Phase(20)
DRAWING_AGENDA = Phase(21)
ROLLING_FIRST = Phase(22)
LAYING_LOCATION = Phase(23)
TURNING_LOCATION = Phase(24)
ROLLING_AIRPORT = Phase(25)
DEALING_REWARD = Phase(26)
DROPPING_ENIGMA = Phase(27)
DRAWING_TILE = Phase(28)
ROLLING_CASINO = Phase(29)
# phases that run by themselves
AUTOMATIC = Phase(40)
ROUND_START = Phase(40)
NEXT_REWARD = Phase(41)
ENIGMA_START = Phase(42)
AFTER_PLACING = Phase(43)
NEXT_TURN = Phase(44)
NEXT_LOCATION = Phase(45)
NEXT_CHARACTER = Phase(46)
NEXT_ROLL = Phase(47)
COMPARING = Phase(48)
AWARDING = Phase(49)
ROUND_END = Phase(50)
SHOWING_DISCARDS = Phase(51)
OVER = Phase(60)

# kinds of actions, in the order of their codes
PASS = Action(0)
PLACE = Action(1)
STAKE = Action(2)
STAKE_DISCARD = Action(3)
PEEK = Action(4)
PEEK_REWARD = Action(5)
MOVE_DIE = Action(6)
ROTATE = Action(7)
ASSASSINATE = Action(8)
CONSPIRE = Action(9)
BURY = Action(10)
SEDUCE = Action(11)
SHIELD = Action(12)
TURN = Action(13)
GIVE_UP = Action(14)
PLACE_ENIGMA = Action(15)
DISCARD = Action(16)
ACTIONS = Action(17)

# what the log tells, a row each: kind, seat, tile, a, b, c, d, seats that may know the tile;
# the class of that name in events.py says what the rest of a row means
EV_MISSION_DEALT = Event(1)
EV_AGENDA_DEALT = Event(2)
EV_FIRST_ROLLED = Event(3)
EV_FIRST_PLAYER_FOUND = Event(4)
EV_ROUND_STARTED = Event(5)
EV_LOCATION_LAID = Event(6)
EV_LOCATION_TURNED = Event(7)
EV_AIRPORT_ROLLED = Event(8)
EV_REWARD_DEALT = Event(9)
EV_REWARD_MISSING = Event(10)
EV_ENIGMA_PLACED = Event(11)
EV_PLACED = Event(12)
EV_STAKED = Event(13)
EV_PEEKED = Event(14)
EV_DIE_MOVED = Event(15)
EV_LOCATION_ROTATED = Event(16)
EV_PASSED = Event(17)
EV_TURN_SKIPPED = Event(18)
EV_RESOLUTION_STARTED = Event(19)
EV_REVEALED = Event(20)
EV_REWARD_REVEALED = Event(21)
EV_ASSASSINATED = Event(22)
EV_CONSPIRED = Event(23)
EV_TILE_DRAWN = Event(24)
EV_TILE_BURIED = Event(25)
EV_REWARD_SHOWN = Event(26)
EV_SEDUCED = Event(27)
EV_SHIELDED = Event(28)
EV_AGENT_TURNED = Event(29)
EV_DICE_ROLLED = Event(30)
EV_STRENGTH_COUNTED = Event(31)
EV_TOTAL_COUNTED = Event(32)
EV_SACRIFICED = Event(33)
EV_REWARD_WON = Event(34)
EV_REWARD_RETURNED = Event(35)
EV_ENIGMA_WON = Event(36)
EV_STAKE_WON = Event(37)
EV_STAKE_LOST = Event(38)
EV_TAKEN_BACK = Event(39)
EV_DISCARD_CHOSEN = Event(40)
EV_DISCARDED = Event(41)
EV_ROUND_ENDED = Event(42)
EV_MISSION_SHOWN = Event(43)
EV_AGENDA_SHOWN = Event(44)
EV_GAME_ENDED = Event(45)


class DecisionKind(NamedTuple):
    """Something that a seat decides."""

    name: str
    rule: str  # what asks for it, and what bars all else meanwhile
    part: str  # of a round


DECISIONS: Mapping[Phase, DecisionKind] = {
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

    phase: Phase  # the decision that it answers; passing answers several
    parts: tuple[str, ...] = ()  # what its number is made of; the catalog has their sizes
    symbol: Symbol = NO_SYMBOL  # the symbol that it uses


ACTION_KINDS: Mapping[Action, ActionKind] = {
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
