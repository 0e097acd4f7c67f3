"""Bundles: they hold what records hold, in a few hundred bytes, and a faulty one is found."""

import json
from array import array
from pathlib import Path
from random import Random

import pytest

import estoril
from estoril import records
from estoril.bulk.executors import executor
from estoril.bulk.sim import simulate
from estoril.errors import RecordDiffers, RecordError
from estoril.game import bundles
from estoril.game.bundles import Bundle, BundleWriter, Sheaf
from estoril.game.game import Game
from estoril.testing import all_setups, play_randomly

SETUPS = list(all_setups())[::397]
setups = pytest.mark.parametrize("options", SETUPS, ids=lambda o: f"{o.players}-{o.edition}")


def played(options: estoril.Options, seed: int, most: int = 10_000) -> Game:
    game = Game(options, estoril.content(), seed=seed)
    for _ in play_randomly(game, Random(seed), most=most):
        pass
    return game


def written(path: Path, *games: tuple[int, Game]) -> Path:
    first = games[0][1]
    with BundleWriter(path, first.options, first.content) as writer:
        writer.add(bundles.sheaf_of(games))
    return path


@setups
def test_records_and_bundles_say_the_same(options: estoril.Options, tmp_path: Path) -> None:
    games = [(seed, played(options, seed)) for seed in (3, 2**63 + 1)]
    games.append((7, played(options, 7, most=20)))  # this one is not over
    path = written(tmp_path / "games.bundle", *games)
    found = list(Bundle(path).games())
    assert found == games
    assert [game.record() for _, game in found] == [game.record() for _, game in games]
    head = path.read_bytes().index(b"\n")
    assert (path.stat().st_size - head) / len(games) < 2000
    (course,) = Bundle(path).verify()
    assert list(course.column("over")) == [1, 1, 0]


def test_a_game_of_another_setup_or_from_a_position_is_refused() -> None:
    one, other = played(estoril.choose(2), 1), played(estoril.choose(3), 1)
    with pytest.raises(RecordError, match="game 5"):
        bundles.sheaf_of([(4, one), (5, other)])
    with pytest.raises(RecordError):
        bundles.sheaf_of([(4, Game.from_position(one.position()))])


def test_every_changed_step_is_found() -> None:
    game = played(estoril.choose(3, "all"), 5)
    state = bundles.blank(game.options, game.content)
    sheaf = bundles.sheaf_of([(9, game)])
    bundles.check(state, sheaf)
    for place, change in ((0, 1), (40, 1), (60, -1), (len(sheaf.steps) - 1, 1)):
        steps = sheaf.steps[:]
        steps[place] += change
        with pytest.raises(RecordDiffers, match="game 9"):
            bundles.check(state, sheaf._replace(steps=steps))
    longer = array("h", [*sheaf.steps, 3])
    with pytest.raises(RecordDiffers, match=f"step {len(sheaf.steps)} "):
        bundles.check(state, sheaf._replace(steps=longer, ends=array("q", [len(longer)])))
    with pytest.raises(RecordDiffers, match="otherwise"):
        bundles.check(state, sheaf._replace(sums=array("Q", [1])))


@pytest.mark.parametrize("step", [-65, -(2**15), 2**15 - 1])
def test_numbers_that_are_no_steps_are_refused(step: int) -> None:
    options, content = estoril.choose(2), estoril.content()
    sheaf = Sheaf(array("Q", [1]), array("Q", [0]), array("q", [1]), array("h", [step]))
    with pytest.raises(RecordDiffers, match="step 0"):
        bundles.check(bundles.blank(options, content), sheaf)


@pytest.mark.parametrize("cut", [1, 5, 30, 200])
def test_a_file_that_is_cut_off_is_refused(cut: int, tmp_path: Path) -> None:
    path = written(tmp_path / "games.bundle", (1, played(estoril.choose(2), 1)))
    path.write_bytes(path.read_bytes()[:-cut])
    with pytest.raises(RecordError, match="cut off"):
        list(Bundle(path))


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ('"version":1', '"version":2', "version 2"),
        ('"rules":1', '"rules":9', "rules"),
        ('"edition":"superbox"', '"edition":"german"', "digest"),
        ('["place",1]', '["place",2]', "numbers actions otherwise"),
        ("estoril-bundle", "estoril-bumble", "estoril-bundle"),
    ],
)
def test_a_head_that_does_not_fit_is_refused(old: str, new: str, told: str, tmp_path: Path) -> None:
    path = written(tmp_path / "games.bundle", (1, played(estoril.choose(2), 1)))
    data = path.read_bytes()
    assert old.encode() in data
    path.write_bytes(data.replace(old.encode(), new.encode(), 1))
    with pytest.raises(RecordError, match=told):
        Bundle(path)


def test_what_is_not_whole_is_not_there(tmp_path: Path) -> None:
    game = played(estoril.choose(2), 1)
    writer = BundleWriter(tmp_path / "games.bundle", game.options, game.content)
    with pytest.raises(KeyError), writer:
        raise KeyError
    assert list(tmp_path.iterdir()) == []


def test_simulated_games_are_the_same_in_whatever_form(tmp_path: Path) -> None:
    options, content = estoril.choose(3, "all"), estoril.content()
    bundle, folder = tmp_path / "games.bundle", tmp_path / "records"
    figures = [
        simulate(options, content, 6, 40, records_in=target, jobs=jobs)
        for target, jobs in ((None, 1), (bundle, 2), (folder, 1))
    ]
    for each in figures:
        each.seconds = 0.0
    assert figures[0] == figures[1] == figures[2]
    for number, game in Bundle(bundle).games():
        text = (folder / f"game-{number}.json").read_text("utf-8")
        assert json.loads(text) == game.record()
        assert records.verify(folder / f"game-{number}.json") == game


def test_an_executor_keeps_the_order_and_raises_what_was_raised() -> None:
    with executor("local", 2, threads=True) as workers:
        assert list(workers.map(abs, range(-40, 0))) == list(range(40, 0, -1))
        assert sorted(workers.map(abs, range(-9, 0), ordered=False)) == list(range(1, 10))
        assert workers.starmap(pow, [(2, 3), (3, 2)]) == [8, 9]
        with pytest.raises(estoril.SetupError, match="not 9"):
            list(workers.map(estoril.choose, [2, 9, 3]))
    with pytest.raises(estoril.SetupError, match="local, ray, dask"):
        executor("moon")
