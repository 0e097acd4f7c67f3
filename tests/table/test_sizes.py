"""How much a reader gets: what changed, not everything again."""

from statistics import median

import msgspec
import pytest
from msgspec.structs import replace

import estoril
from estoril.table import Table
from tests.table.driver import Driver

encode = msgspec.json.encode


@pytest.mark.parametrize("seed", range(3))
def test_a_game_of_five_comes_in_small_messages(seed: int) -> None:
    """A tenth of a message with facts alone, and the whole view after each."""
    driver = Driver(estoril.choose(5, "all"), seed=seed)
    driver.seat_people("Ana", "Bruno", "Carla", "Duarte", "Eva")
    driver.start()
    while not driver.news[-1].over:
        driver.act()
    table, sizes, again = Table(), [], 0
    for entry in driver.entries:
        message = table.fold(entry).messages.get(0)
        if message is None:
            continue
        sizes.append(len(encode(message)))
        again += len(encode(replace(message, told=(), changes=[])))
        again += len(encode(table.snapshot(0)))
    assert median(sizes) <= 600
    assert sum(sizes) <= again / 10
