"""Records of the compiled greedy player: its numbers, and its notes about one decision."""

from dataclasses import astuple, fields
from functools import lru_cache
from typing import Any

from kabuto.compiling.records import Blank, Spec
from kabuto.yedo.board import board
from kabuto.yedo.kernel import codes as c
from kabuto.yedo.kernel.record import HAND_ROOM, MISSIONS, PLACES, SEATS, SPOTS
from kabuto.yedo.kernel.tables import CARDS
from kabuto.yedo.options import Setting
from kabuto.yedo.players.item_values import ACTION_CARDS, REWARDS
from kabuto.yedo.players.move_values import FAVOURS
from kabuto.yedo.players.position_value import TABLES, prices
from kabuto.yedo.players.weights import CERTAIN, GREEDY, Weights, total, unbeaten

POWERS = 24
"""Powers of a weight from the 0th on: there are never more disciples on a spot, nor goals."""
USES = 24
"""What can be done on a spot at most."""
ROUNDS = 32
GOALS = HAND_ROOM + 1
"""Goals, and one that is looked at."""
HOLDINGS = len(next(iter(TABLES.values())))

WEIGHTS: Spec = [
    *((each.name, "f8") for each in fields(Weights)),
    ("next_mission_by", "f8", POWERS),  # powers of the weight of that name, and so on
    ("scarce_by", "f8", POWERS),
    ("shared_church_by", "f8", POWERS),
    ("shared_market_by", "f8", POWERS),
    ("unbeaten", "f8", (CERTAIN + 1, SEATS)),  # Mon above the minimum, rivals → the chance to win
    ("reward_of", "f8", len(c.REWARDS)),  # what a reward is worth
    ("favour_of", "f8", len(c.REWARDS)),
    ("action_of", "f8", CARDS),  # what the effects of an action card are worth
    ("patrol_on", "i4", CARDS),  # event → steps that the patrol is expected to go
    ("rank", "i4", MISSIONS),  # its place among all codes
    ("holding", "f8", (ROUNDS, HOLDINGS)),  # rounds left → what one of everything is worth
]
"""What the greedy player holds things for."""

NOTES: Spec = [
    ("worth_mon", "f8"),
    ("promise", "f8", GOALS),  # goals, the best first
    ("gross", "f8", GOALS),
    ("gain", "f8", GOALS),
    ("want_weapon", "f8", 8),  # how much one helps the missions that look best
    ("want_annex", "f8", 4),
    ("want_geisha", "f8"),
    ("want_blessing", "f8"),
    ("weapon_plan", "f8", 8),
    ("use", "f8", (SPOTS, USES)),  # what can be done on a spot, the best first
    ("must_gain", "f8", 7),
    ("errand", "f8", GOALS),
    ("bonus_errand", "f8", GOALS),
    ("lot", "f8", 7),
    ("stand_value", "f8", PLACES),
    ("looked", "f8", 3),
    ("profit", "f8"),
    ("taken", "i8", SPOTS),  # what the own disciples are going to do there, as bits
    ("lack_arms", "i8", GOALS),
    ("seat", "i4"),
    ("left", "i4"),
    ("fleet", "i4"),
    ("goals", "i4"),
    ("goal", "i4", GOALS),
    ("lacks", "i4", GOALS),  # how many things
    ("lack_annexes", "i4", GOALS),
    ("lack_geishas", "i4", GOALS),
    ("lack_blessings", "i4", GOALS),
    ("uses", "i4", SPOTS),
    ("due", "i4", (SPOTS, USES)),  # the Mon that it takes
    ("purse", "i4"),
    ("must", "i4", 7),  # disciples that have to stay for a mission
    ("errands", "i4"),
    ("errand_at", "i4", GOALS),  # where disciples are missing, as bits
    ("bonus_errands", "i4"),
    ("bonus_at", "i4", GOALS),
    ("next_patrol", "i4"),
    ("noted", "i4"),  # which notes have been made, as bits
    ("asks", "i4"),  # of the planned bargain: weapons, or -1
    ("gives", "i4"),
    ("pays", "i4"),
    ("step", "i4"),
]
"""What a decision is judged by; most of it is written when it is first asked for."""
(
    N_GOALS, N_CLAIMS, N_MUST, N_ERRANDS, N_BONUS, N_PATROL, N_PLAN, N_LOOKED, N_STEP, N_LOTS,
) = (1 << n for n in range(10))  # fmt: skip
N_USES = 1 << 10
"""The uses of the first spot; those of the others follow."""


@lru_cache(maxsize=64)
def weights_record(setting: Setting, weights: Weights = GREEDY) -> Any:
    """The numbers of the greedy player for games with this setting, as an array of one record."""
    from kabuto.compiling.arrays import record

    return record(WEIGHTS, weights_fields(setting, weights))


def weights_fields(setting: Setting, weights: Weights = GREEDY) -> dict[str, Any]:
    """The same as the fields of a record."""
    w, cards = Blank(WEIGHTS), setting.cards
    for each, number in zip(fields(weights), astuple(weights), strict=True):
        w[each.name] = number
    for name in ("next_mission", "scarce", "shared_church", "shared_market"):
        w[f"{name}_by"] = [getattr(weights, name) ** n for n in range(POWERS)]
    for above in range(CERTAIN + 1):
        w["unbeaten"][above] = [unbeaten(weights, above, rivals) for rivals in range(SEATS)]
    w["reward_of"] = [REWARDS.get(op, 0.0) for op in c.REWARDS]
    w["favour_of"] = [FAVOURS.get(op, 0.5) for op in c.REWARDS]
    for n, action in enumerate(cards.actions):
        w["action_of"][n] = total(ACTION_CARDS.get(effect.op, 0.3) for effect in action.effects)
    for n, event in enumerate(cards.events):
        w["patrol_on"][n] = 1
        for effect in event.effects:
            if effect.op in ("no-patrol", "patrol-steps"):
                w["patrol_on"][n] = effect.args[0] if effect.args else 0
    codes = sorted(card.code for card in cards.missions)
    for n, mission in enumerate(cards.missions):
        w["rank"][n] = codes.index(mission.code)
    for left in range(board(setting.players).rounds + 1):
        w["holding"][left] = prices(setting.players, left)
    return w


def notes() -> Any:
    """Room for the notes about one decision."""
    from kabuto.compiling.arrays import empty

    return empty(1, NOTES)
