"""Themes: what a decision is about, by facts of the position and of the solution alone.

An ability that is used, or kept, is its own theme. A placing has the first of these that holds:
it wins a tie; a folder that can be read lies beside it; it brings an ability within reach of
somebody; its prize would be of use for a mission.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from estoril.bots import Remark
from estoril.engine import abilities, bits, flow, scoring
from estoril.engine.kinds import Code, Mission, Seat, Tiles
from estoril.engine.state import State, network_more
from estoril.game.actions import (
    Action,
    Assassinate,
    Discard,
    Pass,
    Peek,
    Place,
    Seduce,
    Shield,
    Turn,
    table_for,
)
from estoril.game.views import LocationView, MissionView, Space, View
from estoril.puzzles.model import Theme

READABLE: Final = 2  # possibilities that a folder has at most, to be as good as open
_ABILITIES: Final[dict[type[Action], Theme]] = {
    Assassinate: "assassin",
    Seduce: "seduction",
    Shield: "shield",
    Turn: "double_agent",
}


class Subject(NamedTuple):
    """A theme, and the fact that makes it one."""

    theme: Theme
    why: tuple[Remark, ...]


def theme_of(view: View, action: Action) -> Subject | None:
    """Say what a decision is about; None where it has none of our themes."""
    return next(_subjects(view, action), None)


def _subjects(view: View, action: Action) -> Iterator[Subject]:
    match action:
        case Discard(tile=tile):
            yield Subject("discard", (_discarded(view, tile),))
        case Peek():
            yield Subject("folder", ())
        case Place():
            yield from _placing(view, action)
        case Pass():
            kept = {theme for each in view.legal if (theme := _ABILITIES.get(type(each)))}
            if len(kept) == 1:
                yield Subject(kept.pop(), (Remark("puzzle.why.keep"),))
        case _ if type(action) in _ABILITIES:
            if (folder := _hidden(view, action)) is not None:
                yield Subject("folder", (folder,))
            yield Subject(_ABILITIES[type(action)], _aimed(view, action))


def _hidden(view: View, action: Action) -> Remark | None:
    """Say what is to be told of a rival's folder that an ability is used on."""
    space = view.space(getattr(action, "space", ""))
    if space is None or space.face_up or space.controller == view.seat:
        return None
    if space.tile is None and len(space.possible) > READABLE:
        return Remark("puzzle.why.hidden", {"player": _controller(space), "space": space.id})
    return _told(space)


def _aimed(view: View, action: Action) -> tuple[Remark, ...]:
    """Say whom an ability is used on."""
    space = view.space(getattr(action, "space", ""))
    if space is None or space.tile is None or space.controller is None:
        return ()
    own = "own" if space.controller == view.seat else "other"
    arguments: dict[str, str | int] = {"tile": space.tile, "space": space.id}
    if own == "other":
        arguments["player"] = space.controller
    return (Remark(f"puzzle.why.aimed.{own}", arguments),)


def _discarded(view: View, tile: str) -> Remark:
    """Say what is lost with a tile."""
    points = view.content.tile(tile).points
    if (mission := _lead_of(view, tile)) is not None:
        arguments: dict[str, str | int] = {"tile": tile, "mission": mission}
        return Remark("puzzle.why.discard.though", arguments)
    return Remark("puzzle.why.discard", {"tile": tile, "points": points})


def dearer(view: View, other: Action) -> tuple[Remark, ...]:
    """Say what would be lost with the tile that is the next best to discard."""
    if not isinstance(other, Discard):
        return ()
    if (mission := _lead_of(view, other.tile)) is not None:
        arguments: dict[str, str | int] = {"tile": other.tile, "mission": mission}
        return (Remark("puzzle.why.dearer.mission", arguments),)
    points = view.content.tile(other.tile).points
    return (Remark("puzzle.why.dearer", {"tile": other.tile, "points": points}),)


def _lead_of(view: View, tile: str) -> str | None:
    """Return a mission that the seat leads now, alone or with others, and not without a tile."""
    for each, count in _counts(view, without=tile):
        others = max(number for seat, number in enumerate(each.counts) if seat != view.seat)
        if view.seat in each.leaders and count < others:
            return each.mission
    return None


def _lead_with(view: View, tile: str) -> str | None:
    """Return a mission that the seat would lead with a tile, and does not lead alone now."""
    for each, count in _counts(view, also=tile):
        others = max(number for seat, number in enumerate(each.counts) if seat != view.seat)
        if each.leaders != (view.seat,) and count > each.counts[view.seat or 0] and count >= others:
            return each.mission
    return None


