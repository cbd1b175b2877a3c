"""How good a move of Yedo looks to the greedy player, in prestige points."""

from collections.abc import Callable
from functools import cached_property, partial
from typing import Any

from kabuto.yedo.activation import Activate, Position
from kabuto.yedo.assignment import Place
from kabuto.yedo.bidding import (
    PRESTIGE_WON,
    Begin,
    Category,
    Raise,
    StepOut,
    minimum,
    open_lots,
    purse,
)
from kabuto.yedo.board import (
    ACTION,
    ANNEXES,
    BONUS,
    CATEGORIES,
    DISTRICT_OF,
    FIRST_ANNEX,
    PLACE,
    SPOTS_OF,
    WEAPON,
    WEAPONS,
)
from kabuto.yedo.cards import Effect
from kabuto.yedo.choices import Build, Deck, Discard, Keep, Order
from kabuto.yedo.districts import (
    HONOUR,
    PAWN,
    annex_price,
    draw_price,
    geisha_price,
    market_price,
    recruit_price,
)
from kabuto.yedo.events import Lose
from kabuto.yedo.hands import annexes_to_build
from kabuto.yedo.missions import BonusPart, MarketWeapon
from kabuto.yedo.moves import Move
from kabuto.yedo.patrol import Protect
from kabuto.yedo.players.bargain import bargain, next_step
from kabuto.yedo.players.places import RESERVE, Places
from kabuto.yedo.players.worth import Goal, Worth
from kabuto.yedo.plays import Answer, Window
from kabuto.yedo.setup import Draft, TakeFavour
from kabuto.yedo.state import State
from kabuto.yedo.task import Task, asking
from kabuto.yedo.trading import (
    CARD_ITEM,
    GEISHA_ITEM,
    WEAPON_ITEM,
    HandOver,
    Item,
    Offer,
    Respond,
    Trade,
    pile_of,
)

DRAFT = ("red", "yellow", "green", "green")
"""The missions to begin with."""


def judge(s: State, seat: int) -> Callable[[Move], float]:
    """How good a move of a seat looks, in points."""
    task = s.tasks[-1]
    return partial(DECISIONS[type(task)], _Judge(s, seat, task))


