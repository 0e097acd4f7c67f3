"""The full screen shows one table that changes in place, and is answered in many ways."""

import asyncio
import os
import re
from pathlib import Path

import msgspec
import pytest
from textual.widgets import Input, OptionList

import estoril
from estoril import events
from estoril.engine.terms import DECISIONS
from estoril.game.actions import Action, Assassinate, Shield
from estoril.game.views import View
from estoril.table import Table
from estoril.terminal import saves
from estoril.terminal.deciding import by_location
from estoril.terminal.frames import Recorded
from estoril.terminal.full.app import FullApp
from estoril.terminal.full.changes import changed, in_order
from estoril.terminal.full.ground import find_ground
from estoril.terminal.full.home import Home
from estoril.terminal.full.inks import CHIPS, TINTS
from estoril.terminal.full.plan import plan
from estoril.terminal.full.viewing import ViewStage, view
from estoril.words import Teller, pseudo, say, speak
from tests.terminal.pilots import SIZES, Screen, ending, new, played, run, shown, waiting_for
from tests.words.plain import plain_words

GOLDEN = Path(__file__).parents[1] / "golden"
SNAPSHOTS = Path(__file__).parent / "snapshots"
KINDS = [each.name for each in DECISIONS.values()]


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep games where nobody else's are."""
    monkeypatch.setattr(saves, "folder", lambda: tmp_path / "games")


def compare(name: str, text: str) -> None:
    """Compare a screen with the one that was kept; ESTORIL_SNAPSHOTS=1 keeps it anew."""
    file = SNAPSHOTS / f"{name}.txt"
    if os.environ.get("ESTORIL_SNAPSHOTS"):
        SNAPSHOTS.mkdir(exist_ok=True)
        file.write_text(text + "\n", "utf-8")
    assert text + "\n" == file.read_text("utf-8"), f"not as in {file.name}; ESTORIL_SNAPSHOTS=1"


# -- what is shown ------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_of_decision_is_shown(kind: str, tmp_path: Path) -> None:
    async def test() -> None:
        async with played(waiting_for(kind), tmp_path) as screen:
            await screen.asked(kind)
            compare(kind, screen.text)

    run(test)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("players", [2, 5])
def test_at_each_size_there_is_what_fits(
    size: tuple[int, int], players: int, tmp_path: Path
) -> None:
    async def test() -> None:
        kept = new(players, "all" if players == 5 else ())
        async with played(kept, tmp_path, size) as screen:
            await screen.asked("place")
            assert len(screen.lines) == size[1]
            assert max(map(len, screen.lines)) <= size[0]
            text = screen.text
            assert "Round 1 of 4" in text and "Which tile do you place?" in text
            data = screen.stage.data
            assert data is not None
            for number in range(1, 7):
                assert f"{number}. " in text
            free = [s for place in data.places for s in place.spaces if not s.occupied]
            assert len(re.findall(r"[○·] \d+", text)) == len(free)
            for place in data.places:  # the number of every location, and its name
                assert re.search(rf"─{place.number} \w", text)
            for tile in ("Linda", "Elizab", "Roque", "Guedes", "Hans", "Araújo"):
                assert tile in text
            if size[0] >= 100 and players == 2:
                for head in ("─Players", "─Missions", "─Log"):
                    assert head in text
            if size == (200, 60):
                assert "Hans R. 1/1 DE◎" in text  # networks with signs
            compare(f"place-{players}-{size[0]}x{size[1]}", text)

    run(test)


def test_a_placed_character_shows_strength_flag_and_signs(tmp_path: Path) -> None:
    """M3: what an opponent's open tile can do is seen at a glance."""

    async def test() -> None:
        async with played(waiting_for("ability"), tmp_path, (120, 40)) as screen:
            await screen.asked("ability")
            data = screen.stage.data
            assert data is not None
            open_ = [
                s for p in data.places for s in p.spaces if s.occupied and s.face_up and s.tile
            ]
            assert open_
            content = estoril.content()
            for space in open_:
                assert space.tile is not None and space.strength is not None
                tile = content.tile(space.tile)
                letter = "RBGY"[space.controller or 0]
                marks = rf"{space.numeral}\b.*{letter}{space.strength.total}"
                assert re.search(marks, screen.text)
                assert re.search(rf"\b{tile.flag}\b", screen.text)

    run(test)


def test_numbers_stand_beside_what_can_be_typed(tmp_path: Path) -> None:
    """A hand has them while one of its tiles is asked for, and else leaves them to the choices."""

    async def test() -> None:
        async with played(waiting_for("peek", 2, ()), tmp_path, (200, 60)) as screen:
            await screen.asked("peek")
            hand = [slot.tile for slot in screen.stage.slots]
            assert len(hand) > 3 and "1. Look at" in screen.text
            assert "Linda X." in screen.text and not re.search(r"\d\. Linda", screen.text)
            await screen.press("escape")
            await screen.asked("place")
            assert "1. Linda" in screen.text
            await screen.press("enter")
            assert "Where do you place" in screen.text
            assert not re.search(r"\d\. Linda", screen.text)

    run(test)


