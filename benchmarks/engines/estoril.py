"""Estoril itself: four players, all modules; the same work as `estoril bench` where it has it."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count
from typing import TYPE_CHECKING, Final

from benchmarks.row import Kind, Row, Run, Seen, fraction

if TYPE_CHECKING:
    from estoril.engine.catalog import Catalog


def _sample(cat: Catalog, games: int = 50) -> tuple[float, float]:
    """Return the mean decisions in a game and legal actions at a decision, by some games."""
    from estoril.engine import flow, terms
    from estoril.engine.state import State

    seen = Seen()
    for seed in range(games):
        state = State(cat)
        flow.start(state, seed, 1)
        while state.phase != terms.OVER:
            n = flow.num_legal(state)
            flow.apply_nth(state, int(fraction() * n))
            seen.actions += n
            seen.decisions += 1
    return seen.decisions / games, seen.legal


def own(name: str) -> Callable[[], Run]:
    """Play as a row of `estoril bench` does, a whole game in a call."""

    def make() -> Run:
        from estoril import __version__, choose
        from estoril.bulk import bench
        from estoril.game.game import content_from

        setup = bench.Setup(choose(4, "all"), content_from(None))
        play = bench.WORK[name](setup)
        assert play is not None
        return Run(__version__, play, _sample(setup.cat)[1])

    return make


def batch() -> Run:
    """Play many games side by side, one decision in each in a call; those that end begin again."""
    from estoril import __version__, choose
    from estoril.bulk import bench
    from estoril.game.game import content_from

    setup = bench.Setup(choose(4, "all"), content_from(None))
    step = bench.WORK["batch"](setup)
    assert step is not None, "Batch needs NumPy"
    per_game, legal = _sample(setup.cat)

    def play() -> tuple[float, float]:
        decisions = step()
        return decisions, decisions / per_game

    return Run(__version__, play, legal)


def seen_by_the_seat(*, whole: bool) -> Callable[[], Run]:
    """Play as a bot does: by the view of the seat that decides, or by all the data in it."""

    def make() -> Run:
        from estoril import __version__, choose
        from estoril.game.game import Game, content_from
        from estoril.game.options import catalog_for

        options, content, seeds = choose(4, "all"), content_from(None), count()

        def play() -> int:
            game, decisions = Game(options, content, next(seeds)), 0
            while not game.is_over:
                seat = game.to_act[0]
                view = game.view(seat)
                if whole:
                    view.data()
                codes = view.codes
                game.play(seat, codes[int(fraction() * len(codes))], events=False)
                decisions += 1
            return decisions

        return Run(__version__, play, _sample(catalog_for(options, content))[1])

    return make


ROWS: Final = (
    Row("estoril", "whole games inside the engine", Kind.INSIDE, own("inside"), usual=True),
    Row("estoril", "batch of 1,024, observations", Kind.INSIDE, batch, usual=True),
    Row("estoril", "engine, num_legal and apply_nth", Kind.STEPPED, own("nth"), usual=True),
    Row("estoril", "engine, legal and play", Kind.STEPPED, own("codes"), usual=True),
    Row("estoril", "Game, legal and play", Kind.STEPPED, own("game"), usual=True),
    Row("estoril", "Game, with events", Kind.STEPPED, own("game_events")),
    Row("estoril", "Game, view of a seat, codes read", Kind.VIEW,
        seen_by_the_seat(whole=False), usual=True),
    Row("estoril", "Game, view of a seat, all read", Kind.VIEW,
        seen_by_the_seat(whole=True), usual=True),
    Row("estoril", "Game, views of four seats, all read", Kind.VIEW,
        own("view_data"), usual=True),
)  # fmt: skip
