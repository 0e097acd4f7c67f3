"""Settings for all tests."""

import os
import signal
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

from estoril import engine
from estoril.boxes import Content
from estoril.game import options
from estoril.words import speak
from tests.needs import NEEDS, STRICT, leave_out

Correct = Callable[[Content], None]

# The same examples every time; `make soak` looks for new ones.
settings.register_profile(
    "fixed",
    deadline=None,
    derandomize=True,
    max_examples=60,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("fixed")

# The tests read English, whatever the language of the system; processes inherit it.
os.environ["ESTORIL_LANGUAGE"] = "en"

# Whoever starts the tests in the background of a script has interrupts ignored, and so would have
# the processes that are interrupted here.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(autouse=True, scope="session")
def own_data(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Keep the user's own games and tables out of the tests."""
    folder = tmp_path_factory.mktemp("data")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_DATA_HOME", str(folder))
        yield folder


@pytest.fixture(autouse=True)
def english() -> Iterator[None]:
    """Speak English again after a test in which somebody chose another language."""
    yield
    speak("en")


@pytest.fixture
def correct(monkeypatch: pytest.MonkeyPatch) -> Correct:
    """Return what puts other content in the place of the boxes."""
    return lambda content: monkeypatch.setattr(options, "_BUILT_IN", [content])


PLAIN_PATIENCE = 900  # seconds for a test, where the engine is plain Python

LEFT_OUT: dict[str, set[str]] = {}  # for want of something: the modules, by mark


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Of what was asked for, leave out what this machine cannot do."""
    for item in items:
        if "playwright" in getattr(item, "fixturenames", ()):
            item.add_marker("browser")
        if not engine.compiled() and not item.get_closest_marker("timeout"):
            item.add_marker(pytest.mark.timeout(PLAIN_PATIENCE))
    LEFT_OUT.update(leave_out(config, items))


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Tell the process that reports what was left out in this one; where nothing may be, fail."""
    if (output := getattr(session.config, "workeroutput", None)) is not None:
        output["left_out"] = {mark: sorted(modules) for mark, modules in LEFT_OUT.items()}
    reporter: Any = session.config.pluginmanager.get_plugin("terminalreporter")
    unwaived = [need for need in NEEDS if need.mark in LEFT_OUT and not need.waived]
    if STRICT and reporter and (unwaived or reporter.stats.get("skipped")):
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:
    """Hear from a worker what it left out."""
    for mark, modules in getattr(node, "workeroutput", {}).get("left_out", {}).items():
        LEFT_OUT.setdefault(mark, set()).update(modules)


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """Say in the end what was not tested, and how to get it."""
    for report in terminalreporter.stats.get("skipped", []):
        terminalreporter.write_line(f"Not tested: {report.nodeid} ({report.longrepr[2]}).")
    for need in NEEDS:
        if need.mark in LEFT_OUT:
            terminalreporter.write_line(need.sentence(LEFT_OUT[need.mark]))
    if STRICT and (LEFT_OUT or terminalreporter.stats.get("skipped")):
        terminalreporter.write_line("With CI set, what is not tested counts as failed.")