def test_the_shortest_line_of_players_tells_who_one_is_and_who_begins(tmp_path: Path) -> None:
    async def test() -> None:
        async with played(new(5, "all"), tmp_path, (60, 20)) as screen:
            await begin(screen)
            data = screen.stage.data
            assert data is not None
            players = next(line for line in screen.lines if "(you)" in line)
            assert re.search(r"R \(you\) \d+p", players) and not players.endswith("…")
            assert f"¹{'RBGYP'[data.first]} " in players and players.count("¹") == 1

    run(test)


def test_a_question_takes_the_lines_that_its_choices_leave(tmp_path: Path) -> None:
    async def test() -> None:
        async with played(waiting_for("peek", 2, ()), tmp_path, (60, 20)) as screen:
            await screen.asked("peek")
            question = screen.stage.question
            assert question is not None and len(question.text) > 60
            told = " ".join(screen.text.split())
            assert question.text in told
            for number, option in enumerate(question.options, start=1):
                assert f"{number}. {option.label}" in told

    run(test)


def lines_of_log(screen: Screen, count: int) -> list[str]:
    return [entry.text.strip() for entry in screen.stage.log_entries[-count:]]


@pytest.mark.parametrize("size", SIZES[:2])
@pytest.mark.parametrize("kind", KINDS)
def test_a_question_is_never_cut(kind: str, size: tuple[int, int], tmp_path: Path) -> None:
    async def test() -> None:
        async with played(waiting_for(kind), tmp_path, size) as screen:
            await screen.asked(kind)
            assert screen.stage.question is not None
            assert screen.stage.question.text in " ".join(screen.text.split())

    run(test)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_missions_are_all_in_sight_or_a_key_that_shows_them(players: int, tmp_path: Path) -> None:
    """At 80 by 24 all of them have room, with everybody's standing."""

    async def test() -> None:
        async with played(new(players, "all"), tmp_path, (80, 24)) as screen:
            await screen.asked("place")
            data, teller = screen.stage.data, screen.stage.teller
            assert data is not None
            names = [teller.mission(mission.mission) for mission in data.missions]
            counts = " ".join(rf"{letter}\d\*?" for letter in "RBGYP"[:players])
            for number, name in enumerate(names, start=1):
                assert re.search(rf"{number} {name} +{counts}", screen.text), screen.text
            await screen.pilot.resize_terminal(60, 20)
            await screen.until(lambda: len(screen.lines) == 20)
            assert "F3 missions" in screen.text
            await screen.press("f3")
            assert all(name in screen.text for name in names)

    run(test)


def _two_rewards_in_a_row_of_their_own(view: View) -> bool:
    rows = {place.id: place.row for place in view.places}
    return "garrett" in rows and rows.get("museum") != rows["garrett"]


@pytest.mark.parametrize("size", SIZES)
def test_the_board_stands_still_when_a_reward_is_gone(size: tuple[int, int]) -> None:
    """Whether it has a line of its own depends on the location, not on what still lies there."""
    kept = waiting_for("place", when=_two_rewards_in_a_row_of_their_own)
    data = Table.replay(kept.entries).view(0).data()
    gone = tuple(msgspec.structs.replace(each, rewards=()) for each in data.places)
    content = estoril.content()
    assert plan(data, content, *size) == plan(
        msgspec.structs.replace(data, places=gone), content, *size
    )


def test_without_room_for_a_log_the_question_tells_what_happened_last(tmp_path: Path) -> None:
    async def test() -> None:
        async with played(new(3, people=2), tmp_path, (60, 20)) as screen:
            await screen.until("should look now")
            await screen.press("enter")
            await begin(screen)
            screen.stage.put(None)
            await screen.until(lines_of_log(screen, 1)[0])

    run(test)


def test_without_room_for_a_log_a_resolution_is_told_where_the_hand_was(tmp_path: Path) -> None:
    """Nothing is cut: neither what happened, nor the tie, nor the key that goes on."""

    async def test() -> None:
        async with played(new(5, "all"), tmp_path, (60, 20), pace="key") as screen:
            stops = 0
            for _ in range(400):
                await screen.until(
                    lambda: screen.stage.question is not None or screen.stage._enter is not None
                    or screen.stage._resolving
                )  # fmt: skip
                if screen.stage._enter is not None:
                    stops += 1
                    told = " ".join(screen.text.split())
                    assert lines_of_log(screen, 1)[0] in told and "Enter continues." in told
                    if stops == 3:
                        return
                await screen.press("enter")
            raise AssertionError("three locations were not resolved")

    run(test)


