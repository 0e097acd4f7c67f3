"""Tournaments: repeatable with any number of processes, resumable, and safe from their bots."""

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

import estoril
from estoril import records
from estoril.arena import ArenaError, BotFault, Played, Tournament, play_game, play_match, workers
from estoril.arena.tournament import Bots
from estoril.bots import BotError
from estoril.bulk.keeping import Keeper
from estoril.game.bundles import Bundle
from tests.arena import players

HERE = "tests.arena.players"


def tournament(bots: Bots, games: int = 8, **settings: object) -> Tournament:
    return Tournament(bots, games=games, seed=42, **settings)  # type: ignore[arg-type]


def played(made: Tournament) -> list[Played]:
    """Play a tournament and return its games without what differs each time."""
    made.run()
    return [msgspec.structs.replace(game, micros=()) for game in made.results()]


def test_games_are_the_same_with_any_number_of_processes() -> None:
    bots = ["random", f"{HERE}:Strong", f"{HERE}:Crasher"]
    here, one, two = (played(tournament(bots, 12, jobs=jobs)) for jobs in (0, 1, 2))
    assert here == one == two
    assert len(here) == 12
    assert sum(len(game.faults) for game in here) == 12


def test_a_game_of_a_tournament_can_be_played_again_by_itself() -> None:
    bots = ["tourist", "informant", f"{HERE}:Crasher"]
    for game in played(tournament(bots, 3)):
        again = play_game(game.bots, seed=game.seed, on_error="go-on")
        assert msgspec.structs.replace(again, index=game.index, micros=()) == game


def test_a_bot_that_hangs_in_c_is_killed_and_the_game_goes_on() -> None:
    made = tournament([f"{HERE}:Stuck", "random"], 2, jobs=1, limit=0.2)
    games = played(made)
    assert [game.index for game in games] == [0, 1]
    for game in games:
        [fault] = game.faults
        assert (fault.bot, fault.kind) == (f"{HERE}:Stuck", "timeout")
        assert fault.message.startswith("no answer in time, and it cannot be interrupted")
        assert fault.decision > 0
    assert played(tournament([f"{HERE}:Stuck", "random"], 2, jobs=2, limit=0.2)) == games


def test_a_bot_that_ends_its_process_is_told_and_the_game_goes_on() -> None:
    games = played(tournament([f"{HERE}:Quitter", "random"], 4, jobs=2))
    faults = [fault for game in games for fault in game.faults]
    assert [fault.kind for fault in faults] == ["crash"] * 4
    assert {fault.bot for fault in faults} == {f"{HERE}:Quitter"}
    assert "exit code 7" in faults[0].message


def test_two_bots_that_end_their_process_in_one_game_are_both_told() -> None:
    games = played(tournament({"one": players.Quitter, "other": players.Quitter}, 2, jobs=1))
    for game in games:
        assert sorted(fault.bot for fault in game.faults) == ["one", "other"]


def test_a_bot_that_hangs_while_it_is_made_counts_as_missing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(workers, "GRACE", -30)  # MAKING is as long: at once, here
    made = tournament([f"{HERE}:Late", "random"], 2, jobs=1, limit=0.1, on_error="go-on")
    faults = [fault for game in played(made) for fault in game.faults]
    assert {(fault.kind, fault.decision, fault.bot) for fault in faults} >= {
        ("missing", -1, f"{HERE}:Late")
    }


def test_missing_bots_are_refused_unless_it_was_said_to_go_on() -> None:
    with pytest.raises(BotError, match="did you mean tourist"):
        tournament(["turist", "random"]).run()
    with pytest.raises(BotFault, match="missing"):
        tournament(["turist", "random"], on_error="stop").run()
    figures = tournament(["turist", "random"], on_error="go-on").run()
    assert figures.bot("turist").faults["missing"] == 8
    assert figures.games == 8


@pytest.mark.parametrize("jobs", [0, 1])
def test_stopping_tells_the_fault_and_keeps_what_was_played(tmp_path: Path, jobs: int) -> None:
    file, folder = tmp_path / "games.jsonl", tmp_path / "records"
    made = tournament(
        ["random", f"{HERE}:Crasher"], jobs=jobs, on_error="stop", out=file, records=folder
    )
    with pytest.raises(BotFault, match="lost the notebook") as e:
        made.run()
    assert e.value.fault.trace
    assert file.exists()
    [record] = folder.iterdir()
    assert record.name == "stopped-000000.json"
    assert not estoril.replay(record).is_over


def test_a_process_that_dies_stops_the_tournament_if_asked() -> None:
    with pytest.raises(BotFault, match="exit code 7"):
        tournament([f"{HERE}:Quitter", "random"], jobs=1, on_error="stop").run()


def test_functions_that_processes_cannot_import_are_refused() -> None:
    with pytest.raises(ArenaError, match=r"importable|cannot be started"):
        tournament({"mine": lambda: players.First(), "random": "random"}, jobs=1).run()


