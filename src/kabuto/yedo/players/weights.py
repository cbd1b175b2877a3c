"""The numbers of the greedy player: what it holds things for, in prestige points.

``research/yedo_tuning.py`` looks for better ones by play. The names are those of the things; what a number
is for is said where it is used.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache, reduce
from math import exp
from operator import add


@dataclass(frozen=True, eq=False, slots=True)
class Weights:
    """One set of numbers; compared and hashed by identity, which is quick."""

    # A Mon, by rounds left and by how many there are.
    mon: float = 0.268
    mon_last: float = 0.069
    mon_last_but_one: float = 0.204
    mon_third_last: float = 0.204
    mon_under_5: float = 1.713
    mon_under_10: float = 1.215
    mon_from_18: float = 0.608
    # Missions.
    effort: float = 0.451
    bonus_part: float = 0.357
    cost: float = 0.905
    lack: float = 0.376
    short_of_disciples: float = 2.085
    delay: float = 0.573
    wanted: float = 0.427
    next_mission: float = 1.051
    # Things, for each round that is left.
    weapon_kind: float = 0.281
    weapon_asked: float = 0.097
    weapon_kept: float = 0.299
    yashiki: float = 0.073
    karesansui: float = 0.040
    dojo: float = 0.414
    kobudo: float = 0.218
    geisha: float = 0.047
    blessing: float = 0.093
    disciple: float = 0.452
    action_card: float = 1.044
    bonus_card: float = 0.722
    # Missions that no one has seen yet.
    green: float = 1.755
    yellow: float = 2.753
    yellow_ease: float = 0.124
    red_ease: float = 0.234
    black_ease: float = 0.151
    # Standing in the city.
    arrest: float = 1.756
    to_reserve: float = 1.577
    others_arrested: float = 0.402
    rescue: float = 1.348
    blackmail: float = 2.368
    blessing_spent: float = 1.054
    calm: float = 0.032
    scarce: float = 0.241
    errand: float = 0.449
    errand_begun: float = 0.205
    errand_short: float = 0.313
    errand_more: float = 0.454
    extra: float = 0.720
    prestige: float = 0.652
    mission: float = 1.680
    fourth_mission: float = 1.148
    fifth_mission: float = 0.504
    garden: float = 0.288
    garden_back: float = 0.084
    church: float = 1.206
    shared_church: float = 0.371
    shared_market: float = 0.793
    honour: float = 0.607
    sale: float = 0.661
    draw: float = 0.549
    pawn: float = 1.123
    in_yashiki: float = 0.285
    in_karesansui: float = 0.110
    in_dojo: float = 0.242
    in_kobudo: float = 0.112
    lost_action: float = 0.295
    deserted: float = 0.965
    swap_weapon: float = 0.676
    swap_mission: float = 0.415
    swap_action: float = 0.388
    # Lots.
    lot_actions: float = 0.800
    lot_bonus: float = 1.537
    lot_third_bonus: float = 0.658
    lot_late_bonus: float = 1.948
    lot_weapon: float = 0.709
    lot_more_weapons: float = 0.305
    lot_mission: float = 2.110
    lot_late_mission: float = 1.101
    lot_disciple: float = 0.661
    other_lots: float = 0.576
    rival_bid: float = 3.979
    rival_spread: float = 1.453
    stay: float = 0.028
    # Trade.
    bother: float = 1.300
    haggle: float = 0.177
    rivalry: float = 0.699


GREEDY = Weights()
"""The weights that everyone plays with."""
CERTAIN = 63
"""What is bid this far above the minimum no one tops."""


def total(numbers: Iterable[float]) -> float:
    """The sum of some numbers, added one after the other: ``sum`` rounds otherwise from Python 3.12 on."""
    return reduce(add, numbers, 0.0)


@lru_cache(maxsize=1024)
def unbeaten(w: Weights, above: int, rivals: int) -> float:
    """How likely it is that none of so many rivals tops a bid that is so far above the minimum."""
    chance = 1 / (1 + exp((w.rival_bid - min(above, CERTAIN)) / w.rival_spread))
    return float(chance**rivals)
