"""Play, watch and look back on the full screen of a terminal.

Nothing here is imported before a screen is opened: the library behind it takes its time.
"""

from __future__ import annotations

from functools import partial
from pathlib import Path

from estoril.boxes import Content
from estoril.extras import need
from estoril.game.options import Options
from estoril.table import Local
from estoril.terminal import links
from estoril.terminal.console import Console
from estoril.terminal.frames import Frames
from estoril.terminal.saves import SavedGame
from estoril.terminal.telling import Pace
from estoril.words import Teller, say, tell

need("full")

from estoril.terminal.full.app import FullApp, raise_end, show
from estoril.terminal.full.home import Home
from estoril.terminal.full.viewing import view

__all__ = ["show_frames", "show_game", "show_home"]


def show_game(
    kept: SavedGame, file: Path, console: Console, *, confirm: bool = False, pace: Pace = "key"
) -> Local:
    """Play a game of people and bots at this terminal; return the table it was played at."""
    homes: list[Home] = []

    async def script(app: FullApp) -> None:
        homes.append(Home(app, confirm=confirm, pace=pace))
        await homes[0].play(kept, file)

    app = show(script, console)
    _say_farewell(app, homes[0], console)
    assert homes[0].local is not None
    return homes[0].local


def show_home(
    console: Console,
    *,
    join: str | None = None,
    server: str | None = None,
    name: str | None = None,
    confirm: bool = False,
    pace: Pace = "key",
) -> None:
    """Show the way in, or sit down at a server's table."""
    link = None if join is None else links.parse(join)
    homes: list[Home] = []

    async def script(app: FullApp) -> None:
        home = Home(app, confirm=confirm, pace=pace, server=server)
        homes.append(home)
        if link is not None:
            await home.join(link, name)
        elif server is not None:
            await home.open(server, name)
        else:
            await home.run()

    app = show(script, console)
    _say_farewell(app, homes[0], console)


def show_frames(
    frames: Frames,
    teller: Teller,
    content: Content,
    options: Options,
    console: Console,
    pace: float | None,
    start: int = 0,
    record: Path | None = None,
) -> None:
    """Show a game move by move; that of a record can be reviewed."""
    homes: list[Home] = []

    async def script(app: FullApp) -> None:
        homes.append(Home(app))
        review = None if record is None else partial(homes[0].review, record)
        await view(app, frames, teller, content, options, pace, start, review)

    app = show(script, console)
    _say_farewell(app, homes[0], console)


def _say_farewell(app: FullApp, home: Home, console: Console) -> None:
    """Say where the game is kept that somebody has left, on the screen as it was before."""
    if isinstance(app.ended, int):  # there may be no terminal any more
        raise_end(app)
    if home.unkept is not None:
        console.say(say("terminal.lost", problem=tell(home.unkept)))
    elif home.kept is not None:
        key = {"interrupt": "terminal.interrupted", "eof": "terminal.eof"}.get(
            str(app.ended), "terminal.left"
        )
        console.say(say(key, file=home.kept))
    if home.link is not None:
        console.say(say("terminal.remote.left", link=home.link.address))
    raise_end(app)
