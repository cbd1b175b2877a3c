"""What a move of Yedo brings about, as typed events.

The rules note what happens to cards as facts, because not every seat may see their faces. Everything else is
in plain sight: it is the difference between the table before the move and after it, so nothing can be left
out.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from operator import attrgetter
from typing import Any

from kabuto.table import Event
from kabuto.yedo.board import ANNEXES, DISTRICTS, PATROLS, PILES, SPOTS, WEAPON, WEAPONS
from kabuto.yedo.options import Setting
from kabuto.yedo.state.state import Clan, Fact, State

UNSEEN = "?"
"""A card whose face the viewer may not see."""

# Cards.


@dataclass(frozen=True, slots=True)
class Cards(Event):
    """Something happened to cards; ``?`` is one that the viewer may not see."""

    seat: int | None
    """Whose they are; None if no one's."""
    pile: str
    cards: tuple[str, ...]
    """Their codes, or the names of weapons."""


class CardsDrawn(Cards):
    """A seat drew cards."""


class CardsToKeepFrom(Cards):
    """A seat drew cards, of which it keeps one."""


class CardKept(Cards):
    """A seat kept one of the cards that it drew."""


class CardPutBack(Cards):
    """A seat put a card of its hand back under its pile."""


class WeaponBought(Cards):
    """A seat bought a weapon."""


class WeaponTaken(Cards):
    """A seat took a weapon from the market as a reward."""


class CardPlayed(Cards):
    """A seat played an action card."""


class CardCancelled(Cards):
    """An action card remained without effect."""


class CardsTuckedAway(Cards):
    """The action cards that were played went under their pile."""


class MissionFulfilled(Cards):
    """A seat fulfilled a mission."""


class CardsLookedAt(Cards):
    """A seat looked at the top of a pile."""


class PileReordered(Cards):
    """A seat put the cards that it looked at back in some order."""


class CardLaidDown(Cards):
    """A seat laid down a card for an offer."""


class CardTakenBack(Cards):
    """A seat took back a card that it had laid down."""


class CardsTurnedUp(Cards):
    """Cards were turned up."""


class WeaponsShuffled(Cards):
    """The discarded weapons became the new pile."""


class CardsShown(Cards):
    """A seat showed its cards at the end."""


@dataclass(frozen=True, slots=True)
class CardGiven(Event):
    """A seat gave a card to another in a trade."""

    seat: int
    other: int
    pile: str
    card: str


# Steps of the game.


@dataclass(frozen=True, slots=True)
class RoundBegan(Event):
    """A round began."""

    number: int


@dataclass(frozen=True, slots=True)
class AuctionWon(Event):
    """A seat won a lot."""

    seat: int
    lot: str


@dataclass(frozen=True, slots=True)
class AuctionDefaulted(Event):
    """A seat could not pay what it bid, and lost all its money."""

    seat: int
    lot: str


@dataclass(frozen=True, slots=True)
class BonusFulfilled(Event):
    """A seat fulfilled the bonus part of its mission too."""

    seat: int


@dataclass(frozen=True, slots=True)
class TradeMade(Event):
    """Two seats traded."""

    seat: int
    other: int


@dataclass(frozen=True, slots=True)
class PatrolMoved(Event):
    """The patrol came to a district."""

    district: str


@dataclass(frozen=True, slots=True)
class DiscipleArrested(Event):
    """The patrol arrested a disciple."""

    seat: int
    spot: str


# What lies open, by how it changed.


@dataclass(frozen=True, slots=True)
class Amount(Event):
    """A seat has more or fewer of something."""

    seat: int
    number: int
    """How many more; negative if less."""


class MonChanged(Amount):
    """A seat got, paid or lost money."""


class PrestigeChanged(Amount):
    """A seat got or lost prestige."""


class GeishasChanged(Amount):
    """A seat got or lost geishas."""


class BlessingsChanged(Amount):
    """A seat got or used a blessing."""


class BlackmailChanged(Amount):
    """A seat used its Blackmail."""


class HomeChanged(Amount):
    """Disciples of a seat came home or went out."""


class ReserveChanged(Amount):
    """Disciples of a seat left the reserve or returned to it."""


