"""What a screen far away is sent about a game: typed by the game, and made from views alone.

A game that has a screen of its own brings a ``Wire``. Every other game is shown by the plain wire, which the
server makes from the contract. Nothing here needs a library: the types of a game's messages may be whatever
its encoder takes.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from kabuto.table.options import Value
from kabuto.table.text import Parts

Sentence = Parts
"""A sentence in one language, in parts: plain text, and marks of the things it speaks of."""


@dataclass(frozen=True, kw_only=True)
class Wire:
    """How one game travels. Every function takes views, or what stands in them, and a language."""

    name: str
    """What clients ask for: the name of the game."""
    types: Mapping[str, Any]
    """The types of what the functions make: ``position``, ``private``, ``events``, ``details``, ``frame``,
    and ``preview``, ``reference`` and ``lessons`` where there are any."""
    position: Callable[[Any, str], Any]
    """What a view shows of the table: ``position(view, language)``."""
    private: Callable[[Any, str], Any]
    """What only the seat of a view has: ``private(view, language)``."""
    events: Callable[[Any, Any, str], Any]
    """What a move of a view's log brought about: ``events(view, entry, language)``."""
    details: Callable[[Any, str], Any]
    """How a game ended, beyond winners and ranking: ``details(outcome, language)``."""
    frame: Callable[[Sequence[Any], str], Any]
    """One moment of a replay, as some seats know it together: ``frame(views, language)``."""
    shows: Callable[[Any], bool] = lambda entry: True
    """Whether a move of a log shows on the table: one that does not, such as the end of a turn, needs no
    picture of its own: ``shows(entry)``."""
    preview: Callable[[Any, Any, str], Any] | None = None
    """What a legal move of the seat of a view would bring about: ``preview(view, move, language)``. Pages ask
    while somebody points at it, so it has to be quick."""
    reference: Callable[[Mapping[str, Value], str], Any] | None = None
    """What does not change in a game with some options, such as its cards: ``reference(options, language)``.
    Clients ask for it once."""
    lessons: Callable[[str], Any] | None = None
    """Lessons to play through: ``lessons(language)``."""


PARTS = ("position", "private", "events", "details", "frame")
"""What every wire makes."""
