"""Where each thing stands in a picture: the row of 16-bit numbers of all that a reader sees.

The build writes `layout.pxd` from this file, and the server writes it out for the browser. A set
of tiles takes four numbers of 16 bits each, the lowest first, and a set of starting tiles two.
"""

# the moment
ROUND = 0
FIRST = 1
DECISION = 2  # the phase, where a seat must decide
OVER = 3
WAITING = 4
ASKED_SPACE = 5
ASKED_LOCATION = 6
DIE = 7
DRAWN = 8
PILE = 9
UNSEEN = 10
RETURNED = 11  # how many tiles were returned to the pile
REMOVED = 12
REMOVED_STARTING = 16
LEADING = 18  # who would win, if the game ended so

# tiles under the roulette
STAKE = 19
STAKE_SIZE = 4
STAKE_BY = 0  # NONE where there is no more
STAKE_TILE = 1
STAKE_FROM_HAND = 2
STAKE_COLOUR = 3

# seats
SEAT = 35
SEAT_SIZE = 39
HAND_OPEN = 0
HAND = 1
HAND_MORE = 5
HAND_SIZE = 7
NETWORK = 8
NETWORK_MORE = 12
MARKERS = 14
DISCARD = 15
DISCARD_STARTING = 19
CHOSEN = 21
CHOSEN_MORE = 25
AGENDA = 27
HAS_ENIGMA = 28
OUT_OF_SIGHT = 29
POINTS = 33  # six numbers: tiles, discards, missions, agenda, Enigma, total

# missions
MISSION = 230
MISSION_SIZE = 8
WHICH_MISSION = 0
MISSION_KNOWN = 1
MISSION_COUNT = 2  # one for each seat
MISSION_LEADERS = 7

# places of the grid
SLOT = 278
SLOT_SIZE = 73
LOCATION = 0
QUARTER = 1
NUMBER = 2
ORDER = 3
RESOLVED = 4
RESOLVING = 5
ENIGMA = 6
ROULETTE = 7
REWARD_CELL = 8
REWARD = 9
REWARD_SIZE = 3
REWARD_TILE = 0
REWARD_UP = 1
REWARD_KNOWN = 2
STANDING = 15
STANDING_SIZE = 2
TOTAL = 0
UNKNOWN = 1  # NONE where the seat has nobody
SPACE = 25
SPACE_SIZE = 12
CELL = 0
MARKS = 1
TILE = 2
OWNER = 3
CONTROLLER = 4
KNOWN = 5
STRENGTH = 6  # six numbers: printed, flags, location, nationalism, dice, total
POSSIBLE = 6  # in their place, where the tile is not known: the set of what it can be

# marks of a space
OUTER = 1
TOP_SECRET = 2
OCCUPIED = 4
FACE_UP = 8
SHIELD = 16
VOID = 32
TURNED = 64

# the tiles that were returned to the pile, from the top
QUEUE = 862
SIZE = 926

# parts of a picture, as members of a set; a seat and a place of the grid are one each, and the
# stakes belong to the place of the roulette
PART_DECISION = 0
PART_PILE = 1
PART_REMOVED = 2
PART_MISSIONS = 3
PART_SEAT = 4
PART_SLOT = 9
