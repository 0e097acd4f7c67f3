"""The files of the browser client: built by `make web`, part of the wheel, kept in memory."""

from __future__ import annotations

import mimetypes
from functools import cache
from pathlib import Path
from typing import Final

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from estoril.server.pages import home
from estoril.words import accepted

FOLDER: Final = Path(__file__).parent / "static"
_FOREVER: Final = "public, max-age=31536000, immutable"  # names have a hash of their content
_SCREENS: Final = (
    "/",
    "/t/{table}",
    "/t/{table}/replay",
    "/rules",
    "/learn",
    "/how-to-play",
    "/credits",
)
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
    page = _answer(request, "index.html", "no-cache")
    return page or await _plain(request)


async def _plain(request: Request) -> Response:
    """Say what there is for those who write programs, and to browsers where no client is built."""
    language = accepted(request.headers.get("accept-language", ""))
    return Response(home(language), headers={"vary": "accept-language"}, media_type="text/html")


async def _asset(request: Request) -> Response:
    name = request.path_params["name"]
    found = _answer(request, name, _FOREVER) if not name.startswith(".") else None
    return found or Response(status_code=404)


def routes() -> list[Route]:
    """Return the routes of the client."""
    return [
        *(Route(path, _screen, methods=["GET"]) for path in _SCREENS),
        Route("/developers", _plain, methods=["GET"]),
        Route("/assets/{name}", _asset, methods=["GET"]),
    ]
