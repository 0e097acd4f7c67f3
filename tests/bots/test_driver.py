"""The driver of a seat: chance, faults, who decides instead, and the same game everywhere."""

import ast
import logging
import time
from collections.abc import Sequence
from pathlib import Path
from random import Random

import pytest

import estoril
from estoril.arena.play import ArenaGame
from estoril.bots import Bot, BotError, BotFailed, Driver, Remark, driver, make, register
from estoril.bots.driver import PATIENCE, generator, lower, rungs
from estoril.bots.limit import Limit
from estoril.game.actions import Action, Place
from estoril.game.game import Game
from estoril.game.options import Options
from estoril.game.views import View, unpack
from estoril.table import Created, Local, SeatPlan, create
from estoril.terminal.frames import BotGame
from tests.bots.diaries import DIARY, begun

LEVELS = ("tourist", "informant", "random", "agent")


class Failing(Bot):
    """Fails at certain decisions of its own, and else takes the first action."""

    def __init__(self, *at: int, how: str = "crash") -> None:
        self.at = at or tuple(range(1000))
        self.how = how
        self.asked = -1

    def choose(self, view: View, legal: Sequence[Action], rng: Random) -> Action:
        self.asked += 1
        if self.asked not in self.at:
            return legal[0]
        if self.how == "illegal":
            return Place("linda_x", "nowhere.IX")
        while self.how == "timeout":
            time.sleep(0.01)
        raise LookupError("lost the notebook")


def a_view() -> View:
    """Return the view of a seat that must decide."""
    game = estoril.new_game(4, modules="all", seed=1)
    return game.view(game.to_act[0])


def decisions(who: Driver, seed: int = 1) -> list[tuple[int, BotFailed | None, int]]:
    """Let a driver play seat 0 of a game; return what it did, what failed, what a tourist does."""
    game, made = estoril.new_game(2, seed=seed), []
    other = Driver("tourist", seed)
    while not game.is_over:
        seat = game.to_act[0]
        view = game.view(seat)
        habit = other.decide(view).code
        if seat == 0:
            code, failure = who.decide(view)
            made.append((code, failure, habit))
        game.play(seat, code if seat == 0 else habit, events=False)
    return made


# -- chance -------------------------------------------------------------------------------------


def test_chance_follows_from_seed_seat_and_view() -> None:
    game = estoril.new_game(3, seed=4)
    view = game.view(1)
    drawn = generator(7, view).random()
    assert generator(7, game.view(1)).random() == drawn
    assert generator(7, unpack(view.pack())).random() == drawn
    assert generator(7 + 2**64, view).random() == drawn  # as a game takes its seed
    others = [generator(8, view), generator(7, game.view(0))]
    seat = game.to_act[0]
    game.play(seat, game.legal(seat)[0])
    others.append(generator(7, game.view(1)))
    assert len({drawn, *(other.random() for other in others)}) == 4


def test_chance_tells_nothing_that_the_seat_does_not_know() -> None:
    game = estoril.new_game(4, modules="all", seed=4)
    for seed in range(20):
        twin = game.imagine(2, seed)
        assert generator(7, twin.view(2)).random() == generator(7, game.view(2)).random()


def test_without_a_seed_chance_cannot_be_guessed() -> None:
    view = a_view()
    assert len({Driver("random").decide(view).code for _ in range(20)}) > 5


# -- one bot for a game -------------------------------------------------------------------------


def test_a_bot_is_made_once_from_whatever_it_is_given_as() -> None:
    lives: list[Bot] = []

    class Counted(Failing):
        def __init__(self) -> None:
            super().__init__(-1)
            lives.append(self)

    register("counted", Counted)
    for bot in ("counted", Counted, lambda: Counted(), Counted()):
        lives.clear()
        who = Driver(bot)
        assert all(failure is None for _, failure, _ in decisions(who))
        assert len(lives) <= 1
        assert who.bot in ("counted", "Counted", "<lambda>")


