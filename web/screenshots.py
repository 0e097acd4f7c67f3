"""Take the pictures of the README from the running game: python web/screenshots.py.

Needs the tools for tests and a Chromium (see tests/web/conftest.py).
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from estoril.server.settings import Settings  # noqa: E402
from tests.server.running import GENEROUS, Running  # noqa: E402
from tests.web.conftest import LAPTOP, find_browser  # noqa: E402
from tests.web.person import SECOND, Person  # noqa: E402

PICTURES = ROOT / "docs" / "pictures"
PHONE = (390, 844)


def main() -> None:
    """Play a little and take the pictures on the way."""
    PICTURES.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        database = f"sqlite:///{folder}/t.db"
        server = Running(Settings(database=database, port=0, limits=GENEROUS), Path(folder))
        server.start()
        path = find_browser(playwright)
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        try:
            _take_all(browser, server.address)
        finally:
            browser.close()
            server.stop()


def _take_all(browser: Browser, address: str) -> None:
    marta = _person(browser, address, LAPTOP, "light")
    _keep(marta.page, "home")
    marta.set_table("informant", "informant", "informant", modules=("Double Agent", "VIP"))
    marta.play_on(16)
    while marta.head != "YOUR TURN: PLACE A TILE":
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
    while not marta.page.locator(".show .sum").count():
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
