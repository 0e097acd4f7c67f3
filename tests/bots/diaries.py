"""A bot that remembers its whole game, and a way to tell from its moves when it was made anew."""

from collections.abc import Iterator, Sequence
from random import Random
from zlib import crc32

from estoril.bots import Bot
from estoril.game.actions import Action
from estoril.game.game import Game
from estoril.game.views import View

DIARY = "tests.bots.diaries:Diary"


class Diary(Bot):
    """Writes down every view that it is given, and chooses by all that is written."""

    def __init__(self, written: int = 0) -> None:
        self.written = written

    def choose(self, view: View, legal: Sequence[Action], rng: Random) -> Action:
        self.written = crc32(view.observed.image(), self.written)
        return legal[self.written % len(legal)]


def asked(game: Game) -> Iterator[tuple[int, int, list[View]]]:
    """Yield every decision: seat, code, and the views that the seat may have had of it.

    There are several views where several seats discard at once: who was asked first may have
    answered last.
    """
    again = Game(game.options, game.content, seed=0, auto_chance=False)
    views: dict[int, list[View]] = {}
    for step in game.steps:
        if step >= 0:
            views = {seat: [*views.get(seat, ()), again.view(seat)] for seat in again.to_act}
            yield step >> 16, step & 0xFFFF, views.pop(step >> 16)
        again.follow([step])


def begun(game: Game, seat: int, least: int = 10) -> list[int]:
    """Return at which decisions of its seat a diary was begun anew, as seldom as can be.

    It must have made all of them.
    """
    own = [(code, views) for other, code, views in asked(game) if other == seat]
    assert len(own) >= least
    possible: dict[int, list[int]] = {}  # what may be written now, and when that was begun
    for number, (code, views) in enumerate(own):
        fewest = min(possible.values(), key=len, default=[])
        before = {**possible, 0: [*fewest, number]}
        possible = {}
        for written, found in sorted(before.items(), key=lambda item: -len(item[1])):
            for view in views:
                diary = Diary(written)
                action = diary.choose(view, view.legal, Random())
                if view.codes[view.legal.index(action)] == code:
                    possible[diary.written] = found
        assert possible, f"decision {number} is not a diary's"
    return min(possible.values(), key=len)
