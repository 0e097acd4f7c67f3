# cython: annotation_typing=False
"""Whole games inside the engine: random play, and counts of all reachable decisions."""

from __future__ import annotations

try:
    import cython
except ImportError:
    from estoril.engine import plain as cython

from estoril.engine import bits, flow, scoring, state, terms
from estoril.engine.scoring import Score
from estoril.engine.state import State

if not cython.compiled:  # C has these from kinds.pxd
    from estoril.engine.kinds import Code, Large, Line, Offset, Seat, Sheet, Word, range, room

# what play_games writes: of the game, then of each seat
GAME_COLUMNS = ("decisions", "first", "winners", "tiles_won", "tiles_lost")
SEAT_COLUMNS = ("total", "discards", "points", "missions", "agenda", "enigma", "accomplished")


class Tally:
    """What a run of playouts adds up to."""

    decisions: Large
    checksum: Word

    def __init__(self) -> None:
        """Begin at nothing."""
        begin_tally(self)


def begin_tally(tally: Tally) -> None:
    """Begin at nothing, with the checksum's offset basis (FNV-1a over numbers)."""
    tally.decisions = 0
    tally.checksum = 0xCBF29CE484222325


def fold(tally: Tally, value: Word) -> None:
    """Work a number into the checksum."""
    if cython.compiled:
        tally.checksum = folded(tally.checksum, value)
    else:
        tally.checksum = ((tally.checksum ^ value) * 0x100000001B3) & 0xFFFFFFFFFFFFFFFF


def fold_score(tally: Tally, s: State, score: Score) -> None:
    """Work the scores and the winners into the checksum."""
    for seat in range(s.cat.players):
        fold(tally, Word(score.total[seat] + 1000))
    fold(tally, Word(score.winners))


def play_out(s: State, tally: Tally) -> int:
    """Play a state with automatic chance to its end at random; return the decisions made."""
    if not cython.compiled:
        buffer = room(Code, terms.LEGAL)
    n = 0
    while s.phase != terms.OVER:
        choices = flow.count_legal(s, s.actor, buffer)
        fold(tally, choices)
        code = flow.nth_legal(s, s.actor, state.below(s, choices), buffer)
        fold(tally, code)
        flow.apply(s, s.actor, code)
        n += 1
    tally.decisions += n
    return n


def play_games(blank: State, seed: Word, games: int, rows: Sheet[int]) -> None:
    """Play games with seeds one after the other and write a row of numbers for each.

    The columns are GAME_COLUMNS, then SEAT_COLUMNS for each seat. Other threads run meanwhile.
    """
    s = State(blank.cat)
    tally = Tally()
    score = Score()
    with cython.nogil:
        for i in range(games):
            state.copy_into(s, blank)
            flow.start(s, seed + i, 1)
            rows[i, 1] = s.first
            rows[i, 0] = play_out(s, tally)
            scoring.score(s, score)
            write_row(s, score, rows, i)


def write_row(s: State, score: Score, rows: Sheet[int], i: int) -> None:
    """Write how a game ended; its decisions and its first player are the caller's to write."""
    rows[i, 2] = score.winners
    rows[i, 3] = bits.count(s.cat.pile) - state.pile_size(s)
    rows[i, 4] = bits.count(s.removed) + bits.count(s.removed_starting)
    for seat in range(s.cat.players):
        write_score(s, score, seat, rows, i, 5 + 7 * seat)


def write_score(s: State, score: Score, seat: Seat, rows: Sheet[int], i: Offset, k: int) -> None:
    """Write the scoring of a seat from a column on."""
    rows[i, k] = score.total[seat]
    rows[i, k + 1] = score.discards[seat]
    rows[i, k + 2] = score.points[seat]
    rows[i, k + 3] = score.missions[seat]
    rows[i, k + 4] = score.agenda[seat]
    rows[i, k + 5] = score.enigma[seat]
    rows[i, k + 6] = score.accomplished[seat]


def sum_up(rows: Sheet[int], sums: Line[Large]) -> None:
    """Write total, squares, lowest and highest of each column, and of the best score of each game.

    The rows are those of `play_games`, and at least one.
    """
    games = rows.shape[0]
    width = rows.shape[1]
    with cython.nogil:
        for k in range(width + 1):
            total: Large = 0
            squares: Large = 0
            low: Large = rows[0, k] if k < width else best(rows, 0)
            high: Large = low
            for i in range(games):
                n: Large = rows[i, k] if k < width else best(rows, i)
                total += n
                squares += n * n
                if n < low:
                    low = n
                elif n > high:
                    high = n
            sums[4 * k] = total
            sums[4 * k + 1] = squares
            sums[4 * k + 2] = low
            sums[4 * k + 3] = high


def best(rows: Sheet[int], game: int) -> int:
    """Return the highest score of a game."""
    n: int = rows[game, 5]
    for k in range(12, rows.shape[1], 7):
        if rows[game, k] > n:
            n = rows[game, k]
    return n


def copies(s: State, n: int) -> None:
    """Copy a state n times inside the engine, to measure what that costs."""
    to = State(s.cat)
    with cython.nogil:
        for _ in range(n):
            state.copy_into(to, s)


def perft(s: State, depth: int) -> Large:
    """Count the ways on from here to a depth of decisions; chance takes its first outcome.

    In a discard phase only the lowest seat goes on, as the order of seats makes no difference.
    """
    if depth == 0 or s.phase == terms.OVER:
        return 1
    codes = flow.legal(s, s.actor)
    if depth == 1:
        return len(codes)
    n: Large = 0
    for code in codes:
        after = s.copy()
        flow.play(after, s.actor, Code(code))
        n += perft(after, depth - 1)
    return n


def checksum(s: State, games: int, seed: Word) -> tuple[Large, Word]:
    """Play games at random from a blank state; return decisions and a checksum of it all.

    Equal content and seed give equal sums, compiled or not.
    """
    tally = Tally()
    score = Score()
    for i in range(games):
        game = State(s.cat)
        flow.start(game, seed + i, 1)
        play_out(game, tally)
        scoring.score(game, score)
        fold_score(tally, game, score)
    return tally.decisions, tally.checksum
