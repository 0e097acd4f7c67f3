"""Errors carry a key and arguments, never a sentence, and can be said in every language."""

import ast
import copy
import pickle
import re
import subprocess
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages
from string import Formatter
from typing import NamedTuple

import pytest

import estoril
from estoril import choices, words
from estoril.boxes import ContentError
from estoril.errors import ActionError, EstorilError, RecordError, SetupError
from estoril.extras import NEEDS
from estoril.rulebook import UnknownRule
from estoril.table import EntryError
from estoril.voice import Wording, plain
from estoril.words import tell
from estoril.words.po import Po, PoError

PACKAGE = Path(estoril.__file__).parent
ENGLISH = words.catalogue("en").messages
RESERVED = {"where", "rule"}  # of every message
OWN = {  # of some classes: what their constructors take besides, by the arguments they make of it
    "BotFailed": ({"kind"}, set()),
    "BotFault": (set(), {"fault", "seed"}),
    "BotProblems": (set(), {"number", "findings"}),
    "EntryError": ({"number"}, set()),
    "Refusal": ({"status"}, set()),
    "RefusedError": ({"code", "status"}, set()),
    "UnknownHelp": (set(), {"near"}),
    "UnknownName": (set(), {"near"}),
    "UnknownRule": (set(), {"near"}),
}
TOLD_LATER = {"number", "other", "value"}  # filled in by who was handed a `partial`
# What fills the holes of keys that are put together, by what stands before the hole.
HOLES: dict[str, list[str]] = {
    "error.action.unknown.": ["tile", "location", "space", "reward", "mission"],
    "error.check.illegal": ["", ".late"],
    "error.check.raises": ["", ".late"],
    "error.content.many.": ["tiles", "locations", "missions"],
    "error.content.unknown.": ["tile", "location", "mission"],
    "error.missing.": [*NEEDS],
    "refused.": [
        f"{what}.{how}" for what in ("name", "text") for how in ("empty", "long", "control")
    ],
    "refused.game.": ["unstarted", "running", "over"],
    "setup.": [need.message for need in choices.NEEDS],
    "setup.unknown.": [
        f"{word}.{how}"
        for word in ("module", "variant", "ruling", "edition", "colour")
        for how in ("near", "known")
    ],
    "why.": [key.removeprefix("why.") for key in ENGLISH if key.startswith("why.")],
}  # fmt: skip


def classes() -> dict[str, type[EstorilError]]:
    """Load all modules and return every class of errors by its name."""
    for module in walk_packages(estoril.__path__, "estoril."):
        # OpenSpiel is there for make test-research alone
        if not module.name.endswith(("__main__", "migrations.env", "research.spiel")):
            import_module(module.name)
    found: dict[str, type[EstorilError]] = {}
    waiting = [EstorilError]
    while waiting:
        kind = waiting.pop()
        waiting += kind.__subclasses__()
        if kind.__module__.startswith("estoril."):
            found[kind.__name__] = kind
    return found


class Made(NamedTuple):
    """A place in the sources where an error or a message is made."""

    where: str
    kind: str
    key: ast.expr
    arguments: set[str]
    is_partial: bool = False


KINDS = classes()


def name_of(called: ast.expr) -> str:
    """Return the name of what is called, without that of its module."""
    return ast.unparse(called).rpartition(".")[2]


