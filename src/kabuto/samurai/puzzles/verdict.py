"""Whether a turn solves a puzzle, and what it brings about."""

from collections.abc import Sequence

import kabuto
from kabuto.samurai.analysis.reasons import why_turn
from kabuto.samurai.game import Samurai
from kabuto.samurai.moves import END, Move
from kabuto.samurai.puzzles.puzzle import Puzzle
from kabuto.table import Text


def is_solution(puzzle: Puzzle, moves: Sequence[str]) -> bool:
    """Whether these are the moves of the solution, in any order."""
    return sorted(move for move in moves if move != str(END)) == sorted(puzzle.solution)


def why(puzzle: Puzzle, moves: Sequence[str]) -> list[Text]:
    """What a turn changes, in sentences; moves that can't be played are refused with the reason."""
    game = kabuto.load(puzzle.record)
    assert isinstance(game, Samurai)
    view = game.view(puzzle.seat)
    played: list[Move] = []
    for move in moves:
        if game.to_move == puzzle.seat and game.outcome is None:
            game.play(move, puzzle.seat)
            played.append(game.moves[-1])
    return list(why_turn(view, played))
