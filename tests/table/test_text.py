"""Sentences in several languages and vocabularies."""

import copy
import pickle
import re
from pathlib import Path
from typing import Any

import pytest

import kabuto
from kabuto.table import Catalogue, Mark, Seat, Text, Word
from kabuto.table.text import parts, translate

pytestmark = pytest.mark.counted

ENGLISH = """
[words.plain]
token = "token"
ship = "ship"
[words.grand]
token = "tile"
ship = "vessel"
[messages]
no = "No {token} {code} in hand."
many = "Only {things}."
inside = "Because: {why}"
takes = "{Seat} takes {n, plural, one {# {ship}} other {# {ship}s}}."
untranslated = "Only English: {why}"
[screen]
many = "{things} on screen"
[page.board]
title = "not read by Python"
"""
GERMAN = """
[words.plain]
token = "Plättchen"
ship = "Schiff"
[words.grand]
token = "Tafel"
ship = "Kahn"
[messages]
no = "{code}: kein {token} in der Hand."
many = "Nur {things}."
inside = "Denn: {why}"
takes = "{Seat} nimmt {n, plural, one {ein {ship}} other {# {ship}e}}."
[screen]
many = "{things} auf dem Schirm"
[page.board]
title = "liest Python nicht"
"""


@pytest.fixture
def words(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> Catalogue:
    """A package with sentences in two languages; each test has one of its own, as they are read once."""
    package = "told_" + re.sub(r"\W", "_", request.node.name)
    folder = tmp_path / package / "words"
    folder.mkdir(parents=True)
    (folder.parent / "__init__.py").touch()
    (folder / "en.toml").write_text(ENGLISH, encoding="utf-8")
    (folder / "de.toml").write_text(GERMAN, encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    return Catalogue(package)


def test_a_sentence_is_an_english_string(words: Catalogue) -> None:
    text = Text(words, "no", "plain", code="S1")
    assert isinstance(text, str)
    assert text == "No token S1 in hand."
    assert (text.key, text.values) == ("no", {"code": "S1"})


def test_a_sentence_can_be_had_in_another_language(words: Catalogue) -> None:
    assert Text(words, "no", "plain", code="S1").to("de") == "S1: kein Plättchen in der Hand."


def test_a_sentence_speaks_in_its_vocabulary(words: Catalogue) -> None:
    text = Text(words, "no", "grand", code="S1")
    assert (str(text), text.to("de")) == ("No tile S1 in hand.", "S1: kein Tafel in der Hand.")


def test_a_word_is_translated_and_a_string_is_not(words: Catalogue) -> None:
    text = Text(words, "many", "plain", things=[Word("ship"), "ship", 2])
    assert (str(text), text.to("de")) == ("Only ship, ship, 2.", "Nur Schiff, ship, 2.")


def test_a_sentence_inside_a_sentence_is_translated_too(words: Catalogue) -> None:
    text = Text(words, "inside", "plain", why=[Text(words, "no", "plain", code="X")])
    assert text.to("de") == "Denn: X: kein Plättchen in der Hand."


def test_braces_in_a_value_stay_what_they_are(words: Catalogue) -> None:
    assert Text(words, "no", "plain", code="{token}{0}{") == "No token {token}{0}{ in hand."


def test_numbers_and_seats_are_told_as_the_language_does(words: Catalogue) -> None:
    text = Text(words, "takes", "plain", seat=Seat(2), n=1)
    assert (text, text.to("de")) == ("Seat 2 takes 1 ship.", "Platz 2 nimmt ein Schiff.")
    assert Text(words, "takes", "plain", seat=Seat(0), n=3).to("de") == "Platz 0 nimmt 3 Schiffe."


def test_a_sentence_in_pieces_shows_its_marks(words: Catalogue) -> None:
    inner = Text(words, "takes", "plain", seat=Seat(2), n=1)
    text = Text(words, "inside", "plain", why=[inner, Mark("space", "n14"), Mark("kind", 3, Word("ship"))])
    assert text == "Because: Seat 2 takes 1 ship., n14, ship"
    assert text.parts("de") == [
        "Denn: ",
        Mark("seat", 2, "Platz 2"),
        " nimmt ein Schiff., ",
        Mark("space", "n14", "n14"),
        ", ",
        Mark("kind", 3, "Schiff"),
    ]
    assert parts(text, "de") == text.parts("de")
    assert "".join(map(str, text.parts())) == text


def test_a_plain_string_is_one_piece() -> None:
    assert (parts("as it is", "de"), parts("", "de")) == (["as it is"], [])


def test_marks_are_values_that_paste_back() -> None:
    assert Seat(1) == Seat(1) != Seat(2)
    assert (repr(Seat(1)), str(Seat(1)), str(Mark("space", "n14"))) == ("Seat(1)", "seat 1", "n14")
    assert pickle.loads(pickle.dumps(Seat(1))) == copy.deepcopy(Seat(1)) == Seat(1)
    assert len({Seat(1), Seat(1), Mark("space", "n14")}) == 2


def test_a_section_has_sentences_of_its_own(words: Catalogue) -> None:
    text = Catalogue(words.package, "screen").say("many", things=2)
    assert (text, text.to("de")) == ("2 on screen", "2 auf dem Schirm")
    assert pickle.loads(pickle.dumps(text)).to("de") == text.to("de")


def test_a_sentence_that_a_language_lacks_is_said_in_english(words: Catalogue) -> None:
    inner = Text(words, "takes", "plain", seat=Seat(2), n=1)
    assert Text(words, "untranslated", why=inner).to("de") == "Only English: Seat 2 takes 1 ship."


def test_a_package_that_lacks_a_language_speaks_english(words: Catalogue, tmp_path: Path) -> None:
    (tmp_path / words.package / "words" / "de.toml").unlink()
    assert Text(words, "takes", "plain", seat=Seat(2), n=1).to("de") == "Seat 2 takes 1 ship."


def test_a_sentence_that_is_nowhere_is_an_error(words: Catalogue) -> None:
    for language in ("en", "de"):
        with pytest.raises(KeyError):
            words.render(language, "nowhere", "", {})


@pytest.mark.parametrize("again", [copy.copy, copy.deepcopy, lambda text: pickle.loads(pickle.dumps(text))])
def test_a_copy_of_a_sentence_can_still_be_translated(words: Catalogue, again: Any) -> None:
    text = again(Text(words, "many", "grand", things=[Word("ship")]))
    assert (text, text.to("de")) == ("Only vessel.", "Nur Kahn.")


def test_translating_a_plain_string_leaves_it(words: Catalogue) -> None:
    assert translate("as it is", "de") == "as it is"
    assert translate(Text(words, "many", things=1), "de") == "Nur 1."


def test_a_catalogue_lists_its_languages(words: Catalogue) -> None:
    assert words.languages() == ["de", "en"]


def test_a_language_that_is_not_there_is_refused_with_those_that_are(words: Catalogue) -> None:
    text = Text(words, "no", "plain", code="S1")
    for language in ("fr", "", "EN", "../words/en", "\x00", "\ud800", "x" * 100_000):
        with pytest.raises(kabuto.BadOption, match=r"there is no language .*: there are de, en") as refused:
            text.to(language)
        assert refused.value.place == "language"
        assert str(refused.value).isprintable()


def test_a_sentence_without_a_vocabulary_is_translated_too() -> None:
    reason = Catalogue("kabuto.arena").say("entrant_twice", name="'greedy'")
    assert reason == "'greedy' is given twice"
    assert reason.to("de") == "'greedy' ist zweimal angegeben"
