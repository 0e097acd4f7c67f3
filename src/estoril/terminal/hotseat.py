"""A game at one terminal: people who share it, one after the other, and bots."""

from __future__ import annotations

import shlex
import time
from collections.abc import Sequence
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from secrets import randbits
from typing import Final

from estoril.bots import make
from estoril.boxes import Content
from estoril.choices import BOTS
from estoril.game.events import Fact
from estoril.game.game import Game
from estoril.game.options import Options
from estoril.table import (
    STAND_IN,
    Created,
    Local,
    Message,
    SeatPlan,
    again,
    create,
)
from estoril.terminal import saves
from estoril.terminal.console import Console
from estoril.terminal.local import LocalGame, LocalSeat, load
from estoril.terminal.prompts import Command, PlayerLeft
from estoril.terminal.saves import SavedGame
from estoril.terminal.seats import names_of_colours
from estoril.terminal.session import Session
from estoril.terminal.telling import Pace
from estoril.terminal.whispering import Whispering
from estoril.words import say, tell


class HotSeat(LocalSeat):
    """A person's seat at a shared terminal, which knows what everybody may hear."""

    def __init__(self, game: LocalGame, seat: int) -> None:
        super().__init__(game, seat)
        self.open_facts: set[Fact] = set()  # of what was told last, what everybody knows just so

    def stream(self) -> Sequence[Message]:
        """Return the messages that the seat has not been told yet."""
        shown = self.game.local.table.stream(None, self._told, changes=False)
        self.open_facts = {fact for message in shown for fact in message.facts}
        return super().stream()


# How people can share a terminal that cannot be cleared, as they are offered.
WAYS: Final = ("whisper", "link", "trust")


class Loaded(Exception):  # noqa: N818 - another game is to be played; nothing went wrong
    """Somebody wants to go on with another game."""

    def __init__(self, kept: SavedGame, file: Path) -> None:
        self.kept = kept
        self.file = file


