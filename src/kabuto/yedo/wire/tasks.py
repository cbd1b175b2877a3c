"""The decision that the game waits for, as far as a view shows it."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

from kabuto.yedo.board import ACTION, PILES, SPOTS, WEAPONS
from kabuto.yedo.moves import SKIP
from kabuto.yedo.phases.action_cards import Answer, Window
from kabuto.yedo.phases.activation import Position
from kabuto.yedo.phases.auction import Category, Raise
from kabuto.yedo.phases.event_phase import Lose
from kabuto.yedo.phases.gains import Deck, Discard, Keep, Order
from kabuto.yedo.phases.missions import BonusPart, read_help
from kabuto.yedo.phases.trade import HandOver, Offer, Respond, Trade, most_things, offers_left, traders
from kabuto.yedo.state.pieces import code, hand
from kabuto.yedo.state.state import Clan, State, swapped
from kabuto.yedo.state.state import Task as RulesTask
from kabuto.yedo.state.wares import (
    CARD_ITEM,
    GEISHA_ITEM,
    KINDS,
    WEAPON_ITEM,
    Item,
    asked,
    named,
    owned,
    pile_of,
)
from kabuto.yedo.wire.types import Goods, Task, Way


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
    """An offer, for either side."""
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
    told = {**told, "place": SPOTS[now.place], "is_counter": bool(now.countered)}
    return {**told, "things": most_things(s)} if is_maker else told


def _ways(s: State, now: BonusPart) -> Iterator[Way]:
    """The ways to meet a bonus part; its card and what its clan has lie open."""
    part = s.setting.cards.missions[now.mission].bonus
    prestige = sum(reward.args[0] for reward in part.rewards if reward.op == "prestige") if part else 0
    for move in now.candidates(s):
        if part and move != SKIP and now.refuse(s, move) is None:
            keeps_blessing = read_help(move.words)[1]
            left = s.clans[now.seat].mon - part.mon
            yield Way(str(move), part.mon, part.blessing > keeps_blessing, left, prestige)


def _orders(s: State, now: Position) -> Iterator[list[int]]:
    yield list(now.order(s))
    for place, seat in enumerate(now.positions):
        chosen = replace(now, positions=swapped(now.positions, place, now.seat))
        yield list(chosen.order(s)) if seat < 0 else []


def goods(s: State, now: Trade | Offer) -> Goods:
    """What an offer can be made of that the seat to move draws up."""
    with_whom = traders(s, now.place) if isinstance(now, Trade) else (now.partner,)
    gives: list[tuple[Item, str]] = []
    asks: dict[str, list[str]] = {}
    for other in with_whom:
        if other == now.seat:
            continue
        empty = Offer(now.seat, other, now.place, (), (), 0, 0)
        legal = [move for move in empty.candidates(s) if empty.refuse(s, move) is None]
        clan = s.clans[now.seat]
        found = [(named(s, now.seat, move.word), move.word) for move in legal if move.verb == "give"]
        gives = [(item, word) for item, word in found if item for _ in range(_number(clan, item))]
        wanted = [(asked(move.word), move.word) for move in legal if move.verb == "ask"]
        asks[str(other)] = [
            word for item, word in sorted(wanted) for _ in range(owned(s.clans[other], item, s))
        ]
    return Goods([word for _, word in sorted(gives)], asks)


def _number(clan: Clan, item: Item) -> int:
    """How many of a thing a clan can give: of cards it names each by itself."""
    kind, which = item
    return owned(clan, item) if kind < CARD_ITEM else hand(clan, pile_of(kind)).count(which)


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
    BonusPart: lambda s, now: {
        "card": s.setting.cards.missions[now.mission].code,
        "ways": list(_ways(s, now)),
    },
    Trade: lambda s, now: {
        "place": SPOTS[now.place],
        "left": offers_left(s, now.seat),
        "things": most_things(s),
    },
    Offer: _deal,
    Respond: _deal,
    HandOver: _deal,
    Position: lambda s, now: {
        "rest": list(now.rest),
        "positions": [seat if seat >= 0 else None for seat in now.positions],
        "orders": list(_orders(s, now)),
    },
}
"""Kind of task → what else belongs to it."""
