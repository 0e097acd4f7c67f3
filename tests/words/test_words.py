"""Everything that can be said is in the catalogue, and is said with the right names."""

import ast
import random
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import get_args, get_type_hints

import msgspec
import pytest

import estoril
from estoril import actions, events, words
from estoril.boxes import NUMERALS, SYMBOLS
from estoril.engine import reasons
from estoril.game.options import COLOURS, EDITIONS, MODULES, RULINGS, VARIANTS
from estoril.game.reason import Reason
from estoril.game.results import MissionLine, Result, SeatResult
from estoril.game.ties import Ties
from estoril.rulebook.book import ID
from estoril.terminal.listing import PlainListing
from estoril.words import Teller, say, say_many

CONTENT = estoril.content()
LANGUAGES = words.languages()
PLAYERS = ("Red", "Blue", "Green", "Yellow", "Pink")
TELLER = Teller(CONTENT, PLAYERS)
PASSING = ("peek", "move_die", "rotate", "ability")

# What each field of a fact can hold; None where the reader may not know it.
VALUES: dict[str, tuple[object, ...]] = {
    "seat": (0, 1),
    "owner": (0, 1),
    "first": (0,),
    "by": ("museum.IV",),
    "colour": (0,),
    "tile": ("lucky_luciano", None),
    "mission": ("women", None),
    "location": ("garrett", "casino"),
    "space": ("casino.II",),
    "source": ("tamariz.I",),
    "target": ("casino.II", "garrett.R2"),
    "which": (0, 1, None),
    "face_up": (True, False),
    "decision": PASSING,
    "dice": ((2, 6),),
    "left": (0, 1, 2),
    "quarter": (0, 1, 2, 3),
    "quarters": (1, 2, 3),
}
SPECIAL: dict[str, dict[str, tuple[object, ...]]] = {
    "Staked": {"source": ("hand",)},
    "StakeWon": {"source": ("hand", "discard"), "by": (0, 1)},
    "StakeLost": {"source": ("hand", "discard"), "by": (0, 1)},
    "DieMoved": {"by": (-2, 1)},
    "EnigmaPlaced": {"seat": (0, None)},
    "StrengthCounted": {"location": (0, 1), "dice": (0, 5)},
    "Peeked": {"target": ("casino.II",)},
}


def samples(fact: type[events.Fact]) -> Iterator[events.Fact]:
    """Make facts of a type with everything its fields can hold, by their declared types."""
    types = get_type_hints(fact)
    choices = []
    for field in fact.__struct_fields__:
        own = SPECIAL.get(fact.__name__, {}).get(field, VALUES.get(field, (1, 3)))
        hidden = type(None) in get_args(types[field])
        choices.append([value for value in own if value is not None or hidden])
    for values in product(*choices):
        made = dict(zip(fact.__struct_fields__, values, strict=True))
        if made.get("face_up") and made.get("tile", "") is None:
            continue  # a face-up tile is known to all
        yield fact(**made)


def check_sentence(text: str) -> None:
    """A sentence has no holes, no ids and one stop."""
    assert text[0].isupper() and text.endswith(".") and not text.endswith(".."), text
    assert "None" not in text and "  " not in text and "_" not in text
    assert "{" not in text and " ." not in text and " :" not in text, text


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("fact", events.FACTS, ids=lambda fact: fact.__name__)
def test_every_fact_is_told(fact: type[events.Fact], language: str) -> None:
    teller = Teller(CONTENT, PLAYERS, language)
    told = [teller.tell(each) for each in samples(fact)]
    assert told
    for text in told:
        check_sentence(text)


def strings_of(module: str) -> set[str]:
    """Return the string constants of a module's source."""
    tree = ast.parse(Path(module).read_text("utf-8"))
    docstrings = {ast.get_docstring(node, clean=False) for node in ast.walk(tree)
                  if isinstance(node, ast.Module | ast.FunctionDef)}  # fmt: skip
    found = {node.value for node in ast.walk(tree) if isinstance(node, ast.Constant)}
    return {text for text in found if isinstance(text, str)} - docstrings


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_reason_has_words(language: str) -> None:
    teller = Teller(CONTENT, PLAYERS, language)
    engine = Path(estoril.__file__).parent / "engine"
    texts = {
        text for name in ("reasons", "abilities") for text in strings_of(f"{engine / name}.py")
    }
    ids = {text for text in texts if ID.fullmatch(text)}
    for rule in ids.union(reasons.RULE_OF_PHASE.values()):
        text = say(Reason(rule).key, language)
        assert text.endswith(".") and "{" not in text
        assert teller.tell_reason(Reason(rule)) == f"{text} ({rule})"


