"""Learn the game for two by self-play: proximal policy optimisation (PPO) in one file, on one core.

    pip install "estoril[arena,research]" torch
    python examples/ppo.py                        # learn, then play against the tourist
    python examples/ppo.py --decisions 200000     # a look, in a minute

The net plays both seats of many games at once (`Batch`), and beside them some games against a bot.
docs/learning.md shows what came of it. What it has learned is kept as build/ppo/policy.pt, and
plays wherever bots play:

    estoril arena --players 2 --games 400 --bots examples.ppo:Learned,tourist
"""

from __future__ import annotations

import argparse
import csv
import time
from collections.abc import Sequence
from functools import cache, partial
from pathlib import Path
from random import Random

import numpy as np
import torch
from torch import nn
from torch.nn import functional

import estoril
from estoril.arena import Tournament
from estoril.bots import Bot
from estoril.bulk.batch import Batch
from estoril.bulk.encoder import Encoder

POLICY = Path("build/ppo/policy.pt")
SPARRING = "tourist"  # the bot that some games are played against

STEPS = 64  # decisions of each game between two updates
LAMBDA = 0.95  # how far an advantage looks ahead; games are short, so nothing is discounted
EPOCHS = 3
MINIBATCH = 2048
CLIP = 0.2
ENTROPY = 0.01
VALUE = 0.5
LONGEST_GRADIENT = 0.5


