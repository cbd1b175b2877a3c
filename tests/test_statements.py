"""The lists of statements: a broken one is noticed, and every game's page can be found."""

import re
import tomllib
from pathlib import Path

import pytest

from .support import statements
from .support.statements import Listing, carriers, faults, written

ROOT = Path(__file__).parents[1]
FOLDERS = sorted(path.parent for path in (ROOT / "tests").glob("*/statements.toml"))

WHOLE = """
page = "kites.md"
command = "python -m kites"
title = "Kites: statements and tests"
about = "What the rules of kites state."

[[texts]]
label = "book"
title = "The rules of kites"
sections = [["The kite", 2], ["The wind", 1]]
background = { "A.1" = "a story" }

[statements]
K1 = { in = "book A.2 B.1", says = "A kite flies in wind." }
K2 = { in = "book B.1", says = "Wind is outside.", without = "about the weather" }

[rulings]
J1 = { says = "No wind? The kite lies." }
"""
MARKED = '@rule("K1", "J1")\ndef test_it_flies() -> None: ...\n\n\ndef test_other() -> None: ...\n'
TESTS = {"K1": ["kites: `test_it_flies`"], "J1": ["kites: `test_it_lies`"]}


def kites(text: str = WHOLE, tests: dict[str, list[str]] = TESTS) -> list[str]:
    """The faults of a small list."""
    return faults(Listing.of(tomllib.loads(text)), tests)


def test_a_whole_list_has_no_fault() -> None:
    assert kites() == []


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ("book A.2 B.1", "book A.2 B.2", "K1 is said to be in book B.2, which is not listed"),
        ("book A.2 B.1", "page A.2", "K1 is said to be in page A.2, which is not listed"),
        ('"book B.1"', '""', "K2 names no paragraph"),
        ('"The kite", 2', '"The kite", 3', "book A.3 (The kite) has no statement"),
        ('"A.1" =', '"A.2" =', "book A.2 is named as background and has statements"),
        ('"A.1" =', '"C.1" =', "book C.1 is named as background and not listed"),
        (', without = "about the weather"', "", "K2 has neither a test nor a reason: Wind is outside."),
    ],
)
def test_a_broken_list_is_noticed(old: str, new: str, fault: str) -> None:
    assert old in WHOLE
    assert fault in kites(WHOLE.replace(old, new))


@pytest.mark.parametrize(
    ("tests", "fault"),
    [
        ({**TESTS, "K7": ["kites: `test_it_sings`"]}, "kites: `test_it_sings`: there is no statement K7"),
        ({"K1": TESTS["K1"]}, "J1 has neither a test nor a reason: No wind? The kite lies."),
        ({**TESTS, "K2": ["kites: `test_wind`"]}, "K2 has a test and a reason why it has none"),
    ],
)
def test_tests_that_do_not_fit_the_list_are_noticed(tests: dict[str, list[str]], fault: str) -> None:
    assert kites(tests=tests) == [fault]


def test_a_number_that_is_given_twice_is_refused() -> None:
    with pytest.raises(tomllib.TOMLDecodeError):
        Listing.of(tomllib.loads(WHOLE.replace("K2 =", "K1 =")))


def test_the_page_shows_statements_tests_and_paragraphs() -> None:
    page = written(Listing.of(tomllib.loads(WHOLE)), TESTS)
    assert "| K1 | A kite flies in wind. | book A.2 B.1 | kites: `test_it_flies` |" in page
    assert "| K2 | Wind is outside. | book B.1 | no test: about the weather |" in page
    assert "| J1 | No wind? The kite lies. | kites: `test_it_lies` |" in page
    assert (
        "| A.1 | The kite | *background: a story* |\n| A.2 | The kite | K1 |\n| B.1 | The wind | K1, K2 |"
        in page
    )
    assert "python -m kites" in page


def test_the_tests_that_carry_a_number_are_found(tmp_path: Path) -> None:
    (tmp_path / "test_kites.py").write_text(MARKED)
    assert carriers(tmp_path) == {number: ["kites: `test_it_flies`"] for number in ("K1", "J1")}


def test_a_stale_page_is_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(statements, "DOCS", tmp_path)
    (tmp_path / "statements.toml").write_text(WHOLE)
    (tmp_path / "test_kites.py").write_text(MARKED)
    statements.write(tmp_path)
    assert statements.is_written(tmp_path)
    (tmp_path / "test_kites.py").write_text(MARKED.replace("it_flies", "it_soars"))
    assert not statements.is_written(tmp_path)
    statements.write(tmp_path)
    (tmp_path / "statements.toml").write_text(WHOLE.replace("flies in wind", "needs wind"))
    assert not statements.is_written(tmp_path)


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda path: str(path.name))
def test_every_page_of_statements_is_in_the_list_and_linked_from_its_game(folder: Path) -> None:
    page = Listing.beside(folder).page
    assert re.search(rf": {re.escape(page.name)}$", (ROOT / "mkdocs.yml").read_text("utf-8"), re.MULTILINE)
    assert f"]({page.name}" in (page.parent / f"{folder.name}.md").read_text("utf-8")


def test_every_game_here_has_a_list() -> None:
    assert [folder.name for folder in FOLDERS] == ["samurai", "yedo"]


def test_no_number_means_two_things() -> None:
    numbers = [number for folder in FOLDERS for number in Listing.beside(folder).every]
    assert len(set(numbers)) == len(numbers)
