"""Messages that are put together from pieces of JSON read as those that are made of values.

At one table each move is proposed and folded as it is, so that what was tried is not done again; at
the other it comes back from a store.
"""

import msgspec

from estoril.game.options import Options, choose
from estoril.game.steps import action_from
from estoril.table import Caller, Clock, Entry, Table
from estoril.table.commands import Act, Undo
from estoril.table.entries import Moved
from estoril.testing.setups import all_setups
from tests.table.driver import Driver

NAMES = ("Ana", "Bruno", "Carla", "Duarte", "Eva")


def proposed(table: Table, entry: Entry) -> Entry:
    """Return an entry; a move as the table itself proposes it."""
    if not isinstance(entry, Moved):
        return entry
    words = str(entry.steps[0]).split()[1:]
    act = Act(action_from(words), table.turn(entry.seat))
    made = table.propose(act, Caller(entry.seat), entry.at)
    assert made == entry
    return made


def compare(options: Options, seed: int) -> int:
    """Fold a game in both ways; return how many messages there were."""
    clock = Clock("game", 600, 5) if seed % 2 else None
    driver = Driver(options, clock=clock, seed=seed)
    driver.seat_people(*NAMES[: options.players])
    news = driver.start()
    while not news.over:
        news = driver.act()
        for seat, message in news.messages.items():
            if seat is not None and message.now is not None and message.now.undo:
                if driver.rng.random() < 0.1:
                    news = driver.ask(Undo(message.now.undo), seat)
                break
    pieces, compared = Table(encoded=True, seed=seed), 0
    for entry, news in zip(driver.entries, driver.news, strict=True):
        told = pieces.fold(proposed(pieces, entry)).texts
        assert told.keys() == news.messages.keys()
        for reader, message in news.messages.items():
            assert told[reader] == msgspec.json.encode(message), (seed, entry, reader)
            compared += 1
        assert len({id(text) for text in told.values()}) == len(
            {id(m) for m in news.messages.values()}
        )
    return compared


def test_where_nobody_reads_nothing_is_written() -> None:
    driver = Driver(choose(2))
    driver.seat_people(*NAMES[:2])
    driver.start()
    for _ in range(5):
        driver.act()
    unread = Table(encoded=True)
    for entry in driver.entries:
        assert unread.fold(entry, readers=()).texts == {}
    assert unread.view(0) == driver.table.view(0)


def test_messages_from_pieces_read_as_those_of_values() -> None:
    setups = list(all_setups())
    for seed, options in enumerate([choose(4, "all"), *setups[:: len(setups) // 12]]):
        assert compare(options, seed) > 100
