"""What must hold within an entry, and between entries, beyond the type of each field."""

from collections.abc import Callable, Hashable, Iterable
from functools import partial

from estoril.boxes.errors import ContentError, quoted
from estoril.boxes.model import MISSION_KINDS, NUMERALS, REWARD, Entry, Location, Mission, Tile

Place = Callable[[ContentError], ContentError]  # says of which entry an error is


def check_entry(entry: Entry) -> None:
    """Refuse an entry whose fields do not fit each other."""
    match entry:
        case Location():
            _check_cells(entry)
            _check_spaces(entry)
            _check_die(entry)
        case Mission():
            _check_counted(entry)
        case Tile():
            pass


def check_together(entries: Iterable[tuple[Entry, Place]]) -> None:
    """Refuse entries that cannot be in one world; the later one of a pair is blamed."""
    seen: dict[Hashable, str] = {}
    for entry, place in entries:
        name = f"{_table(entry)}.{entry.id}"
        for claim, error in _claims(entry):
            if claim in seen:
                raise place(error(other=seen[claim]))
            seen[claim] = name


def _claims(entry: Entry) -> Iterable[tuple[Hashable, Callable[..., ContentError]]]:
    """List what only one entry may have, with the error if another has it."""
    named = partial(ContentError, "error.content.name_taken", "name", name=quoted(entry.name))
    yield (_table(entry), entry.name.casefold()), named
    if not isinstance(entry, Location):
        return
    if entry.number is None:
        yield "die", partial(ContentError, "error.content.die_taken", "number")
    else:
        numbered = partial(ContentError, "error.content.number_taken", "number", its=entry.number)
        yield ("number", entry.number), numbered
    if entry.traits.roulette:
        yield (
            "roulette",
            partial(ContentError, "error.content.roulette_taken", "traits", "roulette"),
        )


def _table(entry: Entry) -> str:
    """Name the table that an entry stands in."""
    match entry:
        case Tile():
            return "tiles"
        case Location():
            return "locations"
        case Mission():
            return "missions"


def _check_cells(location: Location) -> None:
    """Refuse cells that make no location (GRID-01)."""
    if sorted(location.clockwise) not in (
        sorted((REWARD, *NUMERALS[:3])),
        sorted(NUMERALS),
    ):
        raise ContentError("error.content.cells", "clockwise")


def _check_spaces(location: Location) -> None:
    """Refuse to speak of a space that the location does not have."""
    for field, spaces in (
        ("secret", location.secret),
        ("peek", location.peek),
        ("traits.die_moves", location.traits.die_moves),
    ):
        for space in spaces:
            if space != REWARD and space not in location.clockwise:
                raise ContentError("error.content.space", *field.split("."), space=space)


def _check_die(location: Location) -> None:
    """Refuse moves of a die that is not there (LOCAP-02)."""
    if location.traits.die_moves and location.number is not None:
        raise ContentError("error.content.no_die", "traits", "die_moves")


def _check_counted(mission: Mission) -> None:
    """Refuse a mission that lacks what it counts, or names what it does not."""
    needed = MISSION_KINDS[mission.kind].lists
    for field, values in (("symbols", mission.symbols), ("flags", mission.flags)):
        if field in needed and not values:
            raise ContentError(
                "error.content.counted", field, kind=quoted(mission.kind), list=field
            )
        if values and field not in needed:
            kind = quoted(mission.kind)
            raise ContentError("error.content.uncounted", field, kind=kind, list=field)