@dataclass(frozen=True, slots=True)
class Things(Event):
    """A seat gained or lost things that have names."""

    seat: int
    gained: tuple[str, ...]
    lost: tuple[str, ...]


class WeaponsChanged(Things):
    """A seat gained or lost weapons."""


class AnnexesChanged(Things):
    """A seat built or lost annexes."""


@dataclass(frozen=True, slots=True)
class DisciplesChanged(Event):
    """Disciples of a seat came to a place or left it."""

    seat: int
    place: str
    number: int
    """How many more stand there; negative if fewer."""


@dataclass(frozen=True, slots=True)
class FavoursChanged(Event):
    """A favour was taken, or the remaining ones were put away."""

    left: tuple[str, ...]
    """The codes of the favours that are still there."""


@dataclass(frozen=True, slots=True)
class ChurchChanged(Event):
    """Money came into the church or was taken from it."""

    number: int
    """How much more; negative if less."""


@dataclass(frozen=True, slots=True)
class MarketChanged(Event):
    """Other weapons lie on the market."""

    fields: tuple[str | None, ...]
    """Field → weapon."""


@dataclass(frozen=True, slots=True)
class MarketFieldEmptied(Event):
    """The weapon on one field of the market went to a seat."""

    field: int
    """From 1."""


@dataclass(frozen=True, slots=True)
class WeaponsDiscarded(Event):
    """Weapons came to the discard."""

    weapons: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class WeaponsSalvaged(Event):
    """Weapons were taken from the discard; their new owner has gained them."""

    weapons: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PatrolSwapped(Event):
    """The other patrol is on duty, and goes the other way."""

    colour: str


@dataclass(frozen=True, slots=True)
class DistrictClosed(Event):
    """Another district is closed, or none."""

    district: str | None


@dataclass(frozen=True, slots=True)
class OrderChanged(Event):
    """The seats act in another order."""

    order: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class ShogunKilled(Event):
    """The Shogun was killed: this round is the last."""


AMOUNTS: tuple[tuple[str, type[Amount]], ...] = (
    ("mon", MonChanged),
    ("prestige", PrestigeChanged),
    ("geishas", GeishasChanged),
    ("blessing", BlessingsChanged),
    ("blackmail", BlackmailChanged),
    ("home", HomeChanged),
    ("reserve", ReserveChanged),
)
"""What a clan has a number of."""
THINGS: tuple[tuple[str, tuple[str, ...], type[Things]], ...] = (
    ("weapons", WEAPONS, WeaponsChanged),
    ("annexes", ANNEXES, AnnexesChanged),
)


_amounts = attrgetter(*(name for name, _ in AMOUNTS))

Change = tuple[Any, ...]
"""A kind of event and its fields: no one asks for most of them, and a tuple is quick to make."""


def changes(before: State, after: State) -> tuple[Change, ...]:
    """Everything on the open table that a move changed; every viewer sees the same."""
    found: list[Change] = []
    if after.round > before.round == 0:  # the rules note every later round as a fact
        found.append((RoundBegan, after.round))
    if after.clans is not before.clans:
        for seat, (old, new) in enumerate(zip(before.clans, after.clans, strict=True)):
            if old is not new:
                found += _clan(seat, old, new)
    if after.spaces is not before.spaces:
        found += _disciples(before, after)
    if after.favours != before.favours:
        favours = after.setting.cards.favours
        found.append((FavoursChanged, tuple(favours[n].code for n in after.favours)))
    if after.church != before.church:
        found.append((ChurchChanged, after.church - before.church))
    if after.market != before.market:
        found.append(_market(before.market, after.market))
    if after.discard is not before.discard:
        found += _discard(before, after)
    if after.colour != before.colour:
        found.append((PatrolSwapped, PATROLS[after.colour]))
    if after.closed != before.closed:
        found.append((DistrictClosed, DISTRICTS[after.closed] if after.closed >= 0 else None))
    if after.order != before.order:
        found.append((OrderChanged, after.order))
    if after.shogun > before.shogun:
        found.append((ShogunKilled,))
    return tuple(found)


