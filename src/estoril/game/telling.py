"""Telling: facts, choices and results as sentences without words (`Sentence`), for any language.

Who shows a sentence says it: `words.Teller` here, the browser in its own words. Everything that
chooses between wordings is decided here, so that a reader needs the catalogue and names alone.

Examples:
    >>> import estoril
    >>> from estoril.game.telling import Narrator
    >>> game = estoril.new_game(players=2, seed=7)
    >>> event = game.play(0, estoril.Place("linda_x", "atlantico.III"))[0]
    >>> said = Narrator(game.content, players=2).tell(event.public)
    >>> said.key, said.arguments["seat"]
    ('event.placed.hidden', Name(kind='player', id=0))
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache, cached_property, lru_cache
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import msgspec

from estoril.boxes import Content
from estoril.engine.catalog import columns_for
from estoril.game import actions, events
from estoril.game.sentences import Name, Sentence, Term

if TYPE_CHECKING:
    from estoril.game.results import Result
    from estoril.game.tabletop import Decision
    from estoril.game.views import View

_SILENT: Final = ("noise", "detail")
_TOLD: Final = 4096  # sentences that are kept; the same things happen again and again


class Narrator:
    """Tells what happens in the games of one setup."""

    def __init__(self, content: Content, players: int) -> None:
        self.columns = columns_for(players)
        self._starting = frozenset(tile.id for tile in content.tiles if tile.starting)
        self.tell = lru_cache(_TOLD)(self._tell_fact)
        self.mention = lru_cache(_TOLD)(self._mention_fact)

    def _tell_fact(self, fact: events.Fact) -> Sentence:
        """Tell a fact as a sentence of the log."""
        return _plan(type(fact)).tell(fact, Audience(self, None))

    def _mention_fact(self, fact: events.Fact) -> Sentence | None:
        """Tell a fact if it says anything to a person who sees the table."""
        return None if fact.shown.tone in _SILENT else self._tell_fact(fact)

    def tell_action(self, action: actions.Action, view: View | None = None) -> Sentence:
        """Tell an action to the one who may take it.

        With the view of that seat, characters are named instead of their spaces alone.
        """
        return _plan(type(action)).tell(action, Audience(self, view))

    def reader(self, view: View) -> Audience:
        """Return who has this view, to be told actions."""
        return Audience(self, view)

    def of_set(self, tile: str, colour: int, seat: int) -> Term:
        """Name a tile; a starting tile from another player's set is told apart."""
        if colour in (seat, -1) or tile not in self._starting:
            return Name("tile", tile)
        arguments: dict[str, Term] = {"tile": Name("tile", tile), "player": Name("player", colour)}
        return Sentence("tile.of_set", arguments)


@lru_cache(64)
def narrator_for(table: actions.ActionTable) -> Narrator:
    """Return who tells of the games of an action table's setup, made once."""
    return Narrator(table.cat.content, table.cat.players)


def tell_decision(decision: Decision) -> Sentence:
    """Tell who decides what."""
    seats = decision.seats
    return Sentence(f"decision.{decision.kind}", {"seats": Name("players", seats)}, len(seats))


def tell_winners(result: Result) -> Sentence:
    """Tell who won, and by what where the points are equal."""
    if len(result.winners) > 1:
        return Sentence("score.shared", {"winners": Name("players", result.winners)})
    best = result.seats[result.winners[0]]
    beaten = [seat for seat in result.seats if seat.total == best.total and seat.seat != best.seat]
    won: dict[str, Term] = {"winner": Name("player", best.seat)}
    if not beaten:
        return Sentence("score.won", won)
    equal = any(seat.accomplished == best.accomplished for seat in beaten)
    won["others"] = Name("players", tuple(seat.seat for seat in beaten))
    return Sentence("score.won.tiles" if equal else "score.won.missions", won)


def spot(id: str) -> Name:
    """Name a space, or a reward such as `palacio.R`."""
    return Name("reward" if id.endswith((".R", ".R2")) else "space", id)


# -- the ways of declared sentences ---------------------------------------------------------------


