"""The checker accepts an honest history and rejects forged ones, each for what was forged."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from typing import Any, TypeVar

import msgspec
import pytest

import estoril
from estoril.table import HOST, Caller, Command, Entry, SeatPlan, Table, commands, create
from tests.chaos import history
from tests.chaos.checker import Judge
from tests.chaos.history import Kept, Line

L = TypeVar("L", bound=Line)
READERS = {"seat 0": 0, "seat 1": 1, "onlooker": None}
TOKENS = {"seat 0": "ana-has-this-token", "seat 1": "bruno-has-this-token", "onlooker": ""}


class Honest:
    """A table whose server does everything right, and the diaries of those who are there."""

    def __init__(self) -> None:
        self.table = Table(seed=1942)
        self.kept: list[Entry] = []
        self.lines: list[Line] = []
        self._clock = itertools.count(1.0)
        self._asks = itertools.count(1)
        self._away: set[str] = set()
        self._known: dict[str, int] = {}
        seats = [SeatPlan(name="Ana", host=True), SeatPlan(name="Bruno")]
        self._keep(create(estoril.choose(2), now=0.0, seats=seats))
        for who, seat in READERS.items():
            self.write(history.Sat, who, seat=seat, token=TOKENS[who])
            self.call(who)
        self.do("seat 1", commands.SetReady())
        self.do("seat 0", commands.Start(), HOST)

    def write(self, kind: Callable[..., L], who: str, **fields: Any) -> L:
        """Write a line in somebody's diary."""
        line = kind(time=next(self._clock), who=who, **fields)
        self.lines.append(line)
        return line

    def _keep(self, entry: Entry) -> None:
        self.kept.append(entry)
        outcome = self.table.fold(entry)
        for who, seat in READERS.items():
            if who in self._known and who not in self._away and seat in outcome.messages:
                self._known[who] = entry.number
                self.write(history.News, who, message=raw(outcome.messages[seat]))

    def call(self, who: str) -> None:
        """Connect, and take what was missed."""
        since, seat = self._known.get(who), READERS[who]
        self.write(history.Called, who, server="one", since=since)
        self.write(history.Welcomed, who, number=self.table.number)
        if since is None:
            self.write(history.Seen, who, snapshot=raw(self.table.snapshot(seat, "picture")))
        else:
            for message in self.table.stream(seat, since):
                self.write(history.News, who, message=raw(message))
        self._known[who] = self.table.number
        self._away.discard(who)

    def hang_up(self, who: str) -> None:
        """Lose the line."""
        self.write(history.Broke, who, why="ConnectionClosed")
        self._away.add(who)

    def do(self, who: str, command: Command, by: Caller | None = None) -> None:
        """Ask for something and get it."""
        ask = next(self._asks)
        request = msgspec.to_builtins(command)
        self.write(history.Asked, who, ask=ask, request=request)
        caller = by or Caller(seat=READERS[who])
        self._keep(self.table.propose(command, caller, now=float(ask)))
        self.write(history.Done, who, ask=ask, number=self.table.number)

    def play(self) -> None:
        """Play to the end: the first choice each time, with a break and a word now and then."""
        for moves in itertools.count():
            if not self.table.to_act:
                break
            seat = self.table.to_act[0]
            who = f"seat {seat}"
            if who in self._away:
                self.call(who)
            if moves % 7 == 3:
                self.do(who, commands.Say(f"word {moves}"))
            if moves % 9 == 5:
                self.hang_up(f"seat {1 - seat}")
            choice = self.table.view(seat).choices[0]
            self.do(who, commands.Act(choice.code, self.table.turn(seat)))
        for who, seat in READERS.items():
            if who in self._away:
                self.call(who)
            self.write(history.Ended, who, result=raw(self.table.snapshot(None).result))
            messages = raw(self.table.stream(seat, 0))
            self.write(history.Read, who, number=self.table.number, messages=messages)


def raw(value: object) -> msgspec.Raw:
    return msgspec.Raw(msgspec.json.encode(value))


@pytest.fixture(scope="module")
def honest() -> Honest:
    made = Honest()
    made.play()
    return made


