"""Settings for the tests of the terminal."""

from collections.abc import Iterator

import pytest

from estoril.words import speak


@pytest.fixture(autouse=True)
def english() -> Iterator[None]:
    """Speak English again after a game in which somebody changed the language."""
    yield
    speak("en")
