"""A screen that keeps what is printed on it, for a reader who sits at no terminal."""

from collections.abc import Callable, Iterable

from kabuto.table.drawing import UNICODE, Line
from kabuto.text_ui.screen import Screen


class CapturedScreen(Screen):
    """A screen in one language that prints nothing."""

    def __init__(self, language: str) -> None:
        self.language = language
        self.is_terminal = self.is_asked = self.ascii = False
        self.marks = UNICODE
        self._lines: list[str] = []

    def lines(self, lines: Iterable[Line]) -> None:
        """Keep lines."""
        self._lines += ["".join(self.fit(text) for text, _ in line).rstrip() for line in lines]

    def capture(self, show: Callable[[], object]) -> str:
        """What a function prints, as text."""
        self._lines = []
        show()
        return "\n".join(self._lines).strip("\n")
