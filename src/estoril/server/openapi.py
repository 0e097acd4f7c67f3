"""The OpenAPI description, made from the list of endpoints and the types on the wire."""

from __future__ import annotations

import re
from functools import cache
from typing import Any, Final

import msgspec

from estoril.server.endpoints import ENDPOINTS, Endpoint
from estoril.wire.rest import PROTOCOL, Health, Problem, Pushed, Ready, YourTurn
from estoril.wire.socket import Asked, Told

_REF: Final = "#/components/schemas/{name}"
_PARAMS: Final = {
    "table": {"type": "string", "minLength": 1, "maxLength": 32},
    "rule": {"type": "string", "minLength": 1, "maxLength": 32},
    "puzzle": {"type": "string", "minLength": 1, "maxLength": 32},
    "move": {"type": "string", "pattern": "^[0-9]{1,6}$"},
}
_REASONS: Final = {
    400: "The body is not JSON.",
    401: "A token is needed in the Authorization header.",
    403: "The token is not good for this.",
    404: "There is no such thing.",
    409: "The table or the rules do not allow it now; nothing has changed.",
    413: "The body is too large.",
    415: "The body must be application/json.",
    422: "A value is wrong.",
    429: "Too many requests from one address.",
    503: "The database or the table cannot be used now.",
}


@cache
def describe() -> bytes:
    """Return the description as JSON."""
    return msgspec.json.encode(document())


def document() -> dict[str, Any]:
    """Return the description."""
    types = _types()
    schemas, components = msgspec.json.schema_components(types, ref_template=_REF)
    schema_of = {id(kind): schema for kind, schema in zip(types, schemas, strict=True)}
    from estoril import __version__

    paths: dict[str, dict[str, Any]] = {}
    for endpoint in ENDPOINTS:
        paths.setdefault(endpoint.path, {})[endpoint.method.lower()] = _operation(
            endpoint, schema_of
        )
    alive = {"200": _response("It is.", _json(schema_of[id(Health)]))}
    paths["/healthz"] = _look("health", "Say whether the process is alive.", alive)
    ready = {
        status: _response(about, _json(schema_of[id(Ready)]))
        for status, about in (("200", "It can."), ("503", "It cannot, or is stopping."))
    }
    paths["/readyz"] = _look("ready", "Say whether the server can keep what people do.", ready)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Estoril",
            "version": __version__,
            "description": _SOCKETS.format(protocol=PROTOCOL),
            "license": {"name": "MIT", "identifier": "MIT"},
        },
        "paths": paths,
        "webhooks": {
            "yourTurn": {
                "post": {
                    "summary": "It is a seat's turn.",
                    "requestBody": {"content": _json(schema_of[id(YourTurn)])},
                    "responses": {"2XX": {"description": "Anything will do."}},
                }
            }
        },
        "components": {
            "schemas": {
                **components,
                "Asked": schema_of[id(Asked)],
                "Told": schema_of[id(Told)],
            },
            "securitySchemes": {
                "token": {
                    "type": "http",
                    "scheme": "bearer",
                    "description": "The token of a seat, of the host, or an invitation.",
                }
            },
        },
    }


def _look(name: str, summary: str, responses: dict[str, Any]) -> dict[str, Any]:
    """Describe something for those who run the server."""
    return {"get": {"operationId": name, "summary": summary, "responses": responses}}


def _types() -> list[Any]:
    """All types that the description needs."""
    found = [Problem, Health, Ready, YourTurn, Pushed, Asked, Told]
    for endpoint in ENDPOINTS:
        found += [
            kind for kind in (endpoint.body, endpoint.answer, endpoint.query) if kind is not None
        ]
    return found


def _operation(endpoint: Endpoint, schema_of: dict[int, Any]) -> dict[str, Any]:
    """Describe one endpoint."""
    statuses = {422, 429, 503, *endpoint.refusals}
    if endpoint.body is not None:
        statuses |= {400, 413, 415}
    if endpoint.token != "none":
        statuses |= {401, 403}
    done = _response("It is done.", None)
    if endpoint.answer is not None:
        done = _response("It is done.", _json(schema_of[id(endpoint.answer)]))
    problem = _json(schema_of[id(Problem)])
    operation: dict[str, Any] = {
        "operationId": endpoint.name,
        "summary": endpoint.summary,
        "parameters": [*_path_parameters(endpoint), *_query_parameters(endpoint)],
        "responses": {str(endpoint.status): done}
        | {str(status): _response(_REASONS[status], problem) for status in sorted(statuses)},
    }
    if endpoint.body is not None:
        content = _json(schema_of[id(endpoint.body)])
        operation["requestBody"] = {"required": True, "content": content}
    if endpoint.token != "none":
        operation["security"] = [{"token": []}] + ([{}] if endpoint.token == "optional" else [])
    return operation


def _path_parameters(endpoint: Endpoint) -> list[dict[str, Any]]:
    return [
        {"name": name, "in": "path", "required": True, "schema": _PARAMS[name]}
        for name in re.findall(r"{(\w+)}", endpoint.path)
    ]


def _query_parameters(endpoint: Endpoint) -> list[dict[str, Any]]:
    (_,), found = msgspec.json.schema_components([endpoint.query], ref_template=_REF)
    properties = found[endpoint.query.__name__].get("properties", {})
    return [
        {"name": name, "in": "query", "required": False, "schema": _without_null(schema)}
        for name, schema in properties.items()
    ]


def _without_null(schema: dict[str, Any]) -> dict[str, Any]:
    """A parameter that may be left out is never null."""
    if "anyOf" not in schema:
        return schema
    (kind,) = (option for option in schema["anyOf"] if option.get("type") != "null")
    return dict(kind)


def _json(schema: dict[str, Any]) -> dict[str, Any]:
    return {"application/json": {"schema": schema}}


def _response(description: str, content: dict[str, Any] | None) -> dict[str, Any]:
    return {"description": description} | ({} if content is None else {"content": content})


_SOCKETS = """Tables of Estoril, for people and bots.

Play goes over a socket: `GET /api/tables/{{table}}/socket`, protocol {protocol}. A client sends
`Asked` messages and gets `Told` messages, as text frames of JSON. The first one is `hello`, with
the token of the seat (without one: a spectator) and, after a break, `since`, the number of the last
news that arrived. Tokens never go into a URL: they are sent in `hello` or in the Authorization
header.
"""
