"""What every game has: the contract, options, records, errors and the registry."""

from kabuto.table import faces
from kabuto.table.errors import BadOption, BadRecord, IllegalMove, Refused
from kabuto.table.event import Event
from kabuto.table.game import Entry, Game, Move, Outcome, View
from kabuto.table.options import Option, Value
from kabuto.table.registry import game_class, games, load, new, register
from kabuto.table.text import Catalogue, Mark, Seat, Text, Word

__all__ = [
    "BadOption",
    "BadRecord",
    "Catalogue",
    "Entry",
    "Event",
    "Game",
    "IllegalMove",
    "Mark",
    "Move",
    "Option",
    "Outcome",
    "Refused",
    "Seat",
    "Text",
    "Value",
    "View",
    "Word",
    "faces",
    "game_class",
    "games",
    "load",
    "new",
    "register",
]
