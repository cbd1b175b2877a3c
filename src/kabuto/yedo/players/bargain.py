"""Offers of the greedy Yedo player: Mon or an idle weapon for one that a mission needs, or a sale."""

from typing import NamedTuple

from kabuto.yedo.board import WARES, WEAPONS
from kabuto.yedo.phases.trade import Offer
from kabuto.yedo.players.item_values import Worth
from kabuto.yedo.state.state import Proposal, State

PRICE, DUEL, MOST = 4, 2, 9
"""Mon offered for a weapon, how much more to the only rival, and the most that is offered."""
SHARE = 0.5
"""The part of its gain that a clan offers for a weapon, if that is more than the price."""
TROUBLE = 0.5
"""What a swap has to gain on top: the other clan may need what it gets."""
TRIES = 2
"""How many offers a clan begins in one place where trading is free."""


class Bargain(NamedTuple):
    """An offer to be made."""

    profit: float
    """What it gains, beyond the bother."""
    asks: str
    """A weapon, or nothing."""
    gives: str
    """A weapon, or nothing."""
    mon: int
    """Mon that the clan pays, negative what it asks."""

    def proposal(self, seat: int, partner: int) -> Proposal:
        """The offer that it makes."""
        gives, asks = (
            tuple(WARES.index(name) for name in [side] if side) for side in (self.gives, self.asks)
        )
        return Proposal(seat, partner, gives, asks, self.mon)


def is_done(s: State, seat: int) -> bool:
    """Whether a clan has begun enough offers here."""
    return bool(s.begun) and s.begun[seat] >= TRIES


def bargain(worth: Worth, partner: int) -> Bargain | None:
    """The best exchange that another clan is likely to accept."""
    s, clan, found, bother = worth.s, worth.clan, list[Bargain](), worth.weights.bother
    price = PRICE + (DUEL if len(s.clans) == 2 else 0)
    idle = min(clan.weapons, key=worth.kept_weapon, default=-1)
    full = s.setting.board.max_weapons
    for weapon in dict.fromkeys(s.clans[partner].weapons):
        gain, asks = worth.weapon(weapon) - bother, WEAPONS[weapon]
        paid = min(max(price, int(SHARE * gain / worth.mon)), clan.mon, MOST)
        if paid >= price and len(clan.weapons) < full:
            found.append(Bargain(gain - worth.mon * paid, asks, "", paid))
        if idle not in (-1, weapon):
            found.append(Bargain(gain - worth.kept_weapon(idle) - TROUBLE, asks, WEAPONS[idle], 0))
    if idle >= 0 and s.clans[partner].mon >= price and len(s.clans[partner].weapons) < full:
        sold = worth.mon * price - worth.kept_weapon(idle) - bother
        found.append(Bargain(sold, "", WEAPONS[idle], -price))
    fresh = (each for each in found if each.proposal(worth.seat, partner) not in s.proposed)
    best = max(fresh, default=None)
    return best if best and best.profit > 0 else None


def next_step(worth: Worth, offer: Offer) -> str:
    """The next move of an offer towards the bargain that it was begun for; nothing is countered."""
    planned = None if offer.countered else bargain(worth, offer.partner)
    if planned is None:
        return "drop"
    if planned.gives and not offer.gives:
        return f"give {planned.gives}"
    if planned.asks and not offer.asks:
        return f"ask {planned.asks}"
    return f"mon {planned.mon}" if planned.mon and not offer.mon else "propose"
