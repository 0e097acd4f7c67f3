"""No block of the documents is left to be believed: it is run, or held to what it speaks of.

Python, terminals and commands of ours are run by the modules beside this one. Here are the others:
what make, pip, git and shells are told, what needs a server, and what cannot be run on every
machine (images, databases, proxies), which is compared with the files that it is about.
"""

from __future__ import annotations

import argparse
import contextlib
import importlib.util
import json
import os
import re
import runpy
import shlex
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NoReturn
from urllib.parse import urlsplit

import pytest
import typer
from packaging.requirements import Requirement
from pip._internal.commands import create_command

from estoril.bulk.tables import MANIFEST, TABLES
from estoril.server.configuring import configure
from estoril.words import say
from tests.docs import pages
from tests.docs.pages import PAGES, ROOT
from tests.docs.test_commands import in_blocks, understood
from tests.docs.test_examples import ESTORIL, WITH_EXAMPLES
from tests.server.running import Running, running

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
EXTRAS = PROJECT["project"]["optional-dependencies"]
DOCKERFILE = (ROOT / "Dockerfile").read_text("utf-8")
VARIABLES = set(re.findall(r"^([A-Z]+) \?=", (ROOT / "Makefile").read_text("utf-8"), re.M))
TOOLS = Path(sys.executable).parent
RUN_THERE = set(in_blocks())  # as they stand, by the module beside this one
COMMANDS = ("", "bash")  # languages of blocks whose lines are commands
HOST = ROOT / "docs" / "tutorial" / "host.md"
PROGRAM = ROOT / "docs" / "howto" / "program.md"
PROXY = ROOT / "docs" / "howto" / "proxy.md"
# what is read, parsed or run as a whole by other modules of this folder
READ = {
    "console": "test_examples.py",
    "json": "test_commands.py",
    "python": "test_examples.py",
    "toml": "test_commands.py",
}
# commands that need a server, or a program of a page beside them, and which tests run them
ELSEWHERE = {
    "python crier.py ": "tests/client/test_seat.py",
    "python examples/online_bot.py ": "tests/docs/test_blocks.py",
    "python guest.py ": "tests/docs/test_blocks.py",
    "curl ": "tests/docs/test_blocks.py",
    ". .venv/bin/activate": "tests/docs/test_first_command.py",
}


def block_of(page: Path, beginning: str) -> str:
    """Return the block of a page that begins so."""
    return next(block.text for block in pages.blocks(page) if block.text.startswith(beginning))


# -- commands, by their first word --------------------------------------------------------------


class Understood(Exception):  # noqa: N818 - it is what is wanted
    """A program has read its options, and need not run."""


def parse_only(file: Path, words: list[str]) -> None:
    """Let a program read its options, values and all, and stop it before it does anything."""
    parse = argparse.ArgumentParser.parse_args

    def stop(self: argparse.ArgumentParser, args: list[str] | None = None) -> NoReturn:
        parse(self, args)
        raise Understood

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(argparse.ArgumentParser, "parse_args", stop)
        patch.setattr(sys, "argv", [str(file), *words])
        patch.chdir(ROOT)
        patch.syspath_prepend(str(ROOT))
        with pytest.raises(Understood):
            runpy.run_path(str(file), run_name="__main__")


def check_program(file: Path, words: list[str]) -> None:
    """Check that a program of ours exists and understands its options."""
    assert file.is_file(), file
    source = file.read_text("utf-8")
    if not words:
        compile(source, str(file), "exec")
    elif "import torch" in source and importlib.util.find_spec("torch") is None:
        # in no lock, so what can be told is that its options are named there
        named = [word[2:] for word in words if word.startswith("--")]
        assert [name for name in named if not re.search(rf"\b{name}\b", source)] == [], words
    elif ".parse_args(" in source or "import argparse" in source:
        parse_only(file, words)
    else:  # it knows a few words
        assert [word for word in words if f'"{word}"' not in source] == [], f"{file}: {words}"


def check_python(words: list[str]) -> None:
    """Check a command of Python: a module, a file, or a line of code."""
    match words:
        case ["-m", "pytest", *options]:
            check_pytest(options)
        case ["-m", "estoril", *_]:
            check_estoril(shlex.join(["estoril", *words[2:]]))
        case ["-m", module, *options]:
            found = importlib.util.find_spec(module)
            if found is not None and found.submodule_search_locations:
                found = importlib.util.find_spec(f"{module}.__main__")
            assert found is not None and found.origin is not None, module
            check_program(Path(found.origin), [] if options[:1] == [">"] else options)
        case ["-c", code]:
            compile(code, "-c", "exec")
            for module, name in re.findall(r"from (\S+) import (\w+)", code):
                assert hasattr(importlib.import_module(module), name), code
        case [file, *options]:
            check_program(ROOT / file, options)
        case _:
            raise AssertionError(words)


