"""Errors: all that a caller can cause is an `EstorilError`, a message by key that is raised.

Errors know no words. `str(error)` and whoever shows one have it said in the language in use.
"""

from __future__ import annotations

from estoril.voice import Text, Wording


class EstorilError(Wording, Exception):
    """Anything that goes wrong by what the caller gave: `SetupError("setup.seats", seats=3, …)`."""

    def __reduce__(self) -> tuple[object, ...]:
        """Let errors pass between processes, whatever the constructor of their class takes."""
        return _restored, (type(self), self.args, self.__dict__)


def _restored(
    kind: type[EstorilError], args: tuple[object, ...], state: dict[str, object]
) -> EstorilError:
    error = kind.__new__(kind, *args)
    error.__dict__.update(state)
    return error


def cause(problem: BaseException) -> Text:
    """Return what an error says that causes another: one of ours is said along with that."""
    return problem if isinstance(problem, EstorilError) else str(problem)


class MissingExtra(EstorilError, ImportError):  # noqa: N818 - it says what is the matter
    """Something needs more than the game itself; the message names the `pip install` for it."""


class SetupError(EstorilError, ValueError):
    """A game cannot be set up like this; the message says why and what would work."""


class IllegalAction(EstorilError, ValueError):  # noqa: N818 - the name is part of the public face
    """The rules do not allow this action now; nothing has changed."""


class ActionError(EstorilError, ValueError):
    """This is no action of this game: an unknown name, or a code out of range."""


class PositionError(EstorilError, ValueError):
    """A line of text is no position; the message names the word that cannot be understood."""


class ChanceError(EstorilError, ValueError):
    """A chance outcome that was supplied is not possible here."""


class PackError(EstorilError, ValueError):
    """A packed view cannot be opened here: other rules, other content, or no such thing at all."""


class RecordError(EstorilError, ValueError):
    """A record cannot be read or does not replay; `where` names the place in it."""


class RecordDiffers(RecordError):  # noqa: N818 - it says what happened
    """A record can be read, but it is not what the rules give."""
