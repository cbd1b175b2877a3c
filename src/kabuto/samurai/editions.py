"""What differs between the printed editions, and the options of a game."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from kabuto.samurai.board import Board, board
from kabuto.table import Option, Value

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
    vocabulary: str
    """Which words its interface uses."""


_SCREENS = {2: OPEN, 3: HIDDEN, 4: HIDDEN}

EDITIONS = {
    "rgg": Edition("Rio Grande Games 1998", TOKEN, _SCREENS, "1998"),
    "hig": Edition("Hans im Glück 1998", TURN, _SCREENS, "1998"),
    "ffg": Edition("Fantasy Flight Games 2015", TURN, dict.fromkeys((2, 3, 4), HIDDEN), "2015"),
}

OPTIONS = (
    Option("players", (2, 3, 4), 2, "how many players"),
    Option("edition", tuple(EDITIONS), "rgg", "which printed rules"),
    Option("hands", (RANDOM, CHOOSE), RANDOM, "opening hands: dealt, or five tokens of one's choice"),
    Option("figures", (RANDOM, DRAFT), RANDOM, "figures on the map: dealt, or placed by the players in turn"),
    Option(
        "captures",
        (TOKEN, TURN),
        lambda chosen: EDITIONS[chosen["edition"]].captures,
        "captures: after each token, or after the turn's tokens",
    ),
    Option(
        "captured_figures",
        (OPEN, HIDDEN),
        lambda chosen: EDITIONS[chosen["edition"]].captured_figures[chosen["players"]],
        "captured figures: before or behind the screen",
    ),
    Option("null_exchange", (True, False), False, "may two equal figures be exchanged?"),
)

PRESETS: dict[str, dict[str, Value]] = {"beginner": {"hands": RANDOM, "figures": RANDOM}}
"""``beginner``: the basic set-up of the 2015 rules, nothing to choose before the first turn."""


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

    @classmethod
    def of(cls, options: Mapping[str, Any]) -> "Setting":
        return cls(**options)

    @property
    def board(self) -> Board:
        return board(self.players)

    @property
    def vocabulary(self) -> str:
        return EDITIONS[self.edition].vocabulary
