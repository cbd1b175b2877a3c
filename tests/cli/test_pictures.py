"""The picture of the terminal in the documentation."""

import runpy
from pathlib import Path

FOLDER = Path(__file__).parents[2] / "docs" / "pictures"


def test_the_picture_shows_the_terminal_as_it_is() -> None:
    make = runpy.run_path(str(FOLDER / "make.py"))
    drawn = make["svg"](make["screen"]())
    assert drawn == (FOLDER / "terminal.svg").read_text(encoding="utf-8"), "run docs/pictures/make.py again"