def test_without_room_for_a_log_a_watched_game_is_told_where_a_hand_would_be() -> None:
    async def script(app: FullApp) -> None:
        game = estoril.replay(GOLDEN / "all-5.json")
        names = [f"P{seat}" for seat in range(5)]
        frames, teller = Recorded(game, None), Teller(game.content, names)
        await view(app, frames, teller, game.content, game.options, None)

    async def test() -> None:
        async with shown(script, (60, 20)) as screen:
            await screen.until("Move 0 of")
            for _ in range(12):
                await screen.press("right")
                stage = screen.app.screen
                assert isinstance(stage, ViewStage)
                last = stage.log_entries[-1].text.strip()
                assert last in " ".join(screen.text.split())

    run(test)


def test_a_watched_game_needs_no_line_to_type_in_and_has_its_missions_a_key_away() -> None:
    game = estoril.replay(next(GOLDEN.glob("*.json")))
    frames = Recorded(game, "all")
    teller = Teller(game.content, ["Ana", "Bruno", "Carla", "David", "Eva"][: game.players])

    async def script(app: FullApp) -> None:
        await view(app, frames, teller, game.content, game.options, None)

    async def test() -> None:
        async with shown(script, (60, 20)) as screen:
            await screen.until("Space next")
            await screen.press("r")
            await screen.until("Round 2 begins")
            assert screen.lines[-1] == "Space next  b back  q quit  p play  e eyes  F3 missions"
            data = frames.frame(0).data
            await screen.press("f3")
            assert data.missions
            for mission in data.missions:
                assert teller.mission(mission.mission) in screen.text

    run(test)


def test_whoever_watches_to_the_end_sees_the_scoring() -> None:
    """Also where the last move is shown in several steps."""
    games = [estoril.replay(file) for file in sorted(GOLDEN.glob("*.json"))]
    films = [Recorded(game, "all") for game in games]
    last = [film.frame(film.moves) for film in films]
    number = next(n for n, frame in enumerate(last) if frame is not None and len(frame.blocks) > 1)
    game, film = games[number], films[number]
    teller = Teller(game.content, ["Ana", "Bruno", "Carla", "David", "Eva"][: game.players])

    async def script(app: FullApp) -> None:
        await view(app, film, teller, game.content, game.options, None, film.moves - 1)

    async def test() -> None:
        async with shown(script) as screen:
            await screen.until(lambda: isinstance(screen.app.screen, ViewStage))
            while isinstance(screen.app.screen, ViewStage) and "Space next" in screen.text:
                shown_before = screen.text
                await screen.press("space")
                assert screen.text != shown_before
            assert "The final scoring" in screen.text

    run(test)


def test_the_title_of_a_page_is_never_cut(tmp_path: Path) -> None:
    async def test() -> None:
        async with played(new(2), tmp_path, (60, 20)) as screen:
            await begin(screen)
            await screen.press("f4")
            title = say("terminal.networks")
            assert len(title) > 60
            await screen.until(lambda: title in " ".join(screen.text.split()))

    run(test)


def test_a_window_that_is_too_small_says_so_and_can_grow(tmp_path: Path) -> None:
    async def test() -> None:
        async with played(new(), tmp_path, (40, 12)) as screen:
            await screen.until("40 columns and 12 lines")
            await screen.pilot.resize_terminal(80, 24)
            await screen.until("Which tile do you place?")
            await screen.pilot.resize_terminal(200, 60)
            await screen.until("─Log")
            assert max(map(len, screen.lines)) > 150

    run(test)


def test_colour_only_repeats_what_the_signs_say(tmp_path: Path) -> None:
    async def test() -> None:
        texts = []
        for colour in (True, False):
            async with played(waiting_for("ability"), tmp_path, colour=colour) as screen:
                await screen.asked()
                texts.append(screen.text)
                coloured = {s for s in screen.styles if re.search("red|blue|green|cyan|yellow", s)}
                assert bool(coloured) == colour
        assert texts[0] == texts[1]

    run(test)


def test_a_terminal_of_few_letters_gets_no_others(tmp_path: Path) -> None:
    async def test() -> None:
        async with played(waiting_for("ability"), tmp_path, letters=False) as screen:
            await screen.asked()
            assert not re.search("[─│┊○•★▶†◎⚑♥◈⇄♀]", screen.text)

    run(test)