class Hotseat:
    """Plays a game with everybody who sits at this terminal.

    It is written to its file after every move. Before another person's turn a curtain falls.
    """

    def __init__(
        self,
        kept: SavedGame,
        file: Path,
        console: Console,
        *,
        language: str | None = None,
        confirm: bool = False,
        pace: Pace = 0.0,
    ) -> None:
        self.console = console
        self.language = language
        self.confirm = confirm
        self.pace = pace
        self._take_up(kept, file)

    def _take_up(self, kept: SavedGame, file: Path) -> None:
        """Sit down at a game, a new one or one that was kept."""
        self.game = LocalGame(kept, file, self._warn)
        self.people = {seat: self._session(seat) for seat in self.game.seats}
        self._looking: int | None = None  # whose secrets are on the screen

    @property
    def local(self) -> Local:
        """The table and its bots."""
        return self.game.local

    def _session(self, seat: int) -> Session:
        commands: dict[str, Command] = {"save": self._save, "load": self._load}
        my_seat, console = HotSeat(self.game, seat), self.console
        session = Session(
            my_seat,
            console,
            self.local.table.content,
            language=self.language,
            confirm=self.confirm,
            pace=self.pace,
            commands=commands,
        )
        if isinstance(console, Whispering):
            session.telling.pace = 0.0  # what all may hear need not wait for one of them

            def around(fact: Fact) -> AbstractContextManager[None]:
                return console.openly() if fact in my_seat.open_facts else nullcontext()

            session.telling.around = around
        return session

    # -- the course ---------------------------------------------------------------------------

    def run(self) -> bool:
        """Play to the end and say whether it was reached; people may leave before."""
        while True:
            try:
                return self._play()
            except Loaded as other:
                self._take_up(other.kept, other.file)
            except PlayerLeft:
                self._say_left("terminal.left")
                return False
            except EOFError:
                self.console.write()
                self._say_left("terminal.eof")
                return False
            except KeyboardInterrupt:
                self.console.write()
                self._say_left("terminal.interrupted")
                raise

    def _play(self) -> bool:
        if not self._settle_secrecy():
            return False
        self.game.begin()
        while self.game.running:
            self._let_bots_play()
            if self.game.running:
                self._next_turn()
        last = min(self.people) if self._looking is None else self._looking
        with self._for_one():
            self.people[last].catch_up()
        self.people[last].finish(self.finished.result)
        record = saves.finish(self.finished.record(), self.game.file)
        if record is None:
            self.game.file.unlink(missing_ok=True)
        else:
            command = f"estoril replay {shlex.quote(str(record))}"
            self._say("review.hint", command=command)
        return True

    def _let_bots_play(self) -> None:
        """Let bots decide; a person who sits here alone is told at once."""
        while self.game.thinking is not None:
            self.game.think()
            if len(self.people) == 1 and self._looking is not None:
                self.people[self._looking].catch_up()

    def _next_turn(self) -> None:
        """Ask the person who is looking, or else the next one."""
        seat = self.game.next_person(self._looking)
        if seat != self._looking:
            self._let_look(seat)
        session = self.people[seat]
        with self._for_one():
            session.catch_up()
            session.take_turn(session.my_seat.view())

    # -- the curtain --------------------------------------------------------------------------

    def _settle_secrecy(self) -> bool:
        """Before people share what cannot be cleared, settle how; say whether they play here."""
        console = self.console
        if len(self.people) < 2 or console.forgets or isinstance(console, Whispering):
            return True
        self._say("terminal.secrecy.leaks")
        if not console.is_terminal:
            return True  # what is written to a file or a program is not ours to ask about
        ways = [way for way in WAYS if way != "whisper" or console.can_hide_typing]
        while True:
            for number, way in enumerate(ways, start=1):
                console.say(f"{number}. {say(f'terminal.secrecy.{way}', self.language)}")
            answer = console.read(say("terminal.secrecy.choose", self.language)).strip()
            if answer in map(str, range(1, len(ways) + 1)):
                break
        match ways[int(answer) - 1]:
            case "whisper":
                self.console = Whispering(console)
                self.people = {seat: self._session(seat) for seat in self.people}
                self._say("terminal.secrecy.how")
            case "link":
                self._say("terminal.secrecy.server")
                return False
        return True

    def _for_one(self) -> AbstractContextManager[None]:
        """Say something to one person alone, where that is not what a curtain is for."""
        console = self.console
        return console.whispering() if isinstance(console, Whispering) else nullcontext()

    def _let_look(self, seat: int) -> None:
        """Hide everything from the person before, and wait for the next."""
        session = self.people[seat]
        player = session.teller.player(seat)
        if isinstance(self.console, Whispering):
            self.console.clear()
            self.console.wait(session.teller.say("terminal.secrecy.turn", player=player))
        elif len(self.people) > 1:
            if self._looking is not None:
                self.people[self._looking].telling.read()
                self.console.wait(session.teller.say("terminal.curtain.close", player=player))
            self.console.clear()
            self.console.wait(session.teller.say("terminal.curtain.open", player=player))
        self._looking = seat
        if session.is_new:
            session.welcome()

    # -- keeping ------------------------------------------------------------------------------

    def _warn(self, game: LocalGame) -> None:
        """Say once that the game cannot be kept."""
        if (told := game.warning(self.language)) is not None:
            self.console.say(told)

    def _say_left(self, key: str) -> None:
        """Say where the game is kept that somebody leaves, or that it is lost."""
        if self.game.unkept is None:
            self._say(key, file=self.game.file)
        else:
            self._say("terminal.lost", problem=tell(self.game.unkept, self.language))

    def _save(self, text: str) -> None:
        """Write the game to another file too."""
        self.console.say(self.game.save(text, self.language))

    def _load(self, text: str) -> None:
        """Go on with another game; this one stays where it is."""
        raise Loaded(*load(text, self.language))

    def _say(self, key: str, **arguments: object) -> None:
        self.console.say(say(key, self.language, **arguments))

    @property
    def finished(self) -> Game:
        """The game when it is over."""
        return self.game.finished


def new_game(
    options: Options,
    people: Sequence[tuple[int, str]],
    bots: Sequence[str],
    content: Content,
    *,
    seed: int | None = None,
) -> SavedGame:
    """Open a table: people on their seats, bots in turn on the others."""
    taken = dict(people)
    free = [seat for seat in range(options.players) if seat not in taken]
    levels = {seat: bots[i % len(bots)] for i, seat in enumerate(free)}
    for spec in set(levels.values()):
        make(spec)  # what is wrong with a bot is said before the game
    seats = [
        SeatPlan(name=taken[seat]) if seat in taken else SeatPlan(bot=levels[seat])
        for seat in range(options.players)
    ]
    created: Created = create(
        options,
        time.time(),
        seats=seats,
        bots=(*BOTS, *bots),
        stand_in=STAND_IN,
        content=content,
        cast=randbits(32) if seed is None else seed,
    )
    return SavedGame((created,), seed=seed)


def try_again(game: Game, step: int, name: str | None, bots: Sequence[str]) -> SavedGame:
    """Open a table at a decision of a game that was played; whose it was is a person's seat now.

    Raises:
        SetupError: That step is no decision.
    """
    since = again.until(game, step, time.time())
    seat = game.steps[step] >> 16
    person = name or names_of_colours(game.options)[seat]
    kept = new_game(game.options, [(seat, person)], bots, game.content)
    return SavedGame((kept.created, *since))
