"""What every game has: the contract, options, records, errors and the registry."""

from kabuto.table import faces, manifests
from kabuto.table.errors import BadOption, BadRecord, IllegalMove, Refused
from kabuto.table.event import Event
from kabuto.table.game import Entry, Game, Move, Outcome, Shows, View
from kabuto.table.options import Option, Preset, Value
from kabuto.table.registry import game_class, games, load, new, register
from kabuto.table.rules_game import Rules, RulesGame
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
    "Preset",
    "Refused",
    "Rules",
    "RulesGame",
    "Seat",
    "Text",
    "Value",
    "View",
    "Word",
    "faces",
    "game_class",
    "games",
    "load",
    "manifests",
    "new",
    "register",
]


def _showing() -> Shows:
    """What shows a game when it is printed, imported then."""
    from kabuto.table import showing

    return showing


Game._shows = staticmethod(_showing)
