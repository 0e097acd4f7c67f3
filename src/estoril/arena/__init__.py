"""The arena: games and tournaments between bots, fair, repeatable and measured.

Examples:
    >>> from estoril.arena import Tournament, play_game, play_match
    >>> play_game(["random", "random"], seed=7).result.winners  # one game, with its statistics
    (0,)
    >>> play_match({"habit": "tourist", "chance": "random"}, games=20, seed=3)
    {'habit': 0.975, 'chance': 0.025}
    >>> tournament = Tournament(["random", "random"], games=10)  # jobs=2, out="ladder.jsonl", ...
    >>> tournament.run().games
    10

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
