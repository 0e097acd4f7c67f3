"""What must hold within an entry, and between entries, beyond the type of each field."""

from collections.abc import Callable, Hashable, Iterable

from estoril.boxes.errors import ContentError, quoted
from estoril.boxes.model import MISSION_KINDS, NUMERALS, REWARD, Entry, Location, Mission, Tile
from estoril.boxes.schema import WrongValueError

MakeError = Callable[..., ContentError]


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


def check_together(entries: Iterable[tuple[Entry, MakeError]]) -> None:
    """Refuse entries that cannot be in one world; the later one of a pair is blamed."""
    seen: dict[Hashable, str] = {}
    for entry, make_error in entries:
        name = f"{_table(entry)}.{entry.id}"
        for claim, field, problem in _claims(entry):
            if claim in seen:
                raise make_error(f"{problem} {seen[claim]}", *field.split("."))
            seen[claim] = name


def _claims(entry: Entry) -> Iterable[tuple[Hashable, str, str]]:
    """List what only one entry may have, with the field and the problem if another has it."""
    named = f"{quoted(entry.name)} is already the name of"
    yield (_table(entry), entry.name.casefold()), "name", named
    if not isinstance(entry, Location):
        return
    if entry.number is None:
        yield "die", "number", "the twelve-sided die already gives the number of"
    else:
        yield ("number", entry.number), "number", f"{entry.number} is already the number of"
    if entry.traits.roulette:
        yield "roulette", "traits.roulette", "there is one roulette, and it already lies at"


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
        raise WrongValueError(
            "must name four cells: R, I, II and III, or I, II, III and IV", "clockwise"
        )


def _check_spaces(location: Location) -> None:
    """Refuse to speak of a space that the location does not have."""
    for field, spaces in (
        ("secret", location.secret),
        ("peek", location.peek),
        ("traits.die_moves", location.traits.die_moves),
    ):
        for space in spaces:
            if space != REWARD and space not in location.clockwise:
                raise WrongValueError(
                    f"names {space}, a space that this location does not have", *field.split(".")
                )


def _check_die(location: Location) -> None:
    """Refuse moves of a die that is not there (LOCAP-02)."""
    if location.traits.die_moves and location.number is not None:
        raise WrongValueError('needs a location with number = "die"', "traits", "die_moves")


def _check_counted(mission: Mission) -> None:
    """Refuse a mission that lacks what it counts, or names what it does not."""
    needed = MISSION_KINDS[mission.kind].lists
    for field, values in (("symbols", mission.symbols), ("flags", mission.flags)):
        if field in needed and not values:
            raise WrongValueError(f"is missing: {quoted(mission.kind)} counts {field}", field)
        if values and field not in needed:
            raise WrongValueError(f"must be empty: {quoted(mission.kind)} counts no {field}", field)
