"""The sentences of the game: refusals, warnings and reports, in every language of its ``words`` folder."""

from typing import Any, NamedTuple

from kabuto.table.text import Catalogue, Mark, Seat, Text, Word

WORDS = Catalogue("kabuto.yedo")
NAMES = "names"
"""The vocabulary of all sentences."""
_MARKED = {"place": "place", "district": "place", "weapon": "weapon", "annex": "annex"}
"""Gap → the kind of the mark that a word in it becomes."""


class Saying(NamedTuple):
    """A sentence that has not been rendered: the rules weigh hundreds of refusals for each one shown."""

    key: str
    values: dict[str, Any]


def spoken(saying: Saying) -> Text:
    """The rendered sentence, in English and every other language."""
    values = {name: _said(name, value) for name, value in saying.values.items()}
    return Text(WORDS, saying.key, NAMES, **values)


def _said(name: str, value: Any) -> Any:
    """A value as a screen can use it: the rules give seats as numbers and places as words."""
    if isinstance(value, list):
        return [_said(name, item) for item in value]
    if isinstance(value, Saying):
        return spoken(value)
    if name == "seat" and isinstance(value, int):
        return Seat(value)
    return Mark(_MARKED[name], str(value), value) if name in _MARKED and isinstance(value, Word) else value
