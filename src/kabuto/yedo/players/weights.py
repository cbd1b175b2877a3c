"""The numbers of the greedy player: what it holds things for, in prestige points.

``benchmarks/yedo_tuning.py`` looks for better ones by play. The names are those of the things; what a number
is for is said where it is used.
"""

from dataclasses import dataclass


@dataclass(frozen=True, eq=False, slots=True)
class Weights:
    """One set of numbers; compared and hashed by identity, which is quick."""

    # A Mon, by rounds left and by how many there are.
    mon: float = 0.26
    mon_last: float = 0.05
    mon_last_but_one: float = 0.16
    mon_third_last: float = 0.22
    mon_under_5: float = 1.4
    mon_under_10: float = 1.15
    mon_from_18: float = 0.75
    # Missions.
    effort: float = 0.4
    bonus_part: float = 0.4
    cost: float = 0.7
    lack: float = 0.3
    short_of_disciples: float = 2.0
    delay: float = 0.6
    wanted: float = 0.75
    next_mission: float = 0.85
    # Things, for each round that is left.
    weapon_kind: float = 0.25
    weapon_asked: float = 0.1
    weapon_kept: float = 0.3
    yashiki: float = 0.10
    karesansui: float = 0.07
    dojo: float = 0.30
    kobudo: float = 0.14
    geisha: float = 0.08
    blessing: float = 0.06
    disciple: float = 0.75
    action_card: float = 1.0
    bonus_card: float = 0.8
    # Missions that nobody has seen yet.
    green: float = 1.6
    yellow: float = 2.0
    yellow_ease: float = 0.05
    red_ease: float = 0.17
    black_ease: float = 0.17
    # Standing in the city.
    arrest: float = 1.2
    to_reserve: float = 1.4
    others_arrested: float = 0.4
    rescue: float = 1.4
    blackmail: float = 2.2
    blessing_spent: float = 1.0
    calm: float = 0.1
    scarce: float = 0.3
    errand: float = 1.0
    errand_begun: float = 0.2
    errand_short: float = 0.35
    errand_more: float = 0.5
    extra: float = 0.8
    prestige: float = 1.0
    mission: float = 1.5
    fourth_mission: float = 1.0
    fifth_mission: float = 0.4
    garden: float = 0.3
    garden_back: float = 0.1
    church: float = 1.0
    shared_church: float = 0.3
    shared_market: float = 0.85
    honour: float = 0.75
    sale: float = 1.0
    draw: float = 0.7
    pawn: float = 1.0
    in_yashiki: float = 0.4
    in_karesansui: float = 0.1
    in_dojo: float = 0.3
    in_kobudo: float = 0.1
    lost_action: float = 0.3
    deserted: float = 1.0
    swap_weapon: float = 0.6
    swap_mission: float = 0.4
    swap_action: float = 0.4
    # Lots.
    lot_actions: float = 0.8
    lot_bonus: float = 1.6
    lot_third_bonus: float = 0.6
    lot_late_bonus: float = 2.2
    lot_weapon: float = 0.5
    lot_more_weapons: float = 0.3
    lot_mission: float = 2.2
    lot_late_mission: float = 1.0
    lot_disciple: float = 0.5
    other_lots: float = 0.6
    rival_bid: float = 5.0
    rival_spread: float = 1.5
    stay: float = 0.0
    # Trade.
    bother: float = 1.0
    haggle: float = 0.2
    rivalry: float = 0.8


GREEDY = Weights()
"""The weights that everybody plays with."""
