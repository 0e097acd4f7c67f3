"""Who studies a bot learns from its games, beginning with what the bot itself knows."""

from __future__ import annotations

import numpy as np
import pytest

import estoril
from benchmarks.response import joined, watch
from estoril.bots.beliefs import OUTLOOK, evaluation_for, load_outlook
from estoril.bots.mind.rollouts import chances_of, record
from estoril.bots.mind.weights import INPUTS
from estoril.bots.training import FURTHER, Net, fit, log_loss


@pytest.mark.compiled
def test_a_net_that_is_read_again_says_the_same() -> None:
    game = estoril.new_game(players=3, seed=5)
    evaluation, inputs = evaluation_for(game._state.cat), np.zeros((3, INPUTS), np.float32)
    record(evaluation, game._state, 0, inputs)
    told = Net.load(OUTLOOK).chances(inputs, 3)[0]
    assert told == pytest.approx(chances_of(load_outlook(), evaluation, game._state), abs=1e-5)


@pytest.mark.compiled
def test_games_that_are_studied_make_their_winners_likelier() -> None:
    studies = [watch(number, bot="tourist") for number in range(40)]
    assert sum(len(study.folders.counts) for study in studies) > 500
    games = joined(studies)
    further, _ = fit(games, FURTHER, 1, Net.load(OUTLOOK))
    assert log_loss(further, games) < log_loss(Net.load(OUTLOOK), games)
