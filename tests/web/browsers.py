"""Finds a Chromium for the tests or fetches one; `make unit` does so before they begin."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

from playwright.sync_api import Playwright, sync_playwright

_NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
_APT = "apt-get update -qq && apt-get install -yqq --no-install-recommends chromium"
_FETCHERS = (
    # who is root on Debian, as in a fresh container, can have the system's; else playwright's own
    f'[ "$(id -u)" = 0 ] && flock /var/lock/estoril sh -c "{_APT}"',
    f"{sys.executable} -m playwright install chromium",
)


def find_browser(playwright: Playwright) -> str:
    """Find a Chromium, or fetch one; where there is none to be had, say so loudly."""
    troubles = []
    for fetch in (None, *_FETCHERS):
        if fetch is not None:
            done = subprocess.run(fetch, shell=True, capture_output=True, text=True)
            troubles.append(done.stderr[-300:])
        chosen = os.environ.get("ESTORIL_CHROMIUM")
        for path in (chosen, *map(shutil.which, _NAMES), playwright.chromium.executable_path):
            if path and Path(path).exists():
                return path
    raise AssertionError(
        "The browser client cannot be tested: there is no Chromium here and none could be fetched. "
        "Install one (Debian: apt-get install chromium) or name it in ESTORIL_CHROMIUM.\n"
        + "\n".join(troubles)
    )


if __name__ == "__main__":
    with sync_playwright() as playwright:
        print("browser for the tests:", find_browser(playwright))
