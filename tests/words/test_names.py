"""Places, missions and what editions call things, in the reader's language."""

from pathlib import Path

import pytest

import estoril
from estoril import events, words
from estoril.game.options import choose
from estoril.terminal.explain import Explainer
from estoril.words import Teller, played_key, say

CONTENT = estoril.content()
PLAYERS = ("Ana", "Bruno")
TRANSLATED = [language for language in words.languages() if language != "en"]


def teller(language: str = "en", edition: str = "superbox") -> Teller:
    return Teller(CONTENT, PLAYERS, language, edition)


def test_english_takes_all_names_from_the_content() -> None:
    told = teller()
    for place in CONTENT.locations:
        assert told.location(place.id) == place.name
        assert told.full_location(place.id) == place.full_name
    for mission in CONTENT.missions:
        assert told.mission(mission.id) == mission.name
    assert not any(key.startswith("location.") for key in words.catalogue("en").messages)


@pytest.mark.parametrize("language", TRANSLATED)
def test_a_language_has_its_own_names(language: str) -> None:
    told = teller(language)
    assert told.location("church") == say("location.church", language) != "Church"
    assert told.full_location("church") == say("location.church.full", language)
    assert told.full_location("casino") == told.location("casino")  # no long name
    assert told.mission("women") == say("mission.women", language)
    fact = events.ResolutionStarted(location="church")
    assert told.location("church") in told.tell(fact)


def test_a_german_names_places_and_characters_in_german() -> None:
    told = teller("de")
    assert told.location("church") == "Kirche"
    assert "Kirche II" in told.space("church.II")


def test_names_of_a_users_own_content_stay(tmp_path: Path) -> None:
    file = tmp_path / "own.toml"
    file.write_text('[locations.church]\nname = "My Chapel"\n\n[locations.museum]\nnumber = 12\n')
    told = Teller(estoril.content(files=[file]), (), "de")
    assert told.location("church") == told.full_location("church") == "My Chapel"
    assert told.location("museum") == say("location.museum", "de")  # only its number is changed


@pytest.mark.parametrize("language", TRANSLATED)
def test_things_are_found_by_their_name_in_the_language_and_by_that_on_the_box(
    language: str,
) -> None:
    told = teller(language)
    explainer = Explainer(told, CONTENT, choose(2, ()))
    for name in (told.location("church"), "church", "Church"):
        assert explainer.find_spot(f"{name} 2") == "church.II"
        assert told.full_location("church") in " ".join(explainer.explain(name))
    assert explainer.explain(told.mission("women")) == explainer.explain("women")


def test_a_place_is_found_by_the_name_that_the_rules_have_for_it() -> None:
    told = teller("pl")
    explainer = Explainer(told, CONTENT, choose(2, ()))
    assert explainer.find_location("kasyno") == "casino"
    assert told.location("casino") in explainer.explain("kasyno")[0]
    assert explainer.find_spot("plaża tamariz 2") == "tamariz.II"


@pytest.mark.parametrize(
    ("mission", "language", "counted"),
    [
        ("diplomats", "en", "Counted: Diplomacy."),
        ("germans", "de", "Gezählt wird: Deutschland."),
        ("fewest_symbols", "pt", "Conta: Assassino e Conspiração."),
    ],
)
def test_a_mission_names_what_it_counts(mission: str, language: str, counted: str) -> None:
    explainer = Explainer(teller(language), CONTENT, choose(2, ()))
    assert explainer.explain(mission)[0].endswith(counted)


def test_who_does_not_turn_a_location_is_told_with_its_name() -> None:
    fact = events.Passed(seat=0, decision="rotate", space="alcantara.II")
    assert teller().tell(fact) == "Ana does not turn Alcântara."
    assert teller("de").tell(fact) == "Ana dreht den Schauplatz Alcântara nicht."


# -- editions -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("language", "edition", "shield"),
    [
        ("en", "superbox", "a shield"),
        ("en", "english-2016", "a white cube"),
        ("en", "german", "a white piece"),
        ("en", "polish", "a white marker"),
        ("de", "german", "weißer Spielstein"),
        ("pl", "polish", "biały znacznik"),
    ],
)
def test_an_edition_has_its_own_word_for_a_shield(language: str, edition: str, shield: str) -> None:
    told = teller(language, edition)
    fact = events.Shielded(seat=0, by="casino.I", owner=1, space="casino.II")
    assert shield in f"{told.tell(fact)} {told.say('terminal.stack.shield')}"


def test_an_edition_has_its_own_word_for_a_marker_and_a_country() -> None:
    assert teller("en", "english-2016").many("terminal.markers", 2) == "2 cubes left"
    assert teller("en", "superbox").many("terminal.markers", 2) == "2 markers left"
    assert teller("en", "german").flag("UK") == "Great Britain"
    assert teller("de", "german").flag("UK") == "Großbritannien"
    assert teller("pl", "polish").flag("UK") == "Wielka Brytania"


def test_a_language_without_an_editions_word_uses_its_own_not_english() -> None:
    """A Polish sentence comes before an English one with the words of the edition."""
    key = "flag.PT"
    assert played_key(key, ["english-2016"], "pl") == key
    merged = words.messages("pl")
    for one in words.catalogue("en").messages:
        if "@" in one and one not in words.catalogue("pl").messages:
            assert one not in merged


def test_every_edition_that_the_rulebook_says_has_other_words_has_them() -> None:
    """STR-0x and DIP-0x note what an edition calls a marker, a shield and the UK."""
    messages = words.catalogue("en").messages
    for edition in ("english-2016", "german", "polish"):
        assert f"flag.UK@{edition}" in messages
        assert f"event.shielded.own@{edition}" in messages
    for edition in ("english-2016", "german"):  # a Polish znacznik is a marker
        assert f"terminal.markers@{edition}" in messages
        assert f"web.markers@{edition}" in messages
