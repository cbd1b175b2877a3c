"""Sentences for people, in their language and in the words of their edition.

A game keeps its sentences in one file per language, ``words/<language>.toml``:

    [words.1998]                 # a vocabulary: the names of things
    token = "token"
    [messages]                   # sentences; {braces} take a word or a value
    not_in_hand = "There is no {code} in your hand."

A third language is one more file.
"""

import tomllib
from functools import cache
from importlib.resources import files
from typing import Any

from kabuto.table.errors import BadOption, short

ENGLISH = "en"


class Word(str):
    """A key into a vocabulary, used as a value in a sentence: it is translated with it."""

    __slots__ = ()


class Text(str):
    """A sentence: as a string it is English, and ``to`` gives it in another language."""

    catalogue: "Catalogue"
    key: str
    """Which sentence it is, the same in every language."""
    vocabulary: str
    values: dict[str, Any]

    def __new__(cls, catalogue: "Catalogue", key: str, vocabulary: str = "", **values: Any) -> "Text":
        self = super().__new__(cls, catalogue.render(ENGLISH, key, vocabulary, values))
        self.catalogue, self.key, self.vocabulary, self.values = catalogue, key, vocabulary, values
        return self

    def to(self, language: str) -> str:
        """This sentence in another language."""
        return self.catalogue.render(language, self.key, self.vocabulary, self.values)

    def __reduce__(self) -> tuple[Any, ...]:
        return _remake, (self.catalogue.package, self.key, self.vocabulary, self.values)


def translate(text: str, language: str) -> str:
    """A sentence in a language; a plain string stays what it is."""
    return text.to(language) if isinstance(text, Text) else text


def _remake(package: str, key: str, vocabulary: str, values: dict[str, Any]) -> Text:
    return Text(Catalogue(package), key, vocabulary, **values)


class Catalogue:
    """The sentences of one package, read from its ``words`` folder when first needed."""

    def __init__(self, package: str) -> None:
        self.package = package

    def languages(self) -> list[str]:
        """The languages there is a file for."""
        folder = files(self.package) / "words"
        return sorted(f.name.removesuffix(".toml") for f in folder.iterdir() if f.name.endswith(".toml"))

    def say(self, key: str, /, **values: Any) -> Text:
        """A sentence that needs no vocabulary."""
        return Text(self, key, "", **values)

    def words(self, language: str, vocabulary: str) -> dict[str, str]:
        """The names of things in a language and vocabulary."""
        table: dict[str, str] = _read(self.package, language)["words"].get(vocabulary, {})
        return table

    def render(self, language: str, key: str, vocabulary: str, values: dict[str, Any]) -> str:
        """Fill the sentence ``key`` with words and values."""
        words = self.words(language, vocabulary)
        shown = {name: _shown(value, words, language) for name, value in values.items()}
        template: str = _read(self.package, language)["messages"][key]
        return template.format_map({**words, **shown})


def _shown(value: Any, words: dict[str, str], language: str) -> Any:
    if isinstance(value, Word):
        return words[value]
    if isinstance(value, (list, tuple)):
        return ", ".join(str(_shown(part, words, language)) for part in value)
    return translate(value, language) if isinstance(value, str) else value


WORDS = Catalogue("kabuto.table")
"""What is wrong with an option or a record."""


@cache
def _read(package: str, language: str) -> dict[str, Any]:
    known = Catalogue(package).languages()
    if language not in known:
        raise BadOption(f"there is no language {short(language)}: there are {', '.join(known)}", "language")
    path = files(package) / "words" / f"{language}.toml"
    return tomllib.loads(path.read_text(encoding="utf-8"))
