"""Games, views and results show themselves in notebooks, with our drawings."""

from html import escape
from pathlib import Path
from random import Random
from xml.etree import ElementTree

import pytest

import estoril
from estoril.game import drawing, showing
from estoril.game.game import Game
from estoril.testing import play_randomly


def played(most: int) -> Game:
    game = estoril.new_game(3, seed=5, modules="all")
    for _ in play_randomly(game, Random(3), most=most):
        pass
    return game


def pictures(html: str) -> list[ElementTree.Element]:
    """Return the pictures in a piece of HTML; each must be well-formed."""
    parts = html.replace("<br>", "").split('<svg xmlns="')[1:]
    found = []
    for part in parts:
        depth = end = 0
        for i in range(len(part)):
            if part.startswith("<svg", i):
                depth += 1
            elif part.startswith("</svg>", i):
                if depth == 0:
                    end = i
                    break
                depth -= 1
        found.append(ElementTree.fromstring('<svg xmlns="' + part[:end] + "</svg>"))
    return found


def test_everything_in_the_boxes_is_drawn() -> None:
    kit = drawing.drawings()
    assert kit is not None, "the client is not built"
    content = estoril.content()
    assert {location.id for location in content.locations} == kit.boards.keys()
    assert {tile.id for tile in content.tiles} == {*kit.tiles, *kit.starting}
    assert {colour for drawn in kit.starting.values() for colour in drawn} == kit.markers.keys()


def test_a_view_is_drawn_with_what_the_seat_knows() -> None:
    kit, game = drawing.drawings(), played(14)
    assert kit is not None
    for seat in range(3):
        view = game.view(seat)
        html = view._repr_html_()
        grid, hand = pictures(html)
        boards = [child for child in grid if child.tag.endswith("svg")]
        assert len(boards) == len(view.places)
        assert len([child for child in hand if child.tag.endswith("svg")]) == len(
            view.players[seat].hand or ()
        )
        for place in view.places:
            assert escape(showing._Shown(view).name(place.id)) in html
        hidden = sum(
            not space.face_up for place in view.places for space in place.spaces if space.occupied
        ) + sum(reward.tile is None for place in view.places for reward in place.rewards)
        assert html.count(kit.folder) == hidden
    assert game._repr_html_().count(kit.folder) == hidden - sum(
        reward.tile is None for place in view.places for reward in place.rewards
    )


def test_without_drawings_words_are_shown(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(drawing, "_FILE", str(tmp_path / "none.json"))
    drawing.drawings.cache_clear()
    try:
        html = played(14).view(0)._repr_html_()
    finally:
        monkeypatch.undo()
        drawing.drawings.cache_clear()
    assert "<svg" not in html and "<td><b>" in html


def test_content_of_ones_own_is_drawn_plainly(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text('[tiles.mata_h]\nname = "Mata <H>"\nflag = "FR"\nstrength = 9\npoints = 1\n')
    game = estoril.new_game(2, seed=1, content=file)
    table = drawing._Table(drawing.drawings(), game.view(0))  # type: ignore[arg-type]
    drawn = table.tile("mata_h", None)
    assert "Mata &lt;H&gt;" in drawn
    ElementTree.fromstring(f"<svg>{drawn}</svg>")


def test_results_are_drawn_as_bars() -> None:
    result = played(10_000).result
    (bars,) = pictures(result._repr_html_())
    words = [element.text for element in bars.iter() if element.tag.endswith("text")]
    assert [f"{seat.total}: " in str(told) for seat, told in zip(
        result.seats, words[1::2], strict=True
    )] == [True] * 3  # fmt: skip
