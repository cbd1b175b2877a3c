"""Cards as values: what a card set holds once it has been read and checked."""

import json
from dataclasses import dataclass, fields
from functools import cache, cached_property
from hashlib import sha256
from typing import Any, NamedTuple

from kabuto.table.text import ENGLISH, Mark, Parts, Text
from kabuto.yedo.board import ACTION, BLACK, BONUS, COLOURS, COPIES, GREEN, MISSION_PILES, WEAPONS

Languages = tuple[tuple[str, str], ...]
"""Language and text, the English one first."""


class CardText(Text):
    """A name or sentence of a card: as a string it is English, ``to`` gives it in another language."""

    versions: Languages

    def __new__(cls, versions: Languages) -> "CardText":
        self = str.__new__(cls, versions[0][1])
        self.versions = versions
        return self

    def to(self, language: str) -> str:
        """The text in another language, in English where there is none."""
        return dict(self.versions).get(language, self.versions[0][1])

    def parts(self, language: str = ENGLISH) -> Parts:
        """The text as one piece."""
        return [self.to(language)]

    def __reduce__(self) -> tuple[Any, ...]:
        return CardText, (self.versions,)


class Effect(NamedTuple):
    """One thing that a card does, or one condition of it: a word of the vocabulary and what follows it."""

    op: str
    args: tuple[Any, ...] = ()

    def __str__(self) -> str:
        return " ".join(map(str, (self.op, *self.args)))


@dataclass(frozen=True, slots=True)
class Part:
    """The standard or the bonus part of a mission."""

    districts: tuple[int, ...] = ()
    """One disciple in each; a district named twice needs two."""
    weapons: tuple[int, ...] = ()
    annexes: tuple[int, ...] = ()
    geishas: int = 0
    special: tuple[Effect, ...] = ()
    blessing: int = 0
    """Blessings to hand over."""
    mon: int = 0
    """Mon to hand over."""
    rewards: tuple[Effect, ...] = ()


@dataclass(frozen=True, slots=True)
class Card:
    """What every card has."""

    code: str
    """How moves name it, such as ``M17``."""
    name: CardText
    text: CardText
    """A line in the mood of the period; it has no rule in it."""

    @property
    def mark(self) -> Mark:
        """Its name in a sentence, which a screen can light up."""
        return Mark("card", self.code, self.name)


@dataclass(frozen=True, slots=True)
class Mission(Card):
    """A mission."""

    colour: int
    """0 green to 3 black."""
    standard: Part
    bonus: Part | None


@dataclass(frozen=True, slots=True)
class Action(Card):
    """An action card, of which there are several copies."""

    copies: int
    timing: str
    conditions: tuple[Effect, ...]
    effects: tuple[Effect, ...]


@dataclass(frozen=True, slots=True)
class Event(Card):
    """An event."""

    effects: tuple[Effect, ...]


@dataclass(frozen=True, slots=True)
class Bonus(Card):
    """A bonus card."""

    condition: Effect
    alone: int
    """Points if the owner alone fulfils it."""
    shared: int
    """Points if others do too."""


@dataclass(frozen=True, slots=True)
class Favour(Card):
    """A favour card; turned over, every one is a Blackmail."""

    rewards: tuple[Effect, ...]


@dataclass(frozen=True, eq=False)
class CardSet:
    """All cards of a game. A state names a card by its number here; every set is read once."""

    name: str
    missions: tuple[Mission, ...]
    """Sorted by colour."""
    actions: tuple[Action, ...]
    """Each once, whatever its number of copies."""
    bonuses: tuple[Bonus, ...]
    events: tuple[Event, ...]
    favours: tuple[Favour, ...]

    @cached_property
    def digest(self) -> str:
        """What the cards do, as a short hash: names and texts may change under a game, this may not."""
        told = [
            {
                each.name: getattr(card, each.name)
                for each in fields(card)
                if each.name not in ("name", "text")
            }
            for cards in (self.missions, self.actions, self.bonuses, self.events, self.favours)
            for card in cards
        ]
        written = json.dumps(told, default=_plain, separators=(",", ":"))
        return sha256(written.encode()).hexdigest()[:16]

    @cached_property
    def deck_faces(self) -> tuple[tuple[int, ...], ...]:
        """Pile → every card that belongs to it, in order."""
        colours = tuple(
            tuple(n for n, card in enumerate(self.missions) if card.colour == colour)
            for colour in range(len(COLOURS))
        )
        actions = tuple(n for n, card in enumerate(self.actions) for _ in range(card.copies))
        weapons = tuple(n for n in range(len(WEAPONS)) for _ in range(COPIES))
        return (actions, tuple(range(len(self.bonuses))), *colours, weapons, tuple(range(len(self.events))))

    @cached_property
    def mission_pile(self) -> tuple[int, ...]:
        """Mission → the pile of its colour."""
        return tuple(GREEN + card.colour for card in self.missions)

    @cached_property
    def codes(self) -> tuple[tuple[str, ...], ...]:
        """Pile → card → how it is written."""
        missions = tuple(card.code for card in self.missions)
        return (
            tuple(card.code for card in self.actions),
            tuple(card.code for card in self.bonuses),
            *(missions for _ in MISSION_PILES),
            WEAPONS,
            tuple(card.code for card in self.events),
        )

    def price_change(self, event: int, what: str) -> int:
        """By how many Mon an event changes the price of something."""
        return _price_changes(self)[event].get(what, 0)

    def find(self, code: str) -> tuple[int, int] | None:
        """Pile and number of a card of a hand, by its code."""
        return _find(self).get(code)

    def card(self, pile: int, number: int) -> Card:
        """A card of a pile (of any but the weapons)."""
        if GREEN <= pile <= BLACK:
            return self.missions[number]
        return (self.actions, self.bonuses, *[()] * 5, self.events)[pile][number]


def _plain(part: Any) -> dict[str, Any]:
    """A part of a mission as JSON."""
    return {each.name: getattr(part, each.name) for each in fields(part)}


@cache
def _price_changes(cards: CardSet) -> tuple[dict[str, int], ...]:
    """Event → what becomes dearer or cheaper, and by how much; kept here like ``_find``."""
    return tuple(
        {
            what: sum(e.args[1] for e in event.effects if e.op == "price" and e.args[0] == what)
            for what in [e.args[0] for e in event.effects if e.op == "price"]
        }
        for event in cards.events
    )


@cache
def _find(cards: CardSet) -> dict[str, tuple[int, int]]:
    """Code → pile and number; kept outside the card set, which is immutable."""
    return {
        **{code: (ACTION, n) for n, code in enumerate(cards.codes[ACTION])},
        **{code: (BONUS, n) for n, code in enumerate(cards.codes[BONUS])},
        **{card.code: (GREEN + card.colour, n) for n, card in enumerate(cards.missions)},
    }
