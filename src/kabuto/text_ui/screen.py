"""What the terminal can show and ask: colours or not, one language, a person or a pipe at the other end."""

import os
import sys
import textwrap
from collections.abc import Iterable, Sequence
from shutil import get_terminal_size
from typing import TYPE_CHECKING, Any

from kabuto.table.drawing import ASCII, BASIC_STYLES, STYLES, UNICODE, Line, Picture, columns, rich_style
from kabuto.table.text import translate
from kabuto.text_ui.language import printable, text_of

if TYPE_CHECKING:
    from rich.console import Console

WIDTH = 80
_TO_ASCII = str.maketrans(
    {"ä": "ae", "ö": "oe", "ü": "ue", "Ä": "Ae", "Ö": "Oe", "Ü": "Ue", "ß": "ss"}
    | {
        "–": "-",
        "…": "...",
        "·": "-",
        "»": ">",
        "→": "->",
        "×": "x",
        "†": "*",
        "„": '"',
        "“": '"',
        "”": '"',
        "’": "'",
    }
    | dict(zip(UNICODE.seats, ASCII.seats, strict=True))
)
CLEAR = "\033[2J\033[3J\033[H"
"""Empties the screen and what could be scrolled back to."""


class Screen:
    """Where a command prints and asks."""

    def __init__(self, language: str = "en", *, ascii_only: bool = False, colour: bool = True) -> None:
        self.language = language
        self.is_terminal = sys.stdout.isatty()
        """Whether a person looks at it."""
        self.is_asked = self.is_terminal and sys.stdin.isatty()
        """Whether a person sits at the keyboard too."""
        self.ascii = ascii_only or not _can_show(UNICODE.seats)
        self.marks = ASCII if self.ascii else UNICODE
        self._console = _coloured() if colour and self.is_terminal and _wants_colour() else None
        many = self._console and self._console.color_system in ("256", "truecolor")
        self._styles = STYLES if many else BASIC_STYLES
        if self.is_asked:
            _line_editing()

    @property
    def width(self) -> int:
        """How long a line of words may be."""
        return min(get_terminal_size((WIDTH, 50)).columns, 100) if self.is_terminal else WIDTH

    def text(self, key: str, /, **values: Any) -> str:
        """A sentence of the interface in the person's language."""
        return text_of(self.language, key, **values)

    def translate(self, text: str) -> str:
        """A sentence of a game in the person's language."""
        return translate(text, self.language)

    def say(self, key: str, /, **values: Any) -> None:
        """Print a sentence of the interface."""
        self.words(self.text(key, **values))

    def words(self, text: str, hanging: int = 0) -> None:
        """Print words, wrapped to the screen; a paragraph keeps its indent, or hangs by so much."""
        for paragraph in self.fit(text).split("\n"):
            indent = " " * (hanging or len(paragraph) - len(paragraph.lstrip()))
            for line in _wrap(paragraph, self.width, indent):
                self.line([(line, "")])

    def line(self, line: Line = ()) -> None:
        """Print one line as it is."""
        self.lines([line])

    def lines(self, lines: Iterable[Line]) -> None:
        """Print lines as they are."""
        for line in lines:
            if self._console:
                from rich.text import Text

                pieces = [(self.fit(text), rich_style(style, self._styles)) for text, style in line]
                self._console.print(Text.assemble(*pieces))
            else:
                print("".join(self.fit(text) for text, _ in line).rstrip())

    def show(self, picture: Picture) -> None:
        """Print a picture."""
        self.lines(picture.lines())

    def table(self, headings: Sequence[str], rows: Iterable[Sequence[object]]) -> None:
        """Print a table; every column but the first is flush right."""
        self.lines(columns(headings, rows))

    def ask(self, prompt: str) -> str:
        """What the person writes; ``EOFError`` when there is nothing more."""
        prompt = self.fit(prompt)
        if self.is_asked:
            return input(prompt).strip()
        sys.stdout.write(prompt)
        sys.stdout.flush()
        line = sys.stdin.readline()
        # A pipe does not echo: without the command, what was printed could not be followed.
        print(self.fit(line.rstrip("\n")))
        if not line:
            raise EOFError
        return line.strip()

    def clear(self) -> None:
        """Hide everything that was shown."""
        if self.is_terminal:
            sys.stdout.write(CLEAR)
            sys.stdout.flush()

    def fit(self, text: str) -> str:
        """Text in the characters that the screen has."""
        text = printable(text)
        return to_ascii(text) if self.ascii else text


def to_ascii(text: str) -> str:
    """Text in plain characters: ``zurueck`` for ``zurück``."""
    return text.translate(_TO_ASCII)


def _wrap(paragraph: str, width: int, indent: str) -> list[str]:
    # Names of files stay whole, to be copied.
    wrapper = textwrap.TextWrapper(
        width, subsequent_indent=indent, break_on_hyphens=False, break_long_words=False
    )
    return wrapper.wrap(paragraph) or [""]


def _wants_colour() -> bool:
    return not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def _coloured() -> "Console":
    from rich.console import Console

    return Console(highlight=False, markup=False, emoji=False, soft_wrap=True)


def _can_show(text: str) -> bool:
    try:
        text.encode(sys.stdout.encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def _line_editing() -> None:
    """Arrow keys at the prompt, where the system has them."""
    try:
        import readline  # noqa: F401
    except ImportError:
        return
