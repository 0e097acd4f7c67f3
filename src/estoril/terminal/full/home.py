"""The way in and the way out: kept games, new ones, tables at servers, and what comes after."""

from __future__ import annotations

import asyncio
import os
import re
import sys
import time
from collections.abc import Sequence
from functools import partial
from pathlib import Path

from rich.text import Text

from estoril.boxes import load
from estoril.choices import BOTS
from estoril.client import ClientError, Server
from estoril.errors import EstorilError
from estoril.game import records
from estoril.game.options import Options, choose
from estoril.game.results import Result
from estoril.table import Local, Table
from estoril.terminal import links, saves
from estoril.terminal.frames import Recorded
from estoril.terminal.full import course, online
from estoril.terminal.full.app import FullApp
from estoril.terminal.full.menus import AskScreen, FormField, FormScreen, MenuEntry, MenuScreen
from estoril.terminal.full.playing import PlayStage
from estoril.terminal.full.reading import (
    PageScreen,
    ReviewScreen,
    RulesScreen,
    how_to_play,
    wrapped,
)
from estoril.terminal.full.viewing import view
from estoril.terminal.hotseat import new_game, try_again
from estoril.terminal.links import SeatLink
from estoril.terminal.local import LocalGame
from estoril.terminal.saves import SavedGame, SaveError
from estoril.terminal.seats import names_of_colours
from estoril.terminal.telling import Pace
from estoril.wire import rest
from estoril.words import Teller, listed, name, say, spoken, tell

_MANY = 12  # kept games that are listed
_STEP = re.compile(r"--step (\d+)")  # a decision that a review offers to try again


