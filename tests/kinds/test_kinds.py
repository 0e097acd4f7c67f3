"""Each kind is declared once: numbers, classes, names and words that belong together are there."""

from collections.abc import Iterator
from importlib.resources import files
from itertools import chain

import msgspec
import pytest

import estoril
from estoril import actions, events
from estoril.bots import make
from estoril.bots.mind import weights
from estoril.boxes import MISSION_KINDS, SYMBOLS
from estoril.choices import BOTS, EDITIONS, MODULES, NEEDS, PLAYERS, VARIANTS
from estoril.engine import terms
from estoril.engine.catalog import Catalog
from estoril.game.actions import table_for
from estoril.game.options import catalog_for, content_from
from estoril.game.sentences import Pattern
from estoril.game.telling import ENDINGS, WORDINGS
from estoril.rulebook.book import book
from estoril.server import typescript
from estoril.server.openapi import document

SCHEMAS = document()["components"]["schemas"]
TYPESCRIPT = typescript.write()
SENTENCES = {
    **events.SENTENCES,
    **{action: action.sentence for action in actions.ACTIONS},
}


def constants(prefix: str) -> dict[str, int]:
    """Return the numbers of the engine whose names begin like this."""
    return {
        name.removeprefix(prefix): value
        for name, value in vars(terms).items()
        if name.startswith(prefix) and isinstance(value, int)
    }


def test_every_row_of_the_log_has_a_class_that_reads_it() -> None:
    numbers = constants("EV_")
    assert sorted(numbers.values()) == list(range(1, len(numbers) + 1))
    assert {number: name.lower() for name, number in numbers.items()} == {
        number: kind.fact.__struct_config__.tag for number, kind in events.KINDS.items()
    }


@pytest.mark.parametrize("fact", events.FACTS, ids=lambda fact: fact.__name__)
def test_every_event_says_what_happened(fact: type[events.Fact]) -> None:
    assert fact.__doc__ is not None and fact.__doc__ != events.Fact.__doc__
    first = fact.__doc__.partition("\n")[0]
    assert first.endswith(".")
    described = [
        schema
        for schema in SCHEMAS.values()
        if schema.get("properties", {}).get("event", {}).get("enum") == [actions.kind_name(fact)]
    ]
    assert [schema["description"] for schema in described] == [fact.__doc__.rstrip()]
    assert f"/** {first} */" in TYPESCRIPT


def test_every_action_has_a_number_a_decision_and_a_class() -> None:
    assert sorted(terms.ACTION_KINDS) == list(range(terms.ACTIONS)) == sorted(actions.CLASSES)
    for number, kind in terms.ACTION_KINDS.items():
        assert kind.phase in terms.DECISIONS or number == terms.PASS


def test_every_decision_is_named_and_can_be_answered() -> None:
    phases = {kind.phase for kind in terms.ACTION_KINDS.values()} - {terms.NONE}
    assert phases == set(terms.DECISIONS) == set(range(1, len(terms.DECISIONS) + 1))
    names = [decision.name for decision in terms.DECISIONS.values()]
    assert len(set(names)) == len(names)
    assert max(phases) < terms.CHANCE


def test_the_decisions_of_placing_come_first() -> None:
    """Bots and positions for tests ask whether a phase is up to ROTATING."""
    placing = {phase for phase, kind in terms.DECISIONS.items() if kind.part == "placement"}
    assert placing == set(range(terms.PLACING, terms.ROTATING + 1))


def catalogs() -> Iterator[Catalog]:
    for players, modules in ((2, ()), (5, "all")):
        yield catalog_for(estoril.choose(players, modules), content_from(None))


def test_every_code_is_an_action_with_that_code() -> None:
    for cat in catalogs():
        table = table_for(cat)
        made = dict(chain(table.of_kinds(range(terms.ACTIONS))))
        assert set(map(type, made.values())) == set(actions.ACTIONS)
        # numbers that no action has: a rotation by nothing, a starting tile of nobody's set
        unused = [made.pop(cat.base[terms.ROTATE])]
        first = cat.base[terms.STAKE_DISCARD] + actions.STARTING
        unused += [made.pop(first + tile) for tile in range(terms.STARTERS)]
        for action in unused:
            with pytest.raises(estoril.ActionError):
                table.code(action)
        for code, action in made.items():
            assert table.code(action) == code
            again = msgspec.convert(msgspec.to_builtins(action), actions.Action)
            assert again == action


def test_the_engine_numbers_symbols_as_the_content_lists_them() -> None:
    for number, symbol in enumerate(SYMBOLS, start=1):
        assert getattr(terms, symbol.upper()) == number
    assert len(SYMBOLS) + 1 == terms.SYMBOLS


def test_every_symbol_that_is_used_is_shown_as_used() -> None:
    used = {kind.symbol for kind in terms.ACTION_KINDS.values()} - {terms.NO_SYMBOL}
    shown = {fact.shown.symbol for fact in events.FACTS} - {None}
    assert {SYMBOLS[number - 1] for number in used} == shown


@pytest.mark.parametrize("kind", SENTENCES, ids=lambda kind: kind.__name__)
def test_a_sentence_is_about_the_fields_of_its_kind(kind: type[msgspec.Struct]) -> None:
    sentence: Pattern = SENTENCES[kind]
    for how, *about in sentence.endings:
        assert how in ENDINGS
        assert all(each in kind.__struct_fields__ or each[:1] in ("", ".") for each in about)
    for how, *about in sentence.arguments.values():
        assert how in WORDINGS
        assert about and set(about) <= set(kind.__struct_fields__)
    assert sentence.counting in ("", *kind.__struct_fields__)


def test_no_way_to_say_something_is_left_over() -> None:
    said = SENTENCES.values()
    assert {way[0] for sentence in said for way in sentence.endings} == set(ENDINGS)
    assert {way[0] for sentence in said for way in sentence.arguments.values()} == set(WORDINGS)


def test_the_engine_numbers_missions_as_the_content_lists_them() -> None:
    for number, kind in enumerate(MISSION_KINDS):
        assert getattr(terms, kind.upper()) == number


def test_the_bots_weigh_every_symbol_in_its_order() -> None:
    first = weights.ASSASSIN
    assert weights.NAMES[first : first + len(SYMBOLS)] == SYMBOLS


def test_every_choice_of_a_setup_is_backed_by_what_it_stands_for() -> None:
    names = [entry.name for entry in files("estoril.boxes").iterdir()]
    boxes = {name.removesuffix(".toml") for name in names if name.endswith(".toml")}
    assert boxes == {"base", *(name for name, module in MODULES.items() if module.boxed)}
    assert set(EDITIONS) < set(book("en").books)
    for level in BOTS:
        assert make(level)
    named = {*MODULES, *VARIANTS, *PLAYERS}
    assert {need.choice for need in NEEDS} <= named
    assert {need.module for need in NEEDS} - {None} <= set(MODULES)
