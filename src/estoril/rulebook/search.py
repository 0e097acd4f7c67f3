"""Rules by meaning: a question in a reader's words, and the rules that answer it, the best first.

A rule is found by the words of its text, of its chapter, of its notes and of what the help says
about its subject, and by the words that players ask for it with (`[search]` in the rule file).
Words count by their stems, whatever their case, accents and endings, and by what means the same;
rare ones count more. A word of the glossary is explained too.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache
from typing import Final, NamedTuple

from estoril.rulebook import Rule, chapters, glossary, helps, rules
from estoril.rulebook.book import book
from estoril.rulebook.page import plain

# What a word weighs by where it stands.
_ASKED: Final = 3.0
_TEXT: Final = 1.0
_NAME: Final = 1.0  # of the symbol, location or mission that a rule is about
_NOTE: Final = 0.4
_TITLE: Final = 0.3
_EXAMPLE: Final = 0.5  # players want the rule, then an example of it
_ALIKE: Final = 0.8  # of another word that means the same
_PHRASE: Final = 2.5  # for a question that is put just so
_LEAST: Final = 0.45  # of a question must be in a rule
_SHORTEST: Final = 3  # letters of a stem
_SENTENCE: Final = re.compile(r"(?<=[.!?:;])\s+(?=[^a-z]|\()")


class Hit(NamedTuple):
    """A rule that answers a question.

    Attributes:
        rule: The rule.
        sentence: The part of its text that has most of the question.
    """

    rule: Rule
    sentence: str


class RuleAnswer(NamedTuple):
    """All that is found for a question.

    Attributes:
        hits: The rules, the best first.
        words: The word of the glossary that the question is about, with its meaning.
    """

    hits: list[Hit]
    words: dict[str, str]


def search(question: str, language: str = "en", most: int = 8) -> RuleAnswer:
    """Find the rules that answer a question.

    Examples:
        >>> from estoril.rulebook.search import search
        >>> [hit.rule.id for hit in search("what if we tie").hits][0]
        'STR-03'
        >>> search("zeppelin").hits
        []
    """
    index = _index(language)
    wanted = index.stems(question)
    scores = {id_: index.score(id_, wanted) for id_ in index.weights} if wanted else {}
    best = sorted((id_ for id_ in scores if scores[id_]), key=lambda id_: -scores[id_])[:most]
    known = rules(language)
    hits = [Hit(known[id_], index.sentence(known[id_].text, wanted)) for id_ in best]
    return RuleAnswer(hits, index.meanings(wanted))


class _Index:
    """The words of all rules of a language, by their stems."""

    def __init__(self, language: str) -> None:
        self.language = language
        words = book(language).search
        self._endings = sorted(plain(words.endings).split(), key=len, reverse=True)
        self._stop = frozenset(plain(words.stop).split())
        self._alike: dict[str, set[str]] = {}
        for group in words.alike:
            stems = {self._stem(word) for word in plain(group).split()}
            for stem in stems:
                self._alike.setdefault(stem, set()).update(stems)
        self.weights = {id_: self._weigh(rule) for id_, rule in rules(language).items()}
        self._phrases = {
            id_: [frozenset(self.stems(phrase)) for phrase in asked.split(";")]
            for id_, asked in words.asked.items()
        }
        seen = Counter(stem for weights in self.weights.values() for stem in weights)
        self._rarity = {stem: math.log(1 + len(self.weights) / n) for stem, n in seen.items()}
        self._unknown = math.log(1 + len(self.weights))

    def _weigh(self, rule: Rule) -> dict[str, float]:
        """Weigh the stems of a rule."""
        found: dict[str, float] = {}
        for text, weight in self._texts(rule):
            for stem in self.stems(text):
                found[stem] = found.get(stem, 0.0) + weight
        return found

    def _texts(self, rule: Rule) -> Iterator[tuple[str, float]]:
        yield book(self.language).search.asked.get(rule.id, ""), _ASKED
        yield rule.text, _TEXT
        yield from ((text, _NOTE) for text in (*rule.editions.values(), *rule.readings.values()))
        yield rule.ruling_on, _NOTE
        titles = {chapter.id: chapter.title for chapter in chapters(self.language)}
        yield titles[rule.chapter], _TITLE
        for help in helps(self.language).values():
            if rule.id in help.rules:
                yield help.name, _NAME
                yield help.text, _NOTE

    def _stem(self, word: str) -> str:
        """Cut the ending off a word, as long as enough of it is left."""
        for ending in self._endings:
            if word.endswith(ending) and len(word) - len(ending) >= _SHORTEST:
                return word[: -len(ending)]
        return word

    def stems(self, text: str) -> list[str]:
        """Return the stems of a text, without words that every question has."""
        words = re.findall(r"\w+", plain(text))
        return [self._stem(word) for word in words if word not in self._stop]

    def _meant(self, stem: str) -> Iterable[tuple[str, float]]:
        yield stem, 1.0
        yield from ((other, _ALIKE) for other in self._alike.get(stem, ()) if other != stem)

    def score(self, id_: str, wanted: list[str]) -> float:
        """Say how well a rule answers a question; 0 if it does not."""
        weights, total, found, score = self.weights[id_], 0.0, 0.0, 0.0
        length = 1.0 + sum(weights.values()) / 60
        for stem in dict.fromkeys(wanted):
            rarity = max((self._rarity.get(each, 0.0) for each, _ in self._meant(stem)), default=0)
            total += rarity or self._unknown
            weight = max(weights.get(each, 0.0) * factor for each, factor in self._meant(stem))
            if weight:
                found += rarity
                score += rarity * weight / (weight + length)
        if not found or found < _LEAST * total:
            return 0.0
        asked = frozenset(wanted)
        alike = (self._likeness(asked, phrase) for phrase in self._phrases.get(id_, ()) if phrase)
        score += _PHRASE * max(alike, default=0.0)
        return score * (found / total) * (_EXAMPLE if id_.startswith("EX-") else 1.0)

    def _likeness(self, asked: frozenset[str], phrase: frozenset[str]) -> float:
        """Compare a question with a phrase that players use: 1 if they mean the same."""
        common = sum(any(each in phrase for each, _ in self._meant(stem)) for stem in asked)
        return common / (len(asked) + len(phrase) - min(common, len(phrase)))

    def sentence(self, text: str, wanted: list[str]) -> str:
        """Return the part of a text that has most of the question."""
        meant = {each: factor for stem in wanted for each, factor in self._meant(stem)}
        parts = _SENTENCE.split(text)

        def worth(part: str) -> float:
            stems = set(self.stems(part))
            return sum(self._rarity.get(each, 0.0) * meant[each] for each in stems & meant.keys())

        return max(parts, key=worth)

    def meanings(self, wanted: list[str]) -> dict[str, str]:
        """Return the words of the glossary that a question is about, and about nothing else."""
        return {
            word: meaning
            for word, meaning in glossary(self.language).items()
            if wanted and set(self.stems(word)) == set(wanted)
        }


@cache
def _index(language: str) -> _Index:
    return _Index(language)
