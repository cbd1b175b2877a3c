"""Whether a turn solves a puzzle, and what it brings about."""

from collections.abc import Sequence

from kabuto.samurai.analysis.reasons import why_turn
from kabuto.samurai.game import Samurai
from kabuto.samurai.moves import END, Move
from kabuto.samurai.puzzles.puzzle import Puzzle
from kabuto.table import Text, load


def is_solution(puzzle: Puzzle, moves: Sequence[str]) -> bool:
    """Whether these are the moves of the solution, in any order."""
    return sorted(move for move in moves if move != str(END)) == sorted(puzzle.solution)


def lines(puzzle: Puzzle) -> list[list[str]]:
    """What a solver will see: the solution to the end of its turn, and the best of all other turns."""
    game = load(puzzle.record)
    for move in puzzle.solution:
        game.play(move)
    end = str(END)
    return [[*puzzle.solution, end] if game.why_not(end) is None else puzzle.solution, puzzle.second]


def why(puzzle: Puzzle, moves: Sequence[str]) -> list[Text]:
    """What a turn changes, in sentences; moves that can't be played are refused with the reason."""
    game = load(puzzle.record)
    assert isinstance(game, Samurai)
    view = game.view(puzzle.seat)
    played: list[Move] = []
    for move in moves:
        if game.to_move == puzzle.seat and game.outcome is None:
            game.play(move, puzzle.seat)
            played.append(game.moves[-1])
    return list(why_turn(view, played))
