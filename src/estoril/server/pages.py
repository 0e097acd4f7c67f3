"""The page for those who write programs: what the server offers."""

from __future__ import annotations

import base64
import hashlib
from functools import cache
from html import escape
from typing import Final

from estoril.server.endpoints import ENDPOINTS
from estoril.words import say

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
    "connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'"
)


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
