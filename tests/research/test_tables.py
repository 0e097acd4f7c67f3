"""Tables of games: documented columns that agree with the games, for all who read Parquet."""

import re
from collections import Counter
from pathlib import Path
from typing import Any

import msgspec
import pytest
from pyarrow import parquet

import estoril
from estoril.arena import Tournament
from estoril.arena.dataset import make_dataset, shards
from estoril.bulk.datasheet import described
from estoril.bulk.keeping import Keeper
from estoril.bulk.sim import simulate
from estoril.bulk.tables import GAME_TABLES, TABLES, setup_name
from estoril.engine import terms
from estoril.game.bundles import unpacked
from estoril.game.game import Game

PAGE = Path(__file__).parents[2] / "docs" / "data.md"
SAMPLE = Path(__file__).parent / "sample"
OPTIONS = estoril.choose(3, "all", variants=("secret_agenda",))


def read(folder: Path, table: str) -> list[dict[str, Any]]:
    """Read a table of one setup."""
    (setup,) = (folder / table).iterdir()
    return [row for file in sorted(setup.iterdir()) for row in parquet.read_table(file).to_pylist()]


@pytest.fixture(scope="module")
def study(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Have bots play a few games, one of them faulty."""
    folder = tmp_path_factory.mktemp("study")
    bots = {"habit": "tourist", "chance": "random", "unsure": "tests.arena.players:Unsure"}
    tournament = Tournament(bots, OPTIONS, games=3, seed=4, on_error="go-on", thoughts=True)
    tournament.run()
    with Keeper(data=folder, seed=4, bots=list(bots)) as keeper:
        tournament.keep(keeper)
    return folder


@pytest.fixture(scope="module")
def games(study: Path) -> dict[int, Game]:
    """Return the games of the study, played again."""
    found = {}
    for row in read(study, "games"):
        game = Game(OPTIONS, estoril.content(), seed=0, auto_chance=False)
        game.follow(unpacked(row["steps"], game.num_codes))
        found[row["game"]] = game
    return found


def test_the_page_describes_every_column() -> None:
    assert described() in PAGE.read_text("utf-8")


@pytest.mark.parametrize("table", TABLES)
def test_files_have_the_columns_that_are_described(study: Path, table: str) -> None:
    (file,) = (study / table).glob("*/*.parquet")
    schema = parquet.read_schema(file)
    kinds = {"word": "dictionary<values=string, indices=int32, ordered=0>", "float32": "float"}
    for field, column in zip(schema, TABLES[table], strict=True):
        kind = re.sub(r"list<element: (\w+)>", r"list<\1>", str(field.type))
        assert (field.name, kind) == (column.name, kinds.get(column.type, column.type))
        assert schema.metadata[column.name.encode()].decode() == column.meaning


def test_games_and_seats_are_the_results(study: Path, games: dict[int, Game]) -> None:
    rows = {row["game"]: row for row in read(study, "games")}
    for number, game in games.items():
        result, row = game.result, rows[number]
        assert tuple(row["winners"]) == result.winners
        assert row["decisions"] == sum(step >= 0 for step in game.steps)
    seats = read(study, "seats")
    assert Counter(row["bot"] for row in seats) == {"habit": 3, "chance": 3, "unsure": 3}
    for row in seats:
        result = games[row["game"]].result
        told = result.seats[row["seat"]]
        missions = sum(line.points for line in told.missions)
        assert (row["total"], row["discards"], row["points"]) == (
            told.total, told.discards, told.tiles,
        )  # fmt: skip
        assert (row["missions"], row["agenda"], row["enigma"], row["accomplished"]) == (
            missions, told.agenda_points, told.enigma, told.accomplished,
        )  # fmt: skip
        won = row["seat"] in result.winners
        assert row["share"] == pytest.approx(won / len(result.winners))
        assert (row["faults"] > 0) == (row["bot"] == "unsure")


def test_decisions_tell_what_was_legal_chosen_and_thought(
    study: Path, games: dict[int, Game]
) -> None:
    rows = iter(read(study, "decisions"))
    words = {row["code"]: row["words"] for row in read(study, "actions")}
    bots = {(row["game"], row["seat"]): row["bot"] for row in read(study, "seats")}
    thoughts = faults = 0
    for number, game in games.items():
        again, count = game.again(0), 0
        for step in game.steps:
            if step >= 0:
                row, seat, code = next(rows), step >> 16, step & 0xFFFF
                decision = again.decision
                assert decision is not None
                assert (row["game"], row["number"], row["seat"]) == (number, count, seat)
                assert (row["kind"], row["round"]) == (decision.kind, again.view(None).round)
                assert row["chosen"] == code and row["legal"] == again.legal_codes(seat)
                assert row["action"] == words[code] == again.in_words([step])[0].split(" ", 1)[1]
                bot = bots[number, seat]
                assert (row["fault"] == "crash") == (bot == "unsure")
                assert row["micros"] > 0
                thoughts += bool(row["thought"]) and bot == "habit"
                faults += row["fault"] is not None
                count += 1
            again.follow([step])
    assert next(rows, None) is None
    assert thoughts > 50 and faults > 50


def test_rounds_are_how_the_seats_stood(study: Path, games: dict[int, Game]) -> None:
    rows = read(study, "rounds")
    assert len(rows) == len(games) * terms.ROUNDS * 3
    made = Counter((row["game"], row["seat"], row["round"]) for row in read(study, "decisions"))
    for row in rows:
        assert row["decisions"] == made[row["game"], row["seat"], row["round"]]
        game = games[row["game"]]
        if row["round"] == terms.ROUNDS:
            told = game.result.seats[row["seat"]]
            assert (row["total"], row["accomplished"]) == (told.total, told.accomplished)
            assert row["network"] == len(game.view(None).players[row["seat"]].network)


def test_tiles_are_where_they_came_to(study: Path, games: dict[int, Game]) -> None:
    rows = read(study, "tiles")
    for number, game in games.items():
        view = game.view(None)
        mine = [row for row in rows if row["game"] == number]
        assert len({(row["tile"], row["colour"]) for row in mine}) == len(mine)
        for player in view.players:
            held = [row["tile"] for row in mine if row["holder"] == player.seat]
            assert Counter(held) == Counter(player.network) + Counter(
                tile.tile for tile in player.discards
            )
        gone = [row["tile"] for row in mine if row["end"] == "removed"]
        assert Counter(gone) == Counter(tile.tile for tile in view.removed)
        for row in mine:
            if row["colour"] is None:
                assert (row["winner"] is None) == (row["round"] is None)
                assert row["end"] == "unwon" or row["round"] is not None


def test_random_games_have_the_same_form(tmp_path: Path, study: Path) -> None:
    simulate(OPTIONS, estoril.content(), 7, 2**64 - 3, data=tmp_path)
    rows = read(tmp_path, "games")
    assert [row["seed"] for row in rows] == [(2**64 - 3 + i) % 2**64 for i in range(7)]
    assert {row["bot"] for row in read(tmp_path, "seats")} == {"random"}
    assert all(row["micros"] is None for row in read(tmp_path, "decisions"))
    for table in TABLES:
        one, other = (next((f / table).glob("*/*.parquet")) for f in (tmp_path, study))
        assert parquet.read_schema(one) == parquet.read_schema(other)


def test_a_folder_with_other_things_is_refused(tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text("dear Ana")
    with pytest.raises(estoril.SetupError, match="choose another folder"):
        simulate(OPTIONS, estoril.content(), 1, 1, data=tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["letter.txt"]


# -- data sets ----------------------------------------------------------------------------------


def test_shards_share_games_out_evenly() -> None:
    setups = [estoril.choose(2), estoril.choose(3), estoril.choose(4)]
    parts = list(shards(setups, 100, seed=1, size=15))
    counts = Counter[str]()
    for part in parts:
        counts[setup_name(part.options, estoril.content())] += part.games
    assert sorted(counts.values()) == [33, 33, 34]
    assert [part.first for part in parts] == [
        sum(before.games for before in parts[:i]) for i in range(len(parts))
    ]
    assert len({part.seed for part in parts}) == len(parts)


def test_a_data_set_goes_on_where_it_was_and_is_the_same(tmp_path: Path) -> None:
    setups = [estoril.choose(2), estoril.choose(3, "all")]
    told: list[int] = []
    for name in ("whole", "parts"):
        make_dataset(
            tmp_path / name, ["random", "tourist"], 12, 5,
            setups=setups, shard=4, command="estoril data x", progress=told.append,
        )  # fmt: skip
    assert told[-1] == 12
    lost = tmp_path / "parts" / "tiles" / f"setup={setup_name(setups[1], estoril.content())}"
    (lost / "part-00001.parquet").unlink()
    make_dataset(tmp_path / "parts", ["random", "tourist"], 12, 5, setups=setups, shard=4)
    for table in GAME_TABLES:
        for file in sorted((tmp_path / "whole" / table).rglob("*.parquet")):
            twin = tmp_path / "parts" / file.relative_to(tmp_path / "whole")
            one, other = (parquet.read_table(path) for path in (file, twin))
            if "micros" in one.column_names:
                one, other = one.drop(["micros"]), other.drop(["micros"])
            assert one == other
    sheet = (tmp_path / "whole" / "README.md").read_text("utf-8")
    assert "12 games" in sheet and "`tourist`" in sheet and "estoril data x" in sheet
    assert described() in sheet


def test_the_sample_that_is_shipped_is_right_by_the_rules() -> None:
    """The sample was made once; what its steps tell is told again and compared."""
    manifest = msgspec.json.decode((SAMPLE / "data.json").read_bytes())
    assert manifest["tables"] == msgspec.json.decode(msgspec.json.encode(dict(TABLES)))
    assert len(manifest["setups"]) == 7
    games = 0
    for name, choices in manifest["setups"].items():
        options = estoril.choose(**choices)
        assert setup_name(options, estoril.content()) == name
        for row in parquet.read_table(SAMPLE / "games" / f"setup={name}").to_pylist():
            game = Game(options, estoril.content(), seed=0, auto_chance=False)
            game.follow(unpacked(row["steps"], game.num_codes))
            assert game.is_over and list(game.result.winners) == row["winners"]
            games += 1
    assert games == manifest["games"]
    assert f"{games:,} games" in (SAMPLE / "README.md").read_text("utf-8")