PYTEST: list[pytest.Config] = []  # the one that runs, with the options of all plug-ins


def check_pytest(options: list[str]) -> None:
    """Check that pytest knows the options, and that there are tests of that name."""
    given, unknown = PYTEST[0]._parser.parse_known_and_unknown_args(options)
    assert unknown == [], options
    for path in given.file_or_dir:
        assert (ROOT / path).exists(), path
    if given.keyword:
        files = (ROOT / "tests").rglob("test_*.py")
        assert any(re.search(rf"def test_\w*{given.keyword}", f.read_text("utf-8")) for f in files)


def check_make(words: list[str]) -> None:
    """Ask make what it would do, and check that."""
    for word in words:
        assert "=" not in word or word.partition("=")[0] in VARIABLES, word
    if shutil.which("make") is None:
        pytest.skip("there is no make")
    environment = {name: value for name, value in os.environ.items() if name != "MAKEFLAGS"}
    told = ["make", "--dry-run", "--no-print-directory", *words]
    done = subprocess.run(told, cwd=ROOT, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    for line in done.stdout.replace("\\\n", " ").splitlines():
        check_made(shlex.split(line))


def check_made(words: list[str]) -> None:
    """Check a command that make would run: a tool of ours, or one that it has installed."""
    while re.match(r"[A-Z_]+=", words[0]):
        words = words[1:]
    program, given = Path(words[0]).name, words[1:]
    if program == "estoril":
        check_estoril(shlex.join([program, *given]))
    elif re.fullmatch(r"python[\d.]*", program):
        if given[0] != "-c":  # whether there is a Python
            check_python(given)
    else:
        assert (TOOLS / program).exists() or (TOOLS / f"{program}.exe").exists(), words


def check_estoril(line: str) -> None:
    """Check a command of ours; those of pages are run by the module beside this one."""
    if re.search(r"\[|COMMAND|\.\.\.", line):  # how it is used: its name must be right
        names = re.findall(r"[a-z]+(?= |$)", line.partition("[")[0])[1:]
        with contextlib.suppress(typer.Exit):
            understood(shlex.join(["estoril", *names, "--help"]))
    else:
        understood(line)


def check_pip(words: list[str]) -> None:
    """Let pip read its options; what it is to install is ours, and locked where hashes are."""
    options, wanted = create_command(words[0]).parse_args(words[1:])
    for each in wanted:
        if each.startswith("."):
            each = f"estoril{each[1:]}"
        requirement = Requirement(each)
        assert requirement.name == PROJECT["project"]["name"]
        assert requirement.extras <= set(EXTRAS), each
    for file in options.requirements:
        lock = (ROOT / file).read_text("utf-8")
        packages = re.findall(r"^[a-z][\w.-]*==", lock, re.M)
        assert packages and lock.count("--hash=sha256:") >= len(packages)
    assert wanted or options.requirements


def check_docker(words: list[str]) -> None:
    """Hold what docker is told to the file that the image is built from."""
    parser = argparse.ArgumentParser()
    kinds = parser.add_subparsers(dest="kind", required=True)
    build, start = kinds.add_parser("build"), kinds.add_parser("run")
    build.add_argument("-t", dest="name", choices=["estoril"], required=True)
    build.add_argument("folder", type=Path)
    start.add_argument("--read-only", action="store_true", required=True)
    start.add_argument("--tmpfs", choices=["/tmp"], required=True)
    start.add_argument("-v", dest="volume")
    start.add_argument("-p", dest="port")
    start.add_argument("name", choices=["estoril"])
    given = parser.parse_args(words)
    if given.kind == "build":
        assert (ROOT / given.folder / "Dockerfile").is_file()
    else:
        assert f"VOLUME {given.volume.partition(':')[2]}\n" in DOCKERFILE
        *_, inside = given.port.split(":")
        assert f"EXPOSE {inside}\n" in DOCKERFILE


def check_postgres(words: list[str]) -> None:
    """Compare what is made with what the server is told below, and options with the tool's own."""
    user, program, name, option, *owner = words
    assert user == "postgres" and option in ("--pwprompt", "--owner")
    [line] = re.findall(r"ESTORIL_DATABASE=(\S+)", PROXY.read_text("utf-8"))
    address = urlsplit(line)
    assert name == (address.username if program == "createuser" else address.path[1:])
    assert owner in ([], [address.username])
    if shutil.which(program):
        told = subprocess.run([program, "--help"], capture_output=True, text=True).stdout
        assert f"{option}" in told


def check_git(words: list[str]) -> None:
    """Compare where the sources are with what the package says."""
    assert words == ["clone", PROJECT["project"]["urls"]["Source"]]


CHECKS: dict[str, Callable[[list[str]], None]] = {
    "docker": check_docker,
    "git": check_git,
    "make": check_make,
    "pip": check_pip,
    "python": check_python,
    "python3": check_python,
    "sudo -u": check_postgres,
}


def check(line: str) -> None:
    """Check a line of a block; one that nothing knows is an error."""
    if not line or line.startswith("#"):
        return
    if ESTORIL.match(line):
        if not re.search(r"\[|COMMAND|XX|\.\.\.", line):
            assert line in RUN_THERE
        check_estoril(line)
        return
    for beginning, tests in ELSEWHERE.items():
        if line.startswith(beginning):
            assert (ROOT / tests).is_file()
            return
    if found := re.match(r"(ESTORIL_[A-Z_]+)=(\S+)$", line):
        assert configure({}, {found[1]: found[2]}).problems == []
        return
    if line.startswith("cd "):
        assert line == f"cd {PROJECT['project']['name']}"
        return
    for beginning, each in CHECKS.items():
        if line.startswith(f"{beginning} "):
            each(shlex.split(line.removeprefix(beginning)))
            return
    raise AssertionError(f"nothing checks the command {line}")


@pytest.fixture(autouse=True)
def known_pytest(pytestconfig: pytest.Config) -> Iterator[None]:
    PYTEST[:] = [pytestconfig]
    yield
    PYTEST.clear()


@pytest.mark.parametrize("page", PAGES, ids=pages.name)
def test_every_command_in_a_block_is_understood(page: Path) -> None:
    for line in pages.shown(page, *COMMANDS):
        check(line)


@pytest.mark.parametrize(
    "line",
    [
        "make unti", 'make unit ARGS="--gaems 3"', 'make unit ARGS="-k nosuchthing"',
        'make bench ARGS="--onyl inside"', 'make bench-load ARGS="--tabels 3"',
        "make unit PYTHN=python3", 'make chaos ARGS="--seconds many"',
        'pip install "estoril[postgers]"', "pip install --no-dep estoril", "pip install estorl",
        "pip install -r locks/server.txt", "docker run --rm estoril",
        "docker run --read-only --tmpfs /tmp -v estoril:/date -p 1942:1942 estoril",
        "sudo -u postgres createdb estorli --owner estoril", "git clone https://example.org/x",
        "python -m benchmarks.peer --list", "python examples/online_bots.py",
        "helm install estoril",
        "python -c 'from estoril.testing import check_bots'", "estoril simulate",
        "ESTORIL_DATABSE=sqlite://", "python3 -m benchmarks.peers --lists",
    ],
)  # fmt: skip
def test_what_is_wrong_with_a_command_is_found(line: str) -> None:
    with pytest.raises((Exception, SystemExit)):
        check(line)


# -- other blocks -------------------------------------------------------------------------------


def check_address(text: str) -> None:
    """What the server says is what it says."""
    address = re.search(r"--public-url (\S+)", HOST.read_text("utf-8"))
    assert address is not None
    assert text.strip() == say("cli.serve.at", address=f"{address[1]}/")


def check_tables(text: str) -> None:
    """The folder of a study has those tables, and no others."""
    assert text.startswith("study/\n") and MANIFEST in text
    assert set(re.findall(r"(\w+)/(?:setup|…)", text)) == set(TABLES)


def check_formula(text: str) -> None:
    """The formulas name what the page explains."""
    page = (ROOT / "docs" / "arena.md").read_text("utf-8").replace(text, "")
    for name in re.findall(r"^(\S) =", text, re.M):
        assert re.search(rf"`[^`]*\b{name}\b[^`]*`", page), name


def check_caddy(text: str) -> None:
    """The short file says what the whole one does, of the address that the server is told."""
    name, upstream = re.fullmatch(r"(\S+) \{\n\s+reverse_proxy (\S+)\n\}\n", text).groups()  # type: ignore[union-attr]
    settings = configure({}, {}).settings
    assert settings is not None and upstream == f"{settings.host}:{settings.port}"
    assert f"--public-url https://{name}\n" in PROXY.read_text("utf-8")
    assert "reverse_proxy" in (ROOT / "deploy" / "Caddyfile").read_text("utf-8")
    if shutil.which("caddy"):
        done = subprocess.run(
            ["caddy", "adapt", "--adapter", "caddyfile", "--config", "/dev/stdin"],
            input=text, text=True, capture_output=True,
        )  # fmt: skip
        assert done.returncode == 0, done.stderr


def check_sql(text: str) -> None:
    """A query asks for tables and columns that there are; DuckDB runs it where it is installed."""
    [table] = re.findall(r"read_parquet\('study/(\w+)/\*/\*\.parquet'", text)
    columns = {column.name for column in TABLES[table]}
    assert set(re.findall(r"\b(round|legal|kind|chosen|seat|total)\b(?!\()", text)) <= columns
    if importlib.util.find_spec("duckdb"):
        import duckdb

        sample = ROOT / "tests" / "research" / "sample"
        assert duckdb.sql(text.replace("study/", f"{sample}/")).fetchall()


def check_source(*words: str) -> Callable[[str], None]:
    """Let the interpreter of a program read it; that it plays is in tests/bots/test_programs.py."""

    def checked(text: str) -> None:
        if shutil.which(words[0]):
            done = subprocess.run([*words, "-"], input=text, text=True, capture_output=True)
            assert done.returncode == 0, done.stderr

    return checked


# By language and beginning; a language without a beginning is checked alike on all pages.
OTHERS: dict[tuple[str, str], Callable[[str], None]] = {
    ("caddy", ""): check_caddy,
    ("js", ""): check_source("node", "--input-type=module", "--check"),
    ("perl", ""): check_source("perl", "-c"),
    ("sql", ""): check_sql,
    ("text", "Estoril is at"): check_address,
    ("text", "L = "): check_formula,
    ("text", "study/"): check_tables,
    ("text", "table "): lambda text: None,  # with the command that prints it, below
}


@pytest.mark.parametrize("page", PAGES, ids=pages.name)
def test_no_block_is_unaccounted_for(page: Path) -> None:
    text = page.read_text("utf-8")
    found = pages.blocks(page)
    assert len(re.findall(r"^ *(?:```|~~~)", text, re.M)) == 2 * len(found), "a fence is not seen"
    for block in found:
        where = f"{pages.name(page)}:{block.line}"
        if block.language in READ:
            assert block.language in ("json", "toml") or page in WITH_EXAMPLES
            continue
        if block.language in COMMANDS:
            continue  # line by line, above
        checks = [
            each
            for (language, beginning), each in OTHERS.items()
            if language == block.language and block.text.startswith(beginning)
        ]
        assert len(checks) == 1, f"{where}: nothing checks this block of {block.language}"
        checks[0](block.text)


# -- at a server --------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    folder = tmp_path_factory.mktemp("server")
    with running(f"sqlite:///{folder}/tables.db", folder) as server:
        yield server


def at(server: Running, command: str) -> list[str]:
    """Return a command of a page as it is at this server."""
    assert "http://127.0.0.1:1942" in command
    words = shlex.split(command.replace("http://127.0.0.1:1942", server.address))
    return [sys.executable, *words[1:]] if words[0] == "python" else words


def test_a_host_sees_that_the_server_is_well(server: Running) -> None:
    if shutil.which("curl") is None:
        pytest.skip("there is no curl")
    command = at(server, block_of(HOST, "curl "))
    done = subprocess.run([*command, "--silent"], capture_output=True, text=True, check=True)
    assert json.loads(done.stdout) == json.loads(block_of(HOST, '{"status"'))


def test_a_program_sits_down_at_the_host(server: Running) -> None:
    command = at(server, block_of(HOST, "python examples/online_bot.py"))
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    assert kinds_of(done.stdout) == kinds_of(block_of(HOST, "table "))


def kinds_of(told: str) -> list[str]:
    """Return lines without what differs each time; both bots tell their points when they can."""
    lines = (re.sub(r"(?<=^table ).*|(?<=^round \d: ).*|\d+(?= points)", "", line)
             for line in told.splitlines())  # fmt: skip
    return sorted(lines)


def test_a_guest_sits_down_by_invitation(server: Running, tmp_path: Path) -> None:
    text = next(block.text for block in pages.blocks(PROGRAM) if block.title == "guest.py")
    (tmp_path / "guest.py").write_text(text, encoding="utf-8")
    table = server.open_table("random", "open")
    command = block_of(PROGRAM, "python guest.py")
    for word in ("table", "invitation"):
        command = command.replace(f" {word.upper()}", f" {table[word]}")
    with subprocess.Popen(
        at(server, command), cwd=tmp_path, stdout=subprocess.PIPE, text=True
    ) as guest:
        try:
            watching = f"/api/tables/{table['table']}"
            while not server.get(watching)[1]["info"]["seats"][1].get("ready"):
                assert guest.poll() is None
            server.command(table, table["token"], "start")
            told, _ = guest.communicate(timeout=120)
        finally:
            guest.kill()
    assert guest.returncode == 0 and re.fullmatch(r"-?\d+ points\n", told)
