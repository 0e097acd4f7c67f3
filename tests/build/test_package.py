"""What is packed has all that it needs, and is called what it is."""

import os
import shutil
import subprocess
import sys
import tarfile
from pathlib import Path

import pytest

from tools import wheels

ROOT = Path(__file__).resolve().parents[2]

pytestmark = pytest.mark.xdist_group("package")  # one archive does for all


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The source archive, unpacked; npm's packages are lent to it, to spare fetching them."""
    folder = tmp_path_factory.mktemp("source")
    shutil.copytree(ROOT, folder / "checkout", ignore=_built)
    _build(folder / "checkout", "sdist", "--formats=gztar", f"--dist-dir={folder}")
    archive = next(folder.glob("*.tar.gz"))
    with tarfile.open(archive) as packed:
        packed.extractall(folder, filter="data")
    unpacked = folder / archive.name.removesuffix(".tar.gz")
    (unpacked / "web/node_modules").symlink_to(ROOT / "web/node_modules")
    return unpacked


def _built(folder: str, names: list[str]) -> set[str]:
    """Name what a clean checkout does not have."""
    everywhere = {"node_modules", "__pycache__", "static"}
    above = {"build", "dist", *(name for name in names if name.startswith("."))} - {".ci"}
    made = {name for name in names if name.endswith((".so", ".pyd", ".pxd", ".egg-info"))}
    return everywhere | made | (above if Path(folder) == ROOT else set())


def _build(folder: Path, *command: str, **settings: str) -> None:
    done = subprocess.run(
        [sys.executable, "setup.py", "-q", *command],
        cwd=folder,
        env={**os.environ, **settings},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr


def test_the_source_archive_has_all_that_is_built_tested_and_read(source: Path) -> None:
    rooms = ("benchmarks", "docs", "examples", "locks", "src", "tests", "tools", "web")
    built = {"__pycache__", "node_modules", "static", "estoril.egg-info"}
    files = {
        path.relative_to(ROOT)
        for room in rooms
        for path in (ROOT / room).rglob("*")
        if path.is_file()
        and not built & {*path.parts}
        and path.suffix not in {".so", ".pyd", ".pxd"}
    }
    files |= {Path(name) for name in ("Makefile", "README.md", "LICENSE", ".ci/run", "setup.py")}
    assert not {path for path in files if not (source / path).exists()}
    assert not (source / "src/estoril/server/static").exists()


def test_the_pure_wheel_is_named_so_and_has_the_game_in_the_browser(
    source: Path, tmp_path: Path
) -> None:
    _build(source, "bdist_wheel", f"--dist-dir={tmp_path}", ESTORIL_BUILD_PURE="1")
    (wheel,) = tmp_path.iterdir()
    assert wheel.name.endswith("-py3-none-any.whl")
    wheels.check(wheel)
    misnamed = wheel.with_name(wheel.name.replace("py3-none-any", "cp311-cp311-linux_x86_64"))
    with pytest.raises(SystemExit, match=r"has 0 of \d\d modules compiled"):
        wheels.check(wheel.rename(misnamed))


@pytest.mark.skipif(os.name != "posix", reason="chooses the compiler by CC")
def test_a_compilation_that_is_required_must_succeed(source: Path) -> None:
    done = subprocess.run(
        [sys.executable, "setup.py", "-q", "bdist_wheel"],
        cwd=source,
        env={**os.environ, "CC": "false", "ESTORIL_REQUIRE_COMPILED": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode != 0
    assert "the engine must be compiled and cannot be" in done.stderr
