"""One game between bots: its statistics, and what becomes of bots that do wrong."""

import signal
import threading
import time
from functools import partial

import msgspec
import pytest

import estoril
from estoril.arena import BotFault, Played, play_game
from estoril.bots import BotError
from estoril.bots.driver import Factory, generator
from estoril.bots.limit import Limit, OutOfTime
from tests.arena import players

OPTIONS = estoril.choose(3)


def play(*bots: str | Factory, seed: int = 5, limit: float | None = None) -> Played:
    return play_game(bots, seed=seed, on_error="go-on", limit=limit)


def without_times(game: Played) -> Played:
    return msgspec.structs.replace(game, micros=())


def test_a_game_is_the_same_for_the_same_seed() -> None:
    bots = ["random", players.Strong, "random"]
    one, again, other = (play(*bots, seed=seed) for seed in (5, 5, 6))
    assert without_times(one) == without_times(again)
    assert without_times(one) != without_times(other)


def test_a_game_tells_its_result_and_statistics() -> None:
    options = estoril.choose(4, "all")
    game = play_game(["random"] * 4, options, 11)
    assert sum(game.shares) == 1
    assert sum(map(len, game.micros)) == game.decisions
    tiles = {tile.id: tile for tile in estoril.content().tiles}
    for seat, entry in enumerate(game.result.seats):
        assert entry.tiles == sum(tiles[tile].points for tile in game.held[seat])
        kept = {tile for tile in game.held[seat] if not tiles[tile].starting}
        assert kept <= set(game.won[seat])
        assert not any(tiles[tile].starting for tile in game.won[seat])


def test_tiles_won_are_those_that_the_events_tell() -> None:
    game = play_game(["random"] * 3, OPTIONS, 23)
    again = estoril.new_game(3, seed=23)
    won: list[set[str]] = [set(), set(), set()]
    while not again.is_over:
        seat = again.to_act[0]
        chance = generator(23, again.view(seat))
        for event in again.play(seat, chance.choice(again.legal(seat))):
            if isinstance(event.whole, estoril.game.events.RewardWon):
                won[event.whole.seat].add(event.whole.tile)
    assert [set(tiles) for tiles in game.won] == won


def test_a_shared_victory_is_a_share_of_a_win() -> None:
    games = (play_game(["random"] * 4, seed=seed) for seed in range(4000))
    shared = next(game for game in games if len(game.result.winners) == 2)
    assert sorted(shared.shares) == [0, 0, 0.5, 0.5]


def test_a_bot_that_raises_is_replaced_for_that_decision() -> None:
    game = play(players.Crasher, "random", "random")
    [fault] = game.faults
    assert (fault.seat, fault.bot, fault.kind) == (0, "Crasher", "crash")
    assert fault.message.startswith("LookupError: lost the notebook (players.py, line ")
    assert "lost the notebook" in fault.trace
    assert len(game.micros[0]) > 3


def test_an_illegal_action_is_told_with_its_reason() -> None:
    game = play("random", players.Cheat, "random")
    [fault] = game.faults
    assert (fault.seat, fault.kind) == (1, "illegal")
    assert "nowhere.IX" in fault.message


@pytest.mark.parametrize("answer", [None, 3, "Pass", estoril.Pass(), estoril.MoveDie(by=None)])
def test_whatever_a_bot_returns_the_game_goes_on(answer: object) -> None:
    class Odd(players.First):
        def choose(self, view, legal, rng):  # type: ignore[no-untyped-def]
            return answer

    game = play("random", Odd, "random")
    assert {fault.kind for fault in game.faults} == {"illegal"}
    assert {fault.seat for fault in game.faults} == {1}


def test_a_bot_that_takes_its_list_apart_does_no_harm() -> None:
    assert not play("random", players.Thief, "random").faults


def test_a_bot_that_hangs_is_interrupted() -> None:
    begun = time.monotonic()
    game = play("random", "random", players.Dreamer, limit=0.1)
    assert time.monotonic() - begun < 5
    [fault] = game.faults
    assert (fault.seat, fault.kind, fault.message) == (2, "timeout", "no answer within 0.1 s")


def test_a_late_answer_counts_as_none_where_nothing_can_be_interrupted() -> None:
    games: list[Played] = []
    bots = [partial(players.Slow, 0.02), "random"]
    thread = threading.Thread(target=lambda: games.append(play(*bots, limit=0.1)))
    thread.start()
    thread.join()
    assert {fault.kind for fault in games[0].faults} == {"timeout"}


def test_a_missing_bot_is_replaced_for_the_whole_game() -> None:
    game = play("random", "turist", players.Unmade)
    assert [(fault.seat, fault.kind, fault.decision) for fault in game.faults] == [
        (1, "missing", -1),
        (2, "missing", -1),
    ]
    assert "did you mean tourist?" in game.faults[0].message
    assert "no weights" in game.faults[1].message
    assert game.micros[1] == ()


def test_stopping_raises_with_the_record_so_far() -> None:
    with pytest.raises(
        BotFault, match=r"Crasher in seat 0, at decision \d+: crash: LookupError"
    ) as e:
        play_game([players.Crasher, "random"], seed=8)
    record = e.value.record
    assert record is not None
    assert estoril.replay(record).to_act == (0,)
    assert isinstance(e.value.__cause__, LookupError)


def test_as_many_bots_as_players_are_needed() -> None:
    with pytest.raises(BotError, match="3 players need as many bots, not 2"):
        play_game(["random", "random"], OPTIONS)


def test_somebody_elses_alarm_goes_on_after_ours() -> None:
    heard = []
    before = signal.signal(signal.SIGALRM, lambda *_: heard.append(1))
    other = signal.setitimer(signal.ITIMER_REAL, 30)
    try:
        with Limit(0.01) as limit, pytest.raises(OutOfTime):
            limit.run(lambda: time.sleep(5))
        assert 25 < signal.getitimer(signal.ITIMER_REAL)[0] < 30
        assert not heard
    finally:
        signal.signal(signal.SIGALRM, before)
        signal.setitimer(signal.ITIMER_REAL, *other)
