"""What a move of Samurai brings about; captures, which are events too, are in ``influence``."""

from dataclasses import dataclass
from typing import Any

from kabuto import table
from kabuto.samurai.board import SPACES
from kabuto.samurai.influence import Capture
from kabuto.samurai.moves import Move, Verb
from kabuto.samurai.tokens import FIGURES, TOKENS, UNKNOWN, codes
from kabuto.table import Event


@dataclass(frozen=True, slots=True)
class TokenChosen(Event):
    """A seat chose a token for its opening hand."""

    seat: int
    token: str | None
    """None for whoever may not see it."""


@dataclass(frozen=True, slots=True)
class FigurePlaced(Event):
    """A seat put a figure on the map during set-up."""

    seat: int
    figure: str
    space: str


@dataclass(frozen=True, slots=True)
class TokenPlayed(Event):
    """A seat laid a token on the map."""

    seat: int
    token: str
    space: str


@dataclass(frozen=True, slots=True)
class FiguresExchanged(Event):
    """A seat exchanged two figures."""

    seat: int
    space: str
    figure: str
    other_space: str
    other_figure: str


@dataclass(frozen=True, slots=True)
class TokenMoved(Event):
    """A seat moved one of its tokens, and a token exchange lies in its place."""

    seat: int
    space: str
    other_space: str


@dataclass(frozen=True, slots=True)
class TurnEnded(Event):
    """A seat ended its turn."""

    seat: int


@dataclass(frozen=True, slots=True)
class TokensDrawn(Event):
    """A seat filled its hand up."""

    seat: int
    number: int
    tokens: tuple[str, ...] | None
    """None for whoever may not see them."""


@dataclass(frozen=True, slots=True)
class Entry(table.Entry[Move]):
    """One line of the log."""

    captures: tuple[Capture, ...]
    drawn: tuple[int, ...] = ()
    """The tokens that were drawn; UNKNOWN ones for whoever may not see them."""

    @property
    def events(self) -> tuple[Event, ...]:
        """What the move brought about, as the viewer saw it."""
        return happened(self)

    def to_json(self) -> dict[str, Any]:
        captures = [capture.to_json() for capture in self.captures]
        return {"seat": self.seat, "move": str(self.move), "captures": captures}


def happened(entry: Entry) -> tuple[Event, ...]:
    """The events of one line of a log, in the order in which they happen."""
    seat, move = entry.seat, entry.move
    space, other = SPACES[move.space].name, SPACES[move.other_space].name
    match move.verb:
        case Verb.CHOOSE:
            return (TokenChosen(seat, None if move.token == UNKNOWN else TOKENS[move.token].code),)
        case Verb.PUT:
            return (FigurePlaced(seat, FIGURES[move.figure], space),)
        case Verb.END:
            drawn = entry.drawn
            tokens = None if UNKNOWN in drawn else tuple(codes(drawn))
            draw = (TokensDrawn(seat, len(drawn), tokens),) if drawn else ()
            return (TurnEnded(seat), *entry.captures, *draw)
        case Verb.EXCHANGE_FIGURES:
            figures = FIGURES[move.figure], FIGURES[move.other_figure]
            return (FiguresExchanged(seat, space, figures[0], other, figures[1]), *entry.captures)
        case Verb.EXCHANGE_TOKENS:
            return (TokenMoved(seat, space, other), *entry.captures)
        case Verb.PLAY:
            return (TokenPlayed(seat, TOKENS[move.token].code, space), *entry.captures)
