"""People can play whole games at a terminal and learn nothing that is not theirs."""

import io
import random
import re
import sys
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

import estoril
from estoril import Action, View, terminal, words
from estoril.bots import Bot, register
from estoril.game.actions import Discard
from estoril.terminal import Console, saves
from estoril.terminal.codes import matches
from estoril.terminal.deciding import Decider
from estoril.terminal.explain import Explainer
from estoril.terminal.full.drawing import Drawer, Form, Marks
from estoril.terminal.full.inks import Inks
from estoril.terminal.full.panels import Panels
from estoril.terminal.full.pointing import Pointer
from estoril.terminal.listing import PlainListing
from estoril.words import Teller
from tests.rules.test_rulings import killed
from tests.terminal.scripts import Answers, Table


def play(folder: Path, answers: Answers, **given: Any) -> tuple[Table, str]:
    """Play with these answers and return the table and all that was written."""
    table = Table(folder, answers, **given)
    return table, table.play()


@pytest.mark.parametrize(("players", "width"), [(2, 80), (3, 60), (4, 120), (5, 50), (5, 110)])
def test_a_game_is_played_to_its_end(players: int, width: int, tmp_path: Path) -> None:
    variants = "all" if players in (3, 4) else ()
    table, text = play(tmp_path, Answers(), players=players, width=width, variants=variants)
    assert table.finished
    game = table.hotseat.finished
    names = [seat.name for seat in table.hotseat.local.table.info.seats]
    assert names[0] == "Ana" and all(names)
    for line in Teller(game.content, names, aloud=True).tell_result(game.result):
        assert " ".join(line.split()) in " ".join(text.split())
    told = text.replace(str(tmp_path), "")  # where the game is kept has the letters it has
    assert "{" not in told and "\x1b" not in told and "_" not in told
    assert "│" not in text and "row 1, column 1" in text
    assert not table.file.exists()  # nothing is left to go on with
    kept = tmp_path / "finished" / table.file.name
    assert estoril.replay(kept).result == game.result  # but to be looked at again


def test_the_same_seed_gives_the_same_game(tmp_path: Path) -> None:
    assert play(tmp_path, Answers())[1] == play(tmp_path, Answers())[1]


def test_the_plain_table_is_told_once_a_round_in_words(tmp_path: Path) -> None:
    _, text = play(tmp_path, Answers())
    assert text.count("row 1, column 1") >= 4
    assert text.count("Which tile do you place?") > text.count("row 2, column 2")
    assert ": free" in text


