"""The rulebook says every rule, and only rules, and says them in the generated page."""

import re
import subprocess
import sys
from pathlib import Path
from typing import get_args

import msgspec
import pytest

from estoril import rulebook
from estoril.game.options import RULINGS
from estoril.rulebook import find, page
from estoril.rulebook.book import parse

CHECKOUT = Path(__file__).resolve().parents[2]

CHAPTERS = {
    "SET": "SET-01 SET-02 SET-03 SET-04 SET-05 SET-06 SET-07 SET-08",
    "GRID": "GRID-01 GRID-02 GRID-03 GRID-04 GRID-05",
    "ROUND": "ROUND-01 ROUND-02 ROUND-03 ROUND-04",
    "PLACE": "PLACE-01 PLACE-02 PLACE-03 PLACE-04 PLACE-05 PLACE-06 PLACE-07 PLACE-08",
    "PEEK": "PEEK-01 PEEK-02 PEEK-03 PEEK-04",
    "RES": "RES-01 RES-02 RES-03 RES-04 RES-05 RES-06 RES-07 RES-08 RES-09",
    "ABL": """
        ASN-01 ASN-02 ASN-03
        CON-01 CON-02 CON-03
        NAT-01 NAT-02 NAT-03 NAT-04
        SED-01 SED-02 SED-03 SED-04 SED-05
        DIP-01 DIP-02 DIP-03 DIP-04
        WOM-01
    """,
    "STR": "STR-01 STR-02 STR-03 STR-04 STR-05",
    "LOC": """
        LOC01-01 LOC01-02 LOC02-01 LOC03-01 LOC04-01 LOC05-01 LOC06-01
        LOC07-01 LOC07-02 LOC07-03 LOC07-04 LOC08-01
        LOC00-01 LOC00-02 LOC09-01 LOC10-01 LOC10-02 LOCAP-01 LOCAP-02
    """,
    "END": "END-01 END-02 END-03 END-04",
    "SCORE": "SCORE-01 SCORE-02 SCORE-03 SCORE-04 SCORE-05 SCORE-06",
    "MIS": "MIS-01 MIS-02 MIS-03 MIS-04 MIS-05 MIS-06 MIS-07",
    "VAR": """
        VAR-SM-01 VAR-SM-02 VAR-SA-01 VAR-SA-02 VAR-MS-01 VAR-MS-02 VAR-MS-03 VAR-ALL-01
    """,
    "DAG": "DAG-01 DAG-02 DAG-03 DAG-04 DAG-05 DAG-06 DAG-07",
    "P5": "P5-01",
    "ENI": "ENI-01 ENI-02 ENI-03 ENI-04 ENI-05 ENI-06",
    "VIP": "VIP-01 VIP-02 ROU-01 ROU-02 ROU-03 ROU-04 ROU-05 ROU-06 ROU-07",
    "INFO": "INFO-01 INFO-02 INFO-03 INFO-04 INFO-05 INFO-06 INFO-07 INFO-08",
    "EX": """
        EX-ASN EX-CON EX-NAT EX-SED EX-DIP EX-MUCHAXO EX-CASINO EX-HELL EX-TIE EX-SCORE
        EX-MIS-ASN EX-MIS-STR EX-MIS-FLAGS EX-ROTATE EX-AVENIDA EX-DAG
        EX-X1 EX-X2 EX-X4 EX-X5 EX-X6
    """,
}

WHOLE_RULINGS = """
    ROUND-03 PLACE-08 PEEK-03 RES-05 RES-07 ASN-03 CON-03 NAT-03 SED-04 DIP-03 DIP-04
    LOC07-04 SCORE-05 VAR-MS-03 VAR-ALL-01 DAG-07 ROU-07
"""

PARTIAL_RULINGS = """
    SET-07 ROUND-02 STR-05 LOC01-02 LOC00-02 LOCAP-01 VAR-SA-01 ENI-04 VIP-01 ROU-02 ROU-06
"""

SYMBOLS = "assassin conspiracy nationalism seduction diplomacy double_agent woman"

LOCATIONS = """
    alcantara church palacio tamariz atlantico muchaxo casino hells_mouth museum avenida garrett
    portela
"""

MISSIONS = """
    most_symbols most_flags most_women highest_strength different_flags fewest_discards
    fewest_symbols most_starting
"""


