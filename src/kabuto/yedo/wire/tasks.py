"""The decision that the game waits for, as far as a view shows it."""

from collections.abc import Callable
from typing import Any

from kabuto.yedo.activation import Position
from kabuto.yedo.bidding import Category, Raise
from kabuto.yedo.board import ACTION, PILES, SPOTS, WEAPONS
from kabuto.yedo.choices import Deck, Discard, Keep, Order
from kabuto.yedo.events import Lose
from kabuto.yedo.hands import code
from kabuto.yedo.missions import BonusPart
from kabuto.yedo.plays import Answer, Window
from kabuto.yedo.state import State
from kabuto.yedo.task import Task as RulesTask
from kabuto.yedo.trading import (
    CARD_ITEM,
    GEISHA_ITEM,
    KINDS,
    WEAPON_ITEM,
    HandOver,
    Item,
    Offer,
    Respond,
    Trade,
    pile_of,
)
from kabuto.yedo.wire.types import Task


def task(s: State) -> Task | None:
    """What has to be decided now; None when the game is over."""
    if not s.tasks:
        return None
    now = s.tasks[-1]
    more = _MORE.get(type(now))
    return Task(kind=now.name, seat=now.seat, **(more(s, now) if more else {}))


def _cards(s: State, now: Keep | Order) -> dict[str, Any]:
    return {"pile": PILES[now.pile], "cards": [code(s, now.pile, card) for card in now.cards]}


def _answer(s: State, now: Answer) -> dict[str, Any]:
    return {
        "player": now.player,
        "card": code(s, ACTION, now.card),
        "target": list(now.target),
        "answers": [(seat, code(s, ACTION, card)) for seat, card in zip(now.by, now.answers, strict=True)],
        "works": len(now.by) % 2 == 0,
        "rest": list(now.rest),
    }


def _raise(s: State, now: Raise) -> dict[str, Any]:
    return {"lot": s.setting.board.lots[now.lot], "rest": list(now.rest)}


def _deal(s: State, now: Offer | Respond | HandOver) -> dict[str, Any]:
    """An offer, whoever has to decide about it."""
    is_maker = isinstance(now, Offer)
    told: dict[str, Any] = {
        "maker": now.seat if is_maker else now.partner,
        "partner": now.partner if is_maker else now.seat,
        "gives": [_item(s, item) for item in now.gives],
        "asks": [_item(s, item) for item in now.asks],
        "mon": now.mon,
    }
    if isinstance(now, HandOver):
        return {**told, "picked": [_item(s, item) for item in now.picked]}
    return {**told, "place": SPOTS[now.place], "is_counter": bool(now.countered)}


def _item(s: State, item: Item) -> str:
    """A thing of an offer: a weapon, a geisha, a card by its code or face down by its pile."""
    kind, which = item
    if kind == WEAPON_ITEM:
        return WEAPONS[which]
    if kind == GEISHA_ITEM or which < 0:
        return KINDS[kind]
    assert kind >= CARD_ITEM
    return code(s, pile_of(kind), which)


_MORE: dict[type[RulesTask], Callable[[State, Any], dict[str, Any]]] = {
    Keep: _cards,
    Order: _cards,
    Discard: lambda s, now: {"pile": PILES[now.pile]},
    Deck: lambda s, now: {"number": now.number},
    Lose: lambda s, now: {"what": now.what, "number": now.number, "averted": bool(now.bless)},
    Window: lambda s, now: {"time": now.timing},
    Answer: _answer,
    Raise: _raise,
    Category: lambda s, now: {"lot": s.setting.board.lots[now.lot]},
    BonusPart: lambda s, now: {"card": s.setting.cards.missions[now.mission].code},
    Trade: lambda s, now: {"place": SPOTS[now.place]},
    Offer: _deal,
    Respond: _deal,
    HandOver: _deal,
    Position: lambda s, now: {
        "rest": list(now.rest),
        "positions": [seat if seat >= 0 else None for seat in now.positions],
    },
}
"""Kind of task → what else belongs to it."""
