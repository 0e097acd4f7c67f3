"""The process in which bots think, and games are reviewed: `python -m estoril.server.thinker`.

It reads tasks from its input and writes answers to its output, each with its length in front. A
task holds what the seat may know and nothing else. A bot stays here from its first task until its
game is over, or until many others have been asked since. A review is made bit by bit, a task for
each, so that no bot waits for one long.
"""

from __future__ import annotations

import contextlib
import os
import signal
import struct
import sys
import zlib
from collections import OrderedDict
from collections.abc import Generator, Iterator
from time import monotonic
from typing import BinaryIO, Final

import msgspec

from estoril.bots import Bot, BotFailed, Remark, make
from estoril.bots.driver import Kind, ask, explained, made
from estoril.bots.limit import Limit
from estoril.game import records
from estoril.game.views import unpack
from estoril.review import Advice, Review, advise, reviewing

LENGTH: Final = struct.Struct("!I")
_PR_SET_PDEATHSIG: Final = 1  # of Linux
MOST: Final = 500  # bots that live in a process
STUDIES: Final = 16  # reviews that are being made in a process


class Task(msgspec.Struct, frozen=True, array_like=True, tag="decide"):
    """A decision to be made: which bot where, its packed view, and where its chance comes from."""

    table: str
    seat: int
    bot: str
    view: bytes
    seed: int
    seconds: float
    share: float = 1.0  # of the time that the bot usually takes, where it goes by the clock


class Study(msgspec.Struct, frozen=True, array_like=True, tag="study"):
    """A review to be gone on with for so many seconds: of the record of a game that is over."""

    table: str
    record: bytes
    depth: str
    seconds: float


class Counsel(msgspec.Struct, frozen=True, array_like=True, tag="counsel"):
    """Advice that a person wants: the packed view of a seat, and what it considers, if anything."""

    view: bytes
    considering: int | None = None


class Forget(msgspec.Struct, frozen=True, array_like=True, tag="forget"):
    """A bot that is asked no more; without a seat, all of a table and its review.

    There is no answer to this.
    """

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


class Studied(msgspec.Struct, frozen=True, array_like=True):
    """How many of a game's steps have been reviewed, and at last the review; or what went wrong.

    The review is JSON, packed (zlib).
    """

    done: int = 0
    of: int = 0
    review: bytes = b""
    failed: str = ""


class Counselled(msgspec.Struct, frozen=True, array_like=True):
    """The advice; or what went wrong."""

    advice: Advice | None = None
    failed: str = ""


Asked = Task | Study | Counsel | Forget


def frame(value: Asked | Answer | Studied | Counselled) -> bytes:
    """Return a value as it is written between the processes."""
    data = msgspec.msgpack.encode(value)
    return LENGTH.pack(len(data)) + data


class Thinker:
    """The bots that live in this process; who was not asked for longest goes first."""

    def __init__(self, most: int = MOST) -> None:
        self._most = most
        self._bots: OrderedDict[tuple[str, int, str], Bot] = OrderedDict()
        self._studies: OrderedDict[tuple[str, str], _Progress] = OrderedDict()

    def answers(self, task: Task | Study | Counsel) -> Iterator[Answer | Studied | Counselled]:
        """Do what is asked; yield all that there is to say."""
        match task:
            case Study():
                yield self.study(task)
            case Counsel():
                yield self.counsel(task)
            case Task():
                yield from self.decide(task)

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

    def study(self, task: Study) -> Studied:
        """Go on with a review, or begin it; whatever goes wrong becomes an answer."""
        key = (task.table, task.depth)
        try:
            progress = self._studies.pop(key, None) or _Progress(task)
            found = progress.go_on(monotonic() + task.seconds)
        except Exception as problem:
            return Studied(failed=type(problem).__name__)
        if found is not None:
            return Studied(progress.of, progress.of, zlib.compress(msgspec.json.encode(found)))
        self._studies[key] = progress
        while len(self._studies) > STUDIES:
            self._studies.popitem(last=False)
        return Studied(progress.done, progress.of)

    def counsel(self, task: Counsel) -> Counselled:
        """Advise a person; whatever goes wrong becomes an answer."""
        try:
            return Counselled(advise(unpack(task.view), task.considering))
        except Exception as problem:
            return Counselled(failed=type(problem).__name__)

    def forget(self, gone: Forget) -> None:
        """Let bots go, and what was begun of a review."""
        for table, depth in [key for key in self._studies if key[0] == gone.table]:
            del self._studies[table, depth]
        for key in [key for key in self._bots if key[0] == gone.table]:
            if gone.seat in (None, key[1]):
                del self._bots[key]


class _Progress:
    """A review that is being made."""

    def __init__(self, task: Study) -> None:
        game = records.replay(msgspec.json.decode(task.record))
        self.done, self.of = 0, len(game.steps)
        self._going: Generator[int, None, Review] = reviewing(game, task.depth)

    def go_on(self, until: float) -> Review | None:
        """Review at least one step more; return the review when it is whole."""
        while True:
            try:
                self.done = next(self._going)
            except StopIteration as end:
                found: Review = end.value
                return found
            if monotonic() >= until:
                return None


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


def _read(source: BinaryIO) -> Asked | None:
    head = source.read(LENGTH.size)
    if len(head) < LENGTH.size:
        return None  # the server has gone
    asked: Asked = msgspec.msgpack.decode(source.read(LENGTH.unpack(head)[0]), type=Asked)
    return asked


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
            for answer in thinker.answers(task):
                answers.write(frame(answer))
                answers.flush()


if __name__ == "__main__":
    main()
