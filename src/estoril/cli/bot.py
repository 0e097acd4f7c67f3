"""`estoril bot`: a bot of ours as a program, for whoever speaks the protocol of programs."""

from __future__ import annotations

import sys
from contextlib import redirect_stdout
from typing import Annotated

import typer

from estoril.bots.speaking import speak
from estoril.cli.completing import Values
from estoril.words import say


def bot(
    spec: Annotated[
        str, typer.Argument(metavar="BOT", help=say("cli.bot.spec"), autocompletion=Values.bots)
    ],
) -> None:
    """Answer lines of JSON until there are no more."""
    answers = sys.stdout
    with redirect_stdout(sys.stderr):  # what a bot prints is no answer
        speak(spec, sys.stdin.buffer, answers.buffer)
