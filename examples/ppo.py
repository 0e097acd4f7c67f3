"""Learn the game for two by self-play: proximal policy optimisation (PPO) in one file.

    pip install "estoril[arena,research]" torch
    python examples/ppo.py                  # learn, then play against the tourist
    python examples/ppo.py --minutes 1      # a look
    python examples/ppo.py --shown 0        # from nothing

At first the net is shown what the tourist does, a bot of habit, and learns to do the same. Then it
plays both seats of many games at once (`Batch`), and beside them games against that bot. Each core
plays games of its own, and all of them learn together. docs/learning.md shows what came of it.
While it learns, build/ppo/curve.csv tells how well it plays, and build/ppo/policy.pt is the net so
far, which plays wherever bots play:

    estoril arena --players 2 --games 400 --bots examples.ppo:Learned,tourist
"""

from __future__ import annotations

import argparse
import csv
import math
import os
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path
from random import Random

import numpy as np
import torch
from torch import distributed, multiprocessing, nn
from torch.nn import functional

import estoril
from estoril.arena import Tournament
from estoril.bots import Bot, make
from estoril.bulk.batch import Batch
from estoril.bulk.encoder import Encoder
from estoril.bulk.specification import PartSpec

POLICY = Path("build/ppo/policy.pt")
TEACHER = "informant"  # the bot that is imitated at first
SPARRING = "tourist"  # the bot that some games are played against

STEPS = 64  # decisions of each game between two updates
LAMBDA = 0.95  # how far an advantage looks ahead; games are short, so nothing is discounted
EPOCHS = 2
LESSONS = 3  # how often the net goes through what it was shown
LESSON_RATE = 2e-3  # of learning, meanwhile
LESSON = 256  # decisions between two steps of it
MINIBATCH = 2048
CLIP = 0.2
ENTROPY = 0.01  # at first; less and less of it, as of the rate of learning
VALUE = 0.5
LONGEST_GRADIENT = 0.5
MINUTES = 25.0


@dataclass(frozen=True)
class Plan:
    """How to learn: it ends after so many minutes of a core, or so many decisions of all cores."""

    minutes: float = MINUTES
    decisions: int = 1 << 62
    cores: int = 1
    own: int = 128
    sparring: int = 128
    shown: int = 200_000
    seed: int = 1942
    rate: float = 5e-4
    out: Path = POLICY
    every: int = 20
    games: int = 200


# -- the net --------------------------------------------------------------------------------------


