"""How a clan of Yedo stands between two rounds: roughly the prestige points it will end up with."""

import json
from collections.abc import Sequence
from functools import lru_cache
from importlib.resources import files
from math import exp

from kabuto.yedo.board import ANNEXES, BLACK, RED, YELLOW
from kabuto.yedo.phases.scoring import bonus_points, final_score
from kabuto.yedo.players.item_values import Worth
from kabuto.yedo.players.weights import GREEDY, Weights, total
from kabuto.yedo.state.state import State

TABLES: dict[str, dict[str, list[float]]] = json.loads(
    (files(__package__) / "position_value.json").read_text("utf-8")
)
"""Number of players → what a clan has → what one of it is worth: late in the game, what is added ten rounds
before the last one, and what is added in the last two.

Fitted to games of greedy players by ``research/yedo_estate.py``.
"""
LAST = 2
"""Rounds at the end in which the third number counts."""

SPREAD = (2.5, 0.6)
"""How far clans have to be apart for chances of 73 to 27 %, in points: in the last round, and what each round
before it adds. Fitted by ``research/yedo_chances.py``."""


def win_chances(estates: Sequence[float], left: int) -> list[float]:
    """Seat → its chance to win with these points in sight and some rounds left after the present one."""
    late, each = SPREAD
    points = [number / (late + each * left) for number in estates]
    shares = [exp(number - max(points)) for number in points]
    return [share / sum(shares) for share in shares]


def estate(s: State, seat: int) -> float:
    """The points a clan can expect to end up with; when the game is over, its score."""
    if not s.tasks:
        return float(final_score(s, seat))
    each = prices(s.setting.players, s.setting.board.rounds - s.round)
    return total(
        number * price for number, price in zip(holdings(s, seat).values(), each, strict=True) if number
    )


@lru_cache
def prices(players: int, left: int) -> list[float]:
    """What one of everything in a table is worth with some rounds left after the present one."""
    return [
        late + early * left / 10 + (last if left < LAST else 0.0)
        for late, early, last in TABLES[str(players)].values()
    ]


def holdings(s: State, seat: int, weights: Weights = GREEDY) -> dict[str, float]:
    """How much a clan has of everything in a table."""
    worth, clan, cards = Worth(s, seat, weights), s.clans[seat], s.setting.cards
    promises = [max(0.0, goal.promise) for goal in worth.goals]  # the best first
    colours = [cards.mission_pile[number] for number in clan.missions]
    ready = near = extra = 0.0
    lacks = districts = 0
    for goal in worth.goals:
        lacks += len(goal.lacks)
        districts += len(goal.mission.standard.districts)
        if not goal.lacks:
            ready += goal.reward
            bonus = goal.mission.bonus
            if bonus and not worth.means.lacks(bonus):
                extra += worth.means.reward(bonus)
        elif len(goal.lacks) == 1:
            near += goal.reward
    return {
        "prestige": clan.prestige,
        "mon-6": min(clan.mon, 6),
        "mon-14": min(max(clan.mon - 6, 0), 8),
        "mon-more": max(clan.mon - 14, 0),
        "fleet": worth.fleet,
        "missions": len(clan.missions),
        "yellow": colours.count(YELLOW),
        "red": colours.count(RED),
        "black": colours.count(BLACK),
        "best": sum(promises[:1]),
        "second": sum(promises[1:2]),
        "others": total(promises[2:]),
        "ready": ready,
        "near": near,
        "extra": extra,
        "lacks": lacks,
        "districts": districts,
        "weapon-kinds": len(set(clan.weapons)),
        "weapons": len(clan.weapons),
        **{name: number in clan.annexes for number, name in enumerate(ANNEXES)},
        "geishas": clan.geishas,
        "blessing": clan.blessing,
        "blackmail": clan.blackmail,
        "bonus-points": sum(bonus_points(s, seat, number) for number in clan.bonuses),
        "bonuses": len(clan.bonuses),
        "actions": total(worth.action_card(number) for number in clan.actions),
        "first": s.order[0] == seat,
    }
