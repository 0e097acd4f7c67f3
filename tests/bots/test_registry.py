"""Bots are made from specs, and what is wrong with a spec is said."""

from __future__ import annotations

import pytest

from estoril.bots import LEVELS, Bot, BotError, make, names, register
from estoril.bots.spymaster import Spymaster


def test_every_level_and_the_random_bot_have_a_name() -> None:
    assert set(LEVELS) < set(names())
    for name in ("random", *LEVELS):
        assert isinstance(make(name), Bot)


def test_settings_stand_behind_the_name() -> None:
    bot = make("spymaster:seconds=0.5:simulations=20:looks=2")
    assert isinstance(bot, Spymaster)
    assert (bot.seconds, bot.simulations, bot.looks) == (0.5, 20, 2)


def test_any_class_can_be_named_by_module() -> None:
    assert isinstance(make("estoril.bots.spymaster:Spymaster:simulations=3"), Spymaster)


def test_a_program_can_register_its_own() -> None:
    register("mine", Spymaster)
    assert isinstance(make("mine:simulations=2"), Spymaster)
    assert "mine" in names()


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("spimaster", "did you mean spymaster?"),
        ("zzz", "there are random, tourist, porter, informant, courier, agent"),
        ("tourist:speed", "there is no module tourist"),
        ("agent:worlds=2:width", "key=value"),
        ("agent:depth=2", "it has no setting depth; it has worlds"),
        ("spymaster:seconds=0", "seconds must be above 0"),
        ("no_such_package:Bot", "there is no module no_such_package"),
        ("estoril.bots:NoBot", "has no NoBot"),
        ("estoril.bots:LEVELS", "is neither a class nor a function"),
        ("builtins:dict", "has no method choose"),
        ("informant:weights=nowhere.toml", "nowhere.toml"),
    ],
)
def test_what_is_wrong_with_a_spec_is_said(spec: str, message: str) -> None:
    with pytest.raises(BotError, match=message) as problem:
        make(spec)
    assert spec.split(":")[0] in str(problem.value)


def test_a_name_with_a_colon_cannot_be_registered() -> None:
    with pytest.raises(BotError, match="no colon or comma"):
        register("my:bot", Spymaster)
