"""What a game that is shown at a terminal brings, and the screen that it is given."""

from collections.abc import Iterable, Sequence
from typing import Any, Protocol

from kabuto.table.drawing import Line, Marks, Picture
from kabuto.table.text import Text


class Screen(Protocol):
    """Where a table prints: one language, with colours or without."""

    language: str
    marks: Marks

    def text(self, key: str, /, **values: Any) -> str:
        """A sentence of the interface in the person's language."""

    def translate(self, text: str) -> str:
        """A sentence of a game in the person's language."""

    def fit(self, text: str) -> str:
        """Text in the characters that the screen has, which may be more: ``ue`` for ``ü``."""

    def say(self, key: str, /, **values: Any) -> None:
        """Print a sentence of the interface."""

    def words(self, text: str, hanging: int = 0) -> None:
        """Print words, wrapped to the screen; a paragraph keeps its indent, or hangs by so much."""

    def line(self, line: Line = ()) -> None:
        """Print one line as it is."""

    def lines(self, lines: Iterable[Line]) -> None:
        """Print lines as they are."""

    def show(self, picture: Picture) -> None:
        """Print a picture."""

    def table(self, headings: Sequence[str], rows: Iterable[Sequence[object]]) -> None:
        """Print a table; every column but the first is flush right."""


class Table(Protocol):
    """A game as a terminal shows it; it is given views and prints what they hold."""

    def __init__(self, screen: Screen, who: Sequence[str]) -> None: ...

    def show(self, view: Any) -> None:
        """Print the whole game as it stands."""

    def status(self, view: Any) -> str:
        """What to do now, in a line."""

    def task(self, view: Any) -> str:
        """What the seat to move has to do, for somebody who sits at no keyboard."""

    def seat(self, seat: int) -> str:
        """A seat and who sits there."""

    def split(self, written: str) -> list[str]:
        """The moves that a line names."""

    def canonical(self, written: str) -> str:
        """A move as the notation writes it, from text in any case."""

    def look(self, view: Any, written: str) -> bool:
        """Show what the text names, if it names a thing of the game."""

    def describe(self, view: Any, move: Any, past: bool = False) -> str:
        """A move in words, one to be made or one that was made."""

    def story(self, view: Any, turn: Sequence[Any]) -> None:
        """Print a turn in words."""

    def captures(self, view: Any, entries: Sequence[Any]) -> None:
        """Print what these moves brought about."""

    def moves(self, view: Any) -> None:
        """Print the legal moves."""

    def log(self, view: Any) -> None:
        """Print every move so far."""

    def ply(self, view: Any, number: int) -> None:
        """Print one move of the log, counted from 1."""

    def hand(self, view: Any) -> None:
        """Print the hand."""

    def unplayed(self, view: Any) -> None:
        """Print what every seat still has to play."""

    def score(self, view: Any) -> None:
        """Print how the seats stand."""

    def result(self, view: Any) -> None:
        """Print how the game ended, if it did."""

    def help(self, view: Any) -> None:
        """Print the rules in brief."""

    @staticmethod
    def open_view(game: Any) -> Any:
        """A spectator's view that hides nothing."""

    @staticmethod
    def ending(game: Any) -> Text:
        """How a game came to its end, in a few words."""

    @staticmethod
    def turns(game: Any) -> int:
        """How many turns a game has had."""
