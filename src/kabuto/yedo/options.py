"""The options of a game, and the setting that they describe."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, TypedDict

from kabuto.table import BadOption, Option, Value
from kabuto.yedo.board import Board, board
from kabuto.yedo.cards import BUILT_IN, CITY, HOUSE, CardSet, card_set, known, load_cards
from kabuto.yedo.words import WORDS

FREE, BRIEF = "free", "brief"
"""How clans trade."""


@dataclass(frozen=True)
class Setting:
    """What does not change during a game."""

    players: int
    board: Board
    cards: CardSet
    overbids: bool
    """Whether a bid may exceed the bidder's money."""
    free_trade: bool
    """Whether any offers are made in a trade, instead of one in a lap and two things a side."""

    @classmethod
    def of(cls, options: Mapping[str, Value]) -> "Setting":
        """The setting that options describe."""
        players = int(options["players"])
        cards, free_trade = card_set(str(options["cards"])), options["trading"] == FREE
        return cls(players, board(players), cards, bool(options["overbids"]), free_trade)


@dataclass(frozen=True)
class CardsOption(Option):
    """Which cards: a set that comes with the game, or one that was loaded from a folder."""

    @property
    def offered(self) -> tuple[Value, ...]:
        """Every card set that is here."""
        return known()

    def check(self, value: object) -> Value:
        """The name of a card set that there is; otherwise ``BadOption``."""
        return card_set(value).name if isinstance(value, str) else Option.check(self, value)

    def parse(self, text: str) -> Value:
        """The name of a card set, or its folder: then the set is loaded."""
        folder = Path(text).expanduser()
        if text in BUILT_IN or not folder.is_dir():
            return self.check(text)
        try:
            return load_cards(folder)
        except BadOption as refusal:  # the command line names the option: file and line go into the reason
            reason = WORDS.say("at_place", place=refusal.place, reason=refusal.reason)
            raise BadOption(reason, self.name) from None


class YedoOptions(TypedDict, total=False):
    """The options as a type checker knows them: keywords of ``kabuto.new`` and of the environments."""

    players: int
    cards: str
    overbids: bool
    trading: Literal["free", "brief"]


CARDS = CardsOption(
    "cards", BUILT_IN, CITY, "which cards: city, house (the first edition), or a folder with others", HOUSE
)
OPTIONS = (
    Option("players", (2, 3, 4, 5), 2, "how many players"),
    CARDS,
    Option("overbids", (True, False), True, "may more be bid than one has?"),
    Option("trading", (FREE, BRIEF), FREE, "how clans trade: any offers, or one in a lap", BRIEF),
)


def load_folder(folder: str) -> None:
    """Make the card set of a folder known to the records that name it."""
    CARDS.parse(folder)
