"""Games as tables for studies: one form for random games and for those of bots, in Parquet.

A folder of data holds a folder for each table, in that one for each setup (`setup=NAME`), and in
that files that each have some thousand games: what Polars, pandas, DuckDB and Spark read as one
table. `TABLES` says what each column is; docs/data.md shows how to read it.

Examples:
    >>> from estoril.bulk.tables import TABLES
    >>> [column.name for column in TABLES["rounds"]][:4]
    ['game', 'round', 'seat', 'first']
"""

from __future__ import annotations

from array import array
from collections.abc import Mapping, Sequence
from os import PathLike
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import msgspec

from estoril.boxes import Content
from estoril.boxes.kept import fingerprint
from estoril.bulk.specification import specify
from estoril.engine import RULES, playout, retelling, terms
from estoril.errors import ActionError, SetupError
from estoril.extras import need
from estoril.game import steps as lines
from estoril.game.actions import ActionTable, table_for
from estoril.game.bundles import Sheaf, blank, retrace
from estoril.game.options import Options, catalog_for, content_from
from estoril.game.records import made_folder

if TYPE_CHECKING:
    from numpy.typing import NDArray

FORMAT: Final = "estoril-data"
VERSION: Final = 1
MANIFEST: Final = "data.json"
GAMES: Final = 5000  # of a file
GAME_TABLES: Final = ("games", "seats", "rounds", "decisions", "tiles")
ENDS: Final = ("unwon", "network", "discards", "removed")  # by their numbers in the engine


class ColumnSpec(msgspec.Struct, frozen=True):
    """A column of a table.

    Attributes:
        name: Its name.
        type: Its type, as Arrow calls it; `word` is a text out of few.
        meaning: What it says.
    """

    name: str
    type: str
    meaning: str


def _columns(text: str) -> tuple[ColumnSpec, ...]:
    return tuple(ColumnSpec(*line.split(maxsplit=2)) for line in text.strip().splitlines())


_SCORING: Final = """
total         int16  points in all
discards      int16  points for discards: one for each tile
points        int16  points on the tiles in hand
missions      int16  points for missions
agenda        int16  points for the secret agenda
enigma        int16  points for Enigma
accomplished  int8   missions accomplished, alone or shared
"""

TABLES: Final[Mapping[str, tuple[ColumnSpec, ...]]] = {
    "games": _columns("""
game        uint64       the number of the game in this data
seed        uint64       its seed; null if it is not known
decisions   int32        how many decisions were made
first       int8         the seat that began round one
winners     list<int8>   the seats that won; several share the victory
tiles_won   int16        tiles of the pile that somebody won
tiles_lost  int16        tiles that left the game for good
steps       list<int16>  all of it, to be played again: as in a bundle
"""),
    "seats": _columns(f"""
game       uint64   the game
seat       int8     the seat, counted from 0
bot        word     who played it; null if it is not known
share      float32  its part of the win: 1 for all of it, less where it is shared, or 0
{_SCORING.strip()}
decisions  int32    decisions that it made
micros     int64    microseconds that it thought in all; null if nobody measured
faults     int16    what it did wrong: crashes, illegal answers, answers too late
"""),
    "rounds": _columns(f"""
game       uint64  the game
round      int8    the round, from 1
seat       int8    the seat
first      int8    the first player of the round
decisions  int16   decisions of this seat in this round
network    int16   tiles in its network at the end of the round
{_SCORING.strip()}
"""),
    "decisions": _columns("""
game     uint64        the game
number   int16         which decision of the game, from 0
round    int8          the round
seat     int8          who decided
kind     word          what was decided: place, peek, ability, discard and so on
chosen   int16         the code of what was chosen
action   word          the same in words, as in records
legal    list<int16>   the codes of all that was allowed
micros   int32         microseconds that the bot thought; null if nobody measured
thought  list<string>  what the bot said of its choice, in English; null if it was not asked
fault    word          what it did wrong, if a random action took the place of its own; else null
"""),
    "tiles": _columns("""
game    uint64  the game
tile    word    the id of the tile
colour  int8    the seat whose starting tile it is; null for tiles of the pile
round   int8    the round in which it was won from the pile; null if never
winner  int8    the seat that won it first; null if nobody
end     word    where it was at the end: unwon, network, discards or removed
holder  int8    in whose network or discards; null if nobody's
"""),
    "actions": _columns("""
code    int16   the code of an action in this setup
kind    word    what kind it is of
tile    word    its tile; null without
space   string  its space; null without
target  int16   another number that it has, by its kind; null without
words   string  the action in words, as in records
"""),
}  # fmt: skip


