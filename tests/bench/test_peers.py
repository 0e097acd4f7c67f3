"""The comparison with other engines: its rows, its page, and peers that are not there."""

import json
import sys
from pathlib import Path

import pytest

from benchmarks import core, install, page, peers, rows
from benchmarks.results import Measured, Results, Sample
from benchmarks.row import Kind, Row
from estoril.bulk import bench

INSIDE = "estoril: whole games inside the engine"


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Keep what a run writes in a folder of its own, and the process on all cores."""
    monkeypatch.setattr(install, "HOME", tmp_path)
    monkeypatch.setattr(install, "PROBLEMS", tmp_path / "problems.json")
    monkeypatch.setattr(install, "PYTHON312", tmp_path / "python312" / "bin" / "python")
    monkeypatch.setattr(core, "pin", lambda core: None)
    return tmp_path


def measure(*arguments: str) -> None:
    """Run the comparison for a moment."""
    peers.main(["--seconds", "0.02", "--passes", "1", *arguments])


def test_all_rows_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    peers.main(["--list"])
    listed = capsys.readouterr().out.splitlines()
    assert len(listed) == len(rows.ROWS) == len({row.key for row in rows.ROWS})
    assert listed[0] == f"* {INSIDE}"
    assert {row.peer for row in rows.ROWS} == {
        "estoril", "plain Python", "open_spiel", "catanatron", "fastcatan", "rlcard",
        "pettingzoo", "pgx", "chess", "boardgame.io",
    }  # fmt: skip


def test_the_usual_rows_have_every_peer_and_every_kind() -> None:
    usual = rows.choose("", every=False)
    assert {row.peer for row in usual} == {row.peer for row in rows.ROWS}
    assert {row.kind for row in usual if row.peer == "estoril"} == set(Kind)
    assert len(usual) < len(rows.ROWS)


def test_every_peer_is_installed_by_some_step() -> None:
    others = {"fastcatan", "boardgame.io", "estoril", "plain Python"}
    assert {row.peer for row in rows.ROWS} - others == set(install.PACKAGES) - {"the plot"}
    pinned = install.REQUIREMENTS.read_text("utf-8").lower().replace("-", "_")
    for packages in install.PACKAGES.values():
        for package in packages:
            assert f"{package.partition('[')[0]}==" in pinned


def test_a_part_that_no_row_contains_is_refused(home: Path) -> None:
    with pytest.raises(SystemExit, match="did you mean chess"):
        measure("--only", "ches_")
    with pytest.raises(SystemExit, match="peers are boardgame"):
        measure("--only", "xyzzy")
    assert list(home.iterdir()) == []


def test_a_peer_that_did_not_install_is_named_and_the_run_goes_on(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    install.PROBLEMS.write_text('{"chess": "no such wheel"}', "utf-8")
    measure("--only", f"chess: random moves lean,{INSIDE}")
    written = (home / "benchmarks.md").read_text("utf-8")
    assert "- chess: random moves, lean end test: did not install: no such wheel" in written
    assert "| **estoril** | **whole games inside the engine** | **" in written
    told = capsys.readouterr()
    assert "min left" in told.err and "did not install" in told.out
    kept = json.loads((home / "results.json").read_text("utf-8"))
    assert [len(row["samples"]) for row in kept["rows"]] == [1, 0]


def test_a_shortened_run_leaves_the_documents_alone(home: Path) -> None:
    before = (install.ROOT / "docs" / "benchmarks.md").read_bytes()
    measure("--only", INSIDE)
    assert (home / "benchmarks.md").exists()
    assert (install.ROOT / "docs" / "benchmarks.md").read_bytes() == before


@pytest.mark.parametrize(
    ("command", "problem"),
    [
        ([sys.executable, "-c", "import no_such_peer"], "No module named 'no_such_peer'"),
        ([sys.executable, "-c", "raise SystemExit(3)"], "no reason given"),
        (["/no/such/python"], "python: No such file or directory"),
    ],
)
def test_a_row_that_fails_says_why(
    command: list[str], problem: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(peers, "command_of", lambda row: command)
    got = peers.measure(rows.find(INSIDE), 0.01, 0.01)
    assert isinstance(got, str) and got.endswith(problem)


def test_a_failed_row_is_not_tried_again(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tried: list[str] = []

    def fail(row: Row, seconds: float, warmup: float) -> str:
        tried.append(row.key)
        return "broken"

    monkeypatch.setattr(peers, "measure", fail)
    results = peers.measure_all([rows.find(INSIDE)], 0.01, 3, 0.01)
    assert tried == [INSIDE] and results.problems() == [(rows.find(INSIDE), "broken")]


def test_a_reason_has_no_paths_and_no_addresses() -> None:
    output = "Collecting x\nERROR: no wheel in /home/me/wheels or https://host.example/x/\nbye\n"
    assert install.reason(output) == "ERROR: no wheel in ... or ..."
    assert len(install.tidy("x" * 500)) == 120


def test_peers_are_installed_one_by_one_if_not_all_at_once(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def pip(python: Path, *arguments: str | Path) -> None:
        if "pgx" in arguments:
            raise install.InstallError("no such wheel")

    monkeypatch.setattr(install, "pip", pip)
    assert install.install_peers() == {"pgx": "no such wheel"}
    monkeypatch.setattr(install, "pip", lambda *arguments: None)
    assert install.install_peers() == {}


def test_a_program_that_fails_gives_its_reason(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(install, "LOG", home / "install.log")
    with pytest.raises(install.InstallError, match=r"^ERROR: out of luck$"):
        install.run(sys.executable, "-c", "print('ERROR: out of luck'); raise SystemExit(1)")
    with pytest.raises(install.InstallError, match="needs Python"):
        install.install_fastcatan("/no/such/python")


def sample(decisions: float, speed: float) -> Sample:
    return Sample("1.0", decisions, 2, 2.0, 1.0, speed, 3.0, 2048)


def test_figures_are_brought_to_the_fastest_core_with_estoril_first() -> None:
    chess = Row("chess", "a", Kind.STEPPED)
    ours = Row("estoril", "b", Kind.STEPPED)
    entries = [Measured(chess, [sample(100, 50), sample(200, 100)]), Measured(ours, [sample(9, 9)])]
    first, second = Results(entries, 1.0, 2).figures(Kind.STEPPED)
    assert (first.row, second.row) == (ours, chess)
    assert (second.rate, second.clock, second.spread) == (200, 75, 0)
    assert (second.per_game, second.megabytes) == (75, 2)
    assert Results(entries, 1.0, 2).figures(Kind.VIEW) == []


def test_sections_are_put_between_their_marks() -> None:
    text = (install.ROOT / "docs" / "benchmarks.md").read_text("utf-8")
    for name in ("peers", "environments", "growth", "own"):
        once = page.replaced(text, name, r"new \1")
        assert "new \\1" in once and page.replaced(once, name, r"new \1") == once
    with pytest.raises(ValueError, match="no marks for nothing"):
        page.replaced(text, "nothing", "")


def test_numbers_have_three_digits_that_count() -> None:
    numbers = [page.number(value) for value in (None, 0.51, 12.34, 123.4, 1234.0, 5_678_901.0)]
    assert numbers == ["-", "0.5", "12.3", "123", "1,230", "5,680,000"]


def test_both_benchmarks_gauge_the_core_alike() -> None:
    assert (core.SHUFFLED, core.SORTED) == (bench.SHUFFLED, bench.SORTED)
    assert core.gauge(0.001) > 0
