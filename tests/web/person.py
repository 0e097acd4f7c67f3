"""A person at a browser: looks, clicks, types, and knows no rules."""

import json
import random
import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from playwright.sync_api import Locator, Page, expect

SECOND = 1000
LONG = 60 * SECOND  # for a machine that has much else to do

VERDICT = re.compile("win|share the victory")

# What can be pointed at: in the show, if that covers the table.
LIT = ".show .lit, .table:not(:has(.show)) .grid .lit"

# What can be clicked in answer to a question.
_THINGS = {
    "cards": ".hand .card:not(.dim)",
    "lit": LIT,
    "answers": ".tray .side.r button:not(:disabled,[data-do=pass],[data-do=back],[data-do=undo])",
    "pass": "[data-do=pass]",
    "over_it": ".return .btn.alt",
}

# All that somebody sees at one glance: what is asked, and how many things could be clicked.
_GLANCE = """(things) => {
  const tray = document.querySelector('.tray');
  const count = (selector) => document.querySelectorAll(selector).length;
  return {
    over: count('.end') > 0,
    asked: !!tray?.classList.contains('asked'),
    turn: tray?.dataset.turn ?? '',
    kind: tray?.dataset.kind ?? '',
    due: Number(tray?.dataset.due ?? 0),
    aside: count('.hand .card.pick'),
    ...Object.fromEntries(Object.entries(things).map(([name, all]) => [name, count(all)])),
  };
}"""

# Where something is, after it has been brought into sight.
_WHERE = """([selector, i]) => {
  const thing = document.querySelectorAll(selector)[i];
  thing?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  const box = thing?.getBoundingClientRect();
  return box && [box.x + box.width / 2, box.y + box.height / 2];
}"""

# Keeps what has jumped on the page by itself, not within half a second after a click.
_WATCH = """() => {
  window.jumps = [];
  const name = (node) => [node?.localName ?? '?', ...(node?.classList ?? [])].join('.');
  const place = ({ x, y, width, height }) => [x, y, width, height].map(Math.round).join();
  const told = ({ node, previousRect, currentRect }) =>
    `${name(node)} from ${place(previousRect)} to ${place(currentRect)}`;
  const sheet = () => document.querySelector('.show .sheet')?.innerText.replace(/\\s+/g, ' ') ?? '';
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput, sources } of list.getEntries())
      if (!hadRecentInput) window.jumps.push([value, [...sources.map(told), sheet()].join('; ')]);
  }).observe({ type: 'layout-shift' });
}"""

_CALLED = "() => !!document.querySelector('.end, [data-do=lift], .tray.asked')"


