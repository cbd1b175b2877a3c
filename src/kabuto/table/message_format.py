"""Reads sentences with gaps in them: the part of ICU MessageFormat that Kabuto needs.

    {name}                               a value
    {Name}                               the same value, beginning with a capital letter
    {n, plural, =0 {…} one {…} other {…}}  a text for each plural category; # in it is the number
    {kind, select, ship {…} other {…}}   a text for each value
    {seat, select, you {…} other {…}}    a text for whoever sits there, and one for everybody else
    '{' and '}'                          the braces themselves; '' is an apostrophe

Translators and their tools know this format. A lone apostrophe is just an apostrophe, as in "can't". The
page gets its sentences parsed (``web/sentences.ts``), and both readers pass ``tests/words/vectors.json``.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple, NoReturn


class BadMessage(ValueError):
    """A sentence that is not well formed."""


class Gap(NamedTuple):
    """A place that a value fills."""

    name: str
    capital: bool = False


class Choice(NamedTuple):
    """One text out of several, chosen by a value."""

    name: str
    kind: str
    """``plural`` or ``select``."""
    cases: dict[str, "Message"]

    def pick(self, value: object, category: str) -> "Message":
        """The case for a value; ``category`` is its plural category."""
        wanted = (f"={value}", category) if self.kind == "plural" else (_selector(value),)
        return next((self.cases[key] for key in wanted if key in self.cases), self.cases["other"])


Message = tuple["str | Gap | Choice", ...]
"""A sentence: what stays, and what is filled in."""


def parse(text: str) -> Message:
    """Read a sentence; ``BadMessage`` says where it is wrong."""
    reader = _Reader(text)
    message = reader.message("")
    if reader.at < len(text):
        reader.fail("this brace closes nothing")
    return message


def gaps(message: Message) -> Iterator[str]:
    """The names of all values that a sentence uses."""
    for part in message:
        if isinstance(part, Gap):
            yield part.name
        elif isinstance(part, Choice):
            yield part.name
            for case in part.cases.values():
                yield from gaps(case)


def choices(message: Message) -> Iterator[Choice]:
    """All choices in a sentence, nested ones too."""
    for part in message:
        if isinstance(part, Choice):
            yield part
            for case in part.cases.values():
                yield from choices(case)


def _selector(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


_NAME = re.compile(r"\s*([A-Za-z]\w*)\s*", re.ASCII)
_KEY = re.compile(r"\s*(=\d+|[A-Za-z]\w*)\s*\{", re.ASCII)
_KIND = re.compile(r"\s*(plural|select)\s*,", re.ASCII)


class _Reader:
    """Walks through one sentence."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0

    def message(self, number: str, nested: bool = False) -> Message:
        """Everything up to a closing brace or the end; ``#`` stands for the value called ``number``."""
        text, parts, plain = self.text, list[str | Gap | Choice](), list[str]()

        def put(part: Gap | Choice) -> None:
            if plain:
                parts.append("".join(plain))
                plain.clear()
            parts.append(part)

        while self.at < len(text) and text[self.at] != "}":
            character = text[self.at]
            self.at += 1
            if character == "'":
                plain.append(self._quoted(number))
            elif character == "{":
                put(self._gap())
            elif character == "#" and number:
                put(Gap(number))
            else:
                plain.append(character)
        if nested and self.at == len(text):
            self.fail("a closing brace is missing")
        if plain:
            parts.append("".join(plain))
        return tuple(parts)

    def _quoted(self, number: str) -> str:
        """What follows an apostrophe: it quotes only in front of a brace, or of # in a plural."""
        text, begin = self.text, self.at
        after = text[begin : begin + 1]
        if after == "'":
            self.at += 1
            return "'"
        if not after or after not in ("{}#" if number else "{}"):
            return "'"
        found = list[str]()
        while self.at < len(text):
            character = text[self.at]
            self.at += 1
            if character == "'":
                if text[self.at : self.at + 1] != "'":
                    break
                self.at += 1
            found.append(character)
        return "".join(found)

    def _gap(self) -> Gap | Choice:
        name = self._match(_NAME, "a gap needs a name")[1]
        closing = self.text[self.at : self.at + 1]
        self.at += 1
        if closing == "}":
            lower = name[0].lower() + name[1:]
            return Gap(lower, lower != name)
        if closing != ",":
            self.at -= 1
            self.fail("a gap ends with } or goes on with a comma")
        kind = self._match(_KIND, "a choice is plural or select, and then a comma")[1]
        cases = dict[str, Message]()
        while found := _KEY.match(self.text, self.at):
            if found[1] in cases or (found[1][0] == "=" and kind == "select"):
                self.fail("a case is given twice, or is none of a select")
            self.at = found.end()
            cases[found[1]] = self.message(name if kind == "plural" else "", nested=True)
            self.at += 1
        self._match(_END, "a case is a word and its text in braces")
        if "other" not in cases:
            self.fail("the case other is missing")
        return Choice(name, kind, cases)

    def _match(self, pattern: re.Pattern[str], problem: str) -> re.Match[str]:
        found = pattern.match(self.text, self.at)
        if found is None:
            self.fail(problem)
        self.at = found.end()
        return found

    def fail(self, problem: str) -> NoReturn:
        raise BadMessage(f"character {self.at + 1}: {problem}")


_END = re.compile(r"\s*\}")
