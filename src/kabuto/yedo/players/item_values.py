"""What things are worth to a clan in Yedo, in prestige points: the arithmetic of the greedy player."""

from functools import cached_property, lru_cache
from typing import NamedTuple

from kabuto.yedo.board import BLACK, DISCIPLES, GREEN, RED, SPOTS_OF, WEAPONS, YELLOW
from kabuto.yedo.cards import CardSet, Effect, Mission, Part
from kabuto.yedo.phases.scoring import bonus_points
from kabuto.yedo.players.weights import GREEDY, Weights, total
from kabuto.yedo.state.counts import counts_on
from kabuto.yedo.state.state import State

ACTION_CARDS = {
    "cancel": 0.5,
    "patrol-step": 0.7,
    "patrol-swap": 0.3,
    "save": 0.8,
    "save-all": 1.1,
    "flee": 0.5,
    "gain": 1.0,
    "rebate": 0.7,
    "bar": 0.3,
    "reopen": 0.4,
    "refresh": 0.4,
    "squeeze": 0.7,
    "recall": 0.3,
    "exchange": 0.4,
    "ambush": 0.6,
    "rob": 1.0,
    "force-sale": 1.0,
    "salvage": 1.2,
    "borrow": 1.0,
    "church-money": 0.3,
}
"""Effect of an action card → roughly the points that it will bring."""
REWARDS = {"blessing": 1.2, "action": 0.7, "bonus": 1.5, "mission": 1.0, "weapon": 1.5, "reserve": -1.2}
PRICES = {"weapon": 6.0, "annex": 10.0, "geisha": 8.0, "blessing": 3.0}
"""Roughly what a thing that a mission needs costs, in Mon."""
BONUS_ROUNDS = 3
"""Rounds before the last one in which a clan begins to think of its bonus cards."""
Things = tuple[tuple[str, int], ...]
"""Kinds of things, each with the weapon or annex that it is."""


class Means(NamedTuple):
    """Everything that the plans of a clan depend on."""

    cards: CardSet
    missions: tuple[int, ...]
    weapons: tuple[int, ...]
    annexes: tuple[int, ...]
    geishas: int
    blessing: int
    fleet: int
    """Disciples that the clan can place."""
    left: int
    """Rounds after this one."""
    mon: float
    """What a Mon is worth."""
    church: int
    weights: Weights

    def lacks(self, part: Part) -> Things:
        """The things that a part needs and the clan does not own."""
        found = []
        weapons = list(self.weapons)
        for weapon in part.weapons:
            if weapon in weapons:
                weapons.remove(weapon)
            else:
                found.append(("weapon", weapon))
        found += [("annex", annex) for annex in part.annexes if annex not in self.annexes]
        found += [("geisha", 0)] * max(0, part.geishas - self.geishas)
        found += [("blessing", 0)] * max(0, part.blessing - self.blessing)
        return tuple(found)

    def reward(self, part: Part | None) -> float:
        """What a part brings."""
        found = 0.0
        for reward in part.rewards if part else ():
            found += self._reward(reward)
        return found

    def _reward(self, reward: Effect) -> float:
        match reward.op:
            case "prestige":
                return float(reward.args[0])
            case "mon":
                return float(self.mon * reward.args[0])
            case "church":
                return self.mon * self.church
            case "shogun":
                return 0.0
        return REWARDS.get(reward.op, 0.0) * (1.0 if self.left else 0.3)


class Goal(NamedTuple):
    """A mission as a clan sees it."""

    promise: float
    """Its reward less what it still costs, while there is time for it."""
    code: str
    mission: Mission
    lacks: Things
    """What the standard part needs and the clan does not own."""
    gross: float
    """What it brings if nothing is lacking."""
    reward: float
    """What its standard part brings."""


def goal(means: Means, mission: Mission) -> Goal:
    """What a mission promises a clan."""
    part, w = mission.standard, means.weights
    lacks, reward = means.lacks(part), means.reward(part)
    effort = w.effort * (len(part.districts) + 2 * len(part.special)) + means.mon * part.mon
    gross = reward + w.bonus_part * means.reward(mission.bonus) - effort
    missing = max(0, len(part.districts) - means.fleet)
    prices = means.mon * sum(PRICES[kind] for kind, _ in lacks)
    cost = w.cost * prices + w.lack * len(lacks) + w.short_of_disciples * missing
    late = 1 + w.delay * len(lacks) + missing > means.left + 1
    return Goal(-1.0 if late else gross - cost, mission.code, mission, lacks, gross, reward)


