"""The commands and the options that belong to none, read by typer."""

from __future__ import annotations

from estoril.extras import need

need("cli")

from importlib import import_module
from typing import Annotated, Any, Final

import typer
from typer.core import TyperCommand, TyperGroup, TyperOption

from estoril.cli import COMMANDS, manual, version_line
from estoril.cli.completing import Values, answer_shells
from estoril.cli.failures import guarded
from estoril.cli.language import ASKED, OPTION, speak_as_asked
from estoril.cli.misuse import misuse, no_command, told
from estoril.words import say, spoken
from estoril.words.choosing import VARIABLE

_SETTINGS: Final = {"help_option_names": ["-h", "--help"]}


class Command(TyperCommand):
    """A command that explains itself by the manual."""

    def get_help(self, ctx: Any) -> str:
        """Write the help."""
        return manual.as_help(manual.page(self, ctx.command_path))


class CommandGroup(TyperGroup):
    """Commands under one name: explained by the manual, found by name or not at all."""

    def get_help(self, ctx: Any) -> str:
        """Write the help."""
        return manual.as_help(manual.page(self, ctx.command_path))

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """Find the command that is called, and load it."""
        if args[0] not in self.commands and not ctx.resilient_parsing:
            raise misuse(no_command(args[0], list(self.commands)), ctx.command_path)
        name, _, rest = super().resolve_command(ctx, args)
        return name, name and self.load(name), rest

    def load(self, name: str) -> Any:
        """Return a command by its name."""
        return self.commands[name]


class Root(CommandGroup):
    """All commands: listed by name and text, loaded when called, guarded while they run."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Find out in which language to speak, then read the arguments."""
        if ctx.resilient_parsing:  # a shell asks how the line could go on
            self.learn()
            return super().parse_args(ctx, args)
        with guarded(), told(ctx):
            rest = speak_as_asked(args)
            if len(rest) < len(args):
                ctx.meta[ASKED] = spoken()
            self.learn()
            return super().parse_args(ctx, rest)

    def learn(self) -> None:
        """Have all texts in the language that is spoken."""
        self.help = say("cli.help")
        self.commands = {name: TyperCommand(name, help=_about(name)) for name in COMMANDS}
        for option in self.params:
            if isinstance(option, TyperOption):
                option.help = say(f"cli.{option.name}.help")

    def load(self, name: str) -> Any:
        """Load a command."""
        return _load(name)

    def invoke(self, ctx: Any) -> Any:
        """Run the command that is called."""
        with guarded(), told(ctx):
            return super().invoke(ctx)


def _about(name: str) -> str:
    return say(f"cli.{name}")


def new_app(**choices: Any) -> typer.Typer:
    """Return an empty application of typer, as all of ours are."""
    return typer.Typer(
        add_completion=False, rich_markup_mode=None, context_settings=_SETTINGS, **choices
    )


def _load(name: str) -> Any:
    """Make a command of its function, or a group of its commands."""
    module = import_module(f"estoril.cli.{COMMANDS[name]}")
    if isinstance(group := getattr(module, "app", None), typer.Typer):
        group.info.name, group.info.help = name, _about(name)
        return typer.main.get_command(group)
    function = getattr(module, name)
    alone = new_app()
    alone.command(name, cls=Command, help=_about(name))(function)
    return typer.main.get_command(alone)


answer_shells()
app = new_app(name="estoril", cls=Root, no_args_is_help=True, pretty_exceptions_enable=False)


def root() -> Any:
    """Return the command `estoril` with all texts, for those who describe it."""
    found: Any = typer.main.get_command(app)
    found.learn()
    return found


def _tell_version(wanted: bool) -> None:
    """Print the version and which engine runs, and stop."""
    if wanted:
        typer.echo(version_line())
        raise typer.Exit


@app.callback()
def estoril(
    version: Annotated[
        bool, typer.Option("--version", "-V", callback=_tell_version, is_eager=True)
    ] = False,
    language: Annotated[
        str | None,
        typer.Option(OPTION, envvar=VARIABLE, autocompletion=Values.languages),
    ] = None,
) -> None:
    """List the options that belong to no command; their help is `cli.NAME.help`."""
