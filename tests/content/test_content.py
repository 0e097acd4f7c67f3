"""The boxes hold what components.md says, and a user's file is checked to the last key."""

import hashlib
import pickle
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

from estoril.boxes import (
    BOXES,
    MAX_LOCATIONS,
    MAX_MISSIONS,
    MAX_TILES,
    SURE,
    SYMBOLS,
    Content,
    ContentError,
    FlagBonus,
    Tile,
    Traits,
    UnknownEntryError,
    load,
)

EXAMPLE = Path(__file__).parents[2] / "examples" / "content" / "house_tiles.toml"
ALL = set(BOXES)

Write = Callable[..., str]


@pytest.fixture
def write(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Write:
    """Write a content file into an empty folder and work there, so that its name is short."""
    monkeypatch.chdir(tmp_path)

    def write_file(text: str | bytes, name: str = "my.toml") -> str:
        Path(name).write_bytes(text.encode() if isinstance(text, str) else text)
        return name

    return write_file


@pytest.fixture(scope="module")
def boxes() -> Content:
    return load()


def tile_text(id: str, name: str | None = None, more: str = "") -> str:
    name = name or id.upper()
    return f'[tiles.{id}]\nname = "{name}"\nflag = "PT"\nstrength = 1\npoints = 1\n{more}\n'


def location_text(id: str, number: int | str, more: str = "") -> str:
    return (
        f'[locations.{id}]\nname = "{id.upper()}"\nnumber = {number}\n'
        f'clockwise = ["R", "I", "II", "III"]\n{more}\n'
    )


def mission_text(id: str, more: str = 'kind = "most_women"') -> str:
    return f'[missions.{id}]\nname = "{id.upper()}"\n{more}\n'


# The boxes


def base_pile(boxes: Content) -> list[Tile]:
    return [tile for tile in boxes.tiles if tile.module == "base" and not tile.starting]


def test_the_six_starting_characters_come_first_in_their_order(boxes: Content) -> None:
    starting = [tile.id for tile in boxes.tiles if tile.starting]
    assert starting == ["linda_x", "elizabeth", "roque", "guedes", "hans_r", "araujo"]
    assert [tile.id for tile in boxes.tiles[:6]] == starting


def test_the_starting_characters_are_those_printed(boxes: Content) -> None:
    assert [(t.flag, t.strength, t.points, t.symbols, t.woman) for t in boxes.tiles[:6]] == [
        ("US", 0, 1, ("assassin",), True),
        ("UK", 1, 1, ("seduction",), True),
        ("PT", 0, 1, ("nationalism",), False),
        ("PT", 1, 1, ("diplomacy",), False),
        ("DE", 1, 1, ("conspiracy",), False),
        ("PT", 2, 1, (), False),
    ]


def test_each_box_holds_its_number_of_tiles_locations_and_missions(boxes: Content) -> None:
    pile = [tile for tile in boxes.tiles if not tile.starting]
    assert Counter(t.module for t in pile) == dict(base=27, double_agent=7, promo=4, vip=17)
    assert Counter(p.module for p in boxes.locations) == dict(base=8, double_agent=2, vip=2)
    assert Counter(m.module for m in boxes.missions) == dict(base=12, double_agent=2, vip=3)


def test_the_base_pile_has_the_printed_flags(boxes: Content) -> None:
    assert Counter(tile.flag for tile in base_pile(boxes)) == dict(
        PT=6, DE=4, UK=4, US=4, SU=2, ES=2, FR=2, YU=1, HU=1, IT=1
    )


def test_the_base_pile_has_the_printed_symbols_women_and_sums(boxes: Content) -> None:
    pile = base_pile(boxes)
    assert Counter(symbol for tile in pile for symbol in tile.symbols) == dict(
        assassin=7, conspiracy=7, seduction=7, diplomacy=6, nationalism=6
    )
    assert sum(tile.woman for tile in pile) == 7
    assert sum(tile.strength for tile in pile) == 59
    assert sum(tile.points for tile in pile) == 65


def test_black_medals_are_minus_one_and_only_in_the_vip_box(boxes: Content) -> None:
    black = {tile.id for tile in boxes.tiles if tile.points < 0}
    assert black == {"wallis_simpson", "kim_philby", "espirito_santo", "lourenco"}
    assert {boxes.tile(id).points for id in black} == {-1}
    assert {boxes.tile(id).module for id in black} == {"vip"}


def test_every_entry_says_how_sure_it_is(boxes: Content) -> None:
    words = {tile.id: (tile.sure, tile.name_sure) for tile in boxes.tiles}
    assert words["araujo"] == ("certain", "certain")
    assert words["pires"] == ("certain", "likely")
    assert words["heiko_e"] == ("likely", "likely")
    assert words["paderewski"] == ("likely", "likely")
    assert words["carol_ii"] == ("reconstruction", "reconstruction")
    words_used = {sure for sure, _ in words.values()}
    assert words_used | {p.sure for p in boxes.locations} | {m.sure for m in boxes.missions} == set(
        SURE
    ) - {"own"}


def test_the_locations_are_numbered_0_to_10_and_one_by_the_die(boxes: Content) -> None:
    numbers = {place.id: place.number for place in boxes.locations}
    assert sorted(number for number in numbers.values() if number is not None) == [*range(11)]
    assert [id for id, number in numbers.items() if number is None] == ["portela"]


@pytest.mark.parametrize(
    ("id", "number", "clockwise", "secret"),
    [
        ("alcantara", 0, "R I II III", "R"),
        ("church", 1, "R I II III", "I II III"),
        ("palacio", 2, "R I II III", "R I II III"),
        ("tamariz", 3, "R I II III", ""),
        ("atlantico", 4, "R I II III", "I II III"),
        ("muchaxo", 5, "R II III I", "I II III"),
        ("casino", 6, "R III I II", "I II III"),
        ("hells_mouth", 7, "R I III II", "I II III"),
        ("museum", 8, "I II III IV", "R I II III IV"),
        ("avenida", 9, "R II III I", "I II III"),
        ("garrett", 10, "R I II III", "I II III"),
        ("portela", None, "R I II III", "I II III"),
    ],
)
def test_a_location_has_its_cells_and_secrets(
    boxes: Content, id: str, number: int | None, clockwise: str, secret: str
) -> None:
    place = boxes.location(id)
    assert place.number == number
    assert " ".join(place.clockwise) == clockwise
    assert " ".join(place.secret) == secret


def test_spaces_peek_here_and_near_but_not_at_tamariz_and_portela(boxes: Content) -> None:
    for place in boxes.locations:
        match place.id:
            case "tamariz" | "portela":
                assert place.peek == {}
            case "museum":
                assert place.peek == {"II": "here", "III": "near", "IV": "anywhere"}
            case _:
                assert place.peek == {"II": "here", "III": "near"}


def test_each_location_has_its_own_traits_and_no_others(boxes: Content) -> None:
    assert {place.id: place.traits for place in boxes.locations} == {
        "alcantara": Traits(rotates=True),
        "church": Traits(no_assassins=True),
        "palacio": Traits(flag_bonus=FlagBonus(flag="UK", strength=1)),
        "tamariz": Traits(),
        "atlantico": Traits(flag_bonus=FlagBonus(flag="DE", strength=1)),
        "muchaxo": Traits(all_outer=True),
        "casino": Traits(dice=True, roulette=True),
        "hells_mouth": Traits(sacrifice=True),
        "museum": Traits(),
        "avenida": Traits(nationalism_bonus=1),
        "garrett": Traits(woman_bonus=2),
        "portela": Traits(die_moves={"I": 1, "II": 2, "III": 3}),
    }


def test_only_garrett_has_two_rewards(boxes: Content) -> None:
    assert [place.id for place in boxes.locations if place.rewards == 2] == ["garrett"]
    assert {place.rewards for place in boxes.locations} == {1, 2}


def test_the_museum_has_four_spaces_and_the_others_three(boxes: Content) -> None:
    assert boxes.location("museum").spaces == ("I", "II", "III", "IV")
    assert boxes.location("casino").spaces == ("I", "II", "III")


def test_a_location_has_a_short_and_a_long_name(boxes: Content) -> None:
    assert boxes.location("church").name == "Church"
    assert boxes.location("church").full_name == "Church, Santo António do Estoril"
    assert boxes.location("muchaxo").full_name == boxes.location("muchaxo").name == "Muchaxo"


def test_the_missions_count_what_the_rulebook_says(boxes: Content) -> None:
    assert [(m.id, m.kind, " ".join(m.symbols + m.flags)) for m in boxes.missions] == [
        ("assassins", "most_symbols", "assassin"),
        ("conspirators", "most_symbols", "conspiracy"),
        ("nationalists", "most_symbols", "nationalism"),
        ("seducers", "most_symbols", "seduction"),
        ("diplomats", "most_symbols", "diplomacy"),
        ("portuguese", "most_flags", "PT"),
        ("germans", "most_flags", "DE"),
        ("british", "most_flags", "UK"),
        ("americans", "most_flags", "US"),
        ("women", "most_women", ""),
        ("strength", "highest_strength", ""),
        ("many_flags", "different_flags", "ES FR IT HU SU YU"),
        ("double_agents", "most_symbols", "double_agent"),
        ("fewest_discards", "fewest_discards", ""),
        ("starting", "most_starting", ""),
        ("many_flags_vip", "different_flags", "AT BE BR JP PL RO"),
        ("fewest_symbols", "fewest_symbols", "assassin conspiracy"),
    ]


def test_every_flag_of_a_mission_is_on_a_tile_and_every_symbol_too(boxes: Content) -> None:
    flags = {tile.flag for tile in boxes.tiles}
    assert {flag for mission in boxes.missions for flag in mission.flags} <= flags
    assert {symbol for tile in boxes.tiles for symbol in tile.symbols} == set(SYMBOLS)


# Lookups, selection, digest


def test_an_unknown_id_suggests_the_near_ones(boxes: Content) -> None:
    with pytest.raises(UnknownEntryError) as caught:
        boxes.mission("many_flag")
    assert str(caught.value) == (
        'there is no mission "many_flag" (did you mean "many_flags" or "many_flags_vip"?)'
    )
    assert isinstance(caught.value, KeyError)
    assert isinstance(caught.value, ContentError)


def test_an_unknown_id_with_nothing_near_suggests_nothing(boxes: Content) -> None:
    with pytest.raises(ContentError, match=r'^there is no location "xyzzy"$'):
        boxes.location("xyzzy")
    with pytest.raises(ContentError, match=r'^there is no mission "xyzzy"$'):
        boxes.mission("xyzzy")


def test_base_is_always_selected(boxes: Content) -> None:
    chosen = boxes.select()
    assert {tile.module for tile in chosen.tiles} == {"base"}
    assert (len(chosen.tiles), len(chosen.locations), len(chosen.missions)) == (33, 8, 12)
    assert chosen == boxes.select(["base"])


def test_a_selection_keeps_the_order_of_the_boxes(boxes: Content) -> None:
    assert boxes.select({"vip", "promo", "double_agent"}) == boxes
    chosen = boxes.select(("vip", "promo"))
    assert len(chosen.tiles) == 6 + 27 + 4 + 17
    assert chosen.tiles[-1].id == "masutaro_inoue"


def test_an_unknown_module_is_refused(boxes: Content) -> None:
    with pytest.raises(ContentError) as caught:
        boxes.select(["double_agents"])
    assert str(caught.value) == (
        'there is no module "double_agents" with tiles (did you mean "double_agent"?)'
    )


def test_the_digest_is_the_same_every_time_and_differs_by_selection(boxes: Content) -> None:
    assert load().digest == boxes.digest
    assert len(bytes.fromhex(boxes.digest)) == hashlib.sha256().digest_size
    assert boxes.select().digest != boxes.digest
    assert boxes.select(["vip", "promo"]).digest == boxes.select(["promo", "vip"]).digest


def test_the_digest_of_the_boxes_changes_only_on_purpose(boxes: Content) -> None:
    # Games that were begun before go on with what they hold, but positions and tournaments that
    # were kept belong to the boxes as they were.
    assert boxes.digest == "53eacafb3c0e9f72d9c07cc1ab4ef787f9c487e7a811911482ab64b1efedf914"


def test_the_digest_tells_other_numbers_but_not_other_names_or_provenance(write: Write) -> None:
    plain = load().digest
    assert load([write('[tiles.pires]\nsure = "certain"\npoints = 1')]).digest == plain
    assert load([write("[tiles.pires]\npoints = 2")]).digest != plain
    assert load([write('[tiles.pires]\nname = "Peres"')]).digest == plain
    assert load([write("[locations.casino.traits]\ndice = true")]).digest != plain


def test_content_survives_pickling_and_json(boxes: Content) -> None:
    assert pickle.loads(pickle.dumps(boxes)) == boxes
    assert msgspec.json.decode(msgspec.json.encode(boxes), type=Content) == boxes


# A user's own files


def test_an_override_replaces_only_the_keys_it_gives(boxes: Content, write: Write) -> None:
    content = load([write("[tiles.pires]\npoints = 2")])
    before = boxes.tile("pires")
    assert content.tile("pires") == msgspec.structs.replace(before, points=2, sure="own")
    assert [tile.id for tile in content.tiles] == [tile.id for tile in boxes.tiles]
    assert content.locations == boxes.locations


def test_an_overridden_name_is_the_users_own_word(write: Write) -> None:
    tile = load([write('[tiles.pires]\nname = "Peres"\nsure = "certain"')]).tile("pires")
    assert (tile.name, tile.sure, tile.name_sure) == ("Peres", "certain", "own")
    place = load([write('[locations.church]\nname = "Chapel"')]).location("church")
    assert (place.name, place.full_name) == ("Chapel", "Chapel")


def test_an_override_of_traits_replaces_them_whole(write: Write) -> None:
    content = load([write("[locations.casino]\ntraits = { sacrifice = true }")])
    assert content.location("casino").traits == Traits(sacrifice=True)


def test_the_roulette_and_the_die_can_move_elsewhere(write: Write) -> None:
    content = load(
        [
            write(
                "[locations.casino]\ntraits = { dice = true }\n"
                "[locations.muchaxo]\ntraits = { roulette = true }\n"
                "[locations.portela]\nnumber = 11\ntraits = {}\n"
                '[locations.tamariz]\nnumber = "die"\n'
            )
        ]
    )
    assert [p.id for p in content.locations if p.traits.roulette] == ["muchaxo"]
    assert [p.id for p in content.locations if p.number is None] == ["tamariz"]


def test_a_later_file_overrides_an_earlier_one(write: Write) -> None:
    first = write(tile_text("mine") + "[tiles.pires]\npoints = 2", "first.toml")
    second = write("[tiles.mine]\npoints = 5\n[tiles.pires]\nstrength = 0", "second.toml")
    content = load([first, Path(second)])
    assert (content.tile("mine").strength, content.tile("mine").points) == (1, 5)
    assert (content.tile("pires").strength, content.tile("pires").points) == (0, 2)


def test_one_file_may_be_given_without_a_list(write: Write) -> None:
    assert load(write(tile_text("mine"))).tile("mine").name == "MINE"


def test_an_addition_is_custom_and_own_and_comes_last(write: Write) -> None:
    content = load([write(tile_text("mine") + location_text("home", 11) + mission_text("aim"))])
    for entry in (content.tiles[-1], content.locations[-1], content.missions[-1]):
        assert (entry.module, entry.sure) == ("custom", "own")
    assert content.tile("mine").name_sure == "own"
    assert content.select().tile("mine") == content.tile("mine")


def test_an_addition_may_come_and_go_with_a_box(write: Write) -> None:
    content = load([write(tile_text("mine", more='module = "vip"'))])
    assert "mine" in {tile.id for tile in content.select(["vip"]).tiles}
    assert "mine" not in {tile.id for tile in content.select(["promo"]).tiles}


def test_a_tile_of_another_box_may_be_taken_into_base(write: Write) -> None:
    content = load([write('[tiles.kim_philby]\nmodule = "base"')])
    assert content.select().tile("kim_philby").strength == 5


@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"])
@pytest.mark.parametrize("end", [b"\n", b"\r\n"])
def test_a_file_may_come_from_any_editor(write: Write, mark: bytes, end: bytes) -> None:
    text = mark + tile_text("mine", "Célia").encode().replace(b"\n", end)
    assert load([write(text)]).tile("mine").name == "Célia"


def test_names_spelled_in_two_ways_of_unicode_are_one(write: Write) -> None:
    assert load([write(tile_text("mine", "Ce\u0301lia"))]).tile("mine").name == "C\u00e9lia"


def test_the_example_file_is_in_order(boxes: Content) -> None:
    content = load([EXAMPLE])
    assert len(content.tiles) == len(boxes.tiles) + 2
    assert content.tile("pires").points == 2
    assert content.mission("iberians").flags == ("ES", "PT")
    assert content.location("rossio").traits.flag_bonus == FlagBonus(flag="PT", strength=1)
    assert "night_porter" not in {tile.id for tile in content.select().tiles}


# What is refused


def problem_with(write: Write, text: str | bytes) -> ContentError:
    """Load a file and catch what is said about it."""
    with pytest.raises(ContentError) as caught:
        load([write(text)])
    return caught.value


SYMBOL_WORDS = ", ".join(f'"{symbol}"' for symbol in SYMBOLS)
CELL_WORDS = '"R", "I", "II", "III", "IV"'
KIND_WORDS = (
    '"most_symbols", "most_flags", "most_women", "highest_strength", "different_flags", '
    '"fewest_discards", "fewest_symbols", "most_starting"'
)
ONE_LINE = "must be one line of 1 to 40 printable characters without spaces at its ends"
FOUR_CELLS = "must name four cells: R, I, II and III, or I, II, III and IV"
NO_SPACE = "names IV, a space that this location does not have"
BAD_ID = "is not a good id: use up to 40 small letters a-z, digits and _, a letter first"

TILE_ERRORS = [
    ('points = "two"', '.points: must be a whole number from -9 to 9, not "two"'),
    ("points = true", ".points: must be a whole number from -9 to 9, not true"),
    ("points = 1.0", ".points: must be a whole number from -9 to 9, not 1.0"),
    ("points = -10", ".points: must be a whole number from -9 to 9, not -10"),
    ("points = {}", ".points: must be a whole number from -9 to 9, not a table"),
    (
        f"points = 0x{'f' * 9999}",
        ".points: must be a whole number from -9 to 9, not so big a number",
    ),
    ("strength = 10", ".strength: must be a whole number from 0 to 9, not 10"),
    ("strength = -1", ".strength: must be a whole number from 0 to 9, not -1"),
    ("strenght = 1", '.strenght: is not a known key (did you mean "strength"?)'),
    ("zzz = 1", ".zzz: is not a known key"),
    ("name = 7", ".name: must be text, not 7"),
    ('name = ""', f".name: {ONE_LINE}"),
    ('name = " Pires"', f".name: {ONE_LINE}"),
    ('name = "Pi\\nres"', f".name: {ONE_LINE}"),
    ('name = "Pi\\u202eres"', f".name: {ONE_LINE}"),
    (f'name = "{"x" * 41}"', f".name: {ONE_LINE}"),
    ('name = "SALAZAR"', '.name: "SALAZAR" is already the name of tiles.salazar'),
    ('flag = "Pt"', '.flag: must be two capital letters like "PT", not "Pt"'),
    ('flag = "PRT"', '.flag: must be two capital letters like "PT", not "PRT"'),
    ("flag = 1", '.flag: must be two capital letters like "PT", not 1'),
    ('woman = "yes"', '.woman: must be true or false, not "yes"'),
    ("woman = 1", ".woman: must be true or false, not 1"),
    (
        'symbols = ["asassin"]',
        f'.symbols: must be one of {SYMBOL_WORDS}, not "asassin" (did you mean "assassin"?)',
    ),
    ("symbols = [1]", f".symbols: must be one of {SYMBOL_WORDS}, not 1"),
    ('symbols = "assassin"', '.symbols: must be a list, not "assassin"'),
    (
        'symbols = ["assassin", "assassin", "assassin"]',
        ".symbols: must be a list of at most 2, not of 3",
    ),
    (
        'module = "vips"',
        '.module: must be one of "base", "double_agent", "promo", "vip", "custom", not "vips"'
        ' (did you mean "vip"?)',
    ),
    ('module = "vip"', '.module: must stay "base": the base box is always whole'),
    (
        'sure = "maybe"',
        '.sure: must be one of "certain", "likely", "reconstruction", "own", not "maybe"',
    ),
    ("starting = true", ".starting: cannot be changed: the six starting characters are given"),
]


@pytest.mark.parametrize(("line", "said"), TILE_ERRORS)
def test_a_wrong_value_of_a_tile_is_named(write: Write, line: str, said: str) -> None:
    error = problem_with(write, f"# mine\n\n[tiles.pires]\n{line}\n")
    assert str(error) == f"my.toml:4: tiles.pires{said}"


LOCATION_ERRORS = [
    ("number = 100", '.number: must be a whole number from 0 to 99 or "die", not 100'),
    ('number = "dice"', '.number: must be a whole number from 0 to 99 or "die", not "dice"'),
    ("number = true", '.number: must be a whole number from 0 to 99 or "die", not true'),
    ("number = 6", ".number: 6 is already the number of locations.casino"),
    (
        'number = "die"',
        ".number: the twelve-sided die already gives the number of locations.portela",
    ),
    ('clockwise = ["R", "I", "II"]', f".clockwise: {FOUR_CELLS}"),
    ('clockwise = ["R", "I", "II", "IV"]', f".clockwise: {FOUR_CELLS}"),
    ('clockwise = ["R", "I", "I", "III"]', '.clockwise: names "I" twice'),
    (
        'clockwise = ["R", "I", "II", "III", "IV"]',
        ".clockwise: must be a list of at most 4, not of 5",
    ),
    (
        'clockwise = ["R", "I", "II", "V"]',
        f'.clockwise: must be one of {CELL_WORDS}, not "V" (did you mean "IV"?)',
    ),
    ('secret = ["IV"]', f".secret: {NO_SPACE}"),
    ('secret = ["X"]', f'.secret: must be one of {CELL_WORDS}, not "X"'),
    ('peek = { IV = "here" }', f".peek: {NO_SPACE}"),
    ('peek = { X = "here" }', ".peek.X: is not a known key"),
    (
        'peek = { I = "neer" }',
        '.peek.I: must be one of "here", "near", "anywhere", not "neer" (did you mean "near"?)',
    ),
    ("peek = 3", ".peek: must be a table, not 3"),
    ("rewards = 3", ".rewards: must be a whole number from 1 to 2, not 3"),
    ("traits = []", ".traits: must be a table, not a list"),
    (
        "traits = { roulete = true }",
        '.traits.roulete: is not a known key (did you mean "roulette"?)',
    ),
    (
        "traits = { roulette = true }",
        ".traits.roulette: there is one roulette, and it already lies at locations.casino",
    ),
    ("traits = { dice = 1 }", ".traits.dice: must be true or false, not 1"),
    ('traits = { flag_bonus = { flag = "UK" } }', ".traits.flag_bonus.strength: is missing"),
    (
        'traits = { flag_bonus = { flag = "uk", strength = 1 } }',
        '.traits.flag_bonus.flag: must be two capital letters like "PT", not "uk"',
    ),
    (
        "traits = { die_moves = { I = 1 } }",
        '.traits.die_moves: needs a location with number = "die"',
    ),
    ("traits = { die_moves = { IV = 1 } }", f".traits.die_moves: {NO_SPACE}"),
    (
        "traits = { die_moves = { I = 12 } }",
        ".traits.die_moves.I: must be a whole number from 1 to 11, not 12",
    ),
    ('name = "church"', '.name: "church" is already the name of locations.church'),
    ('full_name = ""', f".full_name: {ONE_LINE.replace('40', '60')}"),
]


@pytest.mark.parametrize(("line", "said"), LOCATION_ERRORS)
def test_a_wrong_value_of_a_location_is_named(write: Write, line: str, said: str) -> None:
    error = problem_with(write, f"[locations.muchaxo]\n# why not\n{line}\n")
    assert str(error) == f"my.toml:3: locations.muchaxo{said}"


MISSION_ERRORS = [
    (
        'kind = "most_woman"',
        f'.kind: must be one of {KIND_WORDS}, not "most_woman" (did you mean "most_women"',
    ),
    ('kind = "most_symbols"', '.symbols: is missing: "most_symbols" counts symbols'),
    ('kind = "different_flags"', '.flags: is missing: "different_flags" counts flags'),
    (
        'kind = "most_women"\nflags = ["PT"]',
        '.flags: must be empty: "most_women" counts no flags',
    ),
    (
        'kind = "most_flags"\nflags = ["PT"]\nsymbols = ["assassin"]',
        '.symbols: must be empty: "most_flags" counts no symbols',
    ),
    ('kind = "most_flags"\nflags = ["PT", "PT"]', '.flags: names "PT" twice'),
    (
        'kind = "most_flags"\nflags = ["Pt"]',
        '.flags: must be two capital letters like "PT", not "Pt"',
    ),
]


@pytest.mark.parametrize(("lines", "said"), MISSION_ERRORS)
def test_a_wrong_value_of_a_mission_is_named(write: Write, lines: str, said: str) -> None:
    error = problem_with(write, mission_text("aim", lines))
    assert f"missions.aim{said}" in str(error)
    assert error.file == "my.toml"
    assert error.line is not None


@pytest.mark.parametrize("key", ["name", "flag", "strength", "points"])
def test_a_new_tile_needs_its_keys(write: Write, key: str) -> None:
    lines = [line for line in tile_text("mine").splitlines() if not line.startswith(key)]
    error = problem_with(write, "\n" + "\n".join(lines))
    assert str(error) == f"my.toml:2: tiles.mine.{key}: is missing"


@pytest.mark.parametrize("key", ["name", "number", "clockwise"])
def test_a_new_location_needs_its_keys(write: Write, key: str) -> None:
    lines = [line for line in location_text("home", 11).splitlines() if not line.startswith(key)]
    error = problem_with(write, "\n".join(lines))
    assert str(error) == f"my.toml:1: locations.home.{key}: is missing"


@pytest.mark.parametrize("key", ["name", "kind"])
def test_a_new_mission_needs_its_keys(write: Write, key: str) -> None:
    lines = [line for line in mission_text("aim").splitlines() if not line.startswith(key)]
    error = problem_with(write, "\n".join(lines))
    assert str(error) == f"my.toml:1: missions.aim.{key}: is missing"


def test_a_misspelt_override_is_told_as_an_incomplete_addition(write: Write) -> None:
    error = problem_with(write, "[tiles.pirez]\npoints = 2")
    assert str(error) == (
        "my.toml:1: tiles.pirez.name: is missing, and there is no tiles.pirez to correct"
        ' (did you mean "pires"?)'
    )


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            "[tile.pires]\npoints = 2",
            'my.toml:1: tile: is not a known table (did you mean "tiles"?)',
        ),
        ("colour = 1", "my.toml:1: colour: is not a known table"),
        ("tiles = 3", "my.toml:1: tiles: must be a table of tiles"),
        ("[[tiles]]\nname = 1", "my.toml:1: tiles: must be a table of tiles"),
        ("[tiles]\npires = 3", "my.toml:2: tiles.pires: must be a table, not 3"),
        ("[tiles.Pires]\npoints = 2", f"my.toml:1: tiles.Pires: {BAD_ID}"),
        ("[tiles.'my tile']\npoints = 2", f"my.toml:1: tiles.my tile: {BAD_ID}"),
        ("[tiles.2nd]\npoints = 2", f"my.toml:1: tiles.2nd: {BAD_ID}"),
        (f"[tiles.{'x' * 41}]", f"my.toml:1: tiles.{'x' * 41}: {BAD_ID}"),
        (
            tile_text("mine", more="starting = true"),
            "my.toml:6: tiles.mine.starting: must be false: the six starting characters are given",
        ),
        (
            "[tiles.roque]\nstarting = false",
            "my.toml:2: tiles.roque.starting: cannot be changed: "
            "the six starting characters are given",
        ),
        (
            "tiles.pires.points = 2\ntiles.pires.strength = 11",
            "my.toml:2: tiles.pires.strength: must be a whole number from 0 to 9, not 11",
        ),
        (
            "[tiles]\n\npires = { points = 11 }",
            "my.toml:3: tiles.pires.points: must be a whole number from -9 to 9, not 11",
        ),
        (
            "[locations.muchaxo]\nnumber = 5\n\n[locations.muchaxo.traits]\ndice = 3",
            "my.toml:5: locations.muchaxo.traits.dice: must be true or false, not 3",
        ),
        (
            '[locations.museum]\nclockwise = ["R", "I", "II", "III"]',
            f"my.toml:1: locations.museum.secret: {NO_SPACE}",
        ),
        (
            tile_text("mine", "Twin") + tile_text("yours", "Twin"),
            'my.toml:8: tiles.yours.name: "Twin" is already the name of tiles.mine',
        ),
        (
            '[tiles.pires]\nname = "Zsa Zsa Gabor"',
            'my.toml:2: tiles.pires.name: "Zsa Zsa Gabor" is already the name of'
            " tiles.zsa_zsa_gabor",
        ),
        (
            location_text("home", 11) + location_text("away", 11),
            "my.toml:8: locations.away.number: 11 is already the number of locations.home",
        ),
        (
            mission_text("aim").replace("AIM", "Most women"),
            'my.toml:2: missions.aim.name: "Most women" is already the name of missions.women',
        ),
        ("[tiles.pires\npoints = 2", "my.toml:1: is not valid TOML: "),
        ("[tiles.pires]\npoints 2", "my.toml:2: is not valid TOML: "),
        ("[tiles.pires]\npoints = [", "my.toml:2: is not valid TOML: "),
        ("[tiles.pires]\n[tiles.pires]", "my.toml:2: is not valid TOML: "),
        (f"x = {'9' * 9999}", "my.toml: is not valid TOML: "),
        (f"x = {'[' * 99999}", "my.toml: is nested too deeply"),
        (b'[tiles.pires]\nname = "Jo\xe3o"', "my.toml:2: is not UTF-8 text"),
    ],
)
def test_a_wrong_file_is_refused(write: Write, text: str | bytes, said: str) -> None:
    assert str(problem_with(write, text)).startswith(said)


