"""Find the turn: puzzles from real games."""

from kabuto.samurai.puzzles.finding import find
from kabuto.samurai.puzzles.puzzle import Puzzle

__all__ = ["Puzzle", "find"]