class Home:
    """Leads from one thing to the next until somebody leaves the program."""

    def __init__(
        self, app: FullApp, *, confirm: bool = False, pace: Pace = "key", server: str | None = None
    ) -> None:
        self.app = app
        self.confirm = confirm
        self.pace = pace
        self.server = server
        self.teller = Teller(load(), (), spoken())
        self.local: Local | None = None  # the table that was played at last
        self.kept: Path | None = None  # where the game is that was left last
        self.unkept: SaveError | None = None
        self.link: SeatLink | None = None  # and the seat

    # -- menus --------------------------------------------------------------------------------

    async def _choose(
        self, lines: Sequence[str | Text], entries: Sequence[MenuEntry], *, calm: bool = False
    ) -> str | None:
        def write(width: int) -> list[str | Text]:
            found: list[str | Text] = []
            for line in lines:
                found += [line] if isinstance(line, Text) else wrapped([line], width)
            return found

        menu = MenuScreen(write, entries, say("full.menu.keys"), calm=calm)
        return await self.app.push_screen_wait(menu)

    async def run(self) -> None:
        """Show the way in, again and again."""
        told = ""
        while True:
            kept = kept_games()
            entries = [
                *(MenuEntry(f"resume {n}", one.words) for n, one in enumerate(kept)),
                *(MenuEntry(key, say(f"full.home.{key}")) for key in self._ways()),
            ]
            title = Text(say("full.title"), "bold")
            lines: list[str | Text] = [title, say("full.home.lead"), *([told] if told else []), ""]
            chosen = await self._choose(lines, entries)
            if chosen is None or chosen == "leave":
                return
            try:
                told = ""
                await self._go(chosen, kept)
            except EstorilError as problem:
                told = tell(problem)

    def _ways(self) -> Sequence[str]:
        return ("new", "together", "open", "join", "finished", "how", "rules", "leave")

    async def _go(self, chosen: str, kept: Sequence[KeptGame]) -> None:
        match chosen.split():
            case ["resume", number]:
                file = kept[int(number)].file
                await self.play(saves.read(file), file)
            case ["new" | "together" as way]:
                await self._new(together=way == "together")
            case ["open"]:
                await self._open()
            case ["join"]:
                link = await self.app.push_screen_wait(AskScreen(say("full.home.link")))
                if link:
                    await self.join(links.parse(link))
            case ["finished"]:
                await self._finished()
            case ["how"]:
                page = PageScreen(
                    say("web.howto"),
                    lambda width: how_to_play(self.teller, self.app.inks, width),
                    say("full.page.keys"),
                )
                await self.app.push_screen_wait(page)
            case ["rules"]:
                await self.app.push_screen_wait(RulesScreen(self.teller))

    # -- games here ---------------------------------------------------------------------------

    async def _new(self, *, together: bool) -> None:
        """Ask what is to be played, and play it."""
        bots = [level for level in BOTS if level != "random"]
        fields = [
            _counted("players", say("full.new.players"), 2, 5, 1),
            *([_counted("people", say("full.new.people"), 2, 5, 0)] if together else []),
            FormField(
                "bots", say("full.new.bots"), tuple(bots),
                tuple(self.teller.bot(level) for level in bots), bots.index("agent"),
            ),
            *self._rules(),
        ]  # fmt: skip
        form = FormScreen(
            say("full.home.together" if together else "full.home.new"), fields,
            say("full.new.begin"), say("full.form.keys"),
        )  # fmt: skip
        given = await self.app.push_screen_wait(form)
        if given is None:
            return
        players, people = int(given["players"]), int(given.get("people", "1"))
        options = _options(max(players, people), given)
        colours = names_of_colours(options)
        seats = [(seat, colours[seat]) for seat in range(people)]
        kept = new_game(options, seats, [given["bots"]], load())
        await self.play(kept, saves.new_file())

    def _rules(self) -> list[FormField]:
        modules = ("", "double_agent", "enigma", "vip", "all")
        names = [
            say("full.new.base") if not each else say("full.new.all") if each == "all"
            else name("module", each) for each in modules
        ]  # fmt: skip
        editions = ("superbox", "english-2016", "german", "polish")
        return [
            FormField("modules", say("full.new.modules"), modules, tuple(names)),
            FormField(
                "edition", say("full.new.edition"), editions,
                tuple(name("edition", each) for each in editions),
            ),
        ]  # fmt: skip

    async def play(self, kept: SavedGame, file: Path) -> None:
        """Play a game here, and again as often as is wished."""
        while True:
            self.link = None
            stage = await course.play(self.app, kept, file, self._note, self.confirm, self.pace)
            if not stage.over:
                self.app.pop_screen()
                return
            record = saves.finish(stage.game.finished.record(), stage.game.file)
            self.kept = self.unkept = None
            again = await self._after(stage, stage.game.finished.result, record)
            self.app.pop_screen()
            if not again:
                return
            kept, file = stage.game.again(), saves.new_file()

    def _note(self, game: LocalGame) -> None:
        """Note what is kept, so that whoever leaves can be told."""
        self.local, self.kept, self.unkept = game.local, game.file, game.unkept

    async def _after(
        self, stage: PlayStage, result: Result, record: Path | None, told: str = ""
    ) -> bool:
        """Show the scoring and what one can do now; say whether to play again."""
        ways = ["again", *(["replay", "review"] if record is not None else []), "table", "home"]
        while True:
            lines: list[str | Text] = [*stage.scores(result, max(40, self.app.size.width - 4))]
            if record is not None:
                lines += ["", say("full.end.kept", file=record)]
            lines += ["", told] if told else []
            entries = [MenuEntry(key, say(f"full.end.{key}")) for key in ways]
            chosen = await self._choose(lines, entries, calm=True)
            match chosen:
                case "again":
                    return True
                case "replay" if record is not None:
                    await self.replay(record)
                case "review" if record is not None:
                    await self.review(record)
                case "table":
                    await self.app.push_screen_wait(stage.networks_page())
                case _:
                    return False

    # -- what was played ----------------------------------------------------------------------

    async def _finished(self) -> None:
        """List the games that were played; each can be watched and reviewed."""
        while True:
            files = saves.finished_files()
            entries = [MenuEntry(str(n), _played(file)) for n, file in enumerate(files[:50])]
            entries.append(MenuEntry("back", say("full.back")))
            lines = [Text(say("full.home.finished"), "bold"), Text("")]
            chosen = await self._choose(lines, entries)
            if chosen is None or chosen == "back":
                return
            record = files[int(chosen)]
            ways = ("replay", "review", "back")
            what = await self._choose(
                [_played(record), ""],
                [
                    MenuEntry(key, say("full.back" if key == "back" else f"full.end.{key}"))
                    for key in ways
                ],
            )
            if what == "replay":
                await self.replay(record)
            elif what == "review":
                await self.review(record)

    async def replay(self, record: Path) -> None:
        """Show a finished game move by move."""
        game = records.replay(record)
        options = game.options
        content = game.content.select(options.boxes)
        teller = Teller(
            content, names_of_colours(options), edition=options.edition, rulings=options.rulings
        )
        await view(
            self.app, Recorded(game, "all"), teller, content, options, None,
            review=partial(self.review, record),
        )  # fmt: skip

    async def review(self, record: Path) -> None:
        """Let a process of its own look into a game, which takes its time, and show its words."""
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "estoril", "review", str(record), "--depth", "quick", "--quiet",
            "--language", spoken(),
            stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.STDOUT,
            env={**os.environ, "COLUMNS": str(min(100, self.app.size.width - 3)), "NO_COLOR": "1"},
        )  # fmt: skip

        def end(_: None) -> None:
            if process.returncode is None:
                process.kill()

        wait = PageScreen(say("full.end.review"), lambda width: [say("full.reviewing")], "")
        self.app.push_screen(wait, end)
        try:
            out, _ = await process.communicate()
        except asyncio.CancelledError:
            process.kill()
            raise
        if self.app.screen is not wait:
            return
        wait.dismiss()
        lines = out.decode("utf-8", "replace").splitlines()
        page = ReviewScreen(
            say("full.end.review"), lambda width: wrapped(lines, width), say("full.review.keys")
        )
        await self.app.push_screen_wait(page)
        if page.again:
            costly = _STEP.search(out.decode("utf-8", "replace"))
            await self._try_again(record, "" if costly is None else costly[1])

    async def _try_again(self, record: Path, step: str) -> None:
        """Ask for a decision of a finished game, and play on from there."""
        question = say("full.review.step")
        while True:
            given = await self.app.push_screen_wait(AskScreen(question, step))
            if given is None:
                return
            step = given
            if not step.isdecimal():
                continue
            try:
                kept = try_again(records.replay(record), int(step), None, ["agent"])
            except EstorilError as problem:
                question = tell(problem)
                continue
            await self.play(kept, saves.new_file())
            return

    # -- at a server --------------------------------------------------------------------------

    async def _open(self) -> None:
        """Open a table at a server, and say how others come to it."""
        address = self.server or await self.app.push_screen_wait(
            AskScreen(say("full.open.server"), "http://127.0.0.1:1942")
        )
        if address:
            await self.open(address)

    async def open(self, address: str, called: str | None = None) -> None:
        """Open a table at a server for oneself and others."""
        bots = [level for level in BOTS if level != "random"]
        fields = [
            _counted("players", say("full.new.players"), 2, 5, 0),
            _counted("people", say("full.new.people"), 1, 5, 1),
            FormField(
                "bots", say("full.new.bots"), tuple(bots),
                tuple(self.teller.bot(level) for level in bots), bots.index("agent"),
            ),
            *self._rules(),
        ]  # fmt: skip
        form = FormScreen(
            say("full.home.open"), fields, say("full.open.begin"), say("full.form.keys")
        )
        given = await self.app.push_screen_wait(form)
        if given is None:
            return
        called = called or await self.app.push_screen_wait(AskScreen(say("terminal.remote.name")))
        if called is None:
            return
        players, people = int(given["players"]), int(given["people"])
        players = max(players, people)
        seats = [
            rest.Seating(who="me") if seat == 0
            else rest.Seating(who="open") if seat < people
            else rest.Seating(who="bot", bot=given["bots"])
            for seat in range(players)
        ]  # fmt: skip
        options = _options(players, given)
        table = rest.NewTable(
            seats=tuple(seats), name=called, modules=options.modules, edition=options.edition
        )
        server = Server(address)
        opened = await server.open_table(table)
        link = SeatLink(address.rstrip("/"), opened.table, token=opened.token)
        invitation = f"{link.address}#i={opened.invitation}"
        told = [say("full.open.invite", link=invitation)] if people > 1 else []
        await self.join(link, told=told)

    async def join(
        self, link: SeatLink, called: str | None = None, told: Sequence[str] = ()
    ) -> None:
        """Play a seat at a server, and again as often as is wished."""
        while True:
            self.link, self.kept = link, None
            stage = await online.play(
                self.app, link, name=called, confirm=self.confirm, pace=self.pace, told=told
            )
            if stage is None or not stage.over:
                if stage is not None:
                    self.app.pop_screen()
                return
            next_link = await self._after_online(stage)
            self.app.pop_screen()
            if next_link is None:
                self.link = None
                return
            link, told = next_link, ()

    async def _after_online(self, stage: online.ServerStage) -> SeatLink | None:
        """Show the scoring; return the link to the rematch, if there is to be one."""
        reader = stage.reader
        assert isinstance(reader, online.ServerReader) and reader.result is not None
        record, told = await self._keep(stage), ""
        while await self._after(stage, reader.result, record, told):
            try:
                return await stage.rematch()
            except ClientError as problem:
                told = tell(problem)
        return None

    async def _keep(self, stage: online.ServerStage) -> Path | None:
        """Keep the record of a game at a server with those that were played here."""
        try:
            record = await stage.server.record(stage.link.table)
        except EstorilError:
            return None  # the server has it
        return saves.finish(record, saves.new_file())


