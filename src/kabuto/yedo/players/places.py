"""Where disciples stand well in Yedo: what a place does, which missions want it, where the patrol goes."""

from collections.abc import Callable, Iterator
from functools import cached_property

from kabuto.yedo.board import (
    DISTRICT_OF,
    FIRST_ANNEX,
    GARDEN,
    GATES,
    HARBOR,
    KARESANSUI,
    MARKET,
    MISSION,
    PRESTIGE,
    REDLIGHT,
    SPOTS_OF,
    TAVERN,
    TEMPLE,
    YASHIKI,
)
from kabuto.yedo.cards import Effect, Part
from kabuto.yedo.phases.districts import (
    GEISHA_PRESTIGE,
    HONOUR,
    SELL,
    annex_price,
    draw_price,
    geisha_price,
    market_price,
    recruit_price,
)
from kabuto.yedo.players.item_values import Goal, Worth
from kabuto.yedo.players.weights import total
from kabuto.yedo.state.counts import holds
from kabuto.yedo.state.pieces import annexes_to_build

Use = tuple[float, int]
"""What something that a disciple can do is worth, and the Mon that it takes."""
NOTHING: Use = (0.0, 0)


class Places:
    """The worth of places to one seat in one position."""

    def __init__(self, worth: Worth) -> None:
        self.worth, self.s, self.seat, self.clan = worth, worth.s, worth.seat, worth.clan
        self.weights = worth.weights
        self._uses: dict[int, list[Use]] = {}

    def standing(self, place: int) -> float:
        """What one more disciple on a place is worth in this round."""
        value = self._next(place)
        if place >= FIRST_ANNEX:
            return value + self._mission_value(place)
        district = DISTRICT_OF[place]
        value += self._mission_value(district - len(SPOTS_OF))
        if district == self.worth.next_patrol:
            lost = self.clan.reserve < self.s.setting.board.reserve_limit
            value -= self.weights.arrest + (self.weights.to_reserve if lost else 0)
        return value

    def scarcity(self, place: int) -> float:
        """How likely it is that others take the last space of a place before the next turn."""
        s = self.s
        if place >= FIRST_ANNEX or not any(s.clans[seat].home for seat in s.order if seat != self.seat):
            return 0.0
        taken = sum(seat >= 0 for seat in s.spaces[place])
        return self.weights.scarce ** (s.setting.board.spaces[place] - taken - 1)

    def value(self, place: int) -> float:
        """What a disciple that stands on a place can do there; of several, the one with least to do."""
        if place >= FIRST_ANNEX:
            return self._in_annex(place)
        uses = [value for value, price in self._uses_of(place) if price <= self.clan.mon]
        there = self.s.spaces[place].count(self.seat)
        return uses[there - 1] if there <= len(uses) else 0.0

    def danger(self, district: int) -> float:
        """What the patrol does in a district: to the own clan, less what it does to others."""
        own, w = self.worth.own[district], self.weights
        lost = min(own, self.s.setting.board.reserve_limit - self.clan.reserve)
        return w.arrest * own + w.to_reserve * lost - w.others_arrested * self.worth.others_in(district)

    def rescue(self, district: int) -> float:
        """What it is worth to keep one disciple in a district from arrest."""
        spots = [spot for spot in SPOTS_OF[district] if self.seat in self.s.spaces[spot]]
        saved = max(map(self.value, spots))
        number, reward = self.needed.get(district, (0, 0.0))
        if self.worth.own[district] <= number:
            saved = max(saved, reward)
        return saved + (
            self.weights.rescue if self.clan.reserve < self.s.setting.board.reserve_limit else 0.0
        )

    @cached_property
    def needed(self) -> dict[int, tuple[int, float]]:
        """District → disciples that have to stay for a mission within reach, and what that brings."""
        found: dict[int, tuple[int, float]] = {}
        for goal in self.worth.goals:
            part = goal.mission.standard
            if self.worth.open_districts(part) or not self._within_reach(goal):
                continue
            for district in part.districts:
                here = part.districts.count(district), goal.reward
                found[district] = max(found.get(district, here), here)
        return found

    def _within_reach(self, goal: Goal) -> bool:
        """Whether everything but the disciples is there or can be fetched by one who stands there."""
        part = goal.mission.standard
        if len(goal.lacks) > 1 or self.clan.mon < part.mon or not all(map(self._will_hold, part.special)):
            return False
        if not goal.lacks:
            return True
        source = self._source(*goal.lacks[0])
        return source >= 0 and not self._for_source(source, part)

    # What there is to do.

    def _next(self, place: int) -> float:
        """What one more disciple could do, with what those who stand already leave to it."""
        if place >= FIRST_ANNEX:
            return self._in_annex(place)
        taken, purse = self._claims
        for n, (value, price) in enumerate(self._uses_of(place)):
            if price <= purse and (place, n) not in taken:
                return value
        return 0.0

    @cached_property
    def _claims(self) -> tuple[set[tuple[int, int]], int]:
        """What the own disciples on the board are going to do, and the Mon that this leaves."""
        taken, purse = set[tuple[int, int]](), self.clan.mon
        for place, seats in enumerate(self.s.spaces):
            there = seats.count(self.seat)
            for n, (_, price) in enumerate(self._uses_of(place) if there else ()):
                if there and price <= purse:
                    taken.add((place, n))
                    there, purse = there - 1, purse - price
        return taken, purse

    def _uses_of(self, place: int) -> list[Use]:
        """What can be done on a spot, the best first."""
        if place not in self._uses:
            found = [use for use in _USES[place](self) if use > NOTHING]
            self._uses[place] = sorted(found, reverse=True)
        return self._uses[place]

    def _in_annex(self, place: int) -> float:
        w, clan, annex = self.weights, self.clan, place - FIRST_ANNEX
        needed = (clan.missions, True, clan.weapons, clan.actions)[annex]
        return (w.in_yashiki, w.in_karesansui, w.in_dojo, w.in_kobudo)[annex] if needed else 0.0

    # Missions.

    def _mission_value(self, need: int) -> float:
        """How much a disciple somewhere brings the missions of this round nearer."""
        if need not in self._by_need:
            return 0.0
        errands, extras = self._by_need[need]
        best = max(errands, default=0.0)
        return best + self.weights.errand_more * (total(errands) - best) + max(extras, default=0.0)

    @cached_property
    def _by_need(self) -> dict[int, tuple[list[float], list[float]]]:
        """Where a disciple is missing → the errands and the bonus parts that want it, by their values."""
        found: dict[int, tuple[list[float], list[float]]] = {}
        for kind, wanted in enumerate((self._errands, self._extras)):
            for missing, value in wanted:
                for need in dict.fromkeys(missing):
                    found.setdefault(need, ([], []))[kind].append(value)
        return found

    @cached_property
    def _errands(self) -> list[tuple[list[int], float]]:
        """Missions within reach in this round: where disciples are missing, what each of them is worth.

        An annex stands for itself; a district counts from below zero, so that the two cannot be mixed up.
        """
        found, worth, w = [], self.worth, self.weights
        for goal in worth.goals:
            part, lacks = goal.mission.standard, goal.lacks
            if (
                goal.promise <= 0
                or len(lacks) > 1
                or self.clan.mon < part.mon
                or self.s.closed in part.districts
            ):
                continue
            open_ones = worth.open_districts(part)
            missing = [district - len(SPOTS_OF) for district in open_ones]
            if lacks:
                source = self._source(*lacks[0])
                if source < 0:
                    continue
                missing += self._for_source(source, part)
            if missing and len(missing) <= self.clan.home and all(map(self._free, open_ones)):
                value = w.errand * goal.reward * (w.errand_short if lacks else 1.0)
                if not all(map(self._will_hold, part.special)):
                    value *= w.errand_short
                done = len(part.districts) - len(open_ones)
                found.append((missing, value / len(missing) + w.errand_begun * done))
        return found

    def _for_source(self, source: int, part: Part) -> list[int]:
        """The disciple that has to fetch what a mission lacks, where none stands yet."""
        if source >= FIRST_ANNEX:
            return [] if source - FIRST_ANNEX in self.clan.manned else [source]
        district = DISTRICT_OF[source]
        busy = part.districts.count(district)
        return [] if self.worth.own[district] > busy else [district - len(SPOTS_OF)]

    def _source(self, kind: str, which: int) -> int:
        """The place at which something that a mission lacks can be had in this round, or -1."""
        s, mon = self.s, self.clan.mon
        match kind:
            case "weapon":
                prices = (
                    market_price(s, self.seat, field)
                    for field, weapon in enumerate(s.market)
                    if weapon == which
                )
                return MARKET if any(price <= mon for price in prices) else -1
            case "annex":
                return TAVERN if which in annexes_to_build(s, self.seat) and annex_price(s) <= mon else -1
            case "geisha":
                if YASHIKI in self.clan.annexes:
                    return FIRST_ANNEX + YASHIKI
                payable = geisha_price(s) <= mon or self.clan.prestige >= GEISHA_PRESTIGE
                return REDLIGHT if s.geishas and payable else -1
        if KARESANSUI in self.clan.annexes:
            return FIRST_ANNEX + KARESANSUI
        return TEMPLE if s.blessings else -1

    def _will_hold(self, condition: Effect) -> bool:
        """Whether a special requirement is likely to be met, as things stand."""
        if condition.op == "patrol-in":
            return bool(condition.args[0] == self.worth.next_patrol)
        return holds(self.s, self.seat, condition)

    @cached_property
    def _extras(self) -> list[tuple[list[int], float]]:
        """Bonus parts of missions that are ready: where they miss a disciple, and what they are worth."""
        found, own = [], self.worth.own
        for goal in self.worth.goals:
            bonus, asked = goal.mission.bonus, goal.mission.standard.districts
            if bonus and not goal.lacks and not self.worth.open_districts(goal.mission.standard):
                places = [
                    district - len(SPOTS_OF)
                    for district in bonus.districts
                    if own[district] < bonus.districts.count(district) + asked.count(district)
                ]
                found.append((places, self.weights.extra * self.worth.means.reward(bonus)))
        return found

    def _free(self, district: int) -> bool:
        spaces = self.s.setting.board.spaces
        return any(
            -1 in self.s.spaces[spot] if spot == GARDEN else len(self.s.spaces[spot]) < spaces[spot]
            for spot in SPOTS_OF[district]
        )

    # Spots.

    def _prestige(self) -> Iterator[Use]:
        for _ in range(self.s.setting.board.spaces[PRESTIGE]):
            yield self.weights.prestige, 0

    def _mission(self) -> Iterator[Use]:
        w, held = self.weights, len(self.clan.missions)
        if self.worth.left > 1:
            for number in range(held, self.s.setting.board.max_missions):
                yield w.mission if number < 3 else w.fourth_mission, 0
            yield w.fifth_mission, 0

    def _garden(self) -> Iterator[Use]:
        yield self.weights.garden + self.weights.garden_back * self.s.order.index(self.seat), 0

    def _gates(self) -> Iterator[Use]:
        price = recruit_price(self.s)
        for _ in range(self.clan.reserve):
            yield self.worth.disciple() - self.worth.mon * price, price
        for points, mon in SELL.items():
            if points <= self.clan.prestige:
                yield self.worth.sale(points, mon), 0

    def _tavern(self) -> Iterator[Use]:
        price = annex_price(self.s)
        for annex in annexes_to_build(self.s, self.seat):
            yield self.worth.annex(annex) - self.worth.mon * price, price

    def _harbor(self) -> Iterator[Use]:
        rivals = sum(seat != self.seat for seat in self.s.spaces[HARBOR])
        yield self.worth.church() * self.weights.shared_church**rivals, 0
        for points, price in HONOUR.items():
            yield self.worth.honour(points, price), price

    def _redlight(self) -> Iterator[Use]:
        price, worth = geisha_price(self.s), self.worth
        for _ in range(min(self.s.geishas, self.s.setting.board.max_geishas - self.clan.geishas)):
            yield worth.geisha() - worth.mon * price, price
            if self.clan.prestige >= GEISHA_PRESTIGE:
                yield worth.geisha() - GEISHA_PRESTIGE, 0
        yield worth.drawn() - worth.mon * draw_price(self.s), draw_price(self.s)

    def _market(self) -> Iterator[Use]:
        rivals = sum(seat != self.seat for seat in self.s.spaces[MARKET])
        left_over = self.weights.shared_market**rivals
        for field, weapon in enumerate(self.s.market):
            if weapon >= 0:
                price = market_price(self.s, self.seat, field)
                yield left_over * (self.worth.weapon(weapon) - self.worth.mon * price), price

    def _temple(self) -> Iterator[Use]:
        if self.s.blessings:
            yield self.worth.blessing(), 0


_USES: dict[int, Callable[[Places], Iterator[Use]]] = {
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
