"""Rules, code and tests find each other: no rule without both, no id that is unknown.

Each test names everything that is missing at once, so that the failure is the list of work.
"""

import re
from pathlib import Path

from estoril.rulebook import find, rules
from estoril.rulebook.book import ID

TESTS = Path(__file__).resolve().parents[1]

# Code may also say UTF-16 or A-Z; what is meant as a rule ends in two digits or is an example.
LOOKS_LIKE_A_RULE = re.compile(r"[A-Z][A-Z0-9]*(-[A-Z]+)?-\d\d|EX-.+")
NO_RULES = {"UTF-16", "UTF-32"}


def listed(missing: list[str]) -> str:
    """Put the ids of a failure into one readable line."""
    return f"{len(missing)}: {' '.join(missing)}"


def test_every_rule_has_a_test() -> None:
    marked = {id_ for id_, _ in find.marks(TESTS)}
    missing = [id_ for id_ in rules() if id_ not in marked]
    assert not missing, f"rules without a test, {listed(missing)}"


def test_every_marked_id_is_a_rule() -> None:
    unknown = [f"{id_} ({place})" for id_, place in find.marks(TESTS) if id_ not in rules()]
    assert not unknown, f"tests marked with no rule, {listed(unknown)}"


def test_every_id_written_in_the_code_is_a_rule() -> None:
    """Docstrings and comments cite ids, messages carry them: none may be made up."""
    unknown = [
        f"{id_} ({path.relative_to(find.PACKAGE).as_posix()}:{number})"
        for path in sorted(find.PACKAGE.rglob("*.py"))
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1)
        for id_ in ID.findall(line)
        if LOOKS_LIKE_A_RULE.fullmatch(id_) and id_ not in rules() and id_ not in NO_RULES
    ]
    assert not unknown, f"ids in the code that are no rules, {listed(unknown)}"


def test_every_rule_that_is_no_example_is_cited_in_the_code() -> None:
    cited = {id_ for id_, _ in find.citations(find.PACKAGE)}
    missing = [id_ for id_ in rules() if not id_.startswith("EX-") and id_ not in cited]
    assert not missing, f"rules that no code cites, {listed(missing)}"
