"""What commands print with: tables, JSON, a progress bar.

rich is imported where it is used: a help text needs none of it.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Final

import typer

from estoril.errors import SetupError
from estoril.words import say

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

PAGE: Final = 160  # columns of a table that goes to a file or a pipe


def new_table(*columns: str, title: str | None = None) -> Table:
    """Return an empty table."""
    from rich import box
    from rich.table import Table

    table = Table(box=box.SIMPLE_HEAD, title=title, title_justify="left", pad_edge=False)
    for column in columns:
        table.add_column(column, overflow="fold")
    return table


def align_numbers(table: Table, *, first: int) -> None:
    """Set numbers to the right, from a column on."""
    for column in table.columns[first:]:
        column.justify = "right"


def print_table(table: Table, optional: Sequence[str] = ()) -> None:
    """Print a table; in a pipe or file it has room.

    Where it has not, lines are broken between words, and columns that may be left out are, one
    after the other, until no word needs to be broken; that is said below.
    """
    from rich.console import Console

    class Page(Console):
        def on_broken_pipe(self) -> None:  # rich would end the program with a code of its own
            raise BrokenPipeError

    console = Page() if sys.stdout.isatty() else Page(width=PAGE, no_color=True)
    left_out: list[str] = []
    while not _fit(console, table) and len(left_out) < len(optional):
        left_out.append(optional[len(left_out)])
        table = _without(table, left_out[-1])
    console.print(table)
    if left_out:
        typer.echo(say("content.left_out", columns=", ".join(left_out)))


def _fit(console: Console, table: Table) -> bool:
    """Give the columns of a table widths that keep words whole; say whether there is room."""
    sizes = [
        [console.measure(cell) for cell in (column.header, *column.cells)]
        for column in table.columns
    ]
    least = [max(size.minimum for size in column) for column in sizes]
    widths = [max(size.maximum for size in column) for column in sizes]
    room = console.width - 3 * len(widths) - 1  # a space on both sides, and a rule
    if sum(least) > room:
        return False
    while sum(widths) > room:
        _, widest = max((width - least[i], i) for i, width in enumerate(widths))
        widths[widest] -= 1
    for column, width in zip(table.columns, widths, strict=True):
        column.width = width
    return True


def _without(table: Table, header: str) -> Table:
    """Return a table without one of its columns."""
    kept = [column for column in table.columns if column.header != header]
    smaller = new_table(*(str(column.header) for column in kept), title=str(table.title))
    for row in zip(*(column.cells for column in kept), strict=True):
        smaller.add_row(*row)
    return smaller


def print_json(value: object) -> None:
    """Print a value for programs to read."""
    typer.echo(json.dumps(value, indent=2, ensure_ascii=False))


@contextmanager
def progress(total: int, *, quiet: bool = False) -> Iterator[Callable[[int], None]]:
    """Show a bar with the time left on stderr, if that is a terminal and nobody wants it quiet."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

    console = Console(stderr=True)
    if quiet or not console.is_terminal or total <= 0:
        yield lambda done: None
        return
    columns = BarColumn(), MofNCompleteColumn(), TimeRemainingColumn()
    with Progress(*columns, console=console, transient=True) as bar:
        task = bar.add_task("", total=total)
        yield lambda done: bar.update(task, completed=done)


def try_file(out: Path) -> None:
    """See whether the file can be written, before any work; what is in it stays."""
    was_there = out.exists()
    try:
        out.open("a").close()
        if not was_there:
            out.unlink()
    except OSError as problem:
        what = str(problem.strerror)
        raise SetupError("cli.not_written", where=str(out), problem=what) from problem
