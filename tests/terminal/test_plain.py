"""Plain play is for ears: whole sentences, words for signs, and nothing that is not said."""

import re
from pathlib import Path

import pytest

import estoril
from estoril import Place, events
from estoril.game.ties import by_space
from estoril.terminal import saves
from estoril.terminal.listing import PlainListing
from estoril.words import Teller, languages
from tests.terminal.scripts import Answers, Table

CONTENT = estoril.content()
SIGNS = re.compile(r"(?<![\w(])[-\N{MINUS SIGN}+]\d| [+=] |\bI{1,3}\b(?!\.)|\bIV\b")


def played(folder: Path, *answers: str, then: str | None = None, **given: object) -> str:
    """Play with these answers and return all that was written."""
    return Table(folder, Answers(answers, then=then), **given).play()  # type: ignore[arg-type]


def test_no_line_is_broken_and_each_names_what_it_is_about(tmp_path: Path) -> None:
    text = played(tmp_path, width=40, variants="all")
    table = text.partition("Round 1 of 4")[2].partition("Missions, scored")[0].splitlines()[1:]
    places = [CONTENT.location(place.id).name for place in CONTENT.locations]
    names = ("Ana", "Lucky Keane", "Gaspard")
    assert len(table) > 30
    for line in filter(None, table):
        assert line.endswith(".") and line.startswith((*places, *names)), line
    assert max(map(len, table)) > 60


@pytest.mark.parametrize("language", languages())
def test_nothing_is_said_by_signs_or_letters(language: str, tmp_path: Path) -> None:
    table = Table(tmp_path, Answers([f"language {language}"]), variants="all", players=4, seed=3)
    text = table.play()
    assert table.finished
    said = text.partition("language")[2] if language != "en" else text
    assert SIGNS.findall(_bare(said)) == []


def _bare(text: str) -> str:
    """Leave out names of people that have a numeral or an initial of their own."""
    return re.sub(r"Carol II\.?|I\. Shouvaloff", "", text)


def test_a_choice_says_the_reward_and_who_is_there(tmp_path: Path) -> None:
    text = played(tmp_path, "1", seed=1)
    choices = text.partition("Where do you place")[2].splitlines()[1:]
    offered = [line for line in choices if re.match(r"\d+\. ", line)]
    assert len(offered) > 4
    for line in offered:
        assert "reward" in line and ("nobody there yet" in line or "there already: " in line), line
    assert any("there already: Fausto's face-down tile on " in line for line in offered)


def test_a_placed_character_is_told_with_its_signs() -> None:
    game = estoril.new_game(players=2, seed=7)
    tamariz = next(
        action
        for action in game.legal(0)
        if isinstance(action, Place) and action.tile == "elizabeth"
    )
    game.play(0, tamariz)
    listing = PlainListing(Teller(game.content, ("Ana", "Bruno"), aloud=True), game.content)
    told = [line for line in listing.table(game.view(0).data()) if "Elizabeth" in line]
    assert told and "strength 1, UK, Seduction, woman" in told[0]


def test_beside_enigma_no_space_is_called_secret() -> None:
    """ENI-03: the tile lies open there."""
    game = estoril.new_game(players=4, seed=4, modules="enigma")
    view = game.view(game.to_act[0])
    listing = PlainListing(Teller(game.content, "ABCD", aloud=True), game.content)
    for place in view.places:
        lines = [*listing.place(view.data(), place)]
        lines += [listing.choice(view, space.id) for space in place.spaces]
        secret = any(space.top_secret for space in place.spaces) and not place.enigma
        assert any("Top Secret" in line for line in lines) == secret
    assert any(place.enigma and place.spaces[0].top_secret for place in view.places)


def test_everybodys_points_so_far_are_told(tmp_path: Path) -> None:
    text = played(tmp_path, modules=())
    assert len(re.findall(r"\d+ points if the game ended now", text)) == 3


@pytest.mark.parametrize(
    ("variants", "worth"),
    [((), "with 6 points each, and"), ("mission_scoring", "6 points each and 3 for second place")],
)
def test_missions_are_told_with_what_they_are_worth_at_this_table(
    variants: str, worth: str, tmp_path: Path
) -> None:
    """M12."""
    headings = set(re.findall(r"Missions, .*:", played(tmp_path, "missions", variants=variants)))
    assert len(headings) == 1 and worth in headings.pop()


def test_who_won_comes_first_then_everybody_by_points(tmp_path: Path) -> None:
    table = Table(tmp_path, Answers(), players=4)
    *_, won, first, second, third, fourth, _ = table.play().rstrip().splitlines()
    result = table.hotseat.finished.result
    assert " win" in won or " share" in won
    lines = (first, second, third, fourth)
    totals = [int(re.search(r", (\d+) points?:", line)[1]) for line in lines]  # type: ignore[index]
    assert totals == sorted((seat.total for seat in result.seats), reverse=True)