class GameFacts(NamedTuple):
    """What is known of a game beyond its steps.

    Attributes:
        seed: Its seed; None if nobody knows.
        bots: Who played each seat; None if nobody knows.
        micros: For each seat, how long it thought for each of its decisions; None if unknown.
        thoughts: For each decision, what the bot said of it; None if it was not asked.
        faults: What bots did wrong: the seat, the decision (-1 before the first) and the kind.
    """

    seed: int | None = None
    bots: Sequence[str] | None = None
    micros: Sequence[Sequence[int]] | None = None
    thoughts: Sequence[Sequence[str]] | None = None
    faults: Sequence[tuple[int, int, str]] = ()


def setup_name(options: Options, content: Content) -> str:
    """Name a setup, as the folders of data have it.

    Examples:
        >>> import estoril
        >>> from estoril.bulk.tables import setup_name
        >>> setup_name(estoril.choose(4, ("promo", "enigma")), estoril.content())
        '4-superbox-promo.enigma'
    """
    parts = [str(options.players), options.edition, ".".join(options.modules) or "base"]
    parts += [*options.variants, *options.rulings]
    own = fingerprint(content, options.boxes)
    if own != fingerprint(content_from(None), options.boxes):
        parts.append(own[:8])
    return "-".join(parts)


class DataWriter:
    """Writes a folder of data; use it in a `with` block.

    Games are kept back until there are enough for a file; each file is complete or not there.

    Args:
        folder: Where to write; it is made, and must not hold anything but data of the same kind.
        about: What else the folder's `data.json` says of the data, such as its seed.

    Raises:
        SetupError: The folder cannot be used.
        MissingExtra: This needs numpy and pyarrow.
    """

    def __init__(self, folder: str | PathLike[str], **about: object) -> None:
        need("parquet")
        self.folder = made_folder(Path(folder), SetupError)
        if any(self.folder.iterdir()) and not (self.folder / MANIFEST).is_file():
            raise SetupError("error.data.folder", where=str(self.folder))
        self.about = about
        self.games = 0
        self._setups: dict[str, _Setup] = {}
        self._write_manifest()

    def add(
        self, options: Options, content: Content, sheaf: Sheaf, facts: Sequence[GameFacts]
    ) -> None:
        """Take games of a setup that were played to their end, with what is known of each.

        Raises:
            SetupError: A game is not over or goes otherwise by the rules, or a file cannot be
                written.
        """
        self.games += len(sheaf.numbers)
        self._setup(options, content).add(sheaf, facts)

    def has_part(self, options: Options, content: Content, number: int) -> bool:
        """Say whether a file of each table was written with this number."""
        return self._setup(options, content).has_part(number)

    def write_part(
        self,
        options: Options,
        content: Content,
        number: int,
        sheaf: Sheaf,
        facts: Sequence[GameFacts],
    ) -> None:
        """Write games into files of their own, with a number in place of the next."""
        self.games += len(sheaf.numbers)
        self._setup(options, content).write_part(number, sheaf, facts)

    def _setup(self, options: Options, content: Content) -> _Setup:
        name = setup_name(options, content)
        if name not in self._setups:
            self._setups[name] = _Setup(self.folder, name, options, content)
            self._write_manifest()
        return self._setups[name]

    def close(self) -> None:
        """Write what was kept back, and what the folder holds."""
        for setup in self._setups.values():
            setup.flush()
        self._write_manifest()

    def __enter__(self) -> DataWriter:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        problem: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if kind is None or issubclass(kind, KeyboardInterrupt):
            self.close()

    def _write_manifest(self) -> None:
        from estoril import __version__

        told = {
            "format": FORMAT,
            "version": VERSION,
            "rules": RULES,
            "made_by": f"estoril {__version__}",
            **self.about,
            "games": self.games,
            "setups": {name: setup.options for name, setup in self._setups.items()},
            "tables": TABLES,
        }
        text = msgspec.json.format(msgspec.json.encode(told), indent=1)
        (self.folder / MANIFEST).write_bytes(text + b"\n")


