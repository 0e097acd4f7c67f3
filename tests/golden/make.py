"""Write the golden records anew: only when the rules have changed on purpose.

python tests/golden/make.py
"""

from pathlib import Path
from random import Random

import estoril
from estoril import records
from estoril.testing import play_randomly

HERE = Path(__file__).parent

# name: players, modules, edition, variants
GAMES: dict[str, tuple[int, tuple[str, ...] | str, str, tuple[str, ...]]] = {
    "base-2": (2, (), "superbox", ()),
    "base-3": (3, (), "superbox", ()),
    "base-4": (4, (), "superbox", ()),
    "double-agent-5": (5, ("double_agent",), "superbox", ()),
    "promo-3": (3, ("promo",), "superbox", ()),
    "enigma-4": (4, ("enigma",), "superbox", ()),
    "vip-2": (2, ("vip",), "superbox", ()),
    "roulette-4": (4, ("vip", "roulette"), "superbox", ()),
    "all-5": (5, "all", "superbox", ("secret_agenda", "mission_scoring")),
    "english-2016-4": (4, (), "english-2016", ("secret_missions",)),
    "german-3": (3, (), "german", ("secret_agenda",)),
    "polish-4": (4, (), "polish", ("mission_scoring",)),
}


def main() -> None:
    """Play each game at random and save it."""
    for seed, (name, (players, modules, edition, variants)) in enumerate(GAMES.items()):
        game = estoril.new_game(
            players, seed=1942 + seed, modules=modules, edition=edition, variants=variants
        )
        for _ in play_randomly(game, Random(seed)):
            pass
        records.save(game.record(), HERE / f"{name}.json")


if __name__ == "__main__":
    main()
