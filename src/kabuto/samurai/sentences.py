"""The sentences of the game, and the things in them that a screen can light up."""

from functools import cache

from kabuto.samurai.tokens import FIGURE_NAMES, FIGURES, TOKENS
from kabuto.table import Catalogue, Mark, Text, Word

WORDS = Catalogue("kabuto.samurai")
TOKEN_MARKS = tuple(Mark("token", token.code) for token in TOKENS)
"""Token → its code, as a mark."""
FIGURE_MARKS = tuple(
    Mark("figure", letter, Word(name)) for letter, name in zip(FIGURES, FIGURE_NAMES, strict=True)
)
"""Kind of figure → its name in the edition's words, as a mark."""


@cache
def token_mark(token: int, vocabulary: str) -> Mark:
    """A token by its name and number, as a mark: ``samurai 3``."""
    name, strength = Word(TOKENS[token].name), TOKENS[token].strength
    if strength:
        return Mark(
            "token", TOKENS[token].code, Text(WORDS, "token_named", vocabulary, name=name, number=strength)
        )
    return Mark("token", TOKENS[token].code, Text(WORDS, "token_alone", vocabulary, name=name))
