"""`estoril serve`: tables for everyone."""

from __future__ import annotations

import inspect
import os
import sys
import webbrowser
from pathlib import Path
from threading import Timer
from typing import Annotated, Any, Final

import typer
from msgspec import inspect as types

from estoril.cli.failures import BAD_INPUT, complain
from estoril.cli.language import ASKED
from estoril.cli.options import names
from estoril.cli.output import new_table, print_table
from estoril.errors import EstorilError
from estoril.server import checking
from estoril.server import serve as server
from estoril.server.configuring import SETTINGS, Configuration, Setting, SettingSource, configure
from estoril.words import say

_LANGUAGE: Final = "language"  # an option of all commands
_PLAIN: Final = {types.IntType: int, types.FloatType: float, types.BoolType: bool}

Config = Annotated[Path | None, typer.Option("--config", help=say("cli.serve.config"))]


def serve(
    context: typer.Context,
    config: Config = None,
    also: Annotated[list[str] | None, typer.Option("--set", help=say("cli.serve.set"))] = None,
    check: Annotated[bool, typer.Option("--check", help=say("cli.serve.check"))] = False,
    open_browser: Annotated[bool, typer.Option("--open", help=say("cli.serve.open"))] = False,
    **given: Any,
) -> None:
    """Serve tables until Ctrl-C."""
    configured = configure(_given(context, given), os.environ, config, also or ())
    problems: list[EstorilError] = [*configured.problems]
    if not problems or check:
        problems += checking.problems(configured.settings)
    if check:
        _show(configured)
    for problem in problems:
        complain(str(problem))
    if problems:
        raise typer.Exit(BAD_INPUT)
    if check:
        typer.echo(say("cli.serve.fine"))
    else:
        _run(configured, open_browser=open_browser)


def _given(context: Any, values: dict[str, Any]) -> dict[str, object]:
    """Return what was given on the command line, and not by default."""
    found = {
        name: _split(value)
        for name, value in values.items()
        if context.get_parameter_source(name).name == "COMMANDLINE"
    }
    if asked := context.meta.get(ASKED):
        found[_LANGUAGE] = asked
    return found


def _split(value: Any) -> Any:
    """Let a list be given with commas between, as everywhere."""
    return [part for text in value for part in names(text)] if isinstance(value, list) else value


def _options() -> list[inspect.Parameter]:
    """Make an option of each plain setting."""
    return [
        inspect.Parameter(
            setting.path[0],
            inspect.Parameter.KEYWORD_ONLY,
            default=list(setting.default) if setting.is_list else setting.default,
            annotation=_annotation(setting),
        )
        for setting in SETTINGS
        if setting.is_plain and setting.name != _LANGUAGE
    ]


def _annotation(setting: Setting) -> Any:
    name = setting.path[0].replace("_", "-")
    kind: Any = list[str] if setting.is_list else _PLAIN.get(type(setting.type), str | None)
    switch = f"--{name}/--no-{name}" if kind is bool else f"--{name}"
    shown = setting.name not in ("database", "bot_processes")  # they differ by machine
    option = typer.Option(switch, help=say(f"cli.serve.{setting.name}"), show_default=shown)
    return Annotated[kind, option]


_own = [*inspect.signature(serve, eval_str=True).parameters.values()][:-1]
serve.__signature__ = inspect.Signature([*_own, *_options()])  # type: ignore[attr-defined]


def _show(configured: Configuration) -> None:
    """Print what is set, and where that was said."""
    table = new_table(*(say(f"cli.serve.column.{column}") for column in ("name", "value", "from")))
    for setting, value, source in configured.rows():
        table.add_row(setting.name, _written(setting, value), _told(source))
    print_table(table)


def _written(setting: Setting, value: Any) -> str:
    """Write a value as the file has it; a password is nobody's business."""
    match value:
        case None:
            return "-"
        case bool():
            return str(value).lower()
        case float():
            return f"{value:g}"
        case tuple():
            return ", ".join(value) or "-"
        case str() if setting.name == "database":
            return checking.without_password(value)
        case _:
            return str(value)


def _told(source: SettingSource) -> str:
    return source.name or say(f"cli.serve.from.{source.origin}")


def _run(configured: Configuration, *, open_browser: bool) -> None:
    settings = configured.settings
    server.prepare(settings)
    listening = server.listen(settings.host, settings.port)
    address = server.address_of(settings, listening)
    typer.echo(say("cli.serve.at", address=address))
    if open_browser and _has_screen():
        timer = Timer(1.0, webbrowser.open, [address])  # when the server answers
        timer.daemon = True
        timer.start()
    server.run(settings, listening)


def _has_screen() -> bool:
    """Say whether a browser would open a window; one in this terminal would be in the way."""
    if sys.platform in ("win32", "darwin"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