def test_remarks_are_those_of_who_decided() -> None:
    view = a_view()
    informed = Driver("informant", 3)
    assert informed.remarks() == ()
    informed.decide(view)
    bot = make("informant")
    bot.choose(view, view.legal, generator(3, view))
    assert informed.remarks() == bot.explain() != ()
    failing = Driver(Failing(), 3)
    failing.decide(view)
    assert Remark("bot.habit") in failing.remarks()


def test_a_bot_that_cannot_explain_itself_has_no_remarks() -> None:
    class Mute(Failing):
        def explain(self) -> tuple[Remark, ...]:
            raise RuntimeError

    mute = Driver(Mute(-1))
    assert mute.decide(a_view()).failure is None
    assert mute.remarks() == ()


# -- faults -------------------------------------------------------------------------------------


def test_a_fault_is_answered_by_the_next_lower_level() -> None:
    made = decisions(Driver(Failing(0, 4), 1))
    failed = [number for number, (_, failure, _) in enumerate(made) if failure is not None]
    assert failed == [0, 4]
    assert all(made[number][0] == made[number][2] for number in failed)
    assert any(code != habit for code, _, habit in made[1:4])


def test_after_three_faults_the_next_lower_level_has_the_seat(
    caplog: pytest.LogCaptureFixture,
) -> None:
    who = Driver(Failing(0, 5, 6), 1)
    with caplog.at_level(logging.WARNING, "estoril.bots"):
        made = decisions(who)
    assert [number for number, (_, failure, _) in enumerate(made) if failure] == [0, 5, 6]
    assert who.bot == "tourist"
    assert all(code == habit for code, _, habit in made[6:])
    assert len(caplog.messages) == PATIENCE
    assert "bot Failing in seat 0: crash: LookupError: lost the notebook" in caplog.messages[0]


def test_a_rated_bot_keeps_its_seat_and_chance_takes_its_place() -> None:
    who = Driver(Failing(), 1, rated=True)
    made = decisions(who)
    assert all(failure is not None for _, failure, _ in made)
    assert who.bot == "Failing"
    assert who.decide(a_view()).code == Driver("random", 1).decide(a_view()).code


def test_a_rated_bot_that_is_dismissed_is_not_asked() -> None:
    bot = Failing()
    who = Driver(bot, 1, rated=True)
    who.dismiss()
    assert not any(failure for _, failure, _ in decisions(who))
    assert bot.asked == -1 and who.taken is None


@pytest.mark.parametrize(
    ("how", "told"),
    [
        ("crash", "LookupError: lost the notebook (test_driver.py, line "),
        ("illegal", "Place(tile='linda_x', space='nowhere.IX'): "),
        ("timeout", "no answer within 0.05 s"),
    ],
)
def test_what_goes_wrong_is_told_by_kind(how: str, told: str) -> None:
    view = a_view()
    with Limit(0.05) as limit:
        failure = Driver(Failing(how=how), 1, limit).decide(view).failure
    assert failure is not None and failure.kind == how
    assert str(failure).startswith(told)
    assert isinstance(failure.__cause__, LookupError) == (how == "crash")


@pytest.mark.parametrize("answer", [None, 3, "Pass", estoril.Pass(), estoril.MoveDie(by=None)])
def test_whatever_is_not_among_the_legal_actions_is_illegal(answer: object) -> None:
    class Odd(Failing):
        def choose(self, view, legal, rng):  # type: ignore[no-untyped-def]
            return answer

    failure = Driver(Odd()).decide(a_view()).failure
    assert failure is not None and failure.kind == "illegal"


def test_a_bot_that_cannot_be_made_is_missing() -> None:
    with pytest.raises(BotFailed, match="did you mean tourist") as e:
        Driver("turist").make()
    assert e.value.kind == "missing"
    who = Driver("turist", 1)
    made = decisions(who)
    assert all(code == habit for code, _, habit in made)
    assert [failure is not None for _, failure, _ in made[:4]] == [True, True, True, False]


def test_who_takes_the_place_of_a_late_bot_has_its_own_time() -> None:
    with Limit(0.05) as limit:
        late = Driver(Failing(how="timeout"), 1, limit, rated=True)
        limit.seconds = 1e-9  # in which nobody can answer
        assert late.decide(a_view()).code == Driver("random", 1).decide(a_view()).code


