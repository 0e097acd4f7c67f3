"""A position is one line of text that says it all, or all that a seat knows, and reads back."""

from __future__ import annotations

import random

import pytest

import estoril
from estoril import Game, PositionError
from estoril.engine import terms
from estoril.engine.state import State
from estoril.errors import RecordError
from estoril.game.views import View
from estoril.testing import all_setups, play_randomly, position

SETUPS = list(all_setups())
# Chance to come, how a game is followed, and where in its array a queue begins are not in a line.
APART = {"rng", "auto", "logging", "queue", "queue_known", "queue_head"}


def numbers(s: State) -> dict[str, object]:
    """Return all that a state holds, without what lies behind things that are in sight anyway."""
    names = [name for name in dir(s) if not name.startswith("_") and name not in APART]
    values = {name: getattr(s, name) for name in names}
    told = {name: v for name, v in values.items() if isinstance(v, int | list)}
    rewards = [i for i in range(2 * terms.SLOTS) if s.reward[i] != terms.NONE]
    hidden = sum(1 << i for i in rewards if not s.reward_up >> i // 2 & 1)
    places = [(s.queue_head + i) % terms.QUEUE for i in range(s.queue_size)]
    stakes = ("stake_by", "stake_tile", "stake_colour", "stake_from_hand")
    return {
        **told,
        **{name: getattr(s, name)[: s.stake_count] for name in stakes},
        "known": [mask & s.occupied & ~s.face_up for mask in s.known],
        "reward_known": [mask & hidden for mask in s.reward_known],
        "returned": [(s.queue[i], s.queue_known[i]) for i in places],
    }


@pytest.mark.parametrize("start", range(16))
def test_every_position_of_every_kind_of_game_reads_back_exactly(start: int) -> None:
    tried = 0
    for number in range(start * 23, len(SETUPS), 16 * 23):
        game = Game(SETUPS[number], estoril.content(), seed=number)
        for step, _ in enumerate(play_randomly(game, random.Random(number))):
            if step % 17:
                continue
            line = game.position()
            again = Game.from_position(line)
            assert "\n" not in line and again.position() == line
            assert numbers(again._state) == numbers(game._state)
            for seat in (None, *range(game.players)):
                view = game.view(seat)
                read = View.from_position(view.position())
                assert numbers(read.observed) == numbers(view.observed)
                assert read.json() == view.json()
            tried += 1
    assert tried > 20


@pytest.mark.parametrize("modules", ["all", ()])
def test_chance_can_wait_in_a_position(modules: str) -> None:
    game = estoril.new_game(3, seed=1, modules=modules, auto_chance=False)
    rng = random.Random(5)
    for _ in range(60):
        line = game.position()
        assert numbers(Game.from_position(line)._state) == numbers(game._state)
        if draw := game.chance:
            game.decide_chance(rng.choice(draw.outcomes))
        else:
            seat = rng.choice(game.to_act)
            game.play(seat, rng.choice(game.legal(seat)))


def test_a_game_goes_on_from_a_position_as_it_would_have() -> None:
    game = estoril.new_game(4, seed=3, modules="all")
    for _ in play_randomly(game, random.Random(3), most=70):
        pass
    line = game.position()
    ends = []
    for begun in (game.copy(seed=8), Game.from_position(line, seed=8)):
        for _ in play_randomly(begun, random.Random(4)):
            pass
        ends.append(begun.result)
    assert ends[0] == ends[1]


def test_what_a_seat_may_not_know_is_not_in_its_line() -> None:
    game = estoril.new_game(3, seed=11, modules="all", variants=("secret_agenda",))
    for step, _ in enumerate(play_randomly(game, random.Random(2))):
        if step % 10 == 0:
            for seat in (None, 0, 1, 2):
                twin = game.imagine(seat, step)
                assert twin.view(seat).position() == game.view(seat).position()


def test_a_game_from_the_middle_has_no_record() -> None:
    game = Game.from_position(estoril.new_game(2, seed=1).position())
    for tell in (game.record, game.history, game.copy(1).record, lambda: game.again(0)):
        with pytest.raises(RecordError, match="began in the middle"):
            tell()


WHOLE = estoril.new_game(2, seed=1942).position()


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("", "begins with “estoril”"),
        ("rnbqkbnr/pppppppp/8/8 w KQkq", "begins with “estoril”"),
        (WHOLE.replace("players=2", "players=9"), "2 to 5 can play"),
        (WHOLE.replace("estoril whole", "estoril 7"), "“7” cannot be understood"),
        (WHOLE.replace("grid ", "grid - "), "needs 6 places"),
        (WHOLE.replace("round=1", "round=one"), "“one”"),
        (WHOLE.replace("round=1", "rounds=1"), "“rounds=1”"),
        (WHOLE.replace("now=place", "now=dance"), "“dance”"),
        (WHOLE.replace("hand=linda_x", "hand=nobody"), "“nobody”"),
        (WHOLE.replace("unseen=", "unseen=1"), "unseen in the pile"),
        (WHOLE.partition(" | seat1")[0], "“seat1” is missing"),
        (WHOLE + " | pile unseen=3", "“pile” stands twice"),
        (WHOLE + " | weather fine", "“weather”"),
        (estoril.new_game(2, seed=1).view(0).position(), "not a whole position"),
    ],
)
def test_what_is_no_position_is_refused_in_words(line: str, told: str) -> None:
    with pytest.raises(PositionError, match=told):
        Game.from_position(line)


def test_a_whole_position_is_not_a_view() -> None:
    with pytest.raises(PositionError, match="not what one seat knows"):
        View.from_position(WHOLE)


def test_games_and_views_show_themselves() -> None:
    game = estoril.new_game(2, seed=1942, modules="enigma")
    assert repr(game) == f"<Game: 2 players, round 1, seat {game.to_act[0]} to place>"
    assert repr(game.view(None)).startswith("<View of a spectator: 2 players, round 1")
    assert all(name in str(game) for name in ("red", "blue", "Linda X.", "reward", "missions"))
    other = game.view(None)
    assert "void" not in str(game) and "staked" not in str(game) and "agenda" not in str(game)
    assert "hand 5" in str(other) or "hand 6" in str(other)


def test_what_lies_on_the_table_is_shown() -> None:
    game = position(
        "casino muchaxo church / tamariz palacio museum",
        {"muchaxo.I": "red elizabeth up void", "tamariz.I": "blue roque up shield"},
        variants="secret_agenda",
        agendas={"red": "women", "blue": "germans"},
    ).game
    women = game.content.mission("women").name
    assert f"agenda {women}" in str(game.view(0))
    assert "agenda" not in str(game.view(None))
    assert "I red Elizabeth (void)" in str(game) and "I blue Roque (shielded)" in str(game)
