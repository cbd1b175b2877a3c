"""Find the turn: puzzles from real games.

Finding them needs NumPy and Numba (``pip install kabuto[play]``), solving them does not.
"""

from typing import TYPE_CHECKING

from kabuto.samurai.puzzles.puzzle import Puzzle
from kabuto.samurai.puzzles.shipped import has_shipped, shipped
from kabuto.samurai.puzzles.verdict import is_solution, lines, why

if TYPE_CHECKING:
    from kabuto.samurai.puzzles.finding import find

__all__ = ["Puzzle", "find", "has_shipped", "is_solution", "lines", "shipped", "why"]


def __getattr__(name: str) -> object:
    if name == "find":
        from kabuto.samurai.puzzles.finding import find

        return find
    raise AttributeError(f"module {__name__} has no attribute {name}")
