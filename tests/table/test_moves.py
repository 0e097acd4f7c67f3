"""Moves: each is taken once, by who must decide, in answer to the decision that is due."""

import msgspec
import pytest

import estoril
from estoril import engine
from estoril.game.options import choose
from estoril.table import HOST, HOUSE, Caller, EntryError, Table, TableError, create
from estoril.table import commands as ask
from estoril.table.entries import Created, Entry, Moved, SeatOpened, Started
from tests.table.driver import Driver, playing


def due(driver: Driver) -> tuple[int, int, int]:
    """Return a seat that must decide, the number of its turn, and a legal code."""
    seat = driver.table.to_act[0]
    return seat, driver.table.turn(seat), driver.table.view(seat).codes[0]


def test_a_move_is_told_to_everybody_and_the_next_is_asked() -> None:
    driver = playing("Ana", "Rui")
    seat, turn, code = due(driver)
    news = driver.ask(ask.Act(code, turn), seat)
    assert set(news.messages) == {None, 0, 1}
    fact = news.messages[None].facts[0]
    assert isinstance(fact, estoril.game.events.Placed) and fact.seat == seat
    assert news.called == news.to_act == driver.table.to_act


def test_an_action_can_be_given_as_value_or_as_code() -> None:
    driver = playing("Ana", "Rui")
    seat, turn, code = due(driver)
    action = driver.table.view(seat).legal[0]
    by_code = driver.table.propose(ask.Act(code, turn), Caller(seat), 1.0)
    by_value = driver.table.propose(ask.Act(action, turn), Caller(seat), 1.0)
    assert isinstance(by_code, Moved) and isinstance(by_value, Moved)
    assert by_code.steps[0] == by_value.steps[0]


def test_a_repeated_move_is_recognised() -> None:
    driver = playing("Ana", "Rui")
    seat, turn, code = due(driver)
    action, other = driver.table.view(seat).legal[:2]
    driver.ask(ask.Act(code, turn), seat)
    assert driver.refusal(ask.Act(code, turn), seat) == "move.done"
    assert driver.refusal(ask.Act(action, turn), seat) == "move.done"
    assert driver.refusal(ask.Act(other, turn), seat) == "move.stale"
    assert driver.refusal(ask.Act(estoril.Discard("nobody"), turn), seat) == "move.stale"


def test_an_answer_to_another_turn_is_stale() -> None:
    driver = playing("Ana", "Rui")
    seat, turn, code = due(driver)
    for wrong in (0, turn - 1, turn + 1, -1, 10**30):
        assert driver.refusal(ask.Act(code, wrong), seat) == "move.stale"


def test_who_is_not_to_act_is_told_so() -> None:
    driver = playing("Ana", "Rui")
    seat, turn, code = due(driver)
    assert driver.refusal(ask.Act(code, turn), 1 - seat) == "move.turn"
    assert driver.refusal(ask.Act(code, turn)) == "seat.needed"
    assert driver.refusal(ask.Act(code, turn), HOST) == "seat.needed"


def test_a_move_that_the_rules_forbid_names_the_rule() -> None:
    driver = playing("Ana", "Rui")
    seat, turn, _ = due(driver)
    view = driver.table.view(seat)
    inner = next(s.id for p in view.places for s in p.spaces if not s.outer and p.id != "church")
    with pytest.raises(TableError, match=r"inner space.*\(PLACE-04\)") as refused:
        driver.table.propose(ask.Act(estoril.Place(view.hand[0], inner), turn), Caller(seat), 1.0)
    assert (refused.value.code, refused.value.rule) == ("illegal", "PLACE-04")
    assert refused.value.key == "why.PLACE-04"
    reason = driver.table.why_not(seat, target=inner)
    assert reason is not None and reason.rule == "PLACE-04"


@pytest.mark.parametrize("action", [-1, 10**6, estoril.Place("nobody", "casino.I")])
def test_what_is_no_action_of_the_game_is_refused(action: estoril.Action | int) -> None:
    driver = playing("Ana", "Rui")
    seat, turn, _ = due(driver)
    assert driver.refusal(ask.Act(action, turn), seat) == "action.unknown"
    with pytest.raises(TableError, match="no such action"):
        driver.table.why_not(seat, action)


def test_who_must_discard_is_not_disturbed_by_others() -> None:
    """Several discard at once: the turn of one stays the same while another answers."""
    for seed in range(40):
        driver = playing("Ana", "Rui", "Eva", seed=seed)
        while not driver.news[-1].over and len(driver.table.to_act) < 2:
            driver.act()
        if not driver.news[-1].over:
            break
    first, second = driver.table.to_act[:2]
    turn, code = driver.table.turn(second), driver.table.view(second).codes[0]
    news = driver.act(first)
    assert second not in news.called
    assert driver.table.turn(second) == turn
    driver.ask(ask.Act(code, turn), second)
    assert driver.table.turn(second) != turn


