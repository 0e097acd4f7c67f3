"""Porter: one step ahead, but in sight of the own desk alone."""

from __future__ import annotations

from estoril.bots.informant import Informant
from estoril.bots.oversight import Oversight


class Porter(Informant):
    """Judges as an informant does what is near, forgets what it saw, counts missions late."""

    worlds = 1
    misses = Oversight(sight=2, memory=False, missions=4)
