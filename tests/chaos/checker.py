"""The checker: proves from clients' diaries that a server kept its word, or says where it did not.

    python -m tests.chaos.checker FOLDER

The kept entries of a table are played again on a table of our own, which is the model: it says
what each reader had to be told after each entry. Against it every line of every diary is held.

    lost       something acknowledged or told is not there, or was passed over
    doubled    something asked once happened twice, or was told twice
    reordered  something happened or was told in another order than it was acknowledged in
    leaked     a reader was told what that reader may not know
    altered    a reader was told something else than what happened
    invented   something happened that nobody asked for, or that had been refused
    stale      somebody was shown less than had been acknowledged before they asked
    unended    a game did not come to its end, or not to the same for all
    unlisted   the list says something else of a table than its entries
    refused    something was refused with a reason that no fault excuses
    failed     a server wrote an error to its log, did not stop, left processes behind, or shared
               a file with another
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, Final

import msgspec

from estoril.game.steps import action_in_words
from estoril.table import Entry, EntryError, Table, entries
from tests.chaos import history
from tests.chaos.history import Asked, Done, Kept, Line, Refused, Sat

# Refusals after which nobody knows whether it was done: the answer of the database did not come; or
# that a hint was taken is written down, and then it could not be worked out.
UNSURE: Final = {"database", "hint.busy", "hint.failed"}
# Refusals that say that somebody was quicker, that a stand-in plays, or that it is a bad moment.
EXCUSED: Final = UNSURE | {
    "busy",
    "game.over",
    "game.unstarted",
    "limit.messages",
    "limit.requests",
    "move.done",
    "move.stale",
    "move.turn",
    "game.running",
    "seat.stood_in",
    "seat.yours",
    "stopping",
}
# What a command makes of a table.
MAKES: Final = {
    "act": entries.Moved,
    "say": entries.Said,
    "set_ready": entries.ReadySet,
    "start": entries.Started,
    "take_back": entries.Returned,
    "give_to_bot": entries.BotSeated,
}
# What the stage itself sees and no fault of ours is.
ACCIDENTS: Final = {"orphan", "people", "unstopped"}
BROKEN: Final = "broken"  # what a server says of a database that fails for no reason it knows
_AHEAD: Final = 40  # entries that may have come between a message and the news that it came with

_entry = msgspec.json.Decoder(Entry)


class Finding(msgspec.Struct, frozen=True):
    """A broken promise."""

    kind: str
    table: str
    who: str
    what: str

    def __str__(self) -> str:
        return f"{self.kind:9} {self.table:24} {self.who:8} {self.what}"


def plain(value: object) -> Any:
    """Return something as it goes over the wire, as plain JSON."""
    return msgspec.json.decode(msgspec.json.encode(value))


class Truth:
    """What the kept entries of a table mean, to everybody at it."""

    def __init__(self, kept: list[Entry]) -> None:
        self.entries = kept
        self.told: list[dict[int | None, Any]] = [{}]  # by number and reader
        self.turns: dict[tuple[int, int], int] = {}  # numbers of moves by seat and turn
        self.by_people: dict[int, tuple[int, int, dict[int, str]]] = {}  # moves: what was possible
        self.trouble: str | None = None
        self._snapshots: dict[tuple[int, int | None], Any] = {}
        self.table = Table()
        for position, entry in enumerate(kept, 1):
            if entry.number != position:
                self.trouble = f"entry {position} is missing"
                break
            if isinstance(entry, entries.Moved):
                self._note_move(entry)
            try:
                outcome = self.table.fold(entry)
            except EntryError as problem:
                self.trouble = f"entry {position} cannot be folded: {problem}"
                break
            self.told.append({seat: plain(each) for seat, each in outcome.messages.items()})

    def _note_move(self, entry: entries.Moved) -> None:
        seat, turn = entry.seat, self.table.turn(entry.seat)
        self.turns[seat, turn] = entry.number
        if self.table.info.seats[seat].bot is None:
            words = {
                choice.code: f"{seat} {action_in_words(choice.action)}"
                for choice in self.table.view(seat).choices
            }
            self.by_people[entry.number] = (seat, turn, words)

    @property
    def last(self) -> int:
        """The number of the last entry."""
        return len(self.told) - 1

    def after(self, number: int) -> Table:
        """Return the table as it was after an entry."""
        return Table.replay(self.entries[:number])

    def snapshot(self, number: int, reader: int | None) -> Any:
        """Return all that a reader knew after an entry."""
        key = (number, reader)
        if key not in self._snapshots:
            self._snapshots[key] = plain(self.after(number).snapshot(reader, "picture"))
        return self._snapshots[key]

    def next(self, number: int, reader: int | None) -> int | None:
        """Return the next entry after one that a reader is told of."""
        return next((n for n in range(number + 1, self.last + 1) if reader in self.told[n]), None)


class Judge:
    """Holds the diaries of one table against the truth."""

    def __init__(self, name: str, lines: list[Line], kept: Kept | None) -> None:
        self.name = name
        self.lines = lines
        self.kept = kept
        self.findings: list[Finding] = []
        self.figures: Counter[str] = Counter()
        self.truth = Truth([] if kept is None else [_entry.decode(e) for e in kept.entries])
        self.sat = {line.who: line for line in lines if isinstance(line, Sat)}
        self.asked = {(line.who, line.ask): line for line in lines if isinstance(line, Asked)}
        self.done = {(line.who, line.ask): line for line in lines if isinstance(line, Done)}
        self.advised = {(line.who, line.ask) for line in lines if isinstance(line, history.Advised)}
        self.refused = {(line.who, line.ask): line for line in lines if isinstance(line, Refused)}

    def find(self, kind: str, who: str, what: str) -> None:
        """Note a broken promise."""
        self.findings.append(Finding(kind, self.name, who, what))

    def judge(self) -> list[Finding]:
        """Return all that is wrong."""
        self.figures["tables"] += 1
        self.figures["entries"] += self.truth.last
        self.figures["acknowledged"] += len(self.done)
        if self.truth.trouble is not None:
            self.find("lost", "", self.truth.trouble)
        by_reader: dict[str, list[Line]] = defaultdict(list)
        for line in self.lines:
            by_reader[line.who].append(line)
        for who, own in by_reader.items():
            _Reader(self, self.sat[who]).judge(own)
        self._judge_answers()
        self._judge_moves()
        self._judge_talk()
        self._judge_hints()
        self._judge_reviews()
        self._judge_order()
        self._judge_end()
        return self.findings

    # -- what was asked -----------------------------------------------------------------------

    def _judge_answers(self) -> None:
        """Find an entry for all that was acknowledged, and no reason that is none."""
        answered: dict[int, str] = {}
        for key, done in self.done.items():
            asked, seat = self.asked[key], self.sat[done.who].seat
            what = f"{asked.request['command']} acknowledged as entry {done.number}"
            if done.number in answered:
                self.find("doubled", done.who, f"{what}, as was {answered[done.number]}")
            answered[done.number] = asked.request["command"]
            if done.number > self.truth.last:
                self.find("lost", done.who, f"{what}: the last that was kept is {self.truth.last}")
                continue
            entry = self.truth.entries[done.number - 1]
            if not isinstance(entry, MAKES[asked.request["command"]]):
                self.find("lost", done.who, f"{what}: that is a {type(entry).__name__}")
            elif isinstance(entry, entries.Moved | entries.Said) and entry.seat != seat:
                self.find("lost", done.who, f"{what}: that is of seat {entry.seat}")
            elif isinstance(entry, entries.Moved):
                turn = asked.request["turn"]
                if self.truth.turns.get((entry.seat, turn)) != done.number:
                    self.find("lost", done.who, f"{what}: turn {turn} has another entry")
        for key, refused in self.refused.items():
            request, seat = self.asked[key].request, self.sat[refused.who].seat
            self.figures[f"refused {refused.code}"] += 1
            if refused.code not in EXCUSED:
                self.find("refused", refused.who, f"{request} with {refused.code}")
            if refused.code == "move.done" and (seat, request["turn"]) not in self.truth.turns:
                self.find("lost", refused.who, f"turn {request['turn']} was said to be done")

    def _possible(self, command: str) -> Iterator[Asked]:
        """Yield what was asked and may have been done, as it was not plainly refused."""
        for key, asked in self.asked.items():
            if asked.request["command"] == command:
                refused = self.refused.get(key)
                if refused is None or refused.code in UNSURE:
                    yield asked

    def _judge_moves(self) -> None:
        """Find somebody who asked for each move of a person, for this turn and no other."""
        wanted: dict[tuple[int | None, int], set[int]] = defaultdict(set)
        for asked in self._possible("act"):
            turn = (self.sat[asked.who].seat, asked.request["turn"])
            wanted[turn].add(asked.request["action"])
        for number, (seat, turn, words) in self.truth.by_people.items():
            self.figures["moves of people"] += 1
            entry = self.truth.entries[number - 1]
            assert isinstance(entry, entries.Moved)
            codes = wanted.get((seat, turn), set())
            if any(words.get(code) == entry.steps[0] for code in codes):
                continue
            again = any(
                words.get(code) == entry.steps[0] for each in wanted.values() for code in each
            )
            kind = "doubled" if again else "invented"
            self.find(kind, f"seat {seat}", f"entry {number}, {entry.steps[0]!r}, for turn {turn}")

    def _judge_talk(self) -> None:
        """Find everything said once, and only what somebody said."""
        possible = {
            (self.sat[asked.who].seat, asked.request["text"]) for asked in self._possible("say")
        }
        said: Counter[tuple[int | None, str]] = Counter()
        for entry in self.truth.entries:
            if isinstance(entry, entries.Said):
                self.figures["said"] += 1
                said[entry.seat, entry.text] += 1
                if (entry.seat, entry.text) not in possible:
                    self.find(
                        "invented", f"seat {entry.seat}", f"entry {entry.number} was not said"
                    )
        for (seat, text), times in said.items():
            if times > 1:
                self.find(
                    "doubled", f"seat {seat}", f"{text!r} was said once and is kept {times} times"
                )

    def _judge_hints(self) -> None:
        """Find every hint that was given written down, and none that nobody asked for."""
        given = Counter(self.sat[who].seat for who, _ in self.advised)
        wanted = Counter(self.sat[asked.who].seat for asked in self._possible("take_hint"))
        kept = Counter(
            entry.seat for entry in self.truth.entries if isinstance(entry, entries.Hinted)
        )
        self.figures["hints"] += kept.total()
        for seat in given.keys() | wanted.keys() | kept.keys():
            what = f"asked for {wanted[seat]} hints, got {given[seat]}, and {kept[seat]} are kept"
            if kept[seat] < given[seat]:
                self.find("lost", f"seat {seat}", what)
            elif kept[seat] > wanted[seat]:
                self.find("invented", f"seat {seat}", what)

    def _judge_reviews(self) -> None:
        """A review that was read once is there, the same, whenever it is read again."""
        first = None
        for line in self.lines:
            if isinstance(line, history.Reviewed):
                review = msgspec.json.decode(line.review)
                if first is None:
                    first = review
                    self.figures["reviews"] += first is not None
                elif review != first:
                    kind = "lost" if review is None else "altered"
                    self.find(kind, line.who, "the review, read again")

    def _judge_order(self) -> None:
        """What was acknowledged before something was asked comes before it."""
        moments = sorted(
            [(done.time, 0, done) for done in self.done.values()]
            + [(line.time, 1, line) for line in self.lines if isinstance(line, Asked)],
            key=lambda moment: moment[:2],
        )
        highest = 0
        for _, _, line in moments:
            if isinstance(line, Done):
                highest = max(highest, line.number)
            elif (done := self.done.get((line.who, line.ask))) and done.number <= highest:
                what = f"entry {done.number} was asked for after {highest} was acknowledged"
                self.find("reordered", line.who, what)

    def _judge_end(self) -> None:
        """The game is over, and everybody with a seat saw the same end."""
        if self.kept is None or self.truth.trouble is not None:
            return
        info = self.truth.table.info
        if self.kept.state != info.state:
            self.find("unlisted", "", f"listed as {self.kept.state}, and is {info.state}")
        if not any(isinstance(entry, entries.Started) for entry in self.truth.entries):
            self.figures["tables that never began"] += 1
            return
        if info.state != "over":
            self.find("unended", "", f"after {self.truth.last} entries")
            return
        self.figures["games that ended"] += 1
        result = plain(self.truth.table.snapshot(None).result)
        ends = {
            line.who: msgspec.json.decode(line.result)
            for line in self.lines
            if isinstance(line, history.Ended)
        }
        for who in self.sat:
            if who not in ends:
                self.find("unended", who, "did not see the end")
            elif ends[who] != result:
                self.find("unended", who, "saw another end")


class _Reader:
    """What one reader was told, line by line."""

    def __init__(self, judge: Judge, sat: Sat) -> None:
        self._judge = judge
        self._truth = judge.truth
        self._sat = sat
        self._last: int | None = None  # the number of the last news on this line
        self._welcome = 0
        self._acknowledged = _Acknowledged(judge.done.values())
        self._secrets = [
            other.token.encode()
            for other in judge.sat.values()
            if other.token and other.who != sat.who
        ]

    def find(self, kind: str, what: str) -> None:
        """Note a broken promise."""
        self._judge.find(kind, self._sat.who, what)

    def judge(self, lines: Iterable[Line]) -> None:
        """Read a diary from its beginning."""
        called = 0.0
        for line in lines:
            match line:
                case history.Called(time=called, since=since):
                    self._last = since
                    self._judge.figures["calls"] += 1
                case history.Welcomed(number=number):
                    self._come(called, number)
                case history.Seen(snapshot=data):
                    self._see(data)
                case history.News(message=data):
                    self._hear(data)
                case history.Read(number=number, messages=data):
                    self._read(number, data)
                case _:
                    continue

    def _come(self, called: float, number: int) -> None:
        self._welcome = number
        if self._last is not None and number < self._last:
            self.find("lost", f"was told of entry {self._last}; then the table was at {number}")
        highest = self._acknowledged.before(called)
        if number < highest:
            self.find("stale", f"came to entry {number} when {highest} had been acknowledged")

    def _see(self, data: msgspec.Raw) -> None:
        self._look_for_secrets(data)
        got = msgspec.json.decode(data)
        self._judge.figures["snapshots"] += 1
        self._last = number = got["number"]
        if number > self._truth.last:
            self.find("lost", f"was shown entry {number}, which was not kept")
        elif got != (due := self._truth.snapshot(number, self._sat.seat)):
            self._differ(got, due, f"the snapshot at entry {number}")

    def _hear(self, data: msgspec.Raw) -> None:
        self._look_for_secrets(data)
        got = msgspec.json.decode(data)
        self._judge.figures["messages"] += 1
        number, last, seat = got["number"], self._last, self._sat.seat
        self._last = number if last is None else max(last, number)
        if last is None:
            self.find("lost", f"entry {number} came before a snapshot")
        elif number == last:
            self.find("doubled", f"was told of entry {number} twice")
        elif number < last:
            self.find("reordered", f"was told of entry {number} after {last}")
        elif number > self._truth.last:
            self.find("lost", f"was told of entry {number}, which was not kept")
        elif (due := self._truth.next(last, seat)) != number:
            self.find("lost", f"was told of entry {number} after {last}, and not of {due}")
        elif got != (live := self._truth.told[number][seat]) and not self._is_late(got, live):
            self._differ(got, live, f"the message of entry {number}")

    def _is_late(self, got: Any, live: Any) -> bool:
        """Say whether a message is right for somebody who was away: what is true now is later."""
        if _without_now(got) != _without_now(live):
            return False
        if "now" not in got and "info" not in got:
            return True  # another message follows that says what is true now
        number, seat = got["number"], self._sat.seat
        moments = [self._welcome]
        if self._sat.steady:
            moments = list(range(number, min(number + _AHEAD, self._truth.last) + 1))
        for moment in moments:
            if number <= moment <= self._truth.last:
                then = self._truth.snapshot(moment, seat)
                if all(got.get(part) == then.get(part) for part in ("now", "info")):
                    return True
        return False

    def _read(self, number: int, data: msgspec.Raw) -> None:
        """Compare all that somebody was told with what a table would tell."""
        got = msgspec.json.decode(data)
        if number > self._truth.last:
            self.find("lost", f"read entry {number}, which was not kept")
            return
        due = plain(self._truth.after(number).stream(self._sat.seat, 0))
        if got != due:
            for one, other in zip(got, due, strict=False):
                if one != other:
                    self._differ(one, other, f"entry {other['number']}, read in the end")
                    return
            self.find("lost", f"read {len(got)} messages in the end, and not {len(due)}")

    def _differ(self, got: Any, due: Any, where: str) -> None:
        """Say whether what came told more than it may, or something else."""
        more = [
            path for path, one, other in _differences(got, due) if other is None or one != other
        ]
        shows = [path for path, one, other in _differences(got, due) if _is_more(one, other)]
        kind = "leaked" if shows else "altered"
        self.find(kind, f"{where} differs at {', '.join((shows or more)[:3])}")

    def _look_for_secrets(self, data: msgspec.Raw) -> None:
        for secret in self._secrets:
            if secret in bytes(data):
                self.find("leaked", "the token of somebody else")


class _Acknowledged:
    """How far a table had been acknowledged to be, by time."""

    def __init__(self, done: Iterable[Done]) -> None:
        self._moments: list[tuple[float, int]] = []
        highest = 0
        for line in sorted(done, key=lambda line: line.time):
            highest = max(highest, line.number)
            self._moments.append((line.time, highest))

    def before(self, time: float) -> int:
        """Return the highest number that had been acknowledged before a moment."""
        return max((number for at, number in self._moments if at < time), default=0)


def _without_now(message: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in message.items() if key not in ("now", "info")}


def _differences(got: Any, due: Any, path: str = "") -> Iterator[tuple[str, Any, Any]]:
    """Yield where two values differ, with both."""
    if isinstance(got, dict) and isinstance(due, dict):
        for key in got.keys() | due.keys():
            yield from _differences(got.get(key), due.get(key), f"{path}.{key}")
    elif isinstance(got, list) and isinstance(due, list) and len(got) == len(due):
        for number, (one, other) in enumerate(zip(got, due, strict=True)):
            yield from _differences(one, other, f"{path}[{number}]")
    elif got != due:
        yield path or ".", got, due


def _is_more(one: Any, other: Any) -> bool:
    """Say whether a value shows what was to be hidden."""
    return one is not None and other in (None, -2, "") and one != other


# -- a whole history --------------------------------------------------------------------------


class Verdict(msgspec.Struct):
    """All that was found, and how much was looked at."""

    findings: list[Finding]
    figures: Counter[str]


def check(folder: Path) -> Verdict:
    """Judge a kept history."""
    findings: list[Finding] = []
    figures: Counter[str] = Counter()
    paths = {path.name.partition(".")[0]: path for path in (folder / "tables").glob("*.gz")}
    for kept in history.read_kept(folder):
        name = f"{kept.house}-{kept.table}"
        path = paths.pop(name, None)
        if path is None:
            figures["tables that nobody heard of"] += 1  # the answer to who opened them was lost
            continue
        judge = Judge(name, history.read_diary(path), kept)
        findings += judge.judge()
        figures += judge.figures
    for name, path in paths.items():
        lines = history.read_diary(path)
        if any(isinstance(line, Done) for line in lines):
            findings += Judge(name, lines, None).judge()
    for fault in history.read_faults(folder):
        if not fault.over:
            figures[f"fault {fault.fault}"] += 1
        if fault.fault in ACCIDENTS or (fault.fault, fault.how) == ("second_server", "served"):
            findings.append(Finding("failed", "", fault.to, f"{fault.fault} {fault.how}"))
    findings += _failures(folder)
    return Verdict(findings, figures)


def _failures(folder: Path) -> Iterator[Finding]:
    """Yield the errors in the logs, each kind once for a server."""
    for log in sorted((folder / "logs").glob("*.log")):
        times: Counter[str] = Counter()
        for line in log.read_text().splitlines():
            if not line.startswith("{"):
                times[line] += 1
            elif "why" in (said := msgspec.json.decode(line)) and said["event"] == "not started":
                continue  # its database was not there; it is started again
            elif said["level"] in ("error", "critical") or said.get("why") == BROKEN:
                where = " < ".join(reversed(said.get("where", [])))
                why = said.get("error") or said.get("why", "")
                times[f"{said['event']} {why} {where}"] += 1
        for what, number in times.items():
            yield Finding("failed", "", log.stem, f"{number} times: {what}"[:600])


def main() -> None:
    """Judge a history and say what was found."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("folder", type=Path)
    sys.exit(tell(check(parser.parse_args().folder)))


def tell(verdict: Verdict) -> int:
    """Print a verdict; return 1 if something was found."""
    for name, figure in sorted(verdict.figures.items()):
        print(f"{name:32} {figure:10,}")
    for finding in verdict.findings[:50]:
        print(finding)
    print(f"{len(verdict.findings)} findings")
    return 1 if verdict.findings else 0


if __name__ == "__main__":
    main()