def test_while_paused_nobody_moves() -> None:
    driver = playing("Ana", bots=1)
    assert driver.refusal(ask.Resume(), 0) == "game.not_paused"
    assert driver.refusal(ask.Pause()) == "seat.needed"
    news = driver.ask(ask.Pause(), 0)
    assert news.thinking == () and driver.table.thinking == ()
    now = news.messages[0].now
    assert now is not None and now.turn == 0 and not now.placings
    seat, turn, code = due(driver)
    wish: ask.Command = ask.Act(code, turn) if seat == 0 else ask.ActFor(seat, code, turn)
    assert driver.refusal(wish, Caller(0) if seat == 0 else HOUSE) == "game.paused"
    assert driver.refusal(ask.Pause(), HOST) == "game.paused_already"
    news = driver.ask(ask.Resume(), HOST)
    assert len(news.thinking) + len(news.called) == 1
    driver.ask(wish, Caller(0) if seat == 0 else HOUSE)


def test_proposing_changes_nothing() -> None:
    driver = playing("Ana", "Rui")
    seat, turn, code = due(driver)
    before = [msgspec.json.encode(driver.table.snapshot(reader)) for reader in (None, 0, 1)]
    for _ in range(3):
        driver.table.propose(ask.Act(code, turn), Caller(seat), 2000.0)
        driver.table.propose(ask.Leave(), Caller(seat), 2000.0)
        driver.table.propose(ask.Pause(), HOST, 2000.0)
    after = [msgspec.json.encode(driver.table.snapshot(reader)) for reader in (None, 0, 1)]
    assert after == before


def test_what_was_refused_or_not_kept_leaves_no_trace_in_chance() -> None:
    driver = playing("Ana", "Rui")
    seat, turn, code = due(driver)
    wish = ask.Act(code, turn)
    first = driver.table.propose(wish, Caller(seat), 2000.0)
    driver.refusal(ask.Act(-1, turn), seat)
    assert driver.table.propose(wish, Caller(seat), 2000.0) == first


def test_chance_cannot_be_guessed_from_a_table() -> None:
    created = create(choose(2), 0.0)
    steps = set()
    for _ in range(5):
        table = Table()
        table.fold(created)
        for name in ("Ana", "Rui"):
            table.fold(table.propose(ask.Join(name), HOST, 1.0))
        entry = table.propose(ask.Start(), HOUSE, 2.0)
        assert isinstance(entry, Started)
        steps.add(entry.steps)
    assert len(steps) == 5


def test_time_never_runs_backwards() -> None:
    driver = playing("Ana", "Rui")
    driver.now = 0.0
    driver.act()
    assert driver.entries[-1].at == driver.entries[-2].at


# -- entries that cannot be folded ----------------------------------------------------------------


def test_a_table_of_unknown_rules_is_refused() -> None:
    created = msgspec.structs.replace(create(choose(2), 0.0), rules=engine.RULES + 1)
    with pytest.raises(EntryError, match="run the version that began it"):
        Table().fold(created)


def test_a_table_of_other_content_is_refused() -> None:
    created = msgspec.structs.replace(create(choose(2), 0.0), content="0" * 64)
    with pytest.raises(EntryError, match="other tiles, locations or missions"):
        Table().fold(created)


def broken(driver: Driver) -> list[tuple[Entry, str]]:
    """Return entries that no store can have kept, and what is said of them."""
    number, at = driver.table.number + 1, 2000.0
    seat, turn, code = due(driver)
    good = driver.table.propose(ask.Act(code, turn), Caller(seat), at)
    assert isinstance(good, Moved)
    return [
        (msgspec.structs.replace(good, number=number + 1), f"number {number} is due"),
        (msgspec.structs.replace(good, number=number - 1), f"number {number} is due"),
        (msgspec.structs.replace(good, seat=1 - seat), "no such move"),
        (msgspec.structs.replace(good, steps=()), "no such move"),
        (msgspec.structs.replace(good, steps=(-1,)), "no such move"),
        (msgspec.structs.replace(good, steps=(seat << 16 | 0xFFFF,)), "is not possible"),
        (msgspec.structs.replace(good, steps=(*good.steps, -70)), "is not possible"),
        (Started(number=number, at=at, steps=()), "begun already"),
        (SeatOpened(number=number, at=at, seat=7), "no such seat"),
        (create(choose(2), at), "number 2 is due"),
    ]


@pytest.mark.parametrize("which", range(10))
def test_an_entry_that_cannot_be_is_refused(which: int) -> None:
    driver = playing("Ana", "Rui")
    entry, what = broken(driver)[which]
    if isinstance(entry, Created):
        entry, what = msgspec.structs.replace(entry, number=driver.table.number + 1), "opened once"
    with pytest.raises(EntryError, match=what):
        driver.table.fold(entry)


def test_a_game_whose_chance_is_missing_is_refused() -> None:
    driver = Driver(choose(2))
    driver.seat_people("Ana", "Rui")
    number = driver.table.number + 1
    with pytest.raises(EntryError, match="a chance outcome is due"):
        driver.table.fold(Started(number=number, at=1.0, steps=()))


def test_a_table_begins_with_its_opening() -> None:
    table = Table()
    assert table.number == 0
    with pytest.raises(EntryError, match="begins with its opening"):
        table.fold(SeatOpened(number=1, at=0.0, seat=0))
    with pytest.raises(EntryError, match="begins with entry 1"):
        table.fold(msgspec.structs.replace(create(choose(2), 0.0), number=2))
    with pytest.raises(EntryError, match="begins with entry 1"):
        table.stream(None)
