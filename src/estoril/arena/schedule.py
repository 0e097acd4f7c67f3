"""Who plays whom, where, and on which setup.

Every bot sits equally often in every seat, on the same setups:

- A **pass** plays one game seed, which follows from the tournament's seed and the number of the
  pass. With it go the deal, the layout of the grid and all dice.
- In a pass every **group** of bots that fills the table plays. With as many bots as seats there
  is one group. With more bots, all choices of that many bots are groups. With fewer, each bot
  sits as often as fits, and the seats left over go to every choice of bots in turn.
- A group is seated in an order drawn for this pass and group, and plays once in each
  **rotation** of it, so that every bot sits once in every seat. A group of one and the same bot
  needs no rotation and plays once.

The groups of a pass come in an order that lets those play next who have played least, so that a
tournament that ends within a pass is as fair as it can be. The schedule has no end; a longer
tournament begins with all games of a shorter one.

All chance of a game, that of its bots too, follows from its seed (`bots.driver`), so nothing
depends on which process plays which game, and any game can be played again by itself.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations, count
from random import Random

import msgspec


class Fixture(msgspec.Struct, frozen=True):
    """One game to be played."""

    index: int
    seed: int  # of the game
    seats: tuple[int, ...]  # the number of the bot in each seat
    rotation: int  # of its group, from 0


def schedule(bots: Sequence[str], players: int, seed: int) -> Iterator[Fixture]:
    """Yield the games of a tournament, without end; equal names are the same bot."""
    index = 0
    names = list(bots)
    played: Counter[int] = Counter()
    for number in count():
        game_seed = Random(f"estoril arena:{seed}:{number}").getrandbits(48)
        for group in _in_fair_order(groups(len(bots), players), played, f"{seed}:{number}"):
            name = ".".join(map(str, group))
            order = _seated(group, names, Random(f"{seed}:{number}:{name}"))
            alike = len({names[bot] for bot in group}) == 1
            for rotation in range(1 if alike else players):
                seats = order[-rotation:] + order[:-rotation]
                yield Fixture(index, game_seed, seats, rotation)
                index += 1


def fixtures(bots: Sequence[str], players: int, seed: int, games: int) -> list[Fixture]:
    """Return at least so many games: as many as it takes to end with a group's last rotation."""
    found: list[Fixture] = []
    for fixture in schedule(bots, players, seed):
        if len(found) >= games and fixture.rotation == 0:
            break
        found.append(fixture)
    return found


def groups(bots: int, players: int) -> list[tuple[int, ...]]:
    """Return all ways to fill the seats, each with the numbers of its bots in order."""
    everybody = tuple(range(bots)) * (players // bots)
    return [tuple(sorted(everybody + more)) for more in combinations(range(bots), players % bots)]


def _in_fair_order(
    left: list[tuple[int, ...]], played: Counter[int], key: str
) -> Iterator[tuple[int, ...]]:
    """Let those who have played least play next; chance decides between equals."""
    Random(key).shuffle(left)
    while left:
        best = min(left, key=lambda group: sorted((played[bot] for bot in group), reverse=True))
        left.remove(best)
        played.update(best)
        yield best


def _seated(group: tuple[int, ...], names: list[str], rng: Random) -> tuple[int, ...]:
    """Draw an order all of whose rotations differ, if the group has one."""
    order = list(group)
    mixed = len({names[bot] for bot in group}) > 1
    while True:
        rng.shuffle(order)
        seats = [names[bot] for bot in order]
        rotations = {tuple(seats[turn:] + seats[:turn]) for turn in range(len(seats))}
        if not mixed or len(rotations) == len(seats):
            return tuple(order)
