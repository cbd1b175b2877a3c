"""One position of the game, complete and immutable."""

from enum import StrEnum
from typing import Any, NamedTuple

from kabuto.samurai.board import SPACES
from kabuto.samurai.editions import Setting
from kabuto.samurai.influence import Capture
from kabuto.samurai.sentences import WORDS, token_mark
from kabuto.samurai.tokens import Laid
from kabuto.table import Mark, Text


class Phase(StrEnum):
    """What is being done."""

    CHOOSE = "choose"
    """Opening hands are chosen."""
    DRAFT = "draft"
    """Figures are put on the map."""
    TURN = "turn"
    """Tokens are played."""
    OVER = "over"


class State(NamedTuple):
    """A position; ``rules`` says what may follow it."""

    setting: Setting
    phase: Phase
    seat: int
    """The seat to move (without meaning when the game is over)."""
    tokens: tuple[Laid | None, ...]
    """Space → the token on it."""
    figures: tuple[int, ...]
    """Settlement → the figures in it, as a bit mask."""
    hands: tuple[tuple[int, ...], ...]
    """Seat → tokens in hand, in order of their numbers."""
    stacks: tuple[tuple[int, ...], ...]
    """Seat → tokens still to be drawn, the next one first."""
    captured: tuple[tuple[int, int, int], ...]
    """Seat → captured helmets, Buddhas, rice fields."""
    aside: tuple[int, int, int]
    """Figures that no one won."""
    played: tuple[int, ...] = ()
    """Tokens played in this turn."""
    passes: int = 0
    """Turns in succession in which nothing was played."""
    captures: tuple[Capture, ...] = ()
    """What the move that led here captured."""

    def say(self, key: str, **values: Any) -> Text:
        """A sentence in the words of this game's edition."""
        return Text(WORDS, key, self.setting.vocabulary, **values)

    def token(self, token: int) -> Mark:
        """A token by its name in this game's edition."""
        return token_mark(token, self.setting.vocabulary)


NO_TOKENS: tuple[Laid | None, ...] = (None,) * len(SPACES)
NOTHING = (0, 0, 0)


def add(counts: tuple[int, int, int], kind: int, number: int = 1) -> tuple[int, int, int]:
    """Counts of figures with some of one kind more."""
    changed = list(counts)
    changed[kind] += number
    return changed[0], changed[1], changed[2]


def swapped(items: tuple[Any, ...], index: int, item: Any) -> tuple[Any, ...]:
    """A tuple with one item changed."""
    return (*items[:index], item, *items[index + 1 :])
