# cython: annotation_typing=False
"""Games told by their steps: played at random and noted, played again and checked, put in rows.

A step is a number of 16 bits: a decision is `seat * codes + code`, a chance outcome
`-1 - outcome`. The steps of many games stand in one row, and `ends` says where each game's end.
"""

from __future__ import annotations

from typing import Any

try:
    import cython
except ImportError:
    from estoril.engine import plain as cython

from estoril.engine import bits, fields, flow, playout, scoring, state, terms
from estoril.engine.playout import Tally
from estoril.engine.scoring import Score
from estoril.engine.state import State

if not cython.compiled:  # C has these from kinds.pxd
    from estoril.engine.kinds import (
        By,
        Code,
        Codes,
        Large,
        Line,
        Offset,
        Outcome,
        Seat,
        Sheet,
        Small,
        Tile,
        Word,
        range,
        room,
    )

# what `retrace` writes of each game, and a chronicle of each decision, round of a seat, and tile
COURSE_COLUMNS = ("bad", "over", "decisions", "choices", "rounds")
DECISION_COLUMNS = ("game", "number", "round", "phase", "seat", "code", "choices")
ROUND_COLUMNS = (
    "game", "round", "seat", "first", "decisions", "network", "total", "discards", "points",
    "missions", "agenda", "enigma", "accomplished",
)  # fmt: skip
TILE_COLUMNS = ("game", "tile", "colour", "round", "winner", "end", "holder")


def play_games(
    blank: State, seed: Word, games: int, rows: Sheet[int], steps: Line[Small], ends: Line[Large]
) -> int:
    """Play the games that `playout.play_games` would, and write their steps as well.

    Returns:
        How many were played, as far as there is room for their steps.
    """
    s = State(blank.cat)
    score = Score()
    n: Offset = 0
    most: Offset = len(steps)
    i = 0
    with cython.nogil:
        while i < games and n + terms.STEPS <= most:
            state.copy_into(s, blank)
            flow.start(s, seed + i, 0)
            n = play_steps(s, steps, n, rows, i)
            ends[i] = n
            scoring.score(s, score)
            playout.write_row(s, score, rows, i)
            i += 1
    return i


def play_steps(s: State, steps: Line[Small], n: Offset, rows: Sheet[int], i: int) -> Offset:
    """Play a game at random to its end; return where its steps end."""
    if not cython.compiled:
        buffer = room(Code, terms.LEGAL)
    rows[i, 0] = 0
    while s.phase != terms.OVER:
        if s.phase >= terms.CHANCE:
            outcome = state.member(s, flow.outcomes(s))
            steps[n] = -1 - outcome
            flow.decide_chance(s, outcome)
        else:
            if rows[i, 0] == 0:
                rows[i, 1] = s.first
            number = state.below(s, flow.count_legal(s, s.actor, buffer))
            code = flow.nth_legal(s, s.actor, number, buffer)
            steps[n] = s.actor * s.cat.codes + code
            flow.apply(s, s.actor, code)
            rows[i, 0] += 1
        n += 1
    return n


def retrace(
    blank: State, steps: Line[Small], ends: Line[Large], course: Sheet[Large], sums: Line[Word]
) -> None:
    """Play games again and write how each went (COURSE_COLUMNS), with a checksum of it all.

    `bad` is the first step that the rules do not allow there, counted within the game, or -1. The
    checksum is made of the steps, of how many others were possible at each, and of the scores.
    """
    s = State(blank.cat)
    tally = Tally()
    score = Score()
    start: Offset = 0
    with cython.nogil:
        for i in range(len(ends)):
            end = Offset(ends[i])
            state.copy_into(s, blank)
            flow.start(s, 0, 0)
            playout.begin_tally(tally)
            reached = follow(s, steps, start, end, course, i, tally)
            course[i, 0] = reached - start if reached < end else -1
            course[i, 1] = s.phase == terms.OVER
            course[i, 4] = s.round
            if s.phase == terms.OVER:
                scoring.score(s, score)
                playout.fold_score(tally, s, score)
            sums[i] = tally.checksum
            start = end


