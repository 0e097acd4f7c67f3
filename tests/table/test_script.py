"""Messages that are put together from pieces of JSON read as those that are made of values."""

import msgspec

from estoril.game.options import Options, choose
from estoril.table import Clock, Table
from estoril.testing.setups import all_setups
from tests.table.driver import Driver

NAMES = ("Ana", "Bruno", "Carla", "Duarte", "Eva")


def compare(options: Options, seed: int) -> int:
    """Fold a game in both ways; return how many messages there were."""
    clock = Clock("game", 600, 5) if seed % 2 else None
    driver = Driver(options, clock=clock, seed=seed)
    driver.seat_people(*NAMES[: options.players])
    driver.start()
    driver.finish()
    pieces, compared = Table(encoded=True), 0
    for entry, news in zip(driver.entries, driver.news, strict=True):
        told = pieces.fold(entry).messages
        assert told.keys() == news.messages.keys()
        for reader, message in news.messages.items():
            wanted = msgspec.json.encode(message)
            assert msgspec.json.encode(told[reader]) == wanted, (seed, entry, reader)
            compared += 1
        assert len({id(m) for m in told.values()}) == len({id(m) for m in news.messages.values()})
    return compared


def test_messages_from_pieces_read_as_those_of_values() -> None:
    setups = list(all_setups())
    for seed, options in enumerate([choose(4, "all"), *setups[:: len(setups) // 12]]):
        assert compare(options, seed) > 100
