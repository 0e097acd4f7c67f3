"""Mining: games between strong bots are played, and decisions looked for that make a puzzle.

Looking is cheap first: every decision of a game is searched quickly, which plays the game too. Only
where that shows a clear gap, and the theme still has room, the decision is proved (`proving`) and
given to the levels (`solving`). A game gives one puzzle at most. All follows from the seed, so that
whoever makes the same puzzles again gets the same file, also when they were interrupted.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import count as count_from
from math import ceil
from random import Random
from typing import Final, NamedTuple

from estoril.bots import LEVELS
from estoril.bots.searching import Budget, settle
from estoril.choices import MODULES
from estoril.engine.kinds import Seat
from estoril.game.actions import Action
from estoril.game.game import Game, content_from
from estoril.game.options import Options, catalog_for, choose
from estoril.game.views import View
from estoril.puzzles.model import ENOUGH, THEMES, Puzzle, Theme, level_of
from estoril.puzzles.proving import prove
from estoril.puzzles.solving import solve
from estoril.puzzles.themes import dearer, theme_of
from estoril.review.foresight import Foresight

SIMULATIONS: Final = 400  # of the quick searches that play the games
PROMISE: Final = 0.07  # the gap that a quick search must show
FEWEST: Final = 3  # actions to choose from
MOST: Final = 60
HOPE: Final = (0.1, 0.97)  # chances of winning that leave something to play for
QUICK: Final = LEVELS[:5]  # levels that cost nearly nothing to ask
ATTEMPTS: Final = 3  # decisions of a game that are looked into
SHARES: Final = {"level": 0.2, "players": 0.35}  # of all puzzles so far, at most
THEME: Final = 1.44  # times what each theme would have if all had the same, at most
SLACK: Final = 10  # puzzles that shares are reckoned with beyond those that there are
SETUPS: Final = (
    (2, ()),
    (3, ()),
    (4, ()),
    (5, ("double_agent",)),
    (2, ("double_agent",)),
    (3, ("double_agent", "promo")),
    (4, ("double_agent",)),
    (5, tuple(MODULES)),
    (2, ("vip",)),
    (3, ("enigma",)),
    (4, ("vip", "roulette")),
    (5, ("double_agent", "enigma")),
    (2, tuple(MODULES)),
    (3, tuple(MODULES)),
    (4, tuple(MODULES)),
    (5, ("double_agent", "promo", "vip")),
)


class Places:
    """How many puzzles there may still be of each kind, so that they stay varied."""

    def __init__(self, themes: Sequence[Theme] = THEMES) -> None:
        """Of other themes there are none."""
        self._themes = themes
        self._shares = {**SHARES, "theme": THEME / len(themes)}
        self._all = 0
        self._taken: Counter[tuple[str, object]] = Counter()

    def take(self, puzzle: Puzzle) -> None:
        """Count a puzzle."""
        self._all += 1
        for kind in _kinds(puzzle.theme, puzzle.level, puzzle.view.options.players):
            self._taken[kind] += 1

    def has(self, theme: Theme, players: int, level: int | None = None) -> bool:
        """Say whether there is room for one more."""
        kinds = _kinds(theme, level, players)
        reckoned = self._all + SLACK
        return theme in self._themes and all(
            self._taken[kind] < ceil(self._shares[kind[0]] * reckoned) for kind in kinds
        )

    def filled(self, theme: Theme) -> int:
        """Return how many there are of a theme."""
        return self._taken["theme", theme]


def _kinds(theme: Theme, level: int | None, players: int) -> list[tuple[str, object]]:
    found: list[tuple[str, object]] = [("theme", theme), ("players", players)]
    return found if level is None else [*found, ("level", level)]


class Find(NamedTuple):
    """A decision that may make a puzzle."""

    step: int
    gap: float
    theme: Theme
    action: Action
    position: str


def setup_of(game: int) -> Options:
    """Return what is played in a game, by its number."""
    players, modules = SETUPS[game % len(SETUPS)]
    return choose(players, modules)


def mine(
    seed: int,
    wanted: int,
    have: Iterable[Puzzle],
    themes: Sequence[Theme] = THEMES,
    tell: Callable[[int], None] = lambda game: None,
) -> Iterator[Puzzle]:
    """Yield puzzles after those that there are, until there are as many as wanted.

    Args:
        seed: Of everything that is drawn.
        wanted: How many puzzles there are to be in all.
        have: Those of the same seed and themes that there are.
        themes: What they are to be about.
        tell: Is told the number of each game that has been looked through.
    """
    room, first, found = Places(themes), 0, 0
    for puzzle in have:
        room.take(puzzle)
        first, found = puzzle.game + 1, found + 1
    for game in count_from(first):
        if found >= wanted:
            break
        new = puzzle_of(seed, game, room)
        if new is not None:
            room.take(new)
            found += 1
            yield new
        tell(game)


def puzzle_of(seed: int, number: int, room: Places) -> Puzzle | None:
    """Return the puzzle of a game, if there is one that there is room for."""
    players = setup_of(number).players
    finds = sorted(
        (find for find in finds_in(seed, number) if room.has(find.theme, players)),
        key=lambda find: (room.filled(find.theme), -find.gap),
    )
    for find in finds[:ATTEMPTS]:
        puzzle = judged(seed, number, find, room)
        if puzzle is not None:
            return puzzle
    return None


def finds_in(seed: int, number: int) -> list[Find]:
    """Play a game by quick searches; return the decisions in it that look like puzzles."""
    options, content = setup_of(number), content_from(None)
    chance = Random(f"{seed} {number}")
    game = Game(options, content, chance.getrandbits(64))
    foresight = Foresight(catalog_for(options, content), chance.getrandbits(64))
    found = []
    while not game.is_over:
        seat = game.to_act[0]
        view = game.view(seat)
        if len(view.codes) == 1:
            game.play(seat, view.codes[0])
            continue
        tried = settle(
            [foresight.evaluation], foresight.outlook, view.observed, Seat(seat),
            foresight.draw(), Budget(SIMULATIONS, 0),
        ).tried  # fmt: skip
        best = tried[0]
        gap = best.chance - max(other.chance for other in tried[1:])
        if (
            gap >= PROMISE
            and FEWEST <= len(view.codes) <= MOST
            and view.discards_due <= 1  # which of two goes first would be no question
            and HOPE[0] <= best.chance <= HOPE[1]
        ):
            action = game.action(best.code)
            reading = theme_of(view, action)
            if reading is not None:
                line = view.position()
                found.append(Find(len(game.steps), gap, reading.theme, action, line))
        game.play(seat, best.code)
    return found


def judged(seed: int, number: int, find: Find, room: Places) -> Puzzle | None:
    """Prove a decision, and see who solves it; None where it makes no puzzle there is room for."""
    view = View.from_position(find.position)
    quick = solve(view, find.action, seed, QUICK)
    least = next((i + 1 for i, times in reversed([*enumerate(quick)]) if times < ENOUGH), 0) + 1
    if not room.has(find.theme, view.options.players, least if least <= len(QUICK) else None):
        return None  # what quick levels cannot tell apart needs no deep search
    proof = prove(view, seed, find.action)
    if proof is None:
        return None
    reading = theme_of(view, find.action)
    solved = (*quick, *solve(view, find.action, seed, LEVELS[len(QUICK) :]))
    level = level_of(solved)
    if reading is None or level > len(LEVELS):
        return None
    if not room.has(reading.theme, view.options.players, level):
        return None
    return Puzzle(
        game=number,
        step=find.step,
        theme=reading.theme,
        position=find.position,
        answers=proof.answers,
        solved=solved,
        why=(*reading.why, *dearer(view, proof.answers[1].action), *proof.why),
    )
