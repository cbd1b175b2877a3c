"""The sentences of the game: every language has the same ones, the source uses all of them and no other."""

import ast
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from string import Formatter
from typing import Any

import pytest

import kabuto
from kabuto.samurai import EDITIONS
from kabuto.samurai.state import WORDS
from kabuto.samurai.tokens import FIGURE_NAMES, TOKENS
from kabuto.table import Text, Word

PACKAGE = Path(kabuto.__file__).parent
GAME = PACKAGE / "samurai"
LANGUAGES = sorted(path.stem for path in (GAME / "words").glob("*.toml"))
VOCABULARIES = sorted({edition.vocabulary for edition in EDITIONS.values()})


def read(path: Path) -> dict[str, Any]:
    return tomllib.loads(path.read_text(encoding="utf-8"))


FILES = {language: read(GAME / "words" / f"{language}.toml") for language in LANGUAGES}
ENGLISH = FILES["en"]


def placeholders(sentence: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(sentence) if name is not None}


def values_for(sentence: str) -> dict[str, object]:
    """Something for every placeholder that the vocabulary does not fill."""
    words = ENGLISH["words"][VOCABULARIES[0]]
    return {name: f"<{name}>" for name in placeholders(sentence) if name not in words}


def strings_of(tree: ast.AST) -> Iterator[re.Pattern[str]]:
    """The strings of a source file as patterns; what an f-string fills in may be anything."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield re.compile(re.escape(node.value))
        elif isinstance(node, ast.JoinedStr):
            yield pattern_of(node)


def pattern_of(string: ast.JoinedStr) -> re.Pattern[str]:
    parts = [
        re.escape(str(part.value)) if isinstance(part, ast.Constant) else "[a-z]+" for part in string.values
    ]
    # A string that is nothing but what is filled in would match everything.
    return re.compile("".join(parts) if any(isinstance(p, ast.Constant) for p in string.values) else "(?!)")


def sources(folder: Path) -> list[ast.AST]:
    return [ast.parse(path.read_text(encoding="utf-8"), str(path)) for path in folder.rglob("*.py")]


def sources_of_the_game() -> list[ast.AST]:
    """All but the packages inside that have sentences of their own."""
    others = [words.parent for words in GAME.rglob("words") if words.parent != GAME]
    return [
        ast.parse(path.read_text(encoding="utf-8"), str(path))
        for path in GAME.rglob("*.py")
        if not any(path.is_relative_to(other) for other in others)
    ]


def said(tree: ast.AST) -> Iterator[re.Pattern[str]]:
    """The keys that a source file says: the first argument of every ``say``."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and node.args:
            function = node.func
            name = function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")
            if name == "say":
                yield from keys_in(node.args[0], tree)


def keys_in(argument: ast.expr, tree: ast.AST) -> Iterator[re.Pattern[str]]:
    match argument:
        case ast.Constant(value=str(key)):
            yield re.compile(re.escape(key))
        case ast.JoinedStr():
            yield pattern_of(argument)
        case ast.IfExp(body=one, orelse=two):
            yield from keys_in(one, tree)
            yield from keys_in(two, tree)
        case ast.Name(id=name):
            for node in ast.walk(tree):
                if isinstance(node, ast.Assign) and any(
                    isinstance(target, ast.Name) and target.id == name for target in node.targets
                ):
                    yield from keys_in(node.value, tree)


def test_there_are_english_and_german() -> None:
    assert {"en", "de"} <= set(LANGUAGES) == set(WORDS.languages())


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_the_same_sentences_in_the_same_order(language: str) -> None:
    assert list(FILES[language]["messages"]) == list(ENGLISH["messages"])


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_and_vocabulary_has_the_same_words(language: str) -> None:
    assert sorted(FILES[language]["words"]) == VOCABULARIES
    for vocabulary in VOCABULARIES:
        assert list(FILES[language]["words"][vocabulary]) == list(ENGLISH["words"]["1998"]), vocabulary


@pytest.mark.parametrize("key", ENGLISH["messages"])
def test_placeholders_are_filled_alike_in_every_language(key: str) -> None:
    words = set(ENGLISH["words"]["1998"])
    values = {language: set(values_for(file["messages"][key])) for language, file in FILES.items()}
    for language in LANGUAGES:
        assert values[language] == values["en"], f"{key} in {language}"
        named = placeholders(FILES[language]["messages"][key])
        assert named - values["en"] <= words, f"{key} in {language} needs a word that no vocabulary has"


@pytest.mark.parametrize("vocabulary", VOCABULARIES)
@pytest.mark.parametrize("key", ENGLISH["messages"])
def test_every_sentence_renders(key: str, vocabulary: str) -> None:
    values = values_for(ENGLISH["messages"][key])
    text = Text(WORDS, key, vocabulary, **values)
    for language in LANGUAGES:
        rendered = text.to(language)
        assert not re.search(r"[{}]", rendered)
        assert all(str(value) in rendered for value in values.values()), rendered
    assert text.to("en") == text


def test_every_sentence_differs_between_the_languages() -> None:
    for key, english in ENGLISH["messages"].items():
        assert FILES["de"]["messages"][key] != english, key


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    "word", ["helmet", "figure", "figure_exchange", "token_exchange", "slow", "lead_one"]
)
def test_the_editions_of_1998_and_2015_have_their_own_words(word: str, language: str) -> None:
    words = FILES[language]["words"]
    assert words["1998"][word] != words["2015"][word]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("vocabulary", VOCABULARIES)
def test_every_token_and_figure_has_a_name(language: str, vocabulary: str) -> None:
    words = WORDS.words(language, vocabulary)
    names = {token.name for token in TOKENS} | set(FIGURE_NAMES) | {f"{name}_plural" for name in FIGURE_NAMES}
    assert names <= set(words)
    for name in names:
        text = Text(WORDS, "not_in_hand", vocabulary, code="X", name=Word(name))
        assert words[name] in text.to(language)


def test_every_sentence_that_the_source_says_is_in_the_file() -> None:
    keys = list(ENGLISH["messages"])
    patterns = [pattern for tree in sources_of_the_game() for pattern in said(tree)]
    assert len(patterns) > 30, "the source was read"
    for pattern in patterns:
        assert any(pattern.fullmatch(key) for key in keys), f"say({pattern.pattern!r}) is in no file"


def test_every_sentence_of_the_file_is_said() -> None:
    patterns = [pattern for tree in sources_of_the_game() for pattern in said(tree)]
    unsaid = [key for key in ENGLISH["messages"] if not any(p.fullmatch(key) for p in patterns)]
    assert not unsaid


def test_every_word_is_used_by_a_sentence_or_the_source() -> None:
    sentences = [
        sentence for path in PACKAGE.rglob("words/*.toml") for sentence in read(path)["messages"].values()
    ]
    in_sentences = set().union(*map(placeholders, sentences))
    patterns = [pattern for tree in sources(PACKAGE) for pattern in strings_of(tree)]
    unused = [
        word
        for word in ENGLISH["words"]["1998"]
        if word not in in_sentences and not any(p.fullmatch(word) for p in patterns)
    ]
    assert not unused
