"""Write the golden records of games between bots anew: only when the rules have changed on purpose.

python tests/golden/make.py [NAME ...]

The records beside this file are of version 1, of random play, and stay as they are. Those in
`bots/` are of games between bots of every level, in every edition, module and variant. The
spymaster thinks by the clock, so its games come out differently each time.
"""

import sys
from pathlib import Path
from random import Random
from typing import Any

import estoril
from estoril import records
from estoril.bots import make

HERE = Path(__file__).parent / "bots"

GAMES: dict[str, tuple[tuple[str, ...], dict[str, Any]]] = {
    "base-2": (("spymaster:seconds=0.2", "agent"), {}),
    "base-3": (("agent", "informant", "tourist"), {}),
    "base-4": (("informant", "agent", "informant", "agent"), {}),
    "double-agent-5": (("agent",) * 5, {"modules": "double_agent"}),
    "promo-3": (("agent", "agent", "informant"), {"modules": "promo"}),
    "enigma-4": (("informant", "tourist", "agent", "agent"), {"modules": "enigma"}),
    "vip-2": (("agent", "informant"), {"modules": "vip"}),
    "roulette-4": (("agent", "informant", "agent", "tourist"), {"modules": ("vip", "roulette")}),
    "roulette-3": (("informant",) * 3, {"modules": ("vip", "roulette"), "seed": 3}),
    "all-2": (("spymaster:seconds=0.2", "spymaster:seconds=0.2"), {"modules": "all"}),
    "all-4": (("spymaster:seconds=0.2", "agent", "informant", "tourist"), {"modules": "all"}),
    "all-5": (
        ("agent", "informant", "agent", "informant", "agent"),
        {"modules": "all", "variants": ("secret_agenda", "mission_scoring")},
    ),
    "secret-missions-3": (("agent",) * 3, {"modules": "all", "variants": ("secret_missions",)}),
    "english-2016-4": (
        ("agent", "informant", "agent", "informant"),
        {"edition": "english-2016", "variants": ("secret_missions",)},
    ),
    "german-3": (("agent",) * 3, {"edition": "german", "variants": ("secret_agenda",)}),
    "polish-4": (
        ("informant", "agent", "tourist", "agent"),
        {"edition": "polish", "modules": "all", "variants": ("mission_scoring",)},
    ),
    "rulings-5": (("agent", "informant") * 2 + ("agent",), {"modules": "all", "rulings": "all"}),
}


def main() -> None:
    """Let the bots play each game that is asked for, or all, and save it."""
    HERE.mkdir(exist_ok=True)
    for number, (name, (specs, setup)) in enumerate(GAMES.items()):
        if name not in (sys.argv[1:] or GAMES):
            continue
        setup = {"seed": 1942 + number, **setup}
        game = estoril.new_game(len(specs), **setup)
        bots, rng = [make(spec) for spec in specs], Random(setup["seed"])
        while not game.is_over:
            for seat in game.to_act:
                action = bots[seat].choose(game.view(seat), game.legal(seat), rng)
                game.play(seat, action, events=False)
        records.save(game.record(), HERE / f"{name}.json")
        print(name, [seat.total for seat in game.result.seats], flush=True)


if __name__ == "__main__":
    main()
