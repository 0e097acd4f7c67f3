"""The study of exploitability runs, and finds what it is to find.

OpenSpiel is there only for `make test-research`.
"""

import numpy as np
import pytest
from open_spiel.python import policy
from open_spiel.python.algorithms import exploitability

from examples import mccfr


@pytest.mark.parametrize("name", mccfr.SOLVERS)
def test_the_last_discards_are_solved_step_by_step(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(mccfr, "LOOKS", (1, 20))
    game = mccfr.last_discards(155)  # a smaller one than that of the study
    np.random.seed(1)
    looks = list(mccfr.solve(game, mccfr.SOLVERS[name](game), 20))
    assert [iterations for iterations, _, _ in looks] == [1, 20]
    uniform = exploitability.exploitability(game, policy.UniformRandomPolicy(game))
    assert 0 <= looks[-1][2] < uniform
