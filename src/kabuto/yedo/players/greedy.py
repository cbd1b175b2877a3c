"""A Yedo player that plans its missions, bids by worth and keeps out of the patrol's way."""

from collections.abc import Callable
from functools import cached_property
from random import Random
from typing import Any

from kabuto.yedo.board import (
    ACTION,
    ANNEXES,
    BONUS,
    CATEGORIES,
    COLOURS,
    DISTRICT_OF,
    FIRST_ANNEX,
    GREEN,
    PLACE,
    SPOTS,
    SPOTS_OF,
    WEAPON,
    WEAPONS,
)
from kabuto.yedo.districts import annex_price, geisha_price, market_price, recruit_price
from kabuto.yedo.moves import Move
from kabuto.yedo.players.bargain import bargain, next_step
from kabuto.yedo.players.places import RESERVE, Places
from kabuto.yedo.players.worth import Goal, Worth
from kabuto.yedo.rules import legal_moves
from kabuto.yedo.state import State
from kabuto.yedo.trading import CARD_ITEM, GEISHA_ITEM, WEAPON_ITEM, Item, pile_of
from kabuto.yedo.view import YedoView

DRAFT = ("red", "yellow", "green", "green")
"""The missions to begin with."""


class Greedy:
    """Plays the move that looks best; the generator decides between equal ones."""

    def __init__(self, rng: Random) -> None:
        self.rng = rng

    def choose(self, view: YedoView) -> Move:
        """The move that looks best now."""
        return weigh(view.state, self.rng)


def weigh(s: State, rng: Random) -> Move:
    """The move that looks best to the seat to move; of the state only what that seat may know is used."""
    moves = legal_moves(s)
    if len(moves) == 1:
        return moves[0]
    value = judge(s, s.tasks[-1].seat)
    return max(moves, key=lambda move: (value(move), rng.random()))


def judge(s: State, seat: int) -> Callable[[Move], float]:
    """How good a move of a seat looks, in points."""
    task = s.tasks[-1]
    value: Callable[[Move], float] = getattr(_Judge(s, seat, task), f"on_{type(task).__name__.lower()}")
    return value


