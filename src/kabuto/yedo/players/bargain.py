"""Offers of the greedy Yedo player: Mon or an idle weapon, for a weapon that a mission needs."""

from typing import NamedTuple

from kabuto.yedo.board import WEAPONS
from kabuto.yedo.players.worth import Worth
from kabuto.yedo.trading import Offer

BOTHER = 1.0
"""Points that an offer has to gain before it is made."""
PRICE, DUEL = 4, 2
"""Mon offered for a weapon, and how much more to the only rival."""
TROUBLE = 0.5
"""What a swap has to gain on top: the other clan may need what it gets."""


class Bargain(NamedTuple):
    """An offer to be made."""

    profit: float
    """What it gains, beyond the bother."""
    asks: str
    """A weapon."""
    gives: str
    """A weapon, or nothing."""
    mon: int


def bargain(worth: Worth, partner: int) -> Bargain | None:
    """The best exchange that another clan is likely to accept."""
    s, clan, found = worth.s, worth.clan, list[Bargain]()
    price = PRICE + (DUEL if len(s.clans) == 2 else 0)
    idle = min(clan.weapons, key=worth.kept_weapon, default=-1)
    for weapon in dict.fromkeys(s.clans[partner].weapons):
        gain, asks = worth.weapon(weapon) - BOTHER, WEAPONS[weapon]
        if clan.mon >= price and len(clan.weapons) < s.setting.board.max_weapons:
            found.append(Bargain(gain - worth.mon * price, asks, "", price))
        if idle not in (-1, weapon):
            found.append(Bargain(gain - worth.kept_weapon(idle) - TROUBLE, asks, WEAPONS[idle], 0))
    best = max(found, default=None)
    return best if best and best.profit > 0 else None


def next_step(worth: Worth, offer: Offer) -> str:
    """The next move of an offer towards the bargain that it was begun for; nothing is countered."""
    planned = None if offer.countered else bargain(worth, offer.partner)
    if planned is None:
        return "drop"
    if planned.gives and not offer.gives:
        return f"give {planned.gives}"
    if not offer.asks:
        return f"ask {planned.asks}"
    return f"mon {planned.mon}" if planned.mon and not offer.mon else "propose"
