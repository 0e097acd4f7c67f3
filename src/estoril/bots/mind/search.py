# cython: annotation_typing=False
"""Search to the end of the round: trees of decisions over many imagined worlds (ISMCTS).

Each simulation takes one of the root's actions, fills in what the seat cannot know in a new way,
as likely as it reads (`reading`), walks down each seat's tree (`tree`) by the actions that are
legal in that world, adds one and plays on by experience and habit to the end of the round. What the
outlook makes of that, or the final scoring, is noted along the way, for each action in the eyes of
the seat that chose it, and for all that was placed (`experience`). Below the root trees widen step
by step: a node gets a new action only when it has been visited often enough for those it has. New
placings are proposed by experience, other actions by judgement, in nodes hardly visited by habit.

The seat learns from rounds in which its own tiles lie where they do; rivals learn from others, in
which these lie as they may for all that rivals know (`veil`), and go by that in both.

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

from estoril.bots.mind import (
    evaluation,
    experience,
    ledger,
    outlook,
    policy,
    reading,
    tree,
    veil,
    weights,
)
from estoril.bots.mind.evaluation import Evaluation
from estoril.bots.mind.experience import Experience
from estoril.bots.mind.ledger import Ledger
from estoril.bots.mind.outlook import Outlook
from estoril.bots.mind.reading import Reading
from estoril.bots.mind.tree import Tree
from estoril.bots.mind.veil import Veil
from estoril.engine import bits, fields, flow, placement, scoring, state, terms
from estoril.engine.scoring import Score
from estoril.engine.state import State

if not cython.compiled:  # C has these from kinds.pxd
    from estoril.engine.kinds import By, Cell, Code, Codes, Line, Seat, Word, range, room


class Search:
    """Trees that grow from what one seat knows."""

    evaluation: Evaluation
    outlook: Outlook
    reading: Reading
    veil: Veil
    experience: Experience
    ledger: Ledger
    tree: Tree
    observed: State
    world: State
    after: State
    score: Score
    seat: Seat
    simulations: int
    veiled: int  # how many of them were made under the veil
    seed: Word
    depth: int
    turn: int
    curiosity: float
    widening: float
    veiling: float  # the share of simulations that is made under the veil
    actions: Line[int]  # nodes of the root's actions,
    alive: Line[int]  # of those that are tried,
    won: Line[float]  # their chances of winning, without regard to points,
    squares: Line[float]  # and the squares of what came of them
    path: Line[int]
    utility: By[Seat, float]
    win: By[Seat, float]

    def __init__(
        self,
        e: Evaluation,
        o: Outlook,
        r: Reading,
        v: Veil,
        x: Experience,
        observed: State,
        seat: Seat,
        codes: Sequence[int],
        size: int,
        seed: Word,
        curiosity: float,
        widening: float,
    ) -> None:
        """Begin; `codes` are the actions of the root, and there is room for `size` nodes."""
        if not cython.compiled:
            fields.allocate(self)
        self.curiosity = curiosity
        self.widening = widening
        self.veiling = 0.0
        self.evaluation = e
        self.outlook = o
        self.reading = r
        self.veil = v
        self.experience = x
        self.ledger = Ledger(observed, seat, len(codes))
        self.observed = observed
        self.seat = seat
        self.seed = seed
        self.simulations = 0
        self.veiled = 0
        self.depth = 0
        self.turn = 0
        self.world = State(e.cat)
        self.after = State(e.cat)
        self.score = Score()
        self.tree = Tree(e.cat, len(codes) + size)
        self.won = array("d", bytes(8 * len(codes)))
        self.squares = array("d", bytes(8 * len(codes)))
        self.path = array("i", bytes(4 * weights.DEEPEST))
        self.actions = array("i", [tree.grow(self.tree, seat, seat, Code(code)) for code in codes])
        self.alive = self.actions

    def keep(self, codes: list[int], veiling: float) -> None:
        """Try only these actions of the root from now on, and such a share under the veil."""
        self.veiling = veiling
        nodes = [self.actions[i] for i in range(len(self.actions))]
        self.alive = array("i", [node for node in nodes if self.tree.code[node] in codes])
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
        t = self.tree
        found = []
        for i in range(len(self.actions)):
            node = self.actions[i]
            at = self.seat * x.codes + t.code[node]
            later = x.times[at] - t.visits[node]
            worth = x.worth[at] - t.total[node]
            if x.times[at] == 0.0:  # it is nothing that experience is made with
                later = 0.0
                worth = 0.0
            found.append((
                t.code[node], t.visits[node], t.total[node], self.won[i], self.squares[i],
                later, worth,
            ))  # fmt: skip
        return found


def simulate(t: Search, s: State) -> None:
    """Run one simulation in a state that is overwritten."""
    if t.veiled < t.veiling * t.simulations:
        simulate_veiled(t, s)
        return
    if t.turn >= len(t.alive):
        t.turn = 0
    child = t.alive[t.turn]
    t.turn += 1
    taken = child - t.actions[0]
    # the n-th visits of all the root's actions share a world, so that they compare better
    imagine(t, s, t.tree.visits[child])
    ledger.open_world(t.ledger, s)
    experience.make(t.experience, s, t.seat, Code(t.tree.code[child]))
    begin(t, s, child)
    descend(t, s, 0)
    ledger.close_round(t.ledger, taken, s)
    t.won[taken] += t.win[t.seat]
    t.squares[taken] += t.utility[t.seat] * t.utility[t.seat]


def simulate_veiled(t: Search, s: State) -> None:
    """Run one simulation from which rivals learn, with own tiles as they may lie for them."""
    child = t.alive[t.veiled % len(t.alive)]
    t.veiled += 1
    imagine(t, s, -t.veiled)
    placed: Cell = terms.NONE
    if s.phase == terms.PLACING:
        placed = placement.cell_of(s, Code(t.tree.code[child]))
    begin(t, s, child)
    veil.draw(t.veil, s, child - t.actions[0], placed)
    descend(t, s, 1)


def imagine(t: Search, s: State, number: int) -> None:
    """Imagine a world; that of a number is always the same."""
    t.simulations += 1
    state.copy_into(s, t.observed)
    reading.draw(t.reading, s, t.seat, evaluation.world_seed(t.seed, number))


def begin(t: Search, s: State, child: int) -> None:
    """Do an action of the root, and let all seats begin."""
    for seat in range(s.cat.players):
        t.tree.at[seat] = seat
    t.path[0] = child
    t.depth = 1
    act(t, s, t.seat, child)


def act(t: Search, s: State, mover: Seat, child: int) -> None:
    """Do what a node stands for."""
    code = Code(t.tree.code[child])
    look = tree.look_of(s, code)
    flow.apply(s, mover, code)
    tree.go_on(t.tree, s.cat.players, mover, child, look)


def descend(t: Search, s: State, veiled: int) -> None:
    """Go down the trees, play on, and note what came of it for those who learn from it."""
    if not cython.compiled:
        buffer = room(Code, terms.LEGAL)
    child = t.path[0]
    while t.tree.visits[child] > 0 or (veiled and t.depth == 1):
        if s.phase == terms.OVER or s.round != t.observed.round or t.depth >= weights.DEEPEST:
            break
        mover = s.actor
        n = flow.write_legal(s, mover, buffer)
        if n == 1:
            flow.apply(s, mover, buffer[0])
            continue
        if t.tree.at[mover] < 0:
            break
        child = select(t, s, mover, buffer, n, learns(t, mover, veiled))
        if child < 0:
            break
        experience.make(t.experience, s, mover, Code(t.tree.code[child]))
        act(t, s, mover, child)
        t.path[t.depth] = child
        t.depth += 1
    foresee(t, s)
    experience.learn(t.experience, s.cat.players, t.utility)
    for i in range(t.depth):
        child = t.path[i]
        mover = Seat(t.tree.mover[child])
        if learns(t, mover, veiled):
            t.tree.visits[child] += 1
            t.tree.total[child] += t.utility[mover]


def learns(t: Search, mover: Seat, veiled: int) -> int:
    """Say whether a seat learns from a simulation: from all, where none is under the veil."""
    return t.veiling <= 0.0 or (mover != t.seat) == veiled


def select(t: Search, s: State, seat: Seat, codes: Codes, n: int, learning: int) -> int:
    """Choose what the acting seat does: something new if it is time for it, else by promise.

    Who does not learn does what it has learned elsewhere; NONE is returned where that is nothing.
    """
    node = t.tree.at[seat]
    t.tree.stamp += 1
    for i in range(n):
        t.tree.legal[codes[i]] = t.tree.stamp
    fit = tree.mark(t.tree, node, seat, learning)
    if learning:
        t.tree.choices[node] += 1
        if fit < n and fit < tree.width(t.tree, node, t.widening):
            code = propose(t, s, node, codes, n)
            if code >= 0:
                child = tree.grow(t.tree, node, seat, code)
                if child >= 0:
                    return child
    return tree.most_promising(t.tree, node, seat, t.curiosity)


def propose(t: Search, s: State, node: int, codes: Codes, n: int) -> Code:
    """Propose an action that the node does not have: first by habit, then what seems best."""
    if t.tree.choices[node] <= weights.TRIED:
        for _ in range(3):
            code = policy.choose(t.evaluation, s)
            if t.tree.legal[code] == t.tree.stamp:
                return code
        return terms.NONE
    best: Code = terms.NONE
    high = 0.0
    for i in range(n):
        if t.tree.legal[codes[i]] != t.tree.stamp:
            continue
        value = promise(t, s, codes[i])
        if best < 0 or value > high:
            best = codes[i]
            high = value
    return best


def promise(t: Search, s: State, code: Code) -> float:
    """What is to be expected of a new action, for the seat to move."""
    if s.phase == terms.PLACING:
        return experience.esteem(t.experience, s.actor, code)
    state.copy_into(t.after, s)
    flow.apply(t.after, s.actor, code)
    return evaluation.appraise(t.evaluation, t.after, s.actor)


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
