"""A person without a mouse: everything by keys, and only where the focus can be seen."""

from typing import Any

from playwright.sync_api import expect

from tests.web.person import Person

_FOCUS = """() => {
  const here = document.activeElement;
  const ring = getComputedStyle(here);
  return {
    visible: here.matches(':focus-visible') && ring.outlineStyle !== 'none',
    does: here.dataset.do ?? '',
    name: here.getAttribute('aria-label') ?? here.textContent,
  };
}"""


class Typist(Person):
    """Somebody who plays by keys alone."""

    def focus(self) -> dict[str, Any]:
        """Where the focus is; it must be seen there."""
        here = dict(self.page.evaluate(_FOCUS))
        assert here["visible"], f"the focus cannot be seen on: {here['name']}"
        return here

    def tab_to(self, does: str) -> None:
        """Press Tab until something is reached."""
        for _ in range(80):
            self.page.keyboard.press("Tab")
            if self.focus()["does"] == does:
                return
        raise AssertionError(f"Tab does not lead to: {does}")

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)

    def play_now(self) -> None:
        expect(self.page.get_by_role("button", name="Play now")).to_be_visible()
        self.tab_to("play")
        self.press("Enter")
        self.wait_for_table()

    def _answer(self, seen: dict[str, Any]) -> None:
        """Go to one of the things that can be chosen, and choose it."""
        if seen["kind"] == "discard":
            self._discard(seen)
            return
        ways = seen["lit"] or seen["cards"] + seen["answers"] + seen["pass"]
        for _ in range(self._rng.randint(1, min(ways, 4))):
            self.press("n")
        self.focus()
        self.press("Enter")

    def _discard(self, seen: dict[str, Any]) -> None:
        for _ in range(seen["due"]):
            self.press("n", "Enter")
        while self.focus()["does"] != "discard":
            self.press("n")
        self.press("Enter")
