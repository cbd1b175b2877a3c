"""Says a game's sentences in the words of another of its editions, for those who prefer them."""

from kabuto.protocol.errors import refuse
from kabuto.table import Catalogue, manifests
from kabuto.table.text import Text, parts, reworded
from kabuto.table.wire import Sentence


def check_words(game: str, words: str) -> str:
    """Refuse a vocabulary that a game doesn't have; empty: that of the record."""
    package = manifests.manifest(game).words
    if words and not (package and words.isalnum() and Catalogue(package).words("en", words)):
        raise refuse("bad_request", "no_words", "words", name=words[:40])
    return words


def said(text: str, language: str, words: str) -> Sentence:
    """A sentence in pieces, in a language and the words that a person prefers."""
    return parts(reworded(text, words) if words and isinstance(text, Text) else text, language)
