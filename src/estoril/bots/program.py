"""Bots that are programs of their own, in any language: `exec:COMMAND`.

A program is told and asked line by line (`talk`, docs/protocol.md). It serves one game after the
other: who has played hands it back, and it may be the next one's. It ends with whoever started it,
even if that is killed (`keeper`). Where it ends, hangs or talks nonsense, that is a fault of the
bot, and another process of it goes on in the middle of the game.
"""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import sys
import weakref
from collections import deque
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from queue import Empty, Queue
from random import Random
from threading import Lock, Thread
from typing import IO, Final

import msgspec

from estoril.bots.driver import MAKING, BotFailed
from estoril.bots.protocol import Bot, BotError
from estoril.bots.talk import (
    LONGEST,
    PROTOCOL,
    BeginLine,
    ChoiceLine,
    DecideLine,
    EndLine,
    HelloLine,
    Part,
    ReadyLine,
    Said,
    Told,
    written,
)
from estoril.boxes.kept import keep
from estoril.game.actions import Action
from estoril.game.views import View

PATIENCE: Final = 300.0  # seconds that a program may take for a decision, whoever asks
MOST: Final = 16  # processes of programs that one process has
_GRACE: Final = 2.0  # seconds that a keeper may take to end
_UNASKED: Final = 64  # lines that a program may say before anybody listens
_KEEPER: Final = Path(__file__).with_name("keeper.py")
_POSIX: Final = os.name == "posix"
_decode: Final = msgspec.json.Decoder(Said).decode


class _Process:
    """A program that runs, and the lines to and from it."""

    def __init__(self, words: tuple[str, ...]) -> None:
        self.words = words
        self.is_free = False  # nobody's game is with it
        self.has_begun = False  # it knows of the game that it is asked about
        self.is_open = True
        self.ready = ReadyLine()
        self._heard: Queue[bytes | None] = Queue()
        self._said: deque[bytes] = deque(maxlen=20)  # lines of its standard error
        self._lifeline = -1
        self._process = self._start()
        assert self._process.stdout is not None and self._process.stderr is not None
        Thread(target=self._listen, args=(self._process.stdout,), daemon=True).start()
        self._errors = Thread(target=self._note, args=(self._process.stderr,), daemon=True)
        self._errors.start()

    def _start(self) -> subprocess.Popen[bytes]:
        pipes = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.PIPE)
        if not _POSIX:  # it ends when its input does
            return subprocess.Popen(self.words, **pipes)  # type: ignore[call-overload, no-any-return]
        theirs, self._lifeline = os.pipe()
        try:
            return subprocess.Popen(  # type: ignore[call-overload, no-any-return]
                (sys.executable, "-I", "-S", str(_KEEPER), str(theirs), *self.words),
                pass_fds=(theirs,),
                start_new_session=True,  # Ctrl-C is for whoever asks
                **pipes,
            )
        finally:
            os.close(theirs)

    def _listen(self, stream: IO[bytes]) -> None:
        with stream:
            while self._heard.qsize() < _UNASKED and (line := stream.readline(LONGEST)):
                self._heard.put(line)
        self._heard.put(None)
        self._process.wait()

    def _note(self, stream: IO[bytes]) -> None:
        with stream:
            while line := stream.readline(LONGEST):
                self._said.append(line)

    def greet(self) -> None:
        """Hear what the program is, and what it wants to be told."""
        from estoril import __version__

        self.tell(HelloLine(protocol=PROTOCOL, estoril=__version__))
        try:
            ready = self.hear(MAKING)
        except BotFailed as failure:
            if failure.kind != "timeout":
                raise
            raise BotFailed("error.bot.making", "missing", seconds=f"{MAKING:g}") from None
        if not isinstance(ready, ReadyLine):
            raise self.nonsense(written(ready), "type")
        if ready.protocol != PROTOCOL:
            raise BotError("error.program.protocol", theirs=ready.protocol, ours=PROTOCOL)
        self.ready = ready

    def tell(self, line: Told) -> None:
        """Say a line; a program that has ended is found out when it is listened to."""
        assert self._process.stdin is not None
        with suppress(OSError):
            self._process.stdin.write(written(line))
            self._process.stdin.flush()

    def hear(self, seconds: float) -> Said:
        """Return what the program says next.

        Raises:
            BotFailed: It says nothing in time, nothing more at all, or nonsense.
        """
        try:
            line = self._heard.get(timeout=seconds)
        except Empty:
            raise BotFailed("error.bot.answer", "timeout", seconds=f"{seconds:g}") from None
        if line is None:
            raise self._ended()
        try:
            said: Said = _decode(line)
            return said
        except (msgspec.MsgspecError, UnicodeDecodeError) as problem:
            raise self.nonsense(line, str(problem)) from None

    def nonsense(self, line: bytes, problem: str) -> BotFailed:
        """Say that this is nothing that a program should say."""
        text = line.decode(errors="replace").strip()[:100]
        return BotFailed("error.program.nonsense", "illegal", text=text, problem=problem)

    def _ended(self) -> BotFailed:
        """Say how the program ended, and what it said last."""
        self.end()
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(_GRACE)
        self._errors.join(_GRACE)
        last = next((line for line in reversed(self._said) if line.strip()), b"")
        said = " ".join(last.decode(errors="replace").split())[:200]
        key = "error.program.ended.said" if said else "error.program.ended"
        return BotFailed(key, "crash", code=str(self._process.returncode), said=said)

    def end(self, *, at_once: bool = False) -> None:
        """End the program: when it has had a moment, or at once, as it listens to nothing."""
        if not self.is_open:
            return
        self.is_open = False
        assert self._process.stdin is not None
        with suppress(OSError):
            self._process.stdin.close()
        if self._lifeline >= 0:
            with suppress(OSError):
                if at_once:
                    os.write(self._lifeline, b".")
            os.close(self._lifeline)
        elif at_once:
            self._process.kill()


