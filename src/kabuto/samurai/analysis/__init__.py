"""Analysis of Samurai: what each move in a position is worth, and where a game was won.

Needs NumPy and Numba (``pip install kabuto[play]``), except for ``reasons``, which says what a move changes.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from kabuto.samurai.analysis.position import analyse
    from kabuto.samurai.analysis.reviewing import review
    from kabuto.samurai.analysis.turns import look_back, outline
    from kabuto.table.chances import Budget, Chance
    from kabuto.table.drawing.plot import curve_svg, moves_svg
    from kabuto.table.review import Analysis, Candidate, Ply, Review, Turn

__all__ = [
    "Analysis",
    "Budget",
    "Candidate",
    "Chance",
    "Ply",
    "Review",
    "Turn",
    "analyse",
    "curve_svg",
    "look_back",
    "moves_svg",
    "outline",
    "review",
]

_MODULES = {
    "kabuto.samurai.analysis.position": ("analyse",),
    "kabuto.samurai.analysis.reviewing": ("review",),
    "kabuto.samurai.analysis.turns": ("look_back", "outline"),
    "kabuto.table.chances": ("Budget", "Chance"),
    "kabuto.table.drawing.plot": ("curve_svg", "moves_svg"),
    "kabuto.table.review": ("Analysis", "Candidate", "Ply", "Review", "Turn"),
}
"""Module → what it offers here."""


def __getattr__(name: str) -> object:
    """Import a module on first use: most of them need the compiled engine, ``reasons`` does not."""
    for module, names in _MODULES.items():
        if name in names:
            return getattr(import_module(module), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
