"""Ties: what decides a location where players are equally strong, to be told before its outcome."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby

from estoril.boxes import NUMERALS
from estoril.game import events
from estoril.game.events import Fact
from estoril.game.sentences import Name, Sentence


class Ties:
    """Follows the facts of a resolution, and says when equal strengths decide it.

    Examples:
        >>> from estoril import events
        >>> from estoril.game.ties import Ties
        >>> ties = Ties()
        >>> for seat, space in ((0, "church.I"), (1, "church.II")):
        ...     _ = ties.take(events.StrengthCounted(
        ...         seat=seat, space=space, tile="hans_r", printed=1, flags=0, location=0,
        ...         nationalism=0, dice=0, total=1))
        ...     _ = ties.take(events.TotalCounted(seat=seat, location="church", total=1))
        >>> won = events.RewardWon(seat=0, location="church", which=0, tile="roque")
        >>> ties.take(won).key
        'tie.won'
    """

    def __init__(self) -> None:
        self._totals: dict[int, int] = {}
        self._spaces: dict[int, list[str]] = {}
        self._counted = False  # whether what follows counts anew

    def take(self, fact: Fact) -> Sentence | None:
        """Take the next fact; return what is to be told before it, if a tie decides it."""
        match fact:
            case events.ResolutionStarted():
                self._forget()
            case events.StrengthCounted(seat=seat, space=space):
                if self._counted:
                    self._forget()
                self._spaces.setdefault(seat, []).append(space)
            case events.TotalCounted(seat=seat, total=total):
                self._totals[seat] = total
            case events.Sacrificed(seat=seat, space=space):
                self._counted = True
                return self._tie("tie.lost", seat, space)
            case events.RewardWon(seat=seat):
                said = self._tie("tie.won", seat)
                self._forget()
                return said
        return None

    def _forget(self) -> None:
        self._totals, self._spaces, self._counted = {}, {}, False

    def _tie(self, key: str, seat: int, space: str = "") -> Sentence | None:
        """Tell who is as strong as a seat, if anybody is, and on which space it stands."""
        total = self._totals.get(seat)
        tied = tuple(sorted(each for each, its in self._totals.items() if its == total))
        if len(tied) < 2:
            return None
        space = min(self._spaces.get(seat, [space]), key=_numeral)
        return Sentence(
            key,
            {
                "players": Name("players", tied),
                "total": total or 0,
                "seat": Name("player", seat),
                "space": Name("space", space),
                "location": Name("location", space.partition(".")[0]),
            },
        )


def by_space(facts: Iterable[Fact]) -> Iterator[Fact]:
    """Return facts in the order in which they are told: what is turned up, space after space."""
    for turned_up, group in groupby(facts, lambda fact: isinstance(fact, events.Revealed)):
        if turned_up:
            yield from sorted(group, key=lambda fact: _numeral(getattr(fact, "space", "")))
        else:
            yield from group


def _numeral(space: str) -> int:
    return NUMERALS.index(space.partition(".")[2])
