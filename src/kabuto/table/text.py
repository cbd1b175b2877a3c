"""Sentences for people, in their language and in the words of their edition.

A package keeps its sentences in one file per language, ``words/<language>.toml``:

    [words.1998]                 # a vocabulary: the names of things
    token = "token"
    [messages]                   # sentences; a gap takes a word or a value
    not_in_hand = "There is no {code} in your hand."
    [terminal]                   # another section, such as the sentences of one screen
    stack = "{n, plural, one {# token} other {# tokens}} left"

``message_format`` explains what a sentence may contain. A third language is one more file. The sections whose
names begin with ``page`` belong to the browser; they come last, and nothing here reads them.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any, NamedTuple

from kabuto.table.errors import BadOption, short
from kabuto.table.message_format import BadMessage, Choice, Message, parse
from kabuto.table.plurals import category

ENGLISH = "en"
MESSAGES = "messages"
"""The section that a catalogue reads by default."""
YOU = "you"
"""The case of a choice by a seat that is read by whoever sits there."""


class Word(str):
    """A key into a vocabulary, used as a value in a sentence: it is translated with it."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Mark:
    """A thing that a sentence names: a screen may light it up, or call a seat by its player's name."""

    kind: str
    """What it is: ``seat``, ``space``, ``token``, ``card``, …"""
    value: str | int
    """Which one."""
    text: str = ""
    """What it reads as, by default the value; a ``Word`` or ``Text`` is translated with the sentence."""

    def __post_init__(self) -> None:
        if not self.text:
            object.__setattr__(self, "text", str(self.value))

    def __str__(self) -> str:
        return self.text


class Seat(Mark):
    """A seat, which reads as "seat 2" where nobody knows who sits there."""

    __slots__ = ()

    def __init__(self, number: int) -> None:
        super().__init__("seat", number, _seat(number))

    def __repr__(self) -> str:
        return f"Seat({self.value})"


class Addressed(NamedTuple):
    """A piece that reads differently to the player of a seat: "you win" instead of "Blue wins"."""

    seat: int
    you: list[str | Mark]
    other: list[str | Mark]

    def __str__(self) -> str:
        return "".join(map(str, self.other))


Piece = str | Mark | Addressed
Parts = list[Piece]
"""A sentence in pieces: text, marks with their ``text`` in its language, and what depends on the reader."""


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

    def parts(self, language: str = ENGLISH) -> Parts:
        """This sentence in pieces, so that a screen can show its marks in its own way."""
        return self.catalogue.parts(language, self.key, self.vocabulary, self.values)

    def __reduce__(self) -> tuple[Any, ...]:
        catalogue = self.catalogue
        return _remake, (catalogue.package, catalogue.section, self.key, self.vocabulary, self.values)


def translate(text: str, language: str) -> str:
    """A sentence in a language; a plain string stays what it is."""
    return text.to(language) if isinstance(text, Text) else text


def parts(text: str, language: str) -> Parts:
    """A sentence in pieces; a plain string is one piece."""
    if isinstance(text, Text):
        return text.parts(language)
    return [text] if text else []


def reworded(said: Any, vocabulary: str) -> Any:
    """A sentence, or what it is filled with, in another vocabulary that names the same things."""
    if isinstance(said, Text):
        old, new = (said.catalogue.words(ENGLISH, each).keys() for each in (said.vocabulary, vocabulary))
        own = vocabulary if old == new else said.vocabulary
        values = {key: reworded(value, vocabulary) for key, value in said.values.items()}
        return Text(said.catalogue, said.key, own, **values)
    if type(said) is Mark:  # a seat is called the same everywhere
        return Mark(said.kind, said.value, reworded(said.text, vocabulary))
    if type(said) in (list, tuple):
        return type(said)(reworded(each, vocabulary) for each in said)
    return said


def _remake(package: str, section: str, key: str, vocabulary: str, values: dict[str, Any]) -> Text:
    return Text(Catalogue(package, section), key, vocabulary, **values)


class Catalogue:
    """The sentences of one package, or one section of them, read when they are first needed.

    A package that lacks a language of Kabuto's, or a sentence in it, says it in English.
    """

    def __init__(self, package: str, section: str = MESSAGES) -> None:
        self.package = package
        self.section = section

    def languages(self) -> list[str]:
        """The languages there is a file for."""
        folder = files(self.package) / "words"
        return sorted(f.name.removesuffix(".toml") for f in folder.iterdir() if f.name.endswith(".toml"))

    def say(self, key: str, /, **values: Any) -> Text:
        """A sentence that needs no vocabulary."""
        return Text(self, key, "", **values)

    def words(self, language: str, vocabulary: str) -> dict[str, str]:
        """The names of things in a language and vocabulary."""
        return _words(self.package, language, vocabulary)

    def render(self, language: str, key: str, vocabulary: str, values: dict[str, Any]) -> str:
        """The sentence ``key``, filled with words and values."""
        return "".join(map(str, self._pieces(language, key, vocabulary, values)))

    def parts(self, language: str, key: str, vocabulary: str, values: dict[str, Any]) -> Parts:
        """The same in pieces."""
        return merged(self._pieces(language, key, vocabulary, values))

    def _pieces(self, language: str, key: str, vocabulary: str, values: dict[str, Any]) -> Iterator[Piece]:
        message, spoken = _message(self.package, self.section, language, key)
        words = _words(self.package, language, vocabulary) if vocabulary else {}
        return fill(message, values, words, spoken)