def test_a_missing_file_is_named() -> None:
    with pytest.raises(ContentError) as caught:
        load(["nowhere.toml"])
    assert str(caught.value) == "nowhere.toml: there is no such file"


def test_a_folder_is_not_a_file(write: Write) -> None:
    Path("folder.toml").mkdir()
    with pytest.raises(ContentError, match=r"^folder\.toml: cannot be read: "):
        load(["folder.toml"])


def test_an_impossible_path_is_not_a_file() -> None:
    with pytest.raises(ContentError, match="cannot be read"):
        load(["a\0b.toml"])


def test_an_error_carries_its_parts_and_survives_pickling(write: Write) -> None:
    error = problem_with(write, "[locations.casino]\ntraits = { dice = 3 }")
    for each in (error, pickle.loads(pickle.dumps(error))):
        assert (each.file, each.line) == ("my.toml", 2)
        assert (each.entry, each.field) == ("locations.casino", "traits.dice")
        assert (each.key, each.arguments) == ("error.content.switch", {"given": "3"})
        assert str(each) == "my.toml:2: locations.casino.traits.dice: must be true or false, not 3"


# How much fits into a game


def test_tiles_fill_a_game_to_the_last_place(write: Write) -> None:
    free = MAX_TILES - 27
    content = load([write("".join(tile_text(f"t{number}") for number in range(free)))])
    assert len(content.select().tiles) == MAX_TILES + 6


