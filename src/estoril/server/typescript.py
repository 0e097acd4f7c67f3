"""TypeScript types of everything on the wire, made from the OpenAPI description, and the kinds.

python -m estoril.server.typescript > wire.ts

What is declared with events and actions, how each is shown and told, is written out as constants.
"""

from __future__ import annotations

import json
import re
import textwrap
from collections.abc import Iterator, Mapping
from typing import Any, Final, get_args

from estoril.boxes import SYMBOLS
from estoril.choices import COLOURS, PLAYERS
from estoril.engine import layout, terms
from estoril.engine.catalog import columns_for
from estoril.game.actions import ACTIONS, Action, kind_name, numbers_of
from estoril.game.events import DECISIONS, KINDS, Kind, Shown, Step, Tone
from estoril.server.openapi import document
from estoril.table.cast import CAST

_WIDTH: Final = 120  # of a line
_SCALARS = {
    "string": "string",
    "integer": "number",
    "number": "number",
    "boolean": "boolean",
    "null": "null",
}


def write() -> str:
    """Return the types and kinds as the text of a module."""
    schemas: dict[str, Any] = document()["components"]["schemas"]
    parts = [
        "// Written by `python -m estoril.server.typescript`; changes belong into what it reads.\n"
    ]
    parts += [_declare(name, schema) for name, schema in sorted(schemas.items())]
    parts += _kinds()
    return "".join(map(_wrap, "\n".join(parts).splitlines(keepends=True)))


def _wrap(line: str) -> str:
    """Go on in the next line where a line is too long; no text within has spaces."""
    if len(line) <= _WIDTH:
        return line
    indent = line[: len(line) - len(line.lstrip())]
    wrapped = textwrap.wrap(
        line.strip(),
        _WIDTH,
        initial_indent=indent,
        subsequent_indent=indent + "  ",
        break_long_words=False,
        break_on_hyphens=False,
    )
    return "\n".join(wrapped) + "\n"


def _declare(name: str, schema: dict[str, Any]) -> str:
    about = schema.get("description", "").partition("\n")[0]
    comment = f"/** {about} */\n" if about else ""
    if schema.get("type") == "object" and "properties" in schema:
        return f"{comment}export interface {_name(name)} {_fields(schema)}\n"
    return f"{comment}export type {_name(name)} = {_type(schema)};\n"


def _name(name: str) -> str:
    """Turn a name with dots into one that TypeScript takes."""
    return re.sub(r"\W", "_", name)


def _fields(schema: dict[str, Any]) -> str:
    required = set(schema.get("required", ()))
    lines = [
        f"  {key if key.isidentifier() else json.dumps(key)}{'' if key in required else '?'}: "
        f"{_type(value)};"
        for key, value in schema["properties"].items()
    ]
    return "{\n" + "\n".join(lines) + "\n}" if lines else "{}"


def _type(schema: dict[str, Any]) -> str:
    """Return the TypeScript type of a schema."""
    if "$ref" in schema:
        return _name(schema["$ref"].rpartition("/")[2])
    if "enum" in schema:
        return " | ".join(json.dumps(value) for value in schema["enum"])
    if "const" in schema:
        return json.dumps(schema["const"])
    if "anyOf" in schema:
        return " | ".join(dict.fromkeys(_type(option) for option in schema["anyOf"]))
    kind = schema.get("type")
    if isinstance(kind, list):
        return " | ".join(_type({**schema, "type": one}) for one in kind)
    match kind:
        case "array":
            return _array(schema)
        case "object":
            return _object(schema)
        case str() if kind in _SCALARS:
            return _SCALARS[kind]
        case _:
            return "unknown"


def _array(schema: dict[str, Any]) -> str:
    if "prefixItems" in schema:
        return f"[{', '.join(_type(item) for item in schema['prefixItems'])}]"
    item = _type(schema.get("items") or {})
    return f"({item})[]" if " " in item else f"{item}[]"


