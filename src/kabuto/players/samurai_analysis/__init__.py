"""Samurai analysed: what each move of a position is worth, and where a game was won.

Needs NumPy and Numba (``pip install kabuto[play]``).
"""

from kabuto.players.samurai_analysis.plot import curve_svg, moves_svg
from kabuto.players.samurai_analysis.position import Analysis, Candidate, analyse
from kabuto.players.samurai_analysis.review import Ply, Review, Turn, review
from kabuto.players.samurai_analysis.thought import Budget, Chance

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
