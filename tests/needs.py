"""What some tests need of the machine: where it lacks, they are left out, and it is said."""

import os
import shutil
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

import pytest

from estoril import engine
from tests.web.browsers import find_browser, find_firefox


@dataclass(frozen=True)
class Need:
    """Something that a mark asks for: whether it is there, what rests on it, how to get it."""

    mark: str
    there: Callable[[], object]
    untested: str
    remedy: str
    waived: bool = False  # somebody chose to do without, or few machines have it

    def sentence(self, modules: set[str]) -> str:
        """Say in one line what was not tested, and how to get it."""
        return f"Not tested: {self.untested} ({', '.join(sorted(modules))}). {self.remedy}"


NEEDS = (
    Need(
        "browser",
        find_browser,
        "the game in the browser, as there is no Chromium that starts",
        "To have one: apt-get install chromium-headless-shell"
        " or python -m playwright install chromium",
    ),
    Need(
        "firefox",
        find_firefox,
        "the main flows in a Firefox, as there is none that starts",
        "To have one: apt-get install firefox-esr",
    ),
    Need(
        "git",
        lambda: shutil.which("git"),
        "releases, as there is no git",
        "To have it: apt-get install git",
    ),
    Need(
        "compiled",
        engine.compiled,
        "campaigns too long for the engine as plain Python",
        "To compile it: apt-get install gcc python3-dev, then make test",
        waived=bool(os.environ.get("ESTORIL_PURE")),
    ),
    *(
        Need(
            shell,
            partial(shutil.which, shell),
            f"the tab key in {shell}, as there is none",
            f"To have it: apt-get install {shell}",
            waived=True,
        )
        for shell in ("bash", "zsh", "fish")
    ),
)
STRICT = bool(os.environ.get("CI"))  # there, what is not tested is a failure


def lacking() -> list[Need]:
    """List the needs that this machine does not meet."""
    return [need for need in NEEDS if not need.there()]


def leave_out(config: pytest.Config, items: list[pytest.Item]) -> dict[str, set[str]]:
    """Take out the tests that cannot run here; return the modules they stand in, by mark."""
    left: dict[str, set[str]] = {}
    for need in lacking():
        out = [item for item in items if item.get_closest_marker(need.mark)]
        items[:] = [item for item in items if item not in set(out)]
        config.hook.pytest_deselected(items=out)
        if out:
            left[need.mark] = {item.location[0] for item in out}
    return left
