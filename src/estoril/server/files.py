"""The files of the browser client: built by `make web`, part of the wheel, kept in memory."""

from __future__ import annotations

import mimetypes
from functools import cache
from pathlib import Path
from typing import Final

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from estoril.server import pages
from estoril.server.access import is_table_id
from estoril.server.house import House
from estoril.server.storage import StoreError
from estoril.words import accepted

FOLDER: Final = Path(__file__).parent / "static"
_FOREVER: Final = "public, max-age=31536000, immutable"  # names have a hash of their content
_SCREENS: Final = (
    "/",
    "/games",
    "/rules",
    "/learn",
    "/how-to-play",
    "/credits",
    "/puzzles",
    "/puzzles/{puzzle}",
    "/strong",
)
_TABLES: Final = ("/t/{table}", "/t/{table}/replay", "/t/{table}/review")
_WORKER: Final = "worker.js"  # it stands at the top, as it may answer for pages below it alone
_TYPES: Final = {".woff2": "font/woff2", ".webmanifest": "application/manifest+json"}
_PACKED: Final = (("br", ".br"), ("gzip", ".gz"))  # the smallest first


@cache
def _names() -> frozenset[str]:
    """Return the names of all built files; nothing else is looked for."""
    return frozenset(path.name for path in FOLDER.glob("*") if path.is_file())


@cache
def _read(name: str) -> bytes:
    return (FOLDER / name).read_bytes()


def read(name: str) -> bytes | None:
    """Read a built file; None where there is none."""
    return _read(name) if name in _names() else None


def _answer(request: Request, name: str, cache_control: str) -> Response | None:
    """Answer with a file, packed where the browser can unpack it."""
    plain = read(name)
    if plain is None:
        return None
    suffix = Path(name).suffix
    kind = _TYPES.get(suffix) or mimetypes.guess_type(name)[0] or "application/octet-stream"
    headers = {"cache-control": cache_control, "vary": "accept-encoding"}
    codings = request.headers.get("accept-encoding", "")
    for coding, ending in _PACKED:
        packed = read(name + ending)
        if packed is not None and coding in codings:
            return Response(
                packed, headers={**headers, "content-encoding": coding}, media_type=kind
            )
    return Response(plain, headers=headers, media_type=kind)


async def _screen(request: Request) -> Response:
    """Answer with the page of the client, which finds out itself what to show."""
    return _page(request, pages.card_of(_language(request)))


async def _table(request: Request) -> Response:
    """Answer with the page of the client, and with what a preview may say of a table."""
    table = request.path_params["table"]
    replay = request.url.path.endswith(("/replay", "/review"))
    house: House = request.app.state.house
    status, listing = 200, None
    try:
        found = await house.metadata.find(table) if is_table_id(table) else None
        status = 404 if found is None else 200
        listing = found.listing if found is not None and found.listed else None
    except StoreError:
        pass  # the page says itself what cannot be reached
    return _page(request, pages.card_of_table(listing, _language(request), replay=replay), status)


def unknown(request: Request) -> Response:
    """Answer a browser at an address that leads nowhere, in our own words."""
    return _page(request, pages.card_of(_language(request)), 404)


def _language(request: Request) -> str:
    return accepted(request.headers.get("accept-language", ""))


def _page(request: Request, card: pages.Card, status: int = 200) -> Response:
    built = read("index.html")
    if built is None:
        return _plain_page(request, status)
    house: House = request.app.state.house
    base = house.settings.public_url or str(request.base_url).rstrip("/")
    preview = _preview()
    dressed = pages.dress(
        built.decode(),
        card,
        _language(request),
        f"{base}{request.url.path}",
        f"{base}/assets/{preview}" if preview else None,
    )
    headers = {"cache-control": "no-cache", "vary": "accept-language"}
    return Response(dressed, status, headers, media_type="text/html")


@cache
def _preview() -> str | None:
    """Return the name of the picture for previews."""
    return next((name for name in _names() if name.startswith("preview-")), None)


async def _plain(request: Request) -> Response:
    """Say what there is for those who write programs, and to browsers where no client is built."""
    return _plain_page(request, 200)


def _plain_page(request: Request, status: int) -> Response:
    headers = {"vary": "accept-language"}
    return Response(pages.home(_language(request)), status, headers, media_type="text/html")


async def _worker(request: Request) -> Response:
    found = _answer(request, _WORKER, "no-cache")
    if found is None:
        raise HTTPException(404)
    return found


async def _asset(request: Request) -> Response:
    name = request.path_params["name"]
    found = _answer(request, name, _FOREVER) if not name.startswith(".") else None
    if found is None:
        raise HTTPException(404)
    return found


def routes() -> list[Route]:
    """Return the routes of the client."""
    return [
        *(Route(path, _screen, methods=["GET"]) for path in _SCREENS),
        *(Route(path, _table, methods=["GET"]) for path in _TABLES),
        Route(f"/{_WORKER}", _worker, methods=["GET"]),
        Route("/developers", _plain, methods=["GET"]),
        Route("/assets/{name}", _asset, methods=["GET"]),
    ]