ACTIONS: tuple[actions.Action, ...] = (
    actions.Pass(),
    actions.Place("araujo", "casino.II"),
    actions.Stake("araujo"),
    actions.Stake("araujo", "discard", 1),
    actions.Stake("garbo", "discard"),
    actions.Peek("casino.II"),
    actions.Peek("garrett.R2"),
    actions.MoveDie(-2),
    actions.Rotate(3),
    actions.Assassinate("casino.II"),
    actions.Conspire(),
    actions.Bury("garbo"),
    actions.Seduce("casino.II", "III"),
    actions.Shield("casino.II"),
    actions.Turn("casino.II"),
    actions.GiveUp("hells_mouth.I"),
    actions.PlaceEnigma("palacio"),
    actions.Discard("araujo"),
)


def test_every_action_is_told() -> None:
    assert {type(action) for action in ACTIONS} == set(actions.Action.__args__)
    for action in ACTIONS:
        text = TELLER.tell_action(action)
        assert text[0].isupper() and "_" not in text and "{" not in text
    assert TELLER.tell_action(ACTIONS[1]) == "Place Araújo on Casino Estoril II"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("players", "variants"), [(2, ()), (4, "all"), (5, ())])
def test_whole_games_are_told_to_every_reader(players: int, variants: str, language: str) -> None:
    """All that happens and can be chosen has words, whoever reads it."""
    choose = random.Random(players)
    for seed in range(2):
        game = estoril.new_game(players=players, seed=seed, modules="all", variants=variants)
        teller = Teller(game.content, PLAYERS[:players], language)
        happened = game.history()
        while not game.is_over:
            seat = choose.choice(game.to_act)
            view = game.view(seat)
            assert view.decision is not None
            assert teller.tell_decision(view.decision).endswith(".")
            assert teller.phase(view.data())
            for action in view.legal:
                text = teller.tell_action(action, view)
                assert "{" not in text and "_" not in text and "None" not in text
            happened += game.play(seat, choose.choice(view.legal))
        for event in happened:
            for fact in (event.whole, event.public, *event.private.values()):
                check_sentence(teller.tell(fact))
        lines = teller.tell_result(game.result)
        assert len(lines) == 1 + players
        assert lines[0] == teller.tell_winners(game.result)
        best = game.result.seats[game.result.winners[0]]
        assert lines[1].startswith(f"{PLAYERS[best.seat]}, ") and str(best.total) in lines[1]
        totals = teller.tell_totals(game.result)
        assert all(f"{PLAYERS[line.seat]} {line.total}" in totals for line in game.result.seats)


def test_strengths_name_only_the_parts_that_are_not_zero() -> None:
    fact = events.StrengthCounted(
        seat=0, space="casino.I", tile="araujo", printed=2, flags=2, location=1, nationalism=0,
        dice=4, total=9,
    )  # fmt: skip
    expected = "Red's Araújo at Casino Estoril I: 2 + 2 flags + 1 location + 4 dice = 9."
    assert TELLER.tell(fact) == expected
    bare = msgspec.structs.replace(fact, flags=0, location=0, dice=0, total=2)
    assert TELLER.tell(bare) == "Red's Araújo at Casino Estoril I: 2."
    one = msgspec.structs.replace(fact, flags=1, location=0, dice=0, total=3)
    assert "2 + 1 flag = 3" in TELLER.tell(one)


def test_what_the_reader_may_not_know_is_not_told() -> None:
    placed = events.Placed(seat=1, space="palacio.I", tile=None, face_up=False)
    assert TELLER.tell(placed) == "Blue places a face-down tile on Hotel Palácio I."
    known = msgspec.structs.replace(placed, tile="lucky_luciano")
    assert TELLER.tell(known) == "Blue places Lucky Luciano face down on Hotel Palácio I."
    peeked = events.Peeked(seat=0, target="palacio.R", owner=None, tile=None)
    assert TELLER.tell(peeked) == "Red looks at the reward of Hotel Palácio."


def test_a_name_that_ends_with_a_stop_ends_the_sentence() -> None:
    assert TELLER.tell(events.Discarded(seat=0, tile="hans_r")) == "Red discards Hans R."


def test_a_starting_tile_of_another_set_is_told_apart() -> None:
    stake = events.Staked(seat=0, tile="araujo", source="discard", colour=2)
    assert "Araújo (from Green's set)" in TELLER.tell(stake)
    assert "set" not in TELLER.tell(msgspec.structs.replace(stake, colour=0))


def result(*seats: tuple[int, int, int]) -> Result:
    """Make a result from totals, missions accomplished and points on tiles."""
    lines = tuple(
        SeatResult(
            seat=i, discards=0, tiles=tiles, missions=(MissionLine("women", 2, 6, True),),
            agenda=None, agenda_points=0, enigma=0, total=total, accomplished=missions,
        )
        for i, (total, missions, tiles) in enumerate(seats)
    )  # fmt: skip
    best = max(seats)
    return Result(lines, tuple(i for i, seat in enumerate(seats) if seat == best))


def test_the_winner_is_told_with_what_decided() -> None:
    assert TELLER.tell_winners(result((20, 1, 5), (21, 1, 5))) == "Blue wins."
    assert "more missions" in TELLER.tell_winners(result((21, 2, 5), (21, 1, 9)))
    assert "more points on tiles" in TELLER.tell_winners(result((21, 2, 5), (21, 2, 9)))
    shared = TELLER.tell_winners(result((21, 2, 5), (21, 2, 5), (3, 0, 0)))
    assert shared == "Red and Blue share the victory."