def _clan(seat: int, old: Clan, new: Clan) -> Iterator[Change]:
    one, two = _amounts(old), _amounts(new)
    if one != two:
        for (_, kind), number, now in zip(AMOUNTS, one, two, strict=True):
            if now != number:
                yield kind, seat, now - number
    for name, names, things in THINGS:
        had, has = getattr(old, name), getattr(new, name)
        if had != has:
            gained, lost = Counter(has) - Counter(had), Counter(had) - Counter(has)
            yield things, seat, _names(names, gained), _names(names, lost)
    if old.manned != new.manned:
        for annex, name in enumerate(ANNEXES):
            more = (annex in new.manned) - (annex in old.manned)
            if more:
                yield DisciplesChanged, seat, name, more


def _disciples(before: State, after: State) -> Iterator[Change]:
    for name, old, new in zip(SPOTS, before.spaces, after.spaces, strict=True):
        if old != new:
            for seat in range(after.setting.players):
                more = new.count(seat) - old.count(seat)
                if more:
                    yield DisciplesChanged, seat, name, more


def _discard(before: State, after: State) -> Iterator[Change]:
    """What came to the discard and what left it, other than by being shuffled into the pile."""
    shuffled = Counter(card for fact in after.facts if fact.what == "shuffle" for card in fact.cards)
    had, has = Counter(before.discard), Counter(after.discard) + shuffled
    if has - had:
        yield WeaponsDiscarded, _names(WEAPONS, has - had)
    if had - has:
        yield WeaponsSalvaged, _names(WEAPONS, had - has)


def changed(change: Change) -> Event:
    """The event of a change."""
    kind, *told = change
    event: Event = kind(*told)
    return event


def _market(old: tuple[int, ...], new: tuple[int, ...]) -> Change:
    other = [field for field in range(len(new)) if old[field] != new[field]]
    if len(other) == 1 and new[other[0]] < 0:
        return MarketFieldEmptied, other[0] + 1
    return MarketChanged, tuple(WEAPONS[weapon] if weapon >= 0 else None for weapon in new)


def _names(names: tuple[str, ...], things: Counter[int]) -> tuple[str, ...]:
    return tuple(names[thing] for thing in sorted(things.elements()))


_CARDS: dict[str, type[Cards]] = {
    "draw": CardsDrawn,
    "drawn": CardsToKeepFrom,
    "keep": CardKept,
    "tuck": CardPutBack,
    "buy": WeaponBought,
    "take": WeaponTaken,
    "play": CardPlayed,
    "cancelled": CardCancelled,
    "under": CardsTuckedAway,
    "finish": MissionFulfilled,
    "look": CardsLookedAt,
    "order": PileReordered,
    "lay": CardLaidDown,
    "back": CardTakenBack,
    "flip": CardsTurnedUp,
    "shuffle": WeaponsShuffled,
    "show": CardsShown,
}
_OTHERS: dict[str, Callable[[Setting, Fact], Event]] = {
    "pass": lambda setting, fact: CardGiven(
        fact.seat, fact.other, PILES[fact.pile], _card(setting, fact.pile, fact.cards[0])
    ),
    "round": lambda setting, fact: RoundBegan(fact.other),
    "won": lambda setting, fact: AuctionWon(fact.seat, setting.board.lots[fact.other]),
    "default": lambda setting, fact: AuctionDefaulted(fact.seat, setting.board.lots[fact.other]),
    "bonus": lambda setting, fact: BonusFulfilled(fact.seat),
    "traded": lambda setting, fact: TradeMade(fact.seat, fact.other),
    "patrol": lambda setting, fact: PatrolMoved(DISTRICTS[fact.other]),
    "arrest": lambda setting, fact: DiscipleArrested(fact.seat, SPOTS[fact.other]),
}
"""Fact → its event."""


def typed(setting: Setting, fact: Fact) -> Event:
    """The event that a fact of the rules stands for."""
    kind = _CARDS.get(fact.what)
    if kind is None:
        return _OTHERS[fact.what](setting, fact)
    cards = tuple(_card(setting, fact.pile, card) for card in fact.cards)
    return kind(None if fact.seat < 0 else fact.seat, PILES[fact.pile], cards)


def _card(setting: Setting, pile: int, card: int) -> str:
    if card < 0:
        return UNSEEN
    codes: Any = WEAPONS if pile == WEAPON else setting.cards.codes[pile]
    return str(codes[card])
