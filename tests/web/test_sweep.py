"""A sample of the sweep: every kind of screen once, at sizes, languages and schemes by turns."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from tests.server.running import Running
from tests.web.sweep import LANGUAGES, SIZES, Sweep

# One scene of each kind; those that have broken most often.
SAMPLE = (
    "place-5",
    "place-2'",
    "discard-5'",
    "move_die-4",
    "two_abilities-5",
    "show-4",
    "over-5",
    "replay-5-9",
    "home-more",
    "nowhere",
)


@pytest.fixture(scope="module")
def sweep(browser: Browser, server: Running) -> Iterator[Sweep]:
    sweep = Sweep(browser, server.address, print)
    yield sweep
    sweep.page.context.close()


@pytest.mark.timeout(240)
def test_nothing_is_cut_covered_out_of_reach_or_pale(sweep: Sweep) -> None:
    scenes = {scene.name: scene for scene in sweep.scenes}
    for i, language in enumerate(LANGUAGES):
        for k in range(i, len(SAMPLE), len(LANGUAGES)):
            scene = scenes[SAMPLE[k]]
            sweep.resize(SIZES[0])
            sweep.come(scene)
            for n, size in enumerate(SIZES[k % 5 :: 5]):
                sweep.resize(size)
                sweep.check(scene, size, language, reads=n == 0)
    assert not sweep.found, sweep.found