def test_an_interrupted_tournament_goes_on_where_it_was(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    bots = ["random", f"{HERE}:Strong"]
    whole = played(tournament(bots, 10))
    first = tournament(bots, 10, out=file)
    games = first.play()
    for _ in range(3):
        next(games)
    games.close()  # as an interrupt does
    with file.open("ab") as stream:
        stream.write(b'{"seed":12,"bo')  # writing was cut short
    told: list[int] = []
    again = tournament(bots, 10, out=file, jobs=1)
    again.run(told.append)
    assert told[0] == 3
    assert told[-1] == 10
    assert [msgspec.structs.replace(game, micros=()) for game in again.results()] == whole
    assert len(file.read_text().splitlines()) == 11
    assert [json.loads(line)["seed"] for line in file.read_text().splitlines()[1:4]] == [
        game.seed for game in whole[:3]
    ]


def test_a_finished_tournament_can_be_made_longer_or_looked_at_again(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    bots = ["random", "random"]
    tournament(bots, 4, out=file).run()
    assert tournament(bots, 6, out=file).run().games == 6
    size = file.stat().st_size
    assert tournament(bots, 6, out=file).run().games == 6
    assert tournament(bots, 4, out=file).run().games == 4
    assert file.stat().st_size == size


def test_the_file_of_another_tournament_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    tournament(["random", f"{HERE}:First"], 2, out=file).run()
    before = file.read_bytes()
    with pytest.raises(ArenaError, match=r"another tournament \(bots: random,.*:First, not"):
        tournament(["random", "random"], 2, out=file).run()
    with pytest.raises(ArenaError, match="seed: 42, not 1"):
        Tournament(["random", f"{HERE}:First"], games=2, seed=1, out=file).run()
    options = estoril.choose(2, "promo")
    with pytest.raises(ArenaError, match="modules none, not modules promo"):
        tournament(["random", f"{HERE}:First"], 2, options=options, out=file).run()
    options = estoril.choose(2, rulings="removal_first")
    with pytest.raises(ArenaError, match="rulings removal_first"):
        tournament(["random", f"{HERE}:First"], 2, options=options, out=file).run()
    assert file.read_bytes() == before


def test_a_file_that_is_something_else_is_refused_and_left_alone(tmp_path: Path) -> None:
    file = tmp_path / "letter.txt"
    for text in ("Dear Ian,\n", '{"format": "something"}\n', "no line end"):
        file.write_text(text)
        with pytest.raises(ArenaError, match="not the file of a tournament"):
            tournament(["random", "random"], 2, out=file).run()
        assert file.read_text() == text


def test_a_folder_is_no_file(tmp_path: Path) -> None:
    with pytest.raises(ArenaError, match="this is not a file"):
        tournament(["random", "random"], 2, out=tmp_path).run()


def test_a_file_in_use_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    running = tournament(["random", "random"], 4, out=file).play()
    next(running)
    with pytest.raises(ArenaError, match="another tournament is writing"):
        tournament(["random", "random"], 4, out=file).run()
    running.close()


def test_records_of_all_games_are_kept_on_wish(tmp_path: Path) -> None:
    made = tournament(["random", "random", "random"], 3, records=tmp_path / "new", jobs=2)
    made.run()
    for game in made.results():
        again = records.verify(records.load(tmp_path / "new" / f"game-{game.index:06}.json"))
        assert again.result == game.result


@pytest.mark.parametrize(
    ("settings", "told"),
    [
        ({"bots": []}, "needs bots"),
        ({"games": 0}, "at least 1 game"),
        ({"jobs": -1}, "processes"),
        ({"limit": 0}, "more than 0 seconds"),
    ],
)
def test_what_makes_no_sense_is_refused(settings: dict[str, object], told: str) -> None:
    with pytest.raises(ArenaError, match=told):
        Tournament(**{"bots": ["random", "random"], **settings})  # type: ignore[arg-type]


def test_a_match_gives_the_share_of_wins() -> None:
    shares = play_match({"strong": players.Strong, "weak": "random"}, games=40, seed=1)
    assert list(shares) == ["strong", "weak"]
    assert sum(shares.values()) == pytest.approx(1)
    with pytest.raises(BotFault):
        play_match([f"{HERE}:Cheat", "random"], games=2)


def test_parts_are_played_apart_and_merged(tmp_path: Path) -> None:
    def new(**choices: Any) -> Tournament:
        return Tournament(["tourist", "random"], games=6, seed=3, **choices)

    whole, files = new(), [tmp_path / f"{number}.jsonl" for number in (1, 2, 3)]
    figures = whole.run()
    for number, file in enumerate(files, 1):
        new(part=(number, 3), out=file).run()
    files[1].write_bytes(files[1].read_bytes()[:-40])  # its last game was cut short
    merged = new(out=tmp_path / "all.jsonl", merge=files)
    assert len(list(merged.play())) == 1  # and is played again
    assert merged.figures().bots[0].wins == figures.bots[0].wins
    assert [game.steps for game in merged.results()] == [game.steps for game in whole.results()]
    other = Tournament(["random", "tourist"], games=6, seed=4, out=files[0], merge=files)
    with pytest.raises(ArenaError, match="another tournament"):
        other.run()
    with pytest.raises(ArenaError, match="part 4 of 3"):
        new(part=(4, 3))


def test_games_are_kept_as_asked(tmp_path: Path) -> None:
    tournament = Tournament(["tourist", "random"], games=4, seed=3)
    tournament.run()
    with Keeper(tmp_path / "games.bundle") as keeper:
        tournament.keep(keeper)
    with Keeper(tmp_path / "records") as keeper:
        tournament.keep(keeper)
    found = dict(Bundle(tmp_path / "games.bundle").games())
    assert [found[game.index].result for game in tournament.results()] == [
        game.result for game in tournament.results()
    ]
    for number, game in found.items():
        assert records.verify(tmp_path / "records" / f"game-{number}.json") == game
