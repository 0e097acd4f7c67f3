"""The main flows in a Firefox: the way in, learning, a whole game, its end and its replay."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server.running import Running
from tests.web.firefox import Firefox, open_firefox
from tests.web.person import Person

pytestmark = [pytest.mark.firefox, pytest.mark.timeout(600)]

ENTER = "\ue007"
RIGHT = "\ue014"


class Guest(Person):
    """Somebody at a Firefox; what is asked for is clicked on where it is."""

    page: Firefox  # type: ignore[assignment]

    def visit(self, path: str) -> None:
        super().visit(path)
        self.wait_for("main")
        self.page.evaluate("() => document.fonts.ready.then(() => true)")  # until all has its place

    def click(self, selector: str) -> None:
        seen = f"!!document.querySelector({selector!r})?.getClientRects().length"
        self.page.wait_for_function(seen)
        where = self.page.evaluate(
            """(selector) => {
              const thing = document.querySelector(selector);
              thing.scrollIntoView({ block: 'center' });
              const box = thing.getBoundingClientRect();
              return [box.x + box.width / 2, box.y + box.height / 2];
            }""",
            selector,
        )
        self.page.click(*where)

    def wait_for(self, selector: str) -> None:
        self.page.wait_for_function(f"!!document.querySelector({selector!r})")

    def text(self, selector: str) -> str:
        return str(self.page.evaluate(f"document.querySelector({selector!r}).textContent"))

    def wait_for_table(self) -> None:
        self.wait_for(".grid .board")


@pytest.fixture
def guest(server: Running, tmp_path: Path) -> Iterator[Guest]:
    with open_firefox(tmp_path) as page:
        guest = Guest(page, "Marta", "instant")  # type: ignore[arg-type]
        guest.visit(server.address)
        yield guest
        assert guest.problems == []


def _faults(guest: Guest) -> list[str]:
    """Return what does not fit: pages that scroll sideways, pictures without a size."""
    return list(
        guest.page.evaluate(
            """() => [
              ...(document.documentElement.scrollWidth > innerWidth ? ['scrolls across'] : []),
              ...[...document.querySelectorAll('.pic')]
                .filter((one) => one.offsetParent && !one.querySelector('svg')?.clientWidth)
                .map((one) => one.outerHTML.slice(0, 90)),
            ]"""
        )
    )


def test_a_game_from_the_way_in_to_its_replay(guest: Guest) -> None:
    guest.wait_for("[data-do=play]")
    assert "Place your spies" in guest.text(".gist") and _faults(guest) == []
    guest.click(".levels label:first-of-type")
    assert "On holiday" in guest.text(".levels p")
    guest.click("[data-do=settings]")
    guest.wait_for("dialog[open] .prefs")
    guest.page.press("\ue00c")
    guest.click("[data-do=play]")
    guest.wait_for_table()
    assert _faults(guest) == []
    assert "place" in guest.play_on()  # at times nobody has to discard
    guest.wait_for(".end")
    assert "Total" in guest.text(".end") and _faults(guest) == []
    guest.click(".end a[href$='/replay'], .end [data-do=replay]")
    guest.wait_for(".replay .board")
    assert "Move 0 of" in guest.text(".replay .log h2")
    guest.page.press(RIGHT)
    guest.page.wait_for_function(
        "document.querySelector('.replay .log h2').textContent.includes('Move 1 of')"
    )
    assert _faults(guest) == []


def test_learning_points_at_what_it_speaks_of(guest: Guest, server: Running) -> None:
    guest.visit(f"{server.address}/how-to-play")
    guest.wait_for(".howto .signs")
    assert _faults(guest) == []
    guest.visit(f"{server.address}/learn")
    guest.click("[data-do=learn]")
    for heard in range(3):
        guest.wait_for(".guide")
        guest.wait_for(".spot")
        title = guest.text(".guide h2")
        guest.click(".guide [data-do=heard]")
        guest.page.wait_for_function(
            f"document.querySelector('.guide h2')?.textContent !== {title!r}"
        )
        assert title, heard
    assert _faults(guest) == []
