"""Tournaments as values: they go through pickle and copy, and show themselves in notebooks."""

from collections.abc import Callable

from estoril.arena import Tournament
from tests.views.test_drawing import pictures
from tests.views.test_pickling import V, ways


@ways
def test_a_tournament_goes_on_where_it_was(again: Callable[[V], V]) -> None:
    tournament = Tournament(["random", "tourist"], games=6, seed=1)
    played = tournament.play()
    next(played)
    played.close()
    other = again(tournament)
    assert other.header == tournament.header
    assert [game.index for game in other.results()] == [0]
    for each in (tournament, other):
        each.run()
    assert [game.result for game in other.results()] == [
        game.result for game in tournament.results()
    ]


def test_a_tournament_is_drawn_as_bars() -> None:
    tournament = Tournament(["random", "tourist"], games=2)
    tournament.run()
    assert len(pictures(tournament._repr_html_())) == 2
    assert "2 games" in tournament.figures()._repr_html_()