def kinds(lines: list[Line], entries: list[Entry], state: str = "over") -> set[str]:
    """Return the kinds of all that the checker finds."""
    kept = Kept(table="t", house="h", state=state, entries=[raw(entry) for entry in entries])
    return {finding.kind for finding in Judge("t", lines, kept).judge()}


def changed(lines: list[Line], old: Line, **fields: Any) -> list[Line]:
    """Return a history in which one line is another."""
    new = msgspec.structs.replace(old, **fields)
    return [new if line is old else line for line in lines]


def all_of(honest: Honest, kind: type[L], who: str | None = None) -> list[L]:
    """Return the lines of a kind."""
    return [
        line for line in honest.lines if isinstance(line, kind) and (who is None or line.who == who)
    ]


def moves(honest: Honest, who: str) -> list[history.Done]:
    """Return the acknowledgements of somebody's moves."""
    acts = {
        line.ask for line in all_of(honest, history.Asked, who) if line.request["command"] == "act"
    }
    return [line for line in all_of(honest, history.Done, who) if line.ask in acts]


def test_an_honest_history_is_accepted(honest: Honest) -> None:
    assert len(honest.kept) > 60
    assert len(all_of(honest, history.Broke)) > 3
    assert kinds(honest.lines, honest.kept) == set()


def test_moves_whose_answer_was_lost_may_have_been_made_or_not(honest: Honest) -> None:
    answer = moves(honest, "seat 0")[3]
    assert kinds([line for line in honest.lines if line is not answer], honest.kept) == set()
    lost = msgspec.structs.replace(
        all_of(honest, history.Asked, "seat 0")[-1],
        time=9e9,
        ask=999,
        request={"command": "say", "text": "nobody heard this"},
    )
    assert kinds([*honest.lines, lost], honest.kept) == set()


# -- lost -------------------------------------------------------------------------------------


def test_acknowledged_moves_that_were_not_kept_are_lost(honest: Honest) -> None:
    assert "lost" in kinds(honest.lines, honest.kept[:-3])


def test_a_hole_in_what_was_kept_is_lost(honest: Honest) -> None:
    assert "lost" in kinds(honest.lines, honest.kept[:20] + honest.kept[21:])


def test_a_message_that_did_not_come_is_lost(honest: Honest) -> None:
    missing = all_of(honest, history.News, "onlooker")[10]
    assert kinds([line for line in honest.lines if line is not missing], honest.kept) == {"lost"}


def test_a_move_acknowledged_as_another_is_lost(honest: Honest) -> None:
    one, other = moves(honest, "seat 0")[4:6]
    lines = changed(honest.lines, one, number=other.number)
    assert "lost" in kinds(lines, honest.kept)


def test_a_move_said_to_be_done_that_was_not_is_lost(honest: Honest) -> None:
    asked = all_of(honest, history.Asked, "seat 0")[-1]
    again = msgspec.structs.replace(
        asked, ask=999, request={"command": "act", "action": 1, "turn": 9999}
    )
    refused = history.Refused(time=9e9, who="seat 0", ask=999, code="move.done")
    assert kinds([*honest.lines, again, refused], honest.kept) == {"lost"}


def test_a_reader_who_was_ahead_of_the_table_has_lost_something(honest: Honest) -> None:
    called = all_of(honest, history.Called, "seat 1")[-1]
    assert "lost" in kinds(changed(honest.lines, called, since=called.since + 40), honest.kept)


# -- hints and reviews ------------------------------------------------------------------------


def after_a_hint(*, asked: bool = True, kept: bool = True) -> set[str]:
    """Return what is found when seat 0 says that it got a hint."""
    hinted = Honest()
    for seat in (0, 1):
        hinted._keep(hinted.table.propose(commands.AllowHints(True), Caller(seat=seat), now=90.0))
    while 0 not in hinted.table.to_act:
        choice = hinted.table.view(1).choices[0]
        hinted.do("seat 1", commands.Act(choice.code, hinted.table.turn(1)))
    take = commands.TakeHint(hinted.table.turn(0))
    if asked:
        hinted.write(history.Asked, "seat 0", ask=999, request=msgspec.to_builtins(take))
        hinted.write(history.Advised, "seat 0", ask=999)
    if kept:
        hinted._keep(hinted.table.propose(take, Caller(seat=0), now=91.0))
    hinted.play()
    return kinds(hinted.lines, hinted.kept)


