"""A view for people who look at it in a console or a notebook: `print(game)`, or its last line.

In English and with the names of the content. Terminal and browser draw a table of their own.
"""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from typing import TYPE_CHECKING

from estoril.game import drawing
from estoril.game.views import LocationView, Player, Reward, Space, View

if TYPE_CHECKING:
    from estoril.game.results import Result

NOTHING = "-"
FOLDER = "?"


def summary(view: View) -> str:
    """Say in a few words where a game stands."""
    if view.is_over:
        return f"{view.options.players} players, over"
    decision = view.decision
    if decision is None:
        waiting = "waiting for chance"
    else:
        seats = " and ".join(str(seat) for seat in decision.seats)
        waiting = f"seat {seats} to {decision.kind.replace('_', ' ')}"
    return f"{view.options.players} players, round {view.round}, {waiting}"


def text(view: View) -> str:
    """Describe the table in lines: locations in reading order, seats, pile and missions."""
    shown = _Shown(view)
    width = max((len(shown.location(place)) for place in view.places), default=0)
    lines = [summary(view)]
    for place in view.places:
        things = ", ".join([*map(shown.space, place.spaces), *map(shown.reward, place.rewards)])
        lines.append(f"  {shown.location(place):{width}}  {things}")
    lines += [
        f"  {player.colour:6}  {'  '.join(f'{k} {v}' for k, v in shown.player(player))}"
        for player in view.players
    ]
    lines += [f"  {what}: {told}" for what, told in shown.rest()]
    return "\n".join(lines)


def html(view: View) -> str:
    """Show the table in a notebook: the grid as it is drawn, or else in words, then the seats."""
    shown = _Shown(view)
    drawn = drawing.grid(view) or _grid_in_words(view, shown)
    held = drawing.hand(view) or ""
    seats = "".join(
        f"<tr><th>{player.colour}</th>"
        + "".join(f"<td>{k} {escape(v)}</td>" for k, v in shown.player(player))
        + "</tr>"
        for player in view.players
    )
    rest = "; ".join(f"{what}: {escape(told)}" for what, told in shown.rest())
    return f"<p>{escape(summary(view))}</p>{drawn}<br>{held}<table>{seats}</table><p>{rest}</p>"


def result_html(result: Result) -> str:
    """Show a final scoring in a notebook: a bar for each seat, of what its points came from."""
    rows = []
    for seat in result.seats:
        missions = sum(line.points for line in seat.missions)
        parts = [
            ("discards", seat.discards),
            ("tiles", seat.tiles),
            ("missions", missions),
            ("agenda", seat.agenda_points),
            ("Enigma", seat.enigma),
        ]
        told = ", ".join(f"{name} {points}" for name, points in parts if points)
        won = " (winner)" if seat.seat in result.winners else ""
        rows.append((f"seat {seat.seat}{won}", parts, f"{seat.total}: {told}"))
    return drawing.bars(rows, max(seat.total for seat in result.seats))


def _grid_in_words(view: View, shown: _Shown) -> str:
    """Describe the grid as a table."""
    rows: dict[int, list[str]] = {}
    for place in view.places:
        things = [*map(shown.space, place.spaces), *map(shown.reward, place.rewards)]
        listed = "<br>".join(map(escape, things))
        cell = f"<td><b>{escape(shown.location(place))}</b><br>{listed}</td>"
        rows.setdefault(place.row, []).append(cell)
    grid = "".join(f"<tr>{''.join(cells)}</tr>" for cells in rows.values())
    return f"<table>{grid}</table>"


class _Shown:
    """The things of one view in words."""

    def __init__(self, view: View) -> None:
        self.view = view
        content = view.content
        self.names = {
            thing.id: thing.name
            for things in (content.tiles, content.locations, content.missions)
            for thing in things
        }

    def name(self, id_: str | None) -> str:
        return FOLDER if id_ is None else self.names[id_]

    def listed(self, ids: Iterable[str | None]) -> str:
        return ", ".join(map(self.name, ids)) or NOTHING

    def colour(self, seat: int | None) -> str:
        return NOTHING if seat is None else self.view.options.colours[seat]

    def location(self, place: LocationView) -> str:
        marks = ["resolved"] * place.resolved + ["Enigma"] * place.enigma
        marks += [f"{len(place.stakes)} staked"] * bool(place.stakes)
        return self.name(place.id) + (f" ({', '.join(marks)})" if marks else "")

    def space(self, space: Space) -> str:
        if not space.occupied:
            return f"{space.numeral} {NOTHING}"
        marks = ["face down"] * (not space.face_up and space.tile is not None)
        marks += ["shielded"] * space.shield + ["void"] * space.void
        marks += [f"controlled by {self.colour(space.controller)}"] * space.turned
        marked = f" ({', '.join(marks)})" if marks else ""
        return f"{space.numeral} {self.colour(space.owner)} {self.name(space.tile)}{marked}"

    def reward(self, reward: Reward) -> str:
        return f"reward {self.name(reward.tile)}"

    def player(self, player: Player) -> list[tuple[str, str]]:
        hand = str(player.hand_size) if player.hand is None else self.listed(player.hand)
        told = [("hand", hand), ("markers", str(player.markers))]
        if player.discards:
            told.append(("discards", self.listed(tile.tile for tile in player.discards)))
        if player.agenda is not None:
            told.append(("agenda", self.name(player.agenda)))
        if player.enigma:
            told.append(("holds", "Enigma"))
        return told

    def rest(self) -> list[tuple[str, str]]:
        pile = self.view.pile
        missions = self.listed(mission.mission for mission in self.view.missions)
        return [("pile", f"{pile.size} tiles, {len(pile.returned)} of them returned"),
                ("missions", missions)]  # fmt: skip