class Audience:
    """To whom something is told: of choices, somebody with a view (`Narrator.reader`)."""

    def __init__(self, narrator: Narrator, view: View | None) -> None:
        self.narrator = narrator
        self.view = view

    @cached_property
    def decision(self) -> Decision | None:
        """What the reader must decide."""
        return None if self.view is None else self.view.decision

    @cached_property
    def missions(self) -> tuple[str, ...]:
        """The missions that the reader knows."""
        return () if self.view is None else self.view.known_missions

    def tell(self, action: actions.Action) -> Sentence:
        """Tell an action that the reader may take."""
        return _plan(type(action)).tell(action, self)

    def who(self, space: str) -> Term:
        """Name a character by its space, as well as the reader knows it."""
        return _who(self, space)

    def scene(self, action: actions.Action) -> tuple[object, ...]:
        """Return what the sentence about an action depends on, beside the action."""
        plan = _plan(type(action))
        if not plan.scene:
            return ()
        values = msgspec.structs.astuple(action) + plan.words
        return tuple([look(self, *[values[i] for i in about]) for look, about in plan.scene])


class _Plan(NamedTuple):
    """How values of one type are told: what a declared sentence comes down to.

    What endings and wordings are about are the numbers of fields, or of words after the fields.
    """

    key: str
    plain: tuple[tuple[str, int], ...]  # the fields that need no wording
    words: tuple[str, ...]
    endings: tuple[tuple[Callable[..., str], tuple[int, ...]], ...]
    arguments: tuple[tuple[str, Callable[..., Term], tuple[int, ...]], ...]
    counting: int | None
    scene: tuple[tuple[Callable[..., object], tuple[int, ...]], ...]  # what of a view matters

    def tell(self, value: msgspec.Struct, reader: Audience) -> Sentence:
        """Make the sentence about a value."""
        values = msgspec.structs.astuple(value) + self.words
        key = self.key
        for ending, about in self.endings:
            key += ending(reader, *[values[i] for i in about])
        arguments: dict[str, Term] = {
            name: values[i] for name, i in self.plain if type(values[i]) in (int, str)
        }
        for name, wording, about in self.arguments:
            given = [values[i] for i in about]
            arguments[name] = "" if given[0] is None else wording(reader, *given)
        number = None if self.counting is None else values[self.counting]
        return Sentence(key, arguments, number or None)


@cache
def _plan(kind: type[events.Fact] | type[actions.Action]) -> _Plan:
    """Prepare to tell values of a type."""
    key, sentence = f"action.{actions.kind_name(kind)}", kind.sentence
    if issubclass(kind, events.Fact):
        key, sentence = f"event.{actions.kind_name(kind)}", events.SENTENCES[kind]
    fields = kind.__struct_fields__
    words = tuple(each for _, *about in sentence.endings for each in about if each not in fields)
    place = {each: i for i, each in enumerate(fields + words)}
    ways = (*sentence.endings, *sentence.arguments.values())
    return _Plan(
        key,
        tuple((field, place[field]) for field in fields if field not in sentence.arguments),
        words,
        tuple(
            (ENDINGS[how], tuple(place[each] for each in about)) for how, *about in sentence.endings
        ),
        tuple(
            (name, WORDINGS[how], tuple(place[each] for each in about))
            for name, (how, *about) in sentence.arguments.items()
        ),
        place.get(sentence.counting),
        tuple(
            (SCENES[how], tuple(place[each] for each in about))
            for how, *about in ways
            if how in SCENES
        ),
    )


def _facing(reader: Audience, tile: str | None, face_up: bool) -> str:
    """Tell a face-up tile from a face-down one, and that from one the reader does not know."""
    return ".up" if face_up else ".hidden" if tile is None else ".down"


def _own(seat: int, owner: int) -> str:
    return ".own" if seat == owner else ".other"


def _decision(reader: Audience) -> str:
    return "" if reader.decision is None else f".{reader.decision.kind}"


def _die(reader: Audience) -> str:
    return "" if reader.view is None or reader.view.die is None else ".to"


def _drawn(reader: Audience, tile: str) -> str:
    if reader.view is None:
        return ""
    return ".drawn" if tile == reader.view.drawn else ".reward"


# endings that are to be chosen from are given as they are
ENDINGS: Mapping[str, Callable[..., str]] = {
    "known": lambda _, thing: ".hidden" if thing is None else ".known",
    "facing": _facing,
    "own": lambda _, seat, owner: _own(seat, owner),
    "taken": lambda _, to, seat, owner: ".taken" if to is not None else _own(seat, owner),
    "value": lambda _, value: f".{value}",
    "there": lambda _, value, ending, other: other if value is None else ending,
    "some": lambda _, number, ending, other: ending if number else other,
    "sum": lambda _, *parts: ".sum" if any(parts) else ".plain",
    # of what can be chosen
    "decision": _decision,
    "die": _die,
    "drawn": _drawn,
}