def test_a_hint_that_was_asked_for_given_and_kept_is_honest() -> None:
    assert after_a_hint() == set()


def test_a_hint_that_was_given_and_is_not_kept_is_lost() -> None:
    assert after_a_hint(kept=False) == {"lost"}


def test_a_hint_that_nobody_asked_for_is_invented() -> None:
    assert after_a_hint(asked=False) == {"invented"}


@pytest.mark.parametrize(
    ("read", "found"),
    [("null 1 1", set()), ("1 null", {"lost"}), ("1 2 1", {"altered"})],
    ids=["made", "gone", "another"],
)
def test_a_review_that_was_read_stays(honest: Honest, read: str, found: set[str]) -> None:
    lines = [
        history.Reviewed(time=9e9, who="seat 0", review=msgspec.Raw(review.encode()))
        for review in read.split()
    ]
    assert kinds([*honest.lines, *lines], honest.kept) == found


# -- doubled ----------------------------------------------------------------------------------


def test_something_said_once_and_kept_twice_is_doubled() -> None:
    twice = Honest()
    twice.do("seat 0", commands.Say("once"))
    twice._keep(twice.table.propose(commands.Say("once"), Caller(seat=0), now=99.0))
    twice.play()
    assert kinds(twice.lines, twice.kept) == {"doubled"}


def test_a_move_asked_for_once_and_made_twice_is_doubled() -> None:
    """The same seat moves again by the same choice, for a turn that it never answered."""
    twice = Honest()
    codes: set[int] = set()
    while twice.table.to_act:
        seat = twice.table.to_act[0]
        by_code = {choice.code: choice for choice in twice.table.view(seat).choices}
        again = next((code for code in by_code if code in codes), None) if seat == 0 else None
        if again is not None:
            act = commands.Act(again, twice.table.turn(0))
            twice._keep(twice.table.propose(act, Caller(seat=0), now=500.0))
            break
        chosen = next(iter(by_code))
        if seat == 0:
            codes.add(chosen)
        twice.do(f"seat {seat}", commands.Act(chosen, twice.table.turn(seat)))
    twice.play()
    assert kinds(twice.lines, twice.kept) == {"doubled"}


def test_a_message_that_came_twice_is_doubled(honest: Honest) -> None:
    news = all_of(honest, history.News, "seat 1")[12]
    place = honest.lines.index(news)
    lines = [*honest.lines[: place + 1], news, *honest.lines[place + 1 :]]
    assert kinds(lines, honest.kept) == {"doubled"}


def test_two_moves_acknowledged_as_one_entry_are_doubled(honest: Honest) -> None:
    one, other = moves(honest, "seat 1")[4:6]
    assert "doubled" in kinds(changed(honest.lines, other, number=one.number), honest.kept)


# -- reordered --------------------------------------------------------------------------------


def test_messages_in_another_order_are_reordered(honest: Honest) -> None:
    lines = list(honest.lines)
    one, other = (lines.index(news) for news in all_of(honest, history.News, "seat 0")[5:7])
    lines[one], lines[other] = lines[other], lines[one]
    assert "reordered" in kinds(lines, honest.kept)


def test_what_comes_before_something_acknowledged_earlier_is_reordered(honest: Honest) -> None:
    done = moves(honest, "seat 0")[4]
    asked = next(a for a in all_of(honest, history.Asked, "seat 0") if a.ask == done.ask)
    late = changed(changed(honest.lines, asked, time=9e8), done, time=9e9)
    assert kinds(late, honest.kept) == {"reordered"}


# -- leaked and altered -----------------------------------------------------------------------


def _hidden(honest: Honest) -> tuple[history.News, history.News]:
    """Return the messages of one entry to two seats who are told different things."""
    own = {number_of(news): news for news in all_of(honest, history.News, "seat 0")}
    for news in all_of(honest, history.News, "seat 1"):
        other = own.get(number_of(news))
        if other is not None and facts_of(other) != facts_of(news):
            hides = any(fact.get("tile") for fact in facts_of(other))
            return (news, other) if hides else (other, news)
    raise AssertionError("everybody was told the same")


