"""Checking: what of a server's settings cannot work here, before anything is started or changed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from urllib.parse import urlsplit

from estoril.bots import make
from estoril.choices import BOTS
from estoril.errors import EstorilError
from estoril.server.addresses import networks
from estoril.server.configuring import SettingError
from estoril.server.settings import Settings
from estoril.server.storage import inspecting, urls
from estoril.words import is_known, unknown


def problems(settings: Settings) -> list[EstorilError]:
    """Return all that is wrong; nothing is made or changed."""
    return list(_problems(settings))


def _problems(settings: Settings) -> Iterator[EstorilError]:
    for proxy in settings.proxies:
        yield from _caught(partial(networks, [proxy]))
    if settings.public_url is not None and not _is_site(settings.public_url):
        yield SettingError("error.setting.url", name="public_url", value=settings.public_url)
    for origin in settings.origins:
        if not _is_site(origin) or urlsplit(origin).path:
            yield SettingError("error.setting.url", name="origin", value=origin)
    if not is_known(settings.language):
        yield unknown(settings.language)
    if not settings.bots:
        yield SettingError("error.setting.bots")
    for bot in set(settings.bots) - set(BOTS):
        yield from _caught(partial(make, bot))
    yield from _database(settings)


def _database(settings: Settings) -> Iterator[EstorilError]:
    try:
        url = urls.parse(settings.database)
    except EstorilError as problem:
        yield problem
        return
    if settings.workers > 1 and url.get_backend_name() == "sqlite":
        yield SettingError("error.serve.shared")
    yield from _caught(partial(inspecting.look, url, migrate=settings.migrate))


def _caught(work: Callable[[], object]) -> Iterator[EstorilError]:
    try:
        work()
    except EstorilError as problem:
        yield problem


def _is_site(text: str) -> bool:
    """Say whether a text is the address of a site."""
    try:
        parts = urlsplit(text)
        return parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:
        return False


def without_password(database: str) -> str:
    """Return the URL of a database as it may be shown."""
    try:
        return urls.parse(database).render_as_string(hide_password=True)
    except EstorilError:
        return "?"  # whatever it is, a password may be in it