def test_the_chapters_hold_exactly_the_rules_we_know_in_order() -> None:
    found = {chapter.id: list(chapter.rules) for chapter in rulebook.chapters()}
    assert found == {chapter: ids.split() for chapter, ids in CHAPTERS.items()}
    assert list(found) == list(CHAPTERS)
    assert list(rulebook.rules()) == [id_ for ids in CHAPTERS.values() for id_ in ids.split()]


def test_the_rulings_are_exactly_ours() -> None:
    rulings = [rule for rule in rulebook.rules().values() if rule.ruling]
    whole = {rule.id for rule in rulings if not rule.ruling_on}
    partial = {rule.id for rule in rulings if rule.ruling_on}
    assert whole == set(WHOLE_RULINGS.split())
    assert partial == set(PARTIAL_RULINGS.split())


def test_a_ruling_claims_a_printed_source_only_for_the_rest_of_its_rule() -> None:
    for id_ in WHOLE_RULINGS.split():
        assert rulebook.rule(id_).source == (), id_
    for id_ in PARTIAL_RULINGS.split():
        assert rulebook.rule(id_).source, id_


def test_every_text_is_made_of_whole_sentences() -> None:
    texts = {rule.id: rule.text for rule in rulebook.rules().values()}
    texts |= {chapter.id: chapter.intro for chapter in rulebook.chapters()}
    texts |= rulebook.glossary()
    assert [key for key, text in texts.items() if not text.rstrip(")").endswith(".")] == []
    assert [key for key, text in texts.items() if not text[0].isupper()] == []


def test_no_two_rules_say_the_same() -> None:
    texts = [rule.text for rule in rulebook.rules().values()]
    assert len(set(texts)) == len(texts)


def test_editions_differ_where_the_rulebooks_do() -> None:
    differing = {rule.id: set(rule.editions) for rule in rulebook.rules().values() if rule.editions}
    everywhere = {"superbox", "english-2016", "german", "polish"}
    assert differing == {
        "PLACE-01": everywhere,
        "DIP-01": everywhere,
        "LOC02-01": everywhere,
        "LOC01-02": {"english-2016", "german", "polish"},
        "LOC07-02": {"german"},
        "LOC07-03": {"superbox", "english-2016", "polish"},
        "VAR-SA-02": {"superbox", "polish"},
        "VAR-MS-02": {"superbox", "polish"},
    }


def test_readings_are_those_that_a_table_can_choose() -> None:
    readings = {rule.id: set(rule.readings) for rule in rulebook.rules().values() if rule.readings}
    assert readings == {
        "ASN-01": {"controllers_hand"},
        "SED-04": {"strength_alone"},
        "LOC07-04": {"removal_first"},
        "DAG-06": {"controllers_hand"},
        "DAG-07": {"controllers_hand"},
    }
    assert get_args(rulebook.Ruling) == RULINGS
    texts = [text for rule in rulebook.rules().values() for text in rule.readings.values()]
    assert [text for text in texts if not text.endswith(".") or not text[0].isupper()] == []


def test_a_rule_is_found_in_small_letters_too() -> None:
    assert rulebook.rule(" place-04 ") is rulebook.rules()["PLACE-04"]


def test_an_unknown_rule_is_refused_with_near_ones() -> None:
    with pytest.raises(rulebook.UnknownRule, match=r'there is no rule "PLACE-9"; .*PLACE-0') as no:
        rulebook.rule("PLACE-9")
    assert "PLACE-08" in no.value.near
    assert isinstance(no.value, LookupError)
    with pytest.raises(rulebook.UnknownRule, match=r'^there is no rule "zzz"$'):
        rulebook.rule("zzz")


def test_the_beginning_of_an_id_brings_the_rules_that_begin_so() -> None:
    with pytest.raises(rulebook.UnknownRule) as no:
        rulebook.rule("STR")
    assert no.value.near[:5] == ("STR-01", "STR-02", "STR-03", "STR-04", "STR-05")


def test_an_unknown_language_is_refused_with_those_there_are() -> None:
    with pytest.raises(LookupError, match=r'no rule texts in "tlh"; there are: .*en'):
        rulebook.rules("tlh")


@pytest.mark.parametrize(
    ("kind", "names"), [("symbol", SYMBOLS), ("location", LOCATIONS), ("mission", MISSIONS)]
)
def test_help_answers_for_everything_on_the_table(kind: rulebook.HelpKind, names: str) -> None:
    for name in names.split():
        help_ = rulebook.help_for(kind, name)
        assert help_.name
        assert "\n" not in help_.text
        assert help_.rules


