"""How a server is set up."""

from __future__ import annotations

from typing import Final

import msgspec

from estoril.choices import BOTS
from estoril.server.logs import Level
from estoril.words import FALLBACK

PORT: Final = 1942  # by default


class Limits(msgspec.Struct, frozen=True, kw_only=True):
    """How much one address or connection may ask for."""

    body: int = 16_384  # bytes of a request
    message: int = 8_192  # bytes of a message to a socket
    connections: int = 20_000  # at once, as far as descriptors last
    lines: int = 100  # connections at once from one address, sockets aside
    head: float = 10  # seconds until a connection must have asked for something
    arrival: float = 20  # seconds that the rest of a request may take
    answer: float = 120  # seconds that may be taken to read an answer
    sockets: int = 200  # open at once from one address
    opening: float = 10  # sockets a second from one address, after a burst of ten times as many
    requests: float = 20  # a second from one address, after a burst of five times as many
    tables: float = 0.2  # new tables a second from one address, after a burst of a hundred times
    messages: float = 20  # a second on one socket, after a burst of five times as many
    guesses: float = 0.2  # wrong tokens a second from one address, after a burst of fifty times
    hello: float = 10  # seconds until a socket must have said hello
    backlog: int = 1_000_000  # bytes that a slow reader may be behind
    bot_tables: int = 200  # games of bots alone that run at once
    own_bot_tables: int = 10  # those that somebody from one address has opened


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """What the one who runs a server decides."""

    database: str
    host: str = "127.0.0.1"
    port: int = PORT
    proxies: tuple[str, ...] = ()  # addresses and networks whose X-Forwarded-For is believed
    origins: tuple[str, ...] = ()  # other sites whose pages may open sockets here
    public_url: str | None = None  # how people reach the server, for links in webhooks
    language: str = FALLBACK  # of what is posted to webhooks; clients choose their own
    webhooks: bool = False
    private_webhooks: bool = False  # whether webhooks may go to private addresses
    bots: tuple[str, ...] = BOTS
    bot_processes: int = 1
    bot_seconds: float = 20  # what a bot may take for one decision before it is ended
    grace: float = 2  # seconds until another process looks after a table, should this one die
    database_seconds: float = 5  # what a call of the database may take
    log_level: Level = "info"
    log_addresses: bool = False  # whether the log says where requests come from
    idle: float = 120  # seconds until a table that nobody uses is let go from memory
    waiting: float = 86_400  # seconds that a table which does not begin stays on the list
    limits: Limits = msgspec.field(default_factory=Limits)