class Net(nn.Module):
    """Judges what a seat sees: how good each action is, and how the game will end for the seat.

    Every value of every number of an observation has a vector, and these are added up; what is 0,
    as most numbers are, adds nothing. Kinds, tiles, spaces and targets of actions have vectors,
    too: what is learned of a tile at one space helps at the others.
    """

    def __init__(self, encoder: Encoder, width: int = 256, aspects: int = 64) -> None:
        super().__init__()
        sizes = torch.from_numpy(encoder.sizes.astype(np.int64))
        self.register_buffer("starts", torch.cumsum(sizes, 0) - sizes, persistent=False)
        self.seen = nn.EmbeddingBag(int(sizes.sum()), width, mode="sum")
        self.body = nn.Sequential(nn.ReLU(), nn.Linear(width, width), nn.ReLU())
        self.policy = nn.Linear(width, aspects)
        self.value = nn.Linear(width, 1)
        columns = (encoder.kinds, encoder.tiles, encoder.spaces, encoder.targets)
        numbers, count = [torch.arange(encoder.num_actions)], encoder.num_actions
        for column in columns:  # -1 stands for what an action has nothing of
            numbers.append(
                torch.from_numpy(column.astype(np.int64)) + 1 - int(column.min()) + count
            )
            count = int(numbers[-1].max()) + 1
        self.register_buffer("actions", torch.stack(numbers, 1), persistent=False)
        self.aspects = nn.EmbeddingBag(count, aspects, mode="sum")
        nn.init.normal_(self.seen.weight, std=0.05)
        nn.init.normal_(self.aspects.weight, std=0.02)

    def forward(self, seen: torch.Tensor, legal: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """Return how good all actions are, as logits, and the expected return."""
        rows, columns = seen.nonzero(as_tuple=True)
        values = seen[rows, columns] + self.starts[columns]
        bags = functional.pad(torch.bincount(rows, minlength=len(seen)).cumsum(0)[:-1], (1, 0))
        body = self.body(self.seen(values, bags))
        logits = self.policy(body) @ self.aspects(self.actions).T
        return logits.masked_fill(~legal, -1e9), self.value(body).squeeze(1)


# -- games ----------------------------------------------------------------------------------------


class Tables:
    """Games of the learner against itself, and beside them games against a bot, as one."""

    def __init__(self, own: int, sparring: int, seed: int) -> None:
        self.batches = [Batch(size=own, players=2, seed=seed)]
        if sparring:
            bots = {1: SPARRING}  # who goes first is drawn, so one seat is as good as the other
            self.batches.append(Batch(size=sparring, players=2, seed=seed + 1_000_000, bots=bots))
        self.codes = self.batches[0].encoder().codes
        self.size = own + sparring

    def look(self) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
        """Return what those to act see, what they may do, and who they are."""
        seen = np.concatenate([batch.observations for batch in self.batches])
        legal = np.concatenate([batch.legal[:, self.codes] for batch in self.batches])
        actors = np.concatenate([batch.actors for batch in self.batches])
        return (
            torch.from_numpy(seen),
            torch.from_numpy(legal).bool(),
            torch.from_numpy(actors).long(),
        )

    def play(self, actions: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """Play an action in each game; return which games ended, and what both seats get."""
        start = 0
        for batch in self.batches:
            batch.step(self.codes[actions[start : start + batch.size].numpy()])
            start += batch.size
        done = np.concatenate([batch.done for batch in self.batches]).astype(bool)
        rewards = np.concatenate([rewarded(batch) for batch in self.batches])
        return torch.from_numpy(done), torch.from_numpy(rewards)

    def outlook(self, net: Net) -> torch.Tensor:
        """Return what both seats of all games may expect, whoever is to act."""
        seen = [np.concatenate([batch.observe(seat) for batch in self.batches]) for seat in (0, 1)]
        legal = torch.ones(self.size, len(self.codes), dtype=torch.bool)
        return torch.stack([net(torch.from_numpy(each), legal)[1] for each in seen], 1)


def rewarded(batch: Batch) -> np.ndarray:
    """Return the reward of both seats: for winning, and for every point that one is ahead."""
    ahead = (batch.scores - batch.scores[:, ::-1]) / 20
    return (np.where(batch.done[:, None] == 1, batch.rewards - 0.5, 0) + ahead).astype(np.float32)


# -- learning -------------------------------------------------------------------------------------


def learn(
    decisions: int,
    own: int,
    sparring: int,
    seed: int,
    rate: float,
    out: Path,
    every: int = 20,
    games: int = 200,
) -> Net:
    """Learn for so many decisions; keep the net, and how well it plays, on the way."""
    torch.manual_seed(seed)
    tables = Tables(own, sparring, seed)
    net = Net(tables.batches[0].encoder())
    optimizer = torch.optim.Adam(net.parameters(), lr=rate, eps=1e-5)
    updates = max(1, decisions // (STEPS * tables.size))
    out.parent.mkdir(parents=True, exist_ok=True)
    with out.with_name("curve.csv").open("w", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(["decisions", "processor_seconds", "won"])
        for update in range(updates + 1):
            if update % every == 0 or update == updates:
                won = against(net, SPARRING, games)
                row = [update * STEPS * tables.size, round(time.process_time()), round(won, 4)]
                writer.writerow(row)
                file.flush()
                torch.save(net.state_dict(), out)
                print("{:>12,} decisions, {:>6,} s: wins {:.1%}".format(*row), flush=True)
            if update < updates:
                optimizer.param_groups[0]["lr"] = rate * (1 - update / updates)
                improve(net, optimizer, *played(net, tables))
    return net


@torch.no_grad()
def played(net: Net, tables: Tables) -> tuple[torch.Tensor, ...]:
    """Play on in all games; return each decision with its advantage and what came of it."""
    shape = (STEPS, tables.size)
    rows = torch.arange(tables.size)
    steps = []
    values = torch.zeros(shape)
    for step in range(STEPS):
        seen, legal, actors = tables.look()
        logits, values[step] = net(seen, legal)
        actions = torch.multinomial(functional.softmax(logits, 1), 1).squeeze(1)
        chances = functional.log_softmax(logits, 1)[rows, actions]
        done, rewards = tables.play(actions)
        steps.append((seen, legal, actors, actions, chances, done, rewards))
    # Backwards, for each seat from its own decision to its next one.
    advantages = torch.zeros(shape)
    ahead = tables.outlook(net)
    later, due = torch.zeros_like(ahead), torch.zeros_like(ahead)
    for step in reversed(range(STEPS)):
        _, _, actors, _, _, done, rewards = steps[step]
        ahead[done], later[done] = 0.0, 0.0
        due[done] = rewards[done]
        error = due[rows, actors] + ahead[rows, actors] - values[step]
        advantages[step] = error + LAMBDA * later[rows, actors]
        ahead[rows, actors], later[rows, actors] = values[step], advantages[step]
        due[rows, actors] = 0.0
    seen, legal, _, actions, chances, _, _ = (torch.cat(part) for part in zip(*steps, strict=True))
    return seen, legal, actions, chances, advantages.flatten(), (advantages + values).flatten()


def improve(
    net: Net,
    optimizer: torch.optim.Optimizer,
    seen: torch.Tensor,
    legal: torch.Tensor,
    actions: torch.Tensor,
    before: torch.Tensor,
    advantages: torch.Tensor,
    returns: torch.Tensor,
) -> None:
    """Make good actions likelier, not too much at once, and learn what came of positions."""
    for _ in range(EPOCHS):
        for some in torch.randperm(len(seen)).split(MINIBATCH):
            logits, values = net(seen[some], legal[some])
            chances = functional.log_softmax(logits, 1)
            ratio = (chances.gather(1, actions[some, None]).squeeze(1) - before[some]).exp()
            gain = advantages[some]
            gain = (gain - gain.mean()) / (gain.std() + 1e-8)
            policy = -torch.min(gain * ratio, gain * ratio.clamp(1 - CLIP, 1 + CLIP)).mean()
            value = (values - returns[some]).square().mean()
            entropy = -(functional.softmax(logits, 1) * chances).sum(1).mean()
            loss = policy + VALUE * value - ENTROPY * entropy
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(net.parameters(), LONGEST_GRADIENT)
            optimizer.step()


# -- playing --------------------------------------------------------------------------------------


@torch.no_grad()
def against(net: Net, bot: str, games: int) -> float:
    """Return the share of wins against a bot, in games side by side that are all played out."""
    batch = Batch(size=games, players=2, seed=42, bots={1: bot})
    codes = batch.encoder().codes
    won, over = np.zeros(games), np.zeros(games, bool)
    while not over.all():
        seen, legal = torch.from_numpy(batch.observations), torch.from_numpy(batch.legal[:, codes])
        batch.step(codes[net(seen, legal.bool())[0].argmax(1).numpy()])
        first = (batch.done == 1) & ~over
        won[first] = batch.rewards[first, 0]
        over |= first
    return float(won.mean())


class Learned(Bot):
    """Plays what the net thinks best; it knows games for two on the base set."""

    def __init__(self, policy: str = str(POLICY)) -> None:
        self.net, self.encoder = loaded(policy)

    @torch.no_grad()
    def choose(
        self, view: estoril.View, legal: Sequence[estoril.Action], rng: Random
    ) -> estoril.Action:
        """Choose the likeliest action."""
        seen = torch.from_numpy(self.encoder.observe(view).copy())[None]
        mask = torch.from_numpy(self.encoder.mask(view))[None].bool()
        number = int(self.net(seen, mask)[0].argmax())
        return legal[view.codes.index(int(self.encoder.codes[number]))]


@cache
def loaded(policy: str) -> tuple[Net, Encoder]:
    """Read a net that was kept."""
    torch.set_num_threads(1)
    encoder = Encoder(estoril.choose(players=2))
    net = Net(encoder)
    net.load_state_dict(torch.load(policy, weights_only=True))
    net.eval()
    return net, encoder


def main() -> None:
    """Learn, keep the net, and let it play in the arena."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--decisions", type=int, default=2_000_000, help="how many to learn from")
    parser.add_argument("--own", type=int, default=192, help="games of the net against itself")
    parser.add_argument("--sparring", type=int, default=64, help="games against the tourist")
    parser.add_argument("--seed", type=int, default=1942)
    parser.add_argument("--rate", type=float, default=1e-3, help="the rate of learning at first")
    parser.add_argument(
        "--games", type=int, default=1000, help="games against the tourist at the end"
    )
    parser.add_argument("--out", type=Path, default=POLICY, help="where the net is kept")
    given = parser.parse_args()
    torch.set_num_threads(1)
    learn(given.decisions, given.own, given.sparring, given.seed, given.rate, given.out)
    bots = {"ppo": partial(Learned, str(given.out)), "tourist": "tourist"}
    wins = Tournament(bots, games=given.games, seed=given.seed).run().bot("ppo").wins
    print(f"ppo wins {wins.rate:.1%} of {given.games} games against the tourist, {wins}")


if __name__ == "__main__":
    main()
