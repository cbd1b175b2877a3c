"""Yedo: the complete game in the Samurai version, with cards of our own."""

from kabuto.yedo.board import Board, board
from kabuto.yedo.cards import CardSet, card_set, load_cards
from kabuto.yedo.game import Yedo
from kabuto.yedo.moves import Move
from kabuto.yedo.options import OPTIONS
from kabuto.yedo.phases.scoring import YedoOutcome
from kabuto.yedo.views.view import YedoView
from kabuto.yedo.wording.bid_warnings import explain

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
