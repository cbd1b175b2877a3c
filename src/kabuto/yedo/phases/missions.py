"""Missions: what is missing for one, and how it is fulfilled (Y61–Y80, Y163–Y171, Q55–Q61)."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

from kabuto.table import Word
from kabuto.yedo.board import (
    ANNEXES,
    DISTRICT_OF,
    DISTRICTS,
    FIRST_ANNEX,
    KARESANSUI,
    SPOTS,
    SPOTS_OF,
    WEAPON,
    WEAPONS,
    YASHIKI,
)
from kabuto.yedo.cards import Mission, Part
from kabuto.yedo.cards.card_text import say_effect
from kabuto.yedo.moves import BONUS_PART, SKIP, Move, move
from kabuto.yedo.phases.gains import Deck, check_limits
from kabuto.yedo.state.counts import holds
from kabuto.yedo.state.pieces import (
    award,
    drop_blessing,
    gain_weapon,
    go_home,
    leave,
    own_card,
    pay,
    to_reserve,
)
from kabuto.yedo.state.state import Fact, State, Task, swapped, without
from kabuto.yedo.words import Saying

NO_HELP = (False, False)
"""Whether the disciples on Yashiki and on Karesansui stand in."""
HELP = tuple((yashiki, karesansui) for yashiki in (False, True) for karesansui in (False, True))


def missing(
    s: State,
    seat: int,
    part: Part,
    also: tuple[int, ...] = (),
    help_: tuple[bool, bool] = NO_HELP,
    geishas: int = 0,
) -> Iterator[Saying]:
    """What a seat lacks for a part of a mission; ``also`` are districts that the other part needs (Q57)."""
    clan = s.clans[seat]
    yashiki, karesansui = help_
    wanted = part.districts + also
    for district in dict.fromkeys(part.districts):
        there = sum(s.spaces[spot].count(seat) for spot in SPOTS_OF[district])
        if there < wanted.count(district):
            more = wanted.count(district) - there
            yield s.say("lacks_disciple", district=Word(DISTRICTS[district]), number=more)
    lacking = _lacking_weapons(s, seat, part)
    if lacking and not (len(lacking) == 1 and (seat, -1) in s.borrowed):
        for weapon in lacking:
            yield s.say("lacks_weapon", weapon=Word(WEAPONS[weapon]))
    for annex in part.annexes:
        if annex not in clan.annexes:
            yield s.say("lacks_annex", annex=Word(ANNEXES[annex]))
    if (owned := clan.geishas + geishas + yashiki) < part.geishas:
        yield s.say("lacks_geishas", number=part.geishas - owned)
    for condition in part.special:
        if not holds(s, seat, condition):
            yield s.say("lacks_special", condition=say_effect(condition))
    if part.blessing > clan.blessing + karesansui:
        yield s.say("lacks_blessing")
    if clan.mon < part.mon:
        yield s.say("lacks_mon", number=part.mon - clan.mon)


def _lacking_weapons(s: State, seat: int, part: Part) -> list[int]:
    """The weapons of a part that a seat neither owns nor has on loan, each as often as it is short of it."""
    owned = s.clans[seat].weapons
    if s.borrowed:
        owned += tuple(weapon for owner, weapon in s.borrowed if owner == seat)
    return [
        weapon
        for weapon in dict.fromkeys(part.weapons)
        for _ in range(part.weapons.count(weapon) - owned.count(weapon))
    ]


def useless_help(
    s: State, seat: int, part: Part, help_: tuple[bool, bool], geishas: int = 0
) -> Saying | None:
    """Why a disciple on an annex cannot stand in here."""
    for annex, wanted, name in ((YASHIKI, help_[0], "yashiki"), (KARESANSUI, help_[1], "karesansui")):
        if wanted and annex not in s.clans[seat].manned:
            return s.say("stand_in_absent", annex=Word(name))
    if help_[0] and s.clans[seat].geishas + geishas >= part.geishas:
        return s.say("stand_in_useless", annex=Word("yashiki"))
    if help_[1] and not part.blessing:
        return s.say("stand_in_useless", annex=Word("karesansui"))
    return None


def fulfilments(s: State, seat: int) -> Iterator[Move]:
    """Every way in which a seat might fulfil a mission of its hand."""
    own = [spot for spot in range(len(SPOTS)) if seat in s.spaces[spot]]
    districts = {DISTRICT_OF[spot] for spot in own}
    helps = HELP if s.clans[seat].manned else HELP[:1]
    for number in s.clans[seat].missions:
        if number < 0:
            continue
        mission = s.setting.cards.missions[number]
        if not districts.issuperset(mission.standard.districts):
            continue
        for spot in own:
            if DISTRICT_OF[spot] in mission.standard.districts:
                for help_ in helps:
                    if not any(help_) or useless_help(s, seat, mission.standard, help_) is None:
                        yield move("fulfil", mission.code, SPOTS[spot], *_named(help_))


def _named(help_: tuple[bool, bool]) -> list[str]:
    return [name for name, stands_in in zip(("yashiki", "karesansui"), help_, strict=True) if stands_in]


def read_help(words: Sequence[str]) -> tuple[bool, bool]:
    """The stand-ins that a move names."""
    return "yashiki" in words, "karesansui" in words


def refuse_fulfilment(s: State, seat: int, move: Move) -> Saying | None:
    """Why a mission cannot be fulfilled so: everything that is missing (Q60)."""
    text, place, *helpers = move.words
    found = own_card(s, seat, text)
    if found is None:
        return s.say("not_in_hand", card=text)
    mission, spot, help_ = s.setting.cards.missions[found[1]], SPOTS.index(place), read_help(helpers)
    if seat not in s.spaces[spot]:
        return s.say("nobody_there", place=Word(place))
    if DISTRICT_OF[spot] not in mission.standard.districts:
        return s.say("not_asked_there", card=mission.mark, district=Word(DISTRICTS[DISTRICT_OF[spot]]))
    refusal = useless_help(s, seat, mission.standard, help_)
    if refusal:
        return refusal
    lacks = list(missing(s, seat, mission.standard, help_=help_))
    return s.say("mission_lacks", card=mission.mark, lacks=lacks) if lacks else None


def fulfil(s: State, seat: int, move: Move) -> None:
    """The mission is shown, its standard part paid and rewarded; the bonus part comes after (Y164–Y170)."""
    text, place, *helpers = move.words
    found = own_card(s, seat, text)
    assert found is not None
    number, spot, help_ = found[1], SPOTS.index(place), read_help(helpers)
    mission = s.setting.cards.missions[number]
    clan = s.edit(seat)
    clan.missions = without(clan.missions, number)
    s.note(Fact("finish", seat, found[0], (number,)))
    s.add(File(seat, number, spot, int(any(reward.op == "reserve" for reward in mission.standard.rewards))))
    s.add(BonusPart(seat, number, int(help_[0])))
    for weapon in _lacking_weapons(s, seat, mission.standard):  # what is lent is this weapon from now on
        s.borrowed = tuple((seat, weapon) if pair == (seat, -1) else pair for pair in s.borrowed)
    _pay(s, seat, mission.standard, help_)
    s.add(Reward(seat, number, 0, 0))


def _pay(s: State, seat: int, part: Part, help_: tuple[bool, bool]) -> None:
    """Hand over what a part asks for, before its reward (Y69); stand-ins go home (Q59)."""
    if help_[0]:
        go_home(s, seat, FIRST_ANNEX + YASHIKI)
    if help_[1]:
        go_home(s, seat, FIRST_ANNEX + KARESANSUI)
    if part.blessing > help_[1]:
        drop_blessing(s, seat)
    pay(s, seat, part.mon)


@dataclass(frozen=True, slots=True)
class Reward(Task):
    """The rewards of a part are taken one after the other; a choice comes in between."""

    mission: int
    part: int
    """0 the standard part, 1 the bonus part."""
    done: int
    """How many of them have been taken."""
    steps: ClassVar = frozenset({"activate"})

    def fits(self, s: State) -> bool:
        """Whether the reward taken last is one for which the task above it asks."""
        mission = s.setting.cards.missions[self.mission]
        if self.part and mission.bonus is None:
            return False
        rewards = _part(mission, self.part).rewards
        above = {"mission": Deck, "weapon": MarketWeapon}
        asks = above.get(rewards[self.done - 1].op) if 0 < self.done <= len(rewards) else None
        return asks is not None and type(s.tasks[-1]) is asks

    def run(self, s: State) -> bool:
        part = _part(s.setting.cards.missions[self.mission], self.part)
        for n in range(self.done, len(part.rewards)):
            reward = part.rewards[n]
            if award(s, self.seat, reward):
                continue
            match reward.op:
                case "swap-patrol":
                    s.colour = 1 - s.colour
                case "shogun":
                    s.shogun = 1
                case "mission":
                    s.add(replace(self, done=n + 1))
                    s.add(Deck(self.seat, 1))
                    return True
                case "weapon":
                    s.add(replace(self, done=n + 1))
                    s.add(MarketWeapon(self.seat))
                    return True
        return True


def _part(mission: Mission, part: int) -> Part:
    bonus = mission.bonus
    return bonus if part and bonus is not None else mission.standard


@dataclass(frozen=True, slots=True)
class MarketWeapon(Task):
    """Any weapon that lies on the market, for nothing (Q61)."""

    steps: ClassVar = frozenset({"activate"})
    verbs: ClassVar = frozenset({"take"})

    def run(self, s: State) -> bool:
        return all(weapon < 0 for weapon in s.market)

    def candidates(self, s: State) -> Iterable[Move]:
        return (move("take", field) for field in range(1, len(s.market) + 1))

    def refuse(self, s: State, move: Move) -> Saying | None:
        if not move.number:
            return s.say("take_field")
        return None if s.market[move.number - 1] >= 0 else s.say("field_empty", field=move.number)

    def apply(self, s: State, move: Move) -> None:
        field = move.number - 1
        gain_weapon(s, self.seat, s.market[field])
        s.note(Fact("take", self.seat, WEAPON, (s.market[field],)))
        s.market = swapped(s.market, field, -1)
        check_limits(s, self.seat)


@dataclass(frozen=True, slots=True)
class BonusPart(Task):
    """The bonus part, if it is met: all of it, or none (Q56)."""

    mission: int
    geishas: int
    """1 if the disciple on Yashiki stood in for the standard part: it does for both (Q59)."""
    steps: ClassVar = frozenset({"activate"})
    verbs: ClassVar = frozenset({"bonus", "skip"})

    def run(self, s: State) -> bool:
        return not any(self.refuse(s, move) is None for move in _BONUS_MOVES)

    def candidates(self, s: State) -> Iterable[Move]:
        return SKIP, *_BONUS_MOVES

    def refuse(self, s: State, move: Move) -> Saying | None:
        if move == SKIP:
            return None
        mission, help_ = s.setting.cards.missions[self.mission], read_help(move.words)
        if mission.bonus is None:
            return s.say("no_bonus_part", card=mission.mark)
        refusal = useless_help(s, self.seat, mission.bonus, help_, self.geishas)
        if refusal:
            return refusal
        lacks = list(missing(s, self.seat, mission.bonus, mission.standard.districts, help_, self.geishas))
        return s.say("mission_lacks", card=mission.mark, lacks=lacks) if lacks else None

    def apply(self, s: State, move: Move) -> None:
        mission = s.setting.cards.missions[self.mission]
        if move == SKIP or mission.bonus is None:
            return
        _pay(s, self.seat, mission.bonus, read_help(move.words))
        s.note(Fact("bonus", self.seat, other=self.mission))
        if any(reward.op == "reserve" for reward in mission.bonus.rewards):
            s.tasks = tuple(replace(t, reserve=1) if isinstance(t, File) else t for t in s.tasks)
        s.add(Reward(self.seat, self.mission, 1, 0))


_BONUS_MOVES = (BONUS_PART, *(move("bonus", *_named(help_)) for help_ in HELP if any(help_)))


@dataclass(frozen=True, slots=True)
class File(Task):
    """The mission joins the finished ones, its disciple goes home or to the reserve (Y78, Y171, Y210)."""

    mission: int
    spot: int
    reserve: int
    """1 if the card sends the disciple to the reserve."""
    steps: ClassVar = frozenset({"activate"})
    defers_limits: ClassVar[bool] = True

    def fits(self, s: State) -> bool:
        return (
            self.seat in s.spaces[self.spot]
            and DISTRICT_OF[self.spot] in s.setting.cards.missions[self.mission].standard.districts
        )

    def cards_in_limbo(self, s: State) -> Iterable[tuple[int, int]]:
        return ((s.setting.cards.mission_pile[self.mission], self.mission),)

    def run(self, s: State) -> bool:
        leave(s, self.seat, self.spot)
        if self.reserve:
            to_reserve(s, self.seat)
        else:
            s.edit(self.seat).home += 1
        clan = s.edit(self.seat)
        clan.finished = (*clan.finished, self.mission)
        s.borrowed = tuple(pair for pair in s.borrowed if pair[0] != self.seat)
        check_limits(s, self.seat)
        return True
