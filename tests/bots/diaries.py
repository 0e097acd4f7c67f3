"""A bot that remembers its whole game, and a way to tell from its moves when it was made anew."""

from collections.abc import Sequence
from random import Random
from zlib import crc32

from estoril.actions import Action
from estoril.bots import Bot
from estoril.game import Game
from estoril.views import View

DIARY = "tests.bots.diaries:Diary"


class Diary(Bot):
    """Writes down every view that it is given, and chooses by all that is written."""

    def __init__(self) -> None:
        self.written = 0

    def choose(self, view: View, legal: Sequence[Action], rng: Random) -> Action:
        self.written = crc32(view.observed.image(), self.written)
        return legal[self.written % len(legal)]


def begun(game: Game, seat: int) -> list[int]:
    """Return at which decisions of its seat a diary was begun anew; it must have made them all."""
    again = Game(game.options, game.content, seed=0, auto_chance=False)
    diary, found, number = Diary(), [0], 0
    for step in game.steps:
        if step >> 16 == seat:
            view = again.view(seat)
            if again.code(diary.choose(view, view.legal, Random())) != step & 0xFFFF:
                diary = Diary()
                assert again.code(diary.choose(view, view.legal, Random())) == step & 0xFFFF
                found.append(number)
            number += 1
        again.follow([step])
    assert number > 10
    return found
