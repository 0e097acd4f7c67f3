"""Porter: one step ahead, but in sight of the own desk alone."""

from __future__ import annotations

from estoril.bots.informant import Informant
from estoril.bots.oversight import Oversight


class Porter(Informant):
    """Judges as an informant does what is near; forgets what it saw, counts late and by halves."""

    worlds = 1
    misses = Oversight(sight=3, memory=False, points=False, missions=3)
