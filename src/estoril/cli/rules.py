"""`estoril rules`: the rules, looked up by id or by words."""

from __future__ import annotations

from typing import Annotated

import typer

from estoril import rulebook
from estoril.cli.card import card
from estoril.cli.failures import DIFFERS, complain
from estoril.rulebook import page
from estoril.rulebook.book import ID
from estoril.words import say, spoken


def rules(
    words: Annotated[list[str] | None, typer.Argument(help=say("cli.rules.words"))] = None,
) -> None:
    """Print the index, one rule, or the rules that contain some words."""
    language = rulebook.nearest(spoken())
    if not words:
        typer.echo(page.index(language), nl=False)
    elif len(words) == 1 and ID.fullmatch(words[0].upper()):
        _show(words[0], language)
    else:
        found = page.search(" ".join(words), language)
        for rule in found:
            typer.echo(f"{rule.id}  {page.first_sentence(rule.text)}")
        if not found:
            complain(say("cli.rules.none", words=" ".join(words)))
            raise typer.Exit(DIFFERS)


def _show(id: str, language: str) -> None:
    """Print one rule."""
    typer.echo(card(id, language), nl=False)
