"""Why not: every refusal names the rule that bars the action."""

import random
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from estoril import ActionError, Game, IllegalAction, new_game
from estoril.engine import reasons
from estoril.engine.terms import DECISIONS
from estoril.game.actions import (
    Action,
    Assassinate,
    Bury,
    Conspire,
    Discard,
    GiveUp,
    MoveDie,
    Pass,
    Peek,
    Place,
    PlaceEnigma,
    Rotate,
    Seduce,
    Shield,
    Stake,
    Turn,
)
from estoril.testing import Position, position, rule

GRID = "tamariz palacio museum / casino church muchaxo"
AIRPORT = GRID.replace("tamariz", "portela")
DOCKS = GRID.replace("tamariz", "alcantara")
HELL = GRID.replace("tamariz", "hells_mouth")
NOBODY = {"red": 0, "blue": 0, "green": 0, "yellow": 0}
RED, BLUE, GREEN, YELLOW = range(4)


def fresh(modules: str | list[str] = "double_agent") -> Position:
    """An empty board, Red to place."""
    return position(GRID, {"palacio.III": "blue araujo"}, modules=modules)


def placed(space: str, grid: str = GRID, modules: str = "vip") -> Position:
    """Red has placed on a space, with a folder beside him and one far away."""
    table = position(
        grid,
        {"palacio.I": "blue araujo", "palacio.II": "red guedes", "muchaxo.I": "blue roque"},
        modules=modules,
        rewards={"museum": "garbo", "palacio": "otto_m", "church": "pires"},
    )
    table.play("red", Place("hans_r", space))
    return table


def at_the_roulette() -> Position:
    """Red has placed at the Casino and must stake."""
    table = position(GRID, modules=["vip", "roulette"])
    table.play("red", Place("araujo", "casino.I"))
    return table


def acting(character: str, **board: str) -> Position:
    """A character in space I of Tamariz acts; Blue has one in II and one at the Palácio."""
    table = position(
        GRID,
        {
            "tamariz.I": character,
            "tamariz.II": "blue araujo",
            "palacio.I": "blue roque",
            **{name.replace("_", "."): words for name, words in board.items()},
        },
        modules="all",
        enigma="museum",
        pile="otto_m",
    )
    table.resolve()
    return table


def in_church() -> Position:
    """Red's Alekhine acts in the Church, where an older edition let him in."""
    board = {"church.I": "red alekhine", "church.II": "blue araujo"}
    table = position(GRID, board, edition="german")
    table.resolve()
    return table


def burying() -> Position:
    """Red has looked at the top of the pile."""
    rewards = {"tamariz": "garbo"}
    table = position(GRID, {"tamariz.I": "red hans_r"}, rewards=rewards, pile="otto_m")
    table.resolve()
    table.play("red", Conspire())
    return table


def losing() -> Position:
    """Red must give up one of two characters at Hell's Mouth."""
    table = position(
        HELL,
        {
            "hells_mouth.I": "red araujo",
            "hells_mouth.II": "blue lucky_luciano",
            "hells_mouth.III": "red roque",
        },
    )
    table.resolve()
    return table


def discarding() -> Position:
    """Red has seven tiles at the end of the round; Blue has six."""
    return position(
        GRID, markers=NOBODY, hands={"red": "garbo pires otto_m amelia roque guedes hans_r"}
    )


def enigma_held() -> Position:
    """Red holds Enigma at the start of a round."""
    table = position(
        GRID,
        {"tamariz.I": "red araujo"},
        modules=["enigma"],
        enigma="tamariz",
        chance={"location": GRID.replace("/", "").split()},
    )
    table.resolve()
    return table


def over() -> Position:
    """The game has ended."""
    return position(GRID, markers=NOBODY, round=4)


