"""Phase 6: trading in the market and in the tavern, by offers made of small steps (Y153–Y160, Q41–Q44).

With ``trading=brief`` each seat makes one offer in a lap, of at most two things a side, and both sides give
something. With ``free`` the seats offer in turn, whatever they like, until all have passed: what bounds it is
``MOST_OFFERS``, and that the same offer is not made again before something has changed hands.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import ClassVar

from kabuto.table import Word
from kabuto.yedo.board import ACTION, BLACK, BONUS, GREEN, MARKET, SPOTS, TAVERN, WEAPONS
from kabuto.yedo.moves import ACCEPT, COUNTER, DECLINE, DROP, MOST_MON, PASS, PROPOSE, Move, move
from kabuto.yedo.phases.event_phase import standing
from kabuto.yedo.state.pieces import HANDS, code, hand, own_card, own_codes, pile_of_mission
from kabuto.yedo.state.state import Fact, Proposal, State, Task, inserted, swapped, without
from kabuto.yedo.state.wares import (
    CARD_ITEM,
    GEISHA_ITEM,
    KINDS,
    MOST_THINGS,
    WEAPON_ITEM,
    Item,
    asked,
    can_take_back,
    hidden,
    kind_of,
    laid,
    lay,
    named,
    over_limit,
    owned,
    pile_of,
    seen,
    take_back,
)
from kabuto.yedo.words import Saying

MOST = 2
"""How many things each side can offer where trading is brief."""
MOST_OFFERS = 12
"""How many offers a seat can begin in one place, each time there is trading, where it is free."""
LONGEST_OFFER = 2 * (2 * MOST_THINGS + 2) + 3 + 9
"""An offer and the one that answers it, each with things on both sides, Mon and ``propose``; ``offer``, the
answers and the cards that are picked."""
STEPS = {MARKET: "trade-market", TAVERN: "trade-tavern"}
AFTER = {MARKET: "trade-tavern", TAVERN: "activate"}
SESSIONS = frozenset(f"{step}-{lap}" for step in STEPS.values() for lap in (1, 2))
"""The steps at which seats trade: two laps in each place."""
FREE_SESSIONS = frozenset(f"{step}-1" for step in STEPS.values())
"""Those at which they trade if that is free."""


def traders(s: State, place: int) -> tuple[int, ...]:
    """Who may trade in a district, in player order."""
    return s.in_order(s.spaces[place])


def begin_trade(s: State, place: int) -> None:
    """A session, if two or more may trade there."""
    seats = traders(s, place)
    forbidden = any(True for _ in standing(s, "no-trade"))
    s.lap, s.traded = (), 0
    if len(seats) > 1 and not forbidden:
        s.lap, s.step = seats, f"{STEPS[place]}-1"
        s.begun = (0,) * s.setting.players if s.setting.free_trade else ()
    else:
        s.step = AFTER[place]


def trade(s: State, place: int, lap: int) -> None:
    """The next to make an offer; where trading is brief, a second lap only if the first brought a trade."""
    if s.lap:
        seat, *rest = s.lap
        s.lap = tuple(rest)
        s.add(Trade(seat, place))
    elif lap == 1 and s.traded and not s.setting.free_trade:
        s.lap, s.step = traders(s, place), f"{STEPS[place]}-2"
    else:
        s.begun, s.proposed, s.step = (), (), AFTER[place]


def most_things(s: State) -> int | None:
    """How many things each side of an offer can name; None if any number."""
    return None if s.setting.free_trade else MOST


def offers_left(s: State, seat: int) -> int | None:
    """How many offers a seat can still begin here; None where trading is brief."""
    return MOST_OFFERS - s.begun[seat] if s.begun else None


@dataclass(frozen=True, slots=True)
class Trade(Task):
    """An offer to one other, or none: then the seat makes no more in this lap, or here if trading is free."""

    place: int
    steps: ClassVar = SESSIONS
    verbs: ClassVar = frozenset({"offer", "pass"})

    def fits(self, s: State) -> bool:
        return self.place in STEPS and self.seat in traders(s, self.place)

    def candidates(self, s: State) -> Iterator[Move]:
        yield PASS
        for other in traders(s, self.place):
            yield move("offer", other)

    def refuse(self, s: State, move: Move) -> Saying | None:
        if move == PASS:
            return None
        other = move.number
        if other == self.seat:
            return s.say("trade_self")
        if other not in traders(s, self.place):
            return s.say("trade_absent", seat=other, place=Word(SPOTS[self.place]))
        return s.say("offers_made", most=MOST_OFFERS) if offers_left(s, self.seat) == 0 else None

    def apply(self, s: State, move: Move) -> None:
        if move == PASS:
            return
        if s.begun:
            s.begun = swapped(s.begun, self.seat, s.begun[self.seat] + 1)
            s.lap = (*s.lap, self.seat)
        s.add(Offer(self.seat, move.number, self.place, (), (), 0, 0))


@dataclass(frozen=True, slots=True)
class Offer(Task):
    """An offer is drawn up: what is given, what is asked, then Mon on one side."""

    partner: int
    place: int
    gives: tuple[Item, ...]
    asks: tuple[Item, ...]
    mon: int
    """Mon that this seat pays, negative what it asks."""
    countered: int
    """1 if this answers an offer."""
    steps: ClassVar = SESSIONS
    verbs: ClassVar = frozenset({"give", "ask", "mon", "propose", "drop"})

    def fits(self, s: State) -> bool:
        most = most_things(s)
        return (most is None or max(len(self.gives), len(self.asks)) <= most) and _can_be(
            s, self.seat, self.partner, self.place, self.gives, self.asks, self.mon
        )

    def cards_in_limbo(self, s: State) -> Iterable[tuple[int, int]]:
        return laid(self.gives)

    def candidates(self, s: State) -> Iterator[Move]:
        yield PROPOSE
        yield DROP
        clan, other = s.clans[self.seat], s.clans[self.partner]
        if not self.asks and not self.mon and _has_room(s, self.gives):
            yield from (move("give", WEAPONS[weapon]) for weapon in dict.fromkeys(clan.weapons))
            if self.place == TAVERN:
                yield move("give", "geisha")
                for pile in (ACTION, BONUS, GREEN):
                    yield from (move("give", text) for text in own_codes(s, self.seat, pile))
        if not self.mon and _has_room(s, self.asks):
            yield from (move("ask", WEAPONS[weapon]) for weapon in dict.fromkeys(other.weapons))
            if self.place == TAVERN:
                yield from (move("ask", kind) for kind in KINDS[GEISHA_ITEM:])
        if not self.mon:
            yield from (move("mon", amount) for amount in range(1, min(clan.mon, MOST_MON) + 1))
            yield from (move("mon", -amount) for amount in range(1, min(other.mon, MOST_MON) + 1))

    def refuse(self, s: State, move: Move) -> Saying | None:
        match move.verb:
            case "give":
                return self._refuse_give(s, move.word)
            case "ask":
                return self._refuse_ask(s, move.word)
            case "mon":
                return self._refuse_mon(s, move.number)
            case "propose":
                return self.refuse_terms(s) or self._refuse_again(s)
        return None

    def _refuse_give(self, s: State, text: str) -> Saying | None:
        clan = s.clans[self.seat]
        if self.asks or self.mon or not _has_room(s, self.gives):
            return _out_of_order(s)
        item = named(s, self.seat, text)
        if item is None:
            return s.say("not_in_hand", card=text)
        if self.place == MARKET and item[0] != WEAPON_ITEM:
            return s.say("market_trade")
        if item[0] < CARD_ITEM and owned(clan, item) <= self.gives.count(item):
            return s.say("give_what")
        last = self.gives[-1] if self.gives else item
        in_order = item[0] > last[0] or (item[0] == last[0] and (item >= last or item[0] != WEAPON_ITEM))
        return None if in_order else _out_of_order(s)

    def _refuse_ask(self, s: State, text: str) -> Saying | None:
        if self.mon or not _has_room(s, self.asks):
            return _out_of_order(s)
        item = asked(text)
        if self.place == MARKET and item[0] != WEAPON_ITEM:
            return s.say("market_trade")
        if owned(s.clans[self.partner], item, s) <= self.asks.count(item):
            return s.say("ask_what", seat=self.partner)
        return _out_of_order(s) if self.asks and item < self.asks[-1] else None

    def _refuse_mon(self, s: State, mon: int) -> Saying | None:
        if self.mon:
            return _out_of_order(s)
        payer = self.seat if mon > 0 else self.partner
        return (
            s.say("mon_missing", seat=payer, mon=s.clans[payer].mon)
            if s.clans[payer].mon < abs(mon)
            else None
        )

    def refuse_terms(self, s: State) -> Saying | None:
        """A side gives something, both sides if trading is brief (Q42), and no limit is broken (Q44)."""
        gives, asks = bool(self.gives or self.mon > 0), bool(self.asks or self.mon < 0)
        if not (gives or asks):
            return s.say("offer_empty" if s.setting.free_trade else "offer_one_sided")
        if not (gives and asks) and not s.setting.free_trade:
            return s.say("offer_one_sided")
        for seat, loses, gains in (
            (self.seat, self.gives, self.asks),
            (self.partner, self.asks, self.gives),
        ):
            kind = over_limit(s, seat, loses, gains, laid=seat == self.seat)
            if kind:
                return s.say("offer_limit", seat=seat, kind=Word(f"kind_{kind}"))
        return None

    def _proposal(self) -> Proposal:
        """The offer as all seats see it: another card face down makes the same offer."""
        return Proposal(self.seat, self.partner, seen(self.gives), seen(self.asks), self.mon)

    def _refuse_again(self, s: State) -> Saying | None:
        again = s.proposed and self._proposal() in s.proposed
        return s.say("offer_again", seat=self.partner) if again else None

    def apply(self, s: State, move: Move) -> None:
        match move.verb:
            case "give":
                item = named(s, self.seat, move.word)
                assert item is not None
                if item[0] >= CARD_ITEM:
                    lay(s, self.seat, item)
                s.add(replace(self, gives=(*self.gives, item)))
            case "ask":
                s.add(replace(self, asks=(*self.asks, asked(move.word))))
            case "mon":
                s.add(replace(self, mon=move.number))
            case "drop":
                take_back(s, self.seat, self.gives)
            case "propose":
                if s.begun:
                    s.proposed = (*s.proposed, self._proposal())
                s.add(
                    Respond(
                        self.partner, self.seat, self.place, self.gives, self.asks, self.mon, self.countered
                    )
                )

    def masked(self, seat: int | None) -> Task:
        return self if seat == self.seat else replace(self, gives=hidden(self.gives))


def _has_room(s: State, items: tuple[Item, ...]) -> bool:
    most = most_things(s)
    return most is None or len(items) < most


def _out_of_order(s: State) -> Saying:
    most = most_things(s)
    return s.say("offer_order_free") if most is None else s.say("offer_order", most=most)


def _can_be(
    s: State, seat: int, partner: int, place: int, gives: tuple[Item, ...], asks: tuple[Item, ...], mon: int
) -> bool:
    """Whether an offer of a seat can lie on the table: both are there and have what it names."""
    there = place in STEPS and {seat, partner} <= set(traders(s, place)) and seat != partner
    open_gives = [item for item in gives if item[0] < CARD_ITEM]
    payer = s.clans[seat if mon > 0 else partner]
    tradable = place != MARKET or all(kind == WEAPON_ITEM for kind, _ in gives + asks)
    return (
        there
        and tradable
        and payer.mon >= abs(mon)
        and all(owned(s.clans[seat], item) >= open_gives.count(item) for item in open_gives)
        and all(owned(s.clans[partner], item, s) >= asks.count(item) for item in asks)
        and can_take_back(s, seat, gives)
    )


@dataclass(frozen=True, slots=True)
class Respond(Task):
    """An offer is accepted, declined or, once, countered."""

    partner: int
    """Who made the offer."""
    place: int
    gives: tuple[Item, ...]
    asks: tuple[Item, ...]
    mon: int
    countered: int
    steps: ClassVar = SESSIONS
    verbs: ClassVar = frozenset({"accept", "decline", "counter"})

    def fits(self, s: State) -> bool:
        offer = Offer(self.partner, self.seat, self.place, self.gives, self.asks, self.mon, self.countered)
        return offer.fits(s) and offer.refuse_terms(s) is None

    def cards_in_limbo(self, s: State) -> Iterable[tuple[int, int]]:
        return laid(self.gives)

    def candidates(self, s: State) -> Iterator[Move]:
        yield from (ACCEPT, DECLINE, COUNTER)

    def refuse(self, s: State, move: Move) -> Saying | None:
        return s.say("counter_once") if move == COUNTER and self.countered else None

    def apply(self, s: State, move: Move) -> None:
        if move == ACCEPT:
            s.add(HandOver(self.seat, self.partner, self.gives, self.asks, self.mon, ()))
            return
        take_back(s, self.partner, self.gives)
        if move == COUNTER:
            s.add(Offer(self.seat, self.partner, self.place, (), (), 0, 1))

    def masked(self, seat: int | None) -> Task:
        return self if seat == self.partner else replace(self, gives=hidden(self.gives))


@dataclass(frozen=True, slots=True)
class HandOver(Task):
    """The seat that accepted picks the cards it was asked for; then everything changes hands."""

    partner: int
    gives: tuple[Item, ...]
    asks: tuple[Item, ...]
    mon: int
    picked: tuple[Item, ...]
    """What this seat has laid down so far."""
    steps: ClassVar = SESSIONS
    verbs: ClassVar = frozenset({"pick"})
    all_legal: ClassVar = True

    def fits(self, s: State) -> bool:
        left, kinds = self.asks[len(self.picked) :], [item[0] for item in self.picked]
        return (
            bool(left)
            and left[0][0] >= CARD_ITEM
            and kinds == [item[0] for item in self.asks[: len(kinds)]]
            and _can_be(s, self.partner, self.seat, TAVERN, self.gives, left, self.mon)
            and s.step.startswith(STEPS[TAVERN])
            and over_limit(s, self.partner, self.gives, self.asks, laid=True) is None
            and over_limit(s, self.seat, left, self.gives, laid=False) is None
            and can_take_back(s, self.seat, self.picked)
        )

    def cards_in_limbo(self, s: State) -> Iterable[tuple[int, int]]:
        return laid(self.gives + self.picked)

    def run(self, s: State) -> bool:
        if len(self.picked) == len(self.asks):
            _exchange(s, self)
            return True
        kind, which = self.asks[len(self.picked)]
        if kind < CARD_ITEM:
            s.add(replace(self, picked=(*self.picked, (kind, which))))
            return True
        cards, left = self._cards(s), self.asks[len(self.picked) :]
        if len(cards) > sum(item[0] == kind for item in left):
            return False
        self._pick(s, (kind, cards[0]))
        return True

    def _cards(self, s: State) -> list[int]:
        """The cards among which the next one is picked."""
        clan, pile = s.clans[self.seat], pile_of(self.asks[len(self.picked)][0])
        if GREEN <= pile <= BLACK:
            return [mission for mission in clan.missions if pile_of_mission(s, mission) == pile]
        return list(hand(clan, pile))

    def _pick(self, s: State, item: Item) -> None:
        lay(s, self.seat, item)
        s.add(replace(self, picked=(*self.picked, item)))

    def candidates(self, s: State) -> Iterator[Move]:
        pile = pile_of(self.asks[len(self.picked)][0])
        for card in dict.fromkeys(self._cards(s)):
            yield move("pick", code(s, pile, card))

    def refuse(self, s: State, move: Move) -> Saying | None:
        if move in self.candidates(s):
            return None
        return s.say("hand_other", kind=Word(f"kind_{KINDS[self.asks[len(self.picked)][0]]}"))

    def apply(self, s: State, move: Move) -> None:
        found = own_card(s, self.seat, move.word)
        assert found is not None
        self._pick(s, (kind_of(found[0]), found[1]))

    def masked(self, seat: int | None) -> Task:
        gives = self.gives if seat == self.partner else hidden(self.gives)
        return replace(self, gives=gives, picked=self.picked if seat == self.seat else hidden(self.picked))


def _exchange(s: State, deal: HandOver) -> None:
    """Both sides hand over what was agreed; then every offer is a new one."""
    s.traded, s.proposed = 1, ()
    for giver, receiver, items, mon in (
        (deal.partner, deal.seat, deal.gives, deal.mon),
        (deal.seat, deal.partner, deal.picked, -deal.mon),
    ):
        for kind, which in items:
            gives, gets = s.edit(giver), s.edit(receiver)
            if kind == WEAPON_ITEM:
                gives.weapons, gets.weapons = without(gives.weapons, which), inserted(gets.weapons, which)
            elif kind == GEISHA_ITEM:
                gives.geishas, gets.geishas = gives.geishas - 1, gets.geishas + 1
            else:
                pile = pile_of(kind)
                setattr(gets, HANDS[pile], inserted(hand(gets, pile), which))
                s.note(Fact("pass", giver, pile, (which,), receiver, 1 << giver | 1 << receiver))
        if mon > 0:
            s.edit(giver).mon -= mon
            s.edit(receiver).mon += mon
    s.note(Fact("traded", deal.partner, other=deal.seat))
