"""Twin games: two records that a reader cannot tell apart, up to a point.

The twin differs from the true game in something that the reader may not know: a face-down reward,
somebody else's agenda, a tile that another player put down. Whatever is made from the twin for
that reader must be the same, byte for byte.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from estoril.engine import bits, flow
from estoril.engine.kinds import Outcome, range
from estoril.errors import ActionError
from estoril.game.game import Game, content_from
from estoril.game.options import Options


def twin_steps(
    options: Options, steps: Sequence[int], reader: int | None, rng: Random
) -> list[int] | None:
    """Return the steps of a twin, as far as it looks the same to the reader.

    Args:
        options: Those of the game.
        steps: Those of the game (`Game.steps`).
        reader: The seat that must not notice; None is an onlooker.
        rng: Decides what is different.

    Returns:
        The steps of a game that differs from the true one in one step or more, up to where the
        reader would notice; None if no such game was found.
    """
    for _ in range(20):
        change = rng.randrange(len(steps))
        made = _twin(options, steps, reader, change, rng)
        if made is not None:
            return made
    return None


def _twin(
    options: Options, steps: Sequence[int], reader: int | None, change: int, rng: Random
) -> list[int] | None:
    """Take another step in one place, then the same ones again while that looks the same."""
    truth, twin = _blank(options), _blank(options)
    truth.follow(steps[:change])
    twin.follow(steps[:change])
    made = list(steps[:change])
    swapped: dict[int, int] = {}  # what was dealt elsewhere is dealt here the other way round
    for step in steps[change:]:
        seen = _look(truth, reader, step)
        others = [swapped.get(step, step), step] if swapped else _others(twin, step, rng)
        for other in others:
            trial = twin.copy()
            if _look(trial, reader, other) == seen:
                break
        else:
            break
        if other != step:
            swapped |= {step: other, other: step}
        twin = trial
        made.append(other)
    return made if swapped else None


def _blank(options: Options) -> Game:
    return Game(options, content_from(None), seed=0, auto_chance=False)


def _look(game: Game, reader: int | None, step: int) -> object:
    """Take a step and return all that the reader then knows; None if it is not possible."""
    try:
        events = game.follow([step])
    except ActionError:
        return None
    return [event.seen_by(reader) for event in events], game.view(reader).pack()


def _others(game: Game, step: int, rng: Random) -> list[int]:
    """Return some of what could happen instead of a step."""
    draw = flow.outcomes(game._state)
    found = [-1 - i for i in range(Outcome(64)) if bits.has(draw, i)]
    for seat in game.to_act:
        found += [seat << 16 | code for code in game.legal_codes(seat)]
    found = [other for other in found if other != step]
    return rng.sample(found, min(8, len(found)))