CASES: list[tuple[str, Callable[[], Position], int, Action]] = [
    ("SET-08", over, RED, Place("araujo", "tamariz.I")),
    ("SET-08", over, BLUE, Pass()),
    # placing
    ("ROUND-04", fresh, BLUE, Place("araujo", "tamariz.I")),
    ("PLACE-01", fresh, RED, Pass()),
    ("PLACE-01", fresh, RED, Place("garbo", "tamariz.I")),
    ("PLACE-01", fresh, RED, Assassinate("palacio.III")),
    ("ROUND-01", fresh, RED, Place("araujo", "avenida.I")),
    ("PLACE-02", fresh, RED, Place("araujo", "palacio.III")),
    ("PLACE-04", fresh, RED, Place("araujo", "church.I")),
    ("PLACE-04", fresh, RED, Place("linda_x", "palacio.II")),
    ("LOC01-02", fresh, RED, Place("linda_x", "church.II")),
    (
        "ROU-03",
        lambda: position(GRID, modules=["vip", "roulette"], hands={"red": "araujo"}),
        RED,
        Place("araujo", "casino.I"),
    ),
    # after placing
    ("ROU-02", at_the_roulette, RED, Pass()),
    ("ROU-02", at_the_roulette, RED, Stake("araujo")),
    ("ROU-02", at_the_roulette, RED, Stake("garbo", "discard")),
    ("ROU-02", at_the_roulette, BLUE, Stake("araujo")),
    ("PEEK-01", lambda: placed("palacio.III"), RED, Peek("tamariz.I")),
    ("PEEK-01", lambda: placed("palacio.III"), RED, Peek("church.R")),
    ("PEEK-01", lambda: placed("palacio.III"), RED, Place("roque", "tamariz.I")),
    ("PEEK-01", lambda: placed("palacio.III"), BLUE, Peek("palacio.R")),
    ("PEEK-02", lambda: placed("palacio.III"), RED, Peek("muchaxo.I")),
    ("PEEK-02", lambda: placed("church.III"), RED, Peek("museum.R")),
    ("PEEK-03", lambda: placed("palacio.III"), RED, Peek("palacio.II")),
    ("PEEK-03", lambda: placed("palacio.III"), RED, Peek("palacio.III")),
    ("LOCAP-02", lambda: placed("portela.I", AIRPORT), RED, MoveDie(2)),
    ("LOCAP-02", lambda: placed("portela.I", AIRPORT), RED, MoveDie(-1)),
    ("LOCAP-02", lambda: placed("portela.I", AIRPORT), BLUE, MoveDie(1)),
    ("LOC00-01", lambda: placed("alcantara.I", DOCKS, "double_agent"), BLUE, Rotate(1)),
    ("LOC00-01", lambda: placed("alcantara.I", DOCKS, "double_agent"), RED, Peek("palacio.R")),
    ("ENI-05", enigma_held, RED, Pass()),
    ("ENI-05", enigma_held, RED, PlaceEnigma("atlantico")),
    ("ENI-05", enigma_held, BLUE, PlaceEnigma("museum")),
    # abilities
    ("RES-03", lambda: acting("red s_smith"), BLUE, Pass()),
    ("RES-03", lambda: acting("red s_smith"), BLUE, Assassinate("tamariz.I")),
    ("RES-04", lambda: acting("red s_smith"), RED, Shield("tamariz.I")),
    ("RES-04", lambda: acting("red s_smith"), RED, Place("roque", "tamariz.III")),
    ("ASN-01", lambda: acting("red s_smith"), RED, Assassinate("palacio.I")),
    ("ASN-01", lambda: acting("red s_smith"), RED, Assassinate("tamariz.III")),
    ("ASN-02", lambda: acting("red s_smith", tamariz_II="blue garbo shield"), RED,
     Assassinate("tamariz.II")),
    ("LOC01-01", in_church, RED, Assassinate("church.II")),
    ("CON-03", lambda: acting("red g_rene"), RED, Conspire()),
    ("SED-01", lambda: acting("red elizabeth"), RED, Seduce("tamariz.II", "III")),
    ("SED-01", lambda: acting("red elizabeth"), RED, Seduce("palacio.I", "II")),
    ("SED-01", lambda: acting("red elizabeth"), RED, Seduce("palacio.I", "IV")),
    ("SED-01", lambda: acting("red elizabeth"), RED, Seduce("muchaxo.I", "III")),
    ("SED-05", lambda: acting("red elizabeth", palacio_II="blue garbo shield"), RED,
     Seduce("palacio.II", "III")),
    ("SED-05", lambda: acting("red josephine_baker", tamariz_III="green araujo"), RED,
     Seduce("palacio.I", "III")),
    ("DIP-01", lambda: acting("red guedes", church_I="blue garbo"), RED, Shield("church.I")),
    ("DIP-01", lambda: acting("red guedes"), RED, Shield("tamariz.III")),
    ("DIP-03", lambda: acting("red guedes", palacio_II="blue garbo shield"), RED,
     Shield("palacio.II")),
    ("DAG-01", lambda: acting("red heiko_e"), RED, Turn("tamariz.II")),
    ("DAG-01", lambda: acting("red heiko_e", palacio_II="red garbo"), RED, Turn("palacio.II")),
    ("DAG-03", lambda: acting("red heiko_e", palacio_II="blue garbo shield"), RED,
     Turn("palacio.II")),
    ("DAG-03", lambda: acting("red heiko_e", palacio_II="blue garbo by green"), RED,
     Turn("palacio.II")),
    ("DAG-04", lambda: acting("blue friedl_gaertner by red"), RED, Turn("palacio.I")),
    ("CON-01", burying, RED, Pass()),
    ("CON-01", burying, RED, Bury("pires")),
    ("CON-01", burying, BLUE, Bury("garbo")),
    # the end of a location and of a round
    ("LOC07-01", losing, RED, Pass()),
    ("LOC07-01", losing, RED, GiveUp("hells_mouth.II")),
    ("LOC07-01", losing, BLUE, GiveUp("hells_mouth.II")),
    ("END-02", discarding, RED, Discard("linda_x")),
    ("END-02", discarding, RED, Pass()),
    ("END-02", discarding, BLUE, Discard("roque")),
]  # fmt: skip


