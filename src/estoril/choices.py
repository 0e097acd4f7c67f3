"""What can be chosen for a game, declared once: modules, editions, variants, rulings, bots.

`options` checks choices; the content has a file for each box, the rulebook notes on each edition,
`bots` a module for each level.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Final

import msgspec


class Module(msgspec.Struct, frozen=True):
    """Something to play with beside the base set."""

    boxed: bool = False  # it has tiles, locations or missions of its own, in a box


class Edition(msgspec.Struct, frozen=True):
    """The points on which the rulebooks differ.

    Attributes:
        bars_assassins: Whether a tile with an Assassin may not be placed at the church.
        highest_space_loses: Whether, of those tied for the lowest strength at Hell's Mouth, the
            one on the highest-numbered space loses a character.
        share_up: Whether shares are rounded up, and not down, in the variant `mission_scoring`.
    """

    bars_assassins: bool  # LOC01-02
    highest_space_loses: bool  # LOC07-03
    share_up: bool  # VAR-MS-02


class Need(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a choice cannot do without: a module, or one of some numbers of players."""

    choice: str | int  # a module, a variant, or a number of players
    rule: str
    message: str  # for people who chose otherwise, in the catalogues behind `setup.`
    module: str | None = None
    players: tuple[int, ...] = ()

    def met(self, players: int, chosen: Collection[str]) -> bool:
        """Say whether so many players with these modules and variants have what is needed."""
        if self.choice != players and self.choice not in chosen:
            return True
        return players in self.players if self.module is None else self.module in chosen


PLAYERS: Final = (2, 3, 4, 5)
MODULES: Final[Mapping[str, Module]] = {
    "double_agent": Module(boxed=True),
    "promo": Module(boxed=True),
    "enigma": Module(),
    "vip": Module(boxed=True),
    "roulette": Module(),
}
VARIANTS: Final = ("secret_missions", "secret_agenda", "mission_scoring")
EDITIONS: Final[Mapping[str, Edition]] = {
    "superbox": Edition(bars_assassins=True, highest_space_loses=False, share_up=True),
    "english-2016": Edition(bars_assassins=False, highest_space_loses=False, share_up=True),
    "german": Edition(bars_assassins=False, highest_space_loses=True, share_up=True),
    "polish": Edition(bars_assassins=False, highest_space_loses=False, share_up=False),
}
# Other readings of the printed rulebooks than our rulings, each a switch of the catalog:
# ASN-01 and DAG-07; LOC07-04; SED-04
RULINGS: Final = ("controllers_hand", "removal_first", "strength_alone")
COLOURS: Final = ("red", "blue", "green", "yellow", "pink")
NEEDS: Final = (
    Need(5, "P5-01", "players.five", module="double_agent"),
    Need("roulette", "ROU-01", "roulette", module="vip"),
    Need("secret_missions", "VAR-SM-01", "secret_missions", players=(3, 4)),
)

# Our bots, the weakest first; what people can choose as opponents and stand-ins.
LEVELS: Final = (
    "tourist",
    "porter",
    "informant",
    "courier",
    "agent",
    "attache",
    "resident",
    "spymaster",
)
BOTS: Final = (*LEVELS, "random")
# What a bot of any level may be inclined to, where much is alike.
STYLES: Final = ("patient", "bold", "bluffer", "collector")
