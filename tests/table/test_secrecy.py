"""A table tells a reader the same in twin games that differ only in what it may not know."""

from random import Random

import msgspec
import pytest

import estoril
from estoril.game.game import Game, content_from
from estoril.table import HOUSE, Caller, Entry, Table, TableError, create
from estoril.table import commands as ask
from estoril.table.entries import Moved, Started
from estoril.testing import all_setups, play_randomly, rule, twin_steps

FULL = [o for o in all_setups() if len(o.modules) == 5]
SAMPLE = [  # as plain Python a game takes seconds
    pytest.param(options, marks=[] if i % 5 == 0 else [pytest.mark.compiled])
    for i, options in enumerate(FULL[::2])
]


def entries_of(options: estoril.Options, steps: list[int]) -> list[Entry]:
    """Return the entries of a table at which these steps were taken by people."""
    table = Table()
    made: list[Entry] = []

    def keep(entry: Entry) -> None:
        table.fold(entry)
        made.append(entry)

    keep(create(options, 0.0))
    for seat in range(options.players):
        keep(table.propose(ask.Join(f"Player {seat}"), Caller(host=not seat), 1.0))
    moves: list[list[int]] = [[]]
    for step in steps:
        if step >= 0:
            moves.append([])
        moves[-1].append(step)
    for taken in moves:
        number = table.number + 1
        if len(made) == options.players + 1:
            keep(Started(number=number, at=2.0, steps=tuple(taken)))
        else:
            keep(Moved(number=number, at=2.0 + number, seat=taken[0] >> 16, steps=tuple(taken)))
    return made


def whole(options: estoril.Options, steps: list[int]) -> int:
    """Return how many of the steps lead to a decision, where an entry can end."""
    game = Game(options, content_from(None), seed=0, auto_chance=False)
    end = 0
    for i, step in enumerate(steps):
        game.follow([step])
        if game.chance is None:
            end = i + 1
    return end


@rule("INFO-08")
@pytest.mark.parametrize(
    "options", SAMPLE, ids=lambda o: f"{o.players}-{o.edition}-{len(o.variants)}"
)
def test_all_that_is_told_is_the_same_in_a_twin_game(options: estoril.Options) -> None:
    seed = FULL.index(options)
    rng = Random(seed)
    game = Game(options, content_from(None), seed=seed)
    for _ in play_randomly(game, rng):
        pass
    compared = 0
    for reader in (None, *range(options.players)):
        twin = twin_steps(options, game.steps, reader, rng)
        if twin is None:
            continue
        end = whole(options, twin)
        truth = list(game.steps[:end])
        if truth == twin[:end] or end == 0:
            continue
        left, right = entries_of(options, truth), entries_of(options, twin[:end])
        assert left != right
        assert told(left, reader) == told(right, reader), f"seed {seed}, reader {reader}"
        assert refused(left, reader, Random(seed)) == refused(right, reader, Random(seed))
        compared += 1
    assert compared, f"seed {seed}: no twins were found"


def told(entries: list[Entry], reader: int | None) -> list[bytes]:
    """Return every byte that a reader can get of a table."""
    table, pieces = Table(), []
    for entry in entries:
        news = table.fold(entry)
        pieces.append(msgspec.json.encode(news.messages.get(reader)))
        pieces.append(repr((news.to_act, news.called, news.deadline, news.over)).encode())
    pieces.append(msgspec.json.encode(table.stream(reader)))
    pieces.append(msgspec.json.encode(table.snapshot(reader)))
    if reader is not None:
        pieces.append(table.observation(reader))
    return pieces


def refused(entries: list[Entry], reader: int | None, rng: Random) -> list[str]:
    """Return what a table answers to a reader's impossible wishes."""
    if reader is None:
        return []
    table = Table.replay(entries)
    codes = rng.sample(range(2000), 100)
    legal = table.view(reader).codes
    wishes = [ask.Act(code, table.turn(reader)) for code in codes if code not in legal]
    answers = []
    for wish in wishes:
        with pytest.raises(TableError) as problem:
            table.propose(wish, Caller(reader), 10_000.0)
        answers.append(str(problem.value))
        code = wish.action
        assert isinstance(code, int)
        try:
            answers.append(str(table.why_not(reader, code)))
        except TableError as unknown:
            answers.append(str(unknown))
    return answers


def test_twins_are_told_apart_by_who_may_know_the_difference() -> None:
    """So that the test above can fail: the player who did it differently sees that."""
    options = estoril.choose(4, "all")
    game = Game(options, content_from(None), seed=2)
    for _ in play_randomly(game, Random(2)):
        pass
    found = 0
    for seed in range(8):
        twin = twin_steps(options, game.steps, 0, Random(seed))
        if twin is None:
            continue
        end = whole(options, twin)
        truth = list(game.steps[:end])
        moved = [i for i in range(end) if truth[i] != twin[i] and truth[i] >= 0]
        if not moved:
            continue
        mover = truth[moved[0]] >> 16
        assert mover != 0
        left, right = entries_of(options, truth), entries_of(options, twin[:end])
        assert told(left, mover) != told(right, mover)
        found += 1
    assert found


def test_entries_are_not_what_is_told() -> None:
    """The steps of a move, with all chance in them, are in no message."""
    options = estoril.choose(3, "all")
    game = Game(options, content_from(None), seed=4)
    for _ in play_randomly(game, Random(4), most=20):
        pass
    entries = entries_of(options, list(game.steps))
    for reader in (None, 0, 1, 2):
        assert b'"steps"' not in b"".join(told(entries, reader))
    table = Table.replay(entries)
    with pytest.raises(TableError, match="tells all secrets") as problem:
        table.record()
    assert problem.value.code == "record.early"


def test_nobody_but_the_house_moves_for_bots() -> None:
    options = estoril.choose(3)
    game = Game(options, content_from(None), seed=4)
    table = Table.replay(entries_of(options, list(game.steps)))
    seat = table.to_act[0]
    table.fold(table.propose(ask.Leave(), Caller(seat), 5.0))
    wish = ask.ActFor(seat, table.view(seat).codes[0], table.turn(seat))
    for caller in (Caller(), Caller(host=True), Caller(seat), Caller((seat + 1) % 3)):
        with pytest.raises(TableError, match="the table does it by itself"):
            table.propose(wish, caller, 6.0)
    table.fold(table.propose(wish, HOUSE, 6.0))
