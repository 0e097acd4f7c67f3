# cython: annotation_typing=False
"""Many games at once, for learning: observations, legal actions and rewards in plain arrays.

A step plays one decision in every game and makes no Python object; other threads run meanwhile.
"""

from __future__ import annotations

from typing import Any

try:
    import cython
except ImportError:
    from estoril.engine import plain as cython

from estoril.engine import bits, encoding, flow, scoring, state, terms
from estoril.engine.scoring import Score
from estoril.engine.state import State

if not cython.compiled:  # C has these from kinds.pxd
    from estoril.engine.kinds import (
        Bit,
        Byte,
        Code,
        Large,
        Line,
        Seat,
        Seats,
        Sheet,
        Single,
        Small,
        Word,
        range,
        room,
    )


class Games:
    """Games that are stepped together and begin anew when they end; each has a setup of its own."""

    size: int
    next_seed: Word
    finished: Large
    states: list[State]
    ended: list[State]  # as they were at the end of the last game
    blanks: list[State]
    score: Score
    chooser: State
    others: Seats  # that play at random, by themselves
    observations: Sheet[Byte]
    legal: Sheet[Bit]
    codes: Sheet[Code]
    counts: Line[Small]
    actors: Line[Seat]
    rewards: Sheet[Single]
    scores: Sheet[Small]
    done: Line[Bit]
    seeds: Line[Word]
    masks: Sheet[Bit]  # without columns unless somebody wants them
    numbers: Sheet[int]  # by setup, the compact number of each code
    setups: Line[int]  # by game, the row of `numbers`

    def __init__(
        self, blanks: list[State], seed: Word, others: Seats, arrays: dict[str, Any]
    ) -> None:
        """Take an empty state for each game, and the arrays to write to, by name."""
        self.size = len(blanks)
        self.finished = 0
        self.blanks = blanks
        self.states = [blank.copy() for blank in blanks]
        self.ended = [blank.copy() for blank in blanks]
        self.chooser = blanks[0].copy()
        self.chooser.rng = self.next_seed = seed
        self.others = others
        self.score = Score()
        self.observations = arrays["observations"]
        self.legal = arrays["legal"]
        self.codes = arrays["codes"]
        self.counts = arrays["counts"]
        self.actors = arrays["actors"]
        self.rewards = arrays["rewards"]
        self.scores = arrays["scores"]
        self.done = arrays["done"]
        self.seeds = arrays["seeds"]
        self.masks = arrays["masks"]
        self.numbers = arrays["numbers"]
        self.setups = arrays["setups"]

    def number(self, masks: Sheet[Bit], numbers: Sheet[int], setups: Line[int]) -> None:
        """Write masks by compact numbers, from now on with every step."""
        self.masks = masks
        self.numbers = numbers
        self.setups = setups
        for i in range(self.size):
            mark(self, i, 1)

    def begin(self, i: int, seed: Word) -> None:
        """Begin one game anew."""
        forget(self, i)
        start(self, i, self.states[i], self.blanks[i], seed)
        let_others(self, i, self.states[i], self.ended[i], self.blanks[i])
        show(self, i, self.states[i])

    def fresh_seed(self) -> Word:
        """Return the next seed that was not used before."""
        seed = self.next_seed
        follow(self, seed)
        return seed

    def follow_on(self, seed: Word) -> None:
        """Let the games that come later have the seeds after this one."""
        follow(self, seed)

    def go_on(self, next_seed: Word, chooser: Word, finished: Large) -> None:
        """Go on where other games were."""
        self.next_seed = next_seed
        self.chooser.rng = chooser
        self.finished = finished

    def put(self, i: int, s: State) -> None:
        """Let a game stand as a state of its setup does."""
        state.copy_into(self.states[i], s)
        self.states[i].auto = 1
        forget(self, i)
        let_others(self, i, self.states[i], self.ended[i], self.blanks[i])
        show(self, i, self.states[i])

    def step(self, actions: Line[int]) -> int:
        """Play an action in every game; return the first game whose action is illegal, or -1.

        All actions are checked before any is played, so that an illegal one changes nothing.
        """
        with cython.nogil:
            bad = first_illegal(self, actions)
            if bad < 0:
                for i in range(self.size):
                    forget(self, i)
                    play_code(self, i, Code(actions[i]))
        return bad

    def play(self, i: int, code: Code) -> None:
        """Play a legal action in one game; what was noted of its end stays."""
        play_code(self, i, code)

    def sample(self, out: Line[int]) -> None:
        """Choose a legal action for every game at random, each as likely as the others."""
        for i in range(self.size):
            out[i] = self.codes[i, state.below(self.chooser, self.counts[i])]

    def observe(self, games: Line[int], seats: Line[Seat], ended: int, out: Sheet[Byte]) -> None:
        """Write what a seat of each of some games sees, now or at the end of the last one there."""
        for k in range(len(games)):
            s = self.states[games[k]]
            if ended:
                s = self.ended[games[k]]
                if s.phase != terms.OVER:
                    continue
            look(s, seats[k], out, k)


