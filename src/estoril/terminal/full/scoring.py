"""The final scoring as a table: a line for each seat, the winner first."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text

from estoril.game.results import Result, SeatResult
from estoril.game.views import Data
from estoril.terminal.full.drawing import Drawer, cut


def table(result: Result, drawer: Drawer, data: Data, width: int) -> list[Text]:
    """Write who won, then everybody's points by what they are for, best first."""
    teller, inks = drawer.teller, drawer.inks
    missions = [line.mission for line in result.seats[0].missions]
    heads = [teller.say("full.score.tiles"), teller.say("full.score.discards")]
    heads += [f"{number}" for number, _ in enumerate(missions, start=1)]
    extra = [key for key in ("agenda", "enigma") if _any(result, key)]
    heads += [teller.say(f"full.score.{key}") for key in extra]
    heads.append(teller.say("full.score.total"))
    ranked = sorted(result.seats, key=lambda one: (one.seat not in result.winners, -one.total))
    rows = [_cells(seat, extra) for seat in ranked]
    widths = [1 + max(map(len, column)) for column in zip(heads, *rows, strict=True)]
    names = [teller.player(seat.seat) for seat in ranked]
    room = min(max(map(len, names)) + 3, max(8, width - sum(widths)))
    apart = max(0, min(4, (width - room - sum(widths)) // len(widths)))

    def line(who: Text | str, cells: Sequence[str], style: str) -> Text:
        told = "".join(cell.rjust(w + apart) for cell, w in zip(cells, widths, strict=True))
        return Text.assemble(cut(who, room), (told, style))

    lines = [Text(teller.tell_winners(result), "bold"), Text(""), line("", heads, inks.dim)]
    for seat, name, cells in zip(ranked, names, rows, strict=True):
        who = Text.assemble(drawer.letter(data, seat.seat), " ", name)
        lines.append(line(who, cells, "bold" if seat.seat in result.winners else ""))
    lines.append(Text(""))
    for number, mission in enumerate(missions, start=1):
        lines.append(cut(f"{number} {teller.mission(mission)}", width))
    return lines


def _cells(seat: SeatResult, extra: Sequence[str]) -> list[str]:
    """Write what a seat has points for; a star is a mission that is accomplished."""
    return [
        str(seat.tiles),
        str(seat.discards),
        *(f"{line.points}{'*' if line.accomplished else ''}" for line in seat.missions),
        *(str(seat.agenda_points if key == "agenda" else seat.enigma) for key in extra),
        str(seat.total),
    ]


def _any(result: Result, key: str) -> bool:
    field = "agenda_points" if key == "agenda" else "enigma"
    return any(getattr(seat, field) or (key == "agenda" and seat.agenda) for seat in result.seats)