class KeptGame:
    """A game that was left, as it is listed."""

    def __init__(self, file: Path) -> None:
        self.file = file
        table = Table.replay(saves.read(file).entries)
        info = table.info
        people = [seat.name for seat in info.seats if seat.holder == "person"]
        others = [seat.name for seat in info.seats if seat.holder != "person"]
        view = table.view(None) if info.state == "running" else None
        self.words = say(
            "full.home.resume",
            names=listed([*people, *others], spoken()),
            round=0 if view is None else view.round,
            when=_when(file),
        )


def kept_games() -> list[KeptGame]:
    """Return the games that can be continued, the last first; what is damaged is left out."""
    found = []
    for file in saves.kept_files()[:_MANY]:
        try:
            found.append(KeptGame(file))
        except EstorilError:
            continue
    return found


def _when(file: Path) -> str:
    return time.strftime("%Y-%m-%d %H:%M", time.localtime(file.stat().st_mtime))


def _played(file: Path) -> str:
    """Tell which game a record is of: when it was played, and how it ended."""
    try:
        game = records.replay(file)
    except EstorilError:
        return say("full.home.played", when=_when(file), totals=file.name)
    teller = Teller(game.content, names_of_colours(game.options))
    totals = teller.tell_totals(game.result) if game.is_over else file.name
    return say("full.home.played", when=_when(file), totals=totals)


def _counted(id: str, words: str, least: int, most: int, at: int) -> FormField:
    values = tuple(str(number) for number in range(least, most + 1))
    return FormField(id, words, values, values, at)


def _options(players: int, given: dict[str, str]) -> Options:
    """Return what is to be played; five players need the Double Agent module."""
    modules = given["modules"]
    if players == 5 and modules != "all":
        modules = ",".join(dict.fromkeys([*filter(None, [modules]), "double_agent"]))
    chosen: str | list[str] = "all" if modules == "all" else [m for m in modules.split(",") if m]
    return choose(players, chosen, given["edition"])
