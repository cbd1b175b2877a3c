"""Analysis of Samurai: what each move in a position is worth, and where a game was won.

Needs NumPy and Numba (``pip install kabuto[play]``), except for ``reasons``, which says what a move changes.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from kabuto.samurai.analysis.plot import curve_svg, moves_svg
    from kabuto.samurai.analysis.position import Analysis, Candidate, analyse
    from kabuto.samurai.analysis.reviewing import Ply, Review, Turn, review
    from kabuto.samurai.analysis.thought import Budget, Chance

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
    "moves_svg",
    "review",
]

_MODULES = {
    "plot": ("curve_svg", "moves_svg"),
    "position": ("Analysis", "Candidate", "analyse"),
    "reviewing": ("Ply", "Review", "Turn", "review"),
    "thought": ("Budget", "Chance"),
}
"""Module → what it offers here."""


def __getattr__(name: str) -> object:
    """Import a module on first use: most of them need the compiled engine, ``reasons`` does not."""
    for module, names in _MODULES.items():
        if name in names:
            return getattr(import_module(f"{__name__}.{module}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
