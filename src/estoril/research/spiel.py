"""The game for OpenSpiel, as `python_estoril`: sequential, with chance as explicit nodes.

Importing this module registers it. Those who discard at once do so in the order of seats, without
seeing what the others chose. Actions are compact numbers (`estoril.bulk.encoder`), chance outcomes
the numbers of `Draw.numbers`; a seat's utility is its share of the win. It needs OpenSpiel:
`pip install "estoril[openspiel]"`.

Parameters: `players`, and as names joined by `+`: `modules`, `variants`, `rulings`; `edition`; and
`position`, a whole position in one line (docs/position.md) to begin at, which gives small games.
A position has spaces and `=`, so give it as a parameter of `pyspiel.load_game`, in a dict.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable
from typing import Any, Final

from estoril.extras import need

need("spiel")

import numpy as np
import pyspiel

from estoril.bulk.encoder import Encoder
from estoril.bulk.information import COLUMNS, seen_row, without_secrets
from estoril.engine import bits, encoding, flow, knowledge, scoring
from estoril.engine.kinds import Seat
from estoril.engine.numbered import BY_CHANCE, NOBODY, NumberedGame, Numbering, outcomes
from estoril.engine.state import State
from estoril.errors import PositionError
from estoril.game import notation, parsing
from estoril.game import steps as lines
from estoril.game.actions import table_for
from estoril.game.events import Event
from estoril.game.game import SEEDS
from estoril.game.options import Options, catalog_for, choose, content_from
from estoril.game.views import View

LONGEST: Final = 1024  # events of which an information state as a tensor has room; the last ones
_STEPS: Final = 1000  # more than any game has, chance included

_GAME_TYPE: Final = pyspiel.GameType(
    short_name="python_estoril",
    long_name="Estoril",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.CONSTANT_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=5,
    min_num_players=2,
    provides_information_state_string=True,
    provides_information_state_tensor=True,
    provides_observation_string=True,
    provides_observation_tensor=True,
    parameter_specification={
        "players": 2,
        "modules": "",
        "edition": "superbox",
        "variants": "",
        "rulings": "",
        "position": "",
    },
)


class EstorilGame(pyspiel.Game):  # type: ignore[misc]
    """The game of one setup."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        given = {**_GAME_TYPE.parameter_specification, **(params or {})}
        content = content_from(None)
        self.options, start = _opened(given)
        self.table = table_for(catalog_for(self.options, content))
        self.encoder = Encoder.of(self.table.cat, self.options)
        self.codes: list[int] = self.encoder.codes.tolist()
        self.numbers: list[int] = self.encoder.numbers.tolist()
        self.numbering = Numbering(self.codes, self.numbers, self.encoder.width)
        self.start = State(self.table.cat)
        if start is None:
            flow.start(self.start, 0, 0)
        else:
            self.start = start
            self.start.auto = 0
        info = pyspiel.GameInfo(
            num_distinct_actions=self.encoder.num_actions,
            max_chance_outcomes=64,
            num_players=self.options.players,
            min_utility=0.0,
            max_utility=1.0,
            utility_sum=1.0,
            max_game_length=_STEPS,
        )
        super().__init__(_GAME_TYPE, info, params or {})

    def new_initial_state(self) -> EstorilState:
        """Return the start of a game."""
        return EstorilState(self)

    def make_py_observer(
        self, iig_obs_type: Any = None, params: dict[str, Any] | None = None
    ) -> EstorilObserver:
        """Return what sees states as a player does."""
        kind = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        return EstorilObserver(self, kind.perfect_recall)


def _opened(given: dict[str, Any]) -> tuple[Options, State | None]:
    """Return the setup and, where one is given, the state of a position."""
    if given["position"]:
        options, seen_by, _, state = parsing.opened(given["position"], None)
        if seen_by != notation.WHOLE:
            raise PositionError("error.position.whole")
        return options, state
    names = {
        key: tuple(filter(None, given[key].split("+")))
        for key in ("modules", "variants", "rulings")
    }
    options = choose(
        given["players"],
        names["modules"],
        given["edition"],
        names["variants"],
        rulings=names["rulings"],
    )
    return options, None


