"""Explaining: what a word, a tile, a place or a rule means, and which one somebody typed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import TypeVar

from estoril import rulebook
from estoril.boxes import NUMERALS, SYMBOLS, Content, Location, Mission, Tile
from estoril.game.options import EDITIONS, MODULES, RULINGS, VARIANTS, Options
from estoril.rulebook.book import ID
from estoril.terminal.codes import chief_words, matches, words_of
from estoril.terminal.signs import meaning_of
from estoril.words import Teller, about, listed, name

MOST_ANSWERS = 4

K = TypeVar("K")
Subject = tuple[str, str]  # kind and id
Answer = Callable[[], list[str]]


class Explainer:
    """Finds what the player means and explains it."""

    def __init__(self, teller: Teller, content: Content, options: Options) -> None:
        self.teller = teller
        self.content = content
        self.options = options

    @property
    def language(self) -> str:
        """The language in which things are explained."""
        return self.teller.language

    @property
    def rule_language(self) -> str:
        """The language in which the rules are told."""
        return rulebook.nearest(self.language)

    # -- finding ------------------------------------------------------------------------------

    def find_tile(self, text: str) -> str | None:
        """Return the tile that a text means, if it means exactly one."""
        names = {tile.id: (*self._tile_names(tile), tile.id) for tile in self.content.tiles}
        return _only(matches(text, names))

    def find_spot(self, text: str) -> str | None:
        """Return the space or reward that a text means: `casino ii`, `palacio.2`, `museum r`."""
        words = words_of(text)
        if len(words) < 2:
            return None
        last = words[-1].upper()
        mark = NUMERALS[int(last) - 1] if last in ("1", "2", "3", "4") else last
        location = self.find_location(" ".join(words[:-1]))
        if location is None or mark not in (*NUMERALS, "R", "R2"):
            return None
        known = (*self.content.location(location).spaces, "R", "R2")
        return f"{location}.{mark}" if mark in known else None

    def find_location(self, text: str) -> str | None:
        """Return the location that a text means, if it means exactly one."""
        names = {place.id: (*self._location_names(place), place.id) for place in self.locations()}
        return _only(matches(text, names))

    def locations(self) -> tuple[Location, ...]:
        """Return the locations of this game."""
        return self.content.locations

    def _tile_names(self, tile: Tile) -> tuple[str, ...]:
        """Return what a tile is called: in the reader's language, and on the tile."""
        return (self.teller.tile(tile.id), tile.name)

    def _location_names(self, place: Location) -> tuple[str, ...]:
        """Return what a location is called: by the teller, in the rules, and on the board."""
        short, long = self.teller.location(place.id), self.teller.full_location(place.id)
        help = rulebook.helps(self.rule_language).get(("location", place.id))
        named = () if help is None else (help.name,)
        return (short, long, *named, place.name, place.full_name)

    def split(self, text: str) -> tuple[str | None, str | None] | None:
        """Read `<tile> <space>`, either of them alone, or nothing that is known."""
        tile, spot = self.find_tile(text), self.find_spot(text)
        if spot is not None or tile is not None:
            return (None, spot) if spot is not None else (tile, None)
        words = text.split()
        for cut in range(1, len(words)):
            tile = self.find_tile(" ".join(words[:cut]))
            spot = self.find_spot(" ".join(words[cut:]))
            if tile is not None and spot is not None:
                return tile, spot
        return None

    # -- explaining ---------------------------------------------------------------------------

    def explain(self, text: str) -> list[str]:
        """Explain what a text means, a paragraph each; several if it means several things."""
        if ID.fullmatch(text.upper()):
            try:
                return self._rule(text)
            except rulebook.UnknownRule as unknown:
                near = ", ".join(unknown.near)
                key = "terminal.unknown.near" if near else "terminal.unknown"
                return [self.teller.say(key, word=text, near=near)]
        sign = meaning_of(text, self.teller)
        if sign is not None:
            return [self.teller.say("terminal.meaning", word=text, text=sign)]
        if text.isascii() and text.isdigit():
            return [
                paragraph
                for place in self.locations()
                if place.number == int(text)
                for paragraph in self._location(place)
            ] or [self.teller.say("terminal.unknown", word=text)]
        subjects = dict(self._subjects())
        names = {key: (key[1], *words) for key, (words, _) in subjects.items()}
        found = matches(text, names)
        if not found:
            return self.answer(text) or [self.teller.say("terminal.unknown", word=text)]
        if len(found) > MOST_ANSWERS:
            words = listed([subjects[key][0][0] for key in found], self.language)
            return [self.teller.say("terminal.several", words=words)]
        return [paragraph for key in found for paragraph in subjects[key][1]()]

    def answer(self, question: str) -> list[str]:
        """Tell the rules that answer a question, the best first."""
        from estoril.rulebook.search import search  # here, as most games need none of it

        answer = search(question, self.rule_language, MOST_ANSWERS)
        lines = [line for entry in answer.words.items() for line in self._word(entry)]
        return lines + [line for hit in answer.hits for line in self._rule(hit.rule.id)]

    def read(self, text: str) -> list[str]:
        """Read from the rulebook: a chapter, a rule, what answers a question, or its contents."""
        chapters = rulebook.chapters(self.rule_language)
        if not text:
            titles = [
                self.teller.say("terminal.chapter", chapter=each.id, title=each.title)
                for each in chapters
            ]
            return [self.teller.say("terminal.chapters"), *titles]
        wanted = text.casefold()
        for each in chapters:
            if wanted in (each.id.casefold(), each.title.casefold()):
                return [line for id in each.rules for line in self._rule(id)]
        if ID.fullmatch(text.upper()):
            return self.explain(text)
        return self.answer(text) or [self.teller.say("cli.rules.none", words=text)]

    def _rule(self, id: str) -> list[str]:
        """Tell a rule, with what this game's edition and the readings chosen for it say."""
        rule = rulebook.rule(id, self.rule_language)
        lines = [self.teller.say("terminal.rule", rule=rule.id, text=self.teller.rule(rule.text))]
        edition = self.options.edition
        if edition in rule.editions:
            lines.append(
                self.teller.say(
                    "terminal.rule.edition",
                    edition=name("edition", edition, self.language),
                    text=self.teller.rule(rule.editions[edition]),
                )
            )
        for ruling, text in rule.readings.items():
            if ruling in self.options.rulings:
                chosen = name("ruling", ruling, self.language)
                told = self.teller.rule(text)
                lines.append(self.teller.say("terminal.rule.reading", ruling=chosen, text=told))
        return lines

    def _subjects(self) -> Iterator[tuple[tuple[str, str], tuple[tuple[str, ...], Answer]]]:
        """List everything that can be explained: kind and id, its names, the explanation."""
        for place in self.locations():
            names = self._location_names(place)
            yield ("location", place.id), (names, partial(self._location, place))
        for symbol in (*SYMBOLS, "woman"):
            short = self.teller.say(f"symbol.{symbol}.short")
            names = (name("symbol", symbol, self.language), short)
            yield ("symbol", symbol), (names, partial(self._symbol, symbol))
        for tile in self.content.tiles:
            yield ("tile", tile.id), (self._tile_names(tile), partial(self._tile, tile))
        for mission in self.content.missions:
            names = (self.teller.mission(mission.id), mission.name)
            yield ("mission", mission.id), (names, partial(self._mission, mission))
        choices = {"module": MODULES, "variant": VARIANTS, "edition": EDITIONS, "ruling": RULINGS}
        for kind, ids in choices.items():
            for id in ids:
                words = name(kind, id, self.language)
                yield (kind, id), ((words,), partial(self._choice, (kind, id)))
        for word, meaning in rulebook.glossary(self.rule_language).items():
            yield ("word", word), ((word,), partial(self._word, (word, meaning)))

    def _location(self, place: Location) -> list[str]:
        key = "terminal.location.die" if place.number is None else "terminal.location"
        title = self.teller.say(
            key, number=place.number, location=self.teller.full_location(place.id)
        )
        return [f"{title} {self._help('location', place.id)}".rstrip()]

    def _symbol(self, symbol: str) -> list[str]:
        word = name("symbol", symbol, self.language)
        return [self.teller.say("terminal.meaning", word=word, text=self._help("symbol", symbol))]

    def _tile(self, tile: Tile) -> list[str]:
        symbols = dict.fromkeys([*tile.symbols, *(["woman"] if tile.woman else [])])
        lines = [self.teller.tell_tile(tile.id)]
        return lines + [line for symbol in symbols for line in self._symbol(symbol)]

    def _mission(self, mission: Mission) -> list[str]:
        """Tell what a mission counts: its symbols and flags by name, as nothing is pictured."""
        text = self._help("mission", mission.kind)
        symbols = [name("symbol", symbol, self.language) for symbol in mission.symbols]
        counted = symbols + [self.teller.flag(flag) for flag in mission.flags]
        if counted:
            things = listed(counted, self.language)
            text = self.teller.say("terminal.counted", text=text, things=things)
        word = self.teller.mission(mission.id)
        return [self.teller.say("terminal.meaning", word=word, text=text)]

    def _choice(self, choice: tuple[str, str]) -> list[str]:
        word, text = name(*choice, self.language), about(*choice, self.language)
        return [self.teller.say("terminal.meaning", word=word, text=text)]

    def _word(self, entry: tuple[str, str]) -> list[str]:
        return [self.teller.say("terminal.meaning", word=entry[0], text=self.teller.rule(entry[1]))]

    def _help(self, kind: rulebook.HelpKind, id: str) -> str:
        """Return the rulebook's line on a thing, with its rules; nothing on a user's own."""
        try:
            found = rulebook.help_for(kind, id, self.rule_language)
        except rulebook.UnknownHelp:
            return ""
        text = self.teller.rule(found.text)
        return self.teller.say("terminal.help", text=text, rules=", ".join(found.rules))

    def decision(self, kind: str) -> str:
        """Explain the decision that is due."""
        return self.teller.say(f"help.{kind}")

    def continuations(self, text: str) -> list[str]:
        """Return the words and rules with which the last word of a question can go on."""
        last = text.rpartition(" ")[2]
        start = "".join(words_of(last)[-1:])
        forms = (form for names, _ in dict(self._subjects()).values() for form in names)
        words = {word for word in chief_words(forms) if word.startswith(start)}
        ids = {id for id in rulebook.rules() if len(last) > 1 and id.startswith(last.upper())}
        return sorted(words) + sorted(ids)


def _only(found: list[K]) -> K | None:
    return found[0] if len(found) == 1 else None
