"""Pages: the client's, dressed for its reader and for previews of links, and that for programs."""

from __future__ import annotations

import base64
import hashlib
from functools import cache
from html import escape
from typing import Final

import msgspec

from estoril.server.endpoints import ENDPOINTS
from estoril.wire.rest import Listing
from estoril.words import listed, say, say_many

_STYLE: Final = """
:root { color-scheme: light dark; }
body { font: 1.05rem/1.55 system-ui, sans-serif; max-width: 46rem; margin: 0 auto; padding: 2rem;
  background: #f6efe0; color: #12293f; }
h1 { font-size: 2.4rem; letter-spacing: .04em; margin: 0; }
h1 + p { margin-top: .2rem; color: #a4462f; }
table { border-collapse: collapse; width: 100%; }
td { padding: .35rem .8rem .35rem 0; border-top: 1px solid #d9c9a3; vertical-align: top; }
code { font-size: .92em; }
a { color: #0b5a7a; }
@media (prefers-color-scheme: dark) {
  body { background: #0c1f30; color: #f1e6cd; } a { color: #8fd0ea; }
  h1 + p { color: #f2a58c; } td { border-color: #2c4a63; } }
"""
_STYLE_HASH: Final = base64.b64encode(hashlib.sha256(_STYLE.encode()).digest()).decode()

# Everything from this server alone, no script from a page, no frame around it.
POLICY: Final = (
    "default-src 'none'; script-src 'self'; "
    f"style-src 'self' 'sha256-{_STYLE_HASH}'; img-src 'self' data:; font-src 'self'; "
    "connect-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; "
    "form-action 'none'; frame-ancestors 'none'"
)


class Card(msgspec.Struct, frozen=True):
    """What a preview says of a link: no secret, as whoever sees the link sees it."""

    title: str
    about: str


def card_of_table(listing: Listing | None, language: str, *, replay: bool) -> Card:
    """Return the card of a table; of one that strangers do not find, it tells nobody's name."""
    title = say("front.replay" if replay else "front.table", language)
    if listing is None:
        return Card(title, say("front.about", language))
    names = [seat.name for seat in listing.seats if seat.holder == "person"]
    bots = sum(seat.holder == "bot" for seat in listing.seats)
    who = listed([*names, *([say_many("front.bots", bots, language)] if bots else ())], language)
    told = [say("front.who", language, players=who)] if who else []
    if listing.open_seats:
        told.append(say_many("front.free", listing.open_seats, language))
    return Card(title, " ".join(told))


def card_of(language: str) -> Card:
    """Return the card of all other pages."""
    return Card(say("front.title", language), say("front.about", language))


def dress(page: str, card: Card, language: str, address: str, image: str | None) -> str:
    """Dress the built page of the client: language, title, preview, words for the worst case.

    Args:
        page: As it was built, with marks where something goes.
        card: What a preview says.
        language: The reader's.
        address: Of the page, with its host.
        image: The address of a picture of 800 x 420, if there is one.
    """
    tags = {
        "og:type": "website",
        "og:site_name": say("front.title", language),
        "og:title": card.title,
        "og:description": card.about,
        "og:url": address,
        "og:locale": language,
    }
    if image is not None:
        tags |= {"og:image": image, "og:image:width": "800", "og:image:height": "420"}
    head = [
        f'<meta name="description" content="{escape(card.about)}">',
        f'<meta name="twitter:card" content="{"summary_large_image" if image else "summary"}">',
        *(f'<meta property="{name}" content="{escape(text)}">' for name, text in tags.items()),
    ]
    parts = {
        'lang="en"': f'lang="{escape(language)}"',
        "<title>Estoril</title>": f"<title>{escape(card.title)}</title>\n" + "\n".join(head),
        "<!--script-->": escape(say("front.script", language)),
        "<!--lost-->": escape(say("front.lost", language)),
    }
    for mark, text in parts.items():
        page = page.replace(mark, text, 1)
    return page


@cache
def home(language: str) -> str:
    """Return the page; the endpoints are told in the language of programs, English."""
    rows = "".join(
        f"<tr><td><code>{escape(e.method)} {escape(e.path)}</code></td>"
        f"<td>{escape(e.summary)}</td></tr>"
        for e in ENDPOINTS
    )
    return (
        f'<!doctype html><html lang="{language}"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>Estoril</title><style>{_STYLE}</style></head><body><main>"
        f"<h1>Estoril</h1><p>{escape(say('home.subtitle', language))}</p>"
        f"<p>{escape(say('home.what', language))}</p>"
        f"<p>{escape(say('home.bots', language))} <code>examples/online_bot.py</code></p>"
        f"<p>{escape(say('home.description', language))} "
        "<a href='/openapi.json'>/openapi.json</a>. "
        f"{escape(say('home.socket', language))} <code>/api/tables/{{table}}/socket</code>.</p>"
        f"<table>{rows}"
        f"<tr><td><code>GET <a href='/healthz'>/healthz</a></code></td>"
        f"<td>{escape(say('home.health', language))}</td></tr>"
        f"<tr><td><code>GET <a href='/readyz'>/readyz</a></code></td>"
        f"<td>{escape(say('home.ready', language))}</td></tr>"
        f"<tr><td><code>GET <a href='/metrics'>/metrics</a></code></td>"
        f"<td>{escape(say('home.metrics', language))}</td></tr></table>"
        "</main></body></html>"
    )
