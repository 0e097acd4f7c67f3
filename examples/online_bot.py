"""A bot of your own at a table of a server.

Start a server (`estoril serve`), then let two of these play each other:

    python examples/online_bot.py --address http://127.0.0.1:1942

or sit down at a table that somebody has invited you to:

    python examples/online_bot.py --table TABLE --invitation INVITATION
"""

from __future__ import annotations

import argparse
import asyncio
from collections.abc import Sequence
from random import Random

import estoril
from estoril.bots import Bot
from estoril.client import Seat, Server, play
from estoril.table.commands import SetReady, Start
from estoril.wire.rest import NewTable, Seating


class Cautious(Bot):
    """Looks before it leaps: peeks when it can, and otherwise does anything."""

    def choose(
        self, view: estoril.View, legal: Sequence[estoril.Action], rng: Random
    ) -> estoril.Action:
        """Take a peek, or any action."""
        peeks = [action for action in legal if isinstance(action, estoril.Peek)]
        return rng.choice(peeks or list(legal))


async def sit_down(server: Server, table: str, invitation: str | None, name: str) -> None:
    """Take a seat, play the game, tell how it ended."""
    seated = await server.join(table, name, invitation)
    async with server.sit(seated.table, seated.token) as seat:
        await seat.ask(SetReady())
        result = await play(seat, Cautious)
    print(f"{name}: {result.seats[seated.seat].total} points")


async def follow(seat: Seat) -> None:
    """Tell of each round where it is played; the table comes with the news."""
    round = 0
    async for news in seat:
        data = seat.data()
        if data is not None and data.round > round:
            round = data.round
            print(f"round {round}: {', '.join(place.id for place in data.places)}")
        if news.result is not None:
            return


async def host(server: Server) -> None:
    """Open a table for two, and let both seats be played."""
    table = await server.open_table(NewTable(seats=(Seating(), Seating())))
    print(f"table {table.table}")
    async with server.sit(table.table, table.token) as watching:
        players = [
            asyncio.create_task(sit_down(server, table.table, table.invitation, name))
            for name in ("Ana", "Bruno")
        ]
        ready: set[int] = set()
        async for news in watching:
            if news.info is not None:
                ready = {seat.seat for seat in news.info.seats if seat.ready}
            if len(ready) == len(players):
                break
        await watching.ask(Start())
        await asyncio.gather(follow(watching), *players)


def main() -> None:
    """Read the command line and play."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--address", default="http://127.0.0.1:1942")
    parser.add_argument("--table")
    parser.add_argument("--invitation")
    parser.add_argument("--name", default="Cautious")
    given = parser.parse_args()
    server = Server(given.address)
    if given.table:
        asyncio.run(sit_down(server, given.table, given.invitation, given.name))
    else:
        asyncio.run(host(server))


if __name__ == "__main__":
    main()
