"""The options of a game."""

from dataclasses import dataclass
from pathlib import Path

from kabuto.table import BadOption, Option, Value
from kabuto.yedo.cards import BUILT_IN, CITY, HOUSE, card_set, known, load_cards
from kabuto.yedo.sentences import WORDS


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


CARDS = CardsOption(
    "cards", BUILT_IN, CITY, "which cards: city, house (the first edition), or a folder with others", HOUSE
)
OPTIONS = (
    Option("players", (2, 3, 4, 5), 2, "how many players"),
    CARDS,
    Option("overbids", (True, False), True, "may more be bid than one has?"),
)


def load_folder(folder: str) -> None:
    """Make the card set of a folder known to the records that name it."""
    CARDS.parse(folder)
