"""Finds phrases that the glossary retired, listed as data in ``retired.toml``."""

import ast
import re
import tomllib
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

LIST = Path(__file__).with_name("retired.toml")


CODE = re.compile(r"<!-- (\w[\w ]*) -->.*?<!-- end of \1 -->|```.*?```|`[^`\n]*`", re.DOTALL)
"""What a page says in code, and tables made from the code: they keep their public names."""
GAPS = re.compile(r"\{\w+\}")
CASES = re.compile(r"[\w=]+ (?=\{(?!\}))")
"""Names of values and of cases in a sentence, which no reader sees."""


class Phrase(NamedTuple):
    """A phrase that is no longer used, and what to write."""

    pattern: re.Pattern[str]
    instead: str
    surfaces: tuple[str, ...]
    language: str
    exceptions: tuple[str, ...]

    def applies(self, surface: str, language: str, place: str) -> bool:
        """Whether it is looked for at a place; an exception names a place or its beginning."""
        wanted = surface in self.surfaces and language == self.language
        return wanted and not place.startswith(self.exceptions)


def phrases() -> tuple[Phrase, ...]:
    """The list."""
    entries = tomllib.loads(LIST.read_text(encoding="utf-8"))["phrase"]
    return tuple(
        Phrase(
            re.compile(entry["pattern"]),
            entry["instead"],
            tuple(entry["surfaces"]),
            entry["language"],
            tuple(entry.get("exceptions", ())),
        )
        for entry in entries
    )


def retired(text: str, surface: str, language: str, place: str, listed: Iterable[Phrase]) -> Iterator[str]:
    """The retired phrases in a text, each with its place and what to write instead."""
    if surface == "documents":
        text = CODE.sub("", text)
    if surface == "words":
        text = CASES.sub("", GAPS.sub("{}", text))
    for phrase in listed:
        if phrase.applies(surface, language, place) and (found := phrase.pattern.search(text)):
            yield f"{place}: “{found[0]}” is retired: {phrase.instead}"


def docstrings(source: str) -> Iterator[str]:
    """The docstrings of a Python source."""
    kinds = ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef
    nodes = [node for node in ast.walk(ast.parse(source)) if isinstance(node, kinds)]
    yield from filter(None, map(ast.get_docstring, nodes))


def page_comments(source: str) -> Iterator[str]:
    """The comments of a source of the page."""
    yield from map(" ".join, re.findall(r"/\*\*?(.*?)\*/|<!--(.*?)-->", source, re.DOTALL))
    yield from re.findall(r"^\s*//(.*)$", source, re.MULTILINE)
