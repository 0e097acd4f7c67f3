"""Learning to read others, from games of strong players (`mind.reading`, `mind.aims`).

Bots play by search, and now and then a seat looks at a folder or a stake of somebody else: what the
place is like, which tiles it can be by all that the seat knows, and which it is; and at secret
missions: who is ahead in what they count. Weights are fitted so that what is true is as likely as
can be. Needs NumPy.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import TYPE_CHECKING, Any, NamedTuple

from estoril.bots.beliefs import evaluation_for, write_reading
from estoril.bots.mind import aims, reading
from estoril.bots.mind.evaluation import Evaluation
from estoril.bots.mind.weights import FAR, SIGNS, TRAITS
from estoril.bots.training import HELD_OUT, Adam, Season, searched
from estoril.engine import terms
from estoril.engine.kinds import Seat
from estoril.engine.state import State
from estoril.game.game import content_from
from estoril.game.options import catalog_for

if TYPE_CHECKING:
    from os import PathLike

    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float32]
    Smalls = NDArray[np.int16]

TILES = 24  # that a folder may hold; those with more to choose from are left out
OFTEN = 4  # one decision of so many is looked at
LOOKS = 200  # folders of a game that there is room for
RATE, DECAY, EPOCHS, BATCH = 0.03, 1e-4, 12, 512
NEWTON = 20  # steps


class Folders(NamedTuple):
    """Folders that seats have looked at, without knowing them."""

    signs: Floats  # of the places, a row each
    traits: Floats  # of the tiles that each can be, by folder and tile
    counts: Smalls  # how many that are
    truths: Smalls  # which of them it is

    def of(self, which: Any) -> Folders:
        """Return some of them."""
        return Folders(
            self.signs[which], self.traits[which], self.counts[which], self.truths[which]
        )


class Suspicions(NamedTuple):
    """Secret missions and agendas that seats have thought about, without knowing them."""

    leads: Floats  # in what each mission counts, by who has or knows the secret one, a row each
    truths: Smalls  # which mission it is


class Watched(NamedTuple):
    """What seats saw of others in some games, and what was true."""

    folders: Folders
    suspicions: Suspicions


class Learned(NamedTuple):
    """Weights for each trait and sign, and what they are good for on games that were held out."""

    weights: Floats
    even: float  # bits that it takes to name a folder where all are taken as alike
    read: float  # bits that it takes with these weights
    right: float  # how often the likeliest tile is the right one


class Glances:
    """What seats see of folders in some games."""

    def __init__(self, games: int) -> None:
        import numpy as np

        rows = games * LOOKS
        self._signs = np.zeros((rows, SIGNS), np.float32)
        self._traits = np.zeros((rows, TILES * TRAITS), np.float32)
        self._counts, self._truths = np.zeros(rows, np.int16), np.zeros(rows, np.int16)
        self._leads = np.zeros((rows, terms.MISSIONS), np.float32)
        self._missions = np.zeros(rows, np.int16)
        self._row = self._suspicion = 0

    def look(self, evaluation: Evaluation, s: State, seat: Seat) -> None:
        """Note the folders, stakes and missions that a seat does not know, and what they are."""
        self._row = reading.examples(
            evaluation, s, seat, self._row, self._signs, self._traits, self._counts, self._truths
        )
        self._suspicion = aims.examples(s, seat, self._suspicion, self._leads, self._missions)

    @property
    def folders(self) -> Folders:
        """All that were noted."""
        row = self._row
        traits = self._traits[:row].reshape(row, TILES, TRAITS)
        return Folders(self._signs[:row], traits, self._counts[:row], self._truths[:row])

    @property
    def suspicions(self) -> Suspicions:
        """All secret missions that were noted."""
        return Suspicions(self._leads[: self._suspicion], self._missions[: self._suspicion])


def watch_games(season: Season) -> Watched:
    """Play some games by search; return what seats saw of others, and what was true."""
    options, games, seed, simulations, net = season
    evaluation, glances = evaluation_for(catalog_for(options, content_from(None))), Glances(games)
    for number in range(games):
        rng = Random(seed + number)
        for s in searched(evaluation, seed + number, rng, simulations, net):
            if s.phase != terms.OVER and rng.random() < 1 / OFTEN:
                glances.look(evaluation, s, Seat(rng.randrange(options.players)))
    return Watched(glances.folders, glances.suspicions)


def fit(parts: Sequence[Folders], seed: int) -> Learned:
    """Fit weights to folders; the last ones of each part are held out to measure by."""
    import numpy as np

    learned, held = list[Folders](), list[Folders]()
    for part in parts:
        cut = len(part.counts) - round(HELD_OUT * len(part.counts))
        learned.append(part.of(slice(None, cut)))
        held.append(part.of(slice(cut, None)))
    folders = joined(learned)
    rng = np.random.default_rng(seed)
    weights = np.zeros((TRAITS, SIGNS), np.float32)
    stepper = Adam(weights)
    for epoch in range(EPOCHS):
        rate = RATE * 0.5 * (1 + np.cos(np.pi * epoch / EPOCHS))
        order = rng.permutation(len(folders.counts))
        for at in range(0, len(order), BATCH):
            batch = folders.of(order[at : at + BATCH])
            wrong = chances(batch, weights)
            wrong[np.arange(len(wrong)), batch.truths] -= 1
            slope = np.einsum("nct,nc,ns->ts", batch.traits, wrong, batch.signs) / len(wrong)
            stepper.step(weights, slope + DECAY * weights, rate)
    return measured(joined(held), weights)


def fit_aims(parts: Sequence[Suspicions]) -> tuple[float, float]:
    """Return how much a lead tells of a secret mission, and the bits that knowing it saves.

    There is one weight to find, by Newton's steps: the likelihood has a single top.
    """
    import numpy as np

    leads = np.concatenate([part.leads for part in parts]).astype(np.float64)
    truths = np.concatenate([part.truths for part in parts])
    if not len(truths):
        return 0.0, 0.0
    can_be, rows, weight = leads > FAR, np.arange(len(truths)), 0.0
    leads = np.where(can_be, leads, 0.0)

    def shares(weight: float) -> Any:
        found = np.exp(weight * leads) * can_be
        return found / found.sum(axis=1, keepdims=True)

    for _ in range(NEWTON):
        found = shares(weight)
        mean = (found * leads).sum(axis=1)
        spread = (found * leads**2).sum(axis=1) - mean**2
        weight += float((leads[rows, truths] - mean).sum() / (spread.sum() + 1.0))
    saved = np.log2(shares(weight)[rows, truths]) - np.log2(shares(0.0)[rows, truths])
    return weight, float(saved.mean())


def measured(folders: Folders, weights: Floats) -> Learned:
    """Say how well weights read folders."""
    import numpy as np

    found = chances(folders, weights)
    true = np.clip(found[np.arange(len(found)), folders.truths], 1e-9, 1)
    right = found.argmax(axis=1) == folders.truths
    even = np.log2(folders.counts).mean()
    return Learned(weights, float(even), float(-np.log2(true).mean()), float(right.mean()))


def chances(folders: Folders, weights: Floats) -> Floats:
    """Return how likely each tile is in each folder."""
    import numpy as np

    scores = np.einsum("nct,nt->nc", folders.traits, folders.signs @ weights.T)
    fits = np.arange(TILES)[None] < folders.counts[:, None]
    shares = np.exp(scores - scores.max(axis=1, keepdims=True)) * fits
    found: Floats = shares / shares.sum(axis=1, keepdims=True)
    return found


def joined(parts: Sequence[Folders]) -> Folders:
    """Put folders together."""
    import numpy as np

    return Folders(
        np.concatenate([part.signs for part in parts]),
        np.concatenate([part.traits for part in parts]),
        np.concatenate([part.counts for part in parts]),
        np.concatenate([part.truths for part in parts]),
    )


def save(path: str | PathLike[str], learned: Learned, aims: float, made_by: str) -> None:
    """Write weights as a file that bots read by."""
    import numpy as np

    write_reading(path, np.append(learned.weights, aims).astype("<f4").tobytes(), made_by)
