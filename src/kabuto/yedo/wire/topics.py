"""Which districts and weapons a card is about: what it asks for, gives, takes, or acts on."""

from collections.abc import Iterator

from kabuto.yedo.board import DISTRICTS, GATES, SPOTS, WEAPONS
from kabuto.yedo.cards import Action, Bonus, Card, Event, Favour, Mission
from kabuto.yedo.cards.model import Effect, Part

OUTSIDE_CASTLE = SPOTS[GATES:]
_ACTS_ON: dict[str, tuple[str, ...]] = {
    "church": ("harbor",),
    "church-money": ("harbor",),
    "weapon": ("market",),
    "refresh": ("market",),
    "no-trade": ("market", "tavern"),
    "reopen": DISTRICTS,
    "recall": DISTRICTS,
    "ambush": DISTRICTS,
    "squeeze": OUTSIDE_CASTLE,
    "exchange": OUTSIDE_CASTLE,
}
"""Word of a card → the districts that it concerns, wherever they don't stand on the card."""
_PRICED_AT = {
    "weapon": "market",
    "recruit": "gates",
    "annex": "tavern",
    "geisha": "redlight",
    "draw": "redlight",
}
"""What has a price → where it is paid."""
_ANY_WEAPON = frozenset({"weapon", "stack-weapon", "refresh", "force-sale", "salvage", "borrow"})
_COUNTED = frozenset({"weapon", "weapons", "weapon-kinds"})


def districts_of(card: Card) -> list[str]:
    """The districts that a card names or acts on, in the order of the board."""
    found = {DISTRICTS[number] for part in _parts(card) for number in part.districts}
    for op, args in _effects(card):
        found.update(_ACTS_ON.get(op, ()), (arg for arg in args if arg in DISTRICTS))
        if op == "price" and args[0] in _PRICED_AT:
            found.add(_PRICED_AT[args[0]])
    return [district for district in DISTRICTS if district in found]


def weapons_of(card: Card) -> list[str]:
    """The weapons that a card needs, gives or takes; all of them where it does not say which."""
    if any(op in _ANY_WEAPON or _COUNTED.intersection(args) for op, args in _effects(card)):
        return list(WEAPONS)
    named = {number for part in _parts(card) for number in part.weapons}
    return [WEAPONS[number] for number in sorted(named)]


def _parts(card: Card) -> Iterator[Part]:
    if isinstance(card, Mission):
        yield card.standard
        if card.bonus:
            yield card.bonus


def _effects(card: Card) -> Iterator[Effect]:
    match card:
        case Mission():
            for part in _parts(card):
                yield from (*part.special, *part.rewards)
        case Action():
            yield from (*card.conditions, *card.effects)
        case Event():
            yield from card.effects
        case Bonus():
            yield card.condition
        case Favour():
            yield from card.rewards