def test_only_a_seat_that_must_decide_can_be_driven() -> None:
    game = estoril.new_game(2, seed=1)
    for reader in (1 - game.to_act[0], None):
        with pytest.raises(BotError, match="no legal action"):
            Driver("tourist").decide(game.view(reader))


def test_levels_are_gone_down_to_the_floor() -> None:
    assert lower("spymaster:seconds=2") == "resident"
    assert lower("tourist") == "random"
    assert lower("somebody:Else") == "tourist"
    below = ["courier", "informant", "porter", "tourist", "random"]
    assert list(rungs("agent:worlds=2")) == ["agent:worlds=2", *below]
    assert list(rungs("random")) == ["random"]


def test_where_a_level_fails_too_the_next_one_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        driver, "make", lambda spec: Failing() if spec == "resident" else make(spec)
    )
    view = a_view()
    code, failure = Driver("spymaster:nonsense=1", 1).decide(view)
    assert failure is not None and failure.kind == "missing"
    assert code == Driver("attache", 1).decide(view).code


def test_nothing_else_asks_bots() -> None:
    """But for `check_bot`, which looks closer, programs that are one, and who reviews games."""
    package = Path(estoril.__file__).parent
    asking = set()
    for path in package.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            match node:
                case ast.Call(func=ast.Attribute(attr="choose"), args=[_, _, _]):
                    asking.add(path.relative_to(package).as_posix())
    programs = {"bots/speaking.py", "bots/visitor.py"}
    assert asking == {"bots/driver.py", "testing/bots.py", "review/weighing.py"} | programs


# -- the same game everywhere -------------------------------------------------------------------


def in_the_arena(bots: Sequence[str], options: Options, seed: int) -> Game:
    table = ArenaGame(bots, options, estoril.content(), seed)
    table.play()
    return table.game


def in_the_viewer(bots: Sequence[str], options: Options, seed: int) -> Game:
    frames, number = BotGame(options, bots, estoril.content(), None, seed), 0
    while frames.frame(number) is not None:
        number += 1
    return frames.game


def at_a_table(bots: Sequence[str], options: Options, seed: int) -> Game:
    seats = [SeatPlan(bot=bot) for bot in bots]
    local = Local(create(options, 0.0, seats=seats, bots=(*bots, "informant")), lambda: 1.0, seed)
    local.start()
    for _ in local.run_bots():
        continue
    return local.table.finished


def at_a_table_with_a_break(bots: Sequence[str], options: Options, seed: int) -> Game:
    """Break off and take up the game again after every tenth decision."""
    seats = [SeatPlan(bot=bot) for bot in bots]
    local = Local(create(options, 0.0, seats=seats, bots=(*bots, "informant")), lambda: 1.0, seed)
    local.start()
    while local.table.info.state == "running":
        for _, _ in zip(range(10), local.run_bots(), strict=False):
            continue
        created, *since = local.entries
        assert isinstance(created, Created)
        local = Local(created, lambda: 1.0, seed, since=since)
    return local.table.finished


@pytest.mark.parametrize("seed", [1, -5, 2**64 - 1])
@pytest.mark.parametrize("elsewhere", [in_the_viewer, at_a_table, at_a_table_with_a_break])
def test_the_same_seed_gives_the_same_game_everywhere(elsewhere, seed: int) -> None:  # type: ignore[no-untyped-def]
    options = estoril.choose(4, "all")
    assert elsewhere(LEVELS, options, seed).record() == in_the_arena(LEVELS, options, seed).record()


@pytest.mark.parametrize("played", [in_the_arena, in_the_viewer, at_a_table])
def test_a_bot_remembers_its_game_wherever_it_is_played(played) -> None:  # type: ignore[no-untyped-def]
    game = played([DIARY, "random", DIARY], estoril.choose(3), 7)
    assert begun(game, 0) == begun(game, 2) == [0]


def test_memory_may_be_lost_in_a_break_and_the_seat_is_not() -> None:
    game = at_a_table_with_a_break([DIARY, "random", DIARY], estoril.choose(3), 7)
    assert len(begun(game, 0)) > 3
