"""The full-screen program: it runs a script, and leaves the terminal as it was."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Awaitable, Callable
from contextlib import suppress
from threading import Thread
from typing import Any, ClassVar, TypeVar

from rich.console import Console as Painter
from textual.app import App
from textual.binding import Binding, BindingType
from textual.screen import Screen

from estoril.terminal.console import Console
from estoril.terminal.full.ground import find_ground
from estoril.terminal.full.inks import Inks

T = TypeVar("T")
Script = Callable[["FullApp"], Awaitable[None]]


class FullApp(App[None]):
    """Runs a script on the alternate screen of a terminal.

    Attributes:
        inks: What is drawn with.
        problem: What ended the script, if anything went wrong.
        ended: How somebody left: by a signal, by ^C or ^D; None for an end as it should be.
    """

    CSS = """
    Screen { background: ansi_default; color: ansi_default; }
    OptionList { background: ansi_default; border: none; padding: 0; }
    OptionList:focus { border: none; background-tint: ansi_default; }
    OptionList > .option-list--option-highlighted { text-style: bold reverse; color: ansi_default;
        background: ansi_default; }
    OptionList:focus > .option-list--option-highlighted { text-style: bold reverse;
        color: ansi_default; background: ansi_default; }
    Input > .input--cursor { text-style: reverse; color: ansi_default; background: ansi_default; }
    Input > .input--placeholder { text-style: dim; color: ansi_default; }
    """
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+c", "end('interrupt')", show=False, priority=True),
        Binding("ctrl+d", "end('eof')", show=False, priority=True),
        Binding("ctrl+q", "end('left')", show=False, priority=True),
        Binding("ctrl+z", "suspend_process", show=False, priority=True),
    ]

    def __init__(self, script: Script, inks: Inks) -> None:
        super().__init__(ansi_color=True)
        self.theme = "ansi-dark"
        self.animation_level = "none"
        self.script = script
        self.inks = inks
        self.problem: BaseException | None = None
        self.ended: str | int | None = None

    def get_default_screen(self) -> Screen[Any]:
        """Begin with an empty screen."""
        return Screen(id="_default")

    async def on_mount(self) -> None:
        """Run the script; a hang-up and a wish to end are heard."""
        loop = asyncio.get_running_loop()
        for number in (signal.SIGTERM, getattr(signal, "SIGHUP", signal.SIGTERM)):
            with suppress(NotImplementedError, ValueError, RuntimeError):
                loop.add_signal_handler(number, self.action_end, int(number))
        self.run_worker(self._run(), exit_on_error=False)

    async def _run(self) -> None:
        try:
            await self.script(self)
        except asyncio.CancelledError:
            raise
        except BaseException as problem:
            self.problem = problem
        self.exit()

    def action_end(self, how: str | int) -> None:
        """Leave the program."""
        self.ended = how
        self.exit()

    async def wait_on(self, stage: Screen[Any], course: Awaitable[T]) -> T | None:
        """Do something on a screen until it is done or somebody leaves; None is who left."""
        going = asyncio.ensure_future(course)
        gone = asyncio.ensure_future(stage.gone.wait())  # type: ignore[attr-defined]
        try:
            await asyncio.wait({going, gone}, return_when=asyncio.FIRST_COMPLETED)
            return going.result() if going.done() else None
        finally:
            for task in (going, gone):
                task.cancel()


def show(script: Script, console: Console) -> FullApp:
    """Run a script on a full screen; what went wrong is raised when the screen is as before."""
    os.environ.setdefault("TEXTUAL_ANIMATIONS", "none")
    app = FullApp(script, _inks(console))
    app.run()
    if app.problem is not None:
        raise app.problem
    return app


def _inks(console: Console) -> Inks:
    """Return what this terminal can be drawn with."""
    all_colours = console.colour and Painter().color_system == "truecolor"
    ground = find_ground() if all_colours else None
    return Inks(
        colour=console.colour, letters=console.boxes, all_colours=all_colours, ground=ground
    )


def raise_end(app: FullApp) -> None:
    """End the process as whoever left wants it: ^C and signals have exit codes of their own."""
    if app.ended == "interrupt":
        raise KeyboardInterrupt
    if isinstance(app.ended, int):
        signal.signal(app.ended, signal.SIG_DFL)
        os.kill(os.getpid(), app.ended)


async def in_thread(work: Callable[[], T]) -> T:
    """Do something in a thread that nobody waits for at the end of the program."""
    loop = asyncio.get_running_loop()
    done: asyncio.Future[T] = loop.create_future()

    def settle(result: T | None, problem: BaseException | None) -> None:
        if done.done():
            return
        if problem is None:
            done.set_result(result)  # type: ignore[arg-type]
        else:
            done.set_exception(problem)

    def run() -> None:
        result, problem = None, None
        try:
            result = work()
        except BaseException as trouble:
            problem = trouble
        with suppress(RuntimeError):  # the program has ended meanwhile
            loop.call_soon_threadsafe(settle, result, problem)

    Thread(target=run, daemon=True).start()
    return await done
