"""The arena: games and tournaments between bots, fair, repeatable and measured.

    from estoril.arena import Tournament, play_game, play_match

    play_game(["random", "random"], seed=7).result        # one game, with its statistics
    play_match({"old": make_old, "new": make_new}, games=2000)   # {'old': 0.46, 'new': 0.54}
    Tournament(["tourist", "random"], games=400, jobs=2, out="ladder.jsonl").run()

`schedule` says who plays whom, `play` plays a game and notes what bots do wrong, `workers` are
the processes, `journal` is the file of a tournament, `figures` add the games up and `ratings`
rate the bots. Without time budgets a tournament gives the same games for the same seed, however
many processes play it. Worker processes import the program that starts them, so a script that
uses `jobs` begins under `if __name__ == "__main__":`.
"""

from __future__ import annotations

from estoril.extras import need

need("arena")

from estoril.arena.figures import TournamentFigures, add_up
from estoril.arena.play import BotFault, Fault, Played, play_game
from estoril.arena.tournament import Tournament, play_match
from estoril.arena.workers import ArenaError

__all__ = [
    "ArenaError",
    "BotFault",
    "Fault",
    "Played",
    "Tournament",
    "TournamentFigures",
    "add_up",
    "play_game",
    "play_match",
]
