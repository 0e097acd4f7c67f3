"""People who play whatever happens, and write down what they asked and were told.

They are a process of their own, so that a network can lie between them and the servers. Some speak
to the socket themselves and go from one server to the next; some are programs of `estoril.client`,
which comes back to its server by itself; some look on, and some of those read slowly. Where it is
allowed they take a hint now and then, and some have their game reviewed afterwards; not so if the
engine is plain Python, whose search would keep all bots waiting.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import random
import sys
from pathlib import Path
from typing import Any, Final

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from estoril import engine
from estoril.client import ClientError, Disconnected, RefusedError, Seat, Server
from estoril.table import commands
from estoril.table.messages import Message, Snapshot
from tests.chaos import history
from tests.chaos.history import Diary

BROKEN: Final = (OSError, EOFError, TimeoutError, WebSocketException)
QUIET: Final = 4.0  # seconds without a word until somebody asks for one
PATIENCE: Final = 8.0  # seconds that an answer may take until the line is given up
HINTED: Final = 0.05  # how often a hint is taken where it may be
REVIEWED: Final = 0.1  # how often a game is reviewed
_LATER: Final = ("database", "busy", "stopping", "limit.messages")  # refusals that time heals


class Plan(msgspec.Struct, frozen=True):
    """What people are to do."""

    folder: str
    seed: int
    houses: dict[str, list[str]]  # addresses of the servers that share a database
    tables: int  # at once in each house
    pace: float = 0.05  # seconds of thought before a move, at most
    patience: float = 60.0  # seconds in which something must happen, when all is well


class Town:
    """All who play."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.rng = random.Random(plan.seed)
        self.closing = asyncio.Event()
        self.opened = 0
        self.stirred = 0.0  # when something has happened last, at any table

    async def live(self) -> None:
        """Play one game after the other until it is time to go home."""
        games = [
            asyncio.create_task(self._play(house, number))
            for house in self.plan.houses
            for number in range(self.plan.tables)
        ]
        await self.closing.wait()
        left, clock = set(games), asyncio.get_running_loop().time
        self.stirred = clock()
        while left and clock() - self.stirred < self.plan.patience:
            _, left = await asyncio.wait(left, timeout=1)
        for game in games:
            game.cancel()
        for end in await asyncio.gather(*games, return_exceptions=True):
            if isinstance(end, Exception):
                raise end

    async def _play(self, house: str, number: int) -> None:
        while not self.closing.is_set():
            company = Company(self, house, random.Random(self.rng.random()))
            with contextlib.suppress(*BROKEN):
                await company.sit_down(number)
            if company.table:
                try:
                    await company.play()
                finally:
                    company.close()
            else:
                await asyncio.sleep(0.2)


class Unlucky(Exception):  # noqa: N818 - it happens
    """Something went wrong before the game began: these people look for another table."""


