"""Card sets: the two that come with the game, and others that a folder holds."""

import copyreg
import os
from functools import cache
from importlib.resources import as_file, files
from pathlib import Path
from typing import Any

from kabuto.table.errors import BadOption, Unavailable, short
from kabuto.yedo.cards.loader import read_folder
from kabuto.yedo.cards.model import Action, Bonus, Card, CardSet, Effect, Event, Favour, Mission, Part
from kabuto.yedo.words import WORDS

CITY, HOUSE = "city", "house"
BUILT_IN = (CITY, HOUSE)
"""The card sets that come with the game; new games take the first one."""
FOLDERS = "KABUTO_CARDS"
"""The variable of the environment by which other processes learn where card sets are."""
_LOADED: dict[str, Path] = {}


def known() -> tuple[str, ...]:
    """The names of all card sets: those that come with the game, then those of folders."""
    return (*BUILT_IN, *sorted(_LOADED))


def card_set(name: str) -> CardSet:
    """A card set by name."""
    if name not in BUILT_IN and name not in _LOADED:
        _inherit(name)
    if name not in BUILT_IN and name not in _LOADED:
        raise Unavailable(WORDS.say("no_card_set", name=short(name), known=list(known())), "cards")
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
    if name in BUILT_IN:
        raise BadOption(WORDS.say("card_set_built_in", name=name), str(folder))
    if name in _LOADED and _LOADED[name] != folder.resolve():
        raise BadOption(WORDS.say("card_set_taken", name=name), str(folder))
    read_folder(folder, name)
    _LOADED[name] = folder.resolve()
    os.environ[FOLDERS] = os.pathsep.join(map(str, _LOADED.values()))
    return name


@cache
def _read(name: str) -> CardSet:
    if name in BUILT_IN:
        with as_file(files(__package__) / name) as folder:
            return read_folder(folder, name)
    return read_folder(_LOADED[name], name)


def _same_set(name: str, digest: str) -> CardSet:
    cards = card_set(name)
    if cards.digest != digest:
        raise ValueError(f"the card set {name} is another one in this process")
    return cards


def _pickled(cards: CardSet) -> tuple[Any, ...]:
    """In another process the set is read there, and has to be the same."""
    return _same_set, (cards.name, cards.digest)


copyreg.pickle(CardSet, _pickled)


__all__ = [
    "BUILT_IN",
    "CITY",
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
    "known",
    "load_cards",
]