class Net(nn.Module):
    """Judges what a seat sees: how good each legal action is, and how the game will end for it.

    A location is the sum of vectors for what lies there, whose it is and how; all locations are
    looked at alike. Every value of every other number of an observation has a vector, and these are
    added up; what is 0, as most numbers are, adds nothing. An action is judged by what it is (its
    number, kind, tile, space and target have vectors), by the space and the location that it aims
    at, and by the whole: what is learned of a tile at one space helps at the others.
    """

    def __init__(self, encoder: Encoder, width: int = 128, aspects: int = 64) -> None:
        super().__init__()
        spaces, locations = (encoder.specification.part(name) for name in ("spaces", "locations"))
        sizes = torch.from_numpy(encoder.sizes.astype(np.int64))
        self.register_buffer("starts", torch.cumsum(sizes, 0) - sizes, persistent=False)
        self.register_buffer("others", rest(encoder.width, spaces, locations), persistent=False)
        self.seen = nn.EmbeddingBag(int(sizes.sum()), width, mode="sum")
        self.spaces, self.locations = Rows(spaces, aspects, 2), Rows(locations, aspects)
        self.names = nn.Parameter(torch.zeros(locations.shape[0], aspects))
        self.place = nn.Sequential(nn.ReLU(), nn.Linear(aspects, aspects), nn.ReLU())
        self.places = nn.Linear(locations.shape[0] * aspects, width)
        self.body = nn.Sequential(nn.ReLU(), nn.Linear(width, width), nn.ReLU())
        self.worth = nn.Linear(width, 1)
        parts, count = described(encoder)
        self.register_buffer("parts", parts, persistent=False)
        self.register_buffer("aims", torch.from_numpy(encoder.spaces.astype(np.int64)))
        self.aspects = nn.EmbeddingBag(count, aspects, mode="sum")
        self.whole = nn.Linear(width, aspects)
        self.judge = nn.Sequential(
            nn.ReLU(), nn.Linear(aspects, aspects), nn.ReLU(), nn.Linear(aspects, 1, bias=False)
        )
        for weights, spread in ((self.seen, 0.05), (self.aspects, 0.2)):
            nn.init.normal_(weights.weight, std=spread)
        nn.init.normal_(self.judge[-1].weight, std=0.02)  # at first all actions are about as likely

    def look(self, seen: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
        """Return what is made of observations: the whole, their locations, their spaces."""
        spaces = self.spaces(seen)
        near = self.locations(seen) + self.names + spaces.unflatten(1, (len(self.names), -1)).sum(2)
        near = self.place(near)
        others = seen[:, self.others]
        rows, columns = others.nonzero(as_tuple=True)
        values = others[rows, columns] + self.starts[self.others[columns]]
        bags = functional.pad(torch.bincount(rows, minlength=len(seen)).cumsum(0)[:-1], (1, 0))
        return self.body(self.seen(values, bags) + self.places(near.flatten(1))), near, spaces

    def value(self, seen: torch.Tensor) -> torch.Tensor:
        """Return what those who see this may expect."""
        return self.worth(self.look(seen)[0]).squeeze(1)

    def forward(self, seen: torch.Tensor, legal: torch.Tensor) -> tuple[Choices, torch.Tensor]:
        """Return the chances of all legal actions, and what those who choose may expect."""
        body, near, spaces = self.look(seen)
        rows, actions = legal.nonzero(as_tuple=True)
        hidden = self.whole(body).index_select(0, rows)
        hidden = hidden + self.aspects(self.parts).index_select(0, actions)
        aimed = self.aims[actions]
        aiming = (aimed >= 0).nonzero().squeeze(1)
        cells = rows[aiming] * spaces.shape[1] + aimed[aiming]
        each = spaces.shape[1] // near.shape[1]  # spaces of a location
        there = spaces.flatten(0, 1).index_select(0, cells)
        there = there + near.flatten(0, 1).index_select(0, cells // each)
        scores = self.judge(hidden.index_add(0, aiming, there)).squeeze(1)
        return Choices(rows, actions, scores, len(seen)), self.worth(body).squeeze(1)


class Rows(nn.Module):
    """A vector for each row of a part of observations: of its first columns together, and others.

    What is 0 in all of the first columns, and in each of the others, adds nothing.
    """

    def __init__(self, part: PartSpec, width: int, together: int = 1) -> None:
        super().__init__()
        sizes = [column.size for column in part.columns]
        self.slice, self.shape = slice(part.start, part.start + math.prod(part.shape)), part.shape
        self.sizes, self.together = sizes, together
        counts = [math.prod(sizes[:together]), *sizes[together:]]
        self.starts = [sum(counts[:i]) for i in range(len(counts))]
        self.vectors = nn.EmbeddingBag(sum(counts), width, mode="sum")
        nn.init.normal_(self.vectors.weight, std=0.2)

    def forward(self, seen: torch.Tensor) -> torch.Tensor:
        """Return them by observation and row."""
        rows = seen[:, self.slice].reshape(-1, self.shape[1]).long()
        first = rows[:, 0]
        for column in range(1, self.together):
            first = first * self.sizes[column] + rows[:, column]
        columns = torch.cat((first[:, None], rows[:, self.together :]), 1)
        bags, places = columns.nonzero(as_tuple=True)
        values = columns[bags, places] + torch.tensor(self.starts)[places]
        begins = functional.pad(torch.bincount(bags, minlength=len(rows)).cumsum(0)[:-1], (1, 0))
        return self.vectors(values, begins).unflatten(0, (len(seen), self.shape[0]))


def rest(width: int, *parts: PartSpec) -> torch.Tensor:
    """Return the columns of an observation that are of none of some parts."""
    left = torch.ones(width, dtype=torch.bool)
    for part in parts:
        left[part.start : part.start + math.prod(part.shape)] = False
    return left.nonzero().squeeze(1)


def described(encoder: Encoder) -> tuple[torch.Tensor, int]:
    """Return what each action is made of, as numbers without overlap, and how many there are."""
    columns = (encoder.kinds, encoder.tiles, encoder.spaces, encoder.targets)
    parts, count = [torch.arange(encoder.num_actions)], encoder.num_actions
    for column in columns:  # -1 stands for what an action has nothing of
        parts.append(torch.from_numpy(column.astype(np.int64)) - int(column.min()) + count)
        count = int(parts[-1].max()) + 1
    return torch.stack(parts, 1), count


class Choices:
    """The legal actions of many observations in one line, each with its chance."""

    def __init__(
        self, rows: torch.Tensor, actions: torch.Tensor, scores: torch.Tensor, size: int
    ) -> None:
        self.rows = rows
        self.actions = actions
        self.scores = scores
        self.size = size
        top = self.best(scores.detach())
        scores = scores - top[rows]
        total = torch.zeros(size).index_add(0, rows, scores.exp())
        self.chances = scores - total.log()[rows]  # as logarithms

    def best(self, values: torch.Tensor) -> torch.Tensor:
        """Return the highest value of each observation's actions."""
        least = torch.full((self.size,), -torch.inf)
        return least.scatter_reduce(0, self.rows, values, "amax")

    def highest(self, values: torch.Tensor) -> torch.Tensor:
        """Return for each observation the place of the action with the highest value."""
        found = torch.zeros(self.size, dtype=torch.long)
        places = (values == self.best(values)[self.rows]).nonzero().squeeze(1)
        found[self.rows[places]] = places
        return found

    def drawn(self) -> torch.Tensor:
        """Draw an action for each observation, and return their places."""
        noise = -torch.log(-torch.log(torch.rand_like(self.scores).clamp(1e-10, 1 - 1e-7)))
        return self.highest(self.scores + noise)

    def taken(self, actions: torch.Tensor) -> torch.Tensor:
        """Return the chance of one action of each observation, as a logarithm."""
        return self.chances[self.actions == actions[self.rows]]

    def entropy(self) -> torch.Tensor:
        """Return how open the choices are, in the mean."""
        return -(self.chances.exp() * self.chances).sum() / self.size


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
        legal = np.concatenate([batch.masks for batch in self.batches])
        actors = np.concatenate([batch.actors for batch in self.batches])
        return torch.from_numpy(seen), torch.from_numpy(legal), torch.from_numpy(actors).long()

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
        return torch.stack([net.value(torch.from_numpy(each)) for each in seen], 1)


def rewarded(batch: Batch) -> np.ndarray:
    """Return the reward of both seats: for winning, and for every point that one is ahead."""
    ahead = (batch.scores - batch.scores[:, ::-1]) / 20
    return (np.where(batch.done[:, None] == 1, batch.rewards - 0.5, 0) + ahead).astype(np.float32)


# -- learning -------------------------------------------------------------------------------------


class Team:
    """The cores that learn together: each has the same net, and plays games of its own."""

    def __init__(self, rank: int = 0, cores: int = 1, meeting: str = "") -> None:
        self.rank = rank
        self.cores = cores
        if cores > 1:
            distributed.init_process_group("gloo", f"file://{meeting}", rank=rank, world_size=cores)

    def average(self, net: Net) -> None:
        """Let all have the mean of their gradients."""
        if self.cores > 1:
            gradients = [each.grad for each in net.parameters()]
            together = torch.cat([each.flatten() for each in gradients])
            distributed.all_reduce(together)
            together /= self.cores
            for each, part in zip(
                gradients, together.split([each.numel() for each in gradients]), strict=True
            ):
                each.copy_(part.view_as(each))

    def agree(self, number: float) -> float:
        """Return what the first of them says."""
        said = torch.tensor(number, dtype=torch.float64)
        if self.cores > 1:
            distributed.broadcast(said, 0)
        return float(said)


class Diary:
    """Keeps the net and how well it plays, on the way."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.begun, self.worked = time.monotonic(), time.process_time()
        self.curve = plan.out.with_name("curve.csv")
        self.curve.parent.mkdir(parents=True, exist_ok=True)
        self.curve.write_text("decisions,seconds,processor_seconds,won\n", "utf-8")

    @property
    def seconds(self) -> tuple[float, float]:
        """The time since it was begun, by the clock and of this core, which others may use too."""
        return time.monotonic() - self.begun, time.process_time() - self.worked

    def note(self, net: Net, decisions: int) -> None:
        """Let the net play, and keep both."""
        won = against(net, SPARRING, self.plan.games)
        row = [decisions, *map(round, self.seconds), round(won, 4)]
        with self.curve.open("a", newline="", encoding="utf-8") as file:
            csv.writer(file).writerow(row)
        new = self.plan.out.with_suffix(".new")
        torch.save(net.state_dict(), new)
        new.replace(self.plan.out)  # whole at any time, whatever happens
        print("{:>12,} decisions, {:,} s ({:,} s of a core): wins {:.1%}".format(*row), flush=True)


def learn(plan: Plan, rank: int = 0, meeting: str = "") -> Net:
    """Learn by a plan, as one of its cores; the first of them keeps the net."""
    torch.set_num_threads(1)
    torch.manual_seed(plan.seed)
    team = Team(rank, plan.cores, meeting)
    tables = Tables(plan.own, plan.sparring, plan.seed + 10_000_000 * rank)
    net = Net(tables.batches[0].encoder())
    torch.manual_seed(plan.seed + rank)
    optimizer = torch.optim.Adam(net.parameters(), lr=plan.rate, eps=1e-5)
    diary = Diary(plan) if rank == 0 else None
    if plan.shown:
        imitate(
            net, optimizer, team, *shown(plan.shown // tables.size, tables.size, plan.seed + rank)
        )
    each = STEPS * tables.size * plan.cores
    update = 0
    while True:
        spent = diary.seconds[1] / (60 * plan.minutes) if diary else 0.0
        left = 1 - team.agree(max(spent, update * each / plan.decisions))
        if diary and (update % plan.every == 0 or left <= 0):
            diary.note(net, update * each)
        if left <= 0:
            return net
        optimizer.param_groups[0]["lr"] = plan.rate * left
        improve(net, optimizer, team, ENTROPY * left, *played(net, tables))
        update += 1


@torch.no_grad()
def played(net: Net, tables: Tables) -> tuple[torch.Tensor, ...]:
    """Play on in all games; return each decision with its advantage and what came of it."""
    shape = (STEPS, tables.size)
    rows = torch.arange(tables.size)
    steps = []
    values = torch.zeros(shape)
    for step in range(STEPS):
        seen, legal, actors = tables.look()
        choices, values[step] = net(seen, legal)
        drawn = choices.drawn()
        actions = choices.actions[drawn]
        done, rewards = tables.play(actions)
        steps.append((seen, legal, actors, actions, choices.chances[drawn], done, rewards))
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
    team: Team,
    openness: float,
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
            choices, values = net(seen[some], legal[some])
            ratio = (choices.taken(actions[some]) - before[some]).exp()
            gain = advantages[some]
            gain = (gain - gain.mean()) / (gain.std() + 1e-8)
            policy = -torch.min(gain * ratio, gain * ratio.clamp(1 - CLIP, 1 + CLIP)).mean()
            value = (values - returns[some]).square().mean()
            loss = policy + VALUE * value - openness * choices.entropy()
            optimizer.zero_grad()
            loss.backward()
            team.average(net)
            nn.utils.clip_grad_norm_(net.parameters(), LONGEST_GRADIENT)
            optimizer.step()


# -- imitating ------------------------------------------------------------------------------------


def shown(steps: int, games: int, seed: int) -> tuple[torch.Tensor, ...]:
    """Watch a bot in both seats of some games; return what it saw, could do and did, how it ended.

    What came of games that were not played to their end is not a number.
    """
    batch, bot, rng = Batch(size=games, players=2, seed=seed), make(TEACHER), Random(seed)
    encoder = batch.encoder()
    rows = torch.arange(games)
    watched = []
    for _ in range(steps):
        views = [batch.view(game, seat) for game, seat in enumerate(batch.actors.tolist())]
        chosen = [view.codes[view.legal.index(bot.choose(view, view.legal, rng))] for view in views]
        before = (batch.observations, batch.masks, batch.actors, encoder.numbers[chosen])
        seen = [torch.from_numpy(array.copy()) for array in before]
        batch.step(chosen)
        ends = (batch.done == 1, rewarded(batch))
        watched.append((*seen, *(torch.from_numpy(array) for array in ends)))
    due = torch.full((games, 2), torch.nan)
    returns = []
    for _, _, actors, _, done, rewards in reversed(watched):
        due = torch.where(done[:, None], rewards, due)
        returns.append(due[rows, actors.long()])
    seen, legal, _, actions, _, _ = (torch.cat(part) for part in zip(*watched, strict=True))
    return seen, legal, actions.long(), torch.cat(returns[::-1])


def imitate(
    net: Net,
    optimizer: torch.optim.Optimizer,
    team: Team,
    seen: torch.Tensor,
    legal: torch.Tensor,
    actions: torch.Tensor,
    returns: torch.Tensor,
) -> None:
    """Make likelier what was shown, and learn what came of it."""
    known = ~returns.isnan()
    optimizer.param_groups[0]["lr"] = LESSON_RATE
    for _ in range(LESSONS):
        for some in torch.randperm(len(seen)).split(LESSON):
            choices, values = net(seen[some], legal[some])
            ended = known[some]
            value = (values - returns[some])[ended].square().sum() / len(some)
            loss = VALUE * value - choices.taken(actions[some]).mean()
            optimizer.zero_grad()
            loss.backward()
            team.average(net)
            nn.utils.clip_grad_norm_(net.parameters(), LONGEST_GRADIENT)
            optimizer.step()


def learn_together(rank: int, plan: Plan, meeting: str) -> None:
    """Learn as one of several processes."""
    learn(plan, rank, meeting)


# -- playing --------------------------------------------------------------------------------------


@torch.no_grad()
def against(net: Net, bot: str, games: int) -> float:
    """Return the share of wins against a bot, in games side by side that are all played out."""
    batch = Batch(size=games, players=2, seed=42, bots={1: bot})
    codes = batch.encoder().codes
    won, over = np.zeros(games), np.zeros(games, bool)
    while not over.all():
        choices, _ = net(torch.from_numpy(batch.observations), torch.from_numpy(batch.masks))
        batch.step(codes[choices.actions[choices.highest(choices.scores)].numpy()])
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
        choices, _ = self.net(seen, torch.from_numpy(self.encoder.mask(view))[None])
        number = int(choices.actions[choices.scores.argmax()])
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
    usual = Plan(cores=min(2, os.cpu_count() or 1))
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    for name, told in (
        ("minutes", "how long to learn, in time of a core"),
        ("decisions", "how many to learn from at most"),
        ("cores", "how many to use"),
        ("own", "games of the net against itself, on each core"),
        ("sparring", "games against the tourist, on each core"),
        ("shown", "decisions of the tourist to imitate first, on each core; 0: none"),
        ("seed", "from which chance follows"),
        ("rate", "the rate of learning at first"),
        ("out", "where the net is kept, and beside it curve.csv"),
        ("every", "updates between two looks at how well it plays"),
        ("games", "games against the tourist at each look"),
    ):
        value = getattr(usual, name)
        parser.add_argument(f"--{name}", type=type(value), default=value, help=told)
    parser.add_argument("--final", type=int, default=1000, help="games in the arena at the end")
    given = vars(parser.parse_args())
    given["out"] = Path(given["out"])
    final = given.pop("final")
    plan = Plan(**given)
    if plan.cores > 1:
        with tempfile.TemporaryDirectory() as folder:
            meeting = str(Path(folder) / "meeting")
            multiprocessing.spawn(learn_together, (plan, meeting), nprocs=plan.cores)
    else:
        learn(plan)
    bots = {"ppo": partial(Learned, str(plan.out)), "tourist": "tourist"}
    wins = Tournament(bots, games=final, seed=plan.seed).run().bot("ppo").wins
    print(f"ppo wins {wins.rate:.1%} of {final} games against the tourist, {wins}")


if __name__ == "__main__":
    main()