def fill(message: Message, values: dict[str, Any], words: dict[str, str], language: str) -> Iterator[Piece]:
    """A sentence in pieces, its gaps filled with values or else with words."""
    for part in message:
        if isinstance(part, str):
            yield part
            continue
        value = values[part.name] if part.name in values else words[part.name]
        if isinstance(part, Choice):
            plain = value.value if isinstance(value, Mark) else value
            if isinstance(value, Mark) and value.kind == "seat" and YOU in part.cases:
                cases = (fill(part.cases[case], values, words, language) for case in (YOU, "other"))
                yield Addressed(int(value.value), *map(_flat, cases))
            else:
                yield from fill(part.pick(plain, category(language, plain)), values, words, language)
        elif part.capital:
            yield from _capital(_shown(value, words, language))
        else:
            yield from _shown(value, words, language)


def merged(pieces: Iterable[Piece]) -> Parts:
    """Pieces with all text between two marks in one."""
    found: Parts = []
    for piece in pieces:
        last = found[-1] if found else None
        if isinstance(piece, str) and isinstance(last, str):
            found[-1] = last + piece
        elif piece:
            found.append(piece)
    return found


def _flat(pieces: Iterable[Piece]) -> list[str | Mark]:
    """The same as everybody else reads it."""
    plain = (each for piece in pieces for each in (piece.other if isinstance(piece, Addressed) else [piece]))
    return [piece for piece in merged(plain) if not isinstance(piece, Addressed)]


def _shown(value: Any, words: dict[str, str], language: str) -> Iterator[Piece]:
    if isinstance(value, str):
        if isinstance(value, Text):
            yield from value.parts(language)
        else:
            yield words[value] if isinstance(value, Word) else value
    elif isinstance(value, Mark):
        if type(value.text) is str:
            yield value
        else:
            text = "".join(map(str, _shown(value.text, words, language)))
            yield Mark(value.kind, value.value, text)
    elif isinstance(value, (list, tuple)):
        for number, item in enumerate(value):
            if number:
                yield ", "
            yield from _shown(item, words, language)
    else:
        yield str(value)


def _capital(pieces: Iterator[Piece]) -> Iterator[Piece]:
    first = next(pieces, "")
    if isinstance(first, Addressed):
        yield Addressed(first.seat, _flat(_capital(iter(first.you))), _flat(_capital(iter(first.other))))
    elif isinstance(first, Mark):
        yield Mark(first.kind, first.value, first.text[:1].upper() + first.text[1:])
    else:
        yield first[:1].upper() + first[1:]
    yield from pieces


WORDS = Catalogue("kabuto.table")
"""Sentences about any game, and what is wrong with an option or a record."""


def listed(items: Sequence[Any]) -> Any:
    """Things to name in one breath: "seat 0, seat 1 and seat 2"."""
    return WORDS.say("and", first=list(items[:-1]), last=items[-1]) if len(items) > 1 else items[0]


@cache
def _seat(number: int) -> Text:
    return WORDS.say("seat", number=number)


@cache
def _message(package: str, section: str, language: str, key: str) -> tuple[Message, str]:
    """A sentence, and the language it is in: English if it is missing or not well formed."""
    sentences = _read(package, language).get(section, {})
    if language == ENGLISH:
        return parse(sentences[key]), language
    try:
        return parse(sentences[key]), language
    except (KeyError, BadMessage):
        return _message(package, section, ENGLISH, key)


@cache
def _words(package: str, language: str, vocabulary: str) -> dict[str, str]:
    own: dict[str, str] = _read(package, language).get("words", {}).get(vocabulary, {})
    return own if language == ENGLISH else {**_words(package, ENGLISH, vocabulary), **own}


@cache
def _read(package: str, language: str) -> dict[str, Any]:
    import tomllib

    known = Catalogue(package).languages()
    if language not in known:
        if language in WORDS.languages():
            return {}
        raise BadOption(WORDS.say("no_language", name=short(language), known=known), "language")
    text = (files(package) / "words" / f"{language}.toml").read_text(encoding="utf-8")
    return tomllib.loads(text.partition("\n[page")[0])
