"""CONTRIBUTING says which files a new ability, decision or bot level touches, and it is true.

What a new one would touch is seen from those that are there: the files whose code names them.
Texts, remarks, tests and drawings are left aside, and so is what the build writes.
"""

import re
import tokenize
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest

from estoril import actions, events
from estoril.boxes import SYMBOLS
from estoril.choices import LEVELS, MODULES
from estoril.engine import terms

HERE = Path(__file__).parents[2]
ASIDE = (
    "src/estoril/locale/",
    "src/estoril/rulebook/",
    "src/estoril/server/static/",
    "web/src/art/",
    "web/src/parts/flights.tsx",
    "web/src/parts/used.tsx",
    "web/src/store/remarks.ts",
)
# files of which a new kind touches one
ONE_OF = {
    r"boxes/\w+\.toml": "boxes/BOX.toml",
    r"engine/(abilities|locations|placement|resolution|setup)\.py": "engine/CHAPTER.py",
    rf"bots/({'|'.join(LEVELS)})\.py": "bots/LEVEL.py",
}
# Left out are those with the name of a module, and Nationalism, which nobody decides to use.
ABILITIES = [name for name in SYMBOLS if name not in (*MODULES, "nationalism")]
# Left out are those whose names are common words, or whose functions are called otherwise.
DECISIONS: dict[int, type[events.Fact]] = {
    terms.STAKING: events.Staked,
    terms.PEEKING: events.Peeked,
    terms.MOVING_DIE: events.DieMoved,
    terms.ROTATING: events.LocationRotated,
    terms.PLACING_ENIGMA: events.EnigmaPlaced,
    terms.BURYING: events.TileBuried,
}


def sources() -> Iterator[Path]:
    """Yield the files of the program, and the documents that list kinds."""
    for folder in ("src/estoril", "web/src"):
        for path in sorted((HERE / folder).rglob("*")):
            inside = path.relative_to(HERE).as_posix()
            if path.suffix in (".py", ".pxi", ".toml", ".ts", ".tsx") and not inside.startswith(
                ASIDE
            ):
                yield path
    yield from sorted((HERE / "docs").rglob("*.md"))


@cache
def words_of(path: Path) -> frozenset[str]:
    """Return the names in a file's code, and its texts of one word, in quotes."""
    text = path.read_bytes()
    match path.suffix:
        case ".py":
            tokens = tokenize.tokenize(BytesIO(text).readline)
            kinds = (tokenize.NAME, tokenize.STRING)
            found = {token.string for token in tokens if token.type in kinds}
        case ".md":
            found = {word.replace("`", '"') for word in re.findall(r"`\w+`", text.decode())}
        case ".ts" | ".tsx":
            found = _words(re.sub(r"/\*.*?\*/|//[^\n]*", "", text.decode(), flags=re.S))
        case _:
            code = re.sub(r"#[^\n]*", "", text.decode())
            keys = re.findall(r"^(\w+) =", code, re.M)
            found = _words(code) | {f'"{key}"' for key in keys}
    if path.name == "flow.py":  # by the functions that it calls
        found |= {word.upper() for word in found}
    return frozenset(found)


def _words(code: str) -> set[str]:
    return set(re.findall(r"\"\w+\"|\w+", code.replace("'", '"')))


def files_naming(names: Iterable[str]) -> set[str]:
    """Return the files that name something."""
    wanted = set(names)
    return {_general(path) for path in sources() if wanted & words_of(path)}


def _general(path: Path) -> str:
    name = path.relative_to(HERE).as_posix()
    for one, common in ONE_OF.items():
        name = re.sub(one, common, name)
    return name


def names_of(kind: type) -> set[str]:
    """Return the names of an action or event: its class, its number, its name in data."""
    name = actions.kind_name(kind)
    return {kind.__name__, name.upper(), f"EV_{name.upper()}", f'"{name}"'}


def files_of_ability(symbol: str) -> set[str]:
    number = SYMBOLS.index(symbol) + 1
    names = {symbol.upper(), f'"{symbol}"'}
    for kind, declared in terms.ACTION_KINDS.items():
        if declared.symbol == number:
            names |= names_of(actions.CLASSES[kind])
    for fact in events.FACTS:
        if fact.shown.symbol == symbol:
            names |= names_of(fact)
    return files_naming(names)


def files_of_decision(phase: int) -> set[str]:
    named = [name for name, value in vars(terms).items() if value == phase and "ING" in name]
    names = {*named, f'"{terms.DECISIONS[phase].name}"', *names_of(DECISIONS[phase])}
    for kind, declared in terms.ACTION_KINDS.items():
        if declared.phase == phase:
            names |= names_of(actions.CLASSES[kind])
    return files_naming(names)


def files_of_level(level: str) -> set[str]:
    return files_naming([f'"{level}"', level.title()])


def listed(section: str) -> tuple[set[str], set[str]]:
    """Read the files that CONTRIBUTING lists: those always touched, and those where it applies."""
    page = (HERE / "CONTRIBUTING.md").read_text("utf-8")
    text = page.partition(f"### {section}\n")[2].partition("\n##")[0]
    always, _, sometimes = text.partition("\nWhere it applies:\n")
    return _files(always), _files(sometimes)


def _files(text: str) -> set[str]:
    return set(re.findall(r"^\| `([^`]+)` \|", text, re.M))


@pytest.mark.parametrize(
    ("section", "most", "kinds", "files_of"),
    [
        ("A new ability", 14, ABILITIES, files_of_ability),
        ("A new decision", 11, DECISIONS, files_of_decision),
        ("A new bot level", 4, LEVELS, files_of_level),
    ],
    ids=["ability", "decision", "level"],
)
def test_the_list_of_files_is_true(
    section: str, most: int, kinds: Iterable[Any], files_of: Callable[[Any], set[str]]
) -> None:
    """What all have in common is always touched; what several have, where it applies."""
    always, sometimes = listed(section)
    footprints = [files_of(kind) for kind in kinds]
    assert always == set.intersection(*footprints)
    assert len(always) <= most
    times = Counter(file for files in footprints for file in files)
    programs = {file for file, n in times.items() if n > 1 and not file.startswith("docs/")}
    assert sometimes >= programs - always
    assert sometimes <= times.keys() - always