def test_every_rule_of_an_ability_or_a_location_is_reached_from_help() -> None:
    reached = {
        id_
        for kind, names in (("symbol", SYMBOLS), ("location", LOCATIONS))
        for name in names.split()
        for id_ in rulebook.help_for(kind, name).rules  # type: ignore[arg-type]
    }
    chapters = {chapter.id: set(chapter.rules) for chapter in rulebook.chapters()}
    assert (chapters["ABL"] | chapters["LOC"] | chapters["DAG"]) - reached == set()


def test_unknown_help_is_refused_with_near_names() -> None:
    with pytest.raises(rulebook.UnknownHelp, match=r'no help for symbol "asassin".*assassin'):
        rulebook.help_for("symbol", "asassin")


def test_a_rule_can_be_sent_to_a_browser() -> None:
    rule = rulebook.rule("VAR-MS-02")
    assert msgspec.json.decode(msgspec.json.encode(rule), type=rulebook.Rule) == rule


# The file is checked when it is read.

SMALL = """
[chapter.A]
title = "A"
intro = "About A."
[A-01]
text = "You win."
"""


@pytest.mark.parametrize(
    ("more", "complaint"),
    [
        ("rulling = true", r"small.toml: \[A-01\]: .*`rulling`"),
        ('ruling_on = "something"', r"\[A-01\]: has ruling_on but is not a ruling"),
        ('editions = { french = "Non." }', r"\[A-01\]: .*Invalid enum value 'french'"),
        ('source = ["hearsay"]', r"\[A-01\]: .*Invalid enum value 'hearsay'"),
        ("source = 3", r"\[A-01\]: .*Expected `array`"),
        ("[glosary]", r"\[glosary\]: is neither a rule id nor a table we know"),
        ('[B-01]\ntext = "x."', r"\[B-01\]: belongs to no chapter"),
        ('[A-02]\ntext = " "', r"\[A-02\]: has no text"),
        ('[A-02]\ntext = "See A-07."', r"\[A-02\]: names A-07, which is not a rule"),
        ("[A-02]\nruling = true", r"\[A-02\]: .*`text`"),
        ("[A-01]", r"small.toml: .*Cannot declare"),
        (
            '[symbols.eye]\nname = "Eye"\ntext = "See."\nrules = ["A-09"]',
            r"help for symbol eye names A-09, which is not a rule",
        ),
        (
            '[chapter.B]\ntitle = "B"\nintro = "B."\n[B-01]\ntext = "b."\n[A-02]\ntext = "a."',
            r"not in the order of their chapters",
        ),
    ],
)
def test_a_faulty_rule_file_is_refused_with_its_place(more: str, complaint: str) -> None:
    assert list(parse(SMALL, "small.toml").rules) == ["A-01"]
    with pytest.raises(rulebook.BadRulebook, match=complaint):
        parse(SMALL + more, "small.toml")


# Page, index and search.


def test_the_page_in_docs_is_up_to_date() -> None:
    written = (CHECKOUT / "docs" / "rules.md").read_text(encoding="utf-8")
    assert written == page.page(), "run: make docs"


@pytest.mark.parametrize("language", rulebook.languages())
def test_the_page_has_an_anchor_for_every_link(language: str) -> None:
    text = page.page(language)
    links = {part.split(")")[0] for part in text.split("](#")[1:]}
    assert {link for link in links if f'<a id="{link}">' not in text} == set()
    assert {id_ for id_ in rulebook.rules() if f'<a id="{id_}">' not in text} == set()


def test_the_page_is_all_in_its_language() -> None:
    english, german = page.page().splitlines(), page.page("de").splitlines()
    assert german[0] == "# Die Regeln von Estoril" and "*Auslegung: " in page.page("de")
    alike = {line for line in english if " " in line and not line.startswith("<a id")}
    assert [line for line in german if line in alike] == []


def test_the_page_marks_rulings_and_editions() -> None:
    text = page.page()
    assert text.count("*Ruling: ") == len((WHOLE_RULINGS + PARTIAL_RULINGS).split())
    assert "| Super Box (2019) | English (2016) | German | Polish |" in text
    assert text.count("*With `controllers_hand`:* ") == 3
    assert "- `removal_first`: rule [LOC07-04](#LOC07-04)" in text


