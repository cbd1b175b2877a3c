"""Yedo: the complete game in the Samurai version, with cards of our own."""

from kabuto.yedo.board import Board, board
from kabuto.yedo.cards import CardSet, card_set, load_cards
from kabuto.yedo.ending import YedoOutcome
from kabuto.yedo.explaining import explain
from kabuto.yedo.game import Yedo
from kabuto.yedo.moves import Move
from kabuto.yedo.options import OPTIONS
from kabuto.yedo.view import YedoView

__all__ = [
    "OPTIONS",
    "Board",
    "CardSet",
    "Move",
    "Yedo",
    "YedoOutcome",
    "YedoView",
    "board",
    "card_set",
    "explain",
    "load_cards",
]
