"""A real Chromium and a real server for the tests of the browser client."""

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Playwright, expect

from estoril.server import files
from estoril.server.settings import GENEROUS, Settings
from tests.server.running import Running
from tests.web.browsers import find_browser, start_playwright
from tests.web.person import SECOND, Person

LAPTOP = (1440, 900)

expect.set_options(timeout=20 * SECOND)  # what is expected comes at once, but not on a busy machine


@pytest.fixture(scope="session")
def playwright() -> Iterator[Playwright]:
    with start_playwright() as playwright:
        yield playwright


@pytest.fixture(scope="session")
def browser(playwright: Playwright) -> Iterator[Browser]:
    launched = playwright.chromium.launch(
        executable_path=find_browser(), args=["--no-sandbox", "--disable-gpu"]
    )
    with launched as browser:
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
        language: str = "en",
        path: str = "/",
        who: type[Person] = Person,
        address: str = server.address,
        app: bool = False,
        **more: object,
    ) -> Person:
        context = browser.new_context(
            viewport={"width": size[0], "height": size[1]},
            base_url=address,
            # what keeps the client for bad days is wanted where it is tested
            service_workers="allow" if app else "block",
            **more,  # type: ignore[arg-type]
        )
        contexts.append(context)
        person = who(context.new_page(), name, speed, language)
        people.append(person)
        person.visit(path)
        return person

    yield arrive
    for context in contexts:
        context.close()
    assert [problem for person in people for problem in person.problems] == []
