"""How a game ended: the final scoring of all seats, line by line, and who won."""

from __future__ import annotations

import msgspec

from estoril.engine import bits, scoring, terms
from estoril.engine.kinds import range
from estoril.engine.state import State
from estoril.game.actions import Names


class MissionLine(msgspec.Struct, frozen=True):
    """What a mission paid a seat.

    Attributes:
        mission: The id of the mission.
        count: How much the seat has of what the mission counts.
        points: What it gets for that, by its rank among all seats.
        accomplished: Whether the seat is first, alone or with others.
    """

    mission: str
    count: int
    points: int
    accomplished: bool


class SeatResult(msgspec.Struct, frozen=True):
    """A seat's final scoring, line by line; all figures are points unless said otherwise.

    Attributes:
        seat: The seat, counted from 0.
        discards: One for each tile in its discard pile.
        tiles: What the tiles in its hand show.
        missions: For each mission, in the order in which they were dealt.
        agenda: The id of its secret agenda; None without that variant.
        agenda_points: For that agenda.
        enigma: For holding Enigma at the end.
        total: The sum of all these.
        accomplished: How many missions it accomplished, alone or shared: the first tie-break.
    """

    seat: int
    discards: int
    tiles: int
    missions: tuple[MissionLine, ...]
    agenda: str | None
    agenda_points: int
    enigma: int
    total: int
    accomplished: int


class Result(msgspec.Struct, frozen=True):
    """The final scoring of all seats, and who won.

    Attributes:
        seats: The scoring of each seat, in the order of the seats.
        winners: The winning seats, counted from 0; more than one share the victory.
    """

    seats: tuple[SeatResult, ...]
    winners: tuple[int, ...]

    def _repr_html_(self) -> str:
        from estoril.game.showing import result_html

        return result_html(self)


def result_of(state: State, names: Names) -> Result:
    """Score a game that is over."""
    score = scoring.Score()
    scoring.score(state, score)
    seats = []
    for seat in range(state.cat.players):
        lines = tuple(
            MissionLine(
                mission=names.missions[state.mission[i]],
                count=score.counted[i * terms.SEATS + seat],
                points=score.paid[i * terms.SEATS + seat],
                accomplished=bool(bits.has(score.first[i], seat)),
            )
            for i in range(state.mission_count)
        )
        agenda = state.agenda[seat]
        seats.append(
            SeatResult(
                seat=seat,
                discards=score.discards[seat],
                tiles=score.points[seat],
                missions=lines,
                agenda=names.missions[agenda] if agenda >= 0 else None,
                agenda_points=score.agenda[seat],
                enigma=score.enigma[seat],
                total=score.total[seat],
                accomplished=score.accomplished[seat],
            )
        )
    winners = tuple(seat for seat in range(state.cat.players) if bits.has(score.winners, seat))
    return Result(tuple(seats), winners)