def made() -> Iterator[Made]:
    """List where errors and messages are made, in all sources."""
    for path in sorted(PACKAGE.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if not isinstance(node, ast.Call):
                continue
            name, given, where = name_of(node.func), node.args, f"{path.name}:{node.lineno}"
            is_partial = name == "partial" and bool(given)
            if is_partial:
                name, given = name_of(given[0]), given[1:]
            if name == "Wording" or name in KINDS:
                assert given, f"{where}: the key comes first"
                arguments = {each.arg for each in node.keywords if each.arg is not None}
                yield Made(where, name, given[0], arguments, is_partial)


def keys_of(key: ast.expr) -> list[str] | None:
    """Return the keys that an expression can give; None if it is no literal."""
    match key:
        case ast.Constant(value=str(text)):
            return [text]
        case ast.IfExp():
            one, other = keys_of(key.body), keys_of(key.orelse)
            return None if one is None or other is None else one + other
        case ast.JoinedStr(values=[ast.Constant(value=str(head)), *rest]):
            assert head in HOLES, f'say in HOLES what can follow "{head}"'
            tail = rest[-1].value if isinstance(rest[-1], ast.Constant) else ""
            return [f"{head}{hole}" for hole in HOLES[head] if hole.endswith(str(tail))]
    return None


EVERY = list(made())
# Those whose key is another error's, a parameter, or chosen a line before from literals.
NAMED = {"key", "reason.key", "problem.key", "self.key", "told.key"}


def test_no_error_is_made_of_a_sentence() -> None:
    found = 0
    for each in EVERY:
        keys = keys_of(each.key)
        if keys is None:
            assert ast.unparse(each.key) in NAMED, f"{each.where}: {ast.unparse(each.key)}"
            continue
        assert keys, each.where
        for key in keys:
            assert key in ENGLISH, f"{each.where}: there is no message {key}"
        found += 1
    assert found > 300


def test_keys_that_are_chosen_a_line_before_are_known() -> None:
    """`key = "…" if … else "…"` stands by itself in many places."""
    for path in sorted(PACKAGE.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "key":
                keys = [
                    leaf.value for leaf in ast.walk(node.value) if isinstance(leaf, ast.Constant)
                ]
                for key in keys:
                    if isinstance(key, str) and key.startswith(("error.", "refused.", "setup.")):
                        assert key in ENGLISH or key in HOLES, f"{path.name}:{node.lineno}: {key}"


def test_every_error_has_the_arguments_of_its_message() -> None:
    for each in EVERY:
        taken, given = OWN.get(each.kind, (set(), set()))
        have = each.arguments - RESERVED - taken | given
        for key in keys_of(each.key) or ():
            forms = ENGLISH[key]
            text = forms if isinstance(forms, str) else forms[-1]
            wanted = {name for _, name, _, _ in Formatter().parse(text) if name}
            missing = wanted - have - (TOLD_LATER if each.is_partial else set())
            assert not missing, f"{each.where}: {key} lacks {missing}"


@pytest.mark.parametrize("language", words.languages())
def test_every_error_can_be_said_in_every_language(language: str) -> None:
    for each in EVERY:
        for key in keys_of(each.key) or ():
            forms = ENGLISH[key]
            text = forms if isinstance(forms, str) else forms[-1]
            names = {name for _, name, _, _ in Formatter().parse(text) if name}
            said = tell(Wording(key, **{name: f"<{name}>" for name in names}), language)
            assert key in words.catalogue(language).messages
            assert all(f"<{name}>" in said for name in names), (key, said)


def test_all_that_a_caller_can_cause_is_of_one_root() -> None:
    """What else our sources raise is Python's own, for mistakes of programs, or ends something."""
    plain_ones = {"AssertionError", "AttributeError", "NotImplementedError", "TypeError"}
    plain_ones |= {"SystemExit", "Exit"}
    inside = {
        "HTTPException",  # Starlette's: nothing is at an address
        "ToolError",  # of the Model Context Protocol: what an assistant is told
        "MissingMessage",  # a key in the sources that no catalogue has
        "ValueError",  # the engine's, which knows no errors, and what is caught of posts and bots
        "Loaded", "OutOfTime", "PlayerLeft", "Unclear", "Undone",  # they steer
    }  # fmt: skip
    found = set()
    for path in sorted(PACKAGE.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Raise) and isinstance(node.exc, ast.Call):
                name = name_of(node.exc.func)
                if name[0].isupper() or (name[0] == "_" and name[1].isupper()):
                    found.add(name)
    assert found - set(KINDS) - plain_ones - inside == set()


def test_every_error_keeps_the_bases_that_users_catch() -> None:
    for name in ("ActionError", "ContentError", "RecordError", "SetupError", "EntryError"):
        assert issubclass(KINDS[name], ValueError)
    assert issubclass(KINDS["UnknownEntryError"], KeyError)
    assert issubclass(KINDS["UnknownRule"], LookupError)
    assert issubclass(KINDS["MissingExtra"], ImportError)


# -- how they are said --------------------------------------------------------------------------

SAMPLES = [
    SetupError("setup.players.range", rule="SET-01", players=7),
    RecordError("error.record.none", where="game.json"),
    EntryError("error.entry.due", 3, due=2),
    UnknownRule("error.rule.near", ("PLACE-01", "PLACE-02"), id="PLACE"),
    ContentError("error.content.flag", "tiles", "x", "flag", given="3").written("my.toml", 4),
    RecordError("error.caused", where=Wording("place.step", number=5), problem=ActionError(
        "error.step.barred", line="0 pass", reason=Wording("why.PLACE-02", rule="PLACE-02")
    )),
]  # fmt: skip


@pytest.mark.parametrize("error", SAMPLES)
def test_errors_pass_between_processes_and_are_said_there(error: EstorilError) -> None:
    for again in (pickle.loads(pickle.dumps(error)), copy.copy(error)):
        assert type(again) is type(error)
        assert (again.key, repr(again.arguments), again.rule) == (
            error.key, repr(error.arguments), error.rule,
        )  # fmt: skip
        for language in words.languages():
            assert tell(again, language) == tell(error, language)


def test_place_and_rule_stand_around_what_is_said() -> None:
    said = [str(error) for error in SAMPLES]
    assert said[0] == "2 to 5 can play, not 7 (SET-01)"
    assert said[2] == "entry 3: number 2 is due"
    assert said[4] == 'my.toml:4: tiles.x.flag: must be two capital letters like "PT", not 3'
    assert said[5] == "step 5: '0 pass' is not possible: That space is taken. (PLACE-02)"


def test_what_an_error_holds_is_said_in_the_same_language() -> None:
    assert tell(SAMPLES[5], "de").startswith("Schritt 5: „0 pass“ ist nicht möglich: ")
    assert words.say("why.PLACE-02", "de") in tell(SAMPLES[5], "de")


def test_an_error_is_said_in_the_language_that_is_spoken_when_it_is_shown() -> None:
    error = SAMPLES[0]
    try:
        words.speak("pl")
        assert str(error) == tell(error, "pl") != tell(error, "en")
    finally:
        words.speak("en")


def test_an_error_of_somebody_else_is_shown_as_it_is() -> None:
    class TiredError(EstorilError):
        pass

    assert str(TiredError("my bot is tired")) == "my bot is tired"
    assert (
        str(TiredError("tired", bot="mine", where="here", rule="A-01"))
        == "here: tired(bot=mine) (A-01)"
    )


def test_a_catalogue_that_cannot_be_read_is_told_about(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    broken = tmp_path / "broken.po"
    broken.write_text("nonsense")
    with pytest.raises(PoError) as caught:
        Po(broken)
    module = sys.modules["estoril.words.catalogue"]
    monkeypatch.setattr(module, "catalogue_file", lambda language: broken)
    wanted = f'{broken}, line 1: a line is a comment, or a keyword and "its text"'
    assert tell(caught.value, "xx") == tell(caught.value, "en") == wanted
    monkeypatch.setattr(module, "_holding", lambda *_: Po(broken))
    assert tell(caught.value, "en") == plain(caught.value)


def test_nothing_is_loaded_to_say_until_something_is_said() -> None:
    code = """
import sys, estoril
game = estoril.new_game(players=2, seed=1)
try:
    game.play(5, 0)
except estoril.ActionError as problem:
    assert problem.key == "error.action.seat" and problem.arguments == {"last": 1, "seat": "5"}
    assert "estoril.words" not in sys.modules
    print(problem)
assert "estoril.words" in sys.modules
"""
    env = {"PYTHONPATH": str(PACKAGE.parent)}
    ran = subprocess.run([sys.executable, "-c", code], env=env, capture_output=True, text=True)
    assert (ran.stdout, ran.stderr) == ("seats of this game are 0 to 1, not 5\n", "")


def test_without_the_package_messages_are_shown_by_their_keys() -> None:
    assert plain(SAMPLES[0]) == "setup.players.range(players=7) (SET-01)"
    assert re.fullmatch(r"SetupError\('setup.players.range', players=7\)", repr(SAMPLES[0]))
