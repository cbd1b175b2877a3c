"""The sentences of the game, and the things in them that a screen can light up."""

from kabuto.samurai.board import SPACES
from kabuto.samurai.tokens import FIGURE_NAMES, FIGURES, TOKENS
from kabuto.table import Catalogue, Mark, Word

WORDS = Catalogue("kabuto.samurai")
SPACE_MARKS = tuple(Mark("space", space.name) for space in SPACES)
"""Space → its name, as a mark."""
TOKEN_MARKS = tuple(Mark("token", token.code) for token in TOKENS)
"""Token → its code, as a mark."""
FIGURE_MARKS = tuple(
    Mark("figure", letter, Word(name)) for letter, name in zip(FIGURES, FIGURE_NAMES, strict=True)
)
"""Kind of figure → its name in the edition's words, as a mark."""