def test_a_tie_is_told_with_its_rule(tmp_path: Path) -> None:
    text = played(tmp_path, then="1", seed=4)
    ties = re.findall(r"^.* are tied for the highest strength at .*\(STR-03\)\.\n.*", text, re.M)
    assert ties and all(" wins " in tie for tie in ties)


def test_what_somebody_is_to_do_is_not_told_as_if_it_were_done() -> None:
    """M15: who waits at a server hears whose turn it is."""
    game = estoril.new_game(players=2, seed=7)
    decision = game.view(None).decision
    assert decision is not None
    told = Teller(game.content, ("Ana", "Bruno"), aloud=True).tell_decision(decision)
    assert re.fullmatch(r"It is (Ana|Bruno)'s turn to place a tile\.", told)


def test_tiles_are_turned_up_space_after_space() -> None:
    facts = [
        events.ResolutionStarted(location="church"),
        *(
            events.Revealed(space=f"church.{numeral}", tile="roque", owner=0)
            for numeral in ("II", "III", "I")
        ),
        events.RewardRevealed(location="church", which=0, tile="garbo"),
    ]
    told = [getattr(fact, "space", "") for fact in by_space(facts)]
    assert told == ["", "church.I", "church.II", "church.III", ""]


def test_after_a_command_the_question_is_asked_again_in_short(tmp_path: Path) -> None:
    text = played(tmp_path, "hand")
    last = text[: text.rindex("> ")].rstrip().splitlines()[-1]
    assert last == (
        "Still to be decided: Your turn. Which tile do you place? Enter lists the choices again."
    )


def test_the_pace_can_be_changed_in_a_game(tmp_path: Path) -> None:
    text = played(tmp_path, "pace soon", "pace key", then="1")
    assert "Type pace key, or pace with seconds from 0 to 60." in text
    assert text.count("Press Enter to continue. ") > 8


@pytest.mark.parametrize(
    ("sign", "meaning"),
    [
        ("TS", "TS: Top Secret: a tile placed here lies face down"),
        ("p+", "p+: whoever places here may peek at this location or one next to it"),
        ("sh", "sh: has a shield until the round ends"),
        ("8", "8 Museum Conde Castro Guimarães"),
        ("†", "†: Assassin"),
    ],
)
def test_a_sign_can_be_asked_about(sign: str, meaning: str, tmp_path: Path) -> None:
    assert meaning in played(tmp_path, f"? {sign}")


def test_the_rules_are_searched_and_read_in_a_game(tmp_path: Path) -> None:
    assert "STR-03: " in played(tmp_path, "? tie")
    assert "SET-07: " in played(tmp_path, "rules who goes first")
    assert "STR: Strength and reward" in played(tmp_path, "rules")
    chapter = played(tmp_path, "rules str")
    assert "STR-01: " in chapter and "STR-03: " in chapter
    assert "no rule answers this: zeppelin" in played(tmp_path, "rules zeppelin")


def test_why_a_location_is_barred_can_be_asked(tmp_path: Path) -> None:
    every = played(tmp_path, "why", modules=(), players=2, seed=1)
    barred = re.findall(r"^\d+\. (.+) \d \(", every, re.M)
    one = played(tmp_path, f"why {barred[0]}", modules=(), players=2, seed=1)
    listed = re.findall(r"^\d+\. .+ \d \([A-Z0-9]+-\d\d\)$", one, re.M)
    assert listed and all(barred[0] in line for line in listed)


def test_who_comes_back_in_the_middle_of_a_turn_is_told_the_table(tmp_path: Path) -> None:
    """A question after a placement, too, comes with the table."""
    import io

    from estoril.terminal import Console, Hotseat

    for seed in range(30):
        table = Table(tmp_path, Answers(["1", "1"], then=None), players=2, seed=seed)
        table.play()
        decision = table.hotseat.local.table.view(0).decision
        if decision is not None and decision.kind != "place" and decision.seats == (0,):
            target = io.StringIO()
            console = Console(Answers(then=None), target, plain=True)
            Hotseat(saves.read(table.file), table.file, console).run()
            text = target.getvalue()
            assert "row 1, column 1" in text
            assert text.index("row 1, column 1") < text.rindex("> ")
            return
    raise AssertionError("nobody was asked anything after a placement")


def test_a_player_without_a_name_is_called_by_colour_in_every_language(tmp_path: Path) -> None:
    text = played(tmp_path, "language pl", "table", people=[(0, "Red")])
    assert "Red" not in text.partition("language")[2].partition("Runda")[2]
