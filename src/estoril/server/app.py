"""The application: routes, limits, headers and errors around the house."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections.abc import AsyncIterator
from typing import Any, Final

import msgspec
from starlette.applications import Starlette
from starlette.datastructures import MutableHeaders
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from estoril.errors import EstorilError
from estoril.server import files, logs
from estoril.server.addresses import Addresses, origin_of
from estoril.server.endpoints import ENDPOINTS, Call, Endpoint
from estoril.server.figures import Berth
from estoril.server.house import House
from estoril.server.logs import log, logger
from estoril.server.openapi import describe
from estoril.server.pages import POLICY
from estoril.server.refusals import Refusal, decode, problem_of
from estoril.server.settings import Settings
from estoril.server.sockets import Admission, Sockets
from estoril.server.storage import Store
from estoril.wire.rest import Health, Ready

JSON: Final = "application/json"
_HEADERS: Final = {
    "content-security-policy": POLICY,
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
}
_OPENING: Final = (
    "openTable",
    "tryAgain",
)  # they make tables, of which an address may have so many
_encoder = msgspec.json.Encoder()


class Application:
    """Requests go to Starlette, and sockets past it, to `sockets`.

    What lies between would see every message of every socket, and has nothing to do there.
    """

    def __init__(self, settings: Settings, place: Berth | None = None) -> None:
        self.addresses = Addresses(settings.proxies)
        door = Admission(settings.limits, self.addresses)
        self.sockets = Sockets(door)
        self._rest = _build(settings, door, place)

    def turned_away(self, limit: str) -> None:
        """Count somebody whom a limit kept out before there was a request."""
        self._rest.state.house.metrics.limited.add(limit)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve a request; or begin and end, of which uvicorn need not show the inside."""
        if scope["type"] == "lifespan":
            await self._rest(scope, receive, lambda message: send({**message, "message": ""}))
        else:
            await self._rest(scope, receive, send)


async def open_store(settings: Settings) -> Store:
    """Open the database that a server is told to use."""
    return await Store.open(
        settings.database,
        settings.database_seconds,
        migrate=settings.migrate,
        backups=settings.backups,
    )


def _build(settings: Settings, door: Admission, place: Berth | None) -> Starlette:
    """Make the part for requests; the database is opened when it starts."""

    @contextlib.asynccontextmanager
    async def life(app: Starlette) -> AsyncIterator[dict[str, House]]:
        try:
            store = await open_store(settings)
        except EstorilError as problem:
            log("not started", level=logging.ERROR, why=str(problem))
            raise
        except Exception as problem:
            logger.error("not started", exc_info=problem)
            raise
        house = House(settings, store, place)
        app.state.house = house
        await house.start()
        log("started", version=_version())
        yield {"house": house}
        await house.stop()
        log("stopped")

    app = Starlette(
        routes=[
            *(_route(endpoint, door) for endpoint in ENDPOINTS),
            *files.routes(),
            Route("/openapi.json", _openapi, methods=["GET"]),
            Route("/healthz", _health, methods=["GET"]),
            Route("/readyz", _ready, methods=["GET"]),
            Route("/metrics", _metrics, methods=["GET"]),
        ],
        lifespan=life,
        exception_handlers={HTTPException: _http_problem, Exception: _our_fault},
    )
    app.add_middleware(_Front, addresses=door.addresses, shown=settings.log_addresses)
    return app


def _version() -> str:
    from estoril import __version__

    return __version__


# -- endpoints --------------------------------------------------------------------------------


def _route(endpoint: Endpoint, door: Admission) -> Route:
    """Make the route of an endpoint: limits, token, query and body are dealt with here."""
    decoder = None if endpoint.body is None else msgspec.json.Decoder(endpoint.body)

    async def respond(request: Request) -> Response:
        house: House = request.app.state.house
        address = door.addresses.of(request.scope)
        try:
            _check_limits(endpoint, door, address)
            token = _token(request)
            query = msgspec.convert(dict(request.query_params), endpoint.query, strict=False)
            body = None
            if decoder is not None:
                body = decode(decoder, await _body(request, door.limits.body))
            reads = request.headers.get("accept-language", "")
            origin = origin_of(address)
            call = Call(house, request.path_params, token, query, body, reads, origin)
            answer = await endpoint.handler(call)
        except Exception as error:
            return _problem(error, house, door, address)
        if endpoint.answer is None:
            return Response(status_code=endpoint.status)
        return _json(answer, endpoint.status)

    respond.__name__ = endpoint.name
    return Route(endpoint.path, respond, methods=[endpoint.method], name=endpoint.name)


