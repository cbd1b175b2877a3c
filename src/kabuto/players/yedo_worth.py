"""What things are worth to a clan in Yedo, in prestige points: the arithmetic of the greedy player."""

from kabuto.yedo.board import SPOTS_OF
from kabuto.yedo.cards import Effect, Mission, Part
from kabuto.yedo.ending import bonus_points
from kabuto.yedo.state import State

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
"""Word of an action card → points that it will bring, about."""
REWARDS = {"blessing": 1.2, "action": 0.7, "bonus": 1.5, "mission": 1.0, "weapon": 1.5, "reserve": -1.2}
FUTURE_MISSION = 1.2
"""What an unknown mission is worth while there is time for it."""


class Worth:
    """The worth of things to one seat in one position."""

    def __init__(self, s: State, seat: int) -> None:
        self.s, self.seat, self.clan = s, seat, s.clans[seat]
        board = s.setting.board
        self.left = board.rounds - max(1, s.round)
        """Rounds after this one."""
        mon = self.clan.mon
        purse = 1.4 if mon < 5 else 1.15 if mon < 10 else 1.0 if mon < 18 else 0.75
        self.mon = purse * (0.26 if self.left > 2 else (0.05, 0.16, 0.22)[self.left])
        self.known = [s.setting.cards.missions[n] for n in self.clan.missions if n >= 0]
        self.fleet = 4 - self.clan.reserve
        """Disciples that this clan can place."""
        self.goals = sorted(((self.promise(card), card.code, card) for card in self.known), reverse=True)
        self.wanted = self._wanted()

    def _wanted(self) -> dict[tuple[str, int], float]:
        """Weapon, annex, geisha or blessing → how much it helps the missions that look best."""
        wanted: dict[tuple[str, int], float] = {}
        for rank, (promise, _, mission) in enumerate(self.goals):
            lacks = self.lacks(mission.standard)
            if not lacks or promise <= -1:
                continue
            share = 0.75 * self.gross(mission) / len(lacks) * 0.85**rank
            for thing in lacks:
                wanted[thing] = wanted.get(thing, 0.0) + max(0.0, share)
        return wanted

    def lacks(self, part: Part) -> list[tuple[str, int]]:
        """The things that a part needs and the clan does not own."""
        clan, found = self.clan, []
        weapons = list(clan.weapons)
        for weapon in part.weapons:
            if weapon in weapons:
                weapons.remove(weapon)
            else:
                found.append(("weapon", weapon))
        found += [("annex", annex) for annex in part.annexes if annex not in clan.annexes]
        found += [("geisha", 0)] * max(0, part.geishas - clan.geishas)
        found += [("blessing", 0)] * max(0, part.blessing - clan.blessing)
        return found

    def reward(self, part: Part) -> float:
        """What a part brings."""
        return sum(self._reward(reward) for reward in part.rewards)

    def _reward(self, reward: Effect) -> float:
        match reward.op:
            case "prestige":
                return float(reward.args[0])
            case "mon":
                return float(self.mon * reward.args[0])
            case "church":
                return self.mon * self.s.church
            case "shogun":
                return 0.0
        return REWARDS.get(reward.op, 0.0) * (1.0 if self.left else 0.3)

    def gross(self, mission: Mission) -> float:
        """What a mission brings if nothing is lacking."""
        part = mission.standard
        return (
            self.reward(part)
            + 0.4 * self.reward_of_bonus(mission)
            - 0.4 * len(part.districts)
            - self.mon * part.mon
        )

    def promise(self, mission: Mission) -> float:
        """What a mission promises: its reward less what it still costs, while there is time for it."""
        part = mission.standard
        prices = {"weapon": 6.0, "annex": 10.0, "geisha": 8.0, "blessing": 3.0}
        lacks = self.lacks(part)
        cost = 0.7 * self.mon * sum(prices[kind] for kind, _ in lacks) + 0.3 * len(lacks)
        if len(part.districts) > self.fleet:
            cost += 2.0 * (len(part.districts) - self.fleet)
        rounds = 1 + 0.6 * len(lacks) + max(0, len(part.districts) - self.fleet)
        if rounds > self.left + 1:
            return -1.0
        return self.gross(mission) - cost

    def reward_of_bonus(self, mission: Mission) -> float:
        """What the bonus part of a mission would bring."""
        return self.reward(mission.bonus) if mission.bonus else 0.0

    # Things.

    def weapon(self, weapon: int) -> float:
        """A weapon more."""
        used = sum(weapon in card.standard.weapons for card in self.known)
        fresh = weapon not in self.clan.weapons
        return (
            self.wanted.get(("weapon", weapon), 0.0) + (0.25 if fresh and self.left > 2 else 0.0) + 0.1 * used
        )

    def kept_weapon(self, weapon: int) -> float:
        """A weapon that the clan owns."""
        copies = self.clan.weapons.count(weapon)
        need = sum(max(0.5, promise) for promise, _, card in self.goals if weapon in card.standard.weapons)
        return need / max(1, copies) + (0.3 if copies == 1 else 0)

    def annex(self, annex: int) -> float:
        """An annex more."""
        return self.wanted.get(("annex", annex), 0.0) + 0.12 * self.left * (1.0, 0.7, 1.0, 1.4)[annex] / 1.2

    def geisha(self) -> float:
        """A geisha more."""
        return self.wanted.get(("geisha", 0), 0.0) + 0.08 * self.left

    def blessing(self) -> float:
        """A blessing."""
        return 0.0 if self.clan.blessing else self.wanted.get(("blessing", 0), 0.0) + 0.06 * self.left

    def disciple(self) -> float:
        """A disciple more, for the rounds to come."""
        return 0.75 * (self.left + 0.5) if self.clan.reserve else 0.0

    def action_card(self, number: int) -> float:
        """An action card."""
        card = self.s.setting.cards.actions[number]
        return sum(ACTION_CARDS.get(effect.op, 0.3) for effect in card.effects) * (1.0 if self.left else 0.1)

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

    def mission(self, number: int) -> float:
        """A mission of the own hand."""
        return self.promise(self.s.setting.cards.missions[number])

    def colour(self, pile: int) -> float:
        """An unknown mission of a colour."""
        owned = len(self.clan.weapons) + len(self.clan.annexes) + self.clan.geishas
        ease = self.left + 0.5 * owned + self.fleet
        return {2: 1.6, 3: 2.0 + 0.05 * ease, 4: 0.17 * ease, 5: 0.17 * ease}[pile] - (
            1.0 if self.left < pile - 1 else 0
        )

    # Places.

    def next_patrol(self) -> int:
        """Where the patrol goes next if nobody interferes."""
        s = self.s
        ring, steps = s.setting.board.ring, 1
        if s.event >= 0:
            for effect in s.setting.cards.events[s.event].effects:
                if effect.op == "no-patrol":
                    steps = 0
                elif effect.op == "patrol-steps":
                    steps = effect.args[0]
        return ring[(ring.index(s.patrol) + steps * s.setting.board.directions[s.colour]) % len(ring)]

    def own_in(self, district: int) -> int:
        """Own disciples in a district."""
        return sum(self.s.spaces[spot].count(self.seat) for spot in SPOTS_OF[district])

    def others_in(self, district: int) -> int:
        """Strange disciples in a district."""
        return sum(n not in (-1, self.seat) for spot in SPOTS_OF[district] for n in self.s.spaces[spot])

    def open_districts(self, part: Part) -> list[int]:
        """The districts in which a part still needs a disciple."""
        found = []
        for district in dict.fromkeys(part.districts):
            found += [district] * (part.districts.count(district) - self.own_in(district))
        return found
