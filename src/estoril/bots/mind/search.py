# cython: annotation_typing=False
"""Search to the end of the round: a tree of decisions over many imagined worlds (ISMCTS).

Each simulation takes one of the root's actions, fills in what the seat cannot know in a new way,
as likely as it reads (`reading`), walks down the tree by the actions that are legal in that world,
adds one node and plays on by experience and habit to the end of the round. What the outlook makes
of that, or the final scoring, is noted along the way, for each node in the eyes of the seat that
moved there, and for all that was placed (`experience`). Below the root the tree widens step by
step: a node gets a new action only when it has been visited often enough for those it has. New
placings are proposed by experience, other actions by judgement, in nodes hardly visited by habit.

The root's actions are tried in turn, as long as whoever runs the search keeps them: who halves them
again and again lets all have a chance, and the best most of the time (sequential halving).
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence

try:
    import cython
except ImportError:
    from estoril.engine import plain as cython

from estoril.bots.mind import evaluation, experience, ledger, outlook, policy, reading, weights
from estoril.bots.mind.evaluation import Evaluation
from estoril.bots.mind.experience import Experience
from estoril.bots.mind.ledger import Ledger
from estoril.bots.mind.outlook import Outlook
from estoril.bots.mind.reading import Reading
from estoril.engine import bits, fields, flow, scoring, state, terms
from estoril.engine.scoring import Score
from estoril.engine.state import State

if not cython.compiled:  # C has these from kinds.pxd
    from estoril.engine.kinds import By, Byte, Code, Line, Seat, Small, Word, range, room


class Search:
    """A tree that grows from what one seat knows."""

    evaluation: Evaluation
    outlook: Outlook
    reading: Reading
    experience: Experience
    ledger: Ledger
    observed: State
    world: State
    after: State
    score: Score
    seat: Seat
    size: int
    count: int
    simulations: int
    seed: Word
    stamp: int
    depth: int
    turn: int
    curiosity: float
    widening: float
    alive: Line[int]  # nodes of the root's actions that are tried
    code: Line[Small]  # of each node, as all that follow
    mover: Line[Byte]
    first: Line[int]
    next: Line[int]
    visits: Line[int]
    chances: Line[int]
    total: Line[float]
    won: Line[float]  # of the root's actions: the chance of winning, without regard to points
    squares: Line[float]  # of the root's actions: of outcomes
    ranked: Line[Small]  # RANKED for each node
    legal: Line[int]  # by code, when it was legal last
    path: Line[int]
    utility: By[Seat, float]
    win: By[Seat, float]

    def __init__(
        self,
        e: Evaluation,
        o: Outlook,
        r: Reading,
        x: Experience,
        observed: State,
        seat: Seat,
        codes: Sequence[int],
        size: int,
        seed: Word,
        curiosity: float,
        widening: float,
    ) -> None:
        """Begin a tree; `codes` are the actions of the root."""
        if not cython.compiled:
            fields.allocate(self)
        self.curiosity = curiosity
        self.widening = widening
        self.evaluation = e
        self.outlook = o
        self.reading = r
        self.experience = x
        self.ledger = Ledger(observed, seat, len(codes))
        self.observed = observed
        self.seat = seat
        self.seed = seed
        size = max(size, len(codes) + 2)
        self.size = size
        self.count = 1
        self.simulations = 0
        self.stamp = 0
        self.depth = 0
        self.turn = 0
        self.world = State(e.cat)
        self.after = State(e.cat)
        self.score = Score()
        self.code = array("h", bytes(2 * size))
        self.mover = array("b", bytes(size))
        self.first = array("i", bytes(4 * size))
        self.next = array("i", bytes(4 * size))
        self.visits = array("i", bytes(4 * size))
        self.chances = array("i", bytes(4 * size))
        self.total = array("d", bytes(8 * size))
        self.won = array("d", bytes(8 * (len(codes) + 1)))
        self.squares = array("d", bytes(8 * (len(codes) + 1)))
        self.ranked = array("h", bytes(2 * size * weights.RANKED))
        self.legal = array("i", bytes(4 * e.cat.codes))
        self.path = array("i", bytes(4 * weights.DEEPEST))
        for code in codes:
            grow(self, 0, seat, Code(code))
        self.alive = array("i", range(1, len(codes) + 1))

    def keep(self, codes: list[int]) -> None:
        """Try only these actions of the root from now on."""
        self.alive = array("i", [i for i in range(1, len(self.won)) if self.code[i] in codes])
        self.turn = 0

    def run(self, simulations: int) -> None:
        """Add so many simulations; other threads run meanwhile."""
        world = self.world
        with cython.nogil:
            for _ in range(simulations):
                simulate(self, world)

    def outcome(self) -> list[tuple[int, int, float, float, float, float, float]]:
        """Return what came of each action of the root.

        That is the action, its visits, the sums of outcomes, chances and squared outcomes; and how
        often it was done later in a simulation instead, with the sum of the outcomes.
        """
        x = self.experience
        found = []
        for i in range(1, len(self.won)):
            at = self.seat * x.codes + self.code[i]
            later = x.times[at] - self.visits[i]
            worth = x.worth[at] - self.total[i]
            if x.times[at] == 0.0:  # it is nothing that experience is made with
                later = 0.0
                worth = 0.0
            found.append((
                self.code[i], self.visits[i], self.total[i], self.won[i], self.squares[i],
                later, worth,
            ))  # fmt: skip
        return found


def simulate(t: Search, s: State) -> None:
    """Run one simulation in a state that is overwritten."""
    if not cython.compiled:
        buffer = room(Code, terms.LEGAL)
    if t.turn >= len(t.alive):
        t.turn = 0
    child = t.alive[t.turn]
    t.turn += 1
    taken = child
    # the n-th visits of all the root's actions share a world, so that they compare better
    state.copy_into(s, t.observed)
    reading.draw(t.reading, s, t.seat, evaluation.world_seed(t.seed, t.visits[child]))
    ledger.open_world(t.ledger, s)
    t.simulations += 1
    experience.make(t.experience, s, t.seat, Code(t.code[child]))
    flow.apply(s, t.seat, Code(t.code[child]))
    t.path[0] = child
    t.depth = 1
    while t.visits[child] > 0 and s.phase != terms.OVER and t.depth < weights.DEEPEST:
        if s.round != t.observed.round:
            break
        n = flow.write_legal(s, s.actor, buffer)
        if n == 1:
            flow.apply(s, s.actor, buffer[0])
            continue
        t.stamp += 1
        for i in range(n):
            t.legal[buffer[i]] = t.stamp
        child = select(t, s, child, s.actor, n)
        experience.make(t.experience, s, s.actor, Code(t.code[child]))
        flow.apply(s, s.actor, Code(t.code[child]))
        t.path[t.depth] = child
        t.depth += 1
    foresee(t, s)
    ledger.close_round(t.ledger, taken - 1, s)
    t.won[taken] += t.win[t.seat]
    t.squares[taken] += t.utility[t.seat] * t.utility[t.seat]
    experience.learn(t.experience, s.cat.players, t.utility)
    t.visits[0] += 1
    for i in range(t.depth):
        child = t.path[i]
        t.visits[child] += 1
        t.total[child] += t.utility[Seat(t.mover[child])]


def select(t: Search, s: State, node: int, seat: Seat, n: int) -> int:
    """Choose an action of a node: a new one if it is time for one, else the most promising."""
    child = t.first[node]
    fit = 0
    while child:
        if t.legal[t.code[child]] == t.stamp:
            t.chances[child] += 1
            fit += 1
        child = t.next[child]
    if t.count < t.size and fit < n and fit < width(t, node):
        code = propose(t, s, node)
        if code >= 0:
            return grow(t, node, seat, code)
    best = 0
    high = 0.0
    child = t.first[node]
    while child:
        if t.legal[t.code[child]] == t.stamp:
            value = promise(t, child)
            if best == 0 or value > high:
                best = child
                high = value
        child = t.next[child]
    if best == 0:  # nothing of this node is legal in this world, and there is no room to grow
        return grow(t, node, seat, policy.choose(t.evaluation, s))
    return best


def width(t: Search, node: int) -> int:
    """How many actions a node may have by now."""
    visits = t.visits[node]
    n = 1
    while n * n * t.widening < visits:
        n += 1
    return n


def propose(t: Search, s: State, node: int) -> Code:
    """Propose an action that the node does not have yet, or NONE."""
    if t.visits[node] >= weights.TRIED:
        if t.ranked[node * weights.RANKED] == 0:
            rank(t, s, node)
        for i in range(weights.RANKED):
            code = Code(t.ranked[node * weights.RANKED + i] - 1)
            if code >= 0 and t.legal[code] == t.stamp and not has(t, node, code):
                return code
    for _ in range(3):
        code = policy.choose(t.evaluation, s)
        if not has(t, node, code):
            return code
    return terms.NONE


def rank(t: Search, s: State, node: int) -> None:
    """Note the actions of a node that come first, in the eyes of the seat to move."""
    if not cython.compiled:
        buffer = room(Code, terms.LEGAL)
        value = room(float, weights.RANKED)
    for i in range(weights.RANKED):
        value[i] = -1000.0
    first = node * weights.RANKED
    n = flow.write_legal(s, s.actor, buffer)
    placing = s.phase == terms.PLACING
    for k in range(n):
        if placing:
            worth = experience.esteem(t.experience, s.actor, buffer[k])
        else:
            state.copy_into(t.after, s)
            flow.apply(t.after, s.actor, buffer[k])
            worth = evaluation.appraise(t.evaluation, t.after, s.actor)
        i = weights.RANKED
        while i > 0 and worth > value[i - 1]:
            i -= 1
            if i + 1 < weights.RANKED:
                value[i + 1] = value[i]
                t.ranked[first + i + 1] = t.ranked[first + i]
        if i < weights.RANKED:
            value[i] = worth
            t.ranked[first + i] = buffer[k] + 1  # 0 is for none


def has(t: Search, node: int, code: Code) -> int:
    """Say whether a node has an action already."""
    child = t.first[node]
    while child:
        if t.code[child] == code:
            return 1
        child = t.next[child]
    return 0


def grow(t: Search, node: int, seat: Seat, code: Code) -> int:
    """Add an action to a node."""
    if t.count >= t.size:  # full: the last place is used again and again, and means nothing
        child = t.size - 1
        t.code[child] = code
        t.mover[child] = seat
        return child
    child = t.count
    t.count += 1
    t.code[child] = code
    t.mover[child] = seat
    t.next[child] = t.first[node]
    t.first[node] = child
    t.chances[child] = 1
    return child


def promise(t: Search, child: int) -> float:
    """UCB1, with the times an action could have been chosen in place of the parent's visits."""
    n = t.visits[child]
    if n == 0:
        return 1000.0
    return t.total[child] / n + t.curiosity * root(log(t.chances[child]) / n)