def test_more_tiles_than_fit_beside_the_base_box_are_refused(write: Write) -> None:
    free = MAX_TILES - 27
    text = "".join(tile_text(f"t{number}") for number in range(free + 3))
    error = problem_with(write, text)
    assert str(error) == (
        f"my.toml:{free * 6 + 1}: tiles.t{free}: too many tiles:"
        " a game holds at most 57 besides the starting characters"
    )


def test_what_fits_beside_one_box_may_not_fit_beside_all(write: Write) -> None:
    content = load([write("".join(tile_text(f"t{number}") for number in range(3)))])
    assert len(content.select(["vip", "promo"]).tiles) == 6 + 27 + 4 + 17 + 3
    with pytest.raises(ContentError, match=r"^my\.toml:13: tiles\.t2: too many tiles"):
        content.select(ALL)


def test_too_many_locations_are_refused(write: Write) -> None:
    free = MAX_LOCATIONS - 8
    text = "".join(location_text(f"p{number}", 20 + number) for number in range(free + 1))
    error = problem_with(write, text)
    assert error.entry == f"locations.p{free}"
    assert str(error).endswith(": too many locations: a game holds at most 16")


def test_too_many_missions_are_refused(write: Write) -> None:
    free = MAX_MISSIONS - 12
    text = "".join(mission_text(f"m{number}") for number in range(free + 1))
    error = problem_with(write, text)
    assert error.entry == f"missions.m{free}"
    assert str(error).endswith(": too many missions: a game holds at most 32")
