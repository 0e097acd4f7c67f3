"""Games that were played on their way to files: readable records, a bundle, tables of data."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import ExitStack
from os import PathLike
from pathlib import Path
from types import TracebackType

from estoril.boxes import Content
from estoril.bulk.tables import DataWriter, GameFacts
from estoril.errors import RecordError, SetupError
from estoril.game import bundles, records
from estoril.game.bundles import BundleWriter, Sheaf
from estoril.game.options import Options


class Keeper:
    """Keeps games as it was asked to; use it in a `with` block.

    Args:
        records_in: A file for all games of one setup, if its name ends in `.bundle`, else a folder
            where each is saved as `game-<number>.json`.
        data: A folder for tables (`tables`).
        about: What the folder of tables is to say of them.

    Attributes:
        wants_steps: Whether anything is to be kept.
        wants_texts: Whether readable records are.

    Raises:
        SetupError: A folder cannot be made or used.
        MissingExtra: Tables need more than is installed.
    """

    def __init__(
        self,
        records_in: str | PathLike[str] | None = None,
        data: str | PathLike[str] | None = None,
        **about: object,
    ) -> None:
        self._stack = ExitStack()
        self._file: Path | None = None
        self._folder: Path | None = None
        self._bundle: BundleWriter | None = None
        self._setup: tuple[Options, str] | None = None  # of the bundle
        self._data = None if data is None else DataWriter(data, **about)
        if records_in is not None and is_bundle_name(records_in):
            self._file = Path(records_in)
        elif records_in is not None:
            self._folder = records.made_folder(Path(records_in), SetupError)
        self.wants_texts = self._folder is not None
        self.wants_steps = bool(self._folder or self._file or self._data)

    def __enter__(self) -> Keeper:
        if self._data is not None:
            self._stack.enter_context(self._data)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        problem: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._stack.__exit__(kind, problem, trace)

    def add(
        self,
        options: Options,
        content: Content,
        sheaf: Sheaf,
        facts: Sequence[GameFacts],
        texts: Sequence[str] | None = None,
    ) -> None:
        """Keep some games of a setup, with what is known of each.

        `texts` are their records, if somebody has them already.

        Raises:
            RecordError: They are of another setup than those before them in a bundle.
            SetupError: A file cannot be written.
        """
        try:
            self._add(options, content, sheaf, facts, texts)
        except OSError as problem:
            where, what = str(problem.filename or self._file), str(problem.strerror)
            raise SetupError("error.rows", where=where, problem=what) from problem

    def _add(
        self,
        options: Options,
        content: Content,
        sheaf: Sheaf,
        facts: Sequence[GameFacts],
        texts: Sequence[str] | None,
    ) -> None:
        if self._file is not None:
            self._opened(self._file, options, content).add(sheaf)
        if self._data is not None:
            self._data.add(options, content, sheaf, facts)
        if self._folder is not None:
            for i, number in enumerate(sheaf.numbers):
                text = _text(sheaf, i, options, content) if texts is None else texts[i]
                records.write(text, self._folder / f"game-{number}.json")

    def _opened(self, path: Path, options: Options, content: Content) -> BundleWriter:
        """Return the bundle, which is begun with the first games."""
        setup = (options, content.digest)
        if self._bundle is None:
            self._bundle = self._stack.enter_context(BundleWriter(path, options, content))
            self._setup = setup
        if self._setup != setup:
            raise RecordError("error.bundle.setups", where=str(path))
        return self._bundle


def is_bundle_name(path: str | PathLike[str]) -> bool:
    """Say whether a file is to be a bundle, by its name."""
    return Path(path).suffix == bundles.SUFFIX


def _text(sheaf: Sheaf, i: int, options: Options, content: Content) -> str:
    """Return the record of one game as text."""
    return records.dump(bundles.game_from(sheaf, i, options, content).record())
