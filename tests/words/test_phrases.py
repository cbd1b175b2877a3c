"""One word a thing: typography and retired phrases, each check shown to fail on a bad sentence."""

from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from tests.words.check import languages, read
from tests.words.retired import Phrase, docstrings, page_comments, phrases, retired
from tests.words.test_words import FOLDERS, ROOT, name
from tests.words.typography import slips

PAGES = [*sorted((ROOT / "docs").glob("*.md")), ROOT / "README.md", ROOT / "CONTRIBUTING.md"]
GENERATED = {"samurai-statements.md", "yedo-rules-table.md", "yedo-balance.md", "glossary.md"}
SPOKEN = ("src/kabuto/server", "src/kabuto/host", "src/kabuto/yedo", "web/src/shell")


def sentences() -> Iterator[tuple[str, str, str]]:
    """Language, place and text of every sentence."""
    for folder in FOLDERS:
        for language in languages([folder]):
            for key, text in read(folder, language).items():
                yield language, f"{name(folder)}/{key}", text


@cache
def listed() -> tuple[Phrase, ...]:
    return phrases()


def test_the_typography_of_every_sentence() -> None:
    found = [f"{place}: {slip}" for language, place, text in sentences() for slip in slips(text, language)]
    assert not [each for each in found if not each.startswith(LOWER_CASE)]


LOWER_CASE = (
    "samurai/page.coach.goal_line",
    "table/messages.misdeclared",
    "text_ui/messages.folder_no_page",
    "text_ui/messages.plot_png",
    "yedo/terminal.menu_more",
)
"""Sentences where a command, or a fragment with a verb, follows a colon."""


def test_no_sentence_has_a_retired_phrase() -> None:
    assert not [
        fault
        for language, place, text in sentences()
        for fault in retired(text, "words", language, place, listed())
    ]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_no_document_has_a_retired_phrase(page: Path) -> None:
    place = str(page.relative_to(ROOT))
    text = page.read_text(encoding="utf-8")
    assert page.name in GENERATED or not list(retired(text, "documents", "en", place, listed()))


def spoken_sources() -> Iterator[tuple[str, str]]:
    for folder in SPOKEN:
        for path in sorted((ROOT / folder).rglob("*")):
            if path.suffix in {".py", ".ts", ".svelte"}:
                source = path.read_text(encoding="utf-8")
                texts = docstrings(source) if path.suffix == ".py" else page_comments(source)
                for text in texts:
                    yield str(path.relative_to(ROOT)), text


def test_no_docstring_has_a_retired_phrase() -> None:
    assert not [
        fault for place, text in spoken_sources() for fault in retired(text, "sources", "en", place, listed())
    ]


def test_every_exception_is_still_needed() -> None:
    everything = {place for _, place, _ in sentences()} | {str(page.relative_to(ROOT)) for page in PAGES}
    everything |= {place for place, _ in spoken_sources()}
    for phrase in listed():
        for exception in phrase.exceptions:
            assert any(place.startswith(exception) for place in everything), exception


# The checks themselves, with sentences that are wrong on purpose.


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "You can't."),
        ("en", 'Choose "End turn".'),
        ("en", "Choose „End turn“."),
        ("en", "It wins 95 % of games."),
        ("de", "Das geht's."),
        ("de", "Wähle “Ende”."),
        ("de", "Er gewinnt {n}% der Partien."),
        ("de", "Das geht nicht: es ist zu spät."),
    ],
)
def test_a_slip_is_found(language: str, text: str) -> None:
    assert len(list(slips(text, language))) == 1


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "You can’t: pip install 'kabuto[play]'. “Yes”, 95%."),
        ("de", "Wähle „Ende“: Es ist Zeit. 95 %, im 95-%-Bereich: neben den Plan."),
    ],
)
def test_a_good_sentence_passes(language: str, text: str) -> None:
    assert not list(slips(text, language))


BAD = {
    "en": "Nobody goes on with it; the thinker is told that a lot is set aside.",
    "de": "Die Wache verhaftet ihn, wenn er im Viertel nach Hause geht; Wähl neu.",
}


@pytest.mark.parametrize(("language", "number"), [("en", 5), ("de", 5)])
def test_a_retired_phrase_is_found_and_says_what_to_write(language: str, number: int) -> None:
    found = list(retired(BAD[language], "words", language, "here/key", listed()))
    assert len(found) == number
    assert all(fault.startswith("here/key: “") and " is retired: " in fault for fault in found)


def test_an_exception_is_passed_over() -> None:
    colour = "no color"
    assert list(retired(colour, "words", "en", "text_ui/messages.other", listed()))
    assert not list(retired(colour, "words", "en", "text_ui/messages.option_no_color", listed()))
