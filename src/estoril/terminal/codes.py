"""Short codes: which of the choices somebody means who types `place fleming casino 2`.

Every choice is spelled: a bag of words (its verb, the names of its tile and its places, the words
in which it is told) and its numerals in order. A text means the choices whose bag has, for each of
its words, one that begins with it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Final, TypeVar

import msgspec

from estoril.boxes import NUMERALS, Content
from estoril.game import actions
from estoril.game.views import View
from estoril.rulebook.page import plain
from estoril.words import Teller

T = TypeVar("T")
_LITTLE: Final = 2  # letters of particles and initials
_NUMERAL: Final = {word: str(n) for n, mark in enumerate(NUMERALS, 1) for word in (mark.lower(),)}


class Spelling(msgspec.Struct, frozen=True):
    """The words that mean a choice, its numerals in order, and the words to offer for it."""

    words: frozenset[str]
    numerals: tuple[str, ...] = ()
    offered: frozenset[str] = frozenset()

    def means(self, typed: Sequence[str], *, exactly: bool) -> bool:
        """Say whether somebody who types these words can mean this."""
        numerals = [
            _NUMERAL.get(word, word)
            for word in typed
            if _is_numeral(word) and word not in self.words  # as in Carol II
        ]
        if tuple(numerals) != self.numerals[: len(numerals)]:
            return False
        words = [word for word in typed if not _is_numeral(word)]
        if exactly:
            return all(word in self.words for word in words)
        return all(any(own.startswith(word) for own in self.words) for word in words)


def words_of(text: str) -> list[str]:
    """Split a text into words, without case and accents."""
    text = text.replace("_", " ").replace("\N{MINUS SIGN}", "-")
    return re.findall(r"[+-]\d+|\w+", plain(text))


def chief_words(names: Iterable[str]) -> set[str]:
    """Return the words of names that are worth offering: no particles, no initials."""
    return {word for name in names for word in words_of(name) if len(word) > _LITTLE}


def matches(text: str, names: Mapping[T, Iterable[str]]) -> list[T]:
    """Find what a text names: exactly, or else by the beginnings of its words."""
    wanted = words_of(text)
    if not wanted:
        return []
    split = {key: [words_of(each) for each in forms] for key, forms in names.items()}
    exact = [key for key, forms in split.items() if wanted in forms]
    return exact or [
        key
        for key, forms in split.items()
        if any(Spelling(frozenset(form)).means(wanted, exactly=False) for form in forms)
    ]


class Speller:
    """Spells the choices of a game and finds which of them is meant."""

    def __init__(self, teller: Teller, content: Content) -> None:
        self.teller = teller
        self.content = content

    @property
    def fillers(self) -> frozenset[str]:
        """Little words that mean nothing here."""
        return frozenset(words_of(self.teller.say("terminal.fillers")))

    def spell(self, action: actions.Action, view: View) -> Spelling:
        """Return the words and numerals of a choice."""
        kind = actions.snake(type(action).__name__)
        told = self.teller.tell_action(action, view)
        verbs = words_of(self.teller.say(f"terminal.verb.{kind}"))
        names: list[str] = []
        texts = [told]
        numerals: list[str] = []
        tile, target = actions.tile_of(action), actions.target_of(action)
        called: list[str] = []
        if tile is not None:
            names += [self.teller.tile(tile), self.content.tile(tile).name]
            called = [*words_of(tile), *words_of(self.content.tile(tile).name)]
        if target is not None:
            location, _, mark = target.partition(".")
            place = self.content.location(location)
            places = [place.name, place.full_name, self.teller.full_location(location)]
            names += [*places, *self._who_is_at(target, view)]
            texts += [location, *places]
            if mark in NUMERALS:
                numerals.append(str(NUMERALS.index(mark) + 1))
            elif mark:
                texts += [mark, self.teller.say("terminal.reward_cell")]
                verbs += words_of(self.teller.say("terminal.reward_cell"))
        match action:
            case actions.Seduce(to=to):
                numerals.append(str(NUMERALS.index(to) + 1))
            case actions.MoveDie(by=by):
                texts.append(f"{by:+d}")
                verbs.append(f"{by:+d}")
                numerals.append(str((view.die or 0) + by))
        words = {word for text in texts for word in words_of(text) if not _is_numeral(word)}
        offered = {*verbs, *chief_words(names)}
        if target is None and (tile is None or isinstance(action, actions.Stake)):
            # what sets such choices apart is in how they are told
            offered |= chief_words(words)
        return Spelling(frozenset(words.union(verbs, called)), tuple(numerals), frozenset(offered))

    def _who_is_at(self, target: str, view: View) -> list[str]:
        """Name the tile that lies somewhere, if it is known to the reader."""
        spaces = (space for place in view.places for space in place.spaces)
        return [self.teller.tile(s.tile) for s in spaces if s.id == target and s.tile is not None]

    def spell_name(self, text: str) -> Spelling:
        """Return the words of a name, which any numeral may follow."""
        return Spelling(frozenset(words_of(text)), offered=frozenset(chief_words([text])))

    def find(self, text: str, spelled: Mapping[T, Spelling]) -> list[T]:
        """Return the choices that a text can mean; those that it names exactly go before."""
        words = self._read(text)
        if not words:
            return []
        for exactly in (True, False):
            found = [
                choice
                for choice, spelling in spelled.items()
                if spelling.means(words, exactly=exactly)
            ]
            if found:
                return found
        return []

    def continuations(self, text: str, spelled: Mapping[T, Spelling]) -> list[str]:
        """Return the words with which the last word of a text can go on."""
        begun, begins = _last_word(text)
        words = self._read(begun)
        said = sum(map(_is_numeral, words))
        found: set[str] = set()
        for spelling in spelled.values():
            if spelling.means(words, exactly=False):
                found |= spelling.offered - set(words)
                found |= set(spelling.numerals[said : said + 1])
        return sorted(word for word in found - self.fillers if word.startswith(begins))

    def _read(self, text: str) -> list[str]:
        """Split what was typed into words; little ones say nothing."""
        fillers = self.fillers
        return [word for word in words_of(text) if word not in fillers]


def _is_numeral(word: str) -> bool:
    return (word.isascii() and word.isdigit()) or word in _NUMERAL


def _last_word(text: str) -> tuple[str, str]:
    """Split off the word that is being typed."""
    begun, _, last = text.rpartition(" ")
    words = words_of(last)
    return begun, words[-1] if words else ""
