"""Compares the languages of a ``words`` folder with English, and its sentences with the code."""

import ast
import re
import tomllib
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

from kabuto.table.message_format import BadMessage, Message, choices, gaps, parse
from kabuto.table.plurals import RULES, categories

ENGLISH = "en"
Sentences = dict[str, str]
"""Section and key, such as ``messages.over`` → the sentence; words are among them."""


def languages(folders: Iterable[Path]) -> set[str]:
    """Every language that some folder has a file for."""
    return {path.stem for folder in folders for path in folder.glob("*.toml")}


def faults(folder: Path, wanted: Iterable[str] = ()) -> Iterator[str]:
    """What is wrong with the languages of a folder; it should have all the wanted ones."""
    english = read(folder, ENGLISH)
    names = names_in(english)
    options = {key for path in folder.glob("*.toml") for key in read(folder, path.stem) if is_option(key)}
    for language in sorted({*languages([folder]), *wanted}):
        if not (folder / f"{language}.toml").exists():
            yield f"{language}: there is no file {language}.toml"
            continue
        if language not in RULES:
            yield f"{language}: kabuto/table/plurals.py has no plural rule for this language"
            continue
        sentences = read(folder, language)
        if any(key.startswith("page") for key in sentences) and not list(sentences)[-1].startswith("page"):
            yield f"{language}: the sections of the page have to come last, Python reads no further"
        # English takes the help of a game's options from the game itself.
        expected = english.keys() if language == ENGLISH else english.keys() | options
        yield from (f"{language}: {key} is missing" for key in expected - sentences.keys())
        yield from (f"{language}: {key} is not in English" for key in sentences.keys() - expected)
        for key, text in sentences.items():
            yield from (f"{language}: {key}: {fault}" for fault in _wrong(text, language))
            if key in english:
                yield from (f"{language}: {key}: {fault}" for fault in _other_gaps(text, english[key], names))


def names_in(sentences: Sentences) -> set[str]:
    """The names of things in a vocabulary."""
    return {key.rpartition(".")[2] for key in sentences if key.startswith("words.")}


def faults_of(key: str, text: str, english: Sentences, names: set[str], language: str) -> Iterator[str]:
    """What is wrong with one sentence of a language, and what is expected."""
    if key not in english and not is_option(key):
        yield "unknown: English has no such sentence"
    if language in RULES:
        yield from _wrong(text, language)
    if key in english:
        yield from _other_gaps(text, english[key], names)


def read(folder: Path, language: str) -> Sentences:
    """A file of sentences, flat."""
    return dict(_flat(tomllib.loads((folder / f"{language}.toml").read_text(encoding="utf-8")), ""))


def is_option(key: str) -> bool:
    """Whether a sentence is the help of a game's option."""
    return key.startswith("game.option_")


def _flat(table: dict[str, Any], path: str) -> Iterator[tuple[str, str]]:
    for key, value in table.items():
        if isinstance(value, dict):
            yield from _flat(value, f"{path}{key}.")
        else:
            yield f"{path}{key}", value


def _parsed(text: str) -> Message:
    try:
        return parse(text)
    except BadMessage:
        return ()


def _wrong(text: str, language: str) -> Iterator[str]:
    try:
        message = parse(text)
    except BadMessage as error:
        yield str(error)
        return
    needed, allowed = categories(language)
    for choice in choices(message):
        if choice.kind == "plural":
            given = {case for case in choice.cases if case[0] != "="}
            yield from (
                f"{language} has no plural category {case}" for case in given - needed - allowed - {"other"}
            )
            yield from (f"the plural category {case} is missing" for case in needed - given - {"other"})


def _other_gaps(text: str, english: str, names: set[str]) -> Iterator[str]:
    """Which names of things a sentence takes from the vocabulary is up to the language, values are not."""
    here, there = ({*gaps(_parsed(each))} - names for each in (text, english))
    yield from (f"{{{name}}} is missing" for name in there - here)
    yield from (f"{{{name}}} is not in English" for name in here - there)


# What the code says.


def unused(sentences: Sentences, python: Iterable[str], page: Iterable[str]) -> Iterator[str]:
    """Sentences and words that no code names, nor any other sentence; sources are given as text."""
    python, page = list(python), list(page)
    said = set[str]().union(*map(_strings, python))
    patterns = set[re.Pattern[str]]().union(*map(_patterns, python))
    written = set[str]().union(*map(_written, page))
    made = set[re.Pattern[str]]().union(*map(_templates, page))
    filled = {name for text in sentences.values() for name in gaps(_parsed(text))}
    for key in sentences:
        section, _, name = key.rpartition(".")
        is_word = section.startswith("words") and name in filled
        is_said = name in said or any(pattern.fullmatch(name) for pattern in patterns)
        is_said = is_said and not section.startswith("page")
        on_page = name in written or any(pattern.search(key) for pattern in made)
        if not (is_word or is_said or on_page):
            yield key


@cache
def _written(source: str) -> set[str]:
    """The words of a page."""
    return {*re.findall(r"\w+", source)}


@cache
def _templates(source: str) -> set[re.Pattern[str]]:
    """The template strings of a page as patterns of keys; those that say too little are left out."""
    found = set[re.Pattern[str]]()
    for text in re.findall(r"`((?:[\w.]|\$\{[^`{}]*\})+)`", source):
        section, dot, name = text.rpartition(".") if re.match(r"\w+\.", text) else ("", "", text)
        parts = re.split(r"\$\{[^}]*\}", name)
        if len(parts) > 2 or (len(parts) == 2 and len("".join(parts)) > 2):
            key = r"\w+".join(map(re.escape, parts))
            found.add(re.compile(rf"(?:^|\.){re.escape(section)}{re.escape(dot)}{key}$"))
    return found


@cache
def _strings(source: str) -> set[str]:
    """The plain strings of a source file."""
    nodes = ast.walk(ast.parse(source))
    return {node.value for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str)}


@cache
def _patterns(source: str) -> set[re.Pattern[str]]:
    """The f-strings of a source file as patterns; what they fill in may be anything."""
    nodes = ast.walk(ast.parse(source))
    strings = [node for node in nodes if isinstance(node, ast.JoinedStr)]
    return {_pattern(string) for string in strings if any(map(_is_telling, string.values))}


def _is_telling(part: ast.expr) -> bool:
    """Whether a part of an f-string says enough: one that is all gaps would match everything."""
    return isinstance(part, ast.Constant) and len(str(part.value)) > 2


def _pattern(string: ast.JoinedStr) -> re.Pattern[str]:
    parts = (
        re.escape(str(part.value)) if isinstance(part, ast.Constant) else r"[\w-]+" for part in string.values
    )
    return re.compile("".join(parts))


SPEAKING = {"say": 0, "_say": 0, "text": 0, "told": 1, "sentence": 0, "speak": 1, "no": 1}
"""Function → which of its arguments is the key of a sentence."""


def spoken(source: str) -> Iterator[str]:
    """The keys that a Python source says."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call):
            name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            if name in SPEAKING and len(node.args) > SPEAKING[name]:
                yield from _keys(node.args[SPEAKING[name]])


def _keys(argument: ast.expr) -> Iterator[str]:
    match argument:
        case ast.Constant(value=str(key)) if re.fullmatch(r"[a-z][a-z0-9_]*", key):
            yield key
        case ast.IfExp(body=one, orelse=two):
            yield from _keys(one)
            yield from _keys(two)