class _Judge:
    """How good the moves of one decision are; ``DECISIONS`` names the method for each kind."""

    def __init__(self, s: State, seat: int, task: Any) -> None:
        self.s, self.seat, self.task, self.worth = s, seat, task, Worth(s, seat)
        self.clan = s.clans[seat]
        self._lots: dict[int, float] = {}

    @cached_property
    def places(self) -> Places:
        """What disciples are worth where they stand."""
        return Places(self.worth)

    # Cards and gains.

    def card(self, text: str) -> float:
        """What an own card or weapon is worth, by its code."""
        if text in WEAPONS:
            return self.worth.kept_weapon(WEAPONS.index(text))
        if text in ANNEXES:
            return self.worth.annex(ANNEXES.index(text))
        found = self.s.setting.cards.find(text)
        if found is None:
            return {"geisha": self.worth.geisha(), "disciple": self.worth.disciple()}.get(text, 0.0)
        pile, number = found
        value: Callable[[int], float] = {ACTION: self.worth.action_card, BONUS: self.worth.bonus_card}.get(
            pile, self.worth.mission
        )
        return value(number)

    def draft(self, move: Move) -> float:
        return float(move.word == DRAFT[len(self.clan.missions)])

    def take_favour(self, move: Move) -> float:
        rewards = next(card for card in self.s.setting.cards.favours if card.code == move.word).rewards
        values = {"action": 0.8, "bonus": 0.7, "stack-weapon": 1.2, "blessing": 1.0}
        return sum(self.worth.mon * r.args[0] if r.op == "mon" else values.get(r.op, 0.5) for r in rewards)

    def keep(self, move: Move) -> float:
        text = move.word
        return self.worth.weapon(WEAPONS.index(text)) if text in WEAPONS else self.card(text)

    def give_up(self, move: Move) -> float:
        return -self.card(move.word)

    def order(self, move: Move) -> float:
        return sum(self._looked_at[int(word) - 1] * (3 - n) for n, word in enumerate(move.words))

    @cached_property
    def _looked_at(self) -> list[float]:
        """What the cards are worth that may be put back in any order."""
        value: Callable[[int], float] = {
            ACTION: self.worth.action_card,
            BONUS: self.worth.bonus_card,
            WEAPON: self.worth.weapon,
        }.get(self.task.pile, self.worth.mission)
        return [value(card) for card in self.task.cards]

    def deck(self, move: Move) -> float:
        return self.worth.colour(move.pile)

    def build(self, move: Move) -> float:
        return self.worth.annex(move.annex)

    # Bidding.

    def lot(self, lot: int) -> float:
        """What a lot is worth, in points."""
        if lot not in self._lots:
            contents = self.s.setting.board.contents[lot]
            self._lots[lot] = max(self.category(CATEGORIES[n]) for n in contents)
        return self._lots[lot]

    def category(self, name: str) -> float:
        """What a category is worth, in points."""
        return CATEGORY_VALUES[name](self)

    def _actions(self) -> float:
        return 0.8 if self.worth.left and len(self.clan.actions) < 3 else 0.2

    def _bonuses(self) -> float:
        return (1.6 if len(self.clan.bonuses) < 2 else 0.6) if self.worth.left > 1 else 2.2

    def _weapons(self) -> float:
        found = sorted((self.worth.weapon(weapon) for weapon in range(len(WEAPONS))), reverse=True)
        full = 0.5 if len(self.clan.weapons) >= self.s.setting.board.max_weapons else 1.0
        return (0.5 * found[0] + 0.3 * found[1] + 0.3 * found[2]) * full

    def _annexes(self) -> float:
        best = max(map(self.worth.annex, annexes_to_build(self.s, self.seat)), default=0.0)
        return PRESTIGE_WON + best

    def _geishas(self) -> float:
        can_join = self.s.geishas and self.clan.geishas < self.s.setting.board.max_geishas
        return PRESTIGE_WON + (self.worth.geisha() if can_join else 0.0)

    def _disciples(self) -> float:
        return self.worth.disciple() + (0.5 if self.clan.reserve else 0)

    def _missions(self) -> float:
        left, full = self.worth.left, len(self.clan.missions) >= self.s.setting.board.max_missions
        return 2.2 if left > 2 and not full else 1.0 if left > 1 else 0.0

    def step_out(self, move: Move) -> float:
        """Stay if some lot is worth clearly more than its minimum and the 3 Mon."""
        s = self.s
        if move.verb == "out":
            return self.worth.mon * s.setting.board.step_out
        lots = [(lot, minimum(s, lot)) for lot in range(len(s.setting.board.lots))]
        affordable = [(lot, least) for lot, least in lots if least <= purse(s, self.seat)]
        return max((self.lot(lot) - self.worth.mon * least for lot, least in affordable), default=-1.0)

    def begin(self, move: Move) -> float:
        if move.verb == "play":
            op = self._effect(move).op
            if op == "bar" and len(self.clan.actions) > 2:
                return 2.0 - self.lot(self.s.setting.board.lots.index(move.words[1]))
            return 9.0 if op == "gain" else 3.0 if op == "rebate" else -1.0
        if move.verb == "out":
            return 0.0
        lot = self.s.setting.board.lots.index(move.word)
        least = minimum(self.s, lot)
        if purse(self.s, self.seat) < least:
            return -5.0
        return self.lot(lot) - self.worth.mon * least

    def raise_bid(self, move: Move) -> float:
        if move.verb != "bid":
            return 0.0 if move.verb == "pass" else -1.0
        bid = move.number
        most = purse(self.s, self.seat)
        if bid > most:
            return -9.0
        others = [
            self.lot(lot) - self.worth.mon * (minimum(self.s, lot) + 1)
            for lot in open_lots(self.s)
            if lot != self.task.lot and minimum(self.s, lot) < most
        ]
        gain = self.lot(self.task.lot) - self.worth.mon * bid - 0.6 * max([0.0, *others])
        return gain - 0.001 * bid - (0.0 if bid == self.task.bid + 1 else 0.3)

    def choose_category(self, move: Move) -> float:
        return self.category(move.word)

    # Events and cards.

    def lose(self, move: Move) -> float:
        if move.verb == "bless":
            return -1.0
        number: int = self.task.number
        lost = {"mon": self.worth.mon * number, "prestige": float(number)}
        return -lost.get(move.word, self.card(move.word))

    def _effect(self, move: Move) -> Effect:
        """The first effect of the card that a move plays."""
        found = self.s.setting.cards.find(move.word)
        assert found is not None
        return self.s.setting.cards.actions[found[1]].effects[0]

    def window(self, move: Move) -> float:
        if move.verb == "pass":
            return 0.0
        effect = self._effect(move)
        value = WINDOW_VALUES.get(effect.op)
        return value(self, effect) if value else -0.5

    def _patrol_step(self, effect: Effect) -> float:
        ring = self.s.setting.board.ring
        step = effect.args[0] * self.s.setting.board.directions[self.s.colour]
        there = ring[(ring.index(self.s.patrol) + step) % len(ring)]
        return self.places.danger(self.s.patrol) - self.places.danger(there) - 0.6

    def _reopen(self, effect: Effect) -> float:
        wanted = any(self.s.closed in goal.mission.standard.districts for goal in self.worth.goals)
        return 0.2 if wanted else -1.0

    def _refresh(self, effect: Effect) -> float:
        best = max((self.worth.weapon(weapon) for weapon in self.s.market if weapon >= 0), default=0.0)
        return 0.4 - best if self.clan.mon >= 6 else -1.0

    def _patrol_swap(self, effect: Effect) -> float:
        return 0.05 if len(self.clan.actions) > 2 else -0.5

    def protect(self, move: Move) -> float:
        if move.verb == "pass":
            return 0.0
        saved = max(
            self.places.value(spot) for spot in SPOTS_OF[self.s.patrol] if self.seat in self.s.spaces[spot]
        )
        if move.verb == "blackmail":
            return saved + 1.0 - 2.2
        op = self._effect(move).op
        number = self.worth.own[self.s.patrol]
        if op == "save-all":
            return (saved + 1.0) * number - 0.9
        if op == "save":
            return saved + 0.4
        return RESERVE * min(number, self.s.setting.board.reserve_limit - self.clan.reserve) - 0.6

    def answer(self, move: Move) -> float:
        if move.verb == "pass":
            return 0.0
        aimed = str(self.seat) in self.task.target and self.task.player != self.seat
        own = self.task.player == self.seat and len(self.task.by) % 2 == 1
        return 1.0 if (aimed and len(self.task.by) % 2 == 0) or own else -1.0

    # Placing.

    def place(self, move: Move) -> float:
        if move.verb == "play":
            return self._place_card(move)
        return self.places.standing(move.place)

    def _place_card(self, move: Move) -> float:
        """A card before placing: how much better the disciples stand with it."""
        match self._effect(move).op:
            case "gain":
                return 99.0
            case "squeeze":
                value = self.places.standing(PLACE[move.words[1]]) - 1.0
                return 50 + value if value > 1.5 else -9.0
            case "exchange":
                own, there = PLACE[move.words[1]], PLACE[move.words[3]]
                gain = self.places.standing(there) - self.places.standing(own) - 1.0
                return 50 + gain if gain > 0 else -9.0
            case "recall":
                placed = PLACE[move.words[1]]
                doomed = placed < FIRST_ANNEX and DISTRICT_OF[placed] == self.worth.next_patrol
                return 40.0 if doomed else -9.0
        return -9.0

    # Trading.

    def trade(self, move: Move) -> float:
        if move.verb == "pass":
            return 0.0
        planned = bargain(self.worth, move.number)
        return planned.profit if planned else -1.0

    def offer(self, move: Move) -> float:
        return float(str(move) == self._step)

    @cached_property
    def _step(self) -> str:
        return next_step(self.worth, self.task)

    def respond(self, move: Move) -> float:
        """Who offers something wants it: with few at the table that is a reason to ask more for it."""
        if move.verb != "accept":
            rivals = len(self.s.clans) - 1
            return 0.2 + 0.8 / rivals if move.verb == "decline" else -1.0
        paid: int = self.task.mon
        gets = sum(self._thing(item) for item in self.task.gives) + self.worth.mon * paid
        return gets - sum(self._own_thing(item) for item in self.task.asks)

    def _thing(self, item: Item) -> float:
        kind, which = item
        if kind == WEAPON_ITEM:
            return self.worth.weapon(which)
        return self.worth.geisha() if kind == GEISHA_ITEM else 0.6

    def _own_thing(self, item: Item) -> float:
        kind, which = item
        if kind == WEAPON_ITEM:
            return self.worth.kept_weapon(which)
        if kind == GEISHA_ITEM:
            return self.worth.geisha() + 1.5
        pile = pile_of(kind)
        hand = {ACTION: self.clan.actions, BONUS: self.clan.bonuses}.get(pile, self.clan.missions)
        codes = self.s.setting.cards.codes[pile]
        return min((max(0.3, self.card(codes[n])) for n in hand), default=1.0) if kind >= CARD_ITEM else 1.0

    # Activation.

    def activate(self, move: Move) -> float:
        return ACTION_VALUES[move.verb](self, move)

    def _fulfil(self, move: Move) -> float:
        code, spot, *stand_ins = move.words
        goal = next(goal for goal in self.worth.goals if goal.code == code)
        return 20 + goal.reward - 0.2 * len(stand_ins) - 0.3 * self.places.value(PLACE[spot])

    def _play(self, move: Move) -> float:
        op = self._effect(move).op
        if op == "borrow":
            return 30.0 if any(self._one_weapon_short(goal) for goal in self.worth.goals) else -1.0
        if op == "salvage":
            return self.worth.weapon(WEAPONS.index(move.words[-1])) - 0.5 + 5
        if op == "force-sale":
            return 4.0 + self.worth.weapon(WEAPONS.index(move.words[-1])) - 5 * self.worth.mon
        return {"gain": 8.0, "rob": 6.0, "ambush": 3.0}.get(op, -1.0)

    def _recruit(self, move: Move) -> float:
        return self.worth.disciple() - self.worth.mon * recruit_price(self.s)

    def _sell(self, move: Move) -> float:
        return -0.3 * move.number

    def _build(self, move: Move) -> float:
        return self.worth.annex(move.annex) - self.worth.mon * annex_price(self.s)

    def _church(self, move: Move) -> float:
        return self.worth.mon * self.s.church

    def _honour(self, move: Move) -> float:
        spare = 1.0 if self.worth.left < 2 else 0.75
        return spare * move.number - self.worth.mon * HONOUR[move.number]

    def _blessing(self, move: Move) -> float:
        return self.worth.blessing()

    def _geisha(self, move: Move) -> float:
        return self.worth.geisha() - (self.worth.mon * geisha_price(self.s) if move.word == "mon" else 2.2)

    def _buy(self, move: Move) -> float:
        field = move.number - 1
        return self.worth.weapon(self.s.market[field]) - self.worth.mon * market_price(
            self.s, self.seat, field
        )

    def _prestige(self, move: Move) -> float:
        return 1.0

    def _mission(self, move: Move) -> float:
        share = 0.6 if len(self.clan.missions) < self.s.setting.board.max_missions else 0.1
        return self.worth.colour(move.pile) * share if self.worth.left else -0.1

    def _garden(self, move: Move) -> float:
        return 0.2 + 0.1 * self.s.order.index(self.seat)

    def _pawn(self, move: Move) -> float:
        return PAWN * self.worth.mon - self.card(move.word)

    def _draw(self, move: Move) -> float:
        return 0.7 - self.worth.mon * draw_price(self.s) if len(self.clan.actions) < 3 else -0.5

    def _swap(self, move: Move) -> float:
        if move.word in WEAPONS:
            return 0.35 - self.worth.kept_weapon(move.weapon)
        return 0.4 - self.card(move.word)

    def _one_weapon_short(self, goal: Goal) -> bool:
        short = [kind for kind, _ in goal.lacks] == ["weapon"]
        return short and not self.worth.open_districts(goal.mission.standard)

    def position(self, move: Move) -> float:
        return -move.number

    def market_weapon(self, move: Move) -> float:
        return self.worth.weapon(self.s.market[move.number - 1])

    def bonus_part(self, move: Move) -> float:
        if move.verb == "skip":
            return 0.0
        bonus = self.s.setting.cards.missions[self.task.mission].bonus
        assert bonus is not None
        cost: float = self.worth.mon * bonus.mon + 0.8 * bonus.blessing + 0.2 * len(move.words)
        return self.worth.means.reward(bonus) - cost


