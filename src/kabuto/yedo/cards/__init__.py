"""Card sets: the house's own, and others that a folder holds."""

import os
from functools import cache
from importlib.resources import as_file, files
from pathlib import Path

from kabuto.table.errors import BadOption, short
from kabuto.yedo.cards.model import Action, Bonus, Card, CardSet, Effect, Event, Favour, Mission, Part
from kabuto.yedo.cards.reading import read_folder
from kabuto.yedo.sentences import WORDS

HOUSE = "house"
FOLDERS = "KABUTO_CARDS"
"""The variable of the environment by which other processes learn where card sets are."""
_LOADED: dict[str, Path] = {}


def card_set(name: str) -> CardSet:
    """A card set by name."""
    if name != HOUSE and name not in _LOADED:
        _inherit(name)
    if name != HOUSE and name not in _LOADED:
        known = [HOUSE, *sorted(_LOADED)]
        raise BadOption(WORDS.say("no_card_set", name=short(name), known=known), "cards")
    return _read(name)


def _inherit(name: str) -> None:
    """Load a card set that the process which started this one has loaded."""
    for folder in map(Path, os.environ.get(FOLDERS, "").split(os.pathsep)):
        if folder.name == name and folder.is_dir():
            load_cards(folder)


def load_cards(folder: Path) -> str:
    """Load the card set of a folder and give the name by which ``cards=…`` asks for it.

    Processes started from now on know it too.
    """
    name = folder.resolve().name
    if name == HOUSE:
        raise BadOption(WORDS.say("card_set_house"), str(folder))
    if name in _LOADED and _LOADED[name] != folder.resolve():
        raise BadOption(WORDS.say("card_set_taken", name=name), str(folder))
    read_folder(folder, name)
    _LOADED[name] = folder.resolve()
    os.environ[FOLDERS] = os.pathsep.join(map(str, _LOADED.values()))
    return name


@cache
def _read(name: str) -> CardSet:
    if name == HOUSE:
        with as_file(files(__package__) / HOUSE) as folder:
            return read_folder(folder, HOUSE)
    return read_folder(_LOADED[name], name)


__all__ = [
    "HOUSE",
    "Action",
    "Bonus",
    "Card",
    "CardSet",
    "Effect",
    "Event",
    "Favour",
    "Mission",
    "Part",
    "card_set",
    "load_cards",
]
