"""How a clan of Yedo stands between two rounds: roughly the prestige points it will end up with."""

from kabuto.yedo.board import ANNEXES
from kabuto.yedo.ending import bonus_points, final_score
from kabuto.yedo.players.weights import GREEDY, Weights
from kabuto.yedo.players.worth import Worth
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
    """The points a clan can expect to end up with; when the game is over, its score."""
    if not s.tasks:
        return float(final_score(s, seat))
    early = (s.setting.board.rounds - s.round) / 10
    return sum(
        number * (WEIGHTS[name][0] + early * WEIGHTS[name][1]) for name, number in holdings(s, seat).items()
    )


def holdings(s: State, seat: int, weights: Weights = GREEDY) -> dict[str, float]:
    """How much a clan has of everything in ``WEIGHTS``."""
    worth, clan = Worth(s, seat, weights), s.clans[seat]
    return {
        "prestige": clan.prestige,
        "mon-6": min(clan.mon, 6),
        "mon-14": min(max(clan.mon - 6, 0), 8),
        "mon-more": max(clan.mon - 14, 0),
        "fleet": worth.fleet,
        "missions": len(clan.missions),
        "best": max((goal.promise for goal in worth.goals if goal.promise > 0), default=0.0),
        "ready": sum(goal.reward for goal in worth.goals if not goal.lacks),
        "lacks": sum(len(goal.lacks) for goal in worth.goals),
        "weapon-kinds": len(set(clan.weapons)),
        "weapons": len(clan.weapons),
        **{name: number in clan.annexes for number, name in enumerate(ANNEXES)},
        "geishas": clan.geishas,
        "blessing": clan.blessing,
        "blackmail": clan.blackmail,
        "bonus-points": sum(bonus_points(s, seat, number) for number in clan.bonuses),
        "bonuses": len(clan.bonuses),
        "actions": sum(worth.action_card(number) for number in clan.actions),
        "first": s.order[0] == seat,
    }