class EstorilState(pyspiel.State):  # type: ignore[misc]
    """A state of a game; what seats may know of it is in its observations alone.

    Callers in Python are spared the way through C++ where that can be.
    """

    def __init__(self, game: EstorilGame) -> None:
        super().__init__(game)
        self._course = NumberedGame(game.numbering, game.start.copy(), [], NOBODY)

    @property
    def _game(self) -> EstorilGame:
        game: EstorilGame = self.get_game()
        return game

    @property
    def _rows(self) -> list[tuple[int, ...]]:
        """The rows of the log that tell what has happened."""
        numbers = array("h", b"".join(self._course.told))
        each = len(COLUMNS)
        return [tuple(numbers[i : i + each]) for i in range(0, len(numbers), each)]

    def current_player(self) -> int:
        """Return who is to act."""
        return self._course.player()

    def is_terminal(self) -> bool:
        """Say whether the game is over."""
        return self._course.player() == NOBODY

    def is_chance_node(self) -> bool:
        """Say whether chance decides."""
        return self._course.player() == BY_CHANCE

    def legal_actions(self, player: int | None = None) -> list[int]:
        """Return what may be done."""
        course = self._course
        actor = course.player()
        if actor >= 0 and (player is None or player == actor):
            return course.legal()
        found: list[int] = super().legal_actions(*(() if player is None else (player,)))
        return found

    def _legal_actions(self, player: int) -> list[int]:
        course = self._course
        return course.by.legal(course.state, Seat(player))

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the numbers of what can happen, with their probabilities."""
        return outcomes(self._course.state)

    def _apply_action(self, action: int) -> None:
        self._course.apply(action)

    def observation_tensor(self, player: int | None = None) -> list[float]:
        """Return what a player sees now, as numbers."""
        course = self._course
        actor = course.player()
        if actor >= 0 and (player is None or player == actor):
            return course.tensor()
        found: list[float] = super().observation_tensor(*(() if player is None else (player,)))
        return found

    def _action_to_string(self, player: int, action: int) -> str:
        game, phase = self._game, self._course.state.phase
        if player == pyspiel.PlayerId.CHANCE:
            return lines.write(-1 - action, phase, game.table)
        return lines.write(player << 16 | game.codes[action], phase, game.table)

    def returns(self) -> list[float]:
        """SCORE-06: return each seat's share of the win."""
        players = self._game.options.players
        if not self.is_terminal():
            return [0.0] * players
        score = scoring.Score()
        scoring.score(self._course.state, score)
        winners = [bits.has(score.winners, Seat(seat)) for seat in range(players)]
        return [won / sum(winners) for won in winners]

    def __str__(self) -> str:
        game = self._game
        return notation.write(self._course.state, game.options, game.table.names, notation.WHOLE)

    def seen_rows(self, player: int) -> list[int]:
        """Return what a player has seen, as `estoril.bulk.information` has it."""
        return [number for row in self._rows for number in seen_row(row, player)]

    def seen_text(self, player: int) -> str:
        """Return what a player has seen as text."""
        names = self._game.table.names
        told = [f"seat {player}"]
        told += [repr(Event(row, names).seen_by(player)) for row in self._rows]
        if self._course.imagined_by not in (NOBODY, player):  # what it saw before is made up
            told.append(self.position(player))
        return "\n".join(told)

    def position(self, player: int) -> str:
        """Return what a player sees as one line."""
        game = self._game
        observed = knowledge.observe(self._course.state, Seat(player))
        return View(observed, player, game.options, game.table).position()

    def resample_from_infostate(
        self, player_id: int, probability_sampler: Callable[[], float]
    ) -> EstorilState:
        """Return a state that looks the same to a player, with what it cannot know made up.

        It goes on like any other, but has no history.
        """
        seed = int(probability_sampler() * 2**53)
        imagined = knowledge.observe(self._course.state, Seat(player_id))
        knowledge.imagine(imagined, Seat(player_id), seed & SEEDS)
        imagined.auto = 0
        new = self._game.new_initial_state()
        told = [array("h", without_secrets(row, player_id)).tobytes() for row in self._rows]
        new._course = NumberedGame(self._course.by, imagined, told, Seat(player_id))
        return new


class EstorilObserver:
    """What a player sees as numbers and text: now, or with perfect recall all it has seen."""

    def __init__(self, game: EstorilGame, recalls: bool) -> None:
        self._recalls = recalls
        shape = (LONGEST, len(COLUMNS)) if recalls else (game.encoder.width,)
        self.tensor = np.zeros(int(np.prod(shape)), np.float32)
        self.dict = {"seen" if recalls else "observation": self.tensor.reshape(shape)}

    def set_from(self, state: EstorilState, player: int) -> None:
        """Take in what a player sees of a state."""
        if self._recalls:
            rows = state.seen_rows(player)[-len(self.tensor) :]
            self.tensor[: len(rows)] = rows
            self.tensor[len(rows) :] = 0
        elif state._course.state.actor >= 0:
            told = encoding.encoded(state._course.state, Seat(player))
            self.tensor[:] = np.frombuffer(told, np.int8)
        else:  # nobody has a turn before the first player is found
            self.tensor.fill(0)

    def string_from(self, state: EstorilState, player: int) -> str:
        """Return what a player sees of a state as text."""
        return state.seen_text(player) if self._recalls else state.position(player)


pyspiel.register_game(_GAME_TYPE, EstorilGame)
