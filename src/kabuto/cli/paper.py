"""A screen of paper: what a table would print is written down, for whoever reads it elsewhere."""

from collections.abc import Callable, Iterable

from kabuto.cli.screen import Screen
from kabuto.table.drawing import UNICODE, Line


class Paper(Screen):
    """A screen in one language that no person sits at."""

    def __init__(self, language: str) -> None:
        self.language = language
        self.is_terminal = self.is_asked = self.ascii = False
        self.marks = UNICODE
        self._lines: list[str] = []

    def lines(self, lines: Iterable[Line]) -> None:
        """Write lines down."""
        self._lines += ["".join(self._fit(text) for text, _ in line).rstrip() for line in lines]

    def written(self, show: Callable[[], object]) -> str:
        """What something prints, as text."""
        self._lines = []
        show()
        return "\n".join(self._lines).strip("\n")