def number_of(news: history.News) -> int:
    return int(msgspec.json.decode(news.message)["number"])


def facts_of(news: history.News) -> Any:
    return msgspec.json.decode(news.message).get("facts", [])


def test_what_only_another_seat_may_know_is_leaked(honest: Honest) -> None:
    news, knowing = _hidden(honest)
    assert kinds(changed(honest.lines, news, message=knowing.message), honest.kept) == {"leaked"}


def test_the_token_of_another_seat_is_leaked(honest: Honest) -> None:
    news = all_of(honest, history.News, "onlooker")[9]
    told = msgspec.json.decode(news.message)
    told["extra"] = TOKENS["seat 1"]
    assert "leaked" in kinds(changed(honest.lines, news, message=raw(told)), honest.kept)


def test_another_fact_is_altered(honest: Honest) -> None:
    news = next(n for n in all_of(honest, history.News, "seat 0") if facts_of(n))
    told = msgspec.json.decode(news.message)
    told["facts"][0]["seat"] = 4
    found = kinds(changed(honest.lines, news, message=raw(told)), honest.kept)
    assert found and found <= {"altered", "leaked"}


def test_another_picture_is_altered(honest: Honest) -> None:
    seen = all_of(honest, history.Seen, "seat 0")[0]
    told = msgspec.json.decode(seen.snapshot)
    told["at"] += 1
    assert kinds(changed(honest.lines, seen, snapshot=raw(told)), honest.kept) == {"altered"}


def test_another_account_in_the_end_is_altered(honest: Honest) -> None:
    read = all_of(honest, history.Read, "seat 0")[0]
    told = msgspec.json.decode(read.messages)
    told[8]["at"] += 1
    assert kinds(changed(honest.lines, read, messages=raw(told)), honest.kept) == {"altered"}


# -- the rest ---------------------------------------------------------------------------------


def test_a_move_that_nobody_asked_for_is_invented(honest: Honest) -> None:
    done = moves(honest, "seat 0")[2]
    own = [line for line in honest.lines if getattr(line, "ask", None) != done.ask]
    assert kinds(own, honest.kept) & {"invented", "doubled"}


def test_a_move_that_was_refused_and_made_is_invented(honest: Honest) -> None:
    done = moves(honest, "seat 0")[2]
    refused = history.Refused(time=done.time, who=done.who, ask=done.ask, code="move.stale")
    lines = [refused if line is done else line for line in honest.lines]
    assert kinds(lines, honest.kept) & {"invented", "doubled"}


def test_being_shown_less_than_was_acknowledged_is_stale(honest: Honest) -> None:
    welcomed = all_of(honest, history.Welcomed, "seat 1")[-1]
    found = kinds(changed(honest.lines, welcomed, number=welcomed.number - 9), honest.kept)
    assert "stale" in found


def test_a_game_without_an_end_is_unended(honest: Honest) -> None:
    half = Honest()
    for _ in range(10):
        seat = half.table.to_act[0]
        choice = half.table.view(seat).choices[0]
        half.do(f"seat {seat}", commands.Act(choice.code, half.table.turn(seat)))
    assert kinds(half.lines, half.kept, "running") == {"unended"}


def test_who_saw_another_end_or_none_makes_it_unended(honest: Honest) -> None:
    ended = all_of(honest, history.Ended, "seat 0")[0]
    assert kinds(changed(honest.lines, ended, result=raw({})), honest.kept) == {"unended"}
    assert kinds([line for line in honest.lines if line is not ended], honest.kept) == {"unended"}


def test_a_listing_that_says_something_else_is_found(honest: Honest) -> None:
    assert kinds(honest.lines, honest.kept, "running") == {"unlisted"}


def test_a_refusal_that_no_fault_excuses_is_found(honest: Honest) -> None:
    asked = msgspec.structs.replace(
        all_of(honest, history.Asked, "seat 0")[-1],
        ask=999,
        request={"command": "say", "text": "a word"},
    )
    refused = history.Refused(time=9e9, who="seat 0", ask=999, code="server")
    assert kinds([*honest.lines, asked, refused], honest.kept) == {"refused"}
