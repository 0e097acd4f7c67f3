"""What a client without rules needs: words, reasons, and finished games move by move."""

import random
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from estoril.choices import LEVELS, PLAYERS
from estoril.game.pictures import Legend, PictureReader
from estoril.game.trace import apply
from estoril.puzzles import shipped
from estoril.server import files, strong
from tests.server.running import Running, running

pytestmark = [pytest.mark.xdist_group("server-clients")]


@pytest.fixture(scope="module")
def server(lasting_database: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    folder = tmp_path_factory.mktemp("clients")
    with running(lasting_database, folder) as server:
        yield server


@pytest.fixture(scope="module")
def finished(server: Running) -> dict[str, Any]:
    """A game between two people that is over."""
    table, tokens = server.started(2)
    rng = random.Random(3)
    path = f"/api/tables/{table['table']}/view"
    for _ in range(1000):
        for token in tokens:
            now = server.get(path, token)[1].get("now") or {}
            if now.get("turn"):
                codes = [c for spaces in now.get("placings", {}).values() for c in spaces.values()]
                codes += [choice["code"] for choice in now.get("choices", ())]
                server.command(table, token, "act", action=rng.choice(codes), turn=now["turn"])
                break
        else:
            return table
    raise AssertionError("the game does not end")


def test_words_come_with_the_forms_for_numbers(server: Running) -> None:
    words = server.get("/api/words?language=en")[1]
    assert words["messages"]["points"] == ["{number} point", "{number} points"]
    assert words["plural"][:3] == [1, 0, 1] and len(words["plural"]) == 200
    assert not [key for key in words["messages"] if key.startswith(("cli.", "terminal."))]
    assert server.get("/api/words?language=xx")[0] == 404


def test_words_and_rules_come_in_the_language_that_a_browser_prefers(server: Running) -> None:
    for path in ("/api/words", "/api/rules"):
        for header, language in (("fr,pl;q=0.8,en;q=0.5", "pl"), ("fr", "en")):
            answer = server.request("GET", path, accept_language=header)[1]
            assert answer["language"] == language
        assert server.get(path)[1]["language"] == "en"
        assert server.get(f"{path}?language=de")[1]["language"] == "de"


def test_every_language_has_all_words_and_rules(server: Running) -> None:
    english = server.get("/api/words?language=en")[1]
    rules = server.get("/api/rules?language=en")[1]
    plain = {key for key in english["messages"] if "@" not in key}
    for language in english["languages"]:
        told = server.get(f"/api/words?language={language}")[1]
        assert plain <= told["messages"].keys()
        translated = server.get(f"/api/rules?language={language}")[1]
        assert [rule["id"] for rule in translated["rules"]] == [
            rule["id"] for rule in rules["rules"]
        ]
        assert translated["helps"]["symbols"].keys() == rules["helps"]["symbols"].keys()
        one = server.get(f"/api/rules/PLACE-04?language={language}")[1]
        assert one in translated["rules"]


def test_what_is_refused_comes_with_its_key(server: Running) -> None:
    status, problem = server.post("/api/tables", {"seats": [{}] * 5})
    assert (status, problem["key"], problem["rule"]) == (422, "setup.players.five", "P5-01")
    assert problem["text"].startswith("five players need the double_agent module")


@pytest.mark.anyio
@pytest.mark.usefixtures("lines")
async def test_the_rule_that_bars_a_choice_is_named_to_the_seat_alone(server: Running) -> None:
    table, tokens = server.started(2)
    first = [await server.sit(table, token) for token in tokens]
    views = [(await client.next("seen"))["snapshot"] for client in first]
    mine = next(i for i, view in enumerate(views) if view["now"].get("turn"))
    other = first[1 - mine]
    await other.send(type="why", id=1, tile="araujo", target=None)
    assert (await other.next("because"))["rule"] == "ROUND-04"
    placings = views[mine]["now"]["placings"]
    open_ = next(iter(placings["araujo"]))
    await first[mine].send(type="why", id=2, tile="araujo", target=open_)
    assert (await first[mine].next("because")).get("rule") is None
    watcher = await server.sit(table)
    await watcher.send(type="why", id=3, tile="araujo")
    assert (await watcher.next("refused"))["code"] == "seat.needed"


def test_a_game_that_runs_cannot_be_replayed(server: Running) -> None:
    table, _ = server.started(2)
    status, problem = server.get(f"/api/tables/{table['table']}/replay")
    assert (status, problem["code"]) == (409, "record.early")


def test_a_finished_game_is_told_move_by_move(server: Running, finished: dict[str, Any]) -> None:
    replay = server.get(f"/api/tables/{finished['table']}/replay")[1]
    moves = replay["moves"]
    assert moves[0]["seat"] is None and moves[0]["facts"][0]["event"] == "mission_dealt"
    assert moves[-1]["facts"][-1]["event"] == "game_ended"
    assert [move["round"] for move in moves] == sorted(move["round"] for move in moves)
    assert {move["seat"] for move in moves[1:]} == {0, 1}


def test_a_replay_shows_what_its_eyes_could_see(server: Running, finished: dict[str, Any]) -> None:
    path = f"/api/tables/{finished['table']}/replay"
    moves = server.get(path)[1]["moves"]
    laid = next(
        i for i, move in enumerate(moves)
        for fact in move["facts"][:1] if fact["event"] == "placed" and not fact["face_up"]
    )  # fmt: skip
    fact = moves[laid]["facts"][0]

    def tile(eyes: str) -> str | None:
        """Follow the changes up to the folder; return what lies there."""
        replay = server.get(f"{path}?eyes={eyes}")[1]
        legend, image = msgspec.convert(replay["legend"], Legend), None
        changes = [row for move in replay["moves"][:laid] for row in move["changes"]]
        for row in (*changes, replay["moves"][laid]["changes"][0]):
            image = apply(image, row)
        assert image is not None
        space = PictureReader(legend, players=2).space(image, fact["space"])
        assert space is not None and space.occupied
        assert replay["moves"][laid]["facts"][0]["tile"] == space.tile
        return space.tile

    assert tile("all") == tile(str(fact["seat"])) == fact["tile"]
    assert tile("none") is None and tile(str(1 - fact["seat"])) is None
    assert server.get(f"{path}?eyes=4")[0] == 404


def test_the_files_of_the_client_are_served_for_good(server: Running) -> None:
    if not (files.FOLDER / "index.html").exists():
        pytest.skip("the client is not built")
    page = server.get("/t/anything")[1]
    name = page.split('src="')[1].split('"')[0]
    assert server.get(name)[0] == 200
    assert server.get("/assets/../app.py")[0] == 404
    assert server.get("/assets/index.htm")[0] == 404


def test_puzzles_are_listed_and_posed_as_a_table(server: Running) -> None:
    status, found = server.get("/api/puzzles")
    assert status == 200 and len(found["puzzles"]) == len(shipped())
    assert found["daily"] in {entry["id"] for entry in found["puzzles"]}
    first = found["puzzles"][0]
    posed = server.get(f"/api/puzzles/{first['id']}")[1]
    puzzle = shipped()[0]
    assert posed["number"] == 1 and posed["theme"] == puzzle.theme == first["theme"]
    snapshot = posed["snapshot"]
    assert snapshot["seat"] == puzzle.view.seat and snapshot["now"]["turn"] == 1
    legend = msgspec.convert(snapshot["legend"], Legend)
    reader = PictureReader(legend, players=puzzle.view.options.players)
    picture = msgspec.convert(snapshot["picture"], bytes)
    shown = reader.data(picture, puzzle.view.seat, puzzle.view.options)
    assert (shown.players, shown.places) == (puzzle.view.players, puzzle.view.places)
    assert posed["answers"][0]["code"] in puzzle.view.codes
    assert server.get("/api/puzzles/nothing")[0] == 404


def test_how_strong_players_win_is_told_of_things_that_there_are(server: Running) -> None:
    status, found = server.get("/api/strong")
    assert status == 200 and strong.FILE.stat().st_size <= 30_000
    cells = found["cells"]
    assert {cell["players"] for cell in cells} == set(PLAYERS)
    assert {cell["bot"] for cell in cells} <= set(LEVELS)
    assert [len(places) for places in found["order"]] == [cell["players"] for cell in cells]
    boxes = server.get("/api/content?modules=all")[1]
    ids = {
        kind: {thing["id"] for thing in boxes[kind]} for kind in ("tiles", "locations", "missions")
    }
    ids["spaces"] = {
        f"{place['id']}.{numeral}" for place in boxes["locations"] for numeral in place["clockwise"]
    }
    for kind, known in ids.items():
        assert set(found[kind]) <= known
        assert all(len(worths) == len(cells) for worths in found[kind].values())
    assert all(len(numbers) == len(cells) for numbers in found["points"].values())


def test_a_puzzle_says_which_rule_bars_something(server: Running) -> None:
    for puzzle in shipped():
        rewards = [reward.id for place in puzzle.view.places for reward in place.rewards]
        if rewards and puzzle.view.why_not(target=rewards[0]):
            break
    path = f"/api/puzzles/{puzzle.id}/why"
    told = server.get(f"{path}?target={rewards[0]}")[1]
    assert told["key"] == f"why.{told['rule']}"
    assert server.get(f"{path}?tile=nobody")[0] == 409
    assert server.get(path)[0] == 409
