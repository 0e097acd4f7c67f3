"""What is packed has all that it needs, and is called what it is."""

import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from tools import headers, wheels

ROOT = Path(__file__).resolve().parents[2]

pytestmark = pytest.mark.xdist_group("package")  # one archive does for all


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The source archive, unpacked; npm's packages are lent to it, to spare fetching them."""
    folder = tmp_path_factory.mktemp("source")
    shutil.copytree(ROOT, folder / "checkout", ignore=_built)
    _build(folder / "checkout", "sdist", "--formats=gztar", f"--dist-dir={folder}")
    unpacked = wheels.unpack(next(folder.glob("*.tar.gz")), folder)
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


@pytest.fixture(scope="module")
def pure(source: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A wheel without compiled modules."""
    folder = tmp_path_factory.mktemp("pure")
    _build(source, "bdist_wheel", f"--dist-dir={folder}", ESTORIL_BUILD_PURE="1")
    (wheel,) = folder.iterdir()
    return wheel


def test_the_pure_wheel_is_named_so_and_has_the_game_in_the_browser(pure: Path) -> None:
    assert pure.name.endswith("-py3-none-any.whl")
    wheels.check(pure)


def test_a_wheel_brings_the_man_pages(pure: Path) -> None:
    with zipfile.ZipFile(pure) as packed:
        pages = {Path(name).name for name in packed.namelist() if "/share/man/man1/" in name}
    assert pages == {path.name for path in (ROOT / "docs/man").iterdir()}
    assert "estoril-play.1" in pages


def test_a_wheel_of_one_machine_has_every_module_compiled(pure: Path, tmp_path: Path) -> None:
    wheel = tmp_path / pure.name.replace("py3-none-any", "cp311-cp311-linux_x86_64")
    shutil.copy(pure, wheel)
    with zipfile.ZipFile(wheel) as packed:
        sources = [Path(name) for name in packed.namelist() if name.startswith(headers.ROOMS)]
    modules = [
        path.with_suffix(".cpython-311-x86_64-linux-gnu.so").as_posix()
        for path in sources
        if path.suffix == ".py" and path.stem not in headers.PLAIN
    ]
    for number, module in enumerate(modules):
        with pytest.raises(SystemExit, match=f"has {number} of {len(modules)} modules compiled"):
            wheels.check(wheel)
        with zipfile.ZipFile(wheel, "a") as packed:
            packed.writestr(module, "")
    wheels.check(wheel)


def test_a_wheel_declares_the_licences_of_all_that_is_inside(pure: Path, tmp_path: Path) -> None:
    wheel = tmp_path / pure.name
    with zipfile.ZipFile(pure) as packed, zipfile.ZipFile(wheel, "w") as other:
        for name in packed.namelist():
            text = packed.read(name)
            if name.endswith("/licences.txt"):
                text += b"\nsome-face 1.0.0 (CC-BY-4.0)\n"
            other.writestr(name, text)
    with pytest.raises(SystemExit, match=r"declares .* and has .*CC-BY-4\.0"):
        wheels.check(wheel)


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
