"""As whom programs sit at a table: a character for each program, and what a program is called.

A game may name its own programs in the section ``game`` of its words: ``program_NAME``.
"""

import re
from collections.abc import Sequence
from typing import Any

from kabuto.players import ANY_GAME, GREEDY, WORDS
from kabuto.table import Catalogue, manifests

CHARACTERS = (
    "ferryman",
    "abbess",
    "diver",
    "merchant",
    "wanderer",
    "armourer",
    "lady",
    "general",
    "priestess",
    "sage",
)
"""As whom the levels of a game sit at its tables, the weakest first."""
APART = {GREEDY: "monk", "random": "fox"}
"""Programs that are no levels of strength, and as whom they sit."""
ALL = (*CHARACTERS, *APART.values())


def programs(game: str) -> list[str]:
    """Who can take a seat of a game, the weakest first: the order in which the game lists them."""
    found = manifests.manifest(game)
    return [
        name for name in (*ANY_GAME, *found.players) if not name.endswith(":") and name not in found.unseated
    ]


def levels(game: str) -> list[str]:
    """The programs that differ in strength alone, the weakest first."""
    return [name for name in programs(game) if name not in APART]


def character(program: str, game: str) -> str:
    """As whom a program sits at a table; nobody, if a game has more programs than there are characters."""
    return APART.get(program) or dict(zip(levels(game), CHARACTERS, strict=False)).get(program, "")


def cast(seats: Sequence[str | None], game: str) -> list[str]:
    """Seat → as whom its program sits there, empty for people and strangers."""
    return [character(program, game) if program else "" for program in seats]


def names(seats: Sequence[str | None], game: str, language: str) -> list[str]:
    """Seat → what its character is called, with numbers where several play alike; empty for others."""
    found = cast(seats, game)
    return [
        (called(name, language) + (f" {found[: seat + 1].count(name)}" if found.count(name) > 1 else ""))
        if name
        else ""
        for seat, name in enumerate(found)
    ]


def called(name: str, language: str) -> str:
    """What a character is called."""
    return spoken(f"character_{name}", language)


def about(name: str, language: str) -> str:
    """A line about a character or a program, or nothing."""
    return spoken(f"about_{name}", language)


def label(program: str, game: str, language: str) -> str:
    """What a program is called: ``level3`` is Level 3."""
    level = re.fullmatch(r"level(\d+)", program)
    shown = spoken("level", language, number=level[1]) if level else spaced(program)
    return _own(game, f"program_{program}", language) or spoken(f"program_{program}", language) or shown


def spoken(key: str, language: str, **values: Any) -> str:
    """What is said of the programs of every game, or nothing."""
    return _rendered(WORDS, language, key, values)


def spaced(name: str) -> str:
    """A name of the code for people: ``null_exchange`` is Null exchange."""
    words = re.sub(r"(?<=[^\W\d])(?=\d+$)", " ", name.replace("_", " "))
    return words[:1].upper() + words[1:]


def _own(game: str, key: str, language: str) -> str:
    package = manifests.manifest(game).words
    return _rendered(Catalogue(package, "game"), language, key, {}) if package else ""


def _rendered(words: Catalogue, language: str, key: str, values: dict[str, Any]) -> str:
    try:
        return words.render(language, key, "", values)
    except (KeyError, ValueError):  # nobody says it, or not in this language
        return ""
