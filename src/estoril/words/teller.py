"""Tells facts, choices and results in sentences, with everybody and everything by name."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any, Final

from estoril.boxes import Content, Tile, load
from estoril.engine import terms
from estoril.game.actions import Action
from estoril.game.events import Fact
from estoril.game.reason import Reason
from estoril.game.sentences import Name, Sentence, Term
from estoril.game.telling import Narrator, spot, tell_decision, tell_winners
from estoril.words.aloud import number_of, read_out, read_out_rule
from estoril.words.catalogue import knows, listed, name, played_key, say, say_many
from estoril.words.choosing import spoken

if TYPE_CHECKING:
    from estoril.game.results import Result, SeatResult
    from estoril.game.views import Data, Decision, View

ALOUD: Final = "aloud"  # KEY@aloud is the wording for ears
_PART: Final = {decision.name: decision.part for decision in terms.DECISIONS.values()}


class Teller:
    """Tells facts, choices and results in words, with everybody and everything by name.

    It tells what it is given: take facts that the reader may know (`Event.seen_by`).

    Args:
        content: That of the game, for the names of tiles, places and missions.
        players: The name of each seat.
        language: Otherwise the one that is spoken.
        edition: Some editions have words of their own.
        rulings: So have some rulings.
        aloud: Whether it is to be heard: signs and Roman numerals become words and numbers.

    Examples:
        >>> import estoril
        >>> from estoril.words import Teller
        >>> game = estoril.new_game(players=2, seed=7)
        >>> teller = Teller(game.content, ["Ana", "Bruno"])
        >>> teller.tell_action(game.legal(0)[0])
        'Place Linda X. on Hotel Atlântico III'
        >>> event = game.play(0, game.legal(0)[0])[0]
        >>> teller.tell(event.public)
        'Ana places a face-down tile on Hotel Atlântico III.'
        >>> teller.speak("de")
        >>> teller.tell(event.seen_by(0))
        'Ana platziert Linda X. verdeckt auf Hotel Atlântico III.'
    """

    def __init__(
        self,
        content: Content,
        players: Sequence[str],
        language: str | None = None,
        edition: str = "",
        rulings: Sequence[str] = (),
        *,
        aloud: bool = False,
    ) -> None:
        self.players = tuple(players)
        self.aloud = aloud
        self._played = (*([ALOUD] if aloud else ()), *rulings, edition)
        self._content = content
        self._narrator = Narrator(content, len(self.players))
        self._tiles = {tile.id: tile for tile in content.tiles}
        self._locations = {location.id: location for location in content.locations}
        self._called: Mapping[str, Callable[[Any], str]] = {
            "player": self.player,
            "tile": self.tile,
            "location": self.location,
            "mission": self.mission,
            "space": self.space,
            "reward": self.reward,
        }
        self.speak(language or spoken())

    def speak(self, language: str) -> None:
        """Tell everything in a language from now on."""
        self.language = language
        self._names = self._name_all()

    def _name_all(self) -> dict[str, str]:
        """Name everything: the catalogue has names for what is in the boxes, if any has.

        English takes them all from the content, and a user's own content keeps its own.
        """
        boxed = _boxed_names()
        return {
            key: self.say(key) if own == boxed.get(key) and knows(key, self.language) else own
            for key, own in _names_in(self._content)
        }

    def say(self, key: str, **arguments: object) -> str:
        """Return a message in the teller's language."""
        own = played_key(key, self._played, self.language)
        return self._out(_one_stop(say(own, self.language, **arguments)))

    def many(self, key: str, number: int, **arguments: object) -> str:
        """Return a message in the form for a number."""
        own = played_key(key, self._played, self.language)
        return self._out(say_many(own, number, self.language, **arguments))

    def _out(self, text: str) -> str:
        return read_out(text, self.language) if self.aloud else text

    def rule(self, text: str) -> str:
        """Return the text of a rule as it is written here, or to be heard."""
        return read_out_rule(text, self.language) if self.aloud else text

    # -- names --------------------------------------------------------------------------------

    def player(self, seat: int) -> str:
        """Name a player."""
        return self.players[seat]

    def bot(self, spec: str) -> str:
        """Name a bot by its level; any other is called as it was asked for."""
        key = f"web.bot.{spec}"
        return self.say(key) if knows(key, self.language) else spec

    def flag(self, id: str) -> str:
        """Name the country of a flag; one that only a user's content has is called by its id."""
        return self.say(f"flag.{id}") if knows(f"flag.{id}", self.language) else id

    def tile(self, id: str) -> str:
        """Name a tile."""
        return self._names[f"tile.name.{id}"]

    def location(self, id: str) -> str:
        """Name a location."""
        return self._names[f"location.{id}"]

    def full_location(self, id: str) -> str:
        """Name a location by its long name, if it has one."""
        return self._names.get(f"location.{id}.full") or self.location(id)

    def mission(self, id: str) -> str:
        """Name a mission."""
        return self._names[f"mission.{id}"]

    def space(self, id: str) -> str:
        """Name a space: `casino.II` is Casino Estoril II."""
        location, _, numeral = id.partition(".")
        shown = number_of(numeral) if self.aloud else numeral
        return self.say("name.space", location=self.location(location), numeral=shown)

    def reward(self, id: str) -> str:
        """Name a reward such as `palacio.R`; of two at a location, as the first or the second."""
        location, _, mark = id.partition(".")
        key = "name.reward"
        if self._locations[location].rewards > 1:
            key = "name.reward.second" if mark == "R2" else "name.reward.first"
        return self.say(key, location=self.location(location))

    def spot(self, id: str) -> str:
        """Name a space, or a reward."""
        return self._word(spot(id))

    def symbols(self, tile: Tile) -> list[str]:
        """Name the symbols of a tile; a woman comes last."""
        found = []
        for symbol in dict.fromkeys(tile.symbols):
            word = name("symbol", symbol, self.language)
            twice = tile.symbols.count(symbol) > 1
            found.append(self.say("tile.twice", symbol=word) if twice else word)
        return [*found, name("symbol", "woman", self.language)] if tile.woman else found

    def tell_tile(self, id: str) -> str:
        """Describe a tile: name, strength, points, flag, symbols.

        Examples:
            >>> import estoril
            >>> from estoril.words import Teller
            >>> Teller(estoril.content(), ["Ana", "Bruno"]).tell_tile("linda_x")
            'Linda X.: strength 0, 1 point, USA, Assassin, woman'
        """
        return self.say("tile.line", tile=self.tile(id), parts=self.tile_parts(id))

    def tile_parts(self, id: str) -> str:
        """Describe a tile without its name."""
        tile = self._tiles[id]
        parts = [
            self.say("tile.strength", strength=tile.strength),
            self.many("points", tile.points),
            self.flag(tile.flag),
            *self.symbols(tile),
        ]
        return ", ".join(parts)

    # -- what happened ------------------------------------------------------------------------

    def tell(self, fact: Fact) -> str:
        """Tell a fact as a sentence of the log."""
        return self.put(self._narrator.tell(fact))

    def tell_action(self, action: Action, view: View | None = None) -> str:
        """Tell an action to the one who may take it.

        With the view of that seat, characters are named instead of their spaces alone.
        """
        return self.put(self._narrator.tell_action(action, view))

    def tell_character(self, space: str, view: View) -> str:
        """Name who stands on a space as well as the reader with this view knows it."""
        return self._word(self._narrator.reader(view).who(space))

    def tell_decision(self, decision: Decision) -> str:
        """Tell who decides what: `view.decision` in a sentence."""
        return self.put(tell_decision(decision))

    def put(self, said: Sentence) -> str:
        """Put a sentence into words."""
        return self._word(said)

    def _word(self, term: Term) -> str:
        """Put a sentence, a name or a number into words."""
        match term:
            case Sentence(key=key, arguments=arguments, number=number):
                words = {name: self._word(each) for name, each in arguments.items()}
                return self.say(key, **words) if number is None else self.many(key, number, **words)
            case Name(kind="players", id=tuple(seats)):
                return listed([self.player(seat) for seat in seats], self.language)
            case Name(kind=kind, id=id):
                return self._called[kind](id)
            case _:
                return str(term)

    def tell_remark(self, key: str, arguments: Mapping[str, str | int]) -> str:
        """Put a bot's reason for its choice (a `Remark`) into words."""
        words: dict[str, Any] = dict(arguments)
        for field in {"tile", "location", "player"} & words.keys():
            words[field] = self._called[field](words[field])
        if isinstance(number := words.pop("number", None), int):
            return self.many(key, number, **words)
        return self.say(key, **words)

    def tell_reason(self, reason: Reason) -> str:
        """Tell why something is barred, with the rule."""
        return self.say("why", text=self.say(reason.key), rule=reason.rule)

    def phase(self, data: Data) -> str:
        """Name the part of the game that a table is in."""
        return name("phase", _phase(data), self.language)

    # -- how it ended -------------------------------------------------------------------------

    def tell_result(self, result: Result) -> list[str]:
        """Tell who won, then everybody's points, best first, a line each."""
        won = result.winners
        ranked = sorted(result.seats, key=lambda seat: (seat.seat not in won, -seat.total))
        return [self.tell_winners(result), *map(self._tell_score, ranked)]

    def _tell_score(self, seat: SeatResult) -> str:
        """Tell one seat's scoring."""
        return self.say(
            "score.seat",
            player=self.player(seat.seat),
            total=self.many("points", seat.total),
            parts="; ".join(self._score_parts(seat)),
        )

    def _score_parts(self, seat: SeatResult) -> Iterator[str]:
        yield self._score("discards", seat.discards)
        yield self._score("tiles", seat.tiles)
        for line in seat.missions:
            how = "accomplished" if line.accomplished else "second" if line.points else "missed"
            mission = self.mission(line.mission)
            yield self._score(f"mission.{how}", line.points, mission=mission, count=line.count)
        if seat.agenda is not None:
            yield self._score("agenda", seat.agenda_points, mission=self.mission(seat.agenda))
        if seat.enigma:
            yield self._score("enigma", seat.enigma)

    def _score(self, line: str, points: int, **arguments: object) -> str:
        return self.say(f"score.{line}", points=self.many("points", points), **arguments)

    def tell_winners(self, result: Result) -> str:
        """Tell who won, and by what where the points are equal."""
        return self.put(tell_winners(result))

    def tell_totals(self, result: Result) -> str:
        """Tell the final score in one line, best first."""
        seats = sorted(result.seats, key=lambda seat: -seat.total)
        scores = [
            self.say("score.short", player=self.player(seat.seat), total=seat.total)
            for seat in seats
        ]
        return ", ".join(scores)


def _phase(data: Data) -> str:
    """Return the part of the game; between two decisions it shows by what lies on the table."""
    if data.over:
        return "over"
    if data.decision is not None:
        return _PART[data.decision.kind]
    if any(place.resolving or place.resolved for place in data.places):
        return "discards" if all(place.resolved for place in data.places) else "resolution"
    occupied = any(space.occupied for place in data.places for space in place.spaces)
    return "placement" if occupied else "preparation"


def _names_in(content: Content) -> Iterator[tuple[str, str]]:
    """List the names of a content, by the keys that a catalogue has for them."""
    for tile in content.tiles:
        yield f"tile.name.{tile.id}", tile.name
    for location in content.locations:
        yield f"location.{location.id}", location.name
        if location.full_name != location.name:
            yield f"location.{location.id}.full", location.full_name
    for mission in content.missions:
        yield f"mission.{mission.id}", mission.name


@cache
def _boxed_names() -> dict[str, str]:
    return dict(_names_in(load()))


def _one_stop(sentence: str) -> str:
    """Let the stop of a name such as "Hans R." end the sentence as well."""
    return sentence[:-1] if sentence.endswith("..") else sentence
