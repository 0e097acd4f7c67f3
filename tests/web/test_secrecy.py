"""Nothing in a browser names a tile that its seat may not know: the finished game tells which."""

import re
from collections import defaultdict
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Response, expect

from estoril.game.game import content_from
from tests.server.running import Running
from tests.web.person import LONG, Person
from tests.web.test_games import ALL, PHONE, finish_together, sit_together

Arrive = Callable[..., Person]

# What the page, the stores and the script's own globals hold, as text.
_EVERYTHING = """() => document.documentElement.outerHTML
  + JSON.stringify(localStorage) + JSON.stringify(sessionStorage)
  + Object.values(window).filter((one) => typeof one === 'string').join()"""

# Events that show their tile to everybody, and those that show it to who acts.
_OPEN = {
    "revealed", "reward_revealed", "reward_shown", "reward_won", "assassinated", "seduced",
    "agent_turned", "sacrificed", "stake_won", "stake_lost", "strength_counted", "discarded",
}  # fmt: skip
_TURNS = 60  # more than a round: what was hidden comes to light, and more is hidden
_OWN = {"placed", "peeked", "staked", "tile_drawn", "tile_buried", "discard_chosen", "taken_back"}


@pytest.mark.compiled
@pytest.mark.timeout(900)
def test_nothing_in_a_browser_names_what_its_seat_may_not_know(
    arrive: Arrive, server: Running
) -> None:
    friends = sit_together(arrive, 3, ALL, PHONE)
    answers: dict[int, list[Response]] = defaultdict(list)
    for seat, person in enumerate(friends):
        person.page.on("response", lambda answer, seat=seat: answers[seat].append(answer))
    friends[0].page.reload()  # the log is read back over HTTP
    friends[0].wait_for_table()
    looks = _play_and_look(friends)
    finish_together(server, friends)
    for person in friends:
        expect(person.page.locator(".end")).to_be_visible(timeout=LONG)
    bodies = {
        seat: [(answer.url, answer.json()) for answer in heard if _is_told(answer)]
        for seat, heard in answers.items()
    }
    assert bodies[0]
    truth = _Truth(_record(friends[0]))
    for seat, person in enumerate(friends):
        reader = _Reader(truth, seat, person.told)
        for url, body in bodies[seat]:
            reader.check(body, url)
        for told in person.told:
            reader.check(told, "the socket")
        for looker, number, text in looks:
            if looker == seat:
                reader.check_page(text, number)
    assert truth.hidden > 10  # or there was nothing to find
    heard = [told["message"] for told in friends[0].told if "message" in told]
    other = _Reader(truth, 1, friends[0].told)
    with pytest.raises(AssertionError):  # what one seat hears would be too much for another
        other.check({"messages": heard}, "the socket")


def _is_told(answer: Response) -> bool:
    return bool(re.search(r"/api/tables/[^/]+/(messages|view)$", answer.url)) and answer.ok


def _record(person: Person) -> dict[str, Any]:
    return dict(
        person.page.evaluate(
            "() => fetch(location.pathname.replace('/t/', '/api/tables/') + '/record')"
            ".then((answer) => answer.json())"
        )
    )


def _play_and_look(friends: tuple[Person, ...]) -> list[tuple[int, int, str]]:
    """Play on; now and then keep all that a browser holds, with how far it was told."""
    looks: list[tuple[int, int, str]] = []
    for turn in range(_TURNS):
        while not (called := [person for person in friends if person.is_asked]):
            friends[0].page.wait_for_timeout(10)
        if turn % 3 == 0:
            seat = turn // 3 % len(friends)
            text = str(friends[seat].page.evaluate(_EVERYTHING))
            looks.append((seat, _newest(friends[seat].told), text))
        called[0].decide()
    return looks


def _newest(told: list[Any]) -> int:
    return max(one["message"]["number"] for one in told if one["type"] == "news")