def foresee(t: Search, s: State) -> None:
    """Play the round out, and see what each seat's chance is then."""
    while s.phase != terms.OVER and s.round == t.observed.round:
        code: Code = terms.NONE
        if s.phase == terms.PLACING:
            code = experience.place(t.experience, s, t.evaluation.looks)
        elif s.phase == terms.DISCARDING:
            code = experience.discard(t.experience, s, policy.choose(t.evaluation, s))
        if code < 0:
            code = policy.choose(t.evaluation, s)
        experience.make(t.experience, s, s.actor, code)
        flow.apply(s, s.actor, code)
    if s.phase == terms.OVER:
        weigh(t, s)
        return
    outlook.foresee(t.outlook, t.evaluation, s, t.win)
    for seat in range(s.cat.players):
        t.utility[seat] = t.win[seat]


def weigh(t: Search, s: State) -> None:
    """Turn the final scoring into each seat's utility, 0 to 1: the win, and a bit by how much."""
    scoring.score(s, t.score)
    count = bits.count(t.score.winners)
    for seat in range(s.cat.players):
        best = -1000
        for other in range(s.cat.players):
            if other != seat:
                best = max(best, t.score.total[other])
        lead = (t.score.total[seat] - best) / 12.0
        lead = 0.5 + 0.5 * lead / (1 + abs(lead))
        t.win[seat] = 1.0 / count if bits.has(t.score.winners, seat) else 0.0
        t.utility[seat] = 0.9 * t.win[seat] + 0.1 * lead


if not cython.compiled:  # compiled code has these in the .pxd
    from math import log
    from math import sqrt as root
