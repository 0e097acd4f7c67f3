"""The settings of a server: each is declared here, once.

A field is a key of the TOML file, an environment variable, for the plain ones an option of
`estoril serve`, and a row in docs/operating.md; its text is `cli.serve.NAME` in the catalogues.
`configuring` reads them all.
"""

from __future__ import annotations

import os
from typing import Annotated, Final, Literal

from msgspec import Meta, Struct, field

from estoril.choices import BOTS
from estoril.server.storage.urls import default_url
from estoril.words import spoken

PORT: Final = 1942  # by default

Count = Annotated[int, Meta(ge=1)]
Port = Annotated[int, Meta(ge=0, le=65_535)]
Seconds = Annotated[float, Meta(gt=0)]
Rate = Annotated[float, Meta(gt=0)]  # a second
Days = Annotated[float, Meta(ge=0)]  # 0: for ever
Level = Literal["debug", "info", "warning", "error"]


class Limits(Struct, frozen=True, kw_only=True):
    """How much one address or connection may ask for."""

    body: Count = 16_384  # bytes of a request
    message: Count = 8_192  # bytes of a message to a socket
    connections: Count = 20_000  # at once, as far as descriptors last
    lines: Count = 100  # connections at once from one address, sockets aside
    head: Seconds = 10  # until a connection must have asked for something
    arrival: Seconds = 20  # that the rest of a request may take
    answer: Seconds = 120  # that may be taken to read an answer
    sockets: Count = 200  # open at once from one address
    opening: Rate = 10  # of sockets from one address, after a burst of ten times as many
    requests: Rate = 20  # from one address, after a burst of five times as many
    tables: Rate = 0.2  # of new tables from one address, after a burst of a hundred times as many
    frames: Rate = 50  # of all kinds on one socket, after a burst of five times as many
    messages: Rate = 20  # on one socket, after a burst of five times as many
    guesses: Rate = 0.2  # of wrong tokens from one address, after a burst of fifty times as many
    hello: Seconds = 10  # until a socket must have said hello
    backlog: Count = 1_000_000  # bytes that a slow reader may be behind
    bot_tables: Count = 200  # games of bots alone that run at once
    own_bot_tables: Count = 10  # those that somebody from one address has opened


# For tests and measurements, where everybody comes from one address.
GENEROUS: Final = Limits(
    connections=100_000,
    lines=100_000,
    sockets=100_000,
    opening=1e6,
    requests=1e6,
    tables=1e6,
    frames=1e6,
    messages=1e6,
    guesses=1e6,
)


class Retention(Struct, frozen=True, kw_only=True):
    """After how many days without anything new a table is deleted; 0 keeps it for ever."""

    waiting: Days = 30  # the game never began
    running: Days = 0
    over: Days = 0
    closed: Days = 0  # by whoever runs the server


class Settings(Struct, frozen=True, kw_only=True):
    """What the one who runs a server decides."""

    database: str = field(default_factory=default_url)
    host: str = "127.0.0.1"
    port: Port = PORT
    workers: Count = 1  # processes
    proxies: tuple[str, ...] = field(default=(), name="proxy")  # whose X-Forwarded-For is believed
    origins: tuple[str, ...] = field(default=(), name="origin")  # others, with pages of our client
    public_url: str | None = None  # how people reach the server, for links that go elsewhere
    language: str = field(default_factory=spoken)  # of what is posted to webhooks
    webhooks: bool = False
    private_webhooks: bool = False  # whether webhooks and pushes may go to private addresses
    push: bool = True  # whether browsers are called when no page is open
    absence: Seconds = 30  # after which who has closed the page meanwhile is called as well
    bots: tuple[str, ...] = BOTS
    bot_processes: Count = field(default_factory=lambda: max(1, (os.cpu_count() or 2) - 1))
    bot_seconds: Seconds = 20  # what a bot may take for one decision before it is ended
    grace: Seconds = 2  # until another process looks after a table, should this one die
    database_seconds: Seconds = 5  # what a call of the database may take
    idle: Seconds = 120  # until a table that nobody uses is let go from memory
    waiting: Seconds = 86_400  # that a table which does not begin stays on the list
    migrate: bool = True  # whether an older database is brought up to date at the start
    backups: str | None = None  # the folder of the backups that are made before; None: beside it
    log_level: Level = "info"
    log_addresses: bool = False  # whether the log says where requests come from
    limits: Limits = field(default_factory=Limits)
    retention: Retention = field(default_factory=Retention)

    @property
    def address(self) -> str:
        """How people reach the server."""
        return self.public_url or f"http://{self.host}:{self.port}"