@pytest.mark.parametrize(
    ("expected", "make", "seat", "action"),
    CASES,
    ids=[f"{case[0]}-{case[3]}-{case[2]}" for case in CASES],
)
def test_a_refused_action_names_its_rule(
    expected: str, make: Callable[[], Position], seat: int, action: Action
) -> None:
    game = make().game
    reason = game.why_not(seat, action)
    assert reason is not None
    assert reason.rule == expected
    before = game._state.image()
    with pytest.raises(IllegalAction) as refused:
        game.play(seat, action)
    assert refused.value.rule == expected
    assert game._state.image() == before


TILE_OR_TARGET: list[tuple[str | None, Callable[[], Position], dict[str, str]]] = [
    ("PLACE-01", fresh, {"tile": "garbo"}),
    (None, fresh, {"tile": "linda_x"}),
    ("PLACE-02", fresh, {"target": "palacio.III"}),
    ("PLACE-04", fresh, {"target": "church.I"}),
    ("ROUND-01", fresh, {"target": "avenida.I"}),
    (None, fresh, {"target": "church.II"}),
    ("LOC01-02", fresh, {"tile": "linda_x", "target": "church.II"}),
    (None, fresh, {"tile": "araujo", "target": "church.II"}),
    ("ROU-02", at_the_roulette, {"tile": "araujo"}),
    (None, at_the_roulette, {"tile": "roque"}),
    ("PEEK-01", lambda: placed("palacio.III"), {"target": "church.R"}),
    ("PEEK-02", lambda: placed("palacio.III"), {"target": "muchaxo.I"}),
    ("PEEK-03", lambda: placed("palacio.III"), {"target": "palacio.II"}),
    (None, lambda: placed("palacio.III"), {"target": "palacio.R"}),
    ("ENI-05", enigma_held, {"target": "atlantico"}),
    (None, enigma_held, {"target": "museum"}),
    ("ASN-01", lambda: acting("red s_smith"), {"target": "palacio.I"}),
    ("ASN-02", lambda: acting("red s_smith", tamariz_II="blue garbo shield"),
     {"target": "tamariz.II"}),
    ("SED-05", lambda: acting("red elizabeth", palacio_II="blue garbo shield"),
     {"target": "palacio.II"}),
    (None, lambda: acting("red elizabeth"), {"target": "palacio.I"}),
    ("DIP-03", lambda: acting("red guedes", palacio_II="blue garbo shield"),
     {"target": "palacio.II"}),
    ("DAG-03", lambda: acting("red heiko_e", palacio_II="blue garbo shield"),
     {"target": "palacio.II"}),
    ("CON-01", burying, {"tile": "pires"}),
    (None, burying, {"tile": "otto_m"}),
    ("LOC07-01", losing, {"target": "hells_mouth.II"}),
    ("END-02", discarding, {"tile": "linda_x"}),
    (None, discarding, {"tile": "garbo"}),
    ("SET-08", over, {"tile": "araujo"}),
]  # fmt: skip


@pytest.mark.parametrize(("expected", "make", "asked"), TILE_OR_TARGET)
def test_a_tile_or_a_target_that_no_legal_action_has_names_the_rule(
    expected: str | None, make: Callable[[], Position], asked: dict[str, str]
) -> None:
    reason = make().game.why_not(RED, **asked)
    assert (None if reason is None else reason.rule) == expected


def test_every_rule_that_can_be_a_reason_is_asked_for_above() -> None:
    engine = Path(reasons.__file__).parent
    sources = [(engine / f"{name}.py").read_text("utf-8") for name in ("reasons", "abilities")]
    ids = set(re.findall(r'"([A-Z0-9]+-\d\d)"', "".join(sources)))
    ids.update(decision.rule for decision in DECISIONS.values())
    assert ids == {expected for expected, *_ in CASES}