def _counts(view: View, *, also: str = "", without: str = "") -> Iterator[tuple[MissionView, int]]:
    """Yield the missions that the seat knows, and what it would have of each."""
    assert view.seat is not None
    s, names, seat = view.observed, table_for(view.observed.cat).names, Seat(view.seat)
    network, more = s.network[seat], network_more(s, seat)
    if also:
        network |= Tiles(1 << names.find("tile", also))
    if without:
        if view.players[seat].network.count(without) > 1:
            return  # one of that name remains
        network &= ~Tiles(1 << names.find("tile", without))
    for each in view.missions:
        if each.mission is not None:
            number = Mission(names.find("mission", each.mission))
            yield each, scoring.mission_count(s.cat, number, network, more)


def _placing(view: View, action: Place) -> Iterator[Subject]:
    assert view.seat is not None
    seat = Seat(view.seat)
    after = placed(view, action)
    name = action.space.partition(".")[0]
    place = next(each for each in after.places if each.id == name)
    if (strength := _tie(after, place)) is not None:
        fact = Remark("puzzle.why.tie", {"location": name, "strength": strength})
        yield Subject("tie", (fact,))
    if (folder := _read(after, place)) is not None:
        yield Subject("folder", (folder,))
    for theme in _in_reach(after.observed, seat, action.tile, view):
        yield Subject(theme, (Remark(f"puzzle.why.reach.{theme}", {"tile": action.tile}),))
    for tile in filter(None, (reward.tile for reward in place.rewards)):
        if (mission := _lead_with(view, tile)) is not None:
            told = Remark("puzzle.why.mission", {"tile": tile, "mission": mission})
            yield Subject("mission", (told,))


def placed(view: View, action: Place) -> View:
    """Return what the seat sees with its tile on the board, before anything else happens."""
    assert view.seat is not None
    code = Code(view.codes[view.legal.index(action)])
    after = view.observed.copy()
    kind = flow.kind_of(after.cat, code)
    flow.apply_choice(after, Seat(view.seat), kind, code - after.cat.base[kind])
    return View(after, view.seat, view.options, table_for(after.cat))


def _tie(after: View, place: LocationView) -> int | None:
    """Return the strength at which the seat now wins a location by its lower space, if it does."""
    standings = place.standings
    if len(standings) < 2 or any(each.unknown for each in standings):
        return None
    if after.content.location(place.id).traits.dice:
        return None
    most = max(each.total for each in standings)
    tied = {each.seat for each in standings if each.total == most}
    first = next(each.controller for each in place.spaces if each.controller in tied)
    return most if len(tied) > 1 and first == after.seat else None


def _read(after: View, place: LocationView) -> Remark | None:
    """Return what is known of a rival's folder at a location, if it can be read."""
    for space in place.spaces:
        if space.occupied and not space.face_up and space.controller != after.seat:
            told = _told(space)
            if told is not None:
                return told
    return None


def _told(space: Space) -> Remark | None:
    """Say what is known of a folder: who is in it, or one of whom."""
    arguments: dict[str, str | int] = {"player": _controller(space), "space": space.id}
    if space.tile is not None:
        return Remark("puzzle.why.known", {"tile": space.tile, **arguments})
    match space.possible:
        case (tile,):
            return Remark("puzzle.why.deduced", {"tile": tile, **arguments})
        case (tile, other):
            return Remark("puzzle.why.either", {"tile": tile, "other_tile": other, **arguments})
        case _:
            return None


def _controller(space: Space) -> int:
    assert space.controller is not None
    return space.controller


def _in_reach(s: State, seat: Seat, tile: str, view: View) -> Iterator[Theme]:
    """Yield the abilities of a tile just placed that have somebody in reach."""
    cell = s.cell
    s.slot = s.cat.cell_slot[cell]
    s.used = 0
    others = s.occupied & ~s.control[seat]
    own = s.control[seat] & ~bits.one(cell)
    symbols = view.content.tile(tile).symbols
    if "double_agent" in symbols and abilities.double_agent_targets(s, cell) & others:
        yield "double_agent"
    if "seduction" in symbols and abilities.seduction_sources(s, cell):
        yield "seduction"
    if "diplomacy" in symbols and abilities.diplomacy_targets(s, cell) & own:
        yield "shield"
    if "assassin" in symbols and abilities.assassin_targets(s, cell) & others:
        yield "assassin"