DECISIONS: dict[type[Task], Callable[[_Judge, Move], float]] = {
    Activate: _Judge.activate,
    Answer: _Judge.answer,
    Begin: _Judge.begin,
    BonusPart: _Judge.bonus_part,
    Build: _Judge.build,
    Category: _Judge.choose_category,
    Deck: _Judge.deck,
    Discard: _Judge.give_up,
    Draft: _Judge.draft,
    HandOver: _Judge.give_up,
    Keep: _Judge.keep,
    Lose: _Judge.lose,
    MarketWeapon: _Judge.market_weapon,
    Offer: _Judge.offer,
    Order: _Judge.order,
    Place: _Judge.place,
    Position: _Judge.position,
    Protect: _Judge.protect,
    Raise: _Judge.raise_bid,
    Respond: _Judge.respond,
    StepOut: _Judge.step_out,
    TakeFavour: _Judge.take_favour,
    Trade: _Judge.trade,
    Window: _Judge.window,
}
"""Kind of decision → how good its moves are."""
if unjudged := asking() - DECISIONS.keys():
    raise TypeError(f"the greedy player cannot judge {', '.join(sorted(kind.name for kind in unjudged))}")
CATEGORY_VALUES: dict[str, Callable[[_Judge], float]] = {
    "action": _Judge._actions,
    "bonus": _Judge._bonuses,
    "weapon": _Judge._weapons,
    "annex": _Judge._annexes,
    "geisha": _Judge._geishas,
    "disciple": _Judge._disciples,
    "mission": _Judge._missions,
}
"""Category of the auctions → what it is worth."""
WINDOW_VALUES: dict[str, Callable[[_Judge, Effect], float]] = {
    "patrol-step": _Judge._patrol_step,
    "reopen": _Judge._reopen,
    "church-money": lambda judge, effect: 0.1,
    "gain": lambda judge, effect: 1.0,
    "refresh": _Judge._refresh,
    "patrol-swap": _Judge._patrol_swap,
}
"""Effect of a card after the event or on the patrol → what playing it is worth; others are kept."""
ACTION_VALUES: dict[str, Callable[[_Judge, Move], float]] = {
    "fulfil": _Judge._fulfil,
    "play": _Judge._play,
    "recruit": _Judge._recruit,
    "sell": _Judge._sell,
    "build": _Judge._build,
    "church": _Judge._church,
    "honour": _Judge._honour,
    "blessing": _Judge._blessing,
    "geisha": _Judge._geisha,
    "buy": _Judge._buy,
    "prestige": _Judge._prestige,
    "mission": _Judge._mission,
    "garden": _Judge._garden,
    "pawn": _Judge._pawn,
    "draw": _Judge._draw,
    "swap": _Judge._swap,
    "look": lambda judge, move: -0.05,
    "idle": lambda judge, move: -0.1,
}
"""Verb of an activated disciple → what the move is worth."""
