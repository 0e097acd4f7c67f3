"""`estoril completion`: the script that teaches a shell to complete."""

from __future__ import annotations

from typing import Annotated

import typer

from estoril.cli.completing import SHELLS, VARIABLE, Values
from estoril.errors import SetupError
from estoril.words import say


def completion(
    shell: Annotated[
        str,
        typer.Argument(
            metavar="SHELL", help=say("cli.completion.shell"), autocompletion=Values.shells
        ),
    ],
) -> None:
    """Print the script that lets a shell complete commands, options and values."""
    from typer.completion import get_completion_script  # type: ignore[attr-defined]

    if shell not in SHELLS:
        raise SetupError("cli.completion.unknown", shell=shell, known=", ".join(SHELLS))
    typer.echo(get_completion_script(prog_name="estoril", complete_var=VARIABLE, shell=shell))
