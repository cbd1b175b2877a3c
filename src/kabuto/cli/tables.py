"""How each game is shown at a terminal: which module, and what it has to offer."""

from collections.abc import Sequence
from typing import Any, Protocol

from kabuto.cli.screen import Screen
from kabuto.cli.speech import sentence
from kabuto.table import BadOption, faces


class Table(Protocol):
    """A game as a terminal shows it; it is given views and prints what they hold."""

    def __init__(self, screen: Screen, who: Sequence[str]) -> None: ...

    def show(self, view: Any) -> None:
        """Print the whole game as it stands."""

    def status(self, view: Any) -> str:
        """What there is to do now, in a line."""

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
    def ending(game: Any) -> str:
        """How a game came to its end, as a key into the sentences of the interface."""

    @staticmethod
    def turns(game: Any) -> int:
        """How many turns a game has had."""


def table_class(game: str) -> type[Table]:
    """How a game is shown."""
    found: type[Table] | None = faces.face(game, "terminal")
    if found is None:
        raise BadOption(sentence("no_table", name=game[:40], known=faces.having("terminal")), "game")
    return found
