"""Work on real clusters: the same figures as here, lost workers made good, hanging bots ended.

Ray and Dask are there only for `make test-research`. The clusters are several nodes on this
machine, each with processes of its own.
"""

import os
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import distributed
import msgspec
import psutil
import pytest
import ray
from ray.cluster_utils import Cluster

import estoril
from estoril.arena import BotFault, Played, Tournament
from estoril.bots.beliefs import ours
from estoril.bots.training import gather, play_games
from estoril.bots.tuning import compare
from estoril.bulk.executors import executor
from estoril.bulk.sim import simulate
from estoril.game.bundles import Bundle

pytestmark = [
    pytest.mark.soak,
    pytest.mark.timeout(1200),
    pytest.mark.filterwarnings("default"),  # of theirs
]
HERE = "tests.arena.players"
ROOT = Path(__file__).parents[2]


def new_cluster() -> Cluster:
    """Start a cluster of Ray with two nodes of a processor each.

    A node has 30 seconds to start, whatever one says, which is too little where much else goes on.
    """
    for chances in reversed(range(3)):
        nodes = Cluster()
        try:
            nodes.add_node(num_cpus=1, include_dashboard=False)
            nodes.add_node(num_cpus=1)
            nodes.wait_for_nodes(timeout=120)
        except Exception:  # Ray raises just that
            nodes.shutdown()
            if not chances:
                raise
        else:
            return nodes
    raise AssertionError


@pytest.fixture(scope="module")
def cluster() -> Iterator[Cluster]:
    """Start a cluster of Ray, and join it."""
    paths = [str(ROOT), str(ROOT / "src"), os.environ.get("PYTHONPATH", "")]
    os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, paths))
    os.environ["RAY_gcs_server_port_wait_time_s"] = "120"  # noqa: SIM112 - so Ray calls it
    nodes = new_cluster()
    ray.init(address=nodes.address, log_to_driver=False, logging_level="ERROR")
    yield nodes
    ray.shutdown()
    nodes.shutdown()


@pytest.fixture(scope="module")
def dask() -> Iterator[str]:
    """Start a cluster of Dask with two processes."""
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, dashboard_address=None
    ) as nodes:
        os.environ["DASK_SCHEDULER_ADDRESS"] = nodes.scheduler_address
        yield nodes.scheduler_address
        del os.environ["DASK_SCHEDULER_ADDRESS"]


@pytest.fixture(params=["ray", "dask"])
def place(request: pytest.FixtureRequest) -> str:
    """Return where to work, once that is there."""
    request.getfixturevalue({"ray": "cluster", "dask": "dask"}[request.param])
    return str(request.param)


def alike(tournament: Tournament) -> list[Played]:
    """Return the games without what the clock says."""
    return [msgspec.structs.replace(game, micros=()) for game in tournament.results()]


def test_tournaments_give_the_same_games_as_here(place: str, tmp_path: Path) -> None:
    def new(**choices: Any) -> Tournament:
        return Tournament(["tourist", "random", "agent"], games=24, seed=6, **choices)

    here, there = new(), new(on=place, out=tmp_path / "games.jsonl", records=tmp_path / "records")
    told: list[int] = []
    figures, expected = there.run(told.append), here.run()
    assert alike(there) == alike(here)
    assert figures.bot("agent").wins == expected.bot("agent").wins
    assert told == list(range(there.games + 1))
    assert len(list((tmp_path / "records").iterdir())) == there.games


def test_simulations_give_the_same_figures_and_games_as_here(place: str, tmp_path: Path) -> None:
    options, content = estoril.choose(4, "all"), estoril.content()
    here = simulate(options, content, 3000, 1, records_in=tmp_path / "here.bundle")
    there = simulate(options, content, 3000, 1, records_in=tmp_path / "there.bundle", on=place)
    here.seconds = there.seconds = 0.0
    assert there == here
    found = [[*sheaf.numbers] for sheaf in Bundle(tmp_path / "there.bundle")]
    assert [number for numbers in found for number in numbers] == list(range(1, 3001))


def test_tuning_and_training_give_the_same_as_here(place: str) -> None:
    weights, told = ours(), list[int]()
    with executor("local", 1) as here, executor(place) as there:
        contests = [compare(weights, weights, 20, 3, each.starmap) for each in (here, there)]
        games = [gather(play_games, 240, 3, 0, "", each.map, told.append) for each in (here, there)]
    assert contests[0] == contests[1]
    for one, other in zip(*games, strict=True):
        assert one[0] == other[0]
        assert (one[1] == other[1]).all() and (one[2] == other[2]).all()


def test_bots_that_hang_or_end_their_process_are_watched(place: str) -> None:
    bots = ["random", f"{HERE}:Stuck", f"{HERE}:Quitter"]
    tournament = Tournament(bots, games=3, seed=2, on=place, limit=1.0, on_error="go-on")
    figures = tournament.run()
    assert figures.games == 3
    assert figures.bot(f"{HERE}:Stuck").faults["timeout"] > 0
    assert figures.bot(f"{HERE}:Quitter").faults["crash"] > 0


def test_a_fault_stops_a_tournament_there_too(place: str) -> None:
    bots = ["random", f"{HERE}:Crasher"]
    with pytest.raises(BotFault) as stopped:
        Tournament(bots, games=4, seed=2, on=place, on_error="stop").run()
    assert stopped.value.fault.kind == "crash" and stopped.value.record is not None


def test_a_node_that_is_lost_costs_only_its_games(cluster: Cluster) -> None:
    """While games are played, a machine goes; all games are there, and each is counted once."""
    doomed = cluster.add_node(num_cpus=1)
    cluster.wait_for_nodes()
    here = Tournament(["tourist", "random"], games=600, seed=8)
    there = Tournament(["tourist", "random"], games=600, seed=8, on="ray")
    seen: list[int] = []
    for game in there.play():
        seen.append(game.index)
        if len(seen) == 60:
            cluster.remove_node(doomed, allow_graceful=False)
    here.run()
    assert sorted(seen) == list(range(here.games))
    assert alike(there) == alike(here)


def kill_a_worker(place: str) -> bool:
    """End the process of a worker that plays, without a word; say whether there was one."""
    if place == "dask":
        with distributed.Client(set_as_default=False) as client:
            victim = next(iter(client.nthreads()))
            client.submit(os._exit, 1, workers=[victim], retries=0, pure=False)
        return True
    for process in psutil.Process().children(recursive=True):
        with suppress(psutil.Error):
            if process.cmdline()[:1] == ["ray::_apply"]:  # as Ray calls those that work for us
                process.kill()
                return True
    return False


def test_a_worker_that_is_killed_costs_only_its_games(place: str) -> None:
    here = Tournament(["tourist", "random"], games=600, seed=9)
    there = Tournament(["tourist", "random"], games=600, seed=9, on=place)
    seen: list[int] = []
    killed = False
    for game in there.play():
        seen.append(game.index)
        if len(seen) >= 30 and not killed:
            killed = kill_a_worker(place)
    assert killed
    here.run()
    assert sorted(seen) == list(range(here.games))
    assert alike(there) == alike(here)