def _reward(reader: Audience, location: str, which: int | None) -> Term:
    return "" if which is None else Name("reward", f"{location}.{'R2' if which else 'R'}")


def _folder(reader: Audience, target: str, owner: int | None) -> Term:
    """Name what somebody looked at: a player's tile, or a reward."""
    if owner is None:
        return spot(target)
    arguments: dict[str, Term] = {"player": Name("player", owner), "space": Name("space", target)}
    return Sentence("who.other.hidden", arguments)


def _strength(
    reader: Audience, printed: int, flags: int, location: int, nationalism: int, dice: int
) -> Term:
    """Tell a strength by its parts; those that are zero are left out."""
    parts = {"flags": flags, "location": location, "nationalism": nationalism, "dice": dice}
    total: Term = printed
    for part, number in parts.items():
        if number:
            more = Sentence(f"strength.{part}", number=number)
            total = Sentence("strength.plus", {"sum": total, "part": more})
    return total


def _here(reader: Audience, numeral: str) -> Term:
    """Name a space of the location that is being resolved."""
    if reader.decision is None or reader.decision.location is None:
        return numeral
    return Name("space", f"{reader.decision.location}.{numeral}")


def _who(reader: Audience, id: str) -> Term:
    """Name a character by its space, as well as the reader knows it."""
    if id.endswith((".R", ".R2")):
        return spot(id)
    place: dict[str, Term] = {"space": Name("space", id)}
    view = reader.view
    space = None if view is None else view.space(id)
    if view is None or space is None or space.owner is None:
        return Sentence("who.unknown", place)
    whose = "own" if space.owner == view.seat else "other"
    state = "hidden" if space.tile is None else "up" if space.face_up else "down"
    tile: Term = "" if space.tile is None else Name("tile", space.tile)
    found = Sentence(
        f"who.{whose}.{state}", {"player": Name("player", space.owner), "tile": tile, **place}
    )
    if space.turned and space.controller is not None:
        return Sentence("who.turned", {"who": found, "player": Name("player", space.controller)})
    return found


def _turned_die(reader: Audience, by: int) -> int:
    return by if reader.view is None or reader.view.die is None else reader.view.die + by


def _of_set(reader: Audience, tile: str, colour: int | None, seat: int) -> Term:
    return reader.narrator.of_set(tile, seat if colour is None else colour, seat)


def _of_my_set(reader: Audience, tile: str, colour: int | None) -> Term:
    mine = None if reader.view is None else reader.view.seat
    return _of_set(reader, tile, colour, -1 if mine is None else mine)


def _name(kind: Any) -> Callable[..., Term]:
    return lambda _, id: Name(kind, id)


# of which the first value is known; what the reader may not know has no words
WORDINGS: Mapping[str, Callable[..., Term]] = {
    "player": _name("player"),
    "tile": _name("tile"),
    "mission": _name("mission"),
    "location": _name("location"),
    "around": lambda _, space: Name("location", space.partition(".")[0]),
    "spot": lambda _, id: spot(id),
    "reward": _reward,
    "folder": _folder,
    "of_set": _of_set,
    "ordinal": lambda _, index: index + 1,
    "row": lambda reader, place: place // reader.narrator.columns + 1,
    "column": lambda reader, place: place % reader.narrator.columns + 1,
    "turn": lambda _, quarters: Sentence(f"turn.{quarters}"),
    "signed": lambda _, number: f"{number:+d}".replace("-", "\N{MINUS SIGN}"),
    "sum": lambda _, dice: sum(dice),
    "added": lambda _, dice: " + ".join(map(str, dice)),
    "less": lambda _, dice: " - ".join(map(str, sorted(dice, reverse=True))),
    "strength": _strength,
    # of what can be chosen
    "who": _who,
    "here": _here,
    "die": _turned_die,
    "of_my_set": _of_my_set,
}


# what endings and wordings of choices depend on, beside the values that they are given
SCENES: Mapping[str, Callable[..., object]] = {
    "decision": lambda reader: reader.decision.kind,
    "die": lambda reader, *_: reader.view.die,
    "drawn": lambda reader, _: reader.view.drawn,
    "who": lambda reader, id: None if id.endswith((".R", ".R2")) else _lying_on(reader.view, id),
    "here": lambda reader, _: reader.decision.location,
    "of_my_set": lambda reader, *_: reader.view.seat,
}


def _lying_on(view: View, id: str) -> object:
    return view.seat, view.lying_on(id)
