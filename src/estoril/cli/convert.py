"""`estoril convert`: recorded games from one form into others."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

from estoril.cli.options import ContentFile, DataFolder, Quiet
from estoril.errors import SetupError
from estoril.game import bundles, records
from estoril.game.bundles import Bundle, sheaf_of
from estoril.game.game import content_from
from estoril.words import say

if TYPE_CHECKING:
    from estoril.bulk.keeping import Keeper

JOURNAL: Final = ".jsonl"


def convert(
    files: Annotated[list[Path], typer.Argument(metavar="FILE", help=say("cli.convert.files"))],
    records_in: Annotated[
        Path | None, typer.Option("--records", help=say("cli.convert.records"))
    ] = None,
    data: DataFolder = None,
    quiet: Quiet = False,
    content: ContentFile = None,
) -> None:
    """Turn records, bundles and files of tournaments into records, a bundle or tables."""
    from estoril.bulk.keeping import Keeper

    if records_in is None and data is None:
        raise SetupError("cli.convert.nothing")
    numbers, games = count(), 0
    with Keeper(records_in, data, files=[file.name for file in files]) as keeper:
        for file in files:
            if bundles.is_bundle(file):
                games += _from_bundle(keeper, file)
            elif file.suffix == JOURNAL:
                games += _from_journal(keeper, file, content)
            else:
                _from_record(keeper, file, numbers)
                games += 1
    if not quiet:
        typer.echo(say("cli.convert.done", games=games))


def _from_bundle(keeper: Keeper, file: Path) -> int:
    """Take the games of a bundle; return how many."""
    from estoril.bulk.tables import GameFacts

    games, bundle = 0, Bundle(file)
    for sheaf in bundle:
        bundles.check(bundles.blank(bundle.options, bundle.content), sheaf)
        keeper.add(bundle.options, bundle.content, sheaf, [GameFacts()] * len(sheaf.numbers))
        games += len(sheaf.numbers)
    return games


def _from_journal(keeper: Keeper, file: Path, content: Path | None) -> int:
    """Take the games of a tournament; return how many."""
    from estoril.arena.journal import read_games, read_header
    from estoril.arena.keeping import keep

    header, tiles = read_header(file), content_from(content)
    if header.content != tiles.digest:
        raise SetupError("cli.convert.content", where=str(file))
    games = read_games(file)
    keep(keeper, games, header.options, tiles)
    return len(games)


def _from_record(keeper: Keeper, file: Path, numbers: Iterator[int]) -> None:
    """Take the game of a record, by the number in its name or the next."""
    from estoril.bulk.tables import GameFacts

    game = records.verify(file)
    name = file.stem.rpartition("-")[2]
    number = int(name) if name.isdecimal() else next(numbers)
    keeper.add(game.options, game.content, sheaf_of([(number, game)]), [GameFacts()])
