"""What action cards do: for every effect of the vocabulary, its targets and what it then does."""

from collections.abc import Callable, Iterator

from kabuto.yedo.board import (
    DISTRICT_OF,
    GATES,
    PLACE,
    PLACES,
    SPOTS,
    SPOTS_OF,
    WEAPONS,
)
from kabuto.yedo.cards import Action, Effect
from kabuto.yedo.phases.event_phase import give, lay_out
from kabuto.yedo.phases.gains import check_limits
from kabuto.yedo.state.pieces import gain_weapon, go_home, leave, put, stands
from kabuto.yedo.state.state import Fact, State, swapped, without

OUTSIDE_CASTLE = range(GATES, len(SPOTS))
Target = tuple[str, ...]
"""What a card is aimed at, in the words of the notation."""


def is_possible(s: State, seat: int, effect: Effect) -> bool:
    """Whether an effect without a target would do something."""
    possible = _POSSIBLE.get(effect.op)
    return possible is None or possible(s, seat, effect)


def targets(s: State, seat: int, effect: Effect) -> Iterator[Target]:
    """What an effect may be aimed at."""
    return TARGETS[effect.op](s, seat, effect)


def carry_out(s: State, seat: int, card: Action, target: Target) -> None:
    """Do what a card says, unless it was cancelled; one effect may leave nothing for the next."""
    for effect in card.effects:
        if _works(s, seat, effect, target):
            EFFECTS[effect.op](s, seat, effect, target)
    check_limits(s, seat)


def _works(s: State, seat: int, effect: Effect, target: Target) -> bool:
    return target in targets(s, seat, effect) if effect.op in TARGETS else is_possible(s, seat, effect)


def walk(s: State, steps: int) -> None:
    """The patrol walks some districts along its ring, backwards if the number is negative."""
    ring = s.setting.board.ring
    place = ring.index(s.patrol) + steps * s.setting.board.directions[s.colour]
    s.patrol = ring[place % len(ring)]
    s.note(Fact("patrol", other=s.patrol))


# Whether effects without a target would do something.


def _can_gain(s: State, seat: int, effect: Effect) -> bool:
    clan, what = s.clans[seat], effect.args[0]
    if what == "disciple":
        return clan.reserve > 0
    return what != "blessing" or (not clan.blessing and s.blessings > 0)


def _is_in_danger(s: State, seat: int, effect: Effect) -> bool:
    return any(seat in s.spaces[spot] for spot in SPOTS_OF[s.patrol])


_POSSIBLE: dict[str, Callable[[State, int, Effect], bool]] = {
    "gain": _can_gain,
    "reopen": lambda s, seat, effect: s.closed >= 0,
    "save-all": _is_in_danger,
    "flee": _is_in_danger,
    "borrow": lambda s, seat, effect: all(owner != seat for owner, _ in s.borrowed),
}
"""Effect → whether it would do something; any other always would."""


# Targets.


def _in_danger(s: State, seat: int, effect: Effect) -> Iterator[Target]:
    for spot in SPOTS_OF[s.patrol]:
        if s.spaces[spot].count(seat) > s.saved.count((seat, spot)):
            yield (SPOTS[spot],)


def _lots(s: State, seat: int, effect: Effect) -> Iterator[Target]:
    """A lot may be barred if there is still one for every seat on the track."""
    lots = s.setting.board.lots
    unsold = [lot for lot in range(len(lots)) if lot not in s.won]
    if s.barred < 0 and len(unsold) > len(s.track):
        yield from ((lots[lot],) for lot in unsold)


def _full_spots(s: State, seat: int, effect: Effect) -> Iterator[Target]:
    for spot in OUTSIDE_CASTLE if s.clans[seat].home else ():
        full = len(s.spaces[spot]) >= s.setting.board.spaces[spot]
        if full and DISTRICT_OF[spot] != s.closed:
            yield (SPOTS[spot],)


def _own_disciples(s: State, seat: int, effect: Effect) -> Iterator[Target]:
    for place in range(len(PLACES)):
        if stands(s, seat, place):
            yield (PLACES[place],)


def _exchanges(s: State, seat: int, effect: Effect) -> Iterator[Target]:
    for own in OUTSIDE_CASTLE:
        for there in OUTSIDE_CASTLE if seat in s.spaces[own] else ():
            for other in sorted({*s.spaces[there]}) if there != own else ():
                if other != seat and s.closed not in (DISTRICT_OF[own], DISTRICT_OF[there]):
                    yield SPOTS[own], str(other), SPOTS[there]


def _disciples_beside(s: State, seat: int, effect: Effect) -> Iterator[Target]:
    for spot, other in _beside(s, seat):
        yield str(other), SPOTS[spot]


def _rich_clans_beside(s: State, seat: int, effect: Effect) -> Iterator[Target]:
    for other in _clans_beside(s, seat):
        if s.clans[other].mon:
            yield (str(other),)


def _weapons_beside(s: State, seat: int, effect: Effect) -> Iterator[Target]:
    can_pay = s.clans[seat].mon >= effect.args[0]
    for other in _clans_beside(s, seat):
        for weapon in dict.fromkeys(s.clans[other].weapons) if can_pay else ():
            yield str(other), WEAPONS[weapon]


def _discarded_weapons(s: State, seat: int, effect: Effect) -> Iterator[Target]:
    yield from ((WEAPONS[weapon],) for weapon in dict.fromkeys(s.discard))