def test_a_light_terminal_has_no_colour_without_a_background_for_players(tmp_path: Path) -> None:
    """M14: letters of players have their colour behind them; yellow is never written on white."""

    async def test() -> None:
        async with played(waiting_for("ability"), tmp_path) as screen:
            await screen.asked()
            for style in screen.styles:
                assert not re.search(r"(?<!on )\b(yellow|bright_blue|magenta)\b(?! on)", style) or (
                    "on" in style or "bold" in style
                )

    run(test)


WEB = Path(__file__).parents[2] / "web" / "src"
GROUNDS = {
    "dark": ["#000000", "#1e1e1e", "#2e3440", "#002b36"],  # usual ones of terminals
    "light": ["#ffffff", "#fdf6e3", "#fbf3df"],
}


def contrast(one: str, other: str) -> float:
    """Return the contrast of two colours, as WCAG has it."""
    dark, light = sorted(map(_luminance, (one, other)))
    return (light + 0.05) / (dark + 0.05)


def _luminance(colour: str) -> float:
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def test_all_colours_can_be_read_on_what_is_behind_them() -> None:
    for ground, tints in TINTS.items():
        for tint in tints:
            for behind in GROUNDS[ground]:
                assert contrast(tint, behind) >= 4.5, (tint, behind)
    for chip in CHIPS.values():
        letter, _, behind = chip.partition(" on ")
        assert contrast(letter, behind) >= 4.5, chip


def test_all_colours_are_those_of_the_browser() -> None:
    styles = "".join(file.read_text("utf-8") for file in (WEB / "style").glob("*.css"))
    used = {tint for tints in TINTS.values() for tint in tints}
    used |= {part for chip in CHIPS.values() for part in chip.split(" on ")}
    assert [colour for colour in sorted(used) if f"{colour};" not in styles] == []
    for player, chip in CHIPS.items():
        behind = chip.partition(" on ")[2]
        assert re.search(rf"\.strip\.{player} {{\s*--player: {behind};", styles), player


def test_a_terminal_tells_its_background_by_a_variable(monkeypatch: pytest.MonkeyPatch) -> None:
    for told, ground in (("15;0", "dark"), ("0;15", "light"), ("0;default;7", "light")):
        monkeypatch.setenv("COLORFGBG", told)
        assert find_ground() == ground


def test_polish_letters_of_players_cannot_be_confused() -> None:
    from estoril.choices import COLOURS
    from estoril.rulebook.page import plain
    from estoril.words import languages, say

    for language in languages():
        letters = [plain(say(f"colour.{colour}.initial", language)) for colour in COLOURS]
        assert len(set(letters)) == len(letters), language


# -- answering ----------------------------------------------------------------------------------


async def begin(screen: Screen) -> None:
    await screen.asked("place")


def test_a_tile_is_placed_with_arrows_and_enter(tmp_path: Path) -> None:
    async def test() -> None:
        async with played(new(), tmp_path) as screen:
            await begin(screen)
            await screen.press("down", "enter")
            assert "Where do you place Elizabeth?" in screen.text
            spot = screen.stage.spot
            assert spot in screen.stage.open
            await screen.press("enter")
            await screen.until(lambda: "Elizabeth →" in screen.text)

    run(test)


@pytest.mark.parametrize(
    "lines", [["2", "1"], ["place elizabeth palacio 1"], ["elizabeth", "palacio 1"],
              ["palacio 1", "eliz"]]
)  # fmt: skip
def test_a_tile_is_placed_by_numbers_and_by_words(lines: list[str], tmp_path: Path) -> None:
    async def test() -> None:
        async with played(new(), tmp_path) as screen:
            await begin(screen)
            for line in lines:
                await screen.type(line)
            await screen.until("Elizabeth →")

    run(test)


def test_a_tile_is_placed_with_the_mouse(tmp_path: Path) -> None:
    async def test() -> None:
        async with played(new(), tmp_path) as screen:
            await begin(screen)
            await screen.pilot.click(offset=screen.find("3. Roque"))
            await screen.until("Where do you place Roque?")
            await screen.pilot.click(offset=screen.find("○ 1"))
            await screen.until("Roque →")

    run(test)


def test_a_space_can_be_chosen_before_the_tile(tmp_path: Path) -> None:
    async def test() -> None:
        async with played(new(), tmp_path) as screen:
            await begin(screen)
            await screen.pilot.click(offset=screen.find("○ 1"))
            await screen.until("Which tile do you place on Hotel Palácio I?")
            await screen.press("enter")
            await screen.until("Linda X. → Hotel Palácio I")

    run(test)


def test_what_is_barred_says_why_when_pointed_at(tmp_path: Path) -> None:
    async def test() -> None:
        async with played(new(), tmp_path) as screen:
            await begin(screen)
            x, y = screen.find("· 3")
            await screen.pilot.hover(offset=(x, y))
            await screen.until("PLACE-04")
            await screen.press("enter")
            await screen.pilot.hover(offset=(0, 0))
            await screen.type("3")
            await screen.until("PLACE-04")
            assert "Where do you place" in screen.text
            await screen.press("escape", "escape")
            await screen.until("Which tile do you place?")

    run(test)


