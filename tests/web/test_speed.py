"""How quick the client is in the browser, and that it stays so; bounds are for a busy machine."""

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import CDPSession, expect

from tests.web.person import LONG, Person

Arrive = Callable[..., Person]
# When something was painted, by the kind of what browsers note of it.
PAINTED = """(type) => new Promise((done) => new PerformanceObserver((list) => {
  done(list.getEntries().at(-1).startTime);
}).observe({ type, buffered: true }))"""
_CLICKS = 5
BUILT = Path(__file__).parents[2] / "src/estoril/server/static"


def test_what_a_table_needs_is_light() -> None:
    page = (BUILT / "index.html").read_text("utf-8")
    needed = re.findall(r'"/assets/(app-\w+\.(?:js|css)|chunk-\w+\.js)"', page)
    weight = sum((BUILT / f"{name}.gz").stat().st_size for name in needed) / 1000
    print(f"script and style: {weight:.1f} kB packed")
    assert len(needed) >= 3
    assert weight <= 130


def test_a_highlight_comes_at_once(arrive: Arrive) -> None:
    marta = arrive()
    marta.play_now()
    marta.wait_for_turn()
    probe = marta.page.context.new_cdp_session(marta.page)
    probe.send("Performance.enable")
    before = _metrics(probe)["ProcessTime"]
    frames = marta.page.evaluate(
        """async (clicks) => {
          const cards = document.querySelectorAll('.hand .card');
          let frames = 0;
          for (let i = 1; i <= clicks; i++) {
            cards[i % 4 + 1].click();
            let waited = 0;
            for (; !document.querySelector('.cell.lit'); waited++)
              await new Promise(requestAnimationFrame);
            frames = Math.max(frames, waited);
            document.querySelector('[data-do=back]')?.click();
            await new Promise(requestAnimationFrame);
          }
          return frames;
        }""",
        _CLICKS,
    )
    busy = (_metrics(probe)["ProcessTime"] - before) / _CLICKS
    print(f"input to highlight and back: {busy * 1000:.0f} ms of processor, {frames} frames")
    assert frames <= 3  # three are 50 ms; how long a frame takes depends on who shares the machine
    assert busy < 0.3


def _metrics(probe: CDPSession) -> dict[str, float]:
    """Ask a browser what it has counted of a page."""
    found = probe.send("Performance.getMetrics")["metrics"]
    return {one["name"]: one["value"] for one in found}


def test_the_first_screen_comes_quickly(arrive: Arrive) -> None:
    marta = arrive()
    expect(marta.page.get_by_role("button", name="Play now")).to_be_visible()
    marta.visit(
        "/"
    )  # the browser is warm now; its cache is not used by a new context's first visit
    expect(marta.page.get_by_role("button", name="Play now")).to_be_visible()
    painted = marta.page.evaluate(PAINTED, "largest-contentful-paint")
    print(f"first screen after {painted:.0f} ms")
    assert painted < 5 * 1000  # 1 s is the aim, on a machine that has nothing else to do


@pytest.mark.soak
def test_something_is_seen_within_six_tenths_of_a_second(arrive: Arrive) -> None:
    """Of people who come for the first time; the quickest, as others share the machine."""
    painted = []
    for _ in range(8):
        marta = arrive()
        expect(marta.page.get_by_role("button", name="Play now")).to_be_visible()
        painted.append(marta.page.evaluate(PAINTED, "paint"))
    print("first paint after", *(f"{one:.0f}" for one in sorted(painted)), "ms")
    assert min(painted) <= 600


@pytest.mark.soak
@pytest.mark.timeout(600)
def test_ten_games_in_one_tab_leave_nothing_behind(arrive: Arrive) -> None:
    marta = arrive()
    probe = marta.page.context.new_cdp_session(marta.page)
    probe.send("Performance.enable")

    def weigh() -> dict[str, int]:
        probe.send("HeapProfiler.collectGarbage")
        found = _metrics(probe)
        return {name: int(found[name]) for name in ("JSHeapUsedSize", "Nodes", "JSEventListeners")}

    weights = []
    for _ in range(10):
        _watch_a_game(marta)
        weights.append(weigh())
    print(json.dumps(weights))
    early, late = weights[2], weights[-1]
    for what, most in (("JSHeapUsedSize", 1.25), ("Nodes", 1.25), ("JSEventListeners", 1.25)):
        assert late[what] <= early[what] * most, weights


def _watch_a_game(person: Person) -> None:
    """Let two bots play to the end before one's eyes, then go home without a load."""
    rows = person.page.locator(".setup li")
    expect(rows).not_to_have_count(0)
    for count in range(rows.count(), 2, -1):
        person.page.get_by_role("button", name="Remove the seat").click()
        expect(rows).to_have_count(count - 1)
    for i in range(2):
        person.page.locator(".setup li select").nth(i).select_option("random")
    person.page.locator("[data-do=open]").click()
    expect(person.page.locator(".end")).to_be_visible(timeout=LONG)
    person.page.locator(".end").get_by_role("link", name="Home").click()
    expect(person.page.get_by_role("button", name="Play now")).to_be_visible()