def _beside(s: State, seat: int) -> Iterator[tuple[int, int]]:
    """Spot and owner of every other clan's disciple in a district where this seat has one."""
    for district in SPOTS_OF:
        if any(seat in s.spaces[spot] for spot in district):
            for spot in district:
                for other in sorted({*s.spaces[spot]}):
                    if other not in (seat, -1):
                        yield spot, other


def _clans_beside(s: State, seat: int) -> list[int]:
    """Every other clan with a disciple in a district where this seat has one."""
    return sorted({other for _, other in _beside(s, seat)})


TARGETS: dict[str, Callable[[State, int, Effect], Iterator[Target]]] = {
    "save": _in_danger,
    "bar": _lots,
    "squeeze": _full_spots,
    "recall": _own_disciples,
    "exchange": _exchanges,
    "ambush": _disciples_beside,
    "rob": _rich_clans_beside,
    "force-sale": _weapons_beside,
    "salvage": _discarded_weapons,
}
"""Effect with a target → what it may be aimed at."""


# What happens.


def _gain(s: State, seat: int, effect: Effect, target: Target) -> None:
    give(s, seat, *effect.args)


def _rebate(s: State, seat: int, effect: Effect, target: Target) -> None:
    s.rebate = swapped(s.rebate, seat, s.rebate[seat] + effect.args[0])


def _bar(s: State, seat: int, effect: Effect, target: Target) -> None:
    s.barred = s.setting.board.lots.index(target[0])


def _reopen(s: State, seat: int, effect: Effect, target: Target) -> None:
    s.closed = -1


def _refresh(s: State, seat: int, effect: Effect, target: Target) -> None:
    s.discard = tuple(sorted((*s.discard, *(w for w in s.market if w >= 0))))
    s.market = (-1,) * len(s.market)
    lay_out(s, len(s.market))


def _church_money(s: State, seat: int, effect: Effect, target: Target) -> None:
    s.church += effect.args[0]


def _patrol_step(s: State, seat: int, effect: Effect, target: Target) -> None:
    walk(s, effect.args[0])


def _patrol_swap(s: State, seat: int, effect: Effect, target: Target) -> None:
    s.colour = 1 - s.colour


def _save(s: State, seat: int, effect: Effect, target: Target) -> None:
    s.saved = (*s.saved, (seat, SPOTS.index(target[0])))


def _save_all(s: State, seat: int, effect: Effect, target: Target) -> None:
    own = [(seat, spot) for spot in SPOTS_OF[s.patrol] for n in s.spaces[spot] if n == seat]
    s.saved = (*(pair for pair in s.saved if pair not in own), *own)


def _flee(s: State, seat: int, effect: Effect, target: Target) -> None:
    for spot in SPOTS_OF[s.patrol]:
        for _ in range(s.spaces[spot].count(seat)):
            go_home(s, seat, spot)
    s.saved = tuple(pair for pair in s.saved if pair[0] != seat)


def _squeeze(s: State, seat: int, effect: Effect, target: Target) -> None:
    s.edit(seat).home -= 1
    put(s, seat, SPOTS.index(target[0]))


def _recall(s: State, seat: int, effect: Effect, target: Target) -> None:
    go_home(s, seat, PLACE[target[0]])


def _exchange(s: State, seat: int, effect: Effect, target: Target) -> None:
    own, other, there = SPOTS.index(target[0]), int(target[1]), SPOTS.index(target[2])
    leave(s, seat, own)
    leave(s, other, there)
    put(s, seat, there)
    put(s, other, own)


def _ambush(s: State, seat: int, effect: Effect, target: Target) -> None:
    go_home(s, int(target[0]), SPOTS.index(target[1]))


def _rob(s: State, seat: int, effect: Effect, target: Target) -> None:
    other = int(target[0])
    taken = min(effect.args[0], s.clans[other].mon)
    s.edit(other).mon -= taken
    s.edit(seat).mon += taken


def _force_sale(s: State, seat: int, effect: Effect, target: Target) -> None:
    weapon, price = WEAPONS.index(target[1]), effect.args[0]
    seller = s.edit(int(target[0]))
    seller.weapons = without(seller.weapons, weapon)
    seller.mon += price
    s.edit(seat).mon -= price
    gain_weapon(s, seat, weapon)


def _salvage(s: State, seat: int, effect: Effect, target: Target) -> None:
    weapon = WEAPONS.index(target[0])
    s.discard = without(s.discard, weapon)
    gain_weapon(s, seat, weapon)


def _borrow(s: State, seat: int, effect: Effect, target: Target) -> None:
    s.borrowed = (*s.borrowed, (seat, -1))


EFFECTS: dict[str, Callable[[State, int, Effect, Target], None]] = {
    "gain": _gain,
    "rebate": _rebate,
    "bar": _bar,
    "reopen": _reopen,
    "refresh": _refresh,
    "church-money": _church_money,
    "patrol-step": _patrol_step,
    "patrol-swap": _patrol_swap,
    "save": _save,
    "save-all": _save_all,
    "flee": _flee,
    "squeeze": _squeeze,
    "recall": _recall,
    "exchange": _exchange,
    "ambush": _ambush,
    "rob": _rob,
    "force-sale": _force_sale,
    "salvage": _salvage,
    "borrow": _borrow,
    "cancel": lambda s, seat, effect, target: None,  # the answer itself has cancelled (see plays.Answer)
}
"""Effect of an action card → what it does."""
