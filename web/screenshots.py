"""Take pictures of the running game.

    python web/screenshots.py                       # those of the README
    python web/screenshots.py --languages FOLDER    # home, table, end in every language

Needs the tools for tests and a Chromium (see tests/web/conftest.py).
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Browser, Page

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from estoril import words  # noqa: E402
from estoril.server.settings import Settings  # noqa: E402
from estoril.words import pseudo  # noqa: E402
from tests.server.running import GENEROUS, Running  # noqa: E402
from tests.web.browsers import find_browser, start_playwright  # noqa: E402
from tests.web.conftest import LAPTOP  # noqa: E402
from tests.web.person import SECOND, Person  # noqa: E402

PICTURES = ROOT / "docs" / "pictures"
SMALL_LAPTOP = (1280, 720)
PHONE = (390, 844)
READY = "[data-do=play], .tray.asked, .end"  # the screens that are looked at


def main() -> None:
    """Take the pictures that are asked for."""
    parser = argparse.ArgumentParser(description="Take pictures of the running game.")
    parser.add_argument("--languages", type=Path, metavar="FOLDER", help="in every language")
    folder = parser.parse_args().languages
    if folder is None:
        PICTURES.mkdir(exist_ok=True)
        _with_server(_take_all)
    else:
        folder.mkdir(parents=True, exist_ok=True)
        _with_server(lambda browser, address: _take_languages(browser, address, folder))


def _with_server(take: Callable[[Browser, str], None]) -> None:
    """Start a server and a browser, and take pictures."""
    with tempfile.TemporaryDirectory() as folder, start_playwright() as playwright:
        database = f"sqlite:///{folder}/t.db"
        server = Running(Settings(database=database, port=0, limits=GENEROUS), Path(folder))
        server.start()
        path = find_browser()
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        try:
            take(browser, server.address)
        finally:
            browser.close()
            server.stop()


def _take_all(browser: Browser, address: str) -> None:
    marta = _person(browser, address, LAPTOP, "light")
    _keep(marta.page, "home")
    marta.set_table("informant", "informant", "informant", modules=("Double Agent", "VIP"))
    marta.play_on(16)
    while marta.kind != "place":
        marta.play_on(1)
        marta.page.locator(".tray.asked").wait_for(timeout=30 * SECOND)
    marta.hand.nth(1).click()
    _keep(marta.page, "table")
    marta.page.keyboard.press("Escape")
    marta.page.emulate_media(color_scheme="dark")
    _keep(marta.page, "table-dark")
    marta.page.emulate_media(color_scheme="light")
    _slow_down(marta.page)
    marta.page.locator(".tray.asked").wait_for()
    while marta.page.locator(".show .sum").count() < 2:  # two who compete
        if marta.is_asked:
            marta.decide()
        marta.page.wait_for_timeout(100)
    marta.page.wait_for_timeout(700)
    _keep(marta.page, "resolution")
    phone = _person(browser, address, PHONE, "light")
    phone.play_now()
    phone.play_on(2)
    phone.wait_for_turn()
    phone.hand.nth(1).click()
    _keep(phone.page, "phone")


def _take_languages(browser: Browser, address: str, folder: Path) -> None:
    """Play one game, and look at it in every language on the way; the pseudo-language too."""
    marta = _person(browser, address, SMALL_LAPTOP, "light")
    _look(marta, "home", folder)
    marta.set_table("tourist", modules=("Double Agent", "VIP"))
    marta.play_on(5)
    marta.wait_for_turn()
    _look(marta, "table", folder)
    marta.play_on()
    _look(marta, "end", folder)


def _look(person: Person, name: str, folder: Path) -> None:
    """Take a picture in each language and size, then go on in English."""
    page = person.page
    here = page.url
    for language in (*words.languages(), pseudo.LANGUAGE):
        page.goto(f"{here}?language={language}")
        page.locator(READY).first.wait_for(timeout=30 * SECOND)
        for size in (SMALL_LAPTOP, PHONE):
            page.set_viewport_size({"width": size[0], "height": size[1]})
            page.wait_for_timeout(400)  # fonts and the last movement
            file = folder / f"{name}-{language}-{size[0]}.jpg"
            page.screenshot(path=file, type="jpeg", quality=80)
            print(file)
        page.set_viewport_size({"width": SMALL_LAPTOP[0], "height": SMALL_LAPTOP[1]})
    page.goto(here)
    page.locator(READY).first.wait_for(timeout=30 * SECOND)


def _person(browser: Browser, address: str, size: tuple[int, int], scheme: str) -> Person:
    context = browser.new_context(
        viewport={"width": size[0], "height": size[1]},
        base_url=address,
        color_scheme=scheme,  # type: ignore[arg-type]
    )
    person = Person(context.new_page(), "Marta", "instant")
    person.visit("/")
    person.page.get_by_role("button", name="Play now").wait_for()
    return person


def _slow_down(page: Page) -> None:
    """Let the next resolution be shown."""
    page.evaluate(
        "localStorage.setItem('estoril.settings',"
        " JSON.stringify({name: 'Marta', speed: 'slow', language: 'en'}))"
    )
    page.reload()


def _keep(page: Page, name: str) -> None:
    page.mouse.move(0, 0)
    page.wait_for_timeout(400)  # fonts and the last movement
    page.screenshot(path=PICTURES / f"{name}.jpg", type="jpeg", quality=84)
    print(f"docs/pictures/{name}.jpg")


if __name__ == "__main__":
    main()