class Company:
    """Those who are at one table."""

    def __init__(self, town: Town, house: str, rng: random.Random) -> None:
        self.town = town
        self.rng = rng
        self.servers = town.plan.houses[house]
        self.house = house
        self.table = ""
        self.begun = False
        self.hints = False
        self.readers: list[Reader] = []
        self._asks = itertools.count(1)

    async def sit_down(self, number: int) -> None:
        """Open a table, and seat whoever is to play there."""
        bot = {"who": "bot", "bot": self.rng.choice(["random", "random", "random", "tourist"])}
        mine, others = {"who": "me"}, {"who": "open"}
        kind = number % 4
        self.hints = kind == 2 and engine.compiled()  # nobody but bots is against it
        seats = [[mine, others, bot], [mine, others], [mine, bot], [bot, bot, bot]][kind]
        wish: dict[str, Any] = {"seats": seats, "stand_in": "random"}
        if mine in seats:
            wish["name"] = "Ana"
        if kind == 1:
            wish["clock"] = {"per": "decision", "seconds": 3}
        status, opened = await request(self._any(), "POST", "/api/tables", wish)
        if status != 201:
            raise TimeoutError(str(opened))
        self.table = opened["table"]
        self.town.opened += 1
        self.diary = Diary(Path(self.town.plan.folder), f"{self.house}-{self.table}")
        host = self._add(Person, opened.get("seat"), opened["token"])
        with contextlib.suppress(*BROKEN, Unlucky):
            if others in seats:
                path = f"/api/tables/{self.table}/join"
                status, seated = await request(
                    self._any(), "POST", path, {"name": "Bruno"}, opened["invitation"]
                )
                if status != 201:
                    raise Unlucky
                kind_of = self.rng.choice([Person, Program])
                guest = self._add(kind_of, seated["seat"], seated["token"])
                await self._insist(guest, {"command": "set_ready"})
            await self._insist(host, {"command": "start"})
            self.begun = True
        if kind == 3 or self.rng.random() < 0.4:
            self._add(self.rng.choice([Reader, SlowReader]), None, "")

    def _any(self) -> str:
        return self.rng.choice(self.servers)

    def _add(self, kind: type[Reader], seat: int | None, token: str) -> Reader:
        reader = kind(self, seat, token)
        self.readers.append(reader)
        return reader

    async def _insist(self, by: Reader, wish: dict[str, Any]) -> None:
        """Ask by HTTP until there is an answer; what was done before is fine too."""
        while True:
            ask = by.write_ask(wish)
            try:
                path = f"/api/tables/{self.table}/commands"
                status, answer = await request(self._any(), "POST", path, wish, by.token)
            except BROKEN:
                if self.town.closing.is_set():
                    raise
                await asyncio.sleep(0.2)
                continue
            if status == 200:
                by.write(history.Done(who=by.who, ask=ask, number=answer["number"]))
                return
            by.write(history.Refused(who=by.who, ask=ask, code=answer["code"]))
            if answer["code"] in ("game.running", "game.over"):
                return  # an answer that was lost had said so
            if answer["code"] not in _LATER:
                raise Unlucky
            await asyncio.sleep(0.3)

    async def play(self) -> None:
        """Play to the end, if the game has begun."""
        if self.begun:
            await asyncio.gather(*(reader.stay() for reader in self.readers))
            await asyncio.gather(*(reader.read_all() for reader in self.readers))
            if engine.compiled() and self.rng.random() < REVIEWED:
                await self._review()

    async def _review(self) -> None:
        """Have the game reviewed, and read that wherever it is, for some time."""
        path = f"/api/tables/{self.table}/review"
        wish = {"depth": "quick"}
        for _ in range(20):
            with contextlib.suppress(*BROKEN):
                await request(self._any(), "POST", path, wish, self.readers[0].token)
                status, answer = await request(self._any(), "GET", f"{path}?whole=true")
                if status == 200:
                    review = msgspec.Raw(msgspec.json.encode(answer.get("review")))
                    self.diary.write(history.Reviewed(who=self.readers[0].who, review=review))
            await asyncio.sleep(0.5)

    def close(self) -> None:
        """Close the diaries."""
        self.diary.close()


class Reader:
    """Somebody at a table, who reads on whichever server answers."""

    steady = False

    def __init__(self, company: Company, seat: int | None, token: str) -> None:
        self.company = company
        self.rng = random.Random(company.rng.random())
        self.seat = seat
        self.token = token
        self.who = "onlooker" if not token else "host" if seat is None else f"seat {seat}"
        self.since: int | None = None
        self.over = False
        self.now: dict[str, Any] | None = None  # what there is to decide
        self.stood_in = False
        self._asks = itertools.count(1)
        self.write(history.Sat(who=self.who, seat=seat, token=token or "", steady=self.steady))

    def write(self, line: history.Line) -> None:
        """Write in the diary."""
        self.company.diary.write(line)

    def write_ask(self, wish: dict[str, Any]) -> int:
        """Write down what is about to be asked; return its number."""
        ask = next(self._asks)
        self.write(history.Asked(who=self.who, ask=ask, request=wish))
        return ask

    async def stay(self) -> None:
        """Stay until the end of the game, whatever happens to the line."""
        while not self.over:
            server = self.rng.choice(self.company.servers)
            line = None
            try:
                line = await self._call(server)
                await self._attend(line)
            except BROKEN as trouble:
                self.write(history.Broke(who=self.who, why=type(trouble).__name__))
                await asyncio.sleep(self.rng.uniform(0.05, 0.4))
            finally:
                if line is not None:
                    line.transport.abort()

    async def _call(self, server: str) -> ClientConnection:
        address = f"{server.replace('http', 'ws', 1)}/api/tables/{self.company.table}/socket"
        line = await connect(
            address,
            compression=None,
            open_timeout=5,
            close_timeout=0.1,
            ping_interval=None,
            max_size=None,
            proxy=None,
        )
        hello = {"type": "hello", "form": "picture"}
        if self.token:
            hello["token"] = self.token
        if self.since is not None:
            hello["since"] = self.since  # type: ignore[assignment]
        self.write(history.Called(who=self.who, server=server, since=self.since))
        await line.send(msgspec.json.encode(hello).decode())
        return line

    async def _attend(self, line: ClientConnection) -> None:
        while not self.over:
            self.take(await self._next(line))

    async def _next(self, line: ClientConnection) -> bytes:
        """Return what comes next; who hears nothing for long asks, and then gives up."""
        try:
            async with asyncio.timeout(QUIET):
                return await line.recv(decode=False)
        except TimeoutError:
            await line.send('{"type":"ping","id":0}')
        async with asyncio.timeout(PATIENCE - QUIET):
            return await line.recv(decode=False)

    def take(self, data: bytes) -> _Told:
        """Write down what was told, and remember what matters."""
        told = _told.decode(data)
        match told.type:
            case "welcome":
                self.write(history.Welcomed(who=self.who, number=told.number))
            case "seen":
                self.write(history.Seen(who=self.who, snapshot=told.snapshot))
                self.know(told.snapshot)
            case "news":
                self.write(history.News(who=self.who, message=told.message))
                self.know(told.message)
            case "bye":
                raise EOFError(told.type)
            case "refused" if told.id is None:
                raise EOFError(told.code)
            case _:
                pass
        return told

    def know(self, data: msgspec.Raw | bytes) -> None:
        """Remember what is true now."""
        news = _news.decode(data)
        if self.since is None or news.number > self.since:
            self.company.town.stirred = asyncio.get_running_loop().time()
        self.since = news.number
        if bytes(news.result) and not self.over:
            self.over = True
            self.write(history.Ended(who=self.who, result=news.result))
        if news.now is not None:
            self.now = news.now
        if news.info is not None and self.seat is not None:
            self.stood_in = news.info["seats"][self.seat]["stands_in"]

    async def read_all(self) -> None:
        """Ask once more for all that one was ever told."""
        path = f"/api/tables/{self.company.table}/messages?since=0&form=picture"
        for _ in range(100):
            with contextlib.suppress(*BROKEN):
                server = self.rng.choice(self.company.servers)
                status, answer = await request(server, "GET", path, None, self.token or None)
                if status == 200:
                    messages = msgspec.Raw(msgspec.json.encode(answer["messages"]))
                    number = answer["number"]
                    self.write(history.Read(who=self.who, number=number, messages=messages))
                    return
            await asyncio.sleep(0.3)

    def choose(self, now: dict[str, Any]) -> int:
        """Choose what to do: the same each time for one turn."""
        codes = [choice["code"] for choice in now.get("choices", ())] + [
            code for spaces in now.get("placings", {}).values() for code in spaces.values()
        ]
        return codes[random.Random(f"{self.company.table} {now['turn']}").randrange(len(codes))]


