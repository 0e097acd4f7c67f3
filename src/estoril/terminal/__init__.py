"""Play in a terminal: a drawn table, or plain lines for screen readers and pipes.

`Hotseat` is a game of people and bots at this terminal, `Session` one person's part of it.
"""

from estoril.extras import need

need("terminal")

from estoril.terminal.console import Console
from estoril.terminal.hotseat import Hotseat, new_game, try_again
from estoril.terminal.seats import names_of_colours
from estoril.terminal.session import Session

__all__ = ["Console", "Hotseat", "Session", "names_of_colours", "new_game", "try_again"]