class Plans:
    """The missions of a clan, and what it wants for them."""

    def __init__(self, means: Means) -> None:
        missions, w = means.cards.missions, means.weights
        self.goals = sorted((goal(means, missions[n]) for n in means.missions), reverse=True)
        self.wanted = self._wanted(w)
        """Weapon, annex, geisha or blessing → how much it helps the missions that look best."""
        fresh = w.weapon_kind if means.left > 2 else 0.0
        self.weapons = [
            self.wanted.get(("weapon", weapon), 0.0)
            + (0.0 if weapon in means.weapons else fresh)
            + w.weapon_asked * sum(weapon in g.mission.standard.weapons for g in self.goals)
            for weapon in range(len(WEAPONS))
        ]
        """Weapon → what one more is worth."""

    def _wanted(self, w: Weights) -> dict[tuple[str, int], float]:
        wanted: dict[tuple[str, int], float] = {}
        for rank, g in enumerate(self.goals):
            if g.lacks and g.promise > -1:
                share = max(0.0, w.wanted * g.gross / len(g.lacks) * w.next_mission**rank)
                for thing in g.lacks:
                    wanted[thing] = wanted.get(thing, 0.0) + share
        return wanted


@lru_cache(maxsize=20_000)
def plans(means: Means) -> Plans:
    """The plans of a clan; a search meets the same ones again and again."""
    return Plans(means)


def _mon(owned: int, left: int, w: Weights) -> float:
    """What a Mon is worth to a clan that owns some, with some rounds left."""
    purse = (
        w.mon_under_5 if owned < 5 else w.mon_under_10 if owned < 10 else 1.0 if owned < 18 else w.mon_from_18
    )
    return purse * (w.mon if left > 2 else (w.mon_last, w.mon_last_but_one, w.mon_third_last)[left])


