"""Chance: the events that no seat decides, and where their outcomes come from."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from operator import index
from typing import Final

import msgspec

from estoril.engine import bits, flow, kinds, state, terms
from estoril.engine.state import State
from estoril.errors import ChanceError
from estoril.game.actions import Names

Outcome = str | int | tuple[int, int]

KINDS: Final = {
    terms.DRAWING_MISSION: "mission",
    terms.DRAWING_AGENDA: "agenda",
    terms.ROLLING_FIRST: "first_dice",
    terms.LAYING_LOCATION: "location",
    terms.TURNING_LOCATION: "quarter",
    terms.ROLLING_AIRPORT: "airport_die",
    terms.DEALING_REWARD: "reward",
    terms.DROPPING_ENIGMA: "enigma",
    terms.DRAWING_TILE: "tile",
    terms.ROLLING_CASINO: "casino_dice",
}


class Draw(msgspec.Struct, frozen=True):
    """A chance event that is due: its kind and its outcomes, all equally likely.

    Missions, locations and tiles are ids, a quarter-turn clockwise is 0 to 3, the airport's die
    1 to 12, and two dice are a pair of 1 to 6.

    Attributes:
        kind: One of mission, agenda, first_dice, location, quarter, airport_die, reward, enigma,
            tile and casino_dice.
        outcomes: What can come out.
        numbers: The number of each outcome, 0 to 63, which means the same whenever this kind of
            event comes in a setup; `-1 - number` is its step (`Game.steps`, `Game.follow`).

    Examples:
        >>> import estoril
        >>> game = estoril.new_game(players=2, auto_chance=False)
        >>> draw = game.chance
        >>> draw.kind, draw.outcomes[:2], draw.numbers[:2]
        ('mission', ('assassins', 'conspirators'), (0, 1))
        >>> draw.probability == 1 / len(draw.outcomes)
        True
        >>> game.follow([-1 - draw.numbers[1]])
        [Event(MissionDealt(index=0, mission='conspirators'))]
    """

    kind: str
    outcomes: tuple[Outcome, ...]
    numbers: tuple[int, ...]

    @property
    def probability(self) -> float:
        """How likely each outcome is."""
        return 1 / len(self.outcomes)


# Answers a draw; None leaves it to the game's own generator.
Source = Callable[[Draw], Outcome | None]


def pending(s: State, names: Names) -> Draw | None:
    """Return the chance event that is due, if one is."""
    if s.phase not in KINDS:
        return None
    numbers = _possible(s)
    outcomes = tuple(name_of(s.phase, number, names) for number in numbers)
    return Draw(KINDS[s.phase], outcomes, tuple(numbers))


def name_of(phase: int, number: int, names: Names) -> Outcome:
    """Return the readable form of an outcome."""
    if phase in (terms.DRAWING_MISSION, terms.DRAWING_AGENDA):
        return names.missions[number]
    if phase in (terms.ROLLING_FIRST, terms.ROLLING_CASINO):
        return (number // 6 + 1, number % 6 + 1)
    if phase in (terms.LAYING_LOCATION, terms.DROPPING_ENIGMA):
        return names.locations[number]
    if phase in (terms.DEALING_REWARD, terms.DRAWING_TILE):
        return names.tiles[number]
    return number + 1 if phase == terms.ROLLING_AIRPORT else number


def number_of(s: State, outcome: object, names: Names) -> kinds.Outcome:
    """Return the engine's number of an outcome, after checking that it is possible now."""
    if s.phase not in KINDS:
        raise ChanceError("error.chance.none")
    number = _number(s.phase, outcome, names)
    if (
        number is None
        or not 0 <= number < 64
        or not bits.has(flow.outcomes(s), kinds.Outcome(number))
    ):
        draw = pending(s, names)
        assert draw is not None
        outcomes = ", ".join(map(repr, draw.outcomes))
        raise ChanceError(
            "error.chance.outcome", where=draw.kind, outcome=repr(outcome), outcomes=outcomes
        )
    return kinds.Outcome(number)


def _number(phase: int, outcome: object, names: Names) -> int | None:
    """Return the number of an outcome by its readable form; the reverse of `name_of`."""
    match outcome:
        case str() if phase in (terms.DRAWING_MISSION, terms.DRAWING_AGENDA):
            return names.number["mission"].get(outcome)
        case str() if phase in (terms.LAYING_LOCATION, terms.DROPPING_ENIGMA):
            return names.number["location"].get(outcome)
        case str() if phase in (terms.DEALING_REWARD, terms.DRAWING_TILE):
            return names.number["tile"].get(outcome)
        case [int(one), int(other)] if phase in (terms.ROLLING_FIRST, terms.ROLLING_CASINO):
            return (one - 1) * 6 + other - 1 if 1 <= one <= 6 and 1 <= other <= 6 else None
        case int() if phase == terms.ROLLING_AIRPORT:
            return outcome - 1
        case int() if phase == terms.TURNING_LOCATION:
            return outcome
        case _:
            return None


def seeded(s: State) -> kinds.Outcome:
    """Draw with the state's own generator."""
    return state.member(s, flow.outcomes(s))


def unguessable(s: State) -> kinds.Outcome:
    """Draw with the operating system's generator, for games without a seed."""
    import secrets  # here, as it brings much along

    outcomes = index(flow.outcomes(s))
    for _ in range(secrets.randbelow(outcomes.bit_count())):
        outcomes &= outcomes - 1
    return bits.lowest(kinds.Outcomes(outcomes))


def _possible(s: State) -> list[kinds.Outcome]:
    """Return the numbers of all that the chance event can end in."""
    outcomes, found = flow.outcomes(s), []
    while outcomes:
        found.append(bits.lowest(outcomes))
        outcomes &= outcomes - 1
    return found


class Script:
    """Gives out prepared outcomes by kind, then leaves the rest to the game's generator.

    `new_game(chance={...})` makes one of a mapping.

    Raises:
        ChanceError: A kind is unknown. An outcome that is not possible when its turn comes is
            refused then, by the game.

    Examples:
        >>> import estoril
        >>> script = estoril.chance.Script({"mission": ["women", "assassins"]})
        >>> game = estoril.new_game(players=2, seed=7, chance=script)
        >>> [each.mission for each in game.view(None).missions][:2]
        ['women', 'assassins']
    """

    def __init__(self, outcomes: Mapping[str, Iterable[Outcome]]) -> None:
        for kind in outcomes:
            if kind not in KINDS.values():
                kinds = ", ".join(KINDS.values())
                raise ChanceError("error.chance.kind", kind=kind, kinds=kinds)
        self.left = {kind: list(values) for kind, values in outcomes.items()}

    def __call__(self, draw: Draw) -> Outcome | None:
        """Answer a draw."""
        left = self.left.get(draw.kind)
        return left.pop(0) if left else None