def test_pointing_at_a_folder_tells_what_it_can_be(tmp_path: Path) -> None:
    async def test() -> None:
        async with played(new(), tmp_path, (200, 60)) as screen:
            await begin(screen)
            await screen.pilot.hover(offset=screen.find("B?"))
            await screen.until("It can be")

    run(test)


def test_escape_takes_back_a_pick_and_then_the_last_move(tmp_path: Path) -> None:
    async def test() -> None:
        async with played(waiting_for("peek", 2, ()), tmp_path) as screen:
            await screen.asked("peek")
            placed = screen.stage.slots
            await screen.press("escape")  # the placement, as in the browser
            await screen.asked("place")
            assert sum(not slot.place for slot in screen.stage.slots) == 1 + sum(
                not slot.place for slot in placed
            )
            await screen.press("enter")
            assert "Where do you place" in screen.text
            await screen.press("escape")
            assert "Which tile do you place?" in screen.text
            await screen.type("undo")
            await screen.until("There is nothing to take back")

    run(test)


def test_with_confirm_everything_is_asked_again(tmp_path: Path) -> None:
    async def test() -> None:
        async with played(new(), tmp_path, confirm=True) as screen:
            await begin(screen)
            await screen.type("place elizabeth palacio 1")
            await screen.until("Enter confirms")
            await screen.press("escape")
            await screen.until("Which tile do you place?")
            await screen.type("place elizabeth palacio 1")
            await screen.press("enter")
            await screen.until("Elizabeth →")

    run(test)


def test_turning_and_the_die_are_shown_before_they_are_chosen(tmp_path: Path) -> None:
    async def test() -> None:
        for kind in ("rotate", "move_die"):
            async with played(waiting_for(kind), tmp_path) as screen:
                await screen.asked(kind)
                boards = set()
                question = screen.stage.question
                assert question is not None
                for _ in question.options:
                    data = screen.stage.preview or screen.stage.data
                    assert data is not None
                    boards.add(tuple((p.id, p.number, p.quarter) for p in data.places))
                    await screen.press("down")
                assert len(boards) == len(question.options)  # passing leaves it as it is

    run(test)


def _against_oneself(view: View, action: Action) -> bool:
    """Say whether an action sends one's own character back, or shields another's."""
    own = {s.id for place in view.places for s in place.spaces if s.controller == view.seat}
    match action:
        case Assassinate(space=space):
            return space in own
        case Shield(space=space):
            return space not in own
    return False


@pytest.mark.parametrize("ability", [Assassinate, Shield])
def test_enter_on_what_is_offered_first_does_oneself_no_harm(
    ability: type[Action], tmp_path: Path
) -> None:
    def tempts(view: View) -> bool:
        first = by_location(view, view.legal)[0]
        return isinstance(first, ability) and _against_oneself(view, first)

    async def test() -> None:
        async with played(waiting_for("ability", when=tempts), tmp_path) as screen:
            await screen.asked("ability")
            stage = screen.stage
            assert stage.question is not None and stage.asking is not None
            assert stage.asking.view is not None
            offered = stage.question.options[stage.cursor].answer
            assert not _against_oneself(stage.asking.view, offered), screen.text
            assert f"▶{stage.cursor + 1}. " in screen.text

    run(test)


def test_choices_are_in_the_order_of_locations_and_tell_strengths(tmp_path: Path) -> None:
    """M4: targets in other locations are shown, with their strengths, by location."""

    async def test() -> None:
        async with played(waiting_for("ability"), tmp_path) as screen:
            await screen.asked("ability")
            stage = screen.stage
            assert stage.question is not None and stage.data is not None
            order = [place.id for place in stage.data.places]
            targets = [o.target.partition(".")[0] for o in stage.question.options if o.target]
            assert targets == sorted(targets, key=order.index)
            spaces = {space.id: space for place in stage.data.places for space in place.spaces}
            for option in stage.question.options:
                if option.target in spaces and spaces[option.target].strength is not None:
                    assert "strength" in option.label

    run(test)


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("? church", "Assassin cannot be used here"),
        ("?", "Arrows move"),
        ("why", "Barred now"),
        ("why linda church 1", "LOC01"),
        ("missions", "scored at the end"),
        ("networks", "Points so far"),
        ("log", "Round 1 begins"),
        ("xyzzy", "Please type a number"),
        ("99", "Please type a number"),
        ("place garbo", "PLACE-01"),
    ],
)
def test_commands_work_on_the_full_screen(line: str, told: str, tmp_path: Path) -> None:
    async def test() -> None:
        async with played(new(), tmp_path, (100, 40)) as screen:
            await begin(screen)
            await screen.type(line)
            await screen.until(lambda: told in " ".join(screen.text.split()))
            await screen.press("escape")
            await screen.until("Which tile do you place?")

    run(test)


