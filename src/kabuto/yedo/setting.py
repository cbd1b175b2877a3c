"""The setting of a game: players, board, cards and options."""

from collections.abc import Mapping
from dataclasses import dataclass

from kabuto.table import Value
from kabuto.yedo.board import Board, board
from kabuto.yedo.cards import CardSet, card_set


@dataclass(frozen=True)
class Setting:
    """What does not change during a game."""

    players: int
    board: Board
    cards: CardSet
    overbids: bool
    """Whether a bid may exceed the bidder's money."""

    @classmethod
    def of(cls, options: Mapping[str, Value]) -> "Setting":
        """The setting that options describe."""
        players = int(options["players"])
        return cls(players, board(players), card_set(str(options["cards"])), bool(options["overbids"]))