def test_a_console_has_a_full_screen_where_its_terminal_has(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    class Window(Answers):
        def isatty(self) -> bool:
            return True

    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setattr(sys, "__stderr__", Window())
    assert Console(Window(), Window()).full and Console(Window(), Window()).colour
    assert not Console(Window(), io.StringIO()).full
    assert not Console(io.StringIO(), Window()).full
    assert not Console(Window(), Window(), plain=True).full
    monkeypatch.setenv("NO_COLOR", "1")
    console = Console(Window(), Window())
    assert console.full and not console.colour
    monkeypatch.setenv("TERM", "dumb")
    assert not Console(Window(), Window()).full
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setattr(sys, "__stderr__", io.StringIO())  # which it is drawn on
    assert not Console(Window(), Window()).full


@pytest.mark.parametrize("answers", [["1", "1"], ["quit"], ["q"], ["1", "exit"]])
def test_who_leaves_finds_the_game_again(answers: list[str], tmp_path: Path) -> None:
    table, text = play(tmp_path, Answers(answers, then=None))
    assert not table.finished
    assert "Continue with: estoril play --resume" in " ".join(text.split())
    kept = saves.read(table.file)
    assert kept.entries == tuple(table.hotseat.local.entries)
    again = terminal.Hotseat(kept, table.file, Console(Answers(), io.StringIO(), width=80))
    assert again.run()


@pytest.mark.parametrize(
    ("command", "expected"),
    [
        ("?", "Commands, at every prompt"),
        ("help", "Commands, at every prompt"),
        ("? church", "Assassin cannot be used here"),
        ("?seduction", "Bring a character from an adjacent location"),
        ("? garbo", "Garbo (Juan Pujol): strength 3, 4 points, Spain"),
        ("? PLACE-04", "PLACE-04: You may enter a free inner space"),
        ("? loc01-02", "LOC01-02: Church: on your turn"),
        ("? place-01", "Super Box (2019): A marker is called a Tile marker."),
        ("? place-44", "Near it are PLACE-0"),
        ("? xyzzy", 'Nothing here is called "xyzzy"'),
        ("? top secret", "Written on a space or reward cell"),
        ("? flags of the continent", "Spain, France, Italy"),
        ("? most", "Please be more specific."),
        ("t", "Round 1 of 4, placement."),
        ("table", "Round 1 of 4, placement."),
        ("table xyzzy", 'No location on the table is called "xyzzy"'),
        ("hand", "Your hand:"),
        ("l", "Round 1 begins"),
        ("log", "Round 1 begins"),
        ("missions", "Missions, scored at the end"),
        ("mis", "Missions, scored at the end"),
        ("networks", "Networks, everybody's tiles"),
        ("lo", "That could be log, load."),
        ("why", "Barred now, with the rule:"),
        ("why 1", "PLACE-0"),
        ("why 99", "type a number up to"),
        ("why xyzzy", 'No tile or space of this game is called "xyzzy"'),
        ("w garbo", "(PLACE-01)"),
        ("place garbo", "(PLACE-01)"),
        ("hint", "The chance of winning with each, from what you know alone"),
        ("hint maybe", "Type hint alone, hint yes or hint no."),
        ("coach", "A coach looks at what you choose"),
        ("undo", "There is nothing to take back."),
        ("99", "Please type a number from 1 to 6"),
        ("0", "Please type a number from 1 to 6"),
        ("hello", "Please type a number from 1 to 6"),
        ("²", "That could mean: Place"),
        ("place", "That could mean: Place"),
        ("save /no/such/folder/at/all.json", "cannot be written"),
        ("load /no/such/file", "cannot be read"),
    ],
)
def test_commands_work_at_a_prompt(command: str, expected: str, tmp_path: Path) -> None:
    before = play(tmp_path, Answers(then=None), width=200)[1].rpartition("> ")[0]
    _, text = play(tmp_path, Answers([command], then=None), width=200)
    assert expected in text[len(before) :]
    assert text.count("> ") == before.count("> ") + 2


@pytest.mark.parametrize(
    "answers",
    [
        ["6", "5"],
        ["place araujo muchaxo 1"],
        ["PLACE Araújo on Muchaxo I"],
        ["araujo muchaxo 1"],
        ["muchaxo 1", "araujo"],
        ["araujo", "muchaxo i"],
        ["1", "undo", "araujo", "muchaxo 1"],
        ["linda", "place araujo muchaxo 1"],
        ["muc 1", "b", "ara", "muc 1"],
    ],
)
def test_a_placement_can_be_said_in_many_ways(answers: list[str], tmp_path: Path) -> None:
    table, text = play(tmp_path, Answers(answers, then=None), seed=1)
    assert "Ana places Araújo" in text and "on Muchaxo 1." in text, text[-3000:]
    assert 0 not in table.hotseat.local.table.to_act or "Which tile" not in text[-200:]


def test_words_that_mean_several_choices_list_them(tmp_path: Path) -> None:
    text = play(tmp_path, Answers(["place hotel 2", "ara", "a"], then=None), seed=1, width=100)[1]
    assert "That could mean: Place" in text and "Please be more specific." in text


def test_a_tile_that_is_picked_can_be_put_back(tmp_path: Path) -> None:
    text = play(tmp_path, Answers(["1", "undo", "2", "b", "u"], then=None))[1]
    assert text.count("Which tile do you place?") == 3
    assert text.count("Where do you place") == 2
    assert text.count("There is nothing to take back.") == 1


def test_with_confirm_every_action_can_be_taken_back(tmp_path: Path) -> None:
    answers = ["araujo muchaxo 1", "undo", "araujo muchaxo 1", "what", ""]
    _, text = play(tmp_path, Answers(answers, then=None), seed=1, confirm=True)
    assert text.count("Place Araújo on Muchaxo 1? Enter confirms") == 2
    assert text.count("Ana places Araújo") == 1


def test_discards_can_be_changed_until_the_last_is_chosen(tmp_path: Path) -> None:
    """One who always takes the first choice changes the mind once at the discards."""

    class Wavering(Answers):
        table: Table
        wavered = 0

        def readline(self, _: int | None = -1, /) -> str:
            tail = self.table.text[-2000:].rpartition("Missions, scored")[2]
            if self.wavered == 0 and "2 more, and" in tail:
                self.wavered = 1
                return "discard ara\n" if "Araújo" in tail else "1\n"
            if self.wavered == 1:
                self.wavered = 2
                return "undo\n"
            return "1\n"

    for seed in range(20):
        answers = Wavering()
        answers.table = table = Table(tmp_path, answers, seed=seed, people=[(0, "Ana")])
        text = table.play()
        assert table.finished
        if answers.wavered == 2:
            assert text.count("Chosen so far: ") >= 2
            assert ".." not in text.replace("...", "")  # a name may end with a stop of its own
            return
    raise AssertionError("nobody ever had two tiles to discard")


def test_a_saved_game_is_gone_back_to(tmp_path: Path) -> None:
    file = tmp_path / "a game.json"
    first = ["place araujo muchaxo 1"]
    answers = [f"save {file}", *first, f"load {file}", *first]
    text = play(tmp_path, Answers(answers, then=None), seed=1, width=200)[1]
    assert f"The game is saved in {file}." in " ".join(text.split())
    assert text.count("Ana places Araújo") == 2


def test_why_not_names_the_rule_of_an_inner_space(tmp_path: Path) -> None:
    table = Table(tmp_path, Answers(then=None), modules=(), players=2, seed=1)
    table.play()
    inner = next(
        space.id
        for place in table.hotseat.local.table.view(0).places
        for space in place.spaces
        if not space.outer and not space.occupied and place.id != "church"
    )
    answers = [f"w araujo {inner}", f"why {inner.replace('.', ' ')}", f"place araujo {inner}"]
    text = play(tmp_path, Answers(answers, then=None), modules=(), players=2, seed=1, width=200)[1]
    assert text.count("(PLACE-04)") == 3


# -- by turns -----------------------------------------------------------------------------------

PAIR = [(0, "Ana"), (1, "Bruno")]


def test_people_play_by_turns_behind_a_curtain(tmp_path: Path) -> None:
    table, text = play(tmp_path, Answers(), players=4, people=PAIR, variants="all")
    assert table.finished
    pages = text.split("\f")
    assert len(pages) > 8
    for page in pages[1:]:
        assert page.lstrip("\n").startswith("Only ")
        assert page.startswith("\n" * 24)  # a screen full of nothing
    readers = [page.split("Only ")[1].split(" should")[0] for page in pages[1:]]
    assert set(readers) == {"Ana", "Bruno"}
    assert all(one != other for one, other in pairwise(readers))


def test_behind_the_curtain_nothing_of_the_other_is_shown(tmp_path: Path) -> None:
    """A page shows names of face-down tiles only to who may know them."""
    _, text = play(tmp_path, Answers(), players=2, people=PAIR, width=200)
    pages = text.split("\f")[1:-1]
    for page in pages:
        other = "Bruno" if "Only Ana" in page else "Ana"
        assert not re.search(rf"{other} places \S.* face down on", page), page
        assert not re.search(rf"{other}, .* face down\b(?<!a face-down tile)", page)
        assert f"You are {other}" not in page


def test_among_people_a_hint_is_given_if_all_agree(tmp_path: Path) -> None:
    said = ["", "hint", "hint yes", "1", "4", "", "", "hint yes", "hint"]
    table, text = play(tmp_path, Answers(said, then=None), players=2, people=PAIR, width=200)
    refused, _, given = text.partition("Hints are off at this table")
    assert "The chance of winning with each" not in refused
    assert "The chance of winning with each" in given
    assert [seat.hints for seat in table.hotseat.local.table.info.seats] == [0, 1]


@pytest.mark.compiled
def test_a_coach_speaks_up_once_before_much_is_thrown_away(tmp_path: Path) -> None:
    """Who always takes the first that is offered throws much away now and then."""
    _, alone = play(tmp_path, Answers(), players=2, width=200)
    assert "this looks better:" not in alone
    table, text = play(tmp_path, Answers(["coach"]), players=2, width=200)
    warned = text.count("this looks better:")
    assert warned > 1
    assert table.finished  # all was done anyway, and nothing warned of twice
    assert table.hotseat.local.table.info.seats[0].hints == warned
    _, switched_off = play(tmp_path, Answers(["coach", "coach"]), players=2, width=200)
    assert "The coach says nothing any more." in switched_off
    assert "this looks better:" not in switched_off


# -- understanding ------------------------------------------------------------------------------


def explainer(*rulings: str) -> Explainer:
    options = estoril.choose(4, "all", rulings=rulings)
    content = estoril.content()
    teller = Teller(content, ("A", "B", "C", "D"), rulings=rulings)
    return Explainer(teller, content, options)


def test_a_rule_is_explained_by_the_reading_that_was_chosen() -> None:
    assert len(explainer().explain("LOC07-04")) == 1
    chosen = explainer("removal_first")
    _, reading = chosen.explain("loc07-04")
    assert reading.startswith("As chosen here (Loss before reward): The character that the loser")
    assert len(chosen.explain("DAG-07")) == 1
    assert "what is left" in chosen.decision("give_up")
    assert "stays the same" in explainer().decision("give_up")
    assert "before the reward is given" in " ".join(chosen.explain("loss before reward"))


def test_of_two_tiles_alike_both_can_be_discarded(monkeypatch: pytest.MonkeyPatch) -> None:
    hands = {"red": "araujo roque guedes hans_r elizabeth linda_x"}
    table = killed("araujo", hands=hands)
    table.pass_all()
    offered = []

    def ask(view: View, actions: list[Action], question: str, labels: list[str]) -> Action:
        offered.append(actions)
        return Discard("araujo")

    decider = Decider.__new__(Decider)
    decider.teller = Teller(table.game.content, ("A", "B", "C", "D"))
    monkeypatch.setattr(decider, "_ask", ask)
    assert decider._decide_discards(table.view("red")) == [Discard("araujo")] * 2
    assert all(Discard("araujo") in actions for actions in offered)


def test_the_readings_that_were_chosen_are_told_at_the_start(tmp_path: Path) -> None:
    text = play(tmp_path, Answers(["quit"]), rulings="removal_first")[1]
    assert "Other readings: Loss before reward." in text
    assert "Other readings" not in play(tmp_path, Answers(["quit"]))[1]


def test_what_is_typed_is_found_without_accents_and_whole_names() -> None:
    find = explainer()
    assert find.find_tile("ARAUJO") == "araujo"
    assert find.find_tile("lucky") == "lucky_luciano"
    assert find.find_tile("a") is None
    assert find.find_spot("casino ii") == "casino.II"
    assert find.find_spot("palacio.2") == "palacio.II"
    assert find.find_spot("hells mouth 3") is not None
    assert find.find_spot("casino iv") is None
    assert find.find_spot("museum r") == "museum.R"
    assert find.split("hans r casino II") == ("hans_r", "casino.II")
    assert find.split("garbo") == ("garbo", None)
    assert find.split("nobody nowhere") is None
    assert matches("", {1: ("a",)}) == []


def test_everything_in_the_boxes_can_be_explained() -> None:
    explain = explainer()
    content = estoril.content()
    for entry in (*content.tiles, *content.locations, *content.missions):
        text = " ".join(explain.explain(entry.name))
        assert len(text) > len(entry.name) and "Nothing here" not in text and "{" not in text
    for kind in ("place", "stake", "peek", "move_die", "rotate", "place_enigma", "ability", "bury",
                 "give_up", "discard"):  # fmt: skip
        assert explain.decision(kind).endswith(")")


def test_questions_are_completed_with_names_and_rules() -> None:
    explain = explainer()
    assert explain.continuations(" chur") == ["church"]
    assert "PLACE-04" in explain.continuations("place-0")
    assert "seduction" in explain.continuations("sed")
    assert {"double", "duke"} <= set(explain.continuations(" d"))
    assert {"d", "de", "do"}.isdisjoint(explain.continuations(" d"))


@pytest.mark.parametrize("language", words.languages())
def test_no_particles_and_initials_are_offered(language: str) -> None:
    from estoril.terminal.codes import Speller

    rng, game = random.Random(5), estoril.new_game(players=4, seed=3, modules="all")
    teller = Teller(game.content, ("Ana", "Bruno", "Carla", "Duarte"), language)
    speller = Speller(teller, game.content)
    while not game.is_over:
        view = game.view(game.to_act[0])
        spelled = {action: speller.spell(action, view) for action in view.legal}
        offered = speller.continuations("", spelled)
        verbs = " ".join(teller.say(f"terminal.verb.{kind}") for kind in ("pass", "give_up"))
        known = {*verbs.split(), "ii", "ab", "r2"}
        assert [word for word in offered if word.isalpha() and len(word) < 3] == [
            word for word in offered if word in known and len(word) < 3
        ]
        assert {"de", "do", "of", "it", "as", "is"}.isdisjoint(offered)
        game.play(game.to_act[0], rng.choice(view.legal))


@pytest.mark.parametrize("modules", ["all", ()])
def test_every_choice_of_a_game_can_be_typed_and_is_found(modules: Any) -> None:
    """The words that tell a choice mean that choice, or others that are told the same."""
    from estoril.terminal.codes import Speller

    rng = random.Random(5)
    for seed in range(4):
        game = estoril.new_game(players=4, seed=seed, modules=modules)
        teller = Teller(game.content, ("Ana", "Bruno", "Carla", "Duarte"))
        speller = Speller(teller, game.content)
        while not game.is_over:
            seat = game.to_act[0]
            view = game.view(seat)
            spelled = {action: speller.spell(action, view) for action in view.legal}
            wanted = rng.choice(view.legal)
            found = speller.find(teller.tell_action(wanted, view), spelled)
            assert wanted in found
            told = {teller.tell_action(action, view) for action in found}
            assert len(told) == len(found) == 1, told
            game.play(seat, rng.choice(view.legal))


# -- secrets ------------------------------------------------------------------------------------


def test_the_terminal_never_touches_the_truth() -> None:
    """All it shows of a game that runs comes from a seat's own view and form of events."""
    record = r"(?<!finished)(?<!server)\.record\("  # which are refused while the game runs
    own = r"(?<!self)(?<!textual)\._(?!replace)[a-z]"
    secrets = re.compile(rf"_state\b|\.whole\b|\.public\b|observed|{record}|{own}")
    for path in Path(terminal.__file__).parent.rglob("*.py"):
        assert not secrets.search(path.read_text("utf-8")), path.name


def test_only_the_own_view_is_asked_for_and_those_that_bots_are_given(
    tmp_path: Path,
) -> None:
    given: list[int | None] = []
    seen: list[int | None] = []

    class Witness(Bot):
        def choose(self, view: estoril.View, legal: Any, rng: random.Random) -> estoril.Action:
            given.append(view.seat)
            action: estoril.Action = rng.choice(legal)
            return action

    register("witness", Witness)
    table = Table(tmp_path, Answers(), players=4, people=[(2, "Ana")], bots=["witness"])
    view = table.hotseat.local.table.view

    class Watched:
        """The table, which notes for whom views are asked by the terminal."""

        def __getattr__(self, name: str) -> Any:
            return getattr(table.hotseat.local.__dict__["real"], name)

        def view(self, reader: int | None) -> estoril.View:
            seen.append(reader)
            return view(reader)

    table.hotseat.local.__dict__["real"] = table.hotseat.local.table
    table.hotseat.local.table = Watched()  # type: ignore[assignment]
    table.play()
    assert table.finished
    assert set(given) == {0, 1, 3}
    assert [seat for seat in seen if seat != 2] == given


def test_two_truths_that_look_the_same_are_told_the_same() -> None:
    """What a seat is shown depends on its own view alone."""
    game = estoril.new_game(players=4, seed=11, modules="all", variants="all")
    while 0 not in game.to_act:
        game.play(game.to_act[0], game.legal(game.to_act[0])[0])
    teller = Teller(game.content, terminal.names_of_colours(game.options))

    drawer = Drawer(teller, game.content, Inks())

    def shown(made: estoril.Game) -> list[str]:
        listing, data = PlainListing(teller, game.content), made.view(0).data()
        lines = [*listing.table(data), *listing.missions(data), *listing.networks(data)]
        for place in data.places:
            lines += map(str, drawer.place(data, place, Form(30, 3), Marks()).lines)
        lines += map(str, Panels(drawer).networks(data, 60))
        pointer = Pointer(teller, Explainer(teller, game.content, game.options))
        spots = [space.id for place in data.places for space in place.spaces]
        return [*lines, *(pointer.tell(data, id) for id in spots)]

    for seed in range(5):
        assert shown(game.imagine(0, seed)) == shown(game)


def test_the_language_can_be_changed_in_a_running_game(tmp_path: Path) -> None:
    german = Teller(estoril.content(), ("Ana", "Blau", "Grün"), "de")
    _, text = play(tmp_path, Answers(["1", "language xx", "language de", "? kirche", "quit"]))
    english, changed = text.split("de, en, pl, pt")  # the languages there are
    assert "Your turn. Which tile do you place?" in english
    assert german.say("ask.place") in changed  # the tile that was picked is asked for again
    assert german.full_location("church") in changed
    assert "Your turn" not in changed
