"""A packed view opens elsewhere to the same view, compiled or plain, and holds nothing more."""

import os
import subprocess
import sys
from random import Random

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

import estoril
from estoril.engine.state import State
from estoril.errors import PackError
from estoril.game.game import Game, content_from
from estoril.game.packing import PackedView
from estoril.game.views import unpack
from estoril.testing import all_setups, play_randomly

SETUPS = st.sampled_from(list(all_setups()))
SEEDS = st.integers(0, 2**64 - 1)


@given(SETUPS, SEEDS)
def test_a_packed_view_opens_to_the_same_view(options: estoril.Options, seed: int) -> None:
    game = Game(options, content_from(None), seed=seed)
    rng = Random(seed)
    for _ in play_randomly(game, rng):
        if rng.random() > 0.05:
            continue
        for seat in (None, *range(game.players)):
            view = game.view(seat)
            again = unpack(view.pack())
            assert again.json() == view.json(), f"seed {seed}"
            assert again.codes == view.codes
            assert again.observed.image() == view.observed.image()


@given(SETUPS, SEEDS)
def test_packed_views_of_twin_games_are_the_same_bytes(options: estoril.Options, seed: int) -> None:
    game = Game(options, content_from(None), seed=seed)
    rng = Random(seed)
    for _ in play_randomly(game, rng, most=rng.randrange(80)):
        pass
    for seat in (None, *range(game.players)):
        twin = game.imagine(seat, rng.getrandbits(64))
        assert twin.view(seat).pack() == game.view(seat).pack(), f"seed {seed}"


OPEN = """
import sys
from estoril import engine
from estoril.game.views import unpack
view = unpack(sys.stdin.buffer.read())
assert not engine.compiled() and unpack(view.pack()) == view
sys.stdout.buffer.write(view.json())
"""


@pytest.mark.compiled
def test_what_the_compiled_engine_packs_the_plain_one_opens() -> None:
    game = estoril.new_game(5, seed=3, modules="all", variants=("secret_agenda",))
    for _ in play_randomly(game, Random(3), most=60):
        pass
    view = game.view(2)
    done = subprocess.run(
        [sys.executable, "-c", OPEN],
        env={**os.environ, "ESTORIL_PURE": "1"},
        input=view.pack(),
        capture_output=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout == view.json()


def packed(**changes: object) -> bytes:
    """Return a packed view with parts of it changed."""
    data = msgspec.msgpack.decode(estoril.new_game(3, seed=1).view(1).pack(), type=PackedView)
    return msgspec.msgpack.encode(msgspec.structs.replace(data, **changes))


@pytest.mark.parametrize(
    ("changes", "what"),
    [
        ({"packing": 0}, "packed as form 0"),
        ({"rules": 999}, "rules 999"),
        ({"order": "middle"}, "middle-endian"),
        ({"content": "0" * 64}, "other tiles, locations or missions"),
        ({"seat": 3}, "there is no seat 3"),
        ({"options": estoril.Options(players=9)}, "2 to 5 can play"),
        ({"options": estoril.Options(players=4, modules=("vip",))}, "other tiles"),
        ({"image": b""}, "another length"),
    ],
)
def test_what_cannot_be_opened_here_is_refused(changes: dict[str, object], what: str) -> None:
    with pytest.raises(PackError, match=what):
        unpack(packed(**changes))


@pytest.mark.parametrize("junk", [b"", b"junk", b"\x90", packed()[:-1], packed() + b"x"])
def test_junk_is_refused(junk: bytes) -> None:
    with pytest.raises(PackError, match="not a packed view"):
        unpack(junk)


def test_an_image_with_numbers_out_of_range_is_refused() -> None:
    state = State(estoril.new_game(3, seed=1).view(1).observed.cat)
    image = bytearray(state.image())
    image[-2:] = b"\xff\x7f"  # the last agenda
    with pytest.raises(ValueError, match="agenda is out of range"):
        state.restore(bytes(image))
