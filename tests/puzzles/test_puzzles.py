"""Puzzles that ship: each can be read, holds no secret, and is as it says."""

from __future__ import annotations

from collections import Counter
from datetime import date, timedelta
from pathlib import Path

import pytest

from estoril.bots import LEVELS
from estoril.engine import knowledge
from estoril.engine.kinds import Seat, Word
from estoril.game.actions import table_for
from estoril.game.views import View
from estoril.puzzles import THEMES, Puzzle, PuzzleBook, PuzzleError, daily, find, read, shipped
from estoril.puzzles.book import SHIPPED, Making, PuzzleWriter
from estoril.puzzles.checking import check, sample
from estoril.puzzles.mining import Places, puzzle_of
from estoril.puzzles.model import TRIES, level_of
from estoril.puzzles.proving import GAP, SURE
from estoril.puzzles.themes import theme_of
from estoril.words import Teller, languages

BOOKS = [read(file) for file in SHIPPED]
PUZZLES = shipped()
WORLDS = 3  # that are imagined for each puzzle
CHECKED = 5  # by a fresh search; `make puzzles-check` has all


@pytest.fixture(params=PUZZLES, ids=lambda puzzle: f"{puzzle.theme}-{puzzle.id}", scope="module")
def puzzle(request: pytest.FixtureRequest) -> Puzzle:
    found: Puzzle = request.param
    return found


def test_it_can_be_read_and_its_answers_are_legal(puzzle: Puzzle) -> None:
    view = puzzle.view
    assert view.position() == puzzle.position
    assert view.seat in view.to_act and view.discards_due <= 1
    actions = [answer.action for answer in puzzle.answers]
    assert set(actions) <= set(view.legal) and len(set(actions)) == len(actions) >= 2
    assert find(puzzle.id) == puzzle


def test_it_tells_nothing_that_its_seat_may_not_know(puzzle: Puzzle) -> None:
    """In worlds that differ in all that is hidden from the seat, the line is the same."""
    view = puzzle.view
    assert view.seat is not None
    for seed in range(WORLDS):
        world = view.observed.copy()
        knowledge.imagine(world, Seat(view.seat), Word(seed))
        seen = knowledge.observe(world, Seat(view.seat))
        again = View(seen, view.seat, view.options, table_for(seen.cat))
        assert again.position() == puzzle.position
    for player in view.players:
        assert player.seat == view.seat or player.hand is None or not player.hand_size


def test_the_solution_leads_by_more_than_the_intervals(puzzle: Puzzle) -> None:
    best, *others = puzzle.answers
    for other in others:
        assert best.chance - SURE * best.error > other.chance + SURE * other.error
    assert puzzle.gap >= GAP - 0.001  # as rounded


def test_theme_and_level_follow_from_facts(puzzle: Puzzle) -> None:
    reading = theme_of(puzzle.view, puzzle.solution)
    assert reading is not None and reading.theme == puzzle.theme
    assert puzzle.why[: len(reading.why)] == reading.why
    assert len(puzzle.solved) == len(LEVELS) and max(puzzle.solved) <= TRIES
    assert 1 <= puzzle.level <= len(LEVELS)


@pytest.mark.parametrize("language", languages())
def test_reasons_are_said_in_every_language(language: str) -> None:
    for puzzle in PUZZLES:
        names = [f"<{colour}>" for colour in puzzle.view.options.colours]
        teller = Teller(puzzle.view.content, names, language)
        said = [teller.put(reason) for reason in puzzle.reasons]
        assert said or puzzle.theme == "folder", puzzle.id
        assert not [text for text in said if "{" in text or "puzzle." in text]