class _Setup:
    """The games of one setup on their way to files."""

    def __init__(self, folder: Path, name: str, options: Options, content: Content) -> None:
        self.folder, self.name = folder, name
        self.options, self.content = options, content
        self._sheaves: list[Sheaf] = []
        self._facts: list[GameFacts] = []
        self._parts = 0
        self._write("actions", 0, _actions(options, content))

    def add(self, sheaf: Sheaf, facts: Sequence[GameFacts]) -> None:
        """Take some games."""
        self._sheaves.append(sheaf)
        self._facts += facts
        if len(self._facts) >= GAMES:
            self.flush()

    def flush(self) -> None:
        """Write the games that were kept back."""
        if not self._facts:
            return
        whole = Sheaf(array("Q"), array("Q"), array("q"), array("h"))
        for sheaf in self._sheaves:
            whole.numbers.extend(sheaf.numbers)
            whole.ends.extend(len(whole.steps) + end for end in sheaf.ends)
            whole.steps.extend(sheaf.steps)
        self.write_part(self._parts, whole, self._facts)
        self._sheaves, self._facts = [], []
        self._parts += 1

    def write_part(self, number: int, sheaf: Sheaf, facts: Sequence[GameFacts]) -> None:
        """Write games into files with a number."""
        told = _Told(self.options, self.content, sheaf, facts)
        for table in GAME_TABLES:
            self._write(table, number, getattr(told, table)())

    def has_part(self, number: int) -> bool:
        """Say whether all files with a number are there."""
        return all(self._path(table, number).is_file() for table in GAME_TABLES)

    def _path(self, table: str, number: int) -> Path:
        return self.folder / table / f"setup={self.name}" / f"part-{number:05}.parquet"

    def _write(self, table: str, number: int, columns: dict[str, Any]) -> None:
        """Write a file: complete, or not there at all."""
        import pyarrow
        from pyarrow import parquet

        names = [column.name for column in TABLES[table]]
        assert list(columns) == names
        made = pyarrow.table([columns[name] for name in names], schema=_schema(table))
        path = self._path(table, number)
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            written = path.with_name(path.name + ".part")
            parquet.write_table(made, written, compression="zstd")
            written.replace(path)
        except OSError as problem:
            what = str(problem.strerror or problem)
            raise SetupError("error.rows", where=str(path), problem=what) from problem


