"""The sweep: every screen and decision at every size, in every language, by day and by night.

    make sweep                           # all of it; build/sweep/report.txt, pictures of findings
    make sweep ARGS="--only discard,-5"  # the scenes whose name has one of these in it
    make sweep ARGS="--part 3/20"        # a twentieth of it; a part leaves reports of others alone
    make sweep ARGS="--pictures"         # a picture of every scene at every size, in English

One page in one browser, loaded once: scenes are put into it by `stage`, sizes by resizing,
languages and day or night by what somebody would choose in another tab; `looks` says what is wrong.
Where things lie is looked at in all languages, by day in some and by night in others, as only
colours differ. How well text can be read is measured at each size in one language, by turns: in
each scene by day and by night, at each size too.
"""

from __future__ import annotations

import argparse
import json
import shutil
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path

import msgspec
from playwright.sync_api import Browser, Page

from estoril import choose, words
from estoril.server.settings import GENEROUS, Settings
from estoril.words import pseudo
from tests.server.running import Running
from tests.web.browsers import find_browser, start_playwright
from tests.web.looks import look, mark, picture
from tests.web.stage import Stage, finished, moments, open_table, resolving, shown, table_at, used

BUILD = Path(__file__).parents[2] / "build" / "sweep"
ALL = ("double_agent", "enigma", "promo", "roulette", "vip")
SIZES = (
    (1280, 720),
    (1366, 768),
    (1440, 900),
    (1920, 1080),
    (2560, 1440),
    (820, 1180),
    (1180, 820),
    (390, 844),
    (360, 740),
    (844, 390),
)
PHONES = SIZES[-3:]
LANGUAGES = (*words.languages(), pseudo.LANGUAGE)
SCHEMES = {language: ("light", "dark")[i % 2] for i, language in enumerate(LANGUAGES)}

# What the page is given before it is loaded: settings, seats, and ways to hurry.
_BEGINNING = """(kept) => {
  const KEY = "estoril.settings";
  const usual = { name: "Maximiliane v. Hohenfels", speed: "normal" };
  localStorage.setItem(KEY, JSON.stringify({ ...usual, language: "en" }));
  localStorage.setItem("estoril.tables", kept);
  // what takes its time may be hurried
  const later = setTimeout;
  window.setTimeout = (what, ms, ...more) => later(what, window.hurry && ms > 20 ? 0 : ms, ...more);
  // what was asked once about words need not be asked again
  const asked = new Map();
  const ask = fetch;
  window.fetch = async (path, ...more) => {
    if (!/^.api.(words|rules)/.test(path)) return ask(path, ...more);
    if (!asked.has(path)) asked.set(path, ask(path, ...more));
    return (await asked.get(path)).clone();
  };
  // as if another tab had changed the settings
  window.choose = (language, theme) =>
    new Promise((done) => {
      localStorage.setItem(KEY, JSON.stringify({ ...usual, language, theme }));
      dispatchEvent(new StorageEvent("storage", { key: KEY }));
      const root = document.documentElement;
      if (root.lang === language) return done();
      const watcher = new MutationObserver(() => done(watcher.disconnect()));
      watcher.observe(root, { attributeFilter: ["lang"] });
    });
}"""


