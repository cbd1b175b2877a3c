"""The sentences of the game: every edition has its words, and every sentence can be said in them."""

import re
import tomllib
from pathlib import Path

import pytest

import kabuto
from kabuto.samurai import EDITIONS
from kabuto.samurai.sentences import WORDS
from kabuto.samurai.tokens import FIGURE_NAMES, TOKENS
from kabuto.table import Text, Word
from kabuto.table.message_format import choices, gaps, parse

from .rules_table import rule

GAME = Path(kabuto.__file__).parent / "samurai"
LANGUAGES = WORDS.languages()
VOCABULARIES = sorted({edition.vocabulary for edition in EDITIONS.values()})
FILES = {
    language: tomllib.loads((GAME / "words" / f"{language}.toml").read_text(encoding="utf-8"))
    for language in LANGUAGES
}
ENGLISH = FILES["en"]


def values_for(sentence: str) -> dict[str, object]:
    """Something for every gap that the vocabulary does not fill; a number where one is counted."""
    message, words = parse(sentence), ENGLISH["words"][VOCABULARIES[0]]
    chosen = {choice.name: 2 if choice.kind == "plural" else "" for choice in choices(message)}
    return {name: chosen.get(name, f"<{name}>") for name in gaps(message) if name not in words}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_vocabulary_has_the_same_words(language: str) -> None:
    assert sorted(FILES[language]["words"]) == [*VOCABULARIES, "places"]
    for vocabulary in VOCABULARIES:
        assert list(FILES[language]["words"][vocabulary]) == list(ENGLISH["words"]["1998"]), vocabulary


@pytest.mark.parametrize("vocabulary", VOCABULARIES)
@pytest.mark.parametrize("key", ENGLISH["messages"])
def test_every_sentence_renders(key: str, vocabulary: str) -> None:
    values = values_for(ENGLISH["messages"][key])
    text = Text(WORDS, key, vocabulary, **values)
    for language in LANGUAGES:
        rendered = text.to(language)
        assert not re.search(r"[{}]", rendered)
        assert all(str(value).lower() in rendered.lower() for value in values.values()), rendered
    assert text.to("en") == text


@rule("K3")
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    "word", ["helmet", "figure", "figure_exchange", "token_exchange", "slow", "a_majority"]
)
def test_the_editions_of_1998_and_2015_have_their_own_words(word: str, language: str) -> None:
    words = FILES[language]["words"]
    assert words["1998"][word] != words["2015"][word]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("vocabulary", VOCABULARIES)
def test_every_token_and_figure_has_a_name(language: str, vocabulary: str) -> None:
    words = WORDS.words(language, vocabulary)
    names = {token.name for token in TOKENS} | set(FIGURE_NAMES) | {f"{name}s" for name in FIGURE_NAMES}
    assert names <= set(words)
    for name in names:
        text = Text(WORDS, "token_alone", vocabulary, name=Word(name))
        assert words[name] in text.to(language)