class _Told:
    """Games as rows, from which each table takes its columns."""

    def __init__(
        self,
        options: Options,
        content: Content,
        sheaf: Sheaf,
        facts: Sequence[GameFacts],
    ) -> None:
        import numpy as np

        numbers, steps, ends = sheaf.numbers, sheaf.steps, sheaf.ends

        state = blank(options, content)
        course = retrace(state, steps, ends)
        if max(course.column("bad")) >= 0 or not all(course.column("over")):
            raise SetupError("error.data.game")
        players, games = options.players, len(ends)
        tiles = players * terms.STARTERS + int(state.cat.pile).bit_count()
        sizes = {
            "games": (games, len(playout.GAME_COLUMNS) + players * len(playout.SEAT_COLUMNS)),
            "decisions": (sum(course.column("decisions")), len(retelling.DECISION_COLUMNS)),
            "rounds": (sum(course.column("rounds")) * players, len(retelling.ROUND_COLUMNS)),
            "tiles": (games * tiles, len(retelling.TILE_COLUMNS)),
        }
        self._rows = {name: np.zeros(size, np.int32) for name, size in sizes.items()}
        self._legal = np.zeros(sum(course.column("choices")), np.int16)
        retelling.Chronicle({**self._rows, "legal": self._legal}).retell(state, steps, ends)
        self._table = table_for(state.cat)
        self._players = players
        self._numbers = np.frombuffer(numbers, np.uint64)
        self._steps, self._ends = np.frombuffer(steps, np.int16), np.frombuffer(ends, np.int64)
        self._facts = facts

    def _column(self, table: str, name: str) -> NDArray[Any]:
        columns = getattr(retelling, f"{table.upper()[:-1]}_COLUMNS")
        found: NDArray[Any] = self._rows[table][:, columns.index(name)]
        return found

    def games(self) -> dict[str, Any]:
        """Return the columns of the games."""
        import numpy as np

        rows = self._rows["games"]
        column = {name: rows[:, k] for k, name in enumerate(playout.GAME_COLUMNS)}
        wins = column["winners"][:, None] >> np.arange(self._players) & 1
        return {
            "game": _array(self._numbers, "uint64"),
            "seed": _listed([fact.seed for fact in self._facts], "uint64"),
            "decisions": _array(column["decisions"], "int32"),
            "first": _array(column["first"], "int8"),
            "winners": _lists(np.nonzero(wins)[1], wins.sum(axis=1), "int8"),
            "tiles_won": _array(column["tiles_won"], "int16"),
            "tiles_lost": _array(column["tiles_lost"], "int16"),
            "steps": _lists(self._steps, np.diff(self._ends, prepend=0), "int16"),
        }

    def seats(self) -> dict[str, Any]:
        """Return the columns of the seats."""
        import numpy as np

        rows, players = self._rows["games"], self._players
        first = len(playout.GAME_COLUMNS)
        scores = rows[:, first:].reshape(len(rows) * players, len(playout.SEAT_COLUMNS))
        wins = rows[:, playout.GAME_COLUMNS.index("winners")][:, None] >> np.arange(players) & 1
        bots = [bot for fact in self._facts for bot in fact.bots or (None,) * players]
        key = self._column("decisions", "game") * players + self._column("decisions", "seat")
        thought: list[int | None] = []
        faults: list[int] = []
        for fact in self._facts:
            thought += [None] * players if fact.micros is None else map(sum, fact.micros)
            faults += self._faults(fact)
        return {
            "game": _array(np.repeat(self._numbers, players), "uint64"),
            "seat": _array(np.tile(np.arange(players), len(rows)), "int8"),
            "bot": _words(bots),
            "share": _array((wins / wins.sum(axis=1, keepdims=True)).reshape(-1), "float32"),
            **_scoring(scores, 0),
            "decisions": _array(np.bincount(key, minlength=len(rows) * players), "int32"),
            "micros": _listed(thought, "int64"),
            "faults": _listed(faults, "int16"),
        }

    def _faults(self, fact: GameFacts) -> list[int]:
        """Count the faults of each seat of a game."""
        counts = [0] * self._players
        for seat, _, _ in fact.faults:
            counts[seat] += 1
        return counts

    def rounds(self) -> dict[str, Any]:
        """Return the columns of the rounds."""
        scores = retelling.ROUND_COLUMNS.index(playout.SEAT_COLUMNS[0])
        return {
            "game": _array(self._numbers[self._column("rounds", "game")], "uint64"),
            "round": _array(self._column("rounds", "round"), "int8"),
            "seat": _array(self._column("rounds", "seat"), "int8"),
            "first": _array(self._column("rounds", "first"), "int8"),
            "decisions": _array(self._column("rounds", "decisions"), "int16"),
            "network": _array(self._column("rounds", "network"), "int16"),
            **_scoring(self._rows["rounds"], scores),
        }

    def decisions(self) -> dict[str, Any]:
        """Return the columns of the decisions."""
        kinds = {int(phase): kind.name for phase, kind in terms.DECISIONS.items()}
        chosen = self._column("decisions", "code")
        phases = self._column("decisions", "phase")
        return {
            "game": _array(self._numbers[self._column("decisions", "game")], "uint64"),
            "number": _array(self._column("decisions", "number"), "int16"),
            "round": _array(self._column("decisions", "round"), "int8"),
            "seat": _array(self._column("decisions", "seat"), "int8"),
            "kind": _indexed(phases, [kinds.get(n, "") for n in range(max(kinds) + 1)]),
            "chosen": _array(chosen, "int16"),
            "action": _indexed(chosen, _spoken(self._table)),
            "legal": _lists(self._legal, self._column("decisions", "choices"), "int16"),
            "micros": self._micros(),
            "thought": self._thoughts(),
            "fault": _words(self._fault_kinds()),
        }

    def _each(self) -> list[tuple[GameFacts, list[int]]]:
        """Return the facts of each game, with who made its decisions."""
        import numpy as np

        counts = self._rows["games"][:, 0]
        seats = np.split(self._column("decisions", "seat"), np.cumsum(counts)[:-1])
        return [(fact, who.tolist()) for fact, who in zip(self._facts, seats, strict=True)]

    def _micros(self) -> Any:
        """Return how long each decision took; a bot that is gone takes no time."""
        if all(fact.micros is None for fact in self._facts):
            return self._nothing("int32")
        found: list[int | None] = []
        for fact, who in self._each():
            left = [iter(times) for times in fact.micros or ((),) * self._players]
            found += [next(left[seat], None) for seat in who]
        return _listed(found, "int32")

    def _thoughts(self) -> Any:
        """Return what was said of each decision."""
        if all(fact.thoughts is None for fact in self._facts):
            return self._nothing("list<string>")
        found: list[Sequence[str] | None] = []
        for fact, count in zip(self._facts, self._rows["games"][:, 0].tolist(), strict=True):
            found += [None] * count if fact.thoughts is None else fact.thoughts
        return _listed(found, "list<string>")

    def _nothing(self, kind: str) -> Any:
        """Return a column in which no decision has anything."""
        import pyarrow

        return pyarrow.nulls(len(self._rows["decisions"]), _kind(kind))

    def _fault_kinds(self) -> list[str | None]:
        """Return what went wrong at each decision."""
        found: list[str | None] = [None] * len(self._rows["decisions"])
        start = 0
        for fact, count in zip(self._facts, self._rows["games"][:, 0].tolist(), strict=True):
            for _, decision, kind in fact.faults:
                if decision >= 0:
                    found[start + decision] = kind
            start += count
        return found

    def tiles(self) -> dict[str, Any]:
        """Return the columns of the tiles."""
        column = self._column
        won = column("tiles", "round")
        return {
            "game": _array(self._numbers[column("tiles", "game")], "uint64"),
            "tile": _indexed(column("tiles", "tile"), self._table.names.tiles),
            "colour": _seats(column("tiles", "colour")),
            "round": _array(won, "int8", won == 0),
            "winner": _seats(column("tiles", "winner")),
            "end": _indexed(column("tiles", "end"), ENDS),
            "holder": _seats(column("tiles", "holder")),
        }