@rule("LOC01-02", "PLACE-08")
def test_an_assassin_that_only_the_church_has_room_for_is_barred_by_the_church() -> None:
    """All other outer spaces are taken, one of the Church's too."""
    taken = {
        "blue": ["church.II", "tamariz.I", "tamariz.III", "palacio.I", "casino.I"],
        "green": ["museum.I", "museum.II", "museum.III"],
        "yellow": ["muchaxo.I", "muchaxo.II", "muchaxo.III"],
        "red": ["casino.II"],
    }
    tiles = ["araujo", "roque", "guedes", "hans_r", "elizabeth"]
    board = {
        space: f"{colour} {tile}"
        for colour, spaces in taken.items()
        for space, tile in zip(spaces, tiles, strict=False)
    }
    table = position(GRID, board)
    assert {action.space for action in table.legal("red", Place)} == {"church.III"}
    reason = table.game.why_not(RED, tile="linda_x")
    assert reason is not None
    assert reason.rule == "LOC01-02"


MOMENTS: dict[str, Callable[[], Position]] = {
    "place": fresh,
    "stake": at_the_roulette,
    "peek": lambda: placed("palacio.III"),
    "move the die": lambda: placed("portela.I", AIRPORT),
    "rotate": lambda: placed("alcantara.I", DOCKS, "double_agent"),
    "place Enigma": enigma_held,
    "assassinate": lambda: acting("red s_smith"),
    "assassinate or conspire": lambda: acting("red g_rene"),
    "seduce": lambda: acting("red elizabeth"),
    "shield": lambda: acting("red guedes"),
    "turn": lambda: acting("red heiko_e"),
    "in the Church": in_church,
    "bury": burying,
    "give up": losing,
    "discard": discarding,
    "over": over,
}


def names_of(game: Game, kind: str) -> list[str]:
    """Every name of a kind in this game."""
    return list(game._table.names.number[kind])


@pytest.mark.parametrize("make", MOMENTS.values(), ids=MOMENTS)
@pytest.mark.parametrize("kind", ["tile", "space", "reward", "location"])
def test_one_may_ask_about_everything_in_the_game_at_any_time(
    make: Callable[[], Position], kind: str
) -> None:
    """There is an answer, and it is None exactly when some choice has the tile or target."""
    game = make().game
    word = "tile" if kind == "tile" else "target"
    for seat in range(game.players):
        used = {getattr(choice, word) for choice in game.view(seat).choices}
        for name in names_of(game, kind):
            reason = game.why_not(seat, **{word: name})
            assert (reason is None) == (name in used), f"{word} {name}, seat {seat}"


@rule("ROUND-04")
def test_who_has_no_tile_left_may_ask_about_a_space() -> None:
    table = position(GRID, hands={"blue": ""})
    reason = table.game.why_not(BLUE, target="tamariz.I")
    assert reason is not None
    assert reason.rule == "ROUND-04"


SETUPS = [
    (2, "superbox", 1942),
    (3, "english-2016", 1943),
    (4, "german", 1944),
    (5, "polish", 1945),
    (5, "superbox", 1946),
]


def codes_by_kind(game: Game) -> list[list[int]]:
    """The codes that stand for an action, apart by the kind of action."""
    kinds: dict[type[Action], list[int]] = {}
    for code in range(game.num_codes):
        try:
            kinds.setdefault(type(game.action(code)), []).append(code)
        except ActionError:  # a space that no location has
            continue
    return list(kinds.values())


@pytest.mark.parametrize(("players", "edition", "seed"), SETUPS)
def test_in_whole_games_there_is_a_reason_exactly_against_what_is_illegal(
    players: int, edition: str, seed: int
) -> None:
    chance = random.Random(seed)
    game = new_game(players, seed, modules="all", edition=edition)
    kinds = codes_by_kind(game)
    n = 0
    while not game.is_over:
        n += 1
        where = f"seed {seed}, decision {n}"
        for seat in range(game.players):
            legal = game.legal_codes(seat)
            sample = [code for codes in kinds for code in chance.sample(codes, min(4, len(codes)))]
            sample += chance.sample(legal, min(3, len(legal)))
            for code in sample:
                reason = game.why_not(seat, code)
                assert (reason is None) == (code in legal), f"{where}, seat {seat}, code {code}"
            refuse_one(game, seat, [code for code in sample if code not in legal], chance, where)
        seat = chance.choice(game.to_act)
        game.play(seat, chance.choice(game.legal_codes(seat)), events=False)


def refuse_one(game: Game, seat: int, codes: list[int], chance: random.Random, where: str) -> None:
    """An illegal action is refused for the reason given, and changes nothing."""
    code = chance.choice(codes)
    reason = game.why_not(seat, code)
    before = game._state.image()
    with pytest.raises(IllegalAction) as refused:
        game.play(seat, code)
    assert reason is not None
    assert refused.value.rule == reason.rule, f"{where}, seat {seat}, code {code}"
    assert game._state.image() == before, f"{where}, seat {seat}, code {code}"