def _check_limits(endpoint: Endpoint, door: Admission, address: str) -> None:
    if not door.requests.take(address) or door.guesses.is_empty(address):
        raise Refusal("refused.limit.requests", 429)
    if endpoint.name in _OPENING and not door.tables.take(address):
        raise Refusal("refused.limit.tables", 429)


def _token(request: Request) -> str | None:
    """Return the token of the Authorization header."""
    header = request.headers.get("authorization")
    if header is None:
        return None
    scheme, _, token = header.partition(" ")
    if scheme.lower() != "bearer" or not 20 <= len(token) <= 64 or not token.isascii():
        raise Refusal("refused.token.form", 401)
    return token


async def _body(request: Request, most: int) -> bytes:
    """Read a body of limited size."""
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != JSON:
        raise Refusal("refused.not_json", 415)
    data = bytearray()
    async for chunk in request.stream():
        data += chunk
        if len(data) > most:
            raise Refusal("refused.limit.body", 413, most=most)
    return bytes(data)


def _json(value: Any, status: int = 200) -> Response:
    return Response(_encoder.encode(value), status, {"cache-control": "no-store"}, media_type=JSON)


def _problem(error: Exception, house: House, door: Admission, address: str) -> Response:
    """Answer an error; wrong tokens and limits are counted, what is our fault is logged."""
    if isinstance(error, ClientDisconnect):
        error = Refusal("refused.limit.slow", 408)
    status, problem = problem_of(error)
    if problem.code == "token.unknown":
        door.guesses.take(address)
    house.metrics.refusals.add(problem.code)
    if problem.code.startswith("limit."):
        house.metrics.limited.add(problem.code)
    if status == 500:
        logger.error("a request failed", exc_info=error)
    response = _json(problem, status)
    if status == 401:
        response.headers["www-authenticate"] = "Bearer"
    if status in (429, 503):
        response.headers["retry-after"] = "5"
    return response


async def _http_problem(request: Request, error: Exception) -> Response:
    """Answer unknown paths and methods; browsers see a page, programs the form of all answers."""
    assert isinstance(error, HTTPException)
    if error.status_code == 404 and _is_browser(request):
        return files.unknown(request)
    keys = {404: "refused.path.unknown", 405: "refused.path.method"}
    key = keys.get(error.status_code, "refused.server")
    status, problem = problem_of(Refusal(key, error.status_code))
    response = _json(problem, status)
    response.headers.update(error.headers or {})
    return response


def _is_browser(request: Request) -> bool:
    """Say whether somebody is at an address, and no program asks."""
    reads = request.headers.get("accept", "")
    return "text/html" in reads and not request.url.path.startswith("/api")


async def _our_fault(request: Request, error: Exception) -> Response:
    logger.error("a request failed", exc_info=error)
    return _json(problem_of(error)[1], 500)


# -- the rest ---------------------------------------------------------------------------------


async def _openapi(request: Request) -> Response:
    return Response(describe(), media_type=JSON)


async def _health(request: Request) -> Response:
    """Say that the process lives, whatever its database does."""
    house: House = request.app.state.house
    return _json(Health(status="stopping" if house.stopping else "ok"))


async def _ready(request: Request) -> Response:
    """Say whether people are to be sent here: what they do can be kept."""
    house: House = request.app.state.house
    problem = await house.store.pulse.feel()
    ready = Ready(ready=problem is None and not house.stopping, database=problem or "ok")
    return _json(ready, 200 if ready.ready else 503)


async def _metrics(request: Request) -> Response:
    house: House = request.app.state.house
    text = await asyncio.to_thread(house.figures.text)
    return Response(text, media_type="text/plain; version=0.0.4")


class _Front:
    """Adds security headers to every answer, counts it and logs it, without its query."""

    def __init__(self, app: ASGIApp, addresses: Addresses, shown: bool) -> None:
        self._app = app
        self._addresses = addresses
        self._shown = shown

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        started = time.perf_counter()
        address = self._addresses.of(scope) if self._shown else ""
        id = logs.serve(self._addresses.request_id(scope), address)

        async def dressed(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in _HEADERS.items():
                    headers.setdefault(name, value)
                headers["x-request-id"] = id
                _note(scope, message["status"], time.perf_counter() - started)
            await send(message)

        await self._app(scope, receive, dressed)


def _note(scope: Scope, status: int, seconds: float) -> None:
    house: House | None = getattr(scope["app"].state, "house", None)
    if house is not None:
        house.metrics.requests.add(str(status))
    route = scope.get("endpoint")
    name = getattr(route, "__name__", "unknown")
    log(
        "request", method=scope["method"], endpoint=name, status=status, ms=round(seconds * 1000, 1)
    )
