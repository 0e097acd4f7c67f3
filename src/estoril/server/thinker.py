"""The process in which bots think: `python -m estoril.server.thinker`.

It reads tasks from its input and writes answers to its output, each with its length in front. A
task holds what the seat may know and nothing else. A bot stays here from its first task until its
game is over, or until many others have been asked since.
"""

from __future__ import annotations

import contextlib
import os
import signal
import struct
import sys
from collections import OrderedDict
from collections.abc import Iterator
from typing import BinaryIO, Final

import msgspec

from estoril.bots import Bot, BotFailed, Remark, make
from estoril.bots.driver import Kind, ask, explained, made
from estoril.bots.limit import Limit
from estoril.game.views import unpack

LENGTH: Final = struct.Struct("!I")
_PR_SET_PDEATHSIG: Final = 1  # of Linux
MOST: Final = 500  # bots that live in a process


class Task(msgspec.Struct, frozen=True, array_like=True, tag="decide"):
    """A decision to be made: which bot where, its packed view, and where its chance comes from."""

    table: str
    seat: int
    bot: str
    view: bytes
    seed: int
    seconds: float
    share: float = 1.0  # of the time that the bot usually takes, where it goes by the clock


class Forget(msgspec.Struct, frozen=True, array_like=True, tag="forget"):
    """A bot that is asked no more; without a seat, all of a table. There is no answer to this."""

    table: str
    seat: int | None = None


class Answer(msgspec.Struct, frozen=True, array_like=True):
    """The code of the chosen action, or what went wrong; before that, that the bot thinks.

    `remarks` are what the bot says of its choice.
    """

    code: int = -1
    kind: Kind | None = None
    what: str = ""  # without what an error says, as that may be a secret of the seat
    asking: bool = False
    remarks: tuple[Remark, ...] = ()


def frame(value: Task | Forget | Answer) -> bytes:
    """Return a value as it is written between the processes."""
    data = msgspec.msgpack.encode(value)
    return LENGTH.pack(len(data)) + data


class Thinker:
    """The bots that live in this process; who was not asked for longest goes first."""

    def __init__(self, most: int = MOST) -> None:
        self._most = most
        self._bots: OrderedDict[tuple[str, int, str], Bot] = OrderedDict()

    def decide(self, task: Task) -> Iterator[Answer]:
        """Let a bot decide; whatever it does wrong becomes an answer."""
        try:
            view = unpack(task.view)
            with Limit(task.seconds) as limit:
                bot = self._bot(task, limit)
                yield Answer(asking=True)
                with _hurried(bot, task.share):
                    code = ask(bot, view, task.seed, limit)
            yield Answer(code, remarks=explained(bot))
        except BotFailed as failure:
            yield Answer(kind=failure.kind, what=_what(failure))
        except Exception as problem:
            yield Answer(kind="crash", what=type(problem).__name__)

    def _bot(self, task: Task, limit: Limit) -> Bot:
        key = (task.table, task.seat, task.bot)
        if key not in self._bots:
            self._bots[key] = made(lambda: make(task.bot), limit)
            while len(self._bots) > self._most:
                self._bots.popitem(last=False)
        self._bots.move_to_end(key)
        return self._bots[key]

    def forget(self, gone: Forget) -> None:
        """Let bots go."""
        for key in [key for key in self._bots if key[0] == gone.table]:
            if gone.seat in (None, key[1]):
                del self._bots[key]


def _what(failure: BotFailed) -> str:
    """Name what was raised, or what a program did; what was said may be a secret of the seat."""
    if failure.__cause__ is not None:
        return type(failure.__cause__).__name__
    return failure.key.removeprefix("error.") if failure.key.startswith("error.program.") else ""


@contextlib.contextmanager
def _hurried(bot: Bot, share: float) -> Iterator[None]:
    """Let a bot that goes by the clock have a share of its time for one decision."""
    usual = getattr(bot, "seconds", None)
    if share >= 1 or not isinstance(usual, (int, float)):
        yield
        return
    bot.seconds = usual * share  # type: ignore[attr-defined]
    try:
        yield
    finally:
        bot.seconds = usual  # type: ignore[attr-defined]


def _read(source: BinaryIO) -> Task | Forget | None:
    head = source.read(LENGTH.size)
    if len(head) < LENGTH.size:
        return None  # the server has gone
    return msgspec.msgpack.decode(source.read(LENGTH.unpack(head)[0]), type=Task | Forget)


def _end_with_server() -> None:
    """Have this process ended with the one that started it, also while a bot thinks in C."""
    if sys.platform == "linux":
        import ctypes

        with contextlib.suppress(OSError, AttributeError):
            ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)


def main() -> None:
    """Answer tasks until there are no more."""
    tasks, answers = sys.stdin.buffer, sys.stdout.buffer
    sys.stdout = sys.stderr  # what a bot prints must not get among the answers
    _end_with_server()
    with contextlib.suppress(AttributeError, OSError):
        os.nice(5)  # the table comes first
    thinker = Thinker()
    with contextlib.suppress(KeyboardInterrupt, BrokenPipeError):
        while (task := _read(tasks)) is not None:
            if isinstance(task, Forget):
                thinker.forget(task)
                continue
            for answer in thinker.decide(task):
                answers.write(frame(answer))
                answers.flush()


if __name__ == "__main__":
    main()
