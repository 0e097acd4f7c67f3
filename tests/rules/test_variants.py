"""VAR: the variants, and what the editions say about scoring."""

from __future__ import annotations

import random

import pytest

import estoril
from estoril import Game, SetupError, new_game
from estoril.game.events import AgendaDealt, AgendaShown, MissionDealt, MissionShown
from estoril.game.results import SeatResult
from estoril.testing import Position, position, rule

GRID = "museum tamariz palacio / church casino hells_mouth"
NOTHING = dict.fromkeys(["red", "blue", "green", "yellow"], "")
EDITIONS = ("superbox", "english-2016", "german", "polish")
NO_AGENDA = {"strength", "fewest_discards", "fewest_symbols", "starting"}


def final(hands: dict[str, str], **more: object) -> Position:
    """The end of a game with these hands; colours not named hold nothing."""
    table = position(GRID, hands={**NOTHING, **hands}, round=4, **more)  # type: ignore[arg-type]
    table.resolve()
    assert table.game.is_over
    return table


def scored(hands: dict[str, str], **more: object) -> tuple[SeatResult, ...]:
    return final(hands, **more).game.result.seats


def paid(hands: dict[str, str], edition: str = "superbox", **more: object) -> list[int]:
    """What the germans mission pays the seats in the mission scoring variant."""
    more = {"missions": "germans", **more}
    seats = scored(hands, variants="mission_scoring", edition=edition, **more)
    return [seat.missions[0].points for seat in seats]


def play_out(game: Game, seed: int) -> None:
    choose = random.Random(seed)
    while not game.is_over:
        seat = choose.choice(game.to_act)
        game.play(seat, choose.choice(game.legal_codes(seat)))


@rule("VAR-SM-01", "INFO-06")
@pytest.mark.parametrize("players", [3, 4])
def test_one_mission_lies_open_and_one_between_each_two_neighbours(players: int) -> None:
    game = new_game(players, seed=1, variants="secret_missions")
    whole = [event.whole for event in game.history() if isinstance(event.whole, MissionDealt)]
    missions = [fact.mission for fact in whole]
    assert len(missions) == len(set(missions)) == players + 1
    seen = [[mission.mission for mission in game.view(seat).missions] for seat in range(players)]
    spectator = [mission.mission for mission in game.view(None).missions]
    assert spectator == [missions[0]] + [None] * players
    for seat, known in enumerate(seen):
        secrets = [i for i, mission in enumerate(known) if mission and i]
        assert len(secrets) == 2 and known[0] == missions[0]
        assert all(known[i] == missions[i] for i in secrets)
        left, right = seen[seat - 1], seen[(seat + 1) % players]
        assert sum(left[i] is not None for i in secrets) == 1  # one is shared with each
        assert sum(right[i] is not None for i in secrets) == 1
        assert sum(left[i] is not None or right[i] is not None for i in secrets) == 2


@rule("VAR-SM-01")
@pytest.mark.parametrize("players", [2, 5])
def test_secret_missions_are_for_three_or_four(players: int) -> None:
    with pytest.raises(SetupError) as error:
        new_game(players, modules="double_agent", variants="secret_missions")
    assert error.value.rule == "VAR-SM-01"


@rule("VAR-SM-02")
def test_at_the_end_all_are_turned_up_and_everybody_scores_all_of_them() -> None:
    # the mission between Yellow and Red pays Green, who never saw it
    table = final(
        {"green": "hans_r", "blue": "garbo"},
        variants="secret_missions",
        missions="women strength british americans germans",
    )
    shown = [(fact.index, fact.mission) for fact in table.told(MissionShown)]
    assert shown == [(1, "strength"), (2, "british"), (3, "americans"), (4, "germans")]
    green = table.game.result.seats[2]
    assert [(line.mission, line.points) for line in green.missions] == [
        ("women", 0), ("strength", 0), ("british", 0), ("americans", 0), ("germans", 6)
    ]  # fmt: skip
    assert table.game.result.seats[1].missions[1].points == 6
    assert None not in [mission.mission for mission in table.view(None).missions]


