"""Where disciples stand well in Yedo: what a place does, which missions want it, where the patrol goes."""

from collections.abc import Callable
from functools import cached_property

from kabuto.yedo.board import (
    DISTRICT_OF,
    FIRST_ANNEX,
    GARDEN,
    GATES,
    HARBOR,
    MARKET,
    MISSION,
    PRESTIGE,
    REDLIGHT,
    SPOTS_OF,
    TAVERN,
    TEMPLE,
)
from kabuto.yedo.districts import HONOUR, annex_price, geisha_price, market_price, recruit_price
from kabuto.yedo.hands import annexes_to_build
from kabuto.yedo.players.worth import Worth

ARREST, RESERVE = 1.2, 1.4
"""What an arrest costs in points: the action, and the disciple if it goes to the reserve."""
IN_ANNEX = (0.4, 0.2, 0.3, 0.2)
"""Annex → what a disciple there can do."""


class Places:
    """The worth of places to one seat in one position."""

    def __init__(self, worth: Worth) -> None:
        self.worth, self.s, self.seat, self.clan = worth, worth.s, worth.seat, worth.clan

    def standing(self, place: int) -> float:
        """What a disciple on a place is worth in this round."""
        value = self.value(place)
        if place < FIRST_ANNEX:
            district = DISTRICT_OF[place]
            value += self._mission_value(district)
            if district == self.worth.next_patrol:
                value -= ARREST + (RESERVE if self.clan.reserve < self.s.setting.board.reserve_limit else 0)
        return value

    def value(self, place: int) -> float:
        """What a disciple on a place can do there, in points."""
        return _VALUES[place](self) if place < FIRST_ANNEX else IN_ANNEX[place - FIRST_ANNEX]

    def danger(self, district: int) -> float:
        """What the patrol does in a district: to the own clan, less what it does to others."""
        own = self.worth.own[district]
        lost = min(own, self.s.setting.board.reserve_limit - self.clan.reserve)
        return ARREST * own + RESERVE * lost - 0.4 * self.worth.others_in(district)

    # Missions.

    def _mission_value(self, district: int) -> float:
        """How much a disciple in a district brings the missions of this round nearer."""
        return max((value for missing, value in self._errands if district in missing), default=0.0) + max(
            (value for places, value in self._extras if district in places), default=0.0
        )

    @cached_property
    def _errands(self) -> list[tuple[list[int], float]]:
        """Missions within reach in this round: where disciples are missing, what each of them is worth."""
        found, worth, home = [], self.worth, self.clan.home
        for goal in worth.goals:
            part, lacks = goal.mission.standard, goal.lacks
            if (
                goal.promise <= 0
                or len(lacks) > 1
                or self.clan.mon < part.mon
                or self.s.closed in part.districts
            ):
                continue
            missing = worth.open_districts(part)
            if len(missing) > home or any(not self._free(d) for d in missing):
                continue
            if missing and (not lacks or self._to_be_had(lacks[0])):
                value = goal.reward * (0.35 if lacks else 1.0)
                done = len(part.districts) - len(missing)
                found.append((missing, value / len(missing) + 0.2 * done))
        return found

    @cached_property
    def _extras(self) -> list[tuple[list[int], float]]:
        """Bonus parts of missions that are ready: where they miss a disciple, and what they are worth."""
        found, own = [], self.worth.own
        for goal in self.worth.goals:
            bonus, asked = goal.mission.bonus, goal.mission.standard.districts
            if bonus and not goal.lacks and not self.worth.open_districts(goal.mission.standard):
                places = [d for d in bonus.districts if own[d] < bonus.districts.count(d) + asked.count(d)]
                found.append((places, 0.8 * self.worth.means.reward(bonus)))
        return found

    def _free(self, district: int) -> bool:
        spaces = self.s.setting.board.spaces
        return any(
            -1 in self.s.spaces[spot] if spot == GARDEN else len(self.s.spaces[spot]) < spaces[spot]
            for spot in SPOTS_OF[district]
        )

    def _to_be_had(self, thing: tuple[str, int]) -> bool:
        """Whether a missing weapon lies on the market and can be paid."""
        kind, which = thing
        return kind == "weapon" and any(
            weapon == which and market_price(self.s, self.seat, field) <= self.clan.mon
            for field, weapon in enumerate(self.s.market)
        )

    # Spots.

    def _prestige(self) -> float:
        return 1.0

    def _mission(self) -> float:
        held = len(self.clan.missions)
        if held >= self.s.setting.board.max_missions or self.worth.left <= 1:
            return 0.1
        return 1.5 if held < 3 else 1.0

    def _garden(self) -> float:
        return 0.3 + 0.1 * self.s.order.index(self.seat)

    def _gates(self) -> float:
        price = recruit_price(self.s)
        if self.clan.reserve and self.clan.mon >= price:
            return self.worth.disciple() - self.worth.mon * price
        return 0.1

    def _tavern(self) -> float:
        price = annex_price(self.s)
        if self.clan.mon < price:
            return 0.0
        best = max(map(self.worth.annex, annexes_to_build(self.s, self.seat)), default=0.0)
        return best - self.worth.mon * price

    def _harbor(self) -> float:
        mon, purse = self.worth.mon, self.clan.mon
        buys = [points - mon * price for points, price in HONOUR.items() if purse >= price]
        return max([mon * self.s.church, *buys]) + 0.1

    def _redlight(self) -> float:
        if not self.s.geishas or self.clan.geishas >= self.s.setting.board.max_geishas:
            return 0.1
        price = geisha_price(self.s)
        cost = min(self.worth.mon * price if self.clan.mon >= price else 9.0, 2.0)
        return max(0.1, self.worth.geisha() - cost)

    def _market(self) -> float:
        s, worth = self.s, self.worth
        prices = [market_price(s, self.seat, field) for field in range(len(s.market))]
        offers = [
            worth.weapon(weapon) - worth.mon * price
            for weapon, price in zip(s.market, prices, strict=True)
            if weapon >= 0 and price <= self.clan.mon
        ]
        return max([0.1, *offers])

    def _temple(self) -> float:
        return max(0.1, self.worth.blessing())


_VALUES: dict[int, Callable[[Places], float]] = {
    PRESTIGE: Places._prestige,
    MISSION: Places._mission,
    GARDEN: Places._garden,
    GATES: Places._gates,
    TAVERN: Places._tavern,
    HARBOR: Places._harbor,
    REDLIGHT: Places._redlight,
    MARKET: Places._market,
    TEMPLE: Places._temple,
}
"""Spot → what a disciple there can do."""
