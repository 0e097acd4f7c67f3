"""What commands print with: tables, JSON, a progress bar.

rich is imported where it is used: a help text needs none of it.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final

import typer

if TYPE_CHECKING:
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


def print_table(table: Table) -> None:
    """Print a table; in a pipe or file it has room."""
    from rich.console import Console

    class Page(Console):
        def on_broken_pipe(self) -> None:  # rich would end the program with a code of its own
            raise BrokenPipeError

    console = Page() if sys.stdout.isatty() else Page(width=PAGE, no_color=True)
    console.print(table)


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
