"""A person at a browser: looks, clicks and types, and knows no rules."""

import json
import random
from typing import Any

from playwright.sync_api import Locator, Page, expect

SECOND = 1000


class Person:
    """Somebody with a page of their own."""

    def __init__(self, page: Page, name: str, speed: str, language: str = "en") -> None:
        self.page = page
        self.name = name
        self.problems: list[str] = []
        self.told: list[Any] = []
        self._rng = random.Random(7)
        page.set_default_timeout(10 * SECOND)
        page.on("pageerror", lambda error: self.problems.append(f"{name}: {error}"))
        page.on("websocket", lambda line: line.on("framereceived", self._hear))
        settings = json.dumps({"name": name, "speed": speed, "language": language})
        page.add_init_script(
            "if (!localStorage.getItem('estoril.settings'))"
            f" localStorage.setItem('estoril.settings', {settings!r})"
        )

    def _hear(self, frame: str | bytes) -> None:
        self.told.append(json.loads(frame))

    def visit(self, path: str) -> None:
        self.page.goto(path)

    # -- the way in ---------------------------------------------------------------------------

    def play_now(self) -> None:
        self.page.locator("[data-do=play]").click()
        self.page.locator(".grid .board").first.wait_for()

    def set_table(self, *seats: str, modules: tuple[str, ...] = ()) -> None:
        """Choose who plays, beside oneself, and what with; then open the table."""
        chooser = self.page.locator(".setup")
        chooser.locator("li").first.wait_for()
        while chooser.locator("li").count() > len(seats) + 1:
            chooser.get_by_role("button", name="Remove the seat").click()
        while chooser.locator("li").count() < len(seats) + 1:
            chooser.get_by_role("button", name="+ seat").click()
        for i, seat in enumerate(seats):
            chooser.locator("li select").nth(i + 1).select_option(seat)
        for module in modules:
            button = chooser.get_by_role("button", name=module, exact=True)
            if button.get_attribute("aria-pressed") != "true":
                button.click()
        self.page.locator("[data-do=open]").click()

    # -- what is seen -------------------------------------------------------------------------

    @property
    def head(self) -> str:
        return self.page.locator(".turn b").inner_text()

    @property
    def kind(self) -> str:
        """What is to be decided."""
        return self.page.locator(".tray").get_attribute("data-kind") or ""

    @property
    def is_asked(self) -> bool:
        return self.page.locator(".tray.asked").count() > 0

    @property
    def is_over(self) -> bool:
        return self.page.locator(".end").count() > 0

    @property
    def lit(self) -> Locator:
        return self.page.locator(".grid .lit")

    @property
    def hand(self) -> Locator:
        return self.page.locator(".hand .card")

    def wait_for_turn(self) -> None:
        expect(self.page.locator(".tray.asked")).to_be_visible(timeout=30 * SECOND)

    # -- decisions ----------------------------------------------------------------------------

    def decide(self) -> str:
        """Answer whatever is asked, somehow, by clicks; return what was asked."""
        asked = self.head
        page = self.page
        turn = self._turn()
        if page.locator(".hand.bury .card").count():
            self._any(page.locator(".hand.bury .card")).click()
        elif page.locator("[data-do=discard]").count():
            self._discard()
        elif page.locator("[data-do=move_die], [data-do=rotate]").count():
            self._any(page.locator("[data-do=move_die], [data-do=rotate]")).click()
        elif self.kind == "stake":
            self._any(page.locator(".hand .card:not(.dim), [data-do=stake]")).click()
        elif self.kind == "place":
            self._any(page.locator(".hand .card:not(.dim)")).click()
            self._any(self.lit).click()
        else:
            self._aim()
        self._until_answered(turn)
        return asked

    def _aim(self) -> None:
        """Choose an ability if there are several, then a target; or pass."""
        if not self.lit.count() and self.page.locator("[data-ability]").count():
            self._any(self.page.locator("[data-ability]")).click()
        for _ in range(2):  # Seduction asks where to
            if self.lit.count() and self.is_asked:
                self._any(self.lit).click()
                if not self.page.locator(".tray[data-kind=ability]:not([data-aimed=''])").count():
                    return
        if self.is_asked and self.page.locator("[data-do=pass]").count():
            self.page.locator("[data-do=pass]").click()

    def _discard(self) -> None:
        for i in range(self.hand.count() - 6):
            self.hand.nth(i).click()
        self.page.locator("[data-do=discard]").click()

    def _any(self, things: Locator) -> Locator:
        return things.nth(self._rng.randrange(things.count()))

    def _turn(self) -> str:
        return self.page.locator(".tray").get_attribute("data-turn") or ""

    def _until_answered(self, turn: str) -> None:
        for _ in range(500):
            if self.is_over or not self.is_asked or self._turn() != turn:
                return
            self.page.wait_for_timeout(20)
        raise AssertionError(f"the table did not go on after turn {turn}: {self.head}")

    def play_on(self, decisions: int = 10_000) -> set[str]:
        """Play to the end, or for so many decisions; return all that was asked."""
        asked: set[str] = set()
        for _ in range(decisions):
            self.page.locator(".end, .tray.asked").first.wait_for(timeout=60 * SECOND)
            if self.is_over:
                break
            asked.add(self.decide())
        return asked
