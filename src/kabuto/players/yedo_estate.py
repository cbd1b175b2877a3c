"""How a clan of Yedo stands between two rounds, in prestige points that it will have at the end, about."""

from collections.abc import Iterator

from kabuto.players.yedo_worth import Worth
from kabuto.yedo.ending import bonus_points, outcome
from kabuto.yedo.state import State

WEIGHTS = {
    "prestige": (1.01, -0.21),
    "mon-6": (0.49, 0.07),
    "mon-14": (0.23, 0.07),
    "mon-more": (0.10, 0.45),
    "fleet": (0.85, 3.67),
    "missions": (0.66, 1.87),
    "best": (0.08, 0.45),
    "ready": (0.29, -0.11),
    "lacks": (-0.54, -0.41),
    "weapon-kinds": (0.24, 1.30),
    "weapons": (-0.03, 0.26),
    "yashiki": (-0.32, -0.57),
    "karesansui": (0.37, 1.51),
    "dojo": (-0.22, 3.02),
    "kobudo": (0.23, 1.69),
    "geishas": (0.10, 1.80),
    "blessing": (0.14, 0.66),
    "blackmail": (1.43, 1.00),
    "bonus-points": (0.70, -0.57),
    "bonuses": (0.23, 0.18),
    "actions": (0.58, 2.19),
    "first": (0.67, -0.17),
}
"""What a clan has → what one of it is worth in the last round, and what is added ten rounds before that.

Fitted to games of two greedy players by ``benchmarks/yedo_estate.py``.
"""


def estate(s: State, seat: int) -> float:
    """What a clan will come to; when the game is over, its score."""
    result = outcome(s)
    if result is not None:
        return float(result.scores[seat])
    early = (s.setting.board.rounds - s.round) / 10
    return sum(
        number * (late + early * more)
        for number, (late, more) in zip(holdings(s, seat), WEIGHTS.values(), strict=True)
    )


def holdings(s: State, seat: int) -> Iterator[float]:
    """How much a clan has of everything in ``WEIGHTS``, in that order."""
    worth, clan = Worth(s, seat), s.clans[seat]
    yield clan.prestige
    yield min(clan.mon, 6)
    yield min(max(clan.mon - 6, 0), 8)
    yield max(clan.mon - 14, 0)
    yield worth.fleet
    yield len(clan.missions)
    yield max((goal.promise for goal in worth.goals if goal.promise > 0), default=0.0)
    yield sum(goal.reward for goal in worth.goals if not goal.lacks)
    yield sum(len(goal.lacks) for goal in worth.goals)
    yield len(set(clan.weapons))
    yield len(clan.weapons)
    for annex in range(4):
        yield annex in clan.annexes
    yield clan.geishas
    yield clan.blessing
    yield clan.blackmail
    yield sum(bonus_points(s, seat, number) for number in clan.bonuses)
    yield len(clan.bonuses)
    yield sum(worth.action_card(number) for number in clan.actions)
    yield s.order.index(seat) == 0
