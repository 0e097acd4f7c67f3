"""TypeScript types of everything on the wire, made from the OpenAPI description.

python -m estoril.server.typescript > wire.ts
"""

from __future__ import annotations

import json
import re
from typing import Any

from estoril.server.openapi import document

_SCALARS = {
    "string": "string",
    "integer": "number",
    "number": "number",
    "boolean": "boolean",
    "null": "null",
}


def write() -> str:
    """Return the types as the text of a module."""
    schemas: dict[str, Any] = document()["components"]["schemas"]
    parts = [
        "// Written by `python -m estoril.server.typescript`; changes belong into estoril.wire.\n"
    ]
    parts += [_declare(name, schema) for name, schema in sorted(schemas.items())]
    return "\n".join(parts)


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


if __name__ == "__main__":
    print(write(), end="")
