"""Pointing: what is said of a space, a reward or a location that somebody points at."""

from __future__ import annotations

from collections.abc import Iterator

from estoril.game.views import Data, LocationView, Reward, Space, View
from estoril.terminal.explain import Explainer
from estoril.words import Teller, listed

_MOST = 8  # so many tiles are named that a folder can be
_AIMED = ("place", "ability", "give_up", "peek")  # decisions that aim at something on the board


class Pointer:
    """Tells what lies somewhere, and why it cannot be chosen."""

    def __init__(self, teller: Teller, explainer: Explainer) -> None:
        self.teller = teller
        self.explainer = explainer

    def tell(self, data: Data, id: str, view: View | None = None, tile: str | None = None) -> str:
        """Tell what lies at a spot; with the view of who decides, whether it can be chosen."""
        location, _, mark = id.partition(".")
        place = next((place for place in data.places if place.id == location), None)
        if place is None:
            return ""
        if not mark:
            return self._location(place)
        if mark.startswith("R"):
            told = self._reward(data, next(each for each in place.rewards if each.id == id))
        else:
            space = next(space for space in place.spaces if space.id == id)
            told = self._space(place, space)
        barred = self._barred(view, id, tile)
        return f"{barred} {told[:1].upper()}{told[1:]}".lstrip()

    def _barred(self, view: View | None, id: str, tile: str | None) -> str:
        if view is None or not view.legal:
            return ""
        kind = "" if view.decision is None else view.decision.kind
        if kind not in _AIMED or (kind == "place" and ".R" in id):
            return ""
        reason = view.why_not(tile=tile, target=id)
        return "" if reason is None else self.teller.tell_reason(reason)

    def _location(self, place: LocationView) -> str:
        return " ".join(self.explainer.explain(place.id))

    def _reward(self, data: Data, reward: Reward) -> str:
        where = self.teller.reward(reward.id)
        if reward.tile is None:
            known = listed([self.teller.player(s) for s in reward.known_by], self.teller.language)
            key = "full.at.reward.hidden.known" if known else "full.at.reward.hidden"
            return self.teller.say(key, reward=where, players=known)
        key = "full.at.reward" if reward.face_up else "full.at.reward.known"
        return self.teller.say(key, reward=where, tile=self.teller.tell_tile(reward.tile))

    def _space(self, place: LocationView, space: Space) -> str:
        where = self.teller.space(space.id)
        if not space.occupied:
            kinds = ", ".join(self._kinds(place, space))
            return self.teller.say("full.at.free", space=where, kinds=kinds)
        assert space.controller is not None
        player = self.teller.player(space.controller)
        if space.tile is None:
            return self._folder(space, where, player)
        parts = [self.teller.tell_tile(space.tile)]
        if not space.face_up:
            parts.append(self.teller.say("full.at.down"))
        if space.strength is not None and space.strength.total != space.strength.printed:
            parts.append(self.teller.say("full.at.counts", strength=space.strength.total))
        parts += [
            self.teller.say(f"terminal.stack.{mark}")
            for mark in ("shield", "void", "turned")
            if getattr(space, mark)
        ]
        return self.teller.say("full.at.taken", space=where, player=player, tile="; ".join(parts))

    def _folder(self, space: Space, where: str, player: str) -> str:
        told = self.teller.say("full.at.folder", space=where, player=player)
        names = [self.teller.tile(tile) for tile in space.possible]
        if 0 < len(names) <= _MOST:
            told += " " + self.teller.say("full.at.possible", tiles=", ".join(names))
        return told

    def _kinds(self, place: LocationView, space: Space) -> Iterator[str]:
        yield self.teller.say("space.outer" if space.outer else "space.inner.alone")
        if space.top_secret and not place.enigma:
            yield self.teller.say("space.secret")
        if space.peek:
            yield self.teller.say(f"space.peek.{space.peek}")
