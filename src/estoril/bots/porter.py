"""Porter: one step ahead, but in sight of the own desk alone."""

from __future__ import annotations

from estoril.bots.informant import Informant
from estoril.bots.oversight import Oversight


class Porter(Informant):
    """Judges as an informant does what is near; minds no points, and missions when it is late."""

    worlds = 1
    misses = Oversight(sight=3, points=False, missions=3)