def _object(schema: dict[str, Any]) -> str:
    if "properties" in schema:
        return _fields(schema)
    values = schema.get("additionalProperties")
    return f"Record<string, {_type(values) if isinstance(values, dict) else 'unknown'}>"


_KINDS = """\
export type Fact = NonNullable<Message["facts"]>[number];
export type Action = Choice["action"];

/** How an event is shown; events.py says what each of these means. */
export interface EventKind {{
  readonly tone?: {tones};
  readonly pace?: number;
  readonly step?: {steps};
  readonly symbol?: string;
  readonly reach?: readonly [from: string, to: string];
}}

/** The symbol that an action uses. */
export interface ActionKind {{
  readonly symbol?: string;
}}
"""


def _kinds() -> Iterator[str]:
    """Write out what is declared with each kind."""
    yield _KINDS.format(tones=_union(get_args(Tone)), steps=_union(get_args(Step)))
    yield _table(
        'Fact["event"], EventKind',
        "EVENTS",
        {kind_name(kind.fact): _event(kind) for kind in KINDS.values()},
    )
    yield _table(
        'Action["do"], ActionKind',
        "ACTIONS",
        {kind_name(action): _action(action) for action in ACTIONS},
    )
    colours = ", ".join(json.dumps(colour) for colour in COLOURS)
    yield f"export const COLOURS: readonly string[] = [{colours}];\n"
    yield _table(
        "string, readonly string[]",
        "CAST",
        {level: tuple(one.id for one in characters) for level, characters in CAST.items()},
        "Whom bots of each level play.",
    )
    yield _table(
        "number, number",
        "COLUMNS",
        {str(players): columns_for(players) for players in PLAYERS},
        "How many locations lie in a row of the grid, by the number of players.",
    )
    yield _table(
        "number, string",
        "DECISIONS",
        {str(phase): name for phase, name in DECISIONS.items()},
        "What is being decided, by its number in a picture.",
    )
    numbers = {name: getattr(terms, name) for name in ("NONE", "HIDDEN", "STARTERS")}
    yield "".join(f"export const {name} = {number:d};\n" for name, number in numbers.items())
    yield _layout()


def _layout() -> str:
    """Write out where each thing stands in a picture."""
    places = {
        key: value
        for key, value in vars(layout).items()
        if key.isupper() and not key.startswith("PART_")  # they are ours alone
    }
    lines = "".join(f"  {key}: {value},\n" for key, value in places.items())
    about = "/** Where each thing stands in a picture; engine/layout.py says what these are. */\n"
    return f"{about}export const LAYOUT = {{\n{lines}}} as const;\n"


def _event(kind: Kind) -> dict[str, Any]:
    shown = kind.fact.shown
    usual = Shown()._asdict()
    return {key: value for key, value in shown._asdict().items() if value != usual[key]}


def _action(action: type[Action]) -> dict[str, Any]:
    symbol = terms.ACTION_KINDS[numbers_of(action)[0]].symbol
    return {"symbol": SYMBOLS[symbol - 1]} if symbol else {}


def _table(types: str, name: str, entries: Mapping[str, object], about: str = "") -> str:
    comment = f"/** {about} */\n" if about else ""
    lines = "".join(f"  {key}: {_literal(value)},\n" for key, value in entries.items())
    return f"{comment}export const {name}: Readonly<Record<{types}>> = {{\n{lines}}};\n"


def _literal(value: object) -> str:
    """Write a value as TypeScript does, without quotes around keys."""
    match value:
        case Mapping() if value:
            return "{ " + ", ".join(f"{key}: {_literal(v)}" for key, v in value.items()) + " }"
        case tuple():
            return "[" + ", ".join(map(_literal, value)) + "]"
        case _:
            return json.dumps(value)


def _union(words: tuple[str, ...]) -> str:
    return " | ".join(json.dumps(word) for word in words)


if __name__ == "__main__":
    print(write(), end="")
