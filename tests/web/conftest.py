"""A real Chromium and a real server for the tests of the browser client."""

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Playwright, sync_playwright

from estoril.server import files
from estoril.server.settings import Settings
from tests.server.running import GENEROUS, Running
from tests.web.person import Person

_NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
_APT = "apt-get update -qq && apt-get install -yqq --no-install-recommends chromium"
_FETCHERS = (
    # who is root on Debian, as in a fresh container, can have the system's; else playwright's own
    f'[ "$(id -u)" = 0 ] && flock /var/lock/estoril sh -c "{_APT}"',
    f"{sys.executable} -m playwright install chromium",
)
LAPTOP = (1440, 900)


def find_browser(playwright: Playwright) -> str:
    """Find a Chromium, or fetch one; where there is none to be had, say so loudly."""
    troubles = []
    for fetch in (None, *_FETCHERS):
        if fetch is not None:
            done = subprocess.run(fetch, shell=True, capture_output=True, text=True)
            troubles.append(done.stderr[-300:])
        chosen = os.environ.get("ESTORIL_CHROMIUM")
        for path in (chosen, *map(shutil.which, _NAMES), playwright.chromium.executable_path):
            if path and Path(path).exists():
                return path
    raise AssertionError(
        "The browser client cannot be tested: there is no Chromium here and none could be fetched. "
        "Install one (Debian: apt-get install chromium) or name it in ESTORIL_CHROMIUM.\n"
        + "\n".join(troubles)
    )


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        path = find_browser(playwright)
        with playwright.chromium.launch(executable_path=path, args=["--no-sandbox"]) as browser:
            yield browser


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    if not (files.FOLDER / "index.html").exists():
        raise AssertionError("The browser client is not built: make web")
    folder = tmp_path_factory.mktemp("web")
    settings = Settings(database=f"sqlite:///{folder}/t.db", port=0, limits=GENEROUS)
    running = Running(settings, folder)
    running.start()
    yield running
    running.stop()


@pytest.fixture
def arrive(browser: Browser, server: Running) -> Iterator[Callable[..., Person]]:
    """Let people arrive, each with a browser of their own; nothing may fail in any of them."""
    contexts: list[BrowserContext] = []
    people: list[Person] = []

    def arrive(
        name: str = "Marta",
        *,
        size: tuple[int, int] = LAPTOP,
        speed: str = "instant",
        path: str = "/",
        **more: object,
    ) -> Person:
        context = browser.new_context(
            viewport={"width": size[0], "height": size[1]},
            base_url=server.address,
            **more,  # type: ignore[arg-type]
        )
        contexts.append(context)
        person = Person(context.new_page(), name, speed)
        people.append(person)
        person.visit(path)
        return person

    yield arrive
    for context in contexts:
        context.close()
    assert [problem for person in people for problem in person.problems] == []
