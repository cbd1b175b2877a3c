"""How good a move of Yedo looks to the greedy player, in prestige points."""

from collections import Counter
from collections.abc import Callable, Iterable
from functools import partial

from kabuto.yedo.board import ACTION, BONUS, DISTRICT_OF, FIRST_ANNEX, PLACE, WEAPONS
from kabuto.yedo.cards import Effect
from kabuto.yedo.moves import Move
from kabuto.yedo.phases.action_cards import Answer, Window
from kabuto.yedo.phases.activation import Activate, Position
from kabuto.yedo.phases.auction import Begin, Category, Raise, StepOut
from kabuto.yedo.phases.event_phase import Lose
from kabuto.yedo.phases.gains import Build, Deck, Discard, Keep, Order
from kabuto.yedo.phases.missions import BonusPart, MarketWeapon
from kabuto.yedo.phases.patrol import Protect
from kabuto.yedo.phases.placement import Place
from kabuto.yedo.phases.setup import Draft, TakeFavour
from kabuto.yedo.phases.trade import HandOver, Offer, Respond, Trade
from kabuto.yedo.players.actions import activate
from kabuto.yedo.players.bargain import bargain, is_done
from kabuto.yedo.players.bids import begin, choose_category, raise_bid, step_out
from kabuto.yedo.players.decision import Judgement
from kabuto.yedo.players.weights import GREEDY, Weights, total
from kabuto.yedo.state.pieces import pile_of_mission
from kabuto.yedo.state.state import State, Task, asking
from kabuto.yedo.state.wares import CARD_ITEM, GEISHA_ITEM, WEAPON_ITEM, Item, pile_of

NEVER = -99.0
"""Worse than any misjudgement makes up for."""
COPY = 0.25
"""What a second weapon of a kind, or a second geisha, is worth beside the first."""
FAVOURS = {"action": 0.8, "bonus": 0.7, "stack-weapon": 1.2, "blessing": 1.0}
"""Reward of a favour → roughly what it is worth; any other is worth half a point."""
DRAFT = ("red", "yellow", "green", "green")
"""The missions to begin with."""


def judge(s: State, seat: int, weights: Weights = GREEDY) -> Callable[[Move], float]:
    """How good a move of a seat looks, in points."""
    task = s.tasks[-1]
    return partial(DECISIONS[type(task)], Judgement(s, seat, task, weights))


def _draft(j: Judgement, move: Move) -> float:
    return float(move.word == DRAFT[len(j.clan.missions)])


def _take_favour(j: Judgement, move: Move) -> float:
    rewards = next(card for card in j.s.setting.cards.favours if card.code == move.word).rewards
    return total(j.worth.mon * r.args[0] if r.op == "mon" else FAVOURS.get(r.op, 0.5) for r in rewards)


def _keep(j: Judgement, move: Move) -> float:
    text = move.word
    return j.worth.weapon(WEAPONS.index(text)) if text in WEAPONS else j.card(text)


def _give_up(j: Judgement, move: Move) -> float:
    return -j.card(move.word)


def _order(j: Judgement, move: Move) -> float:
    return total(j.looked_at[int(word) - 1] * (3 - n) for n, word in enumerate(move.words))


def _deck(j: Judgement, move: Move) -> float:
    return j.worth.colour(move.pile)


def _build(j: Judgement, move: Move) -> float:
    return j.worth.annex(move.annex)


# Events and cards.


def _lose(j: Judgement, move: Move) -> float:
    if move.verb == "bless":
        return -j.weights.blessing_spent
    number: int = j.task.number
    lost = {"mon": j.worth.mon * number, "prestige": float(number)}
    return -lost.get(move.word, j.card(move.word))


def _window(j: Judgement, move: Move) -> float:
    if move.verb == "pass":
        return 0.0
    effect = j.effect(move)
    value = WINDOW_VALUES.get(effect.op)
    return value(j, effect) if value else -0.5


def _patrol_step(j: Judgement, effect: Effect) -> float:
    ring = j.s.setting.board.ring
    step = effect.args[0] * j.s.setting.board.directions[j.s.colour]
    there = ring[(ring.index(j.s.patrol) + step) % len(ring)]
    return j.places.danger(j.s.patrol) - j.places.danger(there) - 0.6


def _reopen(j: Judgement, effect: Effect) -> float:
    wanted = any(j.s.closed in goal.mission.standard.districts for goal in j.worth.goals)
    return 0.2 if wanted else -1.0


def _refresh(j: Judgement, effect: Effect) -> float:
    best = max((j.worth.weapon(weapon) for weapon in j.s.market if weapon >= 0), default=0.0)
    return 0.4 - best if j.clan.mon >= 6 else -1.0


def _patrol_swap(j: Judgement, effect: Effect) -> float:
    return 0.05 if len(j.clan.actions) > 2 else -0.5


def _protect(j: Judgement, move: Move) -> float:
    if move.verb == "pass":
        return 0.0
    saved = j.places.rescue(j.s.patrol)
    if move.verb == "blackmail":
        return saved - j.weights.blackmail
    op = j.effect(move).op
    number = j.worth.own[j.s.patrol]
    if op == "save-all":
        return saved * number - 0.9
    if op == "save":
        return saved - 0.6
    return j.weights.to_reserve * min(number, j.s.setting.board.reserve_limit - j.clan.reserve) - 0.6


