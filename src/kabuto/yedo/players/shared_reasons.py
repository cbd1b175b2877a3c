"""Reasons that moves of Yedo share: which missions want something, what Mon are for, what can be missed."""

from collections.abc import Iterator

from kabuto.table import Catalogue, Text, Word
from kabuto.yedo.board import ANNEXES, GATES, HARBOR, MARKET, REDLIGHT, TAVERN, TEMPLE, WEAPONS
from kabuto.yedo.phases.missions import missing
from kabuto.yedo.players.item_values import Worth
from kabuto.yedo.state.state import State
from kabuto.yedo.words import NAMES, Saying, spoken

WORDS = Catalogue("kabuto.yedo", "reasons")
HOPELESS = -1.0
"""A mission that promises no more than this is out of reach."""


def say(key: str, **values: object) -> Text:
    """A reason."""
    return Text(WORDS, key, NAMES, **values)


def wanted(s: State, seat: int, key: str, name: str) -> Iterator[Text]:
    """The missions in hand that still need something."""
    for number in s.clans[seat].missions:
        card = s.setting.cards.missions[number]
        for lack in missing(s, seat, card.standard):
            if lack.key == key and name in ("", *map(str, lack.values.values())):
                yield say("wanted", card=card.mark)
                break


def fetch(s: State, seat: int, place: int) -> Iterator[Text]:
    """What a place has that a mission within reach still lacks."""
    kind = {MARKET: "weapon", TAVERN: "annex", REDLIGHT: "geisha", TEMPLE: "blessing"}.get(place)
    there = {"weapon": s.market, "geisha": (0,) * bool(s.geishas), "blessing": (0,) * bool(s.blessings)}
    for goal in Worth(s, seat).goals:
        for lacking, which in goal.lacks if goal.promise > HOPELESS else ():
            if lacking == kind and which in there.get(kind, range(len(ANNEXES))):
                yield say("fetch", thing=called(lacking, which), card=goal.mission.mark)
                return
    if place in (GATES, HARBOR):
        yield from money(s, seat)


def called(kind: str, which: int) -> Word:
    """What a thing that a mission needs is called."""
    names = {"weapon": WEAPONS, "annex": ANNEXES}
    return Word(names[kind][which]) if kind in names else Word(f"loss_{kind}")


def money(s: State, seat: int) -> Iterator[Text]:
    """What the clan needs Mon for: first what its best missions still lack."""
    worth = Worth(s, seat)
    for goal in worth.goals:
        if goal.promise <= HOPELESS:
            continue
        if goal.mission.standard.mon > s.clans[seat].mon:
            yield say("mon_for", card=goal.mission.mark, mon=goal.mission.standard.mon)
            return
        for kind, which in goal.lacks:
            if kind != "blessing":
                yield say("pays_for", thing=called(kind, which), card=goal.mission.mark)
                return
    if worth.left:
        yield say("pays_bids")


def rivals(s: State, seat: int, place: int) -> Iterator[Text]:
    """Who stands on a place too, and could take what is there first."""
    others = [
        Saying("seat_among", {"seat": n}) for n in dict.fromkeys(s.spaces[place]) if n not in (-1, seat)
    ]
    if others:
        yield say("before", players=spoken(Saying("listed", {"things": others})))


def weapon_wanted(s: State, seat: int, weapon: int) -> Iterator[Text]:
    """The missions in hand that need a weapon, or that it would be the first of its kind."""
    found = list(wanted(s, seat, "lacks_weapon", WEAPONS[weapon]))
    if not found and weapon not in s.clans[seat].weapons:
        found.append(say("first_of_kind"))
    yield from found


def spare(s: State, seat: int, weapon: int, name: str = "") -> Iterator[Text]:
    """Whether a weapon can be missed."""
    needed = [n for n in s.clans[seat].missions if weapon in s.setting.cards.missions[n].standard.weapons]
    if not needed or s.clans[seat].weapons.count(weapon) > 1:
        yield say("spare_this", thing=Word(name)) if name else say("spare")
    elif not name:
        yield say("least")
