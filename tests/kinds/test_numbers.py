"""Numbers say what they are of: mypy tells the kinds apart, and the build guesses no C type."""

import re
import shutil
from pathlib import Path

import pytest
from mypy import api

from tools import headers

ROOT = Path(__file__).parents[2]
ENGINE = ROOT / "src/estoril/engine"

LINES = """\
from estoril.engine import bits, placement, terms
from estoril.engine.kinds import Cell, Cells, Seat, Space, Tile, range
from estoril.engine.state import State


def look(s: State, seat: Seat, cell: Cell, space: Space, tile: Tile, cells: Cells) -> None:
    s.tile[cell] = tile
    s.tile[s.space_cell[space]] = terms.NONE
    s.control[seat] |= bits.one(cell) & ~cells
    s.actor = Seat((seat + 1) % s.cat.players)
    s.cell = bits.lowest(cells)
    for other in range(s.cat.players):
        s.markers[other] -= 1
        placement.open_cells(s, other)
    s.tile[space] = tile  # refused
    s.tile[cell] = cell  # refused
    s.control[seat] |= bits.one(tile)  # refused
    s.hand[seat] & s.occupied  # refused
    s.actor = seat + 1  # refused
    s.cell = bits.lowest(s.hand[seat])  # refused
    placement.open_cells(s, cell)  # refused
    placement.peek_cells(s, cell, seat)  # refused
"""


def test_mypy_refuses_what_mixes_kinds_and_nothing_else(tmp_path: Path) -> None:
    (tmp_path / "lines.py").write_text(LINES)
    settings = ["--config-file", str(ROOT / "pyproject.toml")]
    told, problems, _ = api.run([*settings, str(tmp_path / "lines.py")])
    assert not problems
    refused = {int(number) for number in re.findall(r"lines\.py:(\d+): error", told)}
    lines = LINES.splitlines()
    assert {lines[number - 1] for number in refused} == {
        line for line in lines if line.endswith("# refused")
    }


def sources(folder: Path, body: str) -> Path:
    """Lay out the sources of an engine that has one module besides its numbers."""
    room = folder / "estoril/engine"
    room.mkdir(parents=True)
    for name in ("kinds", "terms", "bits"):
        shutil.copy(ENGINE / f"{name}.py", room)
    (room / "sample.py").write_text(
        "from estoril.engine import bits, terms\n"
        "from estoril.engine.kinds import Cells, Tiles, room\n"
        f"def sample(cells: Cells, tiles: Tiles) -> int:\n{body}"
    )
    return room / "sample.pxd"


@pytest.mark.parametrize(
    ("body", "told"),
    [
        ("    x = tiles & unknown\n", "sample.py:4: the type of x cannot be told"),
        ("    x = whatever(tiles)\n", "sample.py:4: the type of x cannot be told"),
        ("    for x in whatever:\n        pass\n", "sample.py:4: the type of x cannot be told"),
        ("    x, y = divmod(1, 2)\n", "sample.py:4: the types of (x, y) cannot be told"),
        ("    x = cells\n    x = tiles\n", "sample.py:5: x is unsigned int above"),
        ("    x = 0\n    x = tiles\n", "sample.py:5: x is int above and unsigned long long here"),
        ("    x = 2\n    return x / 3\n", "sample.py:5: x / 3 would have no fraction in C"),
    ],
)
def test_the_build_asks_for_the_type_of_a_variable_that_it_cannot_tell(
    tmp_path: Path, body: str, told: str
) -> None:
    sources(tmp_path, body)
    with pytest.raises(SystemExit, match=re.escape(told)) as refusal:
        headers.write(tmp_path)
    assert "annotate it" in str(refusal.value)


def test_a_function_for_python_alone_must_say_so(tmp_path: Path) -> None:
    written = sources(
        tmp_path, "    return 0\n\n\ndef read(names: Mapping) -> int:\n    return 1\n"
    )
    with pytest.raises(SystemExit, match=r"sample\.py:7: Mapping has no C type; .* call it _read"):
        headers.write(tmp_path)
    sample = written.with_suffix(".py")
    sample.write_text(sample.read_text().replace("def read", "def _read"))
    headers.write(tmp_path)
    assert "read" not in written.read_text().partition("\n")[2]


def test_variables_have_the_c_types_of_what_they_are_given(tmp_path: Path) -> None:
    body = """\
    if not cython.compiled:
        found = room(Tiles, terms.SEATS + 1)
    tile = bits.lowest(tiles)
    one = bits.one(tile)
    here = cells & ~cells if tile else Cells(0)
    share = tile / 2.0
    return tile
"""
    written = sources(tmp_path, body)
    headers.write(tmp_path)
    lines = written.read_text().splitlines()
    assert (
        lines[-1] == "cpdef int sample(unsigned int cells, unsigned long long tiles) noexcept nogil"
    )
    assert lines[-2] == (
        "@cython.locals(found=cython.ulonglong[6], tile=cython.int, one=cython.ulonglong, "
        "here=cython.uint, share=cython.double)"
    )
