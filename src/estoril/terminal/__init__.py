"""Play in a plain terminal: line by line, over ssh, with a screen reader, without colours."""

from estoril.terminal.console import Console
from estoril.terminal.session import Session, player_names

__all__ = ["Console", "Session", "player_names"]