def test_the_page_is_written_from_the_command_line(tmp_path: Path) -> None:
    target = tmp_path / "rules.md"
    command = [sys.executable, "-W", "error", "-m", "estoril.rulebook.page", str(target)]
    subprocess.run(command, check=True, cwd=CHECKOUT / "src")
    assert target.read_text(encoding="utf-8") == page.page()


def test_the_index_has_every_rule_and_fits_its_width() -> None:
    for width in (50, 88):
        lines = page.index(width=width).splitlines()
        ids = [line.split()[0] for line in lines if re.match(r"  \S", line)]
        assert ids == list(rulebook.rules())
        assert any(line.strip().startswith("SET-08") and "four rounds" in line for line in lines)
        assert max(map(len, lines)) <= width


@pytest.mark.parametrize("language", rulebook.languages())
def test_the_whole_book_can_be_read(language: str) -> None:
    told = "\n".join(page.read(chapter, language, 60) for chapter in rulebook.chapters(language))
    assert max(map(len, told.splitlines())) <= 60
    words = " ".join(told.split())
    for rule in rulebook.rules(language).values():
        notes = (*rule.editions.values(), *rule.readings.values())
        for text in (f"{rule.id} {rule.text}", *notes):
            assert " ".join(text.split()) in words


# The finder.

CODE = '''\
"""Module docstring: A-01 is no place."""


def whole(grid):
    """A-01, A-02: the cells you may use."""
    # A-03 comes first
    def inner():
        return 1  # see A-04
    return inner


class Table:
    """Sit down (A-041, XA-01, A-01b, LOC01-01)."""

    @staticmethod
    async def play():
        """Move by A-02."""
        return "A-05 # A-06"

# A-07
'''

TESTS = """\
@rule("A-01", "A-02")
def test_one(): ...


@pytest.mark.rule("A-01")
class TestMany:
    @rule("A-03")
    async def test_inside(self): ...

    @other("A-04")
    def test_other(self): ...


@rule("A-05")
def helper(): ...


@rule(target=thing)
def test_machine(): ...
"""


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """Lay out a small checkout with code and tests."""
    package = tmp_path / "src" / "estoril"
    for folder in (package / "engine", package / "rulebook", tmp_path / "tests" / "rules"):
        folder.mkdir(parents=True)
    (package / "engine" / "grid.py").write_text(CODE)
    (package / "rulebook" / "find.py").write_text('def f():\n    """A-01."""\n')
    (tmp_path / "tests" / "rules" / "test_grid.py").write_text(TESTS)
    return tmp_path


@pytest.mark.parametrize(
    ("rule_id", "places"),
    [
        ("A-01", ["engine/grid.py:4 whole"]),
        ("A-02", ["engine/grid.py:4 whole", "engine/grid.py:16 Table.play"]),
        ("A-03", ["engine/grid.py:6 whole"]),
        ("A-04", ["engine/grid.py:8 whole.inner"]),
        ("A-05", []),
        ("A-06", []),
        ("A-07", ["engine/grid.py:20"]),
        ("A-041", ["engine/grid.py:12 Table"]),
        ("LOC01-01", ["engine/grid.py:12 Table"]),
        ("A-0", []),
    ],
)
def test_code_is_found_by_whole_ids(checkout: Path, rule_id: str, places: list[str]) -> None:
    found = find.code_of(rule_id, checkout / "src" / "estoril")
    assert [str(place) for place in found] == places


@pytest.mark.parametrize(
    ("rule_id", "places"),
    [
        ("A-01", ["tests/rules/test_grid.py:2 test_one", "tests/rules/test_grid.py:6 TestMany"]),
        ("A-02", ["tests/rules/test_grid.py:2 test_one"]),
        ("A-03", ["tests/rules/test_grid.py:8 TestMany.test_inside"]),
        ("A-04", []),
        ("A-05", []),
    ],
)
def test_tests_are_found_by_their_mark(checkout: Path, rule_id: str, places: list[str]) -> None:
    found = find.tests_of(rule_id, checkout / "tests")
    assert [str(place) for place in found] == places


def test_the_tests_of_a_checkout_lie_beside_src(checkout: Path, tmp_path: Path) -> None:
    assert find.folder_of_tests(checkout / "src" / "estoril") == checkout / "tests"
    installed = tmp_path / "site-packages" / "estoril"
    installed.mkdir(parents=True)
    assert find.folder_of_tests(installed) is None


def test_an_installed_package_has_no_tests_to_find(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(find, "folder_of_tests", lambda: None)
    assert find.tests_of("PLACE-04") == []
