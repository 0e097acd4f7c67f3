"""Learn to beat random players with TorchRL, through the environment for Gymnasium.

    pip install "estoril[research]" torchrl
    python examples/torchrl_ppo.py

TorchRL's own parts (environments, actors, losses) take our environment as it is; the mask of legal
actions goes into the distribution of the actor. `examples/ppo.py` is the one to learn fast with, as
it plays many games at once in compiled code.
"""

from __future__ import annotations

import argparse

import torch
from tensordict.nn import TensorDictModule
from torch import nn
from torchrl.envs import GymWrapper, RewardSum, TransformedEnv
from torchrl.modules import MaskedCategorical, ProbabilisticActor, ValueOperator
from torchrl.objectives import ClipPPOLoss
from torchrl.objectives.value import GAE

from estoril.research.gym import EstorilEnv

EPOCHS = 4
MINIBATCH = 256
LONGEST_GRADIENT = 0.5


class Actor(nn.Module):
    """From what the learner sees, how good each action is; the mask is handed on."""

    def __init__(self, seen: int, actions: int) -> None:
        super().__init__()
        self.layers = nn.Sequential(nn.Linear(seen, 128), nn.Tanh(), nn.Linear(128, actions))

    def forward(self, seen: torch.Tensor, mask: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """Return logits, and the mask as the distribution wants it."""
        return self.layers(seen.float()), mask.bool()


class Critic(nn.Module):
    """From what the learner sees, which share of a win it may expect."""

    def __init__(self, seen: int) -> None:
        super().__init__()
        self.layers = nn.Sequential(nn.Linear(seen, 128), nn.Tanh(), nn.Linear(128, 1))

    def forward(self, seen: torch.Tensor) -> torch.Tensor:
        """Return the expected reward."""
        return self.layers(seen.float())


def learn(decisions: int, each: int, seed: int) -> list[float]:
    """Learn by so many decisions, an update after `each`; return the share of wins before each."""
    torch.manual_seed(seed)
    game = EstorilEnv(players=2, opponents="random")
    seen, actions = game.encoder.width, game.encoder.num_actions
    env = TransformedEnv(GymWrapper(game, categorical_action_encoding=True), RewardSum())
    env.set_seed(seed)
    judge = TensorDictModule(
        Actor(seen, actions), in_keys=["observation", "action_mask"], out_keys=["logits", "mask"]
    )
    actor = ProbabilisticActor(
        judge,
        in_keys=["logits", "mask"],
        distribution_class=MaskedCategorical,
        return_log_prob=True,
    )
    critic = ValueOperator(Critic(seen), in_keys=["observation"])
    advantage = GAE(gamma=1.0, lmbda=0.95, value_network=critic)
    loss = ClipPPOLoss(actor, critic, clip_epsilon=0.2, entropy_coeff=0.01)
    optimizer = torch.optim.Adam(loss.parameters(), lr=3e-4)
    won = []
    for update in range(max(1, decisions // each)):
        with torch.no_grad():
            played = env.rollout(each, actor, break_when_any_done=False)
            advantage(played)
        over = played["next", "done"]
        won.append(float(played["next", "episode_reward"][over].mean()) if over.any() else 0.0)
        for _ in range(EPOCHS):
            for some in torch.randperm(each).split(MINIBATCH):
                told = loss(played[some])
                total = told["loss_objective"] + told["loss_critic"] + told["loss_entropy"]
                optimizer.zero_grad()
                total.backward()
                nn.utils.clip_grad_norm_(loss.parameters(), LONGEST_GRADIENT)
                optimizer.step()
        print(f"{(update + 1) * each:>9,} decisions: wins {won[-1]:.0%} of its games", flush=True)
    return won


def main() -> None:
    """Read the command line and learn."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--decisions", type=int, default=400_000, help="how many to learn from")
    parser.add_argument("--each", type=int, default=4096, help="decisions between two updates")
    parser.add_argument("--seed", type=int, default=1942)
    given = parser.parse_args()
    torch.set_num_threads(1)
    learn(given.decisions, given.each, given.seed)


if __name__ == "__main__":
    main()
