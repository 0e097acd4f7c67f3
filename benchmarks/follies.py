"""Moves that a person laughs at: how often does a bot make them, and for nothing?

    python -m benchmarks.follies --games 60 --bot spymaster:simulations=2000

A bot plays itself. Counted are free looks that it declines, own characters that it shoots (but for
Hell's Mouth, where that may save another), shields on characters of rivals or where all is
resolved, and locations given away that the seat would win for certain: nobody can act there any
more, and there are no dice. Each may be right now and then. So whatever looks foolish is tried
anew beside the best choice that does not, in the same worlds, and is for nothing unless it is
better by two standard errors.
"""

from __future__ import annotations

import argparse
import multiprocessing
from collections import Counter
from collections.abc import Iterator
from functools import partial
from random import Random
from statistics import mean, stdev
from typing import Final

import estoril
from estoril.bots import make
from estoril.bots.sense import certain_wins
from estoril.engine import bits, flow, terms
from estoril.engine.kinds import Code, Seat, Space
from estoril.engine.state import State
from estoril.game.views import View
from estoril.review.foresight import Foresight
from estoril.review.weighing import tried

CHECKS: Final = 6000  # simulations in which a folly and what is no folly are tried anew
FIRST: Final = 900_000  # the seed of the first game
DOUBT: Final = 2.0  # standard errors by which a folly must be better to be none
KINDS: Final = {
    "look": "free looks declined",
    "shot": "own characters shot",
    "shield": "pointless shields",
    "certain": "certain wins given away",
}


def temptations(
    s: State, seat: Seat, codes: list[int]
) -> Iterator[tuple[str, list[int], list[int]]]:
    """Yield each kind of folly that is possible here, its actions, and those that are foolish."""
    kinds = {code: flow.kind_of(s.cat, Code(code)) for code in codes}
    if s.phase == terms.PEEKING:
        yield "look", codes, [code for code in codes if kinds[code] == terms.PASS]
    if s.phase != terms.USING_ABILITY:
        return
    aims = {code: s.space_cell[Space(code - s.cat.base[kinds[code]])] for code in codes
            if kinds[code] in (terms.ASSASSINATE, terms.SHIELD)}  # fmt: skip
    shots = [code for code in aims if kinds[code] == terms.ASSASSINATE]
    shields = [code for code in aims if kinds[code] == terms.SHIELD]
    if shots and not s.cat.sacrifice[s.location[s.slot]]:
        yield "shot", shots, [code for code in shots if bits.has(s.control[seat], aims[code])]
    if shields:
        idle = [
            code
            for code in shields
            if not bits.has(s.control[seat], aims[code])
            or bits.has(s.resolved, s.cat.cell_slot[aims[code]])
        ]
        yield "shield", shields, idle
    kept = certain_wins(s, seat, codes)
    if kept:
        yield "certain", codes, [code for code in codes if code not in kept]


def for_nothing(view: View, done: int, follies: list[int], seed: int) -> bool:
    """Say whether a folly is not clearly better than the best of what is none."""
    others = [code for code in view.codes if code not in follies]
    if not others:
        return False
    foresight = Foresight(view.observed.cat, seed)
    first = tried(foresight, view, others, CHECKS)
    best = max(first.tested, key=lambda each: each.chance).code
    folly, wise = tried(foresight, view, [done, best], CHECKS).batches
    apart = [one - two for one, two in zip(folly, wise, strict=True)]
    return mean(apart) <= DOUBT * stdev(apart) / len(apart) ** 0.5


def play(number: int, *, bot: str, players: int, modules: str) -> Counter[str]:
    """Play a game; count what may be a folly, what looks like one, and what was for nothing."""
    game = estoril.new_game(players=players, modules=modules or (), seed=number)
    rng, minds, count = Random(number), [make(bot) for _ in range(players)], Counter[str]()
    while not game.is_over:
        seat = Seat(game.to_act[0])
        view = game.view(seat)
        action = minds[seat].choose(view, view.legal, rng)
        done = game.code(action)
        for kind, actions, follies in temptations(view.observed, seat, view.codes):
            count[kind] += done in actions
            if done in follies:
                count[f"{kind} done"] += 1
                count[f"{kind} for nothing"] += for_nothing(view, done, follies, number)
        game.play(seat, action, events=False)
    return count


def main() -> None:
    """Count, and print a table."""
    parser = argparse.ArgumentParser(description="Count moves that a person laughs at.")
    parser.add_argument("--games", type=int, default=60, help="how many games are played")
    parser.add_argument("--bot", default="spymaster:simulations=2000", help="who plays itself")
    parser.add_argument("--players", type=int, default=2, help="how many play")
    parser.add_argument("--modules", default="", help="the modules, or all")
    parser.add_argument("--jobs", type=int, default=None, help="processes; one for each core")
    given = parser.parse_args()
    one = partial(play, bot=given.bot, players=given.players, modules=given.modules)
    count = Counter[str]()
    with multiprocessing.get_context("spawn").Pool(given.jobs) as pool:
        for found in pool.imap_unordered(one, range(FIRST, FIRST + given.games)):
            count += found
    print(f"{given.bot}, {given.games} games of {given.players}")
    print("| | of | looked foolish | for nothing |\n|---|---:|---:|---:|")
    for kind, name in KINDS.items():
        of, done, vain = (count[kind + end] for end in ("", " done", " for nothing"))
        print(f"| {name} | {of} | {done} | {vain} ({vain / max(1, of):.1%}) |")


if __name__ == "__main__":
    main()
