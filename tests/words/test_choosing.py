"""Which language is spoken: by option, environment, header; and what happens without."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

import estoril
from estoril import words
from estoril.cli.language import speak_as_asked
from estoril.words import UnknownLanguage, accepted, preferred, say

SOURCE = Path(estoril.__file__).parents[1]


def test_an_option_comes_before_the_environment() -> None:
    assert preferred({"ESTORIL_LANGUAGE": "en", "LANG": "en_GB.UTF-8"}, "pseudo") == "pseudo"


def test_our_own_variable_comes_before_those_of_the_system() -> None:
    assert preferred({"ESTORIL_LANGUAGE": "pseudo", "LC_ALL": "en_GB"}) == "pseudo"


@pytest.mark.parametrize(
    ("environ", "language"),
    [
        ({}, "en"),
        ({"LANG": "C.UTF-8"}, "en"),
        ({"LANG": "fr_FR.UTF-8"}, "en"),
        ({"LANG": "pseudo"}, "pseudo"),
        ({"LC_MESSAGES": "pseudo", "LANG": "en_GB"}, "pseudo"),
        ({"LC_ALL": "C", "LC_MESSAGES": "pseudo", "LANG": "pseudo"}, "en"),
        ({"LC_ALL": "", "LANG": "Pseudo_XX.UTF-8@euro"}, "pseudo"),
    ],
)
def test_the_first_variable_of_the_system_that_is_set_decides(
    environ: dict[str, str], language: str
) -> None:
    assert preferred(environ) == language


@pytest.mark.parametrize("language", words.languages())
def test_every_language_is_found_with_its_country(language: str) -> None:
    assert preferred({"LANG": f"{language}_XX.UTF-8"}) == language
    assert accepted(f"{language}-XX,en;q=0.5") == language


@pytest.mark.parametrize(
    ("header", "language"),
    [
        ("", "en"),
        ("*", "en"),
        ("fr-FR,fr;q=0.9", "en"),
        ("fr,pseudo;q=0.8,en;q=0.5", "pseudo"),
        ("en;q=0.5,pseudo", "pseudo"),
        ("pseudo;q=nonsense,en", "en"),
        (",;;,=", "en"),
    ],
)
def test_a_browser_gets_the_best_of_what_it_asks_for(header: str, language: str) -> None:
    assert accepted(header) == language


@pytest.mark.parametrize("environ", [{"ESTORIL_LANGUAGE": "xx"}, {}])
def test_an_unknown_wish_is_an_error_that_lists_the_languages(environ: dict[str, str]) -> None:
    with pytest.raises(UnknownLanguage) as caught:
        preferred(environ, None if environ else "xx")
    assert '"xx"' in str(caught.value)
    assert ", ".join(words.languages()) in str(caught.value)


def test_the_option_stands_anywhere_before_two_dashes() -> None:
    try:
        assert speak_as_asked(["play", "--language", "pseudo", "-p", "3"]) == ["play", "-p", "3"]
        assert words.spoken() == "pseudo"
        assert speak_as_asked(["--language=en", "rules", "--", "--language"]) == [
            "rules", "--", "--language",
        ]  # fmt: skip
        assert words.spoken() == "en"
        with pytest.raises(UnknownLanguage):
            speak_as_asked(["play", "--language"])
    finally:
        words.speak("en")


def test_a_library_speaks_english_whatever_the_environment() -> None:
    told = run_python("from estoril.game.reason import Reason; print(Reason('PLACE-02').text)")
    assert told == "That space is taken.\n"


def run_python(code: str) -> str:
    """Run code in a process whose environment asks for the pseudo-language."""
    env = {**os.environ, "PYTHONPATH": str(SOURCE), "ESTORIL_LANGUAGE": "pseudo"}
    return subprocess.run(
        [sys.executable, "-c", code], env=env, capture_output=True, text=True, check=True
    ).stdout


def run_estoril(*arguments: str, **env: str) -> subprocess.CompletedProcess[str]:
    """Run the command line in a process of its own."""
    return subprocess.run(
        [sys.executable, "-m", "estoril", *arguments],
        env={**os.environ, "PYTHONPATH": str(SOURCE), **env},
        capture_output=True, text=True, timeout=60, check=False, stdin=subprocess.DEVNULL,
    )  # fmt: skip


@pytest.mark.parametrize("language", words.languages())
def test_the_help_is_in_the_language_that_is_asked_for(language: str) -> None:
    for ran in (
        run_estoril("--language", language, "play", "--help"),
        run_estoril("play", "--help", ESTORIL_LANGUAGE=language),
    ):
        told = " ".join(ran.stdout.split())
        assert say("cli.play", language) in told and say("cli.seat", language) in told


def test_an_unknown_language_is_told_in_one_line() -> None:
    ran = run_estoril("rules", "--language", "xx")
    assert ran.returncode == 2 and ran.stdout == ""
    assert ran.stderr.startswith('estoril: there is no language "xx"')
    assert len(ran.stderr.splitlines()) == 1