class Worth:
    """The worth of things to one seat in one position."""

    def __init__(self, s: State, seat: int, weights: Weights = GREEDY) -> None:
        self.s, self.seat, self.weights = s, seat, weights
        self.clan = clan = s.clans[seat]
        self.left = left = s.setting.board.rounds - max(1, s.round)
        """Rounds after this one."""
        self.mon = _mon(clan.mon, left, weights)
        self.fleet = DISCIPLES - clan.reserve
        """Disciples that this clan can place."""
        missions = clan.missions
        if missions and missions[0] < 0:  # sorted: unseen ones come first
            missions = tuple(n for n in missions if n >= 0)
        self.means = Means(
            s.setting.cards, missions, clan.weapons, clan.annexes, clan.geishas, clan.blessing, self.fleet,
            left, self.mon, s.church, weights,
        )  # fmt: skip
        self._scored: dict[tuple[str, int | tuple[int, ...]], float] = {}
        self.plans = plans(self.means)
        self.goals, self.wanted = self.plans.goals, self.plans.wanted

    # Things.

    def weapon(self, weapon: int) -> float:
        """A weapon more."""
        return self.plans.weapons[weapon] + self._on_bonus_cards("weapons", (*self.clan.weapons, weapon))

    def kept_weapon(self, weapon: int) -> float:
        """A weapon that the clan owns."""
        copies = self.clan.weapons.count(weapon)
        need = total(max(0.5, g.promise) for g in self.goals if weapon in g.mission.standard.weapons)
        return need / max(1, copies) + (self.weights.weapon_kept if copies == 1 else 0)

    def annex(self, annex: int) -> float:
        """An annex more."""
        w = self.weights
        lasting = (w.yashiki, w.karesansui, w.dojo, w.kobudo)[annex]
        scored = self._on_bonus_cards("annexes", (*self.clan.annexes, annex))
        return self.wanted.get(("annex", annex), 0.0) + lasting * self.left + scored

    def geisha(self) -> float:
        """A geisha more."""
        scored = self._on_bonus_cards("geishas", self.clan.geishas + 1)
        return self.wanted.get(("geisha", 0), 0.0) + self.weights.geisha * self.left + scored

    def blessing(self) -> float:
        """A blessing."""
        lasting = self.weights.blessing * self.left
        return 0.0 if self.clan.blessing else self.wanted.get(("blessing", 0), 0.0) + lasting

    def disciple(self) -> float:
        """A disciple more, for the rounds to come."""
        return self.kept_disciple() if self.clan.reserve else 0.0

    def kept_disciple(self) -> float:
        """A disciple that the clan has, for the rounds to come."""
        return self.weights.disciple * (self.left + 0.5)

    def action_card(self, number: int) -> float:
        """An action card."""
        card = self.s.setting.cards.actions[number]
        late = self.weights.action_card if self.left else 0.1
        return late * total(ACTION_CARDS.get(effect.op, 0.3) for effect in card.effects)

    def bonus_card(self, number: int) -> float:
        """A bonus card: what it brings as things stand, and some hope."""
        card = self.s.setting.cards.bonuses[number]
        now = bonus_points(self.s, self.seat, number)
        hope = min(1.0, self.left / 8)
        return (
            (1 - 0.5 * hope) * now
            + 0.25 * hope * card.shared
            + (0.0 if now else 0.2 * card.shared * bool(self.left))
        )

    def drawn(self) -> float:
        """An action card from the pile."""
        return self.weights.draw if len(self.clan.actions) < self.s.setting.board.max_actions else -0.5

    def church(self) -> float:
        """The money in the church."""
        return self.weights.church * self.mon * self.s.church

    def honour(self, points: int, price: int) -> float:
        """Prestige points bought in the harbor."""
        return (1.0 if self.left < 2 else self.weights.honour) * points - self.mon * price

    def sale(self, points: int, mon: int) -> float:
        """Prestige points sold at the gates."""
        return self.weights.sale * self.mon * mon - points if self.left else -float(points)

    def mission(self, number: int) -> float:
        """A mission of the own hand."""
        return goal(self.means, self.s.setting.cards.missions[number]).promise

    def colour(self, pile: int) -> float:
        """An unknown mission of a colour."""
        owned = len(self.clan.weapons) + len(self.clan.annexes) + self.clan.geishas
        ease = self.left + 0.5 * owned + self.fleet
        w = self.weights
        promise = {
            GREEN: w.green,
            YELLOW: w.yellow + w.yellow_ease * ease,
            RED: w.red_ease * ease,
            BLACK: w.black_ease * ease,
        }[pile]
        return promise - (1.0 if self.left < pile - 1 else 0)

    def _on_bonus_cards(self, name: str, value: int | tuple[int, ...]) -> float:
        """What the bonus cards of the own hand gain if the clan has something else, near the end."""
        if self.left > BONUS_ROUNDS:
            return 0.0
        cards = self.s.setting.cards.bonuses
        bonuses = [n for n in self.clan.bonuses if n >= 0 and counts_on(cards[n].condition, name)]
        if not bonuses:
            return 0.0
        if (name, value) not in self._scored:
            self._scored[name, value] = self._gain(bonuses, name, value)
        return self._scored[name, value]

    def _gain(self, bonuses: list[int], name: str, value: int | tuple[int, ...]) -> float:
        s = self.s.copy()
        setattr(s.edit(self.seat), name, value)
        gain = sum(bonus_points(s, self.seat, n) - bonus_points(self.s, self.seat, n) for n in bonuses)
        return self.weights.bonus_card / (1 + self.left) * gain

    # Places.

    @cached_property
    def next_patrol(self) -> int:
        """Where the patrol goes next without cards."""
        s = self.s
        ring, steps = s.setting.board.ring, 1
        if s.event >= 0:
            for effect in s.setting.cards.events[s.event].effects:
                if effect.op == "no-patrol":
                    steps = 0
                elif effect.op == "patrol-steps":
                    steps = effect.args[0]
        return ring[(ring.index(s.patrol) + steps * s.setting.board.directions[s.colour]) % len(ring)]

    @cached_property
    def own(self) -> list[int]:
        """District → own disciples in it."""
        spaces, seat = self.s.spaces, self.seat
        return [sum(spaces[spot].count(seat) for spot in spots) for spots in SPOTS_OF]

    def others_in(self, district: int) -> int:
        """Disciples of other clans in a district."""
        return sum(n not in (-1, self.seat) for spot in SPOTS_OF[district] for n in self.s.spaces[spot])

    def open_districts(self, part: Part) -> list[int]:
        """The districts in which a part still needs a disciple."""
        found, own = [], self.own
        for district in dict.fromkeys(part.districts):
            found += [district] * (part.districts.count(district) - own[district])
        return found