class Scene(msgspec.Struct, frozen=True):
    """Something to look at: an address, and what is done to get there.

    Attributes:
        ready: What is there when it can be looked at.
        clicks: What is clicked then, one after the other.
        comes: What is there after that, if it has to be waited for.
        shows: The moment that is shown: its move is made in sight, or is decided in the show.
        uses: Whether an ability is used there.
        phone: Whether there is such a thing on phones alone.
    """

    name: str
    path: str
    ready: str
    clicks: tuple[str, ...] = ()
    comes: str = ""
    shows: str = ""
    uses: bool = False
    phone: bool = False

    def among(self, sizes: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
        """Return the sizes at which it can be looked at."""
        return [size for size in sizes if size in PHONES or not self.phone]


# What is clicked in a decision, so that all its states are looked at.
_CLICKS: dict[str, tuple[tuple[str, ...], ...]] = {
    "place": ((), (".hand .card:nth-child(2)",)),
    "first": ((), (".hand .card:nth-child(1)",)),
    "discard": ((), ("[data-do=aside]:nth-of-type(1), .card:nth-child(1)",)),
    "two_abilities": ((), ("[data-ability]",)),
    "rotate": ((), ("[data-do=rotate]",)),
    "move_die": ((), ("[data-do=move_die]",)),
}
# What is decided while a location is resolved: in the show, where somebody likes to see it.
_WITHIN = {
    "assassinate",
    "bury",
    "conspire",
    "give_up",
    "seduce",
    "shield",
    "turn",
    "two_abilities",
}

# What is drawn over the board as it is used.
_USED = {"assassinate", "conspire", "seduce", "shield", "turn"}


def all_scenes(stage: Stage) -> Iterator[Scene]:
    """Set all tables, and say what there is to be looked at."""
    for moment in moments():
        kind, _, _ = moment.name.rpartition("-")
        stage.set(moment.name, moment.told if kind == "over" else moment.table, moment.seat)
        path = f"/t/{moment.name}"
        if kind == "show":
            yield Scene(moment.name, path, ".tray", shows=moment.name)
        elif kind == "over":
            yield Scene(moment.name, path, ".end tfoot, .end [data-told]")
            yield Scene(f"{moment.name}-closed", path, ".end", (".end .x",))
        else:
            for i, clicks in enumerate(_CLICKS.get(kind, ((),))):
                yield Scene(moment.name + "'" * i, path, ".tray.asked, .discarding", clicks)
        if kind in _WITHIN and moment.name.endswith(("-2", "-5")):
            for i, clicks in enumerate(_CLICKS.get(kind, ((),))):
                name = f"show-{moment.name}" + "'" * i
                yield Scene(name, path, ".tray.asked", clicks, shows=moment.name)
            if kind in _USED:
                name = f"used-{moment.name}"
                yield Scene(name, path, ".tray.asked", shows=moment.name, uses=True)
    for players in (2, 5):
        line = next(one for one in moments() if one.name == f"place-{players}")
        stage.set(f"watching-{players}", line.table, None)
        yield Scene(f"watching-{players}", f"/t/watching-{players}", ".tray")
        stage.set(f"waiting-{players}", line.table, ((line.seat or 0) + 1) % players)
        yield Scene(f"waiting-{players}", f"/t/waiting-{players}", ".tray")
    yield Scene("menu", "/t/place-4", ".tray.asked", ("[data-do=menu]",))
    yield Scene("rules", "/t/place-4", ".tray.asked", ("[data-do=help]",))
    for tab in (2, 3, 4):
        clicks = (f".tabs button:nth-child({tab})",)
        yield Scene(f"tab-{tab}", "/t/place-5", ".tray.asked", clicks, phone=True)
    for players in (2, 5):
        options = choose(players, ALL if players == 5 else ())
        stage.set(f"replay-{players}", partial(finished, options), None)
        for move in (0, 9):
            yield Scene(
                f"replay-{players}-{move}",
                f"/t/replay-{players}/replay#move={move}",
                ".replay .board",
            )
        path = f"/t/replay-{players}/review"
        yield Scene(f"review-{players}", path, ".review .scores", (".review summary",))
        line = next(one for one in moments() if one.name == f"place-{players}")
        alone = partial(table_at, line.line, seat=line.seat, alone=True)
        stage.set(f"hint-{players}", alone, line.seat)
        yield Scene(
            f"hint-{players}", f"/t/hint-{players}", ".tray.asked", ("[data-do=hint]",), ".hints li"
        )
    agenda = choose(5, ALL, variants=("secret_agenda",))
    stage.set("lobby", partial(open_table, agenda, people=3), 0)
    yield Scene("lobby", "/t/lobby", ".lobby .seats")
    stage.set("lobby-guest", partial(open_table, choose(4), people=2), None)
    yield Scene("lobby-guest", "/t/lobby-guest", ".lobby .seats")
    yield Scene("home", "/", "[data-do=play]")
    yield Scene(
        "home-more", "/", "[data-do=play]", ("[data-do=add-seat]", ".setup .chip[aria-expanded]")
    )
    yield Scene("learn", "/learn", ".story, h1")
    yield Scene("credits", "/credits", "h1")
    yield Scene("puzzle", "/puzzles/1", ".puzzle .tray.asked")
    for path in ("games", "how-to-play", "puzzles", "strong", "nowhere"):
        yield Scene(path, f"/{path}", "h1")


def spoken(language: str) -> str:
    """Return a script by which the page is in a language, by day or by night."""
    return f"await choose('{language}', '{SCHEMES[language]}')"


class Sweep:
    """Goes through scenes and keeps what it finds."""

    def __init__(self, browser: Browser, address: str, report: Callable[[str], None]) -> None:
        # a worker of the page would answer before we can
        context = browser.new_context(
            base_url=address, reduced_motion="reduce", service_workers="block"
        )
        self.page: Page = context.new_page()
        self.stage = Stage(self.page)
        self.scenes = list(all_scenes(self.stage))
        self.looked = 0
        self.found: Counter[str] = Counter()
        self._report = report
        self.page.add_init_script(f"({_BEGINNING})({json.dumps(self.stage.keep())})")
        self.page.goto("/credits")
        self.page.locator(".dossier h1").wait_for()

    def come(self, scene: Scene) -> None:
        """Let the page show a scene."""
        page = self.page
        self._go("/credits")
        page.locator(".dossier h1").wait_for()
        self.stage.ready(scene.path.removeprefix("/t/"))
        self._go(scene.path)
        page.locator(scene.ready).first.wait_for()
        if scene.shows:
            self._play(scene)
        for click in scene.clicks:
            page.locator(click).first.dispatch_event("click")
        if scene.comes:
            page.locator(scene.comes).first.wait_for()
        page.wait_for_timeout(60)

    def _go(self, path: str) -> None:
        self.page.evaluate(
            "(to) => { window.hurry = false; history.replaceState(null, '', to);"
            " dispatchEvent(new PopStateEvent('popstate')); }",
            path,
        )

    def _play(self, scene: Scene) -> None:
        moment = next(one for one in moments() if one.name == scene.shows)
        self.page.evaluate("window.hurry = true")
        if not moment.step:
            self.stage.tell(resolving(moment))
            self.page.locator(".show [data-do=aside]").wait_for()
            if scene.uses:  # and is held there
                self.page.evaluate("window.hurry = false")
                self.page.keyboard.press("p")
                self.stage.tell(used(moment))
                self.page.locator(".show .over .grow").first.wait_for()
            return
        before, last = shown(moment)
        self.stage.tell(before)
        self.page.wait_for_timeout(50)
        self.page.wait_for_function("() => !document.querySelector('.show')")
        self.page.evaluate("window.hurry = false")
        self.stage.tell(last)
        self.page.wait_for_timeout(50)
        self.page.keyboard.press("p")

    def resize(self, size: tuple[int, int]) -> None:
        """Give the page a size."""
        self.page.set_viewport_size({"width": size[0], "height": size[1]})

    def check(
        self, scene: Scene, size: tuple[int, int], languages: Sequence[str], *, reads: bool
    ) -> None:
        """Look at a scene in some languages, and at how well it can be read in the last."""
        after = [spoken(language) for language in languages]
        seen = look(self.page, phone=size in PHONES, contrast=reads, after=after)
        self.looked += len(languages)
        for language, found in zip(languages, seen, strict=True):
            where = f"{scene.name} {size[0]}x{size[1]} {language} {SCHEMES[language]}"
            for finding in found:
                self.found[finding.kind] += 1
                self._report(f"{where}: {finding}")
            if found:
                self.page.evaluate(f"async () => {{ {spoken(language)} }}")
                kinds = "-".join(sorted({one.kind.split()[0] for one in found}))
                BUILD.mkdir(parents=True, exist_ok=True)
                file = BUILD / f"{where.replace(' ', '_')}_{kinds}.png"
                mark(picture(self.page), found).save(file)


def run(
    sweep: Sweep,
    scenes: Sequence[Scene],
    sizes: Sequence[tuple[int, int]] = SIZES,
    languages: Sequence[str] = LANGUAGES,
    *,
    contrast: bool = True,
) -> None:
    """Go through all combinations."""
    for order, scene in enumerate(scenes):
        began, before = time.monotonic(), sweep.found.total()
        for i, size in enumerate(scene.among(sizes)):
            sweep.resize(size)
            if i == 0:
                sweep.come(scene)
            read = languages[(order + i) % len(languages)]
            # from day to night once at most: all colours change with it
            by_turns = sorted(
                languages, key=lambda one: (SCHEMES[one] == SCHEMES[read], one == read)
            )
            sweep.check(scene, size, by_turns, reads=contrast)
        lasted, found = time.monotonic() - began, sweep.found.total() - before
        print(f"{scene.name}: {lasted:.1f} s, {found} findings", flush=True)


def take(
    sweep: Sweep, scenes: Sequence[Scene], sizes: Sequence[tuple[int, int]], language: str
) -> None:
    """Take a picture of every scene at every size."""
    sweep.page.evaluate(f"async () => {{ {spoken(language)} }}")
    for scene in scenes:
        for i, size in enumerate(scene.among(sizes)):
            sweep.resize(size)
            if i == 0:
                sweep.come(scene)
            sweep.page.wait_for_timeout(150)
            file = BUILD / f"{scene.name}_{size[0]}x{size[1]}_{language}.png"
            picture(sweep.page).save(file)


def main() -> int:
    """Sweep, and write down what was found."""
    parser = argparse.ArgumentParser(description="Look at every screen at every size.")
    parser.add_argument(
        "--only", default="", help="scenes by parts of their names, such as discard,-5"
    )
    parser.add_argument("--sizes", default="", help="some sizes, such as 1280x720,390x844")
    parser.add_argument("--languages", default="", help="some languages, such as en,de")
    parser.add_argument("--pictures", action="store_true", help="take pictures of all, judge none")
    parser.add_argument("--plain", action="store_true", help="leave out how well text can be read")
    parser.add_argument(
        "--part", default="1/1", help="one of so many parts, such as 3/20, beside those looked at"
    )
    given = parser.parse_args()
    part, parts = map(int, given.part.split("/"))
    sizes = [s for s in SIZES if not given.sizes or f"{s[0]}x{s[1]}" in given.sizes.split(",")]
    languages = given.languages.split(",") if given.languages else LANGUAGES
    if parts == 1:
        shutil.rmtree(BUILD, ignore_errors=True)
    BUILD.mkdir(parents=True, exist_ok=True)
    kept = BUILD / ("report.txt" if parts == 1 else f"report-{part}-of-{parts}.txt")
    began = time.monotonic()
    with (
        tempfile.TemporaryDirectory() as folder,
        start_playwright() as playwright,
        kept.open("w", encoding="utf-8") as report,
    ):
        settings = Settings(database=f"sqlite:///{folder}/t.db", port=0, limits=GENEROUS)
        server = Running(settings, Path(folder))
        server.start()
        browser = playwright.chromium.launch(
            executable_path=find_browser(), args=["--no-sandbox", "--disable-gpu"]
        )
        try:
            sweep = Sweep(
                browser, server.address, lambda line: print(line, file=report, flush=True)
            )
            wanted = given.only.split(",")
            scenes = [one for one in sweep.scenes if any(name in one.name for name in wanted)]
            scenes = scenes[part - 1 :: parts]
            if given.pictures:
                take(sweep, scenes, sizes, "en" if not given.languages else languages[0])
            else:
                run(sweep, scenes, sizes, languages, contrast=not given.plain)
        finally:
            browser.close()
            server.stop()
        lasted = time.monotonic() - began
        told = f"{sweep.looked} looks in {lasted:.0f} s, findings: {dict(sweep.found) or 'none'}"
        print(told, file=report)
    print(told)
    print(kept)
    return bool(sweep.found)


if __name__ == "__main__":
    sys.exit(main())