class SlowReader(Reader):
    """Looks on, and at times does not read for a while."""

    async def _attend(self, line: ClientConnection) -> None:
        while not self.over:
            if self.rng.random() < 0.05:
                line.transport.pause_reading()
                await asyncio.sleep(self.rng.uniform(1, 6))
                line.transport.resume_reading()
            self.take(await self._next(line))


class Person(Reader):
    """Plays a seat; an answer that does not come is asked for again, on another line."""

    def __init__(self, company: Company, seat: int | None, token: str) -> None:
        super().__init__(company, seat, token)
        self._answered = 0  # the last turn that was decided

    async def _attend(self, line: ClientConnection) -> None:
        waiting: dict[int, dict[str, Any]] = {}  # what was asked on this line
        while not self.over:
            if not waiting:
                await self._ask(line, waiting)
            told = self.take(await self._next(line))
            if told.type == "done" and told.id in waiting:
                wish = waiting.pop(told.id)
                self.write(history.Done(who=self.who, ask=told.id, number=told.number))
                self._settle(wish)
            elif told.type == "refused" and told.id in waiting:
                wish = waiting.pop(told.id)
                self.write(history.Refused(who=self.who, ask=told.id, code=told.code))
                if told.code in _LATER:
                    await asyncio.sleep(0.3)
                else:
                    self._settle(wish)

    def _settle(self, wish: dict[str, Any]) -> None:
        if wish["command"] == "act":
            self._answered = wish["turn"]
        elif wish["command"] == "take_back":
            self.stood_in = False

    async def _ask(self, line: ClientConnection, waiting: dict[int, dict[str, Any]]) -> None:
        """Ask for what there is to be asked for now, if anything."""
        now, wish = self.now, None
        if self.stood_in:
            wish = {"command": "take_back"}
        elif now is not None and now.get("turn", 0) > self._answered:
            wish = {"command": "act", "action": self.choose(now), "turn": now["turn"]}
        if self.seat is None or now is None or wish is None:
            return
        await asyncio.sleep(self.rng.uniform(0, self.company.town.plan.pace))
        if self.company.hints and self.rng.random() < HINTED:
            await self._take_hint(now["turn"])
        if self.rng.random() < 0.1:
            words = f"{self.company.table} {self.who} {self.rng.getrandbits(40):x}"
            await self._send(line, {"command": "say", "text": words}, waiting)
        await self._send(line, wish, waiting)

    async def _take_hint(self, turn: int) -> None:
        """Ask for a hint, once; that it was given must be there afterwards."""
        ask = self.write_ask({"command": "take_hint", "turn": turn})
        path = f"/api/tables/{self.company.table}/hint"
        server = self.rng.choice(self.company.servers)
        with contextlib.suppress(*BROKEN):
            status, answer = await request(server, "POST", path, {"turn": turn}, self.token)
            if status == 200:
                self.write(history.Advised(who=self.who, ask=ask))
            else:
                self.write(history.Refused(who=self.who, ask=ask, code=answer["code"]))

    async def _send(
        self, line: ClientConnection, wish: dict[str, Any], waiting: dict[int, dict[str, Any]]
    ) -> None:
        ask = self.write_ask(wish)
        waiting[ask] = wish
        data = {"type": "ask", "id": ask, "request": wish}
        await line.send(msgspec.json.encode(data).decode())


