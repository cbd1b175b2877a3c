"""The sentences of the game: refusals, warnings and reports, in every language of its ``words`` folder."""

from typing import Any, NamedTuple

from kabuto.table.text import Catalogue, Text

WORDS = Catalogue("kabuto.yedo")
NAMES = "names"
"""The vocabulary of all sentences."""


class Saying(NamedTuple):
    """A sentence that has not been rendered: the rules weigh hundreds of refusals for each one shown."""

    key: str
    values: dict[str, Any]


def spoken(saying: Saying) -> Text:
    """The rendered sentence, in English and every other language."""

    def said(value: Any) -> Any:
        if isinstance(value, list):
            return [said(item) for item in value]
        return spoken(value) if isinstance(value, Saying) else value

    return Text(WORDS, saying.key, NAMES, **{name: said(value) for name, value in saying.values.items()})
