"""The words of the client are all in the catalogue."""

import re
from pathlib import Path

from estoril.server.wording import of

SOURCES = Path(__file__).parents[2] / "web" / "src"
# Keys that are put together where they are used, by what they begin with.
MADE = re.compile(r"`(web\.[a-z_.]+)\$\{")


def _written() -> str:
    return "".join(path.read_text("utf-8") for path in sorted(SOURCES.rglob("*.ts*")))


def test_every_key_in_the_client_has_a_message() -> None:
    known = of("en").messages
    keys = set(re.findall(r'"(web\.[a-z_.]+)"', _written()))
    assert len(keys) > 150
    assert sorted(key for key in keys if key not in known) == []


def test_every_message_for_the_client_is_used() -> None:
    written = _written()
    made = tuple(MADE.findall(written))
    keys = set(re.findall(r'"(web\.[a-z_.]+)"', written))
    unused = [
        key
        for key in of("en").messages
        if key.startswith("web.") and key not in keys and not key.startswith(made)
    ]
    assert unused == []
