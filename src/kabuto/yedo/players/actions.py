"""What an activated disciple of Yedo does best, in the eyes of the greedy player."""

from collections.abc import Callable

from kabuto.yedo.board import DISTRICT_OF, FIRST_ANNEX, PILES, PLACE, WEAPONS
from kabuto.yedo.moves import Move
from kabuto.yedo.phases.districts import (
    HONOUR,
    PAWN,
    SELL,
    annex_price,
    draw_price,
    geisha_price,
    market_price,
    place_of,
    recruit_price,
)
from kabuto.yedo.players.decision import Judgement
from kabuto.yedo.players.item_values import Goal
from kabuto.yedo.players.weights import total

CONTESTED = frozenset({"church", "buy"})
"""What another clan on the same place may take away first."""
FIRST = 50.0
"""Added to what has to be done before anything else."""


def activate(j: Judgement, move: Move) -> float:
    """What others could take comes first, then missions, then what brings most; missions are never left."""
    value = ACTION_VALUES[move.verb](j, move)
    place = place_of(move)
    if place is None or place >= FIRST_ANNEX:
        return value
    district = DISTRICT_OF[place]
    number, reward = j.places.needed.get(district, (0, 0.0))
    if j.worth.own[district] <= number:
        return value - j.weights.deserted * reward
    rivals = any(seat not in (-1, j.seat) for seat in j.s.spaces[place])
    return value + FIRST if rivals and value > 0 and move.verb in CONTESTED else value


def _fulfil(j: Judgement, move: Move) -> float:
    code, spot, *stand_ins = move.words
    goal = next(goal for goal in j.worth.goals if goal.code == code)
    return 20 + goal.reward - 0.2 * len(stand_ins) - j.weights.lost_action * j.places.value(PLACE[spot])


def _play(j: Judgement, move: Move) -> float:
    op = j.effect(move).op
    if op == "borrow":
        return 30.0 if any(_one_weapon_short(j, goal) for goal in j.worth.goals) else -1.0
    if op == "salvage":
        return j.worth.weapon(WEAPONS.index(move.words[-1])) - 0.5 + 5
    if op == "force-sale":
        return 4.0 + j.worth.weapon(WEAPONS.index(move.words[-1])) - 5 * j.worth.mon
    return {"gain": 8.0, "rob": 6.0, "ambush": 3.0}.get(op, -1.0)


def _one_weapon_short(j: Judgement, goal: Goal) -> bool:
    short = [kind for kind, _ in goal.lacks] == ["weapon"]
    return short and not j.worth.open_districts(goal.mission.standard)


def _recruit(j: Judgement, move: Move) -> float:
    return j.worth.disciple() - j.worth.mon * recruit_price(j.s)


def _sell(j: Judgement, move: Move) -> float:
    return j.worth.sale(move.number, SELL[move.number])


def _build(j: Judgement, move: Move) -> float:
    return j.worth.annex(move.annex) - j.worth.mon * annex_price(j.s)


def _church(j: Judgement, move: Move) -> float:
    return j.worth.church()


def _honour(j: Judgement, move: Move) -> float:
    return j.worth.honour(move.number, HONOUR[move.number])


def _blessing(j: Judgement, move: Move) -> float:
    return j.worth.blessing()


def _geisha(j: Judgement, move: Move) -> float:
    return j.worth.geisha() - (j.worth.mon * geisha_price(j.s) if move.word == "mon" else 2.2)


def _buy(j: Judgement, move: Move) -> float:
    field = move.number - 1
    return j.worth.weapon(j.s.market[field]) - j.worth.mon * market_price(j.s, j.seat, field)


def _prestige(j: Judgement, move: Move) -> float:
    return 1.0


def _mission(j: Judgement, move: Move) -> float:
    share = 0.6 if len(j.clan.missions) < j.s.setting.board.max_missions else 0.2
    return j.worth.colour(move.pile) * share if j.worth.left else -0.1


def _garden(j: Judgement, move: Move) -> float:
    return 0.2 + 0.1 * j.s.order.index(j.seat)


def _pawn(j: Judgement, move: Move) -> float:
    return j.weights.pawn * PAWN * j.worth.mon - j.card(move.word)


def _draw(j: Judgement, move: Move) -> float:
    return j.worth.drawn() - j.worth.mon * draw_price(j.s)


def _swap(j: Judgement, move: Move) -> float:
    w = j.weights
    if move.word in WEAPONS:
        usual = total(map(j.worth.weapon, range(len(WEAPONS)))) / len(WEAPONS)
        return w.swap_weapon * usual - j.worth.kept_weapon(move.weapon)
    if len(move.words) > 1:
        return w.swap_mission * j.worth.colour(PILES.index(move.words[1])) - max(0.0, j.card(move.word))
    return w.swap_action - j.card(move.word)


ACTION_VALUES: dict[str, Callable[[Judgement, Move], float]] = {
    "fulfil": _fulfil,
    "play": _play,
    "recruit": _recruit,
    "sell": _sell,
    "build": _build,
    "church": _church,
    "honour": _honour,
    "blessing": _blessing,
    "geisha": _geisha,
    "buy": _buy,
    "prestige": _prestige,
    "mission": _mission,
    "garden": _garden,
    "pawn": _pawn,
    "draw": _draw,
    "swap": _swap,
    "look": lambda j, move: -0.05,
    "idle": lambda j, move: -0.1,
}
"""Verb of an activated disciple → what the move is worth."""