def test_what_is_left_out_is_a_key_away(tmp_path: Path) -> None:
    """M13: at 60 by 20 players, missions and log have pages of their own."""

    async def test() -> None:
        async with played(new(), tmp_path, (60, 20)) as screen:
            await begin(screen)
            for key, told in (("f1", "Arrows move"), ("f2", "The rulebook"),
                              ("f3", "Missions, scored"), ("f4", "Points so far"),
                              ("f5", "Round 1 begins"), ("f6", "Barred now"),
                              ("f7", "1. Place")):  # fmt: skip
                await screen.press(key)
                await screen.until(told)
                assert max(map(len, screen.lines)) <= 60
                await screen.press("escape")
                await screen.until("Which tile do you place?")

    run(test)


def test_the_rulebook_is_searched_and_read_by_chapters(tmp_path: Path) -> None:
    async def test() -> None:
        async with played(new(), tmp_path, (120, 40)) as screen:
            await begin(screen)
            await screen.press("f2")
            await screen.until("SET-01")
            await screen.press("down")
            await screen.until("GRID-01")
            await screen.press(*"tie")
            await screen.until("STR-03")
            await screen.press("escape")
            await begin(screen)

    run(test)


def test_the_language_can_be_changed(tmp_path: Path) -> None:
    async def test() -> None:
        async with played(new(), tmp_path) as screen:
            await begin(screen)
            await screen.type("language de")
            await screen.until("Welche Tafel")
            await screen.type("language xx")
            await screen.until("de, en, pl, pt")

    run(test)


def test_the_tab_key_completes_words_and_points_at_the_board(tmp_path: Path) -> None:
    async def test() -> None:
        async with played(new(), tmp_path) as screen:
            await begin(screen)
            await screen.press(*"mis", "tab")
            await screen.until("> missions")
            await screen.press("escape", "tab")
            assert screen.stage.on_board and screen.stage.spot is not None

    run(test)


# -- what happens -------------------------------------------------------------------------------


def test_what_changed_since_my_last_decision_is_marked(tmp_path: Path) -> None:
    async def test() -> None:
        async with played(new(), tmp_path) as screen:
            await begin(screen)
            assert "•" not in screen.text
            await screen.type("place elizabeth palacio 1")
            await screen.until(lambda: screen.stage.question is not None)
            await screen.asked()
            stage = screen.stage
            if stage.question is not None and stage.question.kind == "peek":
                await screen.type("2")
                await screen.asked("place")
            assert stage.new and stage.new < changed(stage._seen, stage.data)  # not one's own
            assert "•" in screen.text

    run(test)


def test_a_resolution_is_shown_step_by_step_and_waits_to_be_read(tmp_path: Path) -> None:
    async def test() -> None:
        async with played(new(), tmp_path, pace="key") as screen:
            resolved = []
            for _ in range(400):
                await screen.until(
                    lambda: screen.stage.question is not None or screen.stage._enter is not None
                    or screen.stage._resolving
                )  # fmt: skip
                if screen.stage._enter is not None:
                    assert "Enter continues" in screen.text
                    data = screen.stage.data
                    assert data is not None
                    resolved.append([place.id for place in data.places if place.resolving])
                    if len(resolved) == 3:
                        break
                await screen.press("enter")
            assert all(len(one) <= 1 for one in resolved) and len(resolved) == 3

    run(test)


def test_a_tie_names_its_rule(tmp_path: Path) -> None:
    """M1: a tie is not won without a word."""

    async def test() -> None:
        for seed in range(3, 9):
            async with played(new(seed=seed), tmp_path) as screen:
                for _ in range(200):
                    await screen.until(
                        lambda: not isinstance(screen.app.screen, type(None))
                        and (getattr(screen.app.screen, "question", None) is not None
                             or "Play again" in screen.text)
                    )  # fmt: skip
                    if "Play again" in screen.text:
                        break
                    if any("(STR-03)" in entry.text for entry in screen.stage.log_entries):
                        return
                    await screen.press("enter")
        raise AssertionError("there was no tie in six games")

    run(test)


