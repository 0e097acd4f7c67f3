"""Ties: who wins one, and by which rule, told where totals are equal."""

from __future__ import annotations

from estoril.game import events
from estoril.game.events import Fact
from estoril.words import Teller


class Ties:
    """Follows the totals of a location and tells what a tie means."""

    def __init__(self, edition: str = "") -> None:
        self._lowest = "LOC07-03" if edition == "german" else "LOC07-02"
        self._totals: dict[int, int] = {}

    def after(self, fact: Fact, teller: Teller) -> str | None:
        """Take a fact; return what is to be said of a tie before it, if there was one."""
        match fact:
            case events.ResolutionStarted():
                self._totals = {}
            case events.TotalCounted(seat=seat, total=total):
                self._totals[seat] = total
            case events.RewardWon(seat=seat, which=0):
                most = max(self._totals.values(), default=0)
                return self._told(teller, "full.tie", seat, most, "STR-03")
            case events.Sacrificed(seat=seat):
                least = min(self._totals.values(), default=0)
                return self._told(teller, "full.tie.weakest", seat, least, self._lowest)
        return None

    def _told(self, teller: Teller, key: str, seat: int, total: int, rule: str) -> str | None:
        tied = [each for each, count in self._totals.items() if count == total]
        if len(tied) < 2 or seat not in tied:
            return None
        return teller.say(key, player=teller.player(seat), total=total, rule=rule)
