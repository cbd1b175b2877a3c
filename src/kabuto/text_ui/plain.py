"""A plain terminal table for games that bring none of their own, made from the contract alone."""

from collections.abc import Sequence
from functools import cache
from itertools import groupby
from typing import Any, ClassVar

from kabuto.table import Game, IllegalMove, Text, View, game_class
from kabuto.table.showing import lines
from kabuto.table.terminal import Screen, Table
from kabuto.text_ui.language import sentence


@cache
def plain_table(game: str) -> type[Table]:
    """The plain table of a game."""
    return type("PlainTable", (PlainTable,), {"game": game})


class PlainTable:
    """A game as a terminal shows it when the game itself does not say how."""

    game: ClassVar[str]
    """The name of the game."""

    def __init__(self, screen: Screen, who: Sequence[str]) -> None:
        self.screen = screen
        self.who = who
        """Seat → who sits there."""

    def show(self, view: View) -> None:
        """Print the game as ``print(game)`` shows it."""
        self.screen.lines(lines(self.game, view))

    def status(self, view: View) -> str:
        """What to do now, in a line."""
        return self._example("plain_status", view)

    def task(self, view: View) -> str:
        """What the seat to move has to do."""
        return self._example("plain_task", view)

    def seat(self, seat: int) -> str:
        """A seat and who sits there."""
        return f"{self._mark(seat)} {seat} {self.who[seat]}".rstrip()

    def split(self, written: str) -> list[str]:
        """The moves of a line: one that has spaces in it, or one per word."""
        return [written] if self._read(written) else written.split()

    def canonical(self, written: str) -> str:
        """A move as the notation writes it, from text in any case."""
        read = (self._read(text) for text in (written, written.lower(), written.upper()))
        return next(filter(None, read), written)

    def look(self, view: View, written: str) -> bool:
        """List the legal moves that begin with the text; False if none does."""
        begun = [str(move) for move in view.legal_moves() if str(move).lower().startswith(written.lower())]
        if begun:
            self.screen.say("plain_begun", number=len(begun), begun=written, moves=", ".join(begun))
        return bool(begun)

    def describe(self, view: View, move: Any, past: bool = False) -> str:
        """A move by its notation."""
        return str(move)

    def story(self, view: View, turn: Sequence[Any]) -> None:
        """Print the moves of a turn."""
        self.screen.words(f"{self.seat(turn[0].seat)}: {', '.join(str(entry.move) for entry in turn)}")

    def captures(self, view: View, entries: Sequence[Any]) -> None:
        """What moves brought about is seen on the table."""

    def moves(self, view: View) -> None:
        """Print the legal moves."""
        self.screen.words(", ".join(map(str, view.legal_moves())) or "–")

    def log(self, view: View) -> None:
        """Print every move so far."""
        for number in range(1, view.ply + 1):
            self.ply(view, number)

    def ply(self, view: View, number: int) -> None:
        """Print one move of the log, counted from 1."""
        entry = view.log[number - 1]
        self.screen.words(f"{number:>4}. {self._mark(entry.seat)} {entry.seat}  {entry.move}")

    def hand(self, view: View) -> None:
        """Print what the seat knows: its hand is there, too."""
        self.show(view)

    def unplayed(self, view: View) -> None:
        """The contract does not tell it."""
        self.screen.say("plain_untold")

    def score(self, view: View) -> None:
        """Print how it ended; before, the contract tells no score."""
        if view.outcome is None:
            self.screen.say("plain_untold")
        self.result(view)

    def result(self, view: View) -> None:
        """Print how the game ended, if it did."""
        if view.outcome is None:
            return
        self.screen.say("game_over")
        for number, step in enumerate(view.outcome.steps, 1):
            self.screen.words(f"{number}. {self.screen.translate(step)}")

    def help(self, view: View) -> None:
        """Print how to write moves."""
        self.screen.say("plain_help", game=self.game.capitalize())

    @staticmethod
    def open_view(game: Game[Any, Any]) -> View:
        """What everybody sees: the contract has no view that hides nothing."""
        return game.view(None)

    @staticmethod
    def ending(game: Game[Any, Any]) -> Text:
        """Every game that ends has been played to its end."""
        return sentence("plain_ended")

    @staticmethod
    def turns(game: Game[Any, Any]) -> int:
        """How often another seat went on."""
        return sum(1 for _ in groupby(game.view(None).log, key=lambda entry: entry.seat))

    def _example(self, key: str, view: View) -> str:
        legal = view.legal_moves()
        return self.screen.text(key, number=len(legal), example=legal[0] if legal else "–")

    def _mark(self, seat: int) -> str:
        marks = self.screen.marks.seats
        return marks[seat % len(marks)]

    def _read(self, text: str) -> str:
        """The notation of the move that a text stands for; empty if it stands for none."""
        try:
            return str(game_class(self.game).move_type.parse(text))
        except IllegalMove:
            return ""
