"""What changes on the table: facts in the order of their pictures, and what lies otherwise."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import takewhile

from estoril.game import events
from estoril.game.events import Fact
from estoril.game.ties import by_space
from estoril.game.views import Data


def in_order(facts: Sequence[Fact]) -> Iterator[tuple[Fact, int]]:
    """Return facts as they are told, each with the number of the picture that is shown with it.

    What is turned up together is shown together, and told space after space.
    """
    told = list(by_space(facts))
    for number, fact in enumerate(told):
        last = number
        if isinstance(fact, events.Revealed):
            after = takewhile(lambda each: isinstance(each, events.Revealed), told[number + 1 :])
            last += len(list(after))
        yield fact, last


def changed(before: Data | None, now: Data | None) -> frozenset[str]:
    """Return the spaces and rewards that lie otherwise than before."""
    if before is None or now is None or before.round != now.round:
        return frozenset()
    found: set[str] = set()
    old = {place.id: place for place in before.places}
    for place in now.places:
        was = old.get(place.id)
        if was is None:
            continue
        spaces = {space.id: (space.tile, space.controller, space.face_up) for space in was.spaces}
        found |= {
            space.id
            for space in place.spaces
            if (space.tile, space.controller, space.face_up) != spaces.get(space.id)
        }
        rewards = {reward.id: (reward.tile, reward.face_up) for reward in was.rewards}
        found |= {
            reward.id
            for reward in place.rewards
            if (reward.tile, reward.face_up) != rewards.get(reward.id)
        }
    return frozenset(found)
