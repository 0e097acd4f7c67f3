"""Batch: many games at once as NumPy arrays, for learning by self-play.

Examples:
    >>> from estoril.bulk.batch import Batch
    >>> batch = Batch(size=4, players=3, seed=1942)
    >>> batch.observations.shape == (4, batch.width)
    True
    >>> batch.step(batch.sample())
    >>> batch.actors
    array([0, 1, 0, 2], dtype=int16)
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from copy import deepcopy
from functools import cached_property
from pathlib import Path
from typing import Any

from estoril.extras import need

need("batch")

import numpy as np
import numpy.typing as npt

from estoril.bots import Driver, make
from estoril.boxes import Content
from estoril.bulk.encoder import Encoder
from estoril.bulk.specification import UnknownPart as UnknownPart
from estoril.engine import knowledge
from estoril.engine.batch import Games
from estoril.engine.encoding import width
from estoril.engine.kinds import Code, Seat, Seats
from estoril.engine.state import State
from estoril.engine.terms import LEGAL
from estoril.errors import ActionError, SetupError
from estoril.game import packing
from estoril.game.actions import table_for
from estoril.game.game import Game, content_from
from estoril.game.options import Options, catalog_for, choose, content_again, kept_content
from estoril.game.views import View
from estoril.voice import Wording

_SEEDS = 1 << 64
_CHOICE = 0xD1B54A32D192ED03  # random choices have chance of their own, not that of a game
_RANDOM = "random"  # the one bot that plays inside the engine
Seeds = int | Sequence[int] | None


class Batch:
    """Games that are stepped together; where a game ends, the next begins at once.

    The arrays stay the same objects, and each step overwrites them: copy what you want to keep,
    or hand them on without copying (`numpy.from_dlpack`, `torch.from_dlpack`). Codes are those of
    `Game.code`. Other threads run during a step; one batch is stepped by one thread at a time. It
    needs NumPy: `pip install "estoril[research]"`.

    Batches go through `pickle` and `copy`, and are equal when all their games stand alike and will
    go on alike.

    Args:
        size: How many games.
        players: As for `new_game`, and so are `modules`, `edition`, `variants`, `content` and
            `rulings`.
        seed: Of the first game, from which the others follow; or one for each game, after which
            those follow that come later. Without one nobody can guess them.
        bots: Specs of bots by seat, who play by themselves: then `actors` are always others.

    Attributes:
        setups: By game, what is played.
        seeds: By game, the seed of the game that is played now.
        actors: By game, the seat to act, counted from 0.
        observations: By game, what that seat may know, as small numbers in a row of `width`.
        legal: By game, 1 for each code (of `num_codes`) that is legal now, 0 for the others.
        done: By game, 1 if a game ended in this step.
        scores: By game and seat, the points of a game that ended in this step, else 0.
        rewards: By game and seat, the share in the win of that game: 1, or less where it is
            shared, or 0; 0 where no game ended.

    Raises:
        SetupError: This cannot be played, the size is below 1, the seeds are not as many as the
            games, or nobody is left for those who step.
        BotError: A bot cannot be made.
        MissingExtra: NumPy is not installed (on import).

    Examples:
        >>> from estoril.bulk.batch import Batch
        >>> batch = Batch(size=2, players=2, seed=7)
        >>> while not batch.done.any():
        ...     batch.step(batch.sample())
        >>> float(batch.rewards.sum())  # one win to share in each game that ended
        1.0
    """

    def __init__(
        self,
        size: int,
        players: int = 4,
        seed: Seeds = None,
        modules: Sequence[str] | str = (),
        edition: str = "superbox",
        variants: Sequence[str] | str = (),
        content: Content | str | Path | Sequence[str | Path] | None = None,
        rulings: Sequence[str] | str = (),
        bots: Mapping[int, str] | None = None,
    ) -> None:
        options = choose(players, modules, edition, variants, rulings=rulings)
        self._begin([options] * size, seed, content_from(content), bots or {})

    @classmethod
    def of(
        cls,
        setups: Sequence[Options],
        seed: Seeds = None,
        content: Content | None = None,
        bots: Mapping[int, str] | None = None,
    ) -> Batch:
        """Make a batch of games that need not be of one setup, one for each that is given.

        Rows are as long as the longest observation, and `legal` is as wide as the largest setup
        needs; what a game does not use is 0. `encoder` says what the numbers of a game mean.

        Examples:
            >>> import estoril
            >>> from estoril.bulk.batch import Batch
            >>> batch = Batch.of([estoril.choose(2), estoril.choose(4, "all")], seed=7)
            >>> batch.legal.shape
            (2, 3700)
        """
        new = cls.__new__(cls)
        new._begin(list(setups), seed, content_from(content), bots or {})
        return new

    def _begin(
        self, setups: list[Options], seed: Seeds, content: Content, bots: Mapping[int, str]
    ) -> None:
        size = len(setups)
        if size < 1:
            raise SetupError("error.batch.size", size=size)
        if isinstance(seed, int) or seed is None:
            first = secrets.randbits(64) if seed is None else seed % _SEEDS
            seeds = [(first + i) % _SEEDS for i in range(size)]
        else:
            seeds = [each % _SEEDS for each in seed]
            if len(seeds) != size:
                raise SetupError("error.batch.seeds", size=size, seeds=len(seeds))
        if not all({*range(options.players)} - {*bots} for options in setups):
            raise SetupError("error.batch.bots")
        self.setups = tuple(setups)
        self.content = content
        self._bots = dict(bots)
        self._prepare(seeds[0])
        self._restart(seeds)

    def _prepare(self, seed: int) -> None:
        """Make what the setups ask for: arrays to write to, and games that have not begun."""
        tables = {options: catalog_for(options, self.content) for options in {*self.setups}}
        self._tables = {options: table_for(cat) for options, cat in tables.items()}
        self._encoders: dict[Options, Encoder] = {}
        size, cats = len(self.setups), tables.values()
        players = max(cat.players for cat in cats)
        self._players = np.array([options.players for options in self.setups])
        self._all = np.arange(size, dtype=np.int32)
        self.size = size
        self.width = max(map(width, cats))
        self.num_codes = max(cat.codes for cat in cats)
        self.observations = np.zeros((size, self.width), np.int8)
        self.legal = np.zeros((size, self.num_codes), np.uint8)
        self.actors = np.zeros(size, np.int16)
        self.rewards = np.zeros((size, players), np.float32)
        self.scores = np.zeros((size, players), np.int16)
        self.done = np.zeros(size, np.uint8)
        self.seeds = np.zeros(size, np.uint64)
        arrays: dict[str, Any] = {
            "observations": self.observations,
            "legal": self.legal,
            "actors": self.actors,
            "rewards": self.rewards,
            "scores": self.scores,
            "done": self.done,
            "seeds": self.seeds,
            "codes": np.zeros((size, LEGAL), np.int16),
            "counts": np.zeros(size, np.int16),
            "masks": np.zeros((size, 0), np.uint8),
            "numbers": np.zeros((1, self.num_codes), np.int32),
            "setups": np.zeros(size, np.int32),
        }
        inside = sum(1 << seat for seat, spec in self._bots.items() if spec == _RANDOM)
        blanks = [State(tables[options]) for options in self.setups]
        self._games = Games(blanks, seed, Seats(inside), arrays)
        self._outside = {seat: spec for seat, spec in self._bots.items() if spec != _RANDOM}
        self._seat_bots(seed)
        for spec in {*self._outside.values()}:
            make(spec)  # so that a wrong one is told at once
        self._stepping = False

    def _seat_bots(self, seed: int) -> None:
        """Let all that is chosen by chance follow from a seed, by bots that know nothing yet."""
        self._games.chooser.rng = seed ^ _CHOICE
        self._seated: dict[tuple[int, int], tuple[int, Driver]] = {}

    # -- playing ------------------------------------------------------------------------------

    def reset(self, seeds: Sequence[int] | None = None) -> None:
        """Begin all games again.

        Args:
            seeds: One for each game, from which all follows, choices of bots and of `sample` too;
                without, those that come next and were not used before.

        Raises:
            SetupError: They are not as many as the games.
        """
        if seeds is None:
            self._restart([self._games.fresh_seed() for _ in range(self.size)])
            return
        if len(seeds) != self.size:
            raise SetupError("error.batch.seeds", size=self.size, seeds=len(seeds))
        chosen = [seed % _SEEDS for seed in seeds]
        self._seat_bots(chosen[0])
        self._restart(chosen)

    def _restart(self, seeds: list[int]) -> None:
        """Begin all games by their seeds; those that come later have the seeds after the last."""
        self._games.follow_on(seeds[-1])
        for i, seed in enumerate(seeds):
            self._games.begin(i, seed)
        self._let_bots()

    def step(self, actions: npt.ArrayLike) -> None:
        """Play one action in every game: the code of a legal action of its actor.

        Raises:
            ActionError: The number of actions is not `size`, they are not whole numbers, or one of
                them is not legal; or another thread is at a step. Nothing has been played in any
                game.
        """
        given = np.asarray(actions)
        if given.shape != (self.size,):
            raise ActionError("error.batch.shape", size=self.size, shape=str(given.shape))
        if given.dtype.kind not in "iu":
            raise ActionError("error.batch.whole", dtype=str(given.dtype))
        if given.dtype.itemsize > 2:  # so that what is beyond 32 bits does not become a code
            given = np.clip(given, -1, self.num_codes, out=np.empty_like(given))
        codes = np.ascontiguousarray(given, np.int32)
        if self._stepping:
            raise ActionError("error.batch.busy")
        self._stepping = True
        try:
            bad = self._games.step(codes)
        finally:
            self._stepping = False
        if bad >= 0:
            place = Wording("place.game", game=bad)
            raise ActionError("error.batch.action", where=place, code=int(given[bad]))
        self._let_bots()

    def _let_bots(self) -> None:
        """Let bots play until others are to act."""
        if self._outside:
            waiting = np.flatnonzero(np.isin(self.actors, [*self._outside])).tolist()
            for i in waiting:
                while (seat := int(self.actors[i])) in self._outside:
                    self._let_bot(i, seat, self._outside[seat])

    def _let_bot(self, i: int, seat: int, spec: str) -> None:
        """Let the bot of a seat play on in one game; each game has a bot of its own."""
        seed = int(self.seeds[i])
        begun, driver = self._seated.get((i, seat), (None, None))
        if driver is None or begun != seed:
            driver = Driver(spec, seed)
            self._seated[i, seat] = seed, driver
        self._games.play(i, Code(driver.decide(self.view(i, seat)).code))

    def sample(self) -> npt.NDArray[np.int32]:
        """Return a legal action for every game, each equally likely."""
        out = np.empty(self.size, np.int32)
        self._games.sample(out)
        return out

    @property
    def finished(self) -> int:
        """How many games have ended so far."""
        return self._games.finished

    # -- looking ------------------------------------------------------------------------------

    @property
    def options(self) -> Options:
        """The setup of all games.

        Raises:
            SetupError: There are several; `setups` has them by game.
        """
        if len(self._tables) > 1:
            raise SetupError("error.batch.mixed")
        return self.setups[0]

    def encoder(self, game: int = 0) -> Encoder:
        """Return what says what the numbers of a game mean."""
        options = self.setups[game]
        if options not in self._encoders:
            self._encoders[options] = Encoder.of(self._tables[options].cat, options)
        return self._encoders[options]

    @property
    def layout(self) -> dict[str, tuple[int, int]]:
        """The parts of an observation by name, with their shapes; `encoder` tells more.

        Raises:
            SetupError: The games are of several setups.
        """
        parts = Encoder.of(self._tables[self.options].cat, self.options).specification.parts
        return {part.name: part.shape for part in parts}

    @cached_property
    def masks(self) -> npt.NDArray[np.uint8]:
        """By game, 1 for each action that is legal now, 0 for others, by compact number.

        Numbers are those of the game's `encoder`. Steps write it once it has been asked for.

        Examples:
            >>> from estoril.bulk.batch import Batch
            >>> batch = Batch(size=4, players=3, seed=1942)
            >>> bool((batch.masks == batch.legal[:, batch.encoder().codes]).all())
            True
        """
        places = {options: place for place, options in enumerate(self._tables)}
        encoders = [self.encoder(self.setups.index(options)) for options in places]
        numbers = np.full((len(places), self.num_codes), -1, np.int32)
        for row, encoder in zip(numbers, encoders, strict=True):
            row[: encoder.num_codes] = encoder.numbers
        widest = max(encoder.num_actions for encoder in encoders)
        masks = np.zeros((self.size, widest), np.uint8)
        setups = np.array([places[options] for options in self.setups], np.int32)
        self._games.number(masks, numbers, setups)
        return masks

    def part(self, name: str) -> npt.NDArray[np.int8]:
        """Return one part of all observations, in its shape, without copying.

        Raises:
            KeyError: An observation has no such part.
            SetupError: The games are of several setups.

        Examples:
            >>> from estoril.bulk.batch import Batch
            >>> batch = Batch(size=4, players=3, seed=1942)
            >>> list(batch.layout)[:4]
            ['moment', 'locations', 'spaces', 'seats']
            >>> batch.part("seats").shape
            (4, 3, 4)
        """
        assert self.options
        part = self.encoder().specification.part(name)
        return self.observations[:, part.start : part.stop].reshape(self.size, *part.shape)

    def observe(
        self,
        seats: npt.ArrayLike,
        out: npt.NDArray[np.int8] | None = None,
        games: npt.ArrayLike | None = None,
    ) -> npt.NDArray[np.int8]:
        """Return what a seat of each game may know now, whoever is to act.

        Args:
            seats: One for each game, or one for all.
            out: Where to write it, in place of a new array.
            games: Those to look at, each with a row; without, all of them.

        Raises:
            ActionError: A game has no such seat.
            IndexError: There is no such game.
        """
        return self._seen(seats, out, games, False)

    def final(
        self,
        seats: npt.ArrayLike,
        out: npt.NDArray[np.int8] | None = None,
        games: npt.ArrayLike | None = None,
    ) -> npt.NDArray[np.int8]:
        """Return what a seat of each game knew at the end of the game before this one.

        The rows of games that ended in this step (`done`) are their final observations; rows of
        those where no game has ended yet are 0. Arguments are those of `observe`.
        """
        return self._seen(seats, out, games, True)

    def _seen(
        self,
        seats: npt.ArrayLike,
        out: npt.NDArray[np.int8] | None,
        games: npt.ArrayLike | None,
        ended: bool,
    ) -> npt.NDArray[np.int8]:
        places = self._all if games is None else self._all[np.asarray(games)]
        given = np.array(np.broadcast_to(seats, len(places)), np.int16)
        players = self._players[places]
        if wrong := np.flatnonzero((given < 0) | (given >= players)).tolist():
            last, seat = int(players[wrong[0]]) - 1, int(given[wrong[0]])
            raise ActionError("error.action.seat", last=last, seat=str(seat))
        if out is None:
            out = np.zeros((len(places), self.width), np.int8)
        self._games.observe(places, given, ended, out)
        return out

    def view(self, game: int, seat: int | None) -> View:
        """Return the view of a seat of one game; None is a spectator."""
        return self._view(self._games.states[game], game, seat)

    def _view(self, state: State, game: int, seat: int | None) -> View:
        options = self.setups[game]
        observed = knowledge.observe(state, Seat(-1 if seat is None else seat))
        return View(observed, seat, options, self._tables[options])

    # -- states -------------------------------------------------------------------------------

    def save(self, game: int) -> packing.Image:
        """Return how one game stands, its chance to come included, for `load`; it has all secrets.

        Examples:
            >>> from estoril.bulk.batch import Batch
            >>> batch = Batch(size=4, players=3, seed=1942)
            >>> batch.load(1, batch.save(0))
            >>> bool((batch.observations[0] == batch.observations[1]).all())
            True
        """
        return packing.image(self._games.states[game])

    def load(self, game: int, kept: packing.Image | Game) -> None:
        """Let one game stand as another of its setup does, one that `save` kept or a `Game`.

        Raises:
            PackError: It is of another version.
            SetupError: A `Game` is of another setup, over, or at a chance event.
        """
        options = self.setups[game]
        if not isinstance(kept, Game):
            self._games.put(game, packing.restored(kept, self._tables[options].cat))
        else:
            if kept.options != options or not kept.to_act:
                raise SetupError("error.batch.game")
            self._games.put(game, kept._state)
        self._let_bots()

    def game(self, game: int) -> Game:
        """Return one game as a `Game`, with the chance to come; it has no record."""
        return Game.at(self._games.states[game].copy(), self.setups[game], self.content)

    def copy(self) -> Batch:
        """Return an equal batch that goes its own way."""
        return deepcopy(self)

    def __copy__(self) -> Batch:
        return deepcopy(self)

    def __getstate__(self) -> dict[str, Any]:
        games = self._games
        return {
            "setups": self.setups,
            "content": kept_content(self.content),
            "bots": self._bots,
            "seated": self._seated,
            "numbers": (games.next_seed, games.chooser.rng, games.finished),
            "states": [packing.image(state) for state in games.states],
            "ended": [state.image() for state in games.ended],
            "arrays": [each.copy() for each in (self.seeds, self.done, self.rewards, self.scores)],
        }

    def __setstate__(self, kept: dict[str, Any]) -> None:
        self.setups, self._bots = kept["setups"], kept["bots"]
        self.content = content_again(kept["content"])
        next_seed, chooser, finished = kept["numbers"]
        self._prepare(next_seed)
        for i, options in enumerate(self.setups):
            state = packing.restored(kept["states"][i], self._tables[options].cat)
            self._games.put(i, state)
            self._games.ended[i].restore(kept["ended"][i])
        self._games.go_on(next_seed, chooser, finished)
        self._seated = kept["seated"]
        self.seeds[:], self.done[:], self.rewards[:], self.scores[:] = kept["arrays"]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Batch) and self._value == other._value

    __hash__ = None  # type: ignore[assignment]  # a batch changes

    @property
    def _value(self) -> tuple[object, ...]:
        """All that makes a batch equal to another."""
        games = self._games
        digests = [self._tables[options].digest for options in self.setups]
        states = [state.image() for state in (*games.states, *games.ended)]
        numbers = (games.next_seed, games.chooser.rng, games.finished)
        return self.setups, digests, self._bots, states, numbers, self.done.tolist()
