"""Training the outlook by self-play: a net learns who won from how games stood.

The first generation learns from games by one-step judgement. Each next one plays with the net of
the one before it, thinking ahead, and goes on learning from that net: such games take longer, so
there are fewer, too few to begin anew with. Positions are the ends of rounds; what is short is
games. Needs NumPy.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import pairwise
from os import PathLike
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

import msgspec

from estoril.bots.beliefs import evaluation_for, load_outlook, outlook_from, write_outlook
from estoril.bots.mind.evaluation import Evaluation, win_share
from estoril.bots.mind.rollouts import record, record_rounds
from estoril.bots.mind.weights import INPUTS
from estoril.bots.searching import Budget, settle
from estoril.choices import EDITIONS, MODULES, VARIANTS
from estoril.engine import flow, knowledge, terms
from estoril.engine.kinds import Code, Seat
from estoril.engine.state import State, below
from estoril.errors import SetupError
from estoril.game.game import content_from
from estoril.game.options import Options, catalog_for, choose

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float32]

STRAY = 5  # choices of a hundred that are made by chance, so that games differ
PARTS = 120  # of the games of a generation, each with a setup of its own
HELD_OUT = 0.1  # of the games, to measure by
Games = tuple[int, "Floats", "Floats"]  # players, inputs, shares of the win
Found = TypeVar("Found")


def setups(number: int, seed: int) -> list[Options]:
    """Draw setups of all kinds; half of the games of two are of the base set."""
    rng, found = Random(seed), list[Options]()
    while len(found) < number:
        players = rng.choice((2, 2, 3, 4, 4, 5))
        kind = rng.random()
        modules: Sequence[str] = () if kind < 0.35 else [m for m in MODULES if rng.random() < 0.5]
        if kind > 0.6:
            modules = [*MODULES]
        edition = rng.choice(("superbox", *EDITIONS))
        variants = [v for v in VARIANTS if rng.random() < 0.2]
        try:
            found.append(choose(players, modules, edition, variants))
        except SetupError:
            continue
    return found


class Training(msgspec.Struct, frozen=True):
    """How long and how a net is trained."""

    first: int = 32
    second: int = 16
    epochs: int = 12
    rate: float = 2e-3
    decay: float = 1e-5
    batch: int = 256  # positions


FURTHER = Training(epochs=6, rate=1e-3)  # of a net that has learned before


class Season(NamedTuple):
    """Some games of one setup, to be played by search, or without simulations by judgement."""

    options: Options
    games: int
    seed: int
    simulations: int
    net: bytes  # what its file holds, as there may be no such file where this is played


def play_games(season: Season) -> Games:
    """Play some games; return how they stood after each round, and who won."""
    import numpy as np

    options, games, seed, simulations, net = season

    evaluation = evaluation_for(catalog_for(options, content_from(None)))
    rows = games * options.players * (terms.ROUNDS - 1)
    inputs = np.zeros((rows, INPUTS), np.float32)
    won = np.zeros(rows)
    if not simulations:
        count = record_rounds(evaluation, games, seed, STRAY, inputs, won)
        assert count == rows
        return options.players, inputs, won.astype(np.float32)
    row = 0
    for number in range(games):
        first = row
        for s in _positions(evaluation, seed + number, simulations, net):
            if s.phase != terms.OVER:
                row = record(evaluation, s, row, inputs)
            else:
                shares = [win_share(evaluation, s, Seat(p)) for p in range(options.players)]
                won[first:row] = np.tile(shares, (row - first) // options.players)
    return options.players, inputs, won.astype(np.float32)


def _positions(evaluation: Evaluation, seed: int, simulations: int, net: bytes) -> Iterator[State]:
    """Play a game by search; yield the state after each round, and in the end."""
    number = 1
    for s in searched(evaluation, seed, Random(seed), simulations, net, STRAY):
        if s.phase == terms.OVER or s.round != number:
            number = s.round
            yield s


def searched(
    evaluation: Evaluation, seed: int, rng: Random, simulations: int, net: bytes, stray: int = 0
) -> Iterator[State]:
    """Play a game by search; yield the state after each decision.

    Args:
        evaluation: Of the setup.
        seed: Of the game's own chance.
        rng: Of the searches; the caller may draw from it too.
        simulations: For each decision.
        net: The net to play with; without, that of the package.
        stray: Choices of a hundred that are made by chance among the best.
    """
    outlook = outlook_from(net) if net else load_outlook()
    s = State(evaluation.cat)
    flow.start(s, seed, 1)
    while s.phase != terms.OVER:
        codes = flow.legal(s, s.actor)
        code = codes[0]
        if len(codes) > 1:
            observed, budget = knowledge.observe(s, s.actor), Budget(simulations, 0)
            chance = rng.getrandbits(64)
            found = settle([evaluation], outlook, observed, s.actor, chance, budget).tried
            code = found[0].code
            if stray and below(s, 100) < stray:
                code = rng.choice(found[:4]).code
        flow.play(s, s.actor, Code(code))
        yield s


class Adam:
    """Takes steps down a slope, each as long as those before it let it be (Kingma and Ba, 2015)."""

    def __init__(self, weights: Any) -> None:
        import numpy as np

        self._momentum, self._square = np.zeros_like(weights), np.zeros_like(weights)
        self._steps = 0

    def step(self, weights: Any, slope: Any, rate: float) -> None:
        """Change weights, always the same ones."""
        import numpy as np

        self._steps += 1
        self._momentum = 0.9 * self._momentum + 0.1 * slope
        self._square = 0.999 * self._square + 0.001 * slope * slope
        momentum = self._momentum / (1 - 0.9**self._steps)
        square = self._square / (1 - 0.999**self._steps)
        weights -= rate * momentum / (np.sqrt(square) + 1e-8)


class Net:
    """Two hidden layers and a score; the seats of a position share the chance of winning."""

    def __init__(self, training: Training, seed: int) -> None:
        import numpy as np

        rng = np.random.default_rng(seed)
        sizes = (INPUTS, training.first, training.second, 1)
        self.weights: list[Any] = []
        for before, after in pairwise(sizes):
            spread = (2 / min(before, 60)) ** 0.5 / 2
            self.weights.append(rng.normal(0, spread, (before, after)).astype(np.float32))
            self.weights.append(np.zeros(after, np.float32))
        self._steppers = [Adam(w) for w in self.weights]

    @classmethod
    def load(cls, path: Path) -> Net:
        """Read a net that bots play with, to go on from it."""
        import numpy as np

        outlook = load_outlook(path)
        net = cls(Training(first=outlook.first, second=outlook.second), 0)
        layers = outlook.weights1, outlook.bias1, outlook.weights2, outlook.bias2, outlook.weights3
        for number, numbers in enumerate(layers):
            found = np.array(numbers, np.float32)
            net.weights[number] = found.reshape(net.weights[number].shape)
        return net

    def _layers(self, inputs: Any) -> tuple[Any, Any, Any]:
        import numpy as np

        w1, b1, w2, b2, w3, _ = self.weights
        first = np.maximum(inputs @ w1 + b1, 0)
        second = np.maximum(first @ w2 + b2, 0)
        return first, second, (second @ w3)[:, 0]

    def chances(self, inputs: Any, players: int) -> Any:
        """Return each seat's chance of winning, position by position."""
        return _shares(self._layers(inputs)[2].reshape(-1, players))

    def learn(self, inputs: Any, won: Any, players: int, rate: float, decay: float) -> None:
        """Take one step down the slope."""
        import numpy as np

        first, second, scores = self._layers(inputs)
        slope = (_shares(scores.reshape(-1, players)) - won.reshape(-1, players)).reshape(-1, 1)
        slope = slope.astype(np.float32) * (players / len(won))
        _, _, w2, _, w3, _ = self.weights
        back2 = (slope @ w3.T) * (second > 0)
        back1 = (back2 @ w2.T) * (first > 0)
        slopes = [
            inputs.T @ back1, back1.sum(0), first.T @ back2, back2.sum(0), second.T @ slope,
            np.zeros(1, np.float32),
        ]  # fmt: skip
        for i, (stepper, weights) in enumerate(zip(self._steppers, self.weights, strict=True)):
            found = slopes[i] + decay * weights if i % 2 == 0 else slopes[i]
            stepper.step(weights, found, rate)

    def save(self, path: str | PathLike[str], made_by: str) -> None:
        """Write it as a file that bots read."""
        parts = [w.astype("<f4").tobytes() for w in self.weights[:5]]
        first, second = len(self.weights[1]), len(self.weights[3])
        write_outlook(path, first, second, parts, made_by)


