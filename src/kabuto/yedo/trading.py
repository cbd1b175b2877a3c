"""Phase 6: trading in the market and in the tavern, by offers made of small steps (Y153–Y160, Q41–Q44)."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import ClassVar

from kabuto.table import Word
from kabuto.yedo.board import ACTION, BLACK, BONUS, COLOURS, GREEN, MARKET, SPOTS, TAVERN, WEAPONS
from kabuto.yedo.events import standing
from kabuto.yedo.hands import HANDS, code, hand, own_card, own_codes, pile_of_mission
from kabuto.yedo.moves import ACCEPT, COUNTER, DECLINE, DROP, PASS, PROPOSE, Move, move
from kabuto.yedo.sentences import Saying
from kabuto.yedo.state import Clan, Fact, State, inserted, unknown, without
from kabuto.yedo.task import Task

Item = tuple[int, int]
"""A thing in an offer: its kind, and which weapon or card it is (``ANY`` if that is open)."""
ANY = -99
KINDS = ("weapon", "geisha", "action", "bonus", *COLOURS)
"""The kinds of things, in the order in which an offer names them."""
WEAPON_ITEM, GEISHA_ITEM, CARD_ITEM = 0, 1, 2
MOST = 2
"""How many things each side can offer."""
STEPS = {MARKET: "trade-market", TAVERN: "trade-tavern"}
AFTER = {MARKET: "trade-tavern", TAVERN: "activate"}
SESSIONS = frozenset(f"{step}-{lap}" for step in STEPS.values() for lap in (1, 2))
"""The steps at which seats trade: two laps in each place."""


def pile_of(kind: int) -> int:
    """The pile of a kind of card."""
    return ACTION if kind == CARD_ITEM else BONUS if kind == CARD_ITEM + 1 else GREEN + kind - CARD_ITEM - 2


def kind_of(pile: int) -> int:
    """The inverse of ``pile_of``."""
    return CARD_ITEM if pile == ACTION else CARD_ITEM + 1 if pile == BONUS else CARD_ITEM + 2 + pile - GREEN


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
    else:
        s.step = AFTER[place]


def trade(s: State, place: int, lap: int) -> None:
    """The next to make an offer; a second lap only if the first brought a trade."""
    if s.lap:
        seat, *rest = s.lap
        s.lap = tuple(rest)
        s.add(Trade(seat, place))
    elif lap == 1 and s.traded:
        s.lap, s.step = traders(s, place), f"{STEPS[place]}-2"
    else:
        s.step = AFTER[place]


@dataclass(frozen=True, slots=True)
class Trade(Task):
    """One offer to one other, or none."""

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
        return None

    def apply(self, s: State, move: Move) -> None:
        if move != PASS:
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
        return _can_be(s, self.seat, self.partner, self.place, self.gives, self.asks, self.mon)

    def cards_in_limbo(self, s: State) -> Iterable[tuple[int, int]]:
        return _laid(self.gives)

    def candidates(self, s: State) -> Iterator[Move]:
        yield PROPOSE
        yield DROP
        clan, other = s.clans[self.seat], s.clans[self.partner]
        if not self.asks and not self.mon and len(self.gives) < MOST:
            yield from (move("give", WEAPONS[weapon]) for weapon in dict.fromkeys(clan.weapons))
            if self.place == TAVERN:
                yield move("give", "geisha")
                for pile in (ACTION, BONUS, GREEN):
                    yield from (move("give", text) for text in own_codes(s, self.seat, pile))
        if not self.mon and len(self.asks) < MOST:
            yield from (move("ask", WEAPONS[weapon]) for weapon in dict.fromkeys(other.weapons))
            if self.place == TAVERN:
                yield from (move("ask", kind) for kind in KINDS[GEISHA_ITEM:])
        if not self.mon:
            yield from (move("mon", amount) for amount in range(1, clan.mon + 1))
            yield from (move("mon", -amount) for amount in range(1, other.mon + 1))

    def refuse(self, s: State, move: Move) -> Saying | None:
        match move.verb:
            case "give":
                return self._refuse_give(s, move.word)
            case "ask":
                return self._refuse_ask(s, move.word)
            case "mon":
                return self._refuse_mon(s, move.number)
            case "propose":
                return self._refuse_offer(s)
        return None

    def _refuse_give(self, s: State, text: str) -> Saying | None:
        clan = s.clans[self.seat]
        if self.asks or self.mon or len(self.gives) >= MOST:
            return s.say("offer_order", most=MOST)
        item = _item(s, self.seat, text)
        if item is None:
            return s.say("not_in_hand", card=text)
        if self.place == MARKET and item[0] != WEAPON_ITEM:
            return s.say("market_trade")
        if item[0] < CARD_ITEM and _owned(clan, item) <= self.gives.count(item):
            return s.say("give_what")
        if self.gives and item[0] < self.gives[-1][0]:
            return s.say("offer_order", most=MOST)
        return (
            s.say("offer_order", most=MOST) if self.gives and item < self.gives[-1] and not item[0] else None
        )

    def _refuse_ask(self, s: State, text: str) -> Saying | None:
        if self.mon or len(self.asks) >= MOST:
            return s.say("offer_order", most=MOST)
        item = _asked(text)
        if self.place == MARKET and item[0] != WEAPON_ITEM:
            return s.say("market_trade")
        if _owned(s.clans[self.partner], item, s) <= self.asks.count(item):
            return s.say("ask_what", seat=self.partner)
        return s.say("offer_order", most=MOST) if self.asks and item < self.asks[-1] else None

    def _refuse_mon(self, s: State, mon: int) -> Saying | None:
        if self.mon:
            return s.say("offer_order", most=MOST)
        payer = self.seat if mon > 0 else self.partner
        return (
            s.say("mon_missing", seat=payer, mon=s.clans[payer].mon)
            if s.clans[payer].mon < abs(mon)
            else None
        )

    def _refuse_offer(self, s: State) -> Saying | None:
        """Both sides give something (Q42), and no limit is broken (Q44)."""
        if not (self.gives or self.mon > 0) or not (self.asks or self.mon < 0):
            return s.say("offer_one_sided")
        for seat, loses, gains in (
            (self.seat, self.gives, self.asks),
            (self.partner, self.asks, self.gives),
        ):
            kind = _over_limit(s, seat, loses, gains, laid=seat == self.seat)
            if kind:
                return s.say("offer_limit", seat=seat, kind=Word(f"kind_{kind}"))
        return None

    def apply(self, s: State, move: Move) -> None:
        match move.verb:
            case "give":
                item = _item(s, self.seat, move.word)
                assert item is not None
                if item[0] >= CARD_ITEM:
                    lay(s, self.seat, item)
                s.add(replace(self, gives=(*self.gives, item)))
            case "ask":
                s.add(replace(self, asks=(*self.asks, _asked(move.word))))
            case "mon":
                s.add(replace(self, mon=move.number))
            case "drop":
                take_back(s, self.seat, self.gives)
            case "propose":
                s.add(
                    Respond(
                        self.partner, self.seat, self.place, self.gives, self.asks, self.mon, self.countered
                    )
                )

    def masked(self, seat: int | None) -> Task:
        return self if seat == self.seat else replace(self, gives=hidden(self.gives))


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
        and all(_owned(s.clans[seat], item) >= open_gives.count(item) for item in open_gives)
        and all(_owned(s.clans[partner], item, s) >= asks.count(item) for item in asks)
        and _can_take_back(s, seat, gives)
    )


def _can_take_back(s: State, seat: int, items: tuple[Item, ...]) -> bool:
    """Whether the cards among these came from a hand within its limits."""
    return _over_limit(s, seat, (), tuple(item for item in items if item[0] >= CARD_ITEM), laid=True) is None


def _asked(text: str) -> Item:
    """What a seat asks for by this word."""
    return (WEAPON_ITEM, WEAPONS.index(text)) if text in WEAPONS else (KINDS.index(text), ANY)


def _item(s: State, seat: int, text: str) -> Item | None:
    """What a seat gives by this word."""
    if text == "geisha":
        return GEISHA_ITEM, ANY
    if text in WEAPONS:
        return WEAPON_ITEM, WEAPONS.index(text)
    found = own_card(s, seat, text)
    return found and (kind_of(found[0]), found[1])


def _owned(clan: Clan, item: Item, s: State | None = None) -> int:
    """How many such things a clan has."""
    kind, which = item
    if kind == WEAPON_ITEM:
        return clan.weapons.count(which)
    if kind == GEISHA_ITEM:
        return clan.geishas
    pile = pile_of(kind)
    if pile >= GREEN:
        assert s is not None
        return sum(pile_of_mission(s, mission) == pile for mission in clan.missions)
    return len(hand(clan, pile))


def _over_limit(
    s: State, seat: int, loses: tuple[Item, ...], gains: tuple[Item, ...], laid: bool
) -> str | None:
    """The kind of which a seat would have too many; cards that are laid down have left the hand."""
    clan, board = s.clans[seat], s.setting.board
    table = (
        ("weapon", (WEAPON_ITEM,), len(clan.weapons), board.max_weapons),
        ("geisha", (GEISHA_ITEM,), clan.geishas, board.max_geishas),
        ("action", (CARD_ITEM,), len(clan.actions), board.max_actions),
        ("bonus", (CARD_ITEM + 1,), len(clan.bonuses), board.max_bonuses),
        ("green", tuple(range(CARD_ITEM + 2, CARD_ITEM + 6)), len(clan.missions), board.max_missions),
    )
    for name, kinds, number, limit in table:
        lost = sum(item[0] in kinds for item in loses if not (laid and item[0] >= CARD_ITEM))
        if number - lost + sum(item[0] in kinds for item in gains) > limit:
            return name
    return None


def hidden(items: tuple[Item, ...]) -> tuple[Item, ...]:
    """The things of an offer as others see them: cards face down."""
    return tuple((k, unknown(pile_of(k))) if k >= CARD_ITEM else (k, which) for k, which in items)


def _laid(items: tuple[Item, ...]) -> list[tuple[int, int]]:
    """Pile and number of the cards among the things of an offer: they have been laid down."""
    return [(pile_of(kind), card) for kind, card in items if kind >= CARD_ITEM]


def lay(s: State, seat: int, item: Item) -> None:
    """A card is laid down on the table, face down."""
    clan, pile = s.edit(seat), pile_of(item[0])
    setattr(clan, HANDS[pile], without(hand(clan, pile), item[1]))
    s.note(Fact("lay", seat, pile, (item[1],), sees=1 << seat))


def take_back(s: State, seat: int, items: tuple[Item, ...]) -> None:
    """Cards that were laid down go back to the hand."""
    for kind, card in items:
        if kind >= CARD_ITEM:
            clan, pile = s.edit(seat), pile_of(kind)
            setattr(clan, HANDS[pile], inserted(hand(clan, pile), card))
            s.note(Fact("back", seat, pile, (card,), sees=1 << seat))


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
        return offer.fits(s) and offer._refuse_offer(s) is None

    def cards_in_limbo(self, s: State) -> Iterable[tuple[int, int]]:
        return _laid(self.gives)

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

    def fits(self, s: State) -> bool:
        left, kinds = self.asks[len(self.picked) :], [item[0] for item in self.picked]
        return (
            bool(left)
            and left[0][0] >= CARD_ITEM
            and kinds == [item[0] for item in self.asks[: len(kinds)]]
            and _can_be(s, self.partner, self.seat, TAVERN, self.gives, left, self.mon)
            and s.step.startswith(STEPS[TAVERN])
            and _over_limit(s, self.partner, self.gives, self.asks, laid=True) is None
            and _over_limit(s, self.seat, left, self.gives, laid=False) is None
            and _can_take_back(s, self.seat, self.picked)
        )

    def cards_in_limbo(self, s: State) -> Iterable[tuple[int, int]]:
        return _laid(self.gives + self.picked)

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
    """Both sides hand over what was agreed."""
    s.traded = 1
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