@rule("VAR-SA-01", "INFO-06")
def test_each_player_is_secretly_dealt_one_of_the_unused_missions() -> None:
    game = new_game(4, seed=3, variants="secret_agenda")
    dealt = [event for event in game.history() if isinstance(event.whole, AgendaDealt)]
    agendas = [event.whole.mission for event in dealt if isinstance(event.whole, AgendaDealt)]
    open_ = {mission.mission for mission in game.view(None).missions}
    assert len(set(agendas)) == 4 and len(open_) == 4 and not set(agendas) & open_
    for seat, event in enumerate(dealt):
        assert event.seen_by(seat) == AgendaDealt(seat=seat, mission=agendas[seat])
        for other in {0, 1, 2, 3, None} - {seat}:
            assert event.seen_by(other) == AgendaDealt(seat=seat, mission=None)
            assert game.view(other).players[seat].agenda is None
        assert game.view(seat).players[seat].agenda == agendas[seat]


@rule("VAR-SA-01")
def test_an_agenda_is_never_a_mission_that_counts_no_symbol_or_flag() -> None:
    game = new_game(3, modules=["double_agent", "vip"], variants="secret_agenda", auto_chance=False)
    left = {mission.id for mission in estoril.content("all").missions}
    for mission in ("starting", "women", "british", "many_flags"):
        game.decide_chance(mission)
        left.remove(mission)
    for agenda in ("germans", "many_flags_vip", "double_agents"):
        draw = game.chance
        assert draw is not None and draw.kind == "agenda"
        assert set(draw.outcomes) == left - NO_AGENDA
        game.decide_chance(agenda)
        left.remove(agenda)
    assert game.chance is not None and game.chance.kind == "first_dice"


def agenda(mission: str, hand: str, discards: str = "", **more: object) -> int:
    """What an agenda pays Red, and nothing to anybody else."""
    red, *others = scored(
        {"red": hand},
        variants="secret_agenda",
        agendas={"red": mission},
        discards={"red": discards},
        **more,
    )
    assert [seat.agenda_points for seat in others] == [0, 0, 0]
    assert red.agenda == mission
    assert red.total == red.discards + red.tiles + red.agenda_points + sum(
        line.points for line in red.missions
    )
    return red.agenda_points


@rule("VAR-SA-02")
@pytest.mark.parametrize("edition", EDITIONS)
def test_an_agenda_pays_each_symbol_in_hand_and_discards_starting_ones_aside(edition: str) -> None:
    hand, discards = "linda_x rosa_casaco shouvaloff", "s_smith pires"
    assert agenda("assassins", hand, discards, edition=edition) == 1 + 2 + 1
    hand, discards = "hans_r otto_m", "linda_x nora_s"
    assert agenda("germans", hand, discards, edition=edition) == 2


@rule("VAR-SA-02")
def test_a_discarded_starting_character_does_not_count_either() -> None:
    assert agenda("portuguese", "pires", "roque guedes araujo amelia") == 2


@rule("VAR-SA-02")
@pytest.mark.parametrize("edition", EDITIONS)
def test_a_many_flags_agenda_pays_once_per_flag(edition: str) -> None:
    hand, discards = "g_rene garbo", "saint_exupery juan_de_borbon dusko_popov"
    assert agenda("many_flags", hand, discards, edition=edition) == 3


@rule("VAR-SA-02")
def test_an_agenda_needs_no_majority() -> None:
    red, blue, *_ = scored(
        {"red": "otto_m", "blue": "nora_s zarah_leander schellenberg"},
        variants="secret_agenda",
        agendas={"red": "germans", "blue": "many_flags"},
        missions="strength",
    )
    assert (red.agenda_points, blue.agenda_points) == (1, 0)


@rule("VAR-SA-02")
def test_agendas_are_shown_at_the_end() -> None:
    table = final({}, variants="secret_agenda", agendas={"red": "germans", "blue": "british"})
    shown = [(fact.seat, fact.mission) for fact in table.told(AgendaShown)]
    assert shown == [(0, "germans"), (1, "british")]
    assert [player.agenda for player in table.view(None).players][:2] == ["germans", "british"]


@rule("VAR-MS-01")
def test_second_place_earns_three_points() -> None:
    hands = {"red": "otto_m nora_s hans_r", "blue": "hans_r zarah_leander", "green": "hans_r"}
    assert paid(hands) == [6, 3, 0, 0]
    plain = scored(hands, missions="germans")
    assert [seat.missions[0].points for seat in plain] == [6, 0, 0, 0]