def _shares(scores: Any) -> Any:
    import numpy as np

    e = np.exp(scores - scores.max(axis=1, keepdims=True))
    return e / e.sum(axis=1, keepdims=True)


def log_loss(net: Net, games: Sequence[Games]) -> float:
    """Return how surprised a net is by who won, on average over positions."""
    import numpy as np

    sum_, count = 0.0, 0
    for players, inputs, won in games:
        chances = net.chances(inputs, players)
        sum_ -= float((won.reshape(-1, players) * np.log(chances + 1e-9)).sum())
        count += len(won) // players
    return sum_ / max(1, count)


def fit(
    games: Sequence[Games],
    training: Training,
    seed: int,
    before: Net | None = None,
    part: float = 1.0,
) -> tuple[Net, float]:
    """Train a net on games; return it, with its log-loss on those of them that were held out.

    It goes on from the net `before`, if there is one, and may learn from a part of the games alone;
    those that are held out stay the same. The net is kept as it was after the epoch in which the
    loss was lowest.
    """
    import numpy as np

    rng = np.random.default_rng(seed)
    learned: dict[int, tuple[list[Any], list[Any]]] = {}
    held: list[Games] = []
    for players, inputs, won in games:
        step = players * (terms.ROUNDS - 1)
        count = len(won) // step
        cut = count - max(1, round(HELD_OUT * count))
        held.append((players, inputs[cut * step :], won[cut * step :]))
        cut = round(part * cut) * step
        parts = learned.setdefault(players, ([], []))
        parts[0].append(inputs[:cut])
        parts[1].append(won[:cut])
    data = {p: (np.concatenate(x), np.concatenate(y)) for p, (x, y) in learned.items()}
    net, best, low = Net(training, seed), None, 9.0
    if before is not None:
        net.weights = [w.copy() for w in before.weights]
    for epoch in range(training.epochs):
        rate = training.rate * 0.5 * (1 + np.cos(np.pi * epoch / training.epochs))
        batches = []
        for players, (_, won) in data.items():
            order = rng.permutation(len(won) // players)
            for at in range(0, len(order), training.batch):
                batches.append((players, order[at : at + training.batch]))
        rng.shuffle(batches)
        for players, positions in batches:
            rows = (positions[:, None] * players + np.arange(players)).reshape(-1)
            inputs, won = data[players]
            net.learn(inputs[rows], won[rows], players, rate, training.decay)
        loss = log_loss(net, held)
        if loss < low:
            low, best = loss, [w.copy() for w in net.weights]
    assert best is not None
    net.weights = best
    return net, low


def gather(
    play: Callable[[Season], Found],
    games: int,
    seed: int,
    simulations: int,
    net: str,
    spread: Callable[[Callable[[Season], Found], list[Season]], Iterable[Found]],
    tell: Callable[[int], None],
) -> list[Found]:
    """Have games of all kinds of setups played; the same seed gives the same games.

    Args:
        play: Plays some games of one setup (`play_games`, `reading.watch_games`).
        games: How many; they are played in `PARTS` parts, one setup each.
        seed: Of the games and setups.
        simulations: For each decision; 0 plays by judgement.
        net: The file of the net to play with; without, that of the package.
        spread: Plays the parts in their order, such as `map`.
        tell: Is told how many games have been played so far, part by part.
    """
    each = max(1, games // PARTS)
    thinking = Path(net).read_bytes() if simulations and net else b""
    seasons = [
        Season(options, each, seed + 1_000_003 * i, simulations, thinking)
        for i, options in enumerate(setups(PARTS, seed))
    ]
    found = []
    for part in spread(play, seasons):
        found.append(part)
        tell(each * len(found))
    return found
