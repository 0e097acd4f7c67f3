"""What a bot is: it gets what its seat may know and what it may do, and chooses.

A bot plays one seat of one game. It is made for that game, is asked for every decision of its seat
(`driver`), and never sees anything but views. So it may remember; but it may also begin in the
middle of a game, for somebody who has left or after a process has ended. All its chance comes from
the generator it is given, so that the same information and the same generator give the same choice.
"""

from __future__ import annotations

import traceback
from collections.abc import Sequence
from random import Random
from typing import Final

import msgspec

from estoril.errors import EstorilError
from estoril.game.actions import Action
from estoril.game.sentences import Name, NameKind, Sentence, Term
from estoril.game.views import View

NAMED: Final[tuple[NameKind, ...]] = ("tile", "location", "player")  # in remarks


class BotError(EstorilError):
    """A bot cannot be made or did what it must not; the message says which and what."""


class Remark(msgspec.Struct, frozen=True):
    """One reason for a choice, as a message in any language.

    Attributes:
        key: The key of the message in the catalogues.
        arguments: What fills it; `tile` and `location` are ids and `player` a seat, which a
            `Teller` names.

    Examples:
        >>> import estoril
        >>> from estoril.bots import Remark
        >>> from estoril.words import Teller
        >>> remark = Remark("bot.spare", {"tile": "linda_x"})
        >>> teller = Teller(estoril.content(), ["Ana", "Bruno"])
        >>> "Linda X." in teller.tell_remark(remark.key, remark.arguments)
        True
    """

    key: str
    arguments: dict[str, str | int] = {}

    @property
    def sentence(self) -> Sentence:
        """It as a sentence that anybody can say who knows the names."""
        arguments: dict[str, Term] = dict(self.arguments)
        number = arguments.pop("number", None)
        for kind in NAMED:
            if kind in self.arguments:
                arguments[kind] = Name(kind, self.arguments[kind])
        return Sentence(self.key, arguments, number if isinstance(number, int) else None)


class Bot:
    """A player that chooses among the legal actions of its seat.

    Write your own by deriving from this class; keyword arguments of `__init__` can be given in
    the spec string (`my_package:MyBot:patience=3`). A bot that goes by the clock says in an
    attribute `seconds` how long it takes for a decision.

    Examples:
        >>> import estoril
        >>> from random import Random
        >>> from estoril.bots import Bot
        >>> class Hasty(Bot):
        ...     def choose(self, view, legal, rng):
        ...         return legal[0]
        >>> game = estoril.new_game(players=2, seed=7)
        >>> Hasty().choose(game.view(0), game.legal(0), Random(1))
        Place(tile='linda_x', space='atlantico.III')
    """

    def choose(self, view: View, legal: Sequence[Action], rng: Random) -> Action:
        """Return one of the legal actions, from nothing but what is given here.

        Args:
            view: What the bot's seat (`view.seat`) may know.
            legal: What it may do, never empty: the same as `view.legal`.
            rng: Where all its chance comes from.

        Returns:
            A member of `legal`. Anything else, and whatever is raised, is a fault: another bot
            decides in this one's place.
        """
        raise NotImplementedError

    def explain(self) -> tuple[Remark, ...]:
        """Say why the last action was chosen, the most telling reason first; () if it cannot.

        This may tell what only the bot's seat knows: it is for who may know that, or for when
        the game is over.
        """
        return ()


def described(problem: BaseException) -> str:
    """Say what was raised, and where."""
    text = f"{type(problem).__name__}: {problem}" if str(problem) else type(problem).__name__
    frames = traceback.extract_tb(problem.__traceback__)
    if not frames:
        return text
    file = frames[-1].filename.replace("\\", "/").rpartition("/")[2]
    return f"{text} ({file}, line {frames[-1].lineno})"