def test_a_tie_is_shown_until_it_has_been_read(tmp_path: Path) -> None:
    """It stands where the question would, in place of what was told before it."""
    strength = {"printed": 1, "flags": 0, "location": 0, "nationalism": 0, "dice": 0, "total": 1}
    counted = [events.ResolutionStarted(location="church")]
    for seat, space in ((0, "church.I"), (1, "church.II")):
        counted += [
            events.StrengthCounted(seat=seat, space=space, tile="hans_r", **strength),
            events.TotalCounted(seat=seat, location="church", total=1),
        ]
    won = events.RewardWon(seat=0, location="church", which=0, tile="roque")

    async def test() -> None:
        async with played(new(), tmp_path) as screen:
            await begin(screen)
            stage = screen.stage
            stage.put(None)
            for fact in counted:
                await stage._show(fact, None)
            stage.pace = "key"
            showing = asyncio.create_task(stage._show(won, None))
            question = stage.query_one("#ask")
            await screen.until(lambda: "(STR-03)" in lines_of_log(screen, 1)[0])
            assert stage.told == lines_of_log(screen, 1)[0]
            await screen.until(lambda: "Ana and" in screen.lines[question.region.y])
            while not showing.done():
                stage.go_on()
                await asyncio.sleep(0.01)

    run(test)


def test_tiles_that_are_turned_up_together_are_told_space_after_space() -> None:
    """L5."""
    revealed = [
        events.Revealed(space=f"church.{numeral}", tile="roque", owner=0)
        for numeral in ("II", "III", "I")
    ]
    facts = [
        events.ResolutionStarted(location="church"),
        *revealed,
        events.RewardRevealed(location="church", which=0, tile="garbo"),
    ]
    told = [(getattr(fact, "space", ""), picture) for fact, picture in in_order(facts)]
    assert told == [("", 0), ("church.I", 3), ("church.II", 3), ("church.III", 3), ("", 4)]


def test_with_enigma_a_space_is_not_top_secret() -> None:
    """M2: where Enigma lies, tiles lie open."""
    from estoril.terminal.full.drawing import Drawer, Form, Marks
    from estoril.terminal.full.inks import Inks
    from estoril.words import Teller

    game = estoril.new_game(players=3, seed=1, modules=("enigma",))
    data = game.view(0).data()
    drawer = Drawer(Teller(game.content, "ABC"), game.content, Inks())
    for place in data.places:
        drawn = "\n".join(map(str, drawer.place(data, place, Form(40), Marks()).lines))
        secret = any(space.top_secret for space in place.spaces)
        assert ("Top Secret" in drawn or "TS" in drawn) == (secret and not place.enigma)


# -- by turns -----------------------------------------------------------------------------------


def test_behind_the_curtain_nothing_is_left_of_the_other(tmp_path: Path) -> None:
    async def test() -> None:
        async with played(new(2, people=2), tmp_path) as screen:
            await screen.until("should look now")
            assert len([line for line in screen.lines if line]) == 1
            first = "Ana" if "Ana" in screen.text else "Bruno"
            await screen.press("enter")
            await screen.asked("place")
            assert f"{first} (you)" in screen.text
            await screen.press("enter", "enter")
            await screen.until(lambda: screen.stage.question or screen.stage._enter)
            if screen.stage.question is not None:  # a peek
                await screen.press("end", "enter")
            await screen.until("Enter hides everything here")
            await screen.press("enter")
            await screen.until("should look now")
            assert len([line for line in screen.lines if line]) == 1
            await screen.press("enter")
            await screen.asked("place")
            assert f"{first} (you)" not in screen.text
            assert "Linda X. →" not in screen.text
            assert f"{first} places a face-down tile" in " ".join(
                entry.text for entry in screen.stage.log_entries
            )

    run(test)


# -- from beginning to end ----------------------------------------------------------------------


async def play_out(screen: Screen) -> None:
    """Take the first choice until the game is over."""
    for _ in range(300):
        await screen.until(
            lambda: (
                getattr(screen.app.screen, "question", None) is not None
                or "Play again" in screen.text
            )
        )
        if "Play again" in screen.text:
            return
        await screen.press("enter")


def test_home_leads_through_a_game_and_back(tmp_path: Path) -> None:
    async def script(app: FullApp) -> None:
        await Home(app, pace=0.0).run()

    async def test() -> None:
        async with shown(script) as screen:
            await screen.until("New game against bots")
            await screen.press("enter")
            await screen.until("Begin")
            await screen.press("down", "left", "up", "enter")  # two players
            await screen.asked("place")
            await screen.type("quit")
            await screen.until("Continue: ")
            [kept] = saves.kept_files()
            saves.write(kept, ending().entries, ending().seed)  # a game that has come further
            await screen.press("enter")
            await play_out(screen)
            assert re.search(r"wins|share", screen.text) and "total" in screen.text
            assert len(saves.finished_files()) == 1 and saves.kept_files() == []
            await screen.press("down", "enter")
            await screen.until("Move 0 of ")
            await screen.press("q")
            await screen.until("Play again")
            await screen.press("enter")  # the same once more
            await screen.asked("place")
            await screen.type("quit")
            await screen.until("Games that were played")

    run(test)