class Person:
    """Somebody with a page of their own."""

    def __init__(self, page: Page, name: str, speed: str, language: str = "en") -> None:
        self.page = page
        self.name = name
        self.problems: list[str] = []
        self.told: list[Any] = []
        self._rng = random.Random(7)
        self._called = True
        self.has_heard_the_end = False
        page.set_default_timeout(20 * SECOND)
        page.on("pageerror", lambda error: self.problems.append(f"{name}: {error}"))
        page.on("websocket", lambda line: line.on("framereceived", self._hear))
        wishes = {"name": name, "speed": speed, "language": language, "coach": "never"}
        settings = json.dumps(wishes)
        page.add_init_script(
            "if (!localStorage.getItem('estoril.settings'))"
            f" localStorage.setItem('estoril.settings', {settings!r})"
        )

    def _hear(self, frame: str | bytes) -> None:
        told = json.loads(frame)
        self.told.append(told)
        now = told.get("message", told.get("snapshot", {})).get("now")
        if now is not None:
            self._called = bool(now.get("turn"))
        self.has_heard_the_end |= "result" in told.get("message", {})

    def prefer(self, **wishes: object) -> None:
        """Change what the browser has kept of one's preferences; for the next load."""
        self.page.evaluate(
            """(wishes) => {
              const kept = JSON.parse(localStorage.getItem('estoril.settings'));
              localStorage.setItem('estoril.settings', JSON.stringify({ ...kept, ...wishes }));
            }""",
            wishes,
        )

    @property
    def table(self) -> str:
        """The id of the table where one is."""
        return self.page.url.partition("/t/")[2].partition("#")[0].partition("/")[0]

    def tokens(self) -> list[str]:
        """Look up the tokens of one's seats that the browser has kept."""
        kept = json.loads(self.page.evaluate("localStorage.getItem('estoril.tables')"))
        return [seat["token"] for table in kept for seat in table["seats"]]

    def visit(self, path: str) -> None:
        self.page.goto(path)

    # -- the way in ---------------------------------------------------------------------------

    def play_now(self) -> None:
        self.page.locator("[data-do=play]").click()
        self.wait_for_table()

    def set_table(self, *seats: str, modules: tuple[str, ...] = ()) -> None:
        """Choose who plays, beside oneself, and what with; then open the table."""
        chooser = self.page.locator(".setup")
        rows = chooser.locator("li")
        expect(rows).not_to_have_count(0)
        for count in range(rows.count(), len(seats) + 1, -1):
            chooser.get_by_role("button", name="Remove the seat").click()
            expect(rows).to_have_count(count - 1)
        for count in range(rows.count(), len(seats) + 1):
            chooser.get_by_role("button", name="+ seat").click()
            expect(rows).to_have_count(count + 1)
        for i, seat in enumerate(seats):
            chooser.locator("li select").nth(i + 1).select_option(seat)
        for module in modules:
            button = chooser.get_by_role("button", name=module, exact=True)
            if button.get_attribute("aria-pressed") != "true":
                button.click()
        self.page.locator("[data-do=open]").click()

    def wait_for_table(self) -> None:
        expect(self.page.locator(".grid .board").first).to_be_visible(timeout=LONG)

    # -- what is seen -------------------------------------------------------------------------

    def glance(self) -> dict[str, Any]:
        return dict(self.page.evaluate(_GLANCE, _THINGS))

    @property
    def head(self) -> str:
        return self.page.locator(".turn b").inner_text()

    @property
    def kind(self) -> str:
        """What is to be decided."""
        return str(self.glance()["kind"])

    @property
    def is_over(self) -> bool:
        return bool(self.glance()["over"])

    @property
    def is_asked(self) -> bool:
        # having heard that it is somebody else's turn saves a look
        return self._called and bool(self.glance()["asked"])

    @property
    def lit(self) -> Locator:
        return self.page.locator(LIT)

    @property
    def hand(self) -> Locator:
        return self.page.locator(".hand .card")

    def watch_for_jumps(self) -> None:
        """From now on, notice what jumps on the page."""
        self.page.evaluate(_WATCH)

    def jumps(self) -> list[tuple[float, str]]:
        """Return by how much things have jumped, and what it was, the worst first."""
        return sorted(map(tuple, self.page.evaluate("window.jumps")), reverse=True)

    def wait_for_turn(self) -> None:
        expect(self.page.locator(".tray.asked")).to_be_visible(timeout=LONG)

    def wait_to_be_asked(self, kind: str) -> None:
        expect(self.page.locator(f".tray.asked[data-kind={kind}]")).to_be_visible(timeout=LONG)

    def wait_until_called(self) -> None:
        """Wait for one's turn, the curtain, or the end."""
        self.page.wait_for_function(_CALLED, timeout=LONG)

    # -- decisions ----------------------------------------------------------------------------

    def decide(self) -> str:
        """Answer whatever is asked, somehow, by clicks; return what kind it was."""
        seen = self.glance()
        asked, kind = seen["turn"], str(seen["kind"])
        for _ in range(30):
            if not seen["asked"] or seen["turn"] != asked:
                return kind
            self._answer(seen)
            before, seen = seen, self.glance()
            if seen == before:
                self.page.wait_for_timeout(100)  # a busy server answers late
                seen = self.glance()
        raise AssertionError(f"{self.name} finds no answer to: {self.head}")

    def _answer(self, seen: dict[str, Any]) -> None:
        """Click on the next thing."""
        where = self.page.evaluate(_WHERE, list(self._next(seen)))
        if where is not None:  # or it has gone meanwhile
            self.page.mouse.click(*where)

    def _next(self, seen: dict[str, Any]) -> tuple[str, int]:
        if seen["over_it"]:  # what happened meanwhile lies over the table
            return self._any(seen, "over_it")
        match seen["kind"]:
            case "place" if not seen["aside"]:
                return self._any(seen, "cards")
            case "bury" | "stake":
                return self._any(seen, "cards", "answers")
            case "discard" if seen["aside"] < seen["due"]:
                return _THINGS["cards"], seen["aside"]
        # a target, else an ability or another button; what has neither can be passed
        return self._any(seen, next(name for name in ("lit", "answers", "pass") if seen[name]))

    def _any(self, seen: dict[str, Any], *names: str) -> tuple[str, int]:
        things = [(_THINGS[name], i) for name in names for i in range(seen[name])]
        assert things, f"{self.name} sees nothing to click: {self.head}"
        return self._rng.choice(things)

    def play_on(self, decisions: int = 10_000) -> set[str]:
        """Play to the end, or for so many decisions; return all kinds that were asked."""
        asked: set[str] = set()
        for _ in range(decisions):
            self.wait_until_called()
            if self.is_over:
                break
            asked.add(self.decide())
        return asked


@contextmanager
def asleep(*people: Person) -> Iterator[None]:
    """Let pages sleep, as a phone does; what they are told meanwhile they hear as they wake."""
    lines = [person.page.context.new_cdp_session(person.page) for person in people]
    for line in lines:
        line.send("Page.setWebLifecycleState", {"state": "frozen"})
    yield
    for line in lines:
        line.send("Page.setWebLifecycleState", {"state": "active"})
        line.detach()


def decide_together(people: tuple[Person, ...], decisions: int = 10_000) -> set[str]:
    """Let whoever is asked decide, so many times or to the end; return all that was asked."""
    asked: set[str] = set()
    for _ in range(decisions):
        while not (called := [person for person in people if person.is_asked]):
            if people[0].has_heard_the_end:
                return asked
            people[0].page.wait_for_timeout(20)  # no page can wait for another one
        asked.add(called[0].decide())
    return asked
