"""What differs between the printed editions, and the options of a game."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, TypedDict

from kabuto.samurai.board import Board, board
from kabuto.samurai.maps import JAPAN, MAPS
from kabuto.samurai.tokens import SETS
from kabuto.table import Option, Preset, Value

TOKEN, TURN = "token", "turn"
RANDOM, CHOOSE, DRAFT = "random", "choose", "draft"
OPEN, HIDDEN = "open", "hidden"


@dataclass(frozen=True)
class Edition:
    """One printed edition."""

    title: str
    captures: str
    """When a surrounded settlement is decided."""
    captured_figures: Mapping[int, str]
    """Whether captured figures lie open, by number of players."""
    first_figures: str
    """How figures come onto the map in the first game that it suggests; hands are dealt then."""
    vocabulary: str
    """Which words its interface uses."""


_SCREENS = {2: OPEN, 3: HIDDEN, 4: HIDDEN}

EDITIONS = {
    "rgg": Edition("Rio Grande Games 1998", TOKEN, _SCREENS, DRAFT, "1998"),
    "hig": Edition("Hans im Glück 1998", TURN, _SCREENS, DRAFT, "1998"),
    "ffg": Edition("Fantasy Flight Games 2015", TURN, dict.fromkeys((2, 3, 4), HIDDEN), RANDOM, "2015"),
}


def _captures(chosen: Mapping[str, Any]) -> Value:
    return EDITIONS[chosen["edition"]].captures


def _captured_figures(chosen: Mapping[str, Any]) -> Value:
    return EDITIONS[chosen["edition"]].captured_figures[chosen["players"]]


def _first_figures(chosen: Mapping[str, Any]) -> Value:
    return EDITIONS[chosen["edition"]].first_figures


class SamuraiOptions(TypedDict, total=False):
    """The options as a type checker knows them: keywords of ``kabuto.new`` and of the environments."""

    players: int
    edition: Literal["rgg", "hig", "ffg"]
    hands: Literal["random", "choose"]
    figures: Literal["random", "draft"]
    captures: Literal["token", "turn"]
    captured_figures: Literal["open", "hidden"]
    null_exchange: bool
    map: Literal["japan", "mini", "small"]


OPTIONS = (
    Option("players", (2, 3, 4), 2, "how many players"),
    Option("edition", tuple(EDITIONS), "rgg", "which printed rules"),
    Option("hands", (RANDOM, CHOOSE), RANDOM, "opening hands: dealt, or five tokens of one's choice"),
    Option("figures", (RANDOM, DRAFT), RANDOM, "figures on the map: dealt, or placed by the players in turn"),
    Option("captures", (TOKEN, TURN), _captures, "captures: after each token, or after the turn's tokens"),
    Option(
        "captured_figures", (OPEN, HIDDEN), _captured_figures, "captured figures: before or behind the screen"
    ),
    Option("null_exchange", (True, False), False, "may two equal figures be exchanged?"),
    Option("map", tuple(MAPS), JAPAN, "the map: all of Japan, or a small part for research", quiet=True),
)

_PRINTED: Preset = {"captures": _captures, "captured_figures": _captured_figures}
PRESETS: dict[str, Preset] = {
    "first_game": {"hands": RANDOM, "figures": _first_figures, **_PRINTED},
    "as_printed": {"hands": CHOOSE, "figures": DRAFT, **_PRINTED, "null_exchange": True},
    "beginner": {"hands": RANDOM, "figures": RANDOM},
}
"""Each means what the book of the edition says; ``beginner`` is older, and means the same in all.

``first_game``: the set-up that the book suggests for one.
``as_printed``: its rules to the letter.
``beginner``: nothing to choose before the first turn, as in the basic set-up of the 2015 rules.
"""
FORMER_PRESETS = ("beginner",)


@dataclass(frozen=True)
class Setting:
    """The options of one game, as the rules ask for them."""

    players: int
    edition: str
    hands: str
    figures: str
    captures: str
    captured_figures: str
    null_exchange: bool
    map: str = JAPAN

    @classmethod
    def of(cls, options: Mapping[str, Any]) -> "Setting":
        return cls(**options)

    @property
    def board(self) -> Board:
        return board(self.players, self.map)

    @property
    def hand_size(self) -> int:
        """The tokens of a full hand."""
        return MAPS[self.map].hand

    @property
    def full_set(self) -> tuple[int, ...]:
        """The tokens of a player."""
        return SETS[self.map]

    @property
    def vocabulary(self) -> str:
        return EDITIONS[self.edition].vocabulary
