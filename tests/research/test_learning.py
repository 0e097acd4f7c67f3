"""The examples of learning run, in small: PPO by itself and through TorchRL.

PyTorch is there only where somebody has installed it.
"""

import csv
from pathlib import Path

import pytest
import torch
from torch import nn

from estoril.arena import play_match
from estoril.bulk.batch import Batch
from examples import ppo

torch.set_num_threads(1)


def test_a_net_learns_is_kept_and_plays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ppo, "STEPS", 16)
    kept = tmp_path / "policy.pt"
    plan = ppo.Plan(decisions=2 * 16 * 24, own=16, sparring=8, shown=0, out=kept, every=1, games=8)
    net = ppo.learn(plan)
    with (tmp_path / "curve.csv").open() as file:
        rows = list(csv.DictReader(file))
    assert [int(row["decisions"]) for row in rows] == [0, 16 * 24, 2 * 16 * 24]
    assert all(0 <= float(row["won"]) <= 1 for row in rows)
    loaded, _ = ppo.loaded(str(kept))
    assert torch.equal(loaded.seen.weight, net.seen.weight) and not loaded.training
    won = play_match({"net": lambda: ppo.Learned(str(kept)), "chance": "random"}, games=4, seed=1)
    assert sum(won.values()) == pytest.approx(1)


def test_advantages_reach_from_a_seats_decision_to_its_own_next_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(ppo, "STEPS", 200)  # longer than a game
    monkeypatch.setattr(ppo, "LAMBDA", 1.0)
    torch.manual_seed(1)
    tables = ppo.Tables(own=4, sparring=0, seed=1)
    net = ppo.Net(tables.batches[0].encoder())
    ends: list[tuple[int, int, torch.Tensor]] = []
    actors: list[torch.Tensor] = []
    play, look = tables.play, tables.look

    def noted_play(actions: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        done, rewards = play(actions)
        step = len(actors) - 1
        ends.extend((step, int(game), rewards[game]) for game in done.nonzero().flatten())
        return done, rewards

    def noted_look() -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
        seen = look()
        actors.append(seen[2])
        return seen

    monkeypatch.setattr(tables, "play", noted_play)
    monkeypatch.setattr(tables, "look", noted_look)
    returns = ppo.played(net, tables)[-1].view(200, 4)
    assert ends
    for end, game, rewards in ends:  # without discount, what comes of a decision is the reward
        begin = max(
            (step + 1 for step, other, _ in ends if other == game and step < end), default=0
        )
        for step in range(begin, end + 1):
            assert returns[step, game] == pytest.approx(
                float(rewards[actors[step][game]]), abs=1e-4
            )


def test_cores_learn_the_same_net_together(tmp_path: Path) -> None:
    """The gradients that each core finds are averaged, so that both have the same net."""
    out = tmp_path / "policy.pt"
    plan = ppo.Plan(decisions=1, cores=2, own=4, sparring=0, shown=40, out=out, games=2)
    arguments = (plan, str(tmp_path / "meeting"), str(tmp_path))
    torch.multiprocessing.spawn(keep_what_is_learned, arguments, nprocs=2)
    one, other = (torch.load(tmp_path / f"{rank}.pt", weights_only=True) for rank in (0, 1))
    first = ppo.Net(Batch(size=1, players=2).encoder()).state_dict()
    assert all(torch.equal(one[name], other[name]) for name in first)
    assert not torch.equal(one["judge.3.weight"], first["judge.3.weight"])


def keep_what_is_learned(rank: int, plan: ppo.Plan, meeting: str, folder: str) -> None:
    """Learn as one of several, and keep the net."""
    torch.save(ppo.learn(plan, rank, meeting).state_dict(), Path(folder) / f"{rank}.pt")


def test_chances_of_legal_actions_add_up() -> None:
    torch.manual_seed(1)
    batch = Batch(size=16, players=2, seed=1)
    net = ppo.Net(batch.encoder())
    for _ in range(30):
        choices, _ = net(torch.from_numpy(batch.observations), torch.from_numpy(batch.masks))
        total = torch.zeros(16).index_add(0, choices.rows, choices.chances.exp())
        assert total.tolist() == pytest.approx([1] * 16)
        drawn = choices.drawn()
        assert choices.rows[drawn].tolist() == list(range(16))
        taken = choices.taken(choices.actions[drawn])
        assert torch.equal(taken, choices.chances[drawn])
        assert (
            choices.best(choices.scores) == choices.scores[choices.highest(choices.scores)]
        ).all()
        batch.step(batch.encoder().codes[choices.actions[drawn].numpy()])


def test_what_is_shown_is_what_the_teacher_does_and_what_came_of_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(ppo, "TEACHER", "tourist")
    monkeypatch.setattr(ppo, "LESSON", 16)
    seen, legal, actions, returns = ppo.shown(steps=150, games=4, seed=5)
    assert len(seen) == 600 and legal[torch.arange(600), actions].all()
    known = ~returns.isnan()
    assert not known[-4:].any() or known.all()  # games go on when one stops looking
    by_game = returns.view(150, 4).T
    for game in by_game:
        ended = game[~game.isnan()]
        assert len(ended) > 60 and len({abs(float(end)) for end in ended}) <= 2  # of a game or two
    torch.manual_seed(1)
    net = ppo.Net(Batch(size=1, players=2).encoder())
    optimizer = torch.optim.Adam(net.parameters())

    def likely() -> float:
        with torch.no_grad():
            return float(net(seen, legal)[0].taken(actions).mean())

    before = likely()
    ppo.imitate(net, optimizer, ppo.Team(), seen, legal, actions, returns)
    assert likely() > before + 0.3


def test_actions_are_judged_by_where_they_aim() -> None:
    """Who lies at the location that an action aims at changes its score, and no other's much."""
    torch.manual_seed(1)
    batch = Batch(size=1, players=2, seed=3)
    encoder = batch.encoder()
    net = ppo.Net(encoder)
    nn.init.zeros_(net.places.weight)  # nothing of a location but for what aims at it
    with torch.no_grad():
        net.judge[-1].weight.fill_(1.0)
        seen, legal = torch.from_numpy(batch.observations), torch.from_numpy(batch.masks)
        before = net(seen, legal)[0]
        part = encoder.specification.part("spaces")
        aimed = torch.from_numpy(encoder.spaces)[before.actions]
        space = int(aimed[aimed >= 0][0])
        other = seen.clone()
        other[0, part.start + space * part.shape[1]] += 5
        changed = net(other, legal)[0].scores != before.scores
    assert changed.any()
    assert torch.equal(changed, changed & (aimed // 4 == space // 4))


def test_rewards_of_both_seats_cancel_out() -> None:
    batch = Batch(size=32, players=2, seed=1)
    while not batch.done.any():
        assert not ppo.rewarded(batch).any()
        batch.step(batch.sample())
    rewards = ppo.rewarded(batch)
    assert abs(rewards.sum()) < 1e-5 and rewards[batch.done == 1].any()


@pytest.mark.filterwarnings("ignore")  # of TorchRL
def test_torchrl_trains_with_it() -> None:
    pytest.importorskip("torchrl")
    from examples import torchrl_ppo

    won = torchrl_ppo.learn(decisions=512, each=256, seed=1)
    assert len(won) == 2 and all(0 <= share <= 1 for share in won)
