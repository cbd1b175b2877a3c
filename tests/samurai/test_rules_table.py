"""Every statement and ruling has a test or a reason, every paragraph of the texts a statement or a name."""

import re

from tests.support.statements import Listing, carriers, faults, is_written

from .rules_table import FOLDER, PAGE, with_rulings


def test_statements_tests_and_paragraphs_fit_together() -> None:
    assert faults(Listing.beside(FOLDER), carriers(FOLDER)) == []


def test_no_number_is_given_up() -> None:
    listing = Listing.beside(FOLDER)
    assert [*listing.statements][:109] == [f"K{n}" for n in range(1, 110)]
    assert [*listing.rulings][:40] == [f"J{n}" for n in range(1, 41)]


def test_a_ruling_asks_what_the_page_of_the_game_answers() -> None:
    listing = Listing.beside(FOLDER)
    text = (listing.page.parent / "samurai.md").read_text("utf-8")
    asked = re.findall(r"^\| (\d+) \| (\w)(.*?) \|", text, re.MULTILINE)
    listed = [(number, ruling.says) for number, ruling in listing.rulings.items()]
    assert listed == [(f"J{number}", f"{first.upper()}{rest}") for number, first, rest in asked]


def test_the_page_is_up_to_date() -> None:
    assert is_written(FOLDER), "python -m tests.samurai.rules_table"


def test_the_page_has_the_rulings_as_they_are_listed() -> None:
    text = PAGE.read_text("utf-8")
    assert with_rulings(text) == text, "python -m tests.samurai.rules_table"
