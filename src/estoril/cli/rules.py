"""`estoril rules`: the rules, looked up by id or by words."""

from __future__ import annotations

from typing import Annotated

import typer

from estoril.cli.guard import DIFFERS, complain
from estoril.rulebook import page
from estoril.rulebook.book import ID
from estoril.words import say


def rules(
    words: Annotated[list[str] | None, typer.Argument(help=say("cli.rules.words"))] = None,
) -> None:
    """Print the index, one rule, or the rules that contain some words."""
    if not words:
        typer.echo(page.index(), nl=False)
    elif len(words) == 1 and ID.fullmatch(words[0].upper()):
        typer.echo(page.card(words[0]), nl=False)
    else:
        found = page.search(" ".join(words))
        for rule in found:
            typer.echo(f"{rule.id}  {page.first_sentence(rule.text)}")
        if not found:
            complain(say("cli.rules.none", words=" ".join(words)))
            raise typer.Exit(DIFFERS)
