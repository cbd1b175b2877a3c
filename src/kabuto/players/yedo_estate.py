"""How a clan of Yedo stands between two rounds, in prestige points that it will have at the end, about."""

from collections.abc import Iterator

from kabuto.players.yedo_worth import Worth
from kabuto.yedo.ending import bonus_points, outcome
from kabuto.yedo.state import State

WEIGHTS = {
    "prestige": (1.05, -0.31),
    "mon-6": (0.37, 0.21),
    "mon-14": (0.18, 0.25),
    "mon-more": (0.13, 0.11),
    "fleet": (1.05, 3.40),
    "missions": (0.40, 2.56),
    "best": (0.04, 0.47),
    "ready": (0.51, -0.51),
    "lacks": (-0.38, -0.74),
    "weapon-kinds": (0.04, 1.92),
    "weapons": (-0.08, -0.37),
    "yashiki": (-0.38, 1.74),
    "karesansui": (0.31, 0.36),
    "dojo": (0.27, 5.21),
    "kobudo": (-0.14, 2.92),
    "geishas": (0.09, 1.93),
    "blessing": (0.58, -0.49),
    "blackmail": (1.92, 0.83),
    "bonus-points": (0.65, -0.42),
    "bonuses": (0.75, -0.49),
    "actions": (0.47, 1.41),
    "first": (0.44, 0.50),
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