def follow(
    s: State,
    steps: Line[Small],
    start: Offset,
    end: Offset,
    course: Sheet[Large],
    i: int,
    tally: Tally,
) -> Offset:
    """Take the steps of a game as far as they are possible; return where that ends."""
    if not cython.compiled:
        buffer = room(Code, terms.LEGAL)
    course[i, 2] = course[i, 3] = 0
    for n in range(start, end):
        step = int(steps[n])
        if s.phase == terms.OVER:
            return n
        if s.phase >= terms.CHANCE:
            possible = flow.outcomes(s)
            if step >= 0 or step < -64 or not bits.has(possible, Outcome(-1 - step)):
                return n
            playout.fold(tally, Word(possible))
            playout.fold(tally, Word(-1 - step))
            flow.decide_chance(s, Outcome(-1 - step))
            continue
        if step < 0 or step >= s.cat.codes * s.cat.players:
            return n
        seat = Seat(step // s.cat.codes)
        code = Code(step % s.cat.codes)
        choices = flow.write_legal(s, seat, buffer)
        if not among(buffer, choices, code):
            return n
        playout.fold(tally, Word(choices))
        playout.fold(tally, Word(step))
        flow.apply(s, seat, code)
        course[i, 2] += 1
        course[i, 3] += choices
    return end


def among(codes: Codes, count: int, code: Code) -> int:
    """Say whether a code is one of those that were written."""
    for k in range(count):
        if codes[k] == code:
            return 1
    return 0


class Chronicle:
    """The sheets in which games are told, and how far each is filled."""

    games: Sheet[int]
    decisions: Sheet[int]
    legal: Line[Small]
    rounds: Sheet[int]
    tiles: Sheet[int]
    decision: Offset  # the next to be written, and so on
    choice: Offset
    row: Offset
    tile: Offset
    begun: Offset  # the first decision of the round
    opening: Seat  # the first player of the round
    winner: By[Tile, Seat]  # who won each tile of the pile first, and when
    won: By[Tile, Small]

    def __init__(self, sheets: dict[str, Any]) -> None:
        """Take the sheets to write to, by name: numbers of games count from 0.

        `games` has the columns of `playout.play_games`, the others those of this module; `legal`
        holds the codes that were legal, those of each decision one after the other.
        """
        self.games = sheets["games"]
        self.decisions = sheets["decisions"]
        self.legal = sheets["legal"]
        self.rounds = sheets["rounds"]
        self.tiles = sheets["tiles"]
        self.decision = self.choice = self.row = self.tile = 0
        if not cython.compiled:
            fields.allocate(self)

    def retell(self, blank: State, steps: Line[Small], ends: Line[Large]) -> None:
        """Tell games that were played to their end, and that `retrace` found good."""
        s = State(blank.cat)
        score = Score()
        start: Offset = 0
        with cython.nogil:
            for i in range(len(ends)):
                state.copy_into(s, blank)
                flow.start(s, 0, 0)
                tell_game(self, s, score, i, steps, start, Offset(ends[i]))
                start = Offset(ends[i])


def tell_game(
    book: Chronicle,
    s: State,
    score: Score,
    i: int,
    steps: Line[Small],
    start: Offset,
    end: Offset,
) -> None:
    """Play a game again and write all of its rows."""
    book.begun = book.decision
    book.games[i, 0] = 0
    for tile in range(terms.TILES):
        book.winner[tile] = terms.NONE
        book.won[tile] = 0
    for n in range(start, end):
        step = int(steps[n])
        number = s.round
        if step < 0:
            flow.decide_chance(s, Outcome(-1 - step))
            continue
        if book.games[i, 0] == 0:
            book.games[i, 1] = s.first
        book.opening = s.first
        tell_decision(book, s, i, Seat(step // s.cat.codes), Code(step % s.cat.codes))
        book.games[i, 0] += 1
        flow.apply(s, Seat(step // s.cat.codes), Code(step % s.cat.codes))
        note_winners(book, s, number)
        if s.round != number or s.phase == terms.OVER:
            scoring.score(s, score)
            tell_round(book, s, score, i, number)
    playout.write_row(s, score, book.games, i)
    tell_tiles(book, s, i)


def tell_decision(book: Chronicle, s: State, i: int, seat: Seat, code: Code) -> None:
    """Write a decision that is about to be made, and what was legal."""
    if not cython.compiled:
        buffer = room(Code, terms.LEGAL)
    d = book.decision
    count = flow.write_legal(s, seat, buffer)
    for k in range(count):
        book.legal[book.choice + k] = buffer[k]
    book.decisions[d, 0] = i
    book.decisions[d, 1] = book.games[i, 0]
    book.decisions[d, 2] = s.round
    book.decisions[d, 3] = s.phase
    book.decisions[d, 4] = seat
    book.decisions[d, 5] = code
    book.decisions[d, 6] = count
    book.choice += count
    book.decision += 1


def note_winners(book: Chronicle, s: State, number: int) -> None:
    """Remember who won which tile, and in which round."""
    for seat in range(s.cat.players):
        tiles = s.network[seat] & s.cat.pile
        while tiles:
            tile = bits.lowest(tiles)
            tiles &= tiles - 1
            if book.winner[tile] == terms.NONE:
                book.winner[tile] = seat
                book.won[tile] = number


def tell_round(book: Chronicle, s: State, score: Score, i: int, number: int) -> None:
    """Write how the seats stand after a round, as if the game ended there."""
    for seat in range(s.cat.players):
        made = 0
        for d in range(book.begun, book.decision):
            made += book.decisions[d, 4] == seat
        r = book.row
        book.rounds[r, 0] = i
        book.rounds[r, 1] = number
        book.rounds[r, 2] = seat
        book.rounds[r, 3] = book.opening
        book.rounds[r, 4] = made
        book.rounds[r, 5] = bits.count(s.network[seat] & s.cat.pile) + bits.count(
            s.network_starting[seat]
        )
        playout.write_score(s, score, seat, book.rounds, r, 6)
        book.row += 1
    book.begun = book.decision


def tell_tiles(book: Chronicle, s: State, i: int) -> None:
    """Write what became of each tile: the starting ones of each colour, then those of the pile."""
    for colour in range(s.cat.players):
        for tile in range(terms.STARTERS):
            tell_starting(book, s, i, tile, colour)
    tiles = s.cat.pile
    while tiles:
        tell_pile(book, s, i, bits.lowest(tiles))
        tiles &= tiles - 1


def tell_starting(book: Chronicle, s: State, i: int, tile: Tile, colour: Seat) -> None:
    """Write what became of a starting tile."""
    starting = bits.one(state.starter(colour, tile))
    for seat in range(s.cat.players):
        if s.network_starting[seat] & starting:
            tell_tile(book, i, tile, colour, terms.IN_NETWORK, seat)
            return
        if s.discard_starting[seat] & starting:
            tell_tile(book, i, tile, colour, terms.IN_DISCARDS, seat)
            return
    tell_tile(book, i, tile, colour, terms.REMOVED, terms.NONE)


def tell_pile(book: Chronicle, s: State, i: int, tile: Tile) -> None:
    """Write what became of a tile of the pile."""
    for seat in range(s.cat.players):
        if bits.has(s.network[seat], tile):
            tell_tile(book, i, tile, terms.NONE, terms.IN_NETWORK, seat)
            return
        if bits.has(s.discard[seat], tile):
            tell_tile(book, i, tile, terms.NONE, terms.IN_DISCARDS, seat)
            return
    where = terms.REMOVED if bits.has(s.removed, tile) else terms.UNWON
    tell_tile(book, i, tile, terms.NONE, where, terms.NONE)


def tell_tile(book: Chronicle, i: int, tile: Tile, colour: Seat, where: int, holder: Seat) -> None:
    """Write what became of a tile; those of a colour were never won from the pile."""
    t = book.tile
    book.tiles[t, 0] = i
    book.tiles[t, 1] = tile
    book.tiles[t, 2] = colour
    book.tiles[t, 3] = 0
    book.tiles[t, 4] = terms.NONE
    if colour == terms.NONE:
        book.tiles[t, 3] = book.won[tile]
        book.tiles[t, 4] = book.winner[tile]
    book.tiles[t, 5] = where
    book.tiles[t, 6] = holder
    book.tile += 1
