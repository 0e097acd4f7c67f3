"""`estoril serve`: tables for everyone."""

from __future__ import annotations

import os
import sys
import webbrowser
from threading import Timer
from typing import Annotated

import typer

from estoril.server import serve as server
from estoril.server.settings import PORT, Settings
from estoril.server.storage import default_url
from estoril.words import say, spoken


def serve(
    host: Annotated[str, typer.Option("--host", help=say("cli.serve.host"))] = "127.0.0.1",
    port: Annotated[int, typer.Option("--port", help=say("cli.serve.port"))] = PORT,
    database: Annotated[
        str,
        typer.Option(
            "--database",
            envvar="ESTORIL_DATABASE",
            help=say("cli.serve.database"),
            show_default=False,
            show_envvar=True,
        ),
    ] = "",
    workers: Annotated[int, typer.Option("--workers", min=1, help=say("cli.serve.workers"))] = 1,
    open_browser: Annotated[bool, typer.Option("--open", help=say("cli.serve.open"))] = False,
    bot_processes: Annotated[
        int, typer.Option("--bot-processes", min=1, help=say("cli.serve.bot_processes"))
    ] = max(1, (os.cpu_count() or 2) - 1),
    webhooks: Annotated[bool, typer.Option("--webhooks", help=say("cli.serve.webhooks"))] = False,
    private_webhooks: Annotated[
        bool, typer.Option("--private-webhooks", help=say("cli.serve.private_webhooks"))
    ] = False,
    push: Annotated[bool, typer.Option("--push/--no-push", help=say("cli.serve.push"))] = True,
    origin: Annotated[
        list[str] | None, typer.Option("--origin", help=say("cli.serve.origin"))
    ] = None,
    proxy: Annotated[
        list[str] | None,
        typer.Option(
            "--proxy", envvar="ESTORIL_PROXY", help=say("cli.serve.proxy"), show_envvar=True
        ),
    ] = None,
    public_url: Annotated[
        str | None, typer.Option("--public-url", help=say("cli.serve.public_url"))
    ] = None,
) -> None:
    """Serve tables until Ctrl-C."""
    settings = Settings(
        database=database or default_url(),
        host=host,
        port=port,
        proxies=tuple(proxy or ()),
        origins=tuple(origin or ()),
        language=spoken(),
        public_url=public_url.rstrip("/") if public_url else None,
        webhooks=webhooks,
        private_webhooks=private_webhooks,
        push=push,
        bot_processes=bot_processes,
    )
    server.check(settings, workers)
    listening = server.listen(host, port)
    address = server.address_of(settings, listening)
    typer.echo(say("cli.serve.at", address=address))
    if open_browser and _has_screen():
        timer = Timer(1.0, webbrowser.open, [address])  # when the server answers
        timer.daemon = True
        timer.start()
    server.run(settings, listening, workers)


def _has_screen() -> bool:
    """Say whether a browser would open a window; one in this terminal would be in the way."""
    if sys.platform in ("win32", "darwin"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
