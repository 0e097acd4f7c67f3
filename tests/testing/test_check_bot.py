"""check_bot finds what is wrong with a bot, and nothing else."""

from functools import partial

import pytest

from estoril.bots import Bot
from estoril.testing import BotProblems, check_bot
from tests.arena import players


def findings(bot: str | type[Bot], games: int = 5) -> tuple[str, ...]:
    """Check a bot that has something wrong, and return what."""
    with pytest.raises(BotProblems) as e:
        check_bot(bot, games=games)
    found = tuple(map(str, e.value.findings))
    for line in found:
        assert line in str(e.value)
    return found


@pytest.mark.parametrize("bot", ["random", players.First, players.Strong])
def test_nothing_is_wrong_with_a_good_bot(bot: str | type[Bot]) -> None:
    assert "nothing wrong in 12 games with 2 to 5 players" in check_bot(bot, games=12)


@pytest.mark.parametrize(
    ("bot", "told"),
    [
        (players.Crasher, "it raises LookupError: 5 times, first in game 0"),
        (players.Cheat, "it answers with what is not legal: 5 times, first in game 0"),
        (players.Thief, "it changes the list of legal actions"),
        (players.Vandal, "it changes the view"),
        (players.Gambler, "it uses the global generator of random"),
        (players.Moody, "it chooses differently for the same view and the same generator"),
        (players.Burglar, "it chooses differently in games that look the same to its seat"),
        (players.Mumbler, "it explains itself with something else"),
        (players.Newcomer, "it raises IndexError when it begins in the middle of a game"),
        (players.Slow, "it takes longer than its budget of 0.005 s"),
        (players.Unmade, "it cannot be made: before the first game: FileNotFoundError"),
        ("turist", "did you mean tourist?"),
    ],
)
def test_what_is_wrong_is_said_in_plain_words(bot: str | type[Bot], told: str) -> None:
    assert any(told in line for line in findings(bot)), findings(bot)


@pytest.mark.parametrize("bot", [players.Burglar, players.Vandal, players.Thief, players.Moody])
def test_one_fault_is_one_finding(bot: type[Bot]) -> None:
    assert len(findings(bot)) == 1


def test_all_findings_are_in_one_error() -> None:
    class Worst(players.Gambler):
        asked = 0

        def choose(self, view, legal, rng):  # type: ignore[no-untyped-def]
            self.asked += 1
            if self.asked == 5:
                raise ValueError("tired")
            return None if self.asked == 7 else super().choose(view, legal, rng)

    with pytest.raises(BotProblems) as e:
        check_bot(Worst, games=4)
    for words in ("ValueError: tired", "None is not an action", "global generator", "4 games"):
        assert words in str(e.value)


def test_numpys_global_generator_is_noticed() -> None:
    import numpy as np

    class Sampler(players.First):
        def choose(self, view, legal, rng):  # type: ignore[no-untyped-def]
            return legal[np.random.randint(len(legal))]

    assert any("numpy.random" in line for line in findings(Sampler))


def test_a_bot_that_may_look_at_the_clock_is_not_compared() -> None:
    told = check_bot(partial(players.Slow, 0), games=3)
    assert told.endswith("choices not compared, as it may look at the clock (0 s)")


def test_a_bot_that_goes_by_a_number_of_simulations_is_compared() -> None:
    class Counting(players.Moody):
        seconds = 1.0
        simulations = 100

    assert any("the same view" in line for line in findings(Counting))


def test_the_same_seed_plays_the_same_games() -> None:
    assert findings(players.Crasher) == findings(players.Crasher)