class _Pool:
    """The programs that run, who was asked last at the end; there are never too many."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._running: list[_Process] = []

    def take(self, words: tuple[str, ...]) -> _Process:
        """Return a process of a program that nobody has; it is started if there is none."""
        with self._lock:
            self._running = [each for each in self._running if each.is_open]
            for each in self._running:
                if each.words == words and each.is_free:
                    each.is_free = False
                    return each
            for each in self._running[: max(0, len(self._running) + 1 - MOST)]:
                each.end()
        process = _Process(words)
        try:
            process.greet()
        except BaseException:
            process.end(at_once=True)
            raise
        with self._lock:
            self._running.append(process)
        return process

    def note_use(self, process: _Process) -> None:
        """Note that a process has been asked just now."""
        with self._lock:
            if process in self._running:
                self._running.remove(process)
                self._running.append(process)

    def give_back(self, held: list[_Process]) -> None:
        """Let others have a process."""
        for process in held:
            if process.is_open:
                process.tell(EndLine())
                process.has_begun = False
                process.is_free = True

    def forget(self) -> None:
        """Leave the programs to the process that this one was forked from."""
        self._lock, self._running = Lock(), []


_POOL: Final = _Pool()
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_POOL.forget)


class Program(Bot):
    """A bot that is a program: it reads lines of JSON and answers with lines of JSON.

    Args:
        command: How it is run: a program with its arguments, read as a shell reads them, though
            there is no shell.
        more: Further arguments, as they are.

    Attributes:
        seconds: How long it thinks, if it says that it goes by the clock.

    Raises:
        BotError: There is no such program, it does not begin as it should, or not in time.
    """

    parts: frozenset[Part] = frozenset({"view", "position", "packed"})  # what it may be told

    def __init__(self, command: str, *more: str) -> None:
        self.command = command
        self._words = (*_words(command), *more)
        self._held: list[_Process] = []  # the process that knows this game
        weakref.finalize(self, _POOL.give_back, self._held)
        self.seconds = self._process().ready.seconds

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (self.command,)

    def _process(self) -> _Process:
        """Return the process that plays, another one where that has ended."""
        if not self._held or not self._held[0].is_open:
            self._held[:] = [_POOL.take(self._words)]
            for part in self._held[0].ready.wants:
                if part not in self.parts:
                    raise BotError("error.program.wants", part=part)
        return self._held[0]

    def choose(self, view: View, legal: Sequence[Action], rng: Random) -> Action:
        """Return what the program chooses.

        Raises:
            BotFailed: It did not answer, or not with one of the choices.
        """
        if view.seat is None:
            raise BotError("error.bot.onlooker")
        process = self._process()
        _POOL.note_use(process)
        try:
            if not process.has_begun:
                self.begin(view)
                process.tell(_begin(view, view.seat))
                process.has_begun = True
            process.tell(self._decide(process.ready, view, rng))
            answer = process.hear(PATIENCE)
        except BaseException:
            process.end(at_once=True)  # a late answer must not be taken for the next one
            raise
        if not isinstance(answer, ChoiceLine):
            process.end(at_once=True)
            raise process.nonsense(written(answer), "type")
        if not isinstance(answer.choose, int):
            return answer.choose
        if not 0 <= answer.choose < len(legal):
            number, last = answer.choose, len(legal) - 1
            raise BotFailed("error.program.number", "illegal", number=number, last=last)
        return legal[answer.choose]

    def begin(self, view: View) -> None:
        """Note that a process that knows nothing of the game is about to be asked."""

    def steps(self) -> list[str]:
        """Return what was done since this was last asked; a program is not told that."""
        raise NotImplementedError

    def _decide(self, ready: ReadyLine, view: View, rng: Random) -> DecideLine:
        wants = ready.wants
        return DecideLine(
            seed=rng.getrandbits(53),  # as many bits as a number has in every language
            seconds=self.seconds,
            view=msgspec.Raw(view.json()) if "view" in wants else None,
            position=view.position() if "position" in wants else None,
            packed=view.pack() if "packed" in wants else None,
            steps=self.steps() if "steps" in wants else None,
        )


def _begin(view: View, seat: int) -> BeginLine:
    content = keep(view.content, view.options.boxes)
    return BeginLine(seat=seat, options=view.options, content=content)


def _words(command: str) -> tuple[str, ...]:
    """Take a command apart, and see whether there is such a program."""
    try:
        words = tuple(shlex.split(command, posix=_POSIX))
    except ValueError as problem:
        raise BotError("error.program.quotes", problem=str(problem)) from problem
    if not words:
        raise BotError("error.program.none")
    if shutil.which(words[0]) is None:
        raise BotError("error.program.missing", program=words[0])
    return words
