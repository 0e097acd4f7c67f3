"""The process in which bots think: `python -m estoril.server.thinker`.

It reads tasks from its input and writes answers to its output, each with its length in front. A
task holds what the seat may know and nothing else.
"""

from __future__ import annotations

import contextlib
import os
import struct
import sys
from random import Random
from typing import BinaryIO, Final

import msgspec

LENGTH: Final = struct.Struct("!I")


class Task(msgspec.Struct, frozen=True, array_like=True):
    """A decision to be made: the bot, its packed view, and where its chance comes from."""

    bot: str
    view: bytes
    seed: int


class Answer(msgspec.Struct, frozen=True, array_like=True):
    """The code of the chosen action, or what went wrong."""

    code: int
    trouble: str = ""


def frame(value: msgspec.Struct) -> bytes:
    """Return a value as it is written between the processes."""
    data = msgspec.msgpack.encode(value)
    return LENGTH.pack(len(data)) + data


def decide(task: Task) -> Answer:
    """Let a bot decide; whatever it does wrong becomes an answer."""
    from estoril.bots import make
    from estoril.views import unpack

    try:
        view = unpack(task.view)
        action = make(task.bot).choose(view, view.legal, Random(task.seed))
        return Answer(view.codes[view.legal.index(action)])
    except Exception as problem:
        return Answer(-1, type(problem).__name__)


def _read(source: BinaryIO) -> Task | None:
    head = source.read(LENGTH.size)
    if len(head) < LENGTH.size:
        return None  # the server has gone
    return msgspec.msgpack.decode(source.read(LENGTH.unpack(head)[0]), type=Task)


def main() -> None:
    """Answer tasks until there are no more."""
    tasks, answers = sys.stdin.buffer, sys.stdout.buffer
    sys.stdout = sys.stderr  # what a bot prints must not get among the answers
    with contextlib.suppress(AttributeError, OSError):
        os.nice(5)  # the table comes first
    with contextlib.suppress(KeyboardInterrupt, BrokenPipeError):
        while (task := _read(tasks)) is not None:
            answers.write(frame(decide(task)))
            answers.flush()


if __name__ == "__main__":
    main()