@pytest.mark.parametrize(("way", "told"), [("how", "1. Place"), ("rules", "SET-01"),
                                           ("finished", "Back"), ("join", "#i=")])  # fmt: skip
def test_home_leads_to_what_there_is_beside_games(way: str, told: str, tmp_path: Path) -> None:
    async def script(app: FullApp) -> None:
        await Home(app, pace=0.0).run()

    async def test() -> None:
        async with shown(script) as screen:
            await screen.until("New game against bots")
            menu = screen.app.screen.query_one(OptionList)
            menu.highlighted = menu.get_option_index(way)
            await screen.press("enter")
            await screen.until(told)
            await screen.press("escape")
            await screen.until("New game against bots")

    run(test)


def test_a_finished_game_is_reviewed_and_a_decision_tried_again(tmp_path: Path) -> None:
    async def test() -> None:
        async with played(ending(), tmp_path) as screen:
            await play_out(screen)
            await screen.press("down", "down", "enter")
            await screen.until("The costliest decisions of ")
            page = screen.text
            await screen.press("pagedown")
            await screen.until(lambda: screen.text != page)
            await screen.press("end")
            await screen.until("Cost: what a decision lost")
            await screen.press("home")
            await screen.until(lambda: screen.text == page)
            await screen.press("t")
            await screen.until("Which step do you want to try again?")
            costliest = screen.app.screen.query_one(Input).value
            await screen.type("0")
            await screen.until("step 0 of this game is not a decision")
            await screen.type(costliest)
            await screen.asked()
            assert not screen.stage.over
            await screen.type("quit")
            await screen.until("Play again")  # back where the review was asked for

    run(test)


def test_a_game_that_is_replayed_is_reviewed_by_a_key(tmp_path: Path) -> None:
    async def script(app: FullApp) -> None:
        await Home(app, pace=0.0).replay(GOLDEN / "base-3.json")

    async def test() -> None:
        async with shown(script, (80, 24)) as screen:
            await screen.until("Move 0 of ")
            await screen.press("r")
            await screen.until("Round 2 begins")
            assert "  v review" in screen.lines[-1]
            await screen.press("v")
            await screen.until("t tries a decision again")
            await screen.press("t")
            await screen.until("Which step do you want to try again?")
            await screen.press("enter")  # the costliest
            await screen.asked()
            await screen.type("quit")
            await screen.until("Round 2 begins")  # back where the review was asked for

    run(test)


def test_a_review_can_be_left_before_it_is_done(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    endless = tmp_path / "endless"
    endless.write_text(f'#!/bin/sh\necho "$@" > {tmp_path}/given\nexec sleep 1000\n', "utf-8")
    endless.chmod(0o755)

    async def test() -> None:
        async with played(ending(), tmp_path) as screen:
            await play_out(screen)
            monkeypatch.setattr("sys.executable", str(endless))
            await screen.press("down", "down", "enter")
            await screen.until("is being reviewed")
            await screen.until((tmp_path / "given").exists)
            await screen.press("escape")
            await screen.until("Play again")

    run(test)
    assert "--language en" in (tmp_path / "given").read_text("utf-8")  # that of the screen


def test_the_final_scoring_is_a_table_with_the_winner_first(tmp_path: Path) -> None:
    """M16."""

    async def test() -> None:
        async with played(ending(3), tmp_path) as screen:
            await play_out(screen)
            rows = [line for line in screen.lines if re.match(r" [RBG] ", line)]
            totals = [int(row.split()[-1]) for row in rows]
            assert len(rows) == 3 and totals == sorted(totals, reverse=True)
            (record,) = (tmp_path / saves.FINISHED).iterdir()
            assert str(record) in "".join(line.strip() for line in screen.lines)  # as a whole
            await screen.press("down", "down", "down", "enter")  # no board is left to be shown
            await screen.until("Linda X. 0/1 US")
            await screen.press("escape")
            await screen.until("Play again")

    run(test)


def test_nothing_on_the_full_screen_is_in_english_in_another_language(tmp_path: Path) -> None:
    speak(pseudo.LANGUAGE)
    try:

        async def test() -> None:
            async with played(waiting_for("ability"), tmp_path, (120, 40)) as screen:
                await screen.asked("ability")
                assert plain_words(screen.text, {"Ana"}) == set()
                for key in ("f1", "f3", "f4", "f5", "f6", "f7"):
                    await screen.press(key)
                    assert plain_words(screen.text, {"Ana", "place", "fleming"}) == set(), key
                    await screen.press("escape")

        run(test)
    finally:
        speak("en")
