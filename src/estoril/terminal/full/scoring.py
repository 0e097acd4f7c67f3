"""The final scoring as a table: a line for each seat, the winner first."""

from __future__ import annotations

from rich.text import Text

from estoril.game.results import Result
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
    names = [teller.player(seat.seat) for seat in result.seats]
    room = min(max(map(len, names), default=6) + 3, max(8, width - 7 * len(heads)))
    each = max(4, min(10, (width - room) // len(heads)))
    lines = [Text(teller.tell_winners(result), "bold"), Text("")]
    head = cut("", room) + Text("").join(Text(_right(word, each), inks.dim) for word in heads)
    lines.append(head)
    for seat in sorted(result.seats, key=lambda one: (one.seat not in result.winners, -one.total)):
        cells = [str(seat.tiles), str(seat.discards)]
        cells += [f"{line.points}{'*' if line.accomplished else ''}" for line in seat.missions]
        cells += [str(seat.agenda_points if key == "agenda" else seat.enigma) for key in extra]
        cells.append(str(seat.total))
        who = Text.assemble(drawer.letter(data, seat.seat), " ", teller.player(seat.seat))
        bold = "bold" if seat.seat in result.winners else ""
        row = Text("").join(Text(_right(cell, each), bold) for cell in cells)
        lines.append(Text.assemble(cut(who, room), row))
    lines.append(Text(""))
    for number, mission in enumerate(missions, start=1):
        lines.append(cut(f"{number} {teller.mission(mission)}", width))
    return lines


def _right(word: str, width: int) -> str:
    return word[: width - 1].rjust(width)


def _any(result: Result, key: str) -> bool:
    field = "agenda_points" if key == "agenda" else "enigma"
    return any(getattr(seat, field) or (key == "agenda" and seat.agenda) for seat in result.seats)
