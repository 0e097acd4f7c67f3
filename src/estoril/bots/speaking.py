"""A bot of ours as a program: it is asked over standard input and answers on standard output.

`estoril bot SPEC` runs it, for whoever speaks the protocol (docs/protocol.md).
"""

from __future__ import annotations

from random import Random
from typing import BinaryIO, Final

import msgspec

from estoril.bots.protocol import Bot, BotError
from estoril.bots.registry import make
from estoril.bots.talk import (
    BeginLine,
    ChoiceLine,
    DecideLine,
    EndLine,
    HelloLine,
    ReadyLine,
    Told,
    written,
)
from estoril.boxes import Content
from estoril.boxes.kept import recall
from estoril.errors import PackError
from estoril.game.game import content_from
from estoril.game.views import View, unpack

_decode: Final = msgspec.json.Decoder(Told).decode


def speak(spec: str, source: BinaryIO, sink: BinaryIO) -> None:
    """Let a bot answer what is asked, until nothing more is.

    Raises:
        BotError: There is no such bot, or what is said is not of the protocol.
    """
    speaker = _Speaker(spec)
    for line in source:
        try:
            told = _decode(line)
        except msgspec.MsgspecError as problem:
            text = line.decode(errors="replace").strip()[:100]
            raise BotError("error.program.nonsense", text=text, problem=str(problem)) from problem
        answer = speaker.hear(told)
        if answer is not None:
            sink.write(written(answer))
            sink.flush()


class _Speaker:
    """A bot, and the game that it plays."""

    def __init__(self, spec: str) -> None:
        self._spec = spec
        self._bot: Bot = make(spec)
        self._content: Content | None = None

    def hear(self, told: Told) -> ReadyLine | ChoiceLine | None:
        """Return what is to be answered, if anything is."""
        match told:
            case HelloLine():
                return ReadyLine(
                    name=self._spec, wants=("packed", "position"), seconds=self._seconds
                )
            case BeginLine(options=options, content=content):
                self._bot = make(self._spec)
                self._content = recall(content, options.boxes, content_from(None))
            case DecideLine():
                return self._decide(told)
            case EndLine():
                self._content = None
        return None

    @property
    def _seconds(self) -> float | None:
        """How long the bot thinks, if it goes by the clock."""
        by_work = getattr(self._bot, "simulations", 0)
        return None if by_work else getattr(self._bot, "seconds", None)

    def _decide(self, told: DecideLine) -> ChoiceLine:
        view = self._view(told)
        if told.seconds is not None and self._seconds is not None:
            self._bot.seconds = told.seconds  # type: ignore[attr-defined]
        action = self._bot.choose(view, list(view.legal), Random(told.seed))
        return ChoiceLine(choose=action)

    def _view(self, told: DecideLine) -> View:
        """Return what the seat knows; who is of another version says it in a line of text."""
        if told.packed is not None:
            try:
                return unpack(told.packed)
            except PackError:
                pass
        if told.position is None:
            raise BotError("error.program.position")
        return View.from_position(told.position, self._content)
