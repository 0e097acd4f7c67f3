"""The weights of a bot's judgement, one name each; their values are in weights.toml.

The build writes `weights.pxd` from this file, so that compiled code sees the numbers as C
constants.
"""

TILE = 0  # what any tile is worth to who wins it: at the least it can be discarded
POINTS = 1  # for each printed point
STRENGTH = 2  # for each point of strength, while rounds are left to use it
ASSASSIN = 3  # for each symbol, while rounds are left to use it
CONSPIRACY = 4
NATIONALISM = 5
SEDUCTION = 6
DIPLOMACY = 7
DOUBLE_AGENT = 8
MISSION = 9  # for each thing that a mission counts
AGENDA = 10  # for each thing that the own agenda counts
UNKNOWN_REWARD = 11  # worth of a reward that lies face down
ENIGMA = 12  # worth of winning Enigma
SHARPNESS = 13  # how surely a lead in strength wins a location
FOLDER = 14  # strength expected of a character that is not known
NUMERAL = 15  # advantage of the lower space, for ties and for acting first
FREE = 16  # how much a free space makes a race uncertain
FREE_STRENGTH = 17  # strength expected of who may come there
RIVAL = 18  # how much the gains of others count against the own
KILL = 19  # worth of an unused Assassin among others' characters, in shares of the reward
PLOT = 20  # of an unused Conspiracy
CHARM = 21  # of an unused Seduction
GUARD = 22  # of an unused Diplomacy
TURN = 23  # of an unused Double Agent
LEAD_1 = 24  # how surely a lead in a mission's count lasts, by rounds played
LEAD_2 = 25
LEAD_3 = 26
LEAD_4 = 27

NAMES = tuple(name.lower() for name, value in list(globals().items()) if name.isupper())

# sizes
STEPS = 4  # entries of the table of powers for each point of strength
POWERS = 256  # entries of that table
DEEPEST = 64  # decisions of a simulation that become nodes of the tree
TRIED = 4  # choices that habit makes in a node before any others
PRIOR = 4  # rounds by which what is usual counts in experience

# the inputs of the outlook, by parts
SYMBOLS = 0  # of a player: how many of each symbol,
STRENGTHS = 6  # of each strength up to 5,
OTHERWISE = 12  # and what else counts
PLAYER = 22  # numbers of a player
BEST = 22  # the same of the best rival,
MEAN = 44  # of all rivals on average
LEFT = 66  # what nobody has yet
AIMS = 76  # the missions, by what they count
KINDS = 13  # of missions
AIM = 10  # numbers of a kind of mission
MOMENT = 206  # round, players, order, leads, rules
INPUTS = 227
HIDDEN = 64  # members of a layer, at most

# what folders are read by: what a tile is like, and what the place is like where it may lie
TRAITS = 12
SIGNS = 25
AGENDAS = 8  # the number of the first agenda, after those of the missions on the table
SWAPS = 10  # of tiles, for each folder and stake of a seat
DEALS = 20  # the same of secret missions, which are few
FINE = 1 << 20  # steps of a chance
FAR = -1000  # behind, in a mission that it cannot be