def test_a_negative_score_is_told() -> None:
    assert "tiles in hand: -1 point" in "\n".join(TELLER.tell_result(result((5, 1, -1), (2, 0, 3))))


def test_every_choice_at_the_start_has_a_name_and_a_line() -> None:
    choices = {"module": ("base", *MODULES), "variant": VARIANTS, "edition": tuple(EDITIONS)}
    choices["ruling"] = RULINGS
    for kind, ids in choices.items():
        for id in ids:
            assert words.name(kind, id) and words.about(kind, id).endswith(".")


def test_colours_symbols_and_flags_have_names() -> None:
    initials = [say(f"colour.{colour}.initial") for colour in COLOURS]
    assert len(set(initials)) == len(COLOURS)
    assert all(words.name("colour", colour) for colour in COLOURS)
    shorts = [say(f"symbol.{symbol}.short") for symbol in (*SYMBOLS, "woman")]
    assert len(set(shorts)) == len(shorts)
    for flag in {tile.flag for tile in CONTENT.tiles}:
        assert words.knows(f"flag.{flag}"), flag
    assert TELLER.flag("UK") == "UK"
    assert TELLER.flag("XX") == "XX"  # of a user's own file


def test_a_missing_key_is_an_error() -> None:
    with pytest.raises(words.MissingMessage):
        say("no.such.key")
    with pytest.raises(words.MissingMessage):
        say_many("no.such.key", 2)


def test_who_leads_a_mission_with_others_is_said_to_be_tied() -> None:
    seen = estoril.new_game(players=3, seed=1).view(0).data()
    mission = msgspec.structs.replace(seen.missions[0], counts=(2, 2, 0), leaders=(0, 1))
    data = msgspec.structs.replace(seen, missions=(mission,))
    content = estoril.content()
    told = PlainListing(Teller(content, ("Ana", "Bruno", "Carla")), content).missions(data)
    assert told[0].endswith("Ana 2, tied for the lead; Bruno 2, tied for the lead; Carla 0.")


# -- to be heard ----------------------------------------------------------------------------------


def test_signs_and_numerals_are_words_for_those_who_listen() -> None:
    heard = Teller(estoril.content(), PLAYERS, aloud=True)
    assert heard.many("points", -1) == "minus 1 point"
    assert heard.space("casino.II") == "Casino Estoril 2"
    moved = events.DieMoved(seat=0, location="portela", number=3, by=-2)
    assert heard.tell(moved) == "Red moves the die of Portela Airport by minus 2: it shows 3."
    strength = events.StrengthCounted(
        seat=0, space="casino.I", tile="araujo", printed=2, flags=2, location=0, nationalism=0,
        dice=0, total=4,
    )  # fmt: skip
    assert heard.tell(strength).endswith("at Casino Estoril 1: 2 plus 2 flags equals 4.")
    assert "PLACE-04" in heard.say("terminal.rule", rule="PLACE-04", text="")
    assert heard.rule("Up to 1 from space I, up to 2 from space II.").endswith("space 2.")
    assert heard.rule("From space I, too.") == "From space 1, too."
    heard.speak("pt")
    assert heard.many("points", -1) == "menos 1 ponto"


@pytest.mark.rule("STR-03", "LOC07-02", "LOC07-03")
@pytest.mark.parametrize("language", words.languages())
def test_what_decides_a_tie_is_told(language: str) -> None:
    teller = Teller(estoril.content(), PLAYERS, language)

    def counted(location: str, *totals: int) -> Ties:
        ties = Ties()
        ties.take(events.ResolutionStarted(location=location))
        for seat, total in enumerate(totals):
            space = f"{location}.{NUMERALS[seat]}"
            strength = {"printed": total, "flags": 0, "location": 0, "nationalism": 0, "dice": 0}
            fact = events.StrengthCounted(
                seat=seat, space=space, tile="roque", total=total, **strength
            )
            ties.take(fact)
            ties.take(events.TotalCounted(seat=seat, location=location, total=total))
        return ties

    won = events.RewardWon(seat=0, location="church", which=0, tile="roque")
    assert counted("church", 2, 1).take(won) is None
    said = counted("church", 2, 2, 1).take(won)
    assert said is not None and "STR-03" in teller.put(said)
    assert PLAYERS[1] in teller.put(said) and PLAYERS[2] not in teller.put(said)
    gone = events.Sacrificed(seat=1, space="hells_mouth.II", tile="roque", owner=1)
    ties = counted("hells_mouth", 1, 1, 3)
    said = ties.take(gone)
    assert said is not None and "LOC07-02" in teller.put(said)
    german = Teller(estoril.content(), PLAYERS, language, "german")
    assert "LOC07-03" in german.put(said)
    won = events.RewardWon(seat=2, location="hells_mouth", which=0, tile="roque")
    assert ties.take(won) is None
