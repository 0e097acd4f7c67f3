"""Forgetting: take a person's name and words out of the entries of a table.

Everything else stays as it was, so the game can be gone on with, replayed and verified. This is the
one case in which entries change after they were kept; `PersonForgotten` follows them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from msgspec.structs import replace

from estoril.table import entries
from estoril.table.entries import Entry

NOBODY: Final = "N. N."  # nomen nescio, in every language that we have


class _Stay:
    """The time that one person held a seat, as the places of entries in a row."""

    def __init__(self, seat: int, place: int, name: str) -> None:
        self.seat = seat
        self.places = [place]  # of entries with a name of that person
        self.names = [name]
        self.said: list[int] = []  # places of what that person said
        self.over = False


def forget(kept: Sequence[Entry], name: str) -> tuple[dict[int, Entry], tuple[int, ...]]:
    """Take out a name, under whatever others the person went, and what that person said.

    Returns:
        The entries that change, by number, and the seats that such persons have held.
    """
    changed: dict[int, Entry] = {}
    gone = [stay for stay in _stays(kept) if name in stay.names]
    taken = {other for stay in _stays(kept) for other in stay.names}
    for stay in gone:
        new = NOBODY if NOBODY not in taken else f"{NOBODY} {stay.seat + 1}"
        for place in stay.places:
            entry = changed.get(kept[place].number, kept[place])
            changed[entry.number] = _renamed(entry, stay.seat, new)
        for place in stay.said:
            said = kept[place]
            assert isinstance(said, entries.Said)
            changed[said.number] = replace(said, text="", phrase="")
        taken.add(new)
    return changed, tuple(sorted({stay.seat for stay in gone}))


def names_now(kept: Iterable[Entry]) -> dict[int, str]:
    """Return the names of the persons who hold seats, by seat."""
    return {stay.seat: stay.names[-1] for stay in _stays(kept) if not stay.over}


def _stays(kept: Iterable[Entry]) -> list[_Stay]:
    """Find out who held which seat, from when to when."""
    stays: list[_Stay] = []
    holding: dict[int, _Stay] = {}

    def sit(seat: int, place: int, name: str) -> None:
        leave(seat)
        holding[seat] = _Stay(seat, place, name)
        stays.append(holding[seat])

    def leave(seat: int) -> None:
        if (stay := holding.pop(seat, None)) is not None:
            stay.over = True

    for place, entry in enumerate(kept):
        match entry:
            case entries.Created(seats=plans):
                for seat, plan in enumerate(plans):
                    if plan.name is not None:
                        sit(seat, place, plan.name)
            case entries.Joined(seat=seat, name=name):
                sit(seat, place, name)
            case entries.Renamed(seat=seat, name=name) if seat in holding:
                holding[seat].places.append(place)
                holding[seat].names.append(name)
            case entries.Said(seat=int(seat)) if seat in holding:
                holding[seat].said.append(place)
            case entries.Left(seat=seat) | entries.Kicked(seat=seat) | entries.BotSeated(seat=seat):
                leave(seat)
            case _:
                pass
    return stays


def _renamed(entry: Entry, seat: int, name: str) -> Entry:
    match entry:
        case entries.Created(seats=plans):
            new = tuple(
                replace(plan, name=name) if number == seat else plan
                for number, plan in enumerate(plans)
            )
            return replace(entry, seats=new)
        case entries.Joined() | entries.Renamed():
            return replace(entry, name=name)
        case _:
            raise AssertionError(f"nobody is named in {entry!r}")
