"""python-chess: the model of a rules library in plain Python."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from benchmarks.row import Kind, Row, Run, Seen, fraction, version


def stepped(*, lean: bool) -> Callable[[], Run]:
    """Play until is_game_over, or read the end off the moves, which are made once then (lean)."""

    def make() -> Run:
        import chess

        seen = Seen()

        def play_documented() -> int:
            board, decisions = chess.Board(), 0
            while not board.is_game_over():
                legal = list(board.legal_moves)
                board.push(legal[int(fraction() * len(legal))])
                decisions += 1
            return decisions

        def play_lean() -> int:
            board, decisions = chess.Board(), 0
            while True:
                legal = list(board.legal_moves)
                if not legal or board.halfmove_clock >= 150 or board.is_insufficient_material():
                    break
                seen.actions += len(legal)
                board.push(legal[int(fraction() * len(legal))])
                decisions += 1
            seen.decisions += decisions
            return decisions

        for _ in range(10):
            play_lean()
        return Run(version("chess"), play_lean if lean else play_documented, seen.legal)

    return make


ROWS: Final = (
    Row("chess", "random moves, is_game_over", Kind.STEPPED, stepped(lean=False)),
    Row("chess", "random moves, lean end test", Kind.STEPPED, stepped(lean=True), usual=True),
)
