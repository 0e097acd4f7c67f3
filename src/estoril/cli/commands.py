"""The commands and the options that belong to none, read by typer."""

from __future__ import annotations

from estoril.extras import need

need("cli")

from importlib import import_module
from typing import Annotated, Any

import typer
from typer.core import TyperCommand, TyperGroup, TyperOption

from estoril.cli import COMMANDS, version_line
from estoril.cli.failures import guarded
from estoril.cli.language import ASKED, OPTION, speak_as_asked
from estoril.words import say, spoken
from estoril.words.choosing import VARIABLE


class CommandGroup(TyperGroup):
    """The commands: listed by name and text, loaded when called, guarded while they run."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Find out in which language to speak, then read the arguments."""
        with guarded():
            rest = speak_as_asked(args)
        if len(rest) < len(args):
            ctx.meta[ASKED] = spoken()
        self.help = say("cli.help")
        self.commands = {name: TyperCommand(name, help=_about(name)) for name in COMMANDS}
        for option in self.params:
            if isinstance(option, TyperOption):
                option.help = say(f"cli.{option.name}.help")
        return super().parse_args(ctx, rest)

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """Find the command that is called, and load it."""
        name, _, rest = super().resolve_command(ctx, args)
        return name, name and _load(name), rest

    def invoke(self, ctx: Any) -> Any:
        """Run the command that is called."""
        with guarded():
            return super().invoke(ctx)


def _about(name: str) -> str:
    return say(f"cli.{name}")


def _load(name: str) -> Any:
    """Make a command of its function, or a group of its commands."""
    module = import_module(f"estoril.cli.{COMMANDS[name]}")
    if isinstance(group := getattr(module, "app", None), typer.Typer):
        group.info.name, group.info.help = name, _about(name)
        return typer.main.get_command(group)
    function = getattr(module, name)
    alone = typer.Typer(add_completion=False, rich_markup_mode=None)
    alone.command(name, help=_about(name))(function)
    return typer.main.get_command(alone)


app = typer.Typer(
    name="estoril",
    cls=CommandGroup,
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)


def _tell_version(wanted: bool) -> None:
    """Print the version and which engine runs, and stop."""
    if wanted:
        typer.echo(version_line())
        raise typer.Exit


@app.callback()
def estoril(
    version: Annotated[
        bool, typer.Option("--version", callback=_tell_version, is_eager=True)
    ] = False,
    language: Annotated[str | None, typer.Option(OPTION, envvar=VARIABLE, show_envvar=True)] = None,
) -> None:
    """List the options that belong to no command; their help is `cli.NAME.help`."""
