"""`estoril rules`: the rules of the game, to look up, to search and to read."""

from __future__ import annotations

import shutil
from textwrap import fill
from typing import Annotated

import msgspec
import typer

from estoril import rulebook
from estoril.cli.card import WIDTH, card
from estoril.cli.completing import Values
from estoril.cli.failures import DIFFERS, complain
from estoril.cli.options import AsJson
from estoril.cli.output import print_json
from estoril.errors import SetupError
from estoril.rulebook import page
from estoril.rulebook.book import ID
from estoril.words import say, spoken


def rules(
    words: Annotated[
        list[str] | None,
        typer.Argument(metavar="WORDS", help=say("cli.rules.words"), autocompletion=Values.rules),
    ] = None,
    chapter: Annotated[
        str | None,
        typer.Option("--chapter", help=say("cli.rules.chapter"), autocompletion=Values.chapters),
    ] = None,
    whole: Annotated[bool, typer.Option("--all", help=say("cli.rules.all"))] = False,
    code: Annotated[bool, typer.Option("--code", help=say("cli.rules.code"))] = False,
    as_json: AsJson = False,
) -> None:
    """Print the index, one rule, a chapter, the whole book, or what answers a question."""
    if sum([bool(words), chapter is not None, whole]) > 1:
        raise SetupError("cli.rules.one_of")
    language = rulebook.nearest(spoken())
    question = " ".join(words or ())
    if chapter is not None or whole:
        _read(chapter, language, as_json=as_json)
    elif not question:
        _list(language, as_json=as_json)
    elif ID.fullmatch(question.upper()):
        _show(question, language, code=code, as_json=as_json)
    else:
        _search(question, language, as_json=as_json)


def _width() -> int:
    return min(WIDTH, shutil.get_terminal_size().columns)


def _list(language: str, *, as_json: bool) -> None:
    """Print all rules: their first sentences or, for programs, all of them."""
    if as_json:
        print_json([_facts(rule) for rule in rulebook.rules(language).values()])
    else:
        typer.echo(page.index(language, _width()), nl=False)


def _show(id_: str, language: str, *, code: bool, as_json: bool) -> None:
    """Print one rule."""
    if as_json:
        print_json(_facts(rulebook.rule(id_, language)))
    else:
        typer.echo(card(id_, language, _width(), code=code), nl=False)


def _read(wanted: str | None, language: str, *, as_json: bool) -> None:
    """Print a chapter, or all of them."""
    known = {chapter.id: chapter for chapter in rulebook.chapters(language)}
    if wanted is not None and wanted.upper() not in known:
        raise SetupError("cli.rules.no_chapter", chapter=wanted, known=", ".join(known))
    chosen = [known[wanted.upper()]] if wanted else list(known.values())
    if as_json:
        found = rulebook.rules(language)
        print_json([_facts(found[id_]) for chapter in chosen for id_ in chapter.rules])
    else:
        typer.echo("\n\n".join(page.read(each, language, _width()) for each in chosen), nl=False)


def _search(question: str, language: str, *, as_json: bool) -> None:
    """Print what answers a question, the best first."""
    from estoril.rulebook.search import search  # here, as one rule needs none of it

    answer = search(question, language)
    if as_json:
        print_json([{**_facts(hit.rule), "hit": hit.sentence} for hit in answer.hits])
    else:
        for word, meaning in answer.words.items():
            typer.echo(fill(f"{word}: {meaning}", _width(), subsequent_indent="  ") + "\n")
        for hit in answer.hits:
            begun = f"{hit.rule.id}  "
            indent = " " * len(begun)
            typer.echo(fill(begun + hit.sentence, _width(), subsequent_indent=indent))
    if not answer.hits and not answer.words:
        complain(say("cli.rules.none", words=question))
        raise typer.Exit(DIFFERS)


def _facts(rule: rulebook.Rule) -> dict[str, object]:
    facts: dict[str, object] = msgspec.to_builtins(rule)
    return facts
