"""People who type what a script says, at a terminal that is only a text."""

import io
from collections.abc import Iterable, Sequence
from pathlib import Path

import estoril
from estoril.terminal import Console, Hotseat, new_game


class Answers(io.StringIO):
    """Gives some lines, then the same one for ever, or the end of the input."""

    def __init__(self, first: Iterable[str] = (), then: str | None = "1") -> None:
        super().__init__()
        self.first = list(first)
        self.then = then

    def readline(self, _: int | None = -1, /) -> str:
        if self.first:
            return self.first.pop(0) + "\n"
        return "" if self.then is None else self.then + "\n"


class Table:
    """A game of people who follow a script."""

    def __init__(
        self,
        folder: Path,
        answers: Answers,
        *,
        players: int = 3,
        people: Sequence[tuple[int, str]] = ((0, "Ana"),),
        bots: Sequence[str] = ("random",),
        seed: int = 7,
        modules: str | tuple[str, ...] = "all",
        variants: str | tuple[str, ...] = (),
        rulings: str | tuple[str, ...] = (),
        width: int = 80,
        height: int = 24,
        confirm: bool = False,
    ) -> None:
        options = estoril.choose(players, modules, variants=variants, rulings=rulings)
        kept = new_game(options, people, bots, estoril.content(), seed=seed)
        self.target = io.StringIO()
        self.console = Console(answers, self.target, width=width, height=height, plain=True)
        self.file = folder / "game.json"
        self.hotseat = Hotseat(kept, self.file, self.console, confirm=confirm)

    def play(self) -> str:
        """Play, and return all that was written."""
        self.finished = self.hotseat.run()
        return self.text

    @property
    def text(self) -> str:
        """All that was written so far."""
        return self.target.getvalue()