class _Truth:
    """What was true and who could know it after each move, from the record alone."""

    def __init__(self, record: dict[str, Any]) -> None:
        tiles = content_from(None).tiles
        self.names = {tile.id: tile.name for tile in tiles}
        seats = range(record["options"]["players"])
        known = {seat: {tile.id for tile in tiles if tile.starting} for seat in seats}
        folders: dict[str, tuple[str, set[int]]] = {}
        self.moves: list[list[str]] = []  # the names of what happened
        self.known: list[dict[int, set[str]]] = []
        self.folders: list[dict[str, tuple[str, set[int]]]] = []
        self.hidden = 0
        for step in record["steps"]:
            if step["step"][0].isdecimal() or not self.moves:
                self.moves.append([])
                self.known.append({})
                self.folders.append({})
            for event in step["events"]:
                self.moves[-1].append(event["event"])
                for seat in seats:
                    if event.get("tile") and _shows(event, seat):
                        known[seat].add(event["tile"])
                self._follow(event, folders)
            self.known[-1] = {seat: set(all) for seat, all in known.items()}
            self.folders[-1] = {space: (tile, set(who)) for space, (tile, who) in folders.items()}

    def _follow(self, event: dict[str, Any], folders: dict[str, tuple[str, set[int]]]) -> None:
        """Keep what lies face down, and who has seen it."""
        match event["event"]:
            case "placed" if not event["face_up"]:
                folders[event["space"]] = (event["tile"], {event["seat"]})
                self.hidden += 1
            case "reward_dealt" if not event["face_up"]:
                self.hidden += 1
            case "peeked" if event["target"] in folders:
                folders[event["target"]][1].add(event["seat"])
            case "revealed" | "placed" | "assassinated" | "taken_back" | "sacrificed":
                folders.pop(event["space"], None)
            case "seduced":
                folders.pop(event["source"], None)
            case "agent_turned":
                folders.pop(event["by"], None)


def _shows(event: dict[str, Any], seat: int) -> bool:
    if event.get("face_up") or event["event"] in _OPEN or event.get("source") == "discard":
        return True
    return event["event"] in _OWN and event["seat"] == seat


class _Reader:
    """One seat, with the moves that the numbers of its messages stand for."""

    def __init__(self, truth: _Truth, seat: int, told: list[Any]) -> None:
        self.truth = truth
        self.seat = seat
        self.numbers: list[int] = []
        for one in told:
            message = one.get("message", {})
            if message.get("facts") and message["number"] not in self.numbers:
                self.numbers.append(message["number"])
        assert len(self.numbers) == len(truth.moves)

    def move(self, number: int) -> int:
        """Return the move after which this was told."""
        return sum(1 for told in self.numbers if told <= number) - 1

    def check(self, told: dict[str, Any], where: str) -> None:
        """Check a message, or several, or a view."""
        for message in told.get("messages", [told["message"]] if "message" in told else []):
            move = self.move(message["number"])
            self._check_names(message, move, where)
            for fact in message.get("facts", ()):
                self._check_fact(fact)
        snapshot = told.get("snapshot", told)
        if snapshot.get("view"):
            self._check_names(snapshot, self.move(snapshot["number"]), where)
            self._check_view(snapshot["view"], self.move(snapshot["number"]))

    def _check_names(self, told: object, move: int, where: str) -> None:
        if move < len(self.truth.moves) - 1:  # at the end all is told
            unknown = self.truth.names.keys() - self.truth.known[move][self.seat]
            named = unknown & set(_words(told))
            assert not named, f"{where} tells seat {self.seat} after move {move} of {named}"

    def _check_fact(self, fact: dict[str, Any]) -> None:
        if fact["event"] in ("placed", "peeked", "staked", "discard_chosen", "tile_drawn"):
            assert fact["tile"] is None or _shows(fact, self.seat), fact

    def _check_view(self, view: dict[str, Any], move: int) -> None:
        for place in view["places"]:
            for space in place["spaces"]:
                tile, who = self.truth.folders[move].get(space["id"], (None, set()))
                if tile and self.seat not in who:
                    assert space.get("tile") is None, space
        for player in view["players"]:
            assert player["seat"] == self.seat or player["hand"] is None or view["over"]

    def check_page(self, text: str, number: int) -> None:
        move = self.move(number)
        known = self.truth.known[move][self.seat]
        for tile, name in self.truth.names.items():
            if tile not in known:
                assert name not in text and f'"{tile}"' not in text, (self.seat, move, tile)
        for space, (tile, who) in self.truth.folders[move].items():
            if self.seat not in who:
                cell = re.search(rf'<button[^>]*data-space="{re.escape(space)}"[^>]*>', text)
                assert cell and "closed folder" in cell[0], (space, cell)
                assert tile not in cell[0] and self.truth.names[tile] not in cell[0]


def _words(told: object) -> list[str]:
    """Return all that is written in a message."""
    match told:
        case dict():
            return [word for key, value in told.items() for word in [key, *_words(value)]]
        case list():
            return [word for value in told for word in _words(value)]
        case str():
            return [told]
    return []