def _actions(options: Options, content: Content) -> dict[str, Any]:
    """Return the columns of all actions of a setup."""
    spec, table = specify(options, content), table_for(catalog_for(options, content))
    names, numerals = table.names, ("I", "II", "III", "IV")
    rows = spec.actions
    spoken = _spoken(table)
    return {
        "code": _listed([row.code for row in rows], "int16"),
        "kind": _words([spec.kinds[row.kind] for row in rows]),
        "tile": _words([names.tiles[row.tile] if row.tile >= 0 else None for row in rows]),
        "space": _listed(
            [
                f"{names.locations[row.space // 4]}.{numerals[row.space % 4]}"
                if row.space >= 0
                else None
                for row in rows
            ],
            "string",
        ),
        "target": _listed([row.target if row.target != -1 else None for row in rows], "int16"),
        "words": _listed([spoken[row.code] for row in rows], "string"),
    }


def _spoken(table: ActionTable) -> list[str]:
    """Return every action in words by its code; nothing for a code that stands for none."""
    found = []
    for code in range(table.cat.codes):
        try:
            found.append(lines.action_in_words(table.value(code)))
        except ActionError:
            found.append("")
    return found


# -- columns ----------------------------------------------------------------------------------


def _kind(name: str) -> Any:
    """Return a type of Arrow."""
    import pyarrow

    if name == "word":
        return pyarrow.dictionary(pyarrow.int32(), pyarrow.string())
    if name.startswith("list<"):
        return pyarrow.list_(_kind(name[5:-1]))
    return getattr(pyarrow, name)()


def _schema(table: str) -> Any:
    import pyarrow

    fields = [(column.name, _kind(column.type)) for column in TABLES[table]]
    return pyarrow.schema(fields, metadata={c.name: c.meaning for c in TABLES[table]})


def _array(numbers: NDArray[Any], kind: str, missing: NDArray[Any] | None = None) -> Any:
    import pyarrow

    cast = numbers.astype(kind)
    return pyarrow.array(cast, _kind(kind), mask=missing)


def _seats(numbers: NDArray[Any]) -> Any:
    return _array(numbers, "int8", numbers < 0)


def _listed(values: Sequence[object], kind: str) -> Any:
    import pyarrow

    return pyarrow.array(values, _kind(kind))


def _lists(numbers: NDArray[Any], sizes: NDArray[Any], kind: str) -> Any:
    """Cut a row of numbers into lists of these sizes."""
    import numpy as np
    import pyarrow

    offsets = np.concatenate(([0], np.cumsum(sizes))).astype(np.int32)
    return pyarrow.ListArray.from_arrays(offsets, _array(numbers, kind))


def _words(texts: Sequence[str | None]) -> Any:
    import pyarrow

    return pyarrow.array(texts, pyarrow.string()).dictionary_encode().cast(_kind("word"))


def _indexed(numbers: NDArray[Any], words: Sequence[str]) -> Any:
    """Return the words that numbers stand for."""
    import pyarrow

    indices = pyarrow.array(numbers.astype("int32"))
    return pyarrow.DictionaryArray.from_arrays(indices, pyarrow.array(words, pyarrow.string()))


def _scoring(rows: NDArray[Any], first: int) -> dict[str, Any]:
    """Return the columns of a scoring that begins at a column."""
    names = playout.SEAT_COLUMNS
    kinds = {column.name: column.type for column in TABLES["rounds"]}
    return {name: _array(rows[:, first + k], kinds[name]) for k, name in enumerate(names)}
