"""Messages for rooms that know no words: a key and arguments, said by whoever shows them.

The package itself names the speaker (`estoril.words.tell`), which is loaded with its catalogues
when the first message is said.
"""

from __future__ import annotations

TYPE_CHECKING = False  # type checkers take it for true; typing itself would cost time
if TYPE_CHECKING:
    from collections.abc import Callable


class Wording:
    """Something to say: the key of its text in the catalogues, and what fills that.

    `where` is the place that it speaks of, and `rule` the id of the rule that it goes by.
    """

    def __init__(
        self, key: str, /, *, where: Text = "", rule: str | None = None, **arguments: Argument
    ) -> None:
        self.key = key
        self.arguments = arguments
        self.where = where
        self.rule = rule

    def __str__(self) -> str:
        """Return the message in words, in the language that is spoken."""
        return _speaker(self)

    def __repr__(self) -> str:
        filled = "".join(f", {name}={value!r}" for name, value in self.arguments.items())
        return f"{type(self).__name__}({self.key!r}{filled})"


Text = str | Wording
Argument = str | int | Wording  # a message in a message is said along with it


def plain(message: Wording) -> str:
    """Return a message without words: place, key, arguments and rule."""
    filled = ", ".join(f"{name}={value}" for name, value in message.arguments.items())
    place = f"{message.where}: " if message.where else ""
    rule = f" ({message.rule})" if message.rule else ""
    return f"{place}{message.key}{f'({filled})' if filled else ''}{rule}"


_speaker: Callable[[Wording], str] = plain


def be_said_by(speaker: Callable[[Wording], str]) -> None:
    """Have all messages said by a speaker from now on."""
    global _speaker
    _speaker = speaker