class _Judge:
    """How good moves are; one method for each kind of decision."""

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

    def on_draft(self, move: Move) -> float:
        return float(move.word == DRAFT[len(self.clan.missions)])

    def on_takefavour(self, move: Move) -> float:
        rewards = next(card for card in self.s.setting.cards.favours if card.code == move.word).rewards
        values = {"action": 0.8, "bonus": 0.7, "stack-weapon": 1.2, "blessing": 1.0}
        return sum(self.worth.mon * r.args[0] if r.op == "mon" else values.get(r.op, 0.5) for r in rewards)

    def on_keep(self, move: Move) -> float:
        text = move.word
        return self.worth.weapon(WEAPONS.index(text)) if text in WEAPONS else self.card(text)

    def on_discard(self, move: Move) -> float:
        return -self.card(move.word)

    def on_handover(self, move: Move) -> float:
        return -self.card(move.word)

    def on_order(self, move: Move) -> float:
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

    def on_deck(self, move: Move) -> float:
        return self.worth.colour(move.pile)

    def on_build(self, move: Move) -> float:
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
        worth, clan = self.worth, self.clan
        match name:
            case "disciple":
                return worth.disciple() + (0.5 if clan.reserve else 0)
            case "annex":
                missing = [annex for annex in range(4) if annex not in clan.annexes and self.s.annexes[annex]]
                return 2.0 + max((worth.annex(annex) for annex in missing), default=0.0)
            case "geisha":
                return 2.0 + (worth.geisha() if self.s.geishas and clan.geishas < 3 else 0.0)
            case "weapon":
                found = sorted((worth.weapon(weapon) for weapon in range(8)), reverse=True)
                full = 0.5 if len(clan.weapons) >= 4 else 1.0
                return (0.5 * found[0] + 0.3 * found[1] + 0.3 * found[2]) * full
            case "mission":
                return 2.2 if worth.left > 2 and len(clan.missions) < 4 else 1.0 if worth.left > 1 else 0.0
            case "bonus":
                return (1.6 if len(clan.bonuses) < 2 else 0.6) if worth.left > 1 else 2.2
        return 0.8 if worth.left and len(clan.actions) < 3 else 0.2

    def on_stepout(self, move: Move) -> float:
        """Stay if some lot is worth clearly more than its minimum and the 3 Mon."""
        board = self.s.setting.board
        affordable = [lot for lot in range(len(board.lots)) if board.minimum[lot] <= self.clan.mon]
        best = max((self.lot(lot) - self.worth.mon * board.minimum[lot] for lot in affordable), default=-1.0)
        step_out = self.worth.mon * board.step_out
        return step_out if move.verb == "out" else best

    def on_begin(self, move: Move) -> float:
        if move.verb == "play":
            op = self._op(move)
            if op == "bar" and len(self.clan.actions) > 2:
                return 2.0 - self.lot(self.s.setting.board.lots.index(move.words[1]))
            return 9.0 if op == "gain" else 3.0 if op == "rebate" else -1.0
        if move.verb == "out":
            return 0.0
        lot = self.s.setting.board.lots.index(move.word)
        least = self.s.setting.board.minimum[lot]
        if self.clan.mon < least:
            return -5.0
        return self.lot(lot) - self.worth.mon * least

    def on_raise(self, move: Move) -> float:
        if move.verb != "bid":
            return 0.0 if move.verb == "pass" else -1.0
        bid = move.number
        if bid > self.clan.mon:
            return -9.0
        board = self.s.setting.board
        others = [
            self.lot(lot) - self.worth.mon * (board.minimum[lot] + 1)
            for lot in range(len(board.lots))
            if lot != self.task.lot and lot not in self.s.won and board.minimum[lot] < self.clan.mon
        ]
        gain = self.lot(self.task.lot) - self.worth.mon * bid - 0.6 * max([0.0, *others])
        return gain - 0.001 * bid - (0.0 if bid == self.task.bid + 1 else 0.3)

    def on_category(self, move: Move) -> float:
        return self.category(move.word)

    # Events and cards.

    def on_lose(self, move: Move) -> float:
        if move.verb == "bless":
            return -1.0
        number: int = self.task.number
        lost = {"mon": self.worth.mon * number, "prestige": float(number)}
        return -lost.get(move.word, self.card(move.word))

    def _op(self, move: Move) -> str:
        found = self.s.setting.cards.find(move.word)
        return str(self.s.setting.cards.actions[found[1]].effects[0].op) if found else ""

    def on_window(self, move: Move) -> float:
        if move.verb == "pass":
            return 0.0
        found = self.s.setting.cards.find(move.word)
        assert found is not None
        effect = self.s.setting.cards.actions[found[1]].effects[0]
        match effect.op:
            case "patrol-step":
                ring = self.s.setting.board.ring
                step = effect.args[0] * self.s.setting.board.directions[self.s.colour]
                there = ring[(ring.index(self.s.patrol) + step) % len(ring)]
                return self.places.danger(self.s.patrol) - self.places.danger(there) - 0.6
            case "reopen":
                wanted = any(self.s.closed in g.mission.standard.districts for g in self.worth.goals)
                return 0.2 if wanted else -1.0
            case "church-money":
                return 0.1
            case "refresh":
                best = max(
                    (self.worth.weapon(weapon) for weapon in self.s.market if weapon >= 0), default=0.0
                )
                return 0.4 - best if self.clan.mon >= 6 else -1.0
            case "patrol-swap":
                return 0.05 if len(self.clan.actions) > 2 else -0.5
        return -0.5

    def on_protect(self, move: Move) -> float:
        if move.verb == "pass":
            return 0.0
        saved = max(
            self.places.value(spot) for spot in SPOTS_OF[self.s.patrol] if self.seat in self.s.spaces[spot]
        )
        if move.verb == "blackmail":
            return saved + 1.0 - 2.2
        op = self._op(move)
        number = self.worth.own[self.s.patrol]
        if op == "save-all":
            return (saved + 1.0) * number - 0.9
        if op == "save":
            return saved + 0.4
        return RESERVE * min(number, self.s.setting.board.reserve_limit - self.clan.reserve) - 0.6

    def on_answer(self, move: Move) -> float:
        if move.verb == "pass":
            return 0.0
        aimed = str(self.seat) in self.task.target and self.task.player != self.seat
        own = self.task.player == self.seat and len(self.task.by) % 2 == 1
        return 1.0 if (aimed and len(self.task.by) % 2 == 0) or own else -1.0

    # Placing.

    def on_place(self, move: Move) -> float:
        if move.verb == "play":
            return self._place_card(move)
        return self.places.standing(move.place)

    def _place_card(self, move: Move) -> float:
        """A card before placing: how much better the disciples stand with it."""
        match self._op(move):
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

    def on_trade(self, move: Move) -> float:
        if move.verb == "pass":
            return 0.0
        planned = bargain(self.worth, move.number)
        return planned.profit if planned else -1.0

    def on_offer(self, move: Move) -> float:
        return float(str(move) == self._step)

    @cached_property
    def _step(self) -> str:
        return next_step(self.worth, self.task)

    def on_respond(self, move: Move) -> float:
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

    def on_activate(self, move: Move) -> float:
        worth, mon = self.worth, self.worth.mon
        word = move.word
        match move.verb:
            case "fulfil":
                goal = next(goal for goal in worth.goals if goal.code == word)
                helped = 0.2 * len(move.words[2:])
                return 20 + goal.reward - helped - 0.3 * self.places.value(SPOTS.index(move.words[1]))
            case "play":
                op = self._op(move)
                if op == "borrow":
                    near = any(self._one_weapon_short(goal) for goal in worth.goals)
                    return 30.0 if near else -1.0
                if op == "salvage":
                    return worth.weapon(WEAPONS.index(move.words[-1])) - 0.5 + 5
                if op == "force-sale":
                    return 4.0 + worth.weapon(WEAPONS.index(move.words[-1])) - 5 * mon
                return {"rob": 6.0, "ambush": 3.0}.get(op, -1.0)
            case "recruit":
                return worth.disciple() - mon * recruit_price(self.s)
            case "sell":
                return -0.3 * int(word)
            case "build":
                return worth.annex(ANNEXES.index(word)) - mon * annex_price(self.s)
            case "church":
                return mon * self.s.church
            case "honour":
                spare = 1.0 if self.worth.left < 2 else 0.75
                return spare * int(word) - mon * {"1": 4, "3": 9}[word]
            case "blessing":
                return worth.blessing()
            case "geisha":
                return worth.geisha() - (mon * geisha_price(self.s) if word == "mon" else 2.2)
            case "buy":
                field = int(word) - 1
                return worth.weapon(self.s.market[field]) - mon * market_price(self.s, self.seat, field)
            case "prestige":
                return 1.0
            case "mission":
                share = 0.6 if len(self.clan.missions) < 4 else 0.1
                return worth.colour(GREEN + COLOURS.index(word)) * share if worth.left else -0.1
            case "garden":
                return 0.2 + 0.1 * self.s.order.index(self.seat)
            case "pawn":
                return 2 * mon - self.card(word)
            case "draw":
                return 0.7 - mon * 4 if len(self.clan.actions) < 3 else -0.5
            case "swap":
                if word in WEAPONS:
                    return 0.35 - worth.kept_weapon(WEAPONS.index(word))
                return 0.4 - self.card(word)
        return -0.05 if move.verb == "look" else -0.1

    def _one_weapon_short(self, goal: Goal) -> bool:
        short = [kind for kind, _ in goal.lacks] == ["weapon"]
        return short and not self.worth.open_districts(goal.mission.standard)

    def on_position(self, move: Move) -> float:
        return -move.number

    def on_marketweapon(self, move: Move) -> float:
        return self.worth.weapon(self.s.market[move.number - 1])

    def on_bonuspart(self, move: Move) -> float:
        if move.verb == "skip":
            return 0.0
        bonus = self.s.setting.cards.missions[self.task.mission].bonus
        assert bonus is not None
        cost: float = self.worth.mon * bonus.mon + 0.8 * bonus.blessing + 0.2 * len(move.words)
        return self.worth.means.reward(bonus) - cost