def _answer(j: Judgement, move: Move) -> float:
    if move.verb == "pass":
        return 0.0
    aimed = str(j.seat) in j.task.target and j.task.player != j.seat
    own = j.task.player == j.seat and len(j.task.by) % 2 == 1
    return 1.0 if (aimed and len(j.task.by) % 2 == 0) or own else -1.0


# Placing.


def _place(j: Judgement, move: Move) -> float:
    if move.verb == "play":
        return _place_card(j, move)
    return j.plan[move.place]


def _place_card(j: Judgement, move: Move) -> float:
    """A card before placing: how much better the disciples stand with it."""
    match j.effect(move).op:
        case "gain":
            return 99.0
        case "squeeze":
            value = j.places.standing(PLACE[move.words[1]]) - 1.0
            return 50 + value if value > 1.5 else -9.0
        case "exchange":
            own, there = PLACE[move.words[1]], PLACE[move.words[3]]
            gain = j.places.standing(there) - j.places.standing(own) - 1.0
            return 50 + gain if gain > 0 else -9.0
        case "recall":
            placed = PLACE[move.words[1]]
            doomed = placed < FIRST_ANNEX and DISTRICT_OF[placed] == j.worth.next_patrol
            return 40.0 if doomed else -9.0
    return -9.0


# Trading.


def _trade(j: Judgement, move: Move) -> float:
    if move.verb == "pass":
        return 0.0
    if is_done(j.s, j.seat):
        return NEVER
    planned = bargain(j.worth, move.number)
    return planned.profit if planned else -1.0


def _offer(j: Judgement, move: Move) -> float:
    return float(str(move) == j.step)


def _respond(j: Judgement, move: Move) -> float:
    """Who offers something wants it: with few at the table that is a reason to ask more for it."""
    enough = j.weights.haggle + j.weights.rivalry / (len(j.s.clans) - 1)
    if move.verb != "accept":
        return enough if move.verb == "decline" else -1.0
    gives, asks, paid = j.task.gives, j.task.asks, int(j.task.mon)
    gets = total(_thing(j, item) * _share(item, gives[:n]) for n, item in enumerate(gives))
    gets += j.worth.mon * paid
    gift = not asks and paid >= 0
    return (
        gets + enough if gift else gets - total(_own_thing(j, kind, n) for kind, n in Counter(asks).items())
    )


def _share(item: Item, before: tuple[Item, ...]) -> float:
    """The part of its worth that a thing has beside those that an offer has named before."""
    return COPY if item in before and item[0] < CARD_ITEM else 1.0


def _thing(j: Judgement, item: Item) -> float:
    kind, which = item
    if kind == WEAPON_ITEM:
        return j.worth.weapon(which)
    return j.worth.geisha() if kind == GEISHA_ITEM else 0.6


def _own_thing(j: Judgement, item: Item, number: int) -> float:
    """So many things of a kind: of cards those that are worth least."""
    kind, which = item
    if kind == WEAPON_ITEM:
        return number * j.worth.kept_weapon(which)
    if kind == GEISHA_ITEM:
        return number * (j.worth.geisha() + 1.5)
    pile = pile_of(kind)
    codes = j.s.setting.cards.codes[pile]
    return total(sorted(max(0.3, j.card(codes[n])) for n in _held(j, pile))[:number])


def _held(j: Judgement, pile: int) -> Iterable[int]:
    """The own cards of a pile."""
    if pile in (ACTION, BONUS):
        return j.clan.actions if pile == ACTION else j.clan.bonuses
    return (n for n in j.clan.missions if pile_of_mission(j.s, n) == pile)


def _position(j: Judgement, move: Move) -> float:
    return -move.number


def _market_weapon(j: Judgement, move: Move) -> float:
    return j.worth.weapon(j.s.market[move.number - 1])


def _bonus_part(j: Judgement, move: Move) -> float:
    if move.verb == "skip":
        return 0.0
    bonus = j.s.setting.cards.missions[j.task.mission].bonus
    assert bonus is not None
    cost: float = j.worth.mon * bonus.mon + 0.8 * bonus.blessing + 0.2 * len(move.words)
    return j.worth.means.reward(bonus) - cost


DECISIONS: dict[type[Task], Callable[[Judgement, Move], float]] = {
    Activate: activate,
    Answer: _answer,
    Begin: begin,
    BonusPart: _bonus_part,
    Build: _build,
    Category: choose_category,
    Deck: _deck,
    Discard: _give_up,
    Draft: _draft,
    HandOver: _give_up,
    Keep: _keep,
    Lose: _lose,
    MarketWeapon: _market_weapon,
    Offer: _offer,
    Order: _order,
    Place: _place,
    Position: _position,
    Protect: _protect,
    Raise: raise_bid,
    Respond: _respond,
    StepOut: step_out,
    TakeFavour: _take_favour,
    Trade: _trade,
    Window: _window,
}
"""Kind of decision → how good its moves are."""
if unjudged := asking() - DECISIONS.keys():
    raise TypeError(f"the greedy player cannot judge {', '.join(sorted(kind.name for kind in unjudged))}")
WINDOW_VALUES: dict[str, Callable[[Judgement, Effect], float]] = {
    "patrol-step": _patrol_step,
    "reopen": _reopen,
    "church-money": lambda j, effect: 0.1,
    "gain": lambda j, effect: 1.0,
    "refresh": _refresh,
    "patrol-swap": _patrol_swap,
}
"""Effect of a card after the event or on the patrol → what playing it is worth; others are kept."""
