"""Rulings of ours in the rules of a game: a sentence names one by † and its number, a footnote says it.

The footnotes are the sentences ``ours_NUMBER`` of the game's section ``rulings``.
"""

import re
from collections.abc import Iterator

from kabuto.table.text import Catalogue

SIGN = "†"
_NAMED = re.compile(rf"{SIGN}(\w+)")


def footnotes(rules: str, package: str, language: str, vocabulary: str = "") -> Iterator[str]:
    """What the sign means, and each ruling that the rules name; nothing where they name none."""
    words = Catalogue(package, "rulings")
    numbers = dict.fromkeys(_NAMED.findall(rules))
    if numbers:
        yield words.render(language, "about", vocabulary, {})
    for number in numbers:
        yield f"{SIGN}{number} {words.render(language, f'ours_{number}', vocabulary, {})}"
