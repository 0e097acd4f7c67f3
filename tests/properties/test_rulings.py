"""Games by other readings of the rulebooks, played by people who turn and assassinate all they can.

At random a turned character is seldom assassinated, and two starting characters of one name are
hardly ever in one hand; here they are.
"""

from __future__ import annotations

import json
from collections import Counter
from random import Random

import pytest

import estoril
from estoril import records, views
from estoril.bots import make
from estoril.bulk.specification import specify
from estoril.engine import encoding
from estoril.game.actions import Assassinate, GiveUp, Turn
from estoril.game.events import Assassinated, Discarded, Sacrificed
from estoril.testing import check_game, rule
from tests.records.test_reader import check

GAMES = 40


def eager(game: estoril.Game, rng: Random) -> tuple[int, int]:
    """Choose somebody to act, and what he does: turn, strike whom he turned, or anything."""
    seat = rng.choice(game.to_act)
    codes = game.legal_codes(seat)
    spaces = [space for place in game.view(None).places for space in place.spaces]
    turned = {space.id for space in spaces if space.turned}

    def wanted(action: estoril.Action) -> bool:
        return isinstance(action, Turn) or (
            isinstance(action, Assassinate | GiveUp) and action.space in turned
        )

    return seat, rng.choice([code for code in codes if wanted(game.action(code))] or codes)


def begun(seed: int) -> tuple[estoril.Game, Random]:
    """Begin a game by all other readings."""
    rng = Random(seed)
    modules = rng.choice(["double_agent", ("double_agent", "vip"), "all"])
    variants = rng.choice([(), "secret_agenda"])
    players = rng.choice([2, 3, 4, 5])
    rulings = "all"
    game = estoril.new_game(players, seed, modules, variants=variants, rulings=rulings)
    return game, rng


@rule("ASN-01", "DAG-06", "DAG-07", "LOC07-04")
@pytest.mark.compiled
@pytest.mark.parametrize("part", range(2))
def test_tiles_are_kept_and_the_record_tells_whose_they_are(part: int) -> None:
    met: Counter[str] = Counter()
    for seed in range(part * GAMES, (part + 1) * GAMES):
        game, rng = begun(seed)
        while not game.is_over:
            for event in game.play(*eager(game, rng)):
                match event.public:
                    case Assassinated(to=int()):
                        met["taken"] += 1
                    case Discarded(colour=int()) | Sacrificed(colour=int()):
                        met["left"] += 1
            check_game(game)
            met["alike"] += any(game._state.hand_more)
        record = json.loads(json.dumps(game.record()))
        records.verify(record)
        check(record)
    assert min(met["taken"], met["left"], met["alike"]) > 0, met


@rule("INFO-01", "INFO-07", "INFO-08")
@pytest.mark.compiled
@pytest.mark.parametrize("part", range(2))
def test_what_seats_know_is_the_same_packed_written_and_imagined(part: int) -> None:
    alike = 0
    for seed in range(part * GAMES, (part + 1) * GAMES):
        game, rng = begun(seed)
        while not game.is_over:
            game.play(*eager(game, rng), events=False)
            several = [seat for seat in range(game.players) if game._state.hand_more[seat]]
            if not several or rng.random() < 0.5:
                continue
            alike += 1
            line = game.position()
            assert estoril.Game.from_position(line).position() == line
            for reader in (None, *range(game.players)):
                view = game.view(reader)
                assert views.unpack(view.pack()) == view
                assert estoril.View.from_position(view.position()) == view
                imagined = game.imagine(reader, rng.getrandbits(60))
                check_game(imagined)
                assert imagined.view(reader).pack() == view.pack()
                if reader is not None:
                    told = encoding.encoded(game._state, reader)
                    assert told == encoding.encoded(imagined._state, reader)
                    assert told == encoding.encoded(view.observed, reader)
    assert alike > 10


@rule("INFO-01", "INFO-07")
def test_observations_count_what_is_there_twice() -> None:
    for seed in range(400):
        game, rng = begun(seed)
        while not game.is_over:
            game.play(*eager(game, rng), events=False)
            for seat in range(game.players):
                if not game._state.hand_more[seat]:
                    continue
                spec, told = specify(game.options), encoding.encoded(game._state, seat)
                part = spec.part("hand")
                hand = Counter(game.view(seat).hand)
                assert [*told[part.start : part.stop]] == [hand[name] for name in part.rows]
                part = spec.part("starting")  # the sets of all seats: 1 for what the seat has
                names = [column.name for column in part.columns] * game.players
                own = zip(names, told[part.start : part.stop], strict=True)
                network = Counter(game.view(None).players[seat].network)
                found = Counter(name for name, whose in own if whose == 1)
                assert found == {name: n for name, n in network.items() if name in names}
                return
    pytest.fail("nobody had two of a name")


@pytest.mark.compiled
@pytest.mark.parametrize("level", ["tourist", "informant", "agent", "spymaster:simulations=40"])
def test_bots_play_on_with_two_of_a_name_in_a_hand(level: str) -> None:
    bot, asked = make(level), 0
    for seed in range(200):
        game, rng = begun(seed)
        while not game.is_over and asked < 25:
            seat, code = eager(game, rng)
            if game._state.hand_more[seat]:
                asked += 1
                action = bot.choose(game.view(seat), game.legal(seat), rng)
                code = game.code(action)
            game.play(seat, code, events=False)
        if asked >= 25:
            return
    pytest.fail("nobody had two of a name")
