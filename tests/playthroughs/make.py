"""Write the playthroughs: every seat's view after each decision of three games, a line each.

A leak of a secret, or a view that changes its mind, shows as a difference of these texts.

    python tests/playthroughs/make.py
"""

from collections.abc import Iterator
from pathlib import Path
from random import Random

import msgspec

import estoril
from estoril.game.game import Game
from estoril.game.views import LocationView, Space, View

HERE = Path(__file__).parent
GAMES = {
    "two": estoril.choose(2),
    "three": estoril.choose(3, ("double_agent", "promo"), "german", ("secret_missions",)),
    "four": estoril.choose(4, "all", "superbox", ("secret_agenda",)),
}


def lines(name: str) -> Iterator[str]:
    """Yield the lines of a playthrough."""
    options = GAMES[name]
    seed = list(GAMES).index(name)
    rng = Random(seed)
    game = Game(options, estoril.game.game.content_from(None), seed=1942 + seed)
    yield from _tell(game, game.history())
    yield from _views(game)
    while not game.is_over:
        seat = rng.choice(game.to_act)
        action = rng.choice(game.legal(seat))
        yield f"> seat {seat}: {action}"
        yield from _tell(game, game.play(seat, action))
        yield from _views(game)
    yield msgspec.json.encode(game.result).decode()


def _tell(game: Game, told: list[estoril.Event]) -> Iterator[str]:
    """Yield each event as an onlooker sees it, and where it differs as a seat does."""
    for event in told:
        yield "  " + _compact(event.public)
        for seat, fact in event.private.items():
            yield f"    {seat}: " + _compact(fact)


def _compact(fact: estoril.Fact) -> str:
    fields = {k: v for k, v in msgspec.to_builtins(fact).items() if k != "event"}
    return f"{fact.kind} " + " ".join(f"{k}={v}" for k, v in fields.items())


def _views(game: Game) -> Iterator[str]:
    for reader in [None, *range(game.players)]:
        yield f"  {'-' if reader is None else reader}| {_line(game.view(reader))}"


def _line(view: View) -> str:
    """Return a whole view in one line."""
    players = " ".join(
        f"{p.seat}:{'+'.join(p.hand) if p.hand is not None else p.hand_size}"
        f"/{p.markers}/{len(p.network)}/{'+'.join(d.tile for d in p.discards)}"
        f"{'/' + '+'.join(p.chosen) if p.chosen else ''}{'/' + p.agenda if p.agenda else ''}"
        f"{'/enigma' if p.enigma else ''}"
        for p in view.players
    )
    missions = " ".join(f"{m.mission or '?'}={','.join(map(str, m.counts))}" for m in view.missions)
    places = " ".join(_place(place) for place in view.places)
    choices = len(view.choices)
    return f"r{view.round} {players} | {missions} | {places} | pile {view.pile.size} | {choices}"


def _place(place: LocationView) -> str:
    rewards = "+".join(r.tile or "?" for r in place.rewards)
    spaces = "".join(_space(space) for space in place.spaces if space.occupied)
    stakes = "".join(f"${s.seat}:{s.tile or '?'}" for s in place.stakes)
    return f"{place.id}@{place.quarter}[{rewards}{'*' if place.enigma else ''}]{spaces}{stakes}"


def _space(space: Space) -> str:
    marks = "s" * space.shield + "v" * space.void + "t" * space.turned
    face = "" if space.face_up else "~"
    total = "" if space.strength is None else f"={space.strength.total}"
    return f"({space.numeral} {space.controller} {face}{space.tile or '?'}{total}{marks})"


def main() -> None:
    """Write all three."""
    for name in GAMES:
        (HERE / f"{name}.txt").write_text("\n".join(lines(name)) + "\n", "utf-8")


if __name__ == "__main__":
    main()
