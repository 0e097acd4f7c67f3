"""Every message is used, and everything that is said has a message."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import estoril
from estoril import actions, events, words
from estoril.game.options import EDITIONS, RULINGS
from estoril.server.configuring import SETTINGS
from estoril.words.teller import ALOUD

PACKAGE = Path(estoril.__file__).parent
CLIENT = Path(__file__).parents[2] / "web" / "src"
HOLE = "\0"  # what is filled in where a key is put together

# Parts of keys that no source spells out: they follow from names of types, settings, from content
# files and from numbers.
DERIVED = {
    *(fact.__struct_config__.tag for fact in events.FACTS),
    *(actions.snake(action.__name__) for action in actions.Action.__args__),
    *(tile.flag for tile in estoril.content().tiles),
    *(setting.name for setting in SETTINGS),
    *"0123",
}


def python_strings() -> Iterator[str]:
    """List the strings of the Python sources, with a hole for each value in an f-string."""
    for path in sorted(PACKAGE.rglob("*.py")):
        source = path.read_text("utf-8")
        for kind in re.findall(r'\bname\("([a-z]+)"', source):
            yield f"{kind}.{HOLE}"
        for kind in re.findall(r'\babout\("([a-z]+)"', source):
            yield f"{kind}.{HOLE}.about"
        for node in ast.walk(ast.parse(source)):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                yield node.value
            elif isinstance(node, ast.JoinedStr):
                yield "".join(
                    str(part.value) if isinstance(part, ast.Constant) else HOLE
                    for part in node.values
                )


def client_strings() -> Iterator[str]:
    """List the strings of the client, with a hole for each value in a template; and its keys."""
    for path in sorted(CLIENT.rglob("*.ts*")):
        source = path.read_text("utf-8")
        yield from re.findall(r'"([^"\n]*)"', source)
        yield from (re.sub(r"\$\{[^}]*\}", HOLE, text) for text in re.findall(r"`([^`]+)`", source))
        yield from re.findall(r"\b([a-z_]+)\??:", source)


STRINGS = {*python_strings(), *client_strings()}
SPELT = {text for text in STRINGS if HOLE not in text} | DERIVED
MADE = [
    re.compile(re.sub(f"{HOLE}+", "(.+)", re.escape(text).replace(re.escape(HOLE), HOLE)))
    for text in STRINGS
    if HOLE in text and "." in text and re.match(r"\0?\.?[a-z_]{2,}", text)
]


@cache
def is_used(key: str) -> bool:
    """Say whether the code spells a key, or puts it together from parts that it spells."""
    if key in SPELT or key.removeprefix(".") in SPELT:
        return True
    matches = (pattern.fullmatch(key) for pattern in MADE)
    return any(match and all(map(_is_part, match.groups())) for match in matches)


def _is_part(text: str) -> bool:
    """Say whether what fills a hole is spelt or made, as a whole or cut at a dot."""
    if is_used(text):
        return True
    cuts = (match.start() for match in re.finditer(r"\.", text[1:]))
    return any(is_used(text[: cut + 1]) and _is_part(text[cut + 1 :]) for cut in cuts)


def test_every_message_is_used() -> None:
    plain = [key for key in words.catalogue("en").messages if "@" not in key]
    assert len(plain) > 900
    assert [key for key in plain if not is_used(key)] == []


def test_a_message_that_nobody_says_is_found() -> None:
    for key in ("web.head.nobody", "event.placed.sideways", "why.PLACE-99", "cli.sideways"):
        assert not is_used(key), key


def test_every_key_in_the_code_has_a_message() -> None:
    """Keys that are put together from parts are covered by the tests that tell everything."""
    messages = words.catalogue("en").messages
    rooms = {key.partition(".")[0] for key in messages if "." in key}
    keys = {
        text
        for text in SPELT
        if re.fullmatch(r"[a-z_]+(\.[a-z_]+)+", text) and text.partition(".")[0] in rooms
    }
    assert len(keys) > 400
    known = {*messages, *(key.removeprefix("refused.") for key in messages)}
    known |= {key.removeprefix("setup.") for key in messages}
    assert sorted(keys - known) == []


def test_what_is_worded_otherwise_is_always_said_by_a_teller() -> None:
    """The client's `t` knows edition and rulings at the table; here only a Teller does."""
    worded = {key.partition("@")[0] for key in words.catalogue("en").messages if "@" in key}
    python = "".join(path.read_text("utf-8") for path in sorted(PACKAGE.rglob("*.py")))
    plain = set(re.findall(r"""(?<![.\w])say(?:_many)?\(\s*"([a-z_.]+)\"""", python))
    assert len(worded) > 8 and plain & worded == set()
    names = {key.partition("@")[2] for key in words.catalogue("en").messages} - {""}
    assert names < {*EDITIONS, *RULINGS, ALOUD} and names & {*RULINGS}
