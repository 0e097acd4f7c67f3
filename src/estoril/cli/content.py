"""`estoril content`: tiles, locations and missions with their provenance."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import msgspec
import typer

from estoril.boxes import Content, Location, Mission, Tile
from estoril.cli.completing import Values
from estoril.cli.options import AsJson, ContentFile, names
from estoril.cli.output import new_table, print_json, print_table
from estoril.game.game import content_from
from estoril.game.options import choose
from estoril.words import Teller, name, say

if TYPE_CHECKING:
    from rich.table import Table


def content(
    file: ContentFile = None,
    modules: Annotated[
        str,
        typer.Option(
            "--modules", "-m", help=say("cli.content.modules"), autocompletion=Values.modules
        ),
    ] = "all",
    as_json: AsJson = False,
) -> None:
    """Print tiles, locations and missions with their provenance."""
    everything = content_from(file)
    players = 4  # any number does: only the boxes are asked for
    chosen = everything.select(choose(players, names(modules)).boxes)
    if as_json:
        print_json(_facts(chosen))
        return
    for table in (_tile_table(chosen), _location_table(chosen), _mission_table(chosen)):
        print_table(table, [say(f"content.{column}") for column in ("module", "id", "sure")])


def _facts(content: Content) -> dict[str, object]:
    """Return all entries as the files have them, each with where it comes from."""
    kinds: dict[str, Sequence[Tile | Location | Mission]] = {
        "tiles": content.tiles,
        "locations": content.locations,
        "missions": content.missions,
    }
    return {
        kind: [
            {**msgspec.to_builtins(entry), "origin": _origin(content, kind, entry.id)}
            for entry in entries
        ]
        for kind, entries in kinds.items()
    }


def _headed(title: str, *columns: str) -> Table:
    titles = (say(f"content.{column}") for column in columns)
    return new_table(*titles, title=say(f"content.{title}"))


def _tile_table(content: Content) -> Table:
    """List the tiles."""
    teller = Teller(content, ())
    table = _headed(
        "tiles", "id", "name", "module", "flag", "strength", "points", "symbols", "sure", "origin"
    )
    for tile in content.tiles:
        table.add_row(
            tile.id,
            teller.tile(tile.id),
            tile.module,
            tile.flag,
            str(tile.strength),
            str(tile.points),
            ", ".join(teller.symbols(tile)),
            _sure(tile),
            _origin(content, "tiles", tile.id),
        )
    return table


def _sure(tile: Tile) -> str:
    """Say how far to trust a tile, and its name where that differs."""
    sure = name("sure", tile.sure)
    if tile.name_sure == tile.sure:
        return sure
    return say("content.sure_of", tile=sure, name=name("sure", tile.name_sure))


def _location_table(content: Content) -> Table:
    """List the locations."""
    teller = Teller(content, ())
    table = _headed("locations", "id", "name", "module", "number", "clockwise", "secret", "peek",
                    "sure", "origin")  # fmt: skip
    for place in content.locations:
        table.add_row(
            place.id,
            teller.full_location(place.id),
            place.module,
            say("content.die") if place.number is None else str(place.number),
            " ".join(place.clockwise),
            " ".join(place.secret),
            ", ".join(f"{space} {reach}" for space, reach in place.peek.items()),
            name("sure", place.sure),
            _origin(content, "locations", place.id),
        )
    return table


def _mission_table(content: Content) -> Table:
    """List the missions."""
    teller = Teller(content, ())
    table = _headed("missions", "id", "name", "module", "kind", "counts", "sure", "origin")
    for mission in content.missions:
        counts = [*(name("symbol", symbol) for symbol in mission.symbols), *mission.flags]
        table.add_row(
            mission.id,
            teller.mission(mission.id),
            mission.module,
            mission.kind,
            ", ".join(counts),
            name("sure", mission.sure),
            _origin(content, "missions", mission.id),
        )
    return table


def _origin(content: Content, table: str, id: str) -> str:
    """Say which file and line an entry comes from."""
    origin = content.origins.get(f"{table}.{id}")
    if origin is None:
        return ""
    file = Path(origin.file).name
    return file if origin.line is None else f"{file}:{origin.line}"