def follow(games: Games, seed: Word) -> None:
    """Go on to the seed after one."""
    if cython.compiled:
        games.next_seed = seed + 1
    else:
        games.next_seed = (seed + 1) & 0xFFFFFFFFFFFFFFFF


def first_illegal(games: Games, actions: Line[int]) -> int:
    """Return the first game whose action is illegal, or -1."""
    for i in range(games.size):
        code = int(actions[i])
        if code < 0 or code >= games.legal.shape[1] or not games.legal[i, code]:
            return i
    return -1


def forget(games: Games, i: int) -> None:
    """Take away what the step before noted of the end of a game."""
    if games.done[i]:
        games.done[i] = 0
        for seat in range(games.rewards.shape[1]):
            games.rewards[i, seat] = 0.0
            games.scores[i, seat] = 0


def start(games: Games, i: int, s: State, blank: State, seed: Word) -> None:
    """Begin a game by a seed."""
    state.copy_into(s, blank)
    flow.start(s, seed, 1)
    games.seeds[i] = seed


if not cython.compiled:  # compiled code has these in the .pxi, without the lock and by pointers

    def play_code(games: Games, i: int, code: Code) -> None:
        """Play a legal action in one game."""
        s, ended, blank = games.states[i], games.ended[i], games.blanks[i]
        move(games, i, s, ended, blank, Code(int(code)))
        let_others(games, i, s, ended, blank)
        show(games, i, s)

    def mark(games: Games, i: int, value: Bit) -> None:
        """Write a value for all that was found legal in a game, by code and by compact number."""
        codes = games.codes[i, : games.counts[i]]
        games.legal[i, codes] = value
        if games.masks.shape[1]:
            games.masks[i, games.numbers[games.setups[i], codes]] = value


def move(games: Games, i: int, s: State, ended: State, blank: State, code: Code) -> None:
    """Play a legal action; where the game ends with it, the next begins."""
    flow.apply(s, s.actor, code)
    if s.phase == terms.OVER:
        settle(games, i, s)
        state.copy_into(ended, s)
        seed = games.next_seed
        follow(games, seed)
        start(games, i, s, blank, seed)


def let_others(games: Games, i: int, s: State, ended: State, blank: State) -> None:
    """Let those play who choose at random."""
    if not cython.compiled:
        buffer = room(Code, terms.LEGAL)
    while bits.has(games.others, s.actor):
        n = flow.write_legal(s, s.actor, buffer)
        move(games, i, s, ended, blank, buffer[state.below(games.chooser, n)])


def settle(games: Games, i: int, s: State) -> None:
    """SCORE-06: note the scores of a game that ended, and share one win among its winners."""
    scoring.score(s, games.score)
    winners = bits.count(games.score.winners)
    for seat in range(s.cat.players):
        games.scores[i, seat] = games.score.total[seat]
        games.rewards[i, seat] = 0.0
        if games.score.winners & bits.one(seat):
            games.rewards[i, seat] = 1.0 / winners
    games.done[i] = 1
    games.finished += 1


def show(games: Games, i: int, s: State) -> None:
    """Write what the acting seat of a game sees and may do."""
    games.actors[i] = s.actor
    if cython.compiled:
        write_game(games, i, s)
    else:
        mark(games, i, 0)
        games.counts[i] = flow.write_legal(s, s.actor, games.codes[i])
        mark(games, i, 1)
        encoding.encode(s, s.actor, games.observations[i])


def look(s: State, seat: Seat, out: Sheet[Byte], i: int) -> None:
    """Write what a seat sees into a row."""
    if cython.compiled:
        write_row_of(s, seat, out, i)
    else:
        encoding.encode(s, Seat(int(seat)), out[i])
