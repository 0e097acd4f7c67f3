"""A game round by round, as far as statistics need it: who stood where, and who won what."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from estoril.game.events import EnigmaWon, Placed, RewardWon, RoundStarted
from estoril.game.game import Game


class Race(msgspec.Struct, frozen=True, array_like=True):
    """A location that somebody won: who, and which tiles came with it."""

    location: str
    winner: int
    tiles: tuple[str, ...] = ()


class RoundPlayed(msgspec.Struct, frozen=True, omit_defaults=True):
    """A round of a game.

    Attributes:
        stood: By seat, the spaces on which it placed, such as "church.II".
        races: The locations that somebody won.
        later: By seat, what the chance of all later rounds was worth, in wins; empty where nobody
            asked for it.
    """

    stood: tuple[tuple[str, ...], ...]
    races: tuple[Race, ...]
    later: tuple[float, ...] = ()


def rounds_of(game: Game) -> tuple[RoundPlayed, ...]:
    """Tell a game that was played from the start round by round.

    Examples:
        >>> import estoril
        >>> from estoril.arena.rounds import rounds_of
        >>> game = estoril.new_game(players=2, seed=7)
        >>> _ = game.play(0, estoril.Place("linda_x", "atlantico.III"))
        >>> rounds_of(game)
        (RoundPlayed(stood=(('atlantico.III',), ()), races=(), later=()),)
    """
    stood: list[list[list[str]]] = []
    races: list[dict[str, Race]] = []
    for event in game.history():
        match event.public:
            case RoundStarted():
                stood.append([[] for _ in range(game.players)])
                races.append({})
            case Placed(seat=seat, space=space):
                stood[-1][seat].append(space)
            case RewardWon(seat=seat, location=location, tile=tile):
                won = races[-1].get(location, Race(location, seat))
                races[-1][location] = Race(location, seat, (*won.tiles, tile))
            case EnigmaWon(seat=seat, location=location):
                races[-1].setdefault(location, Race(location, seat))
    return tuple(
        RoundPlayed(tuple(map(tuple, spaces)), tuple(won.values()))
        for spaces, won in zip(stood, races, strict=True)
    )


def with_luck(
    rounds: Sequence[RoundPlayed], luck: Sequence[Sequence[float]]
) -> tuple[RoundPlayed, ...]:
    """Note in each round what the luck of those after it (by round and seat) was worth."""
    return tuple(
        msgspec.structs.replace(played, later=_total(luck[number:], len(played.stood)))
        for number, played in enumerate(rounds, 1)
    )


def _total(luck: Sequence[Sequence[float]], players: int) -> tuple[float, ...]:
    return tuple(sum(each[seat] for each in luck) for seat in range(players))
