"""Every statement and ruling has a test or a reason, every paragraph of the reference a statement."""

from tests.support.statements import Listing, carriers, faults, is_written

from .rules_table import FOLDER


def test_statements_tests_and_paragraphs_fit_together() -> None:
    assert faults(Listing.beside(FOLDER), carriers(FOLDER)) == []


def test_no_number_is_given_up() -> None:
    listing = Listing.beside(FOLDER)
    assert [*listing.statements][:218] == [f"Y{n}" for n in range(1, 219)]
    assert [*listing.rulings][:66] == [f"Q{n}" for n in range(1, 67)]


def test_the_page_is_up_to_date() -> None:
    assert is_written(FOLDER), "python -m tests.yedo.rules_table"
