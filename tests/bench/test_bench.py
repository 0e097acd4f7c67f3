"""The benchmarks run, and their figures have the shape that docs/benchmarks.md promises."""

import json
import re
from pathlib import Path

import msgspec
import pytest
from typer.testing import CliRunner, Result

import estoril
from estoril.bulk import bench
from estoril.cli import commands
from estoril.errors import SetupError
from estoril.words import knows

ROOT = Path(__file__).parents[2]
QUICK = ("inside", "nth", "codes", "copy", "first_game")


def run(*arguments: str) -> Result:
    """Run `estoril bench` in this process."""
    return CliRunner().invoke(commands.app, ["bench", *arguments], prog_name="estoril")


def quick(*arguments: str, only: str = ",".join(QUICK)) -> Result:
    """Run it for a moment."""
    return run("--seconds", "0.02", "--passes", "2", "--only", only, *arguments)


def test_figures_are_printed_for_people() -> None:
    ran = quick("--players", "3", "--modules", "vip")
    assert ran.exit_code == 0, ran.output
    for words in ("3 players, modules vip", "inside the engine", "decisions/s", "Medians of 2"):
        assert words in ran.output


def test_figures_are_printed_for_programs() -> None:
    found = json.loads(quick("--json").stdout)
    assert [row["name"] for row in found["rows"]] == list(QUICK)
    assert found["options"]["players"] == 4 and len(found["options"]["modules"]) == 5
    assert found["growth"] == [] == found["left_out"]
    assert 0 < found["slowest"] <= found["fastest"]
    for row in found["rows"]:
        assert row["raw"] > 0 and row["corrected"] > 0 and row["spread"] >= 0
        assert len(row["passes"]) == 2 and min(row["passes"]) <= row["corrected"]


def test_json_has_the_documented_fields() -> None:
    text = (ROOT / "docs" / "benchmarks.md").read_text("utf-8")
    part = text.split("## The figures as JSON")[1].split("\n## ")[0]
    lines = [line.split("|") for line in part.splitlines() if line.startswith("| `")]
    documented = {line[1].strip(): line[2] for line in lines}
    fields = {name for names in documented for name in re.findall(r"`(\w+)`", names)}
    assert fields == set(bench.Report.__struct_fields__)
    for name, struct in (("rows", bench.Figure), ("growth", bench.Growth)):
        told = set(re.findall(r"`(\w+)`", documented[f"`{name}`"]))
        assert told == set(struct.__struct_fields__)


def test_growth_covers_all_players_with_and_without_modules() -> None:
    found = json.loads(quick("--json", only="growth").stdout)
    setups = [(entry["players"], len(entry["modules"])) for entry in found["growth"]]
    assert setups == [(2, 0), (3, 0), (4, 0), (5, 1), (2, 5), (3, 5), (4, 5), (5, 5)]
    assert all(entry["cost"]["unit"] == "ns" for entry in found["growth"])
    assert "Nanoseconds for a decision" in quick(only="growth").output


@pytest.mark.compiled
def test_every_row_is_measured_or_named_as_left_out() -> None:
    report = bench.run(estoril.choose(2), seconds=0.01, passes=1)
    assert {row.name for row in report.rows} | set(report.left_out) | {bench.GROWTH} == set(
        bench.NAMES
    )
    assert set(report.left_out) <= {"batch", "copy_inside", "memory"}
    assert msgspec.json.decode(msgspec.json.encode(report), type=bench.Report) == report


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (("--only", "insid"), "did you mean inside?"),
        (("--only", "inside,xyzzy"), "there are inside, batch"),
        (("--seconds", "0"), "more than 0"),
        (("--seconds", "nan"), "more than 0"),
        (("--passes", "0"), "at least 1 pass"),
        (("--players", "6"), "(SET-01)"),
    ],
)
def test_a_mistake_is_told_in_one_line(arguments: tuple[str, ...], expected: str) -> None:
    ran = run(*arguments)
    assert ran.exit_code == 2 and ran.stdout == ""
    assert ran.stderr.startswith("estoril: ") and ran.stderr.count("\n") == 1
    assert expected in ran.stderr


def test_unknown_names_are_refused_before_anything_is_measured() -> None:
    told: list[int] = []
    with pytest.raises(SetupError, match="unknown row"):
        bench.run(estoril.choose(4), only=["xyzzy"], progress=told.append)
    assert told == []


def test_progress_counts_up_to_all_measurements() -> None:
    told: list[int] = []
    only = ["inside", bench.GROWTH]
    bench.run(estoril.choose(2), seconds=0.001, passes=2, only=only, progress=told.append)
    assert told == list(range(1, bench.measurements(2, only) + 1))


def test_every_row_has_a_name_for_people_and_stands_in_the_help() -> None:
    told = run("--help").output
    for name in bench.NAMES:
        assert name == bench.GROWTH or knows(f"bench.row.{name}")
        assert name in told
    for name in ("batch", "copy_inside", "memory"):
        assert knows(f"bench.without.{name}")


def test_a_slower_core_is_made_up_for() -> None:
    """The same work takes twice the CPU time on a core of half the speed."""
    fast, slow = bench.Sample(90.0, 100.0, 2000.0), bench.Sample(40.0, 50.0, 1000.0)
    rate = bench.Benchmark("inside", bench.DECISIONS, lambda setup: None)
    figure = bench._figure(rate, [fast, slow], 2000.0)
    assert (figure.corrected, figure.spread, figure.raw) == (100.0, 0.0, 65.0)
    slow_copy = bench.Sample(30.0, 20.0, 1000.0)
    copy = bench.Benchmark("copy", bench.NANOSECONDS, lambda setup: None)
    assert bench._figure(copy, [slow_copy], 2000.0).corrected == 10.0
    memory = bench.Benchmark("memory", bench.MEGABYTES, lambda setup: None)
    assert bench._figure(memory, [slow_copy], 2000.0).corrected == 30.0