def test_they_are_varied() -> None:
    assert len({puzzle.id for puzzle in PUZZLES}) == len(PUZZLES)
    themes = Counter(puzzle.theme for puzzle in PUZZLES)
    assert set(themes) == set(THEMES)
    assert max(themes.values()) <= len(PUZZLES) / 3 and min(themes.values()) >= 10
    assert {puzzle.view.options.players for puzzle in PUZZLES} == {2, 3, 4, 5}
    assert len({puzzle.level for puzzle in PUZZLES}) >= 5
    assert len({puzzle.view.options.modules for puzzle in PUZZLES}) >= 6


@pytest.mark.parametrize("book", BOOKS, ids=lambda book: str(book.header.seed))
def test_a_file_has_as_many_as_it_says_of_its_themes(book: PuzzleBook) -> None:
    assert len(book.puzzles) == book.header.count
    assert {puzzle.theme for puzzle in book.puzzles} == set(book.header.themes)


@pytest.mark.compiled
@pytest.mark.parametrize("number", [number for number, _ in sample(PUZZLES, CHECKED, seed=1)])
def test_a_fresh_deep_search_finds_the_same(number: int) -> None:
    assert check(PUZZLES[number - 1], seed=77) is None


@pytest.mark.compiled
def test_a_wrong_solution_is_noticed() -> None:
    puzzle = next(each for each in PUZZLES if each.theme == "discard")
    runner_up, best, *others = puzzle.answers
    turned = Puzzle(
        game=puzzle.game, step=puzzle.step, theme=puzzle.theme, position=puzzle.position,
        answers=(best, runner_up, *others), solved=puzzle.solved,
    )  # fmt: skip
    assert check(turned, seed=77, depth=0.25) == "solution"


@pytest.mark.compiled
def test_the_seed_gives_the_same_puzzle_again() -> None:
    found = {game: puzzle_of(1942, game, Places()) for game in range(6)}
    game, first = next((game, puzzle) for game, puzzle in found.items() if puzzle)
    assert puzzle_of(1942, game, Places()) == first


def test_a_level_is_that_from_which_on_all_solve_it() -> None:
    assert level_of((4,) * 8) == 1
    assert level_of((4, 0, 4, 4, 4, 4, 4, 4)) == 3
    assert level_of((4, 4, 4, 4, 4, 4, 4, 2)) == 9


def test_every_day_has_a_puzzle_and_none_comes_again_too_soon() -> None:
    first = date.fromordinal(len(PUZZLES) * (date(2026, 1, 1).toordinal() // len(PUZZLES)))
    days = [daily(first + timedelta(day)).id for day in range(len(PUZZLES))]
    assert len(set(days)) == len(PUZZLES)
    assert days != [puzzle.id for puzzle in PUZZLES]


def test_a_file_goes_on_where_it_was(tmp_path: Path) -> None:
    file, header = tmp_path / "some.jsonl", Making.of(seed=3, count=9)
    PuzzleWriter(file, header).add(PUZZLES[0])
    with file.open("ab") as some:
        some.write(b'{"game": 3, "st')  # somebody pulled the plug
    writer = PuzzleWriter(file, header)
    assert writer.have == PUZZLES[:1]
    writer.add(PUZZLES[1])
    assert read(file).puzzles == PUZZLES[:2]


def test_other_files_are_left_alone(tmp_path: Path) -> None:
    file = tmp_path / "some.jsonl"
    PuzzleWriter(file, Making.of(seed=3, count=9)).add(PUZZLES[0])
    kept = file.read_bytes()
    with pytest.raises(PuzzleError, match="seed 3, and there are to be 9"):
        PuzzleWriter(file, Making.of(seed=4, count=9))
    with pytest.raises(PuzzleError, match="of the themes assassin, "):
        PuzzleWriter(file, Making.of(seed=3, count=9, themes=("tie",)))
    file.write_bytes(kept.replace(b'"theme"', b'"scheme"'))
    with pytest.raises(PuzzleError, match="line 2"):
        read(file)
    file.write_text("My diary\n")
    with pytest.raises(PuzzleError, match="not a file of puzzles"):
        PuzzleWriter(file, Making.of(seed=3, count=9))
    assert file.read_text() == "My diary\n"
