"""A sample of the sweep: every kind of screen once, at sizes, languages and schemes by turns."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from tests.server.running import Running
from tests.web.stage import moments, resolving
from tests.web.sweep import LANGUAGES, SIZES, Sweep

# One scene of each kind; those that have broken most often.
SAMPLE = (
    "place-5",
    "place-2'",
    "discard-5'",
    "move_die-4",
    "two_abilities-5",
    "show-bury-2",
    "show-seduce-5",
    "used-assassinate-5",
    "show-4",
    "over-5",
    "over-5-closed",
    "lobby",
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
            for n, size in enumerate(SIZES[k % 5 :: 5]):
                sweep.resize(size)
                if n == 0:
                    sweep.come(scene)
                sweep.check(scene, size, [language], reads=n == 0)
    assert not sweep.found, sweep.found


_BOARD = """() => {
  const box = document.querySelector('.show .board-frame .board').getBoundingClientRect();
  return [box.x, box.y, box.width, box.height];
}"""


def test_a_board_stays_where_it_is_shown_when_somebody_is_to_decide(sweep: Sweep) -> None:
    scene = next(scene for scene in sweep.scenes if scene.name == "give_up-4")
    moment = next(moment for moment in moments() if moment.name == scene.name)
    for size in ((1280, 720), (820, 1180), (390, 844), (844, 390)):
        sweep.resize(size)
        sweep.come(scene)
        sweep.stage.tell(resolving(moment))
        sweep.page.locator(".show .ctl:not(.gone) [data-do=skip]").wait_for()
        before = sweep.page.evaluate(_BOARD)
        sweep.page.locator(".show [data-do=aside]").wait_for()
        assert sweep.page.evaluate(_BOARD) == before, size