class Program(Reader):
    """Plays a seat by `estoril.client`, which keeps the line to its server by itself."""

    steady = True

    async def stay(self) -> None:
        """Play to the end of the game."""
        while not self.over:
            server = self.rng.choice(self.company.servers)
            try:
                async with Server(server).sit(self.company.table, self.token) as seat:
                    self.write(history.Called(who=self.who, server=server))
                    await self._play(seat)
            except ClientError as trouble:
                why = getattr(trouble, "code", type(trouble).__name__)
                self.write(history.Broke(who=self.who, why=why))
                await asyncio.sleep(0.3)

    async def _play(self, seat: Seat) -> None:
        answered = 0
        async for news in seat:
            data = msgspec.Raw(msgspec.json.encode(news))
            if isinstance(news, Snapshot):
                self.write(history.Seen(who=self.who, snapshot=data))
            else:
                assert isinstance(news, Message)
                self.write(history.News(who=self.who, message=data))
            self.know(data)
            if self.over:
                return
            if self.stood_in:
                self.stood_in = not await self._ask(seat, {"command": "take_back"})
            elif self.now is not None and self.now.get("turn", 0) > answered:
                answered = self.now["turn"]
                await asyncio.sleep(self.rng.uniform(0, self.company.town.plan.pace))
                wish = {"command": "act", "action": self.choose(self.now), "turn": answered}
                await self._ask(seat, wish)

    async def _ask(self, seat: Seat, wish: dict[str, Any]) -> bool:
        """Ask until there is an answer; say whether it was done."""
        made = msgspec.convert(wish, commands.Request)
        while True:
            ask = self.write_ask(wish)
            try:
                async with asyncio.timeout(PATIENCE * 2):
                    number = await seat.ask(made)
            except (Disconnected, TimeoutError):
                continue
            except RefusedError as refused:
                self.write(history.Refused(who=self.who, ask=ask, code=refused.code))
                if refused.code not in _LATER:
                    return False
                await asyncio.sleep(0.3)
            else:
                self.write(history.Done(who=self.who, ask=ask, number=number))
                return True


class _Told(msgspec.Struct):
    """What a socket says, as far as it matters here."""

    type: str
    id: int | None = None
    number: int = 0
    code: str = ""
    message: msgspec.Raw = msgspec.Raw()
    snapshot: msgspec.Raw = msgspec.Raw()


class _News(msgspec.Struct):
    """A message or a snapshot."""

    number: int
    now: dict[str, Any] | None = None
    info: dict[str, Any] | None = None
    result: msgspec.Raw = msgspec.Raw()


_told = msgspec.json.Decoder(_Told)
_news = msgspec.json.Decoder(_News)


async def request(
    address: str, method: str, path: str, body: object = None, token: str | None = None
) -> tuple[int, Any]:
    """Send a request on a connection of its own; return status and body."""
    host, _, port = address.removeprefix("http://").partition(":")
    data = b"" if body is None else msgspec.json.encode(body)
    own = f"Authorization: Bearer {token}\r\n" if token else ""
    head = (
        f"{method} {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n{own}"
        f"Content-Type: application/json\r\nContent-Length: {len(data)}\r\n\r\n"
    )
    async with asyncio.timeout(PATIENCE):
        reader, writer = await asyncio.open_connection(host, int(port))
        try:
            writer.write(head.encode() + data)
            answer = await reader.read()
        finally:
            writer.transport.abort()
    top, _, rest = answer.partition(b"\r\n\r\n")
    try:
        return int(top.split(b" ", 2)[1]), msgspec.json.decode(rest)
    except (IndexError, msgspec.DecodeError):
        raise EOFError("half an answer") from None


async def _main() -> None:
    plan = msgspec.json.decode(sys.argv[1], type=Plan)
    town = Town(plan)
    loop = asyncio.get_running_loop()
    loop.add_reader(sys.stdin, lambda: (loop.remove_reader(sys.stdin), town.closing.set()))
    await town.live()


if __name__ == "__main__":
    asyncio.run(_main())