@rule("VAR-MS-02", "EX-X2")
@pytest.mark.parametrize(
    ("edition", "two", "three", "four"),
    [("superbox", 5, 3, 3), ("english-2016", 5, 3, 3), ("german", 5, 3, 3), ("polish", 4, 3, 2)],
)
def test_a_tie_for_first_shares_nine_points_and_there_is_no_second(
    edition: str, two: int, three: int, four: int
) -> None:
    first = {"red": "hans_r otto_m", "blue": "hans_r nora_s"}
    assert paid({**first, "green": "hans_r"}, edition) == [two, two, 0, 0]
    first["green"] = "hans_r zarah_leander"
    assert paid({**first, "yellow": "hans_r"}, edition) == [three] * 3 + [0]
    first["yellow"] = "hans_r schellenberg"
    assert paid(first, edition) == [four] * 4


@rule("VAR-MS-02", "EX-X2")
@pytest.mark.parametrize(
    ("edition", "two", "three"),
    [("superbox", 2, 1), ("english-2016", 2, 1), ("german", 2, 1), ("polish", 1, 1)],
)
def test_a_tie_for_second_shares_three_points(edition: str, two: int, three: int) -> None:
    first = {"red": "hans_r otto_m", "blue": "hans_r", "green": "hans_r"}
    assert paid(first, edition) == [6, two, two, 0]
    assert paid({**first, "yellow": "hans_r"}, edition) == [6, three, three, three]


@rule("VAR-MS-02", "SCORE-04")
@pytest.mark.parametrize("edition", EDITIONS)
def test_without_the_variant_every_edition_shares_six_rounded_down(edition: str) -> None:
    seats = scored(dict.fromkeys(NOTHING, "hans_r"), missions="germans", edition=edition)
    assert [seat.missions[0].points for seat in seats] == [1] * 4


@rule("VAR-MS-03")
def test_second_place_in_a_most_mission_needs_more_than_zero() -> None:
    assert paid({"red": "hans_r"}) == [6, 0, 0, 0]


@rule("VAR-MS-03")
def test_second_place_in_a_fewest_mission_is_the_second_lowest_count() -> None:
    discards = {"red": "roque", "blue": "garbo roque", "yellow": "linda_x guedes araujo"}
    piles = paid({}, missions="fewest_discards", modules="double_agent", discards=discards)
    assert piles == [3, 0, 6, 0]
    hands = {"red": "dusko_popov", "blue": "g_rene s_smith", "green": "hans_r", "yellow": "garbo"}
    assert paid(hands, missions="fewest_symbols", modules="vip") == [0, 0, 3, 6]


@rule("VAR-MS-03", "SCORE-06")
def test_second_place_is_not_accomplished() -> None:
    # Red and Blue are level: Red by a first place, Blue by two second places and more in hand
    table = final(
        {
            "red": "hans_r",
            "blue": "elizabeth linda_x",
            "green": "elizabeth kim_philby",
            "yellow": "linda_x wallis_simpson",
        },
        variants="mission_scoring",
        modules="vip",
        missions="germans british americans",
        discards={"red": "garbo"},
    )
    seats = table.game.result.seats
    assert [line.points for line in seats[1].missions] == [0, 3, 3]
    assert [seat.total for seat in seats] == [8, 8, 6, 6]
    assert [seat.accomplished for seat in seats] == [1, 0, 1, 1]
    assert table.game.result.winners == (0,)


@rule("VAR-ALL-01")
@pytest.mark.parametrize("players", [3, 4])
def test_all_variants_combine_with_all_modules(players: int) -> None:
    seed = 5
    game = new_game(players, seed=seed, modules="all", variants="all")
    assert len(game.view(None).missions) == players + 1
    play_out(game, seed)
    seats = game.result.seats
    assert all(seat.agenda and len(seat.missions) == players + 1 for seat in seats), f"seed {seed}"


@rule("VAR-ALL-01")
@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("variant", estoril.VARIANTS)
def test_every_variant_goes_with_every_edition(edition: str, variant: str) -> None:
    game = new_game(3, seed=1, edition=edition, variants=variant)
    assert game.options.variants == (variant,) and game.options.edition == edition
