"""The options of a game."""

from dataclasses import dataclass

from kabuto.table import Option, Value
from kabuto.yedo.cards import HOUSE, card_set


@dataclass(frozen=True)
class CardsOption(Option):
    """Which cards: the house's own, or a set that was loaded from a folder."""

    def check(self, value: object) -> Value:
        """The name of a card set that there is; otherwise ``BadOption``."""
        return card_set(value).name if isinstance(value, str) else Option.check(self, value)

    def parse(self, text: str) -> Value:
        """The name that a person wrote, as on a command line."""
        return self.check(text)


OPTIONS = (
    Option("players", (2, 3, 4, 5), 2, "how many players"),
    CardsOption("cards", (HOUSE,), HOUSE, "which cards"),
    Option("overbids", (True, False), True, "may more be bid than one has?"),
)
