"""What the auctions of Yedo are worth to the greedy player."""

from collections.abc import Callable

from kabuto.yedo.board import CATEGORIES, WEAPONS
from kabuto.yedo.moves import Move
from kabuto.yedo.phases.auction import PRESTIGE_WON, minimum, open_lots, purse
from kabuto.yedo.players.decision import Judgement
from kabuto.yedo.players.weights import unbeaten
from kabuto.yedo.state.pieces import annexes_to_build


def step_out(j: Judgement, move: Move) -> float:
    """Stay if some lot is worth clearly more than its minimum and the 3 Mon."""
    s = j.s
    if move.verb == "out":
        return j.worth.mon * s.setting.board.step_out
    lots = [(lot, minimum(s, lot)) for lot in range(len(s.setting.board.lots))]
    affordable = [(lot, least) for lot, least in lots if least <= purse(s, j.seat)]
    best = max((lot_value(j, lot) - j.worth.mon * least for lot, least in affordable), default=-1.0)
    return best + j.weights.stay


def begin(j: Judgement, move: Move) -> float:
    """Name the lot that gains most at its minimum."""
    if move.verb == "play":
        op = j.effect(move).op
        if op == "bar" and len(j.clan.actions) > 2:
            return 2.0 - lot_value(j, j.s.setting.board.lots.index(move.words[1]))
        return 9.0 if op == "gain" else 3.0 if op == "rebate" else -1.0
    if move.verb == "out":
        return 0.0
    lot = j.s.setting.board.lots.index(move.word)
    least = minimum(j.s, lot)
    if purse(j.s, j.seat) < least:
        return -5.0
    return lot_value(j, lot) - j.worth.mon * least


def raise_bid(j: Judgement, move: Move) -> float:
    """Bid while the lot gains more than the best of the others would, and what no one is likely to top."""
    if move.verb != "bid":
        return 0.0 if move.verb == "pass" else -1.0
    bid = move.number
    most = purse(j.s, j.seat)
    if bid > most:
        return -9.0
    if j.elsewhere is None:
        j.elsewhere = _elsewhere(j, most)
    gain = lot_value(j, j.task.lot) - j.worth.mon * bid - j.weights.other_lots * j.elsewhere
    return _unbeaten(j, bid) * gain - 0.001 * bid if gain > 0 else gain


def _elsewhere(j: Judgement, most: int) -> float:
    """What the best of the other lots would gain."""
    least = {lot: minimum(j.s, lot) for lot in open_lots(j.s) if lot != j.task.lot}
    gains = [lot_value(j, lot) - j.worth.mon * (mon + 1) for lot, mon in least.items() if mon < most]
    return max([0.0, *gains])


def _unbeaten(j: Judgement, bid: int) -> float:
    """How likely it is that no later bidder raises."""
    s, task = j.s, j.task
    if j.seat == task.beginner:
        return 1.0
    rivals = sum(purse(s, seat) > bid for seat in {*task.rest, task.beginner} - {j.seat})
    return unbeaten(j.weights, bid - minimum(s, task.lot), rivals)


def choose_category(j: Judgement, move: Move) -> float:
    """Of a group, what is worth most."""
    return CATEGORY_VALUES[move.word](j)


def lot_value(j: Judgement, lot: int) -> float:
    """What a lot is worth, in points."""
    if lot not in j.lots:
        contents = j.s.setting.board.contents[lot]
        j.lots[lot] = max(CATEGORY_VALUES[CATEGORIES[n]](j) for n in contents)
    return j.lots[lot]


def _actions(j: Judgement) -> float:
    return j.weights.lot_actions if j.worth.left and len(j.clan.actions) < 3 else 0.2


def _bonuses(j: Judgement) -> float:
    w = j.weights
    if j.worth.left <= 1:
        return w.lot_late_bonus
    return w.lot_bonus if len(j.clan.bonuses) < 2 else w.lot_third_bonus


def _weapons(j: Judgement) -> float:
    w, found = j.weights, sorted((j.worth.weapon(weapon) for weapon in range(len(WEAPONS))), reverse=True)
    full = 0.5 if len(j.clan.weapons) >= j.s.setting.board.max_weapons else 1.0
    return (w.lot_weapon * found[0] + w.lot_more_weapons * (found[1] + found[2])) * full


def _annexes(j: Judgement) -> float:
    best = max(map(j.worth.annex, annexes_to_build(j.s, j.seat)), default=0.0)
    return PRESTIGE_WON + best


def _geishas(j: Judgement) -> float:
    can_join = j.s.geishas and j.clan.geishas < j.s.setting.board.max_geishas
    return PRESTIGE_WON + (j.worth.geisha() if can_join else 0.0)


def _disciples(j: Judgement) -> float:
    return j.worth.disciple() + (j.weights.lot_disciple if j.clan.reserve else 0)


def _missions(j: Judgement) -> float:
    left, full = j.worth.left, len(j.clan.missions) >= j.s.setting.board.max_missions
    return j.weights.lot_mission if left > 2 and not full else j.weights.lot_late_mission if left > 1 else 0.0


CATEGORY_VALUES: dict[str, Callable[[Judgement], float]] = {
    "action": _actions,
    "bonus": _bonuses,
    "weapon": _weapons,
    "annex": _annexes,
    "geisha": _geishas,
    "disciple": _disciples,
    "mission": _missions,
}
"""Category of the auctions → what it is worth."""
