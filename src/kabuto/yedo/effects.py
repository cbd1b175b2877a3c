"""What action cards do: for every word of the vocabulary, on what it may be used and what it then does."""

from collections.abc import Iterator

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
from kabuto.yedo.choices import check_limits
from kabuto.yedo.events import give, lay_out
from kabuto.yedo.hands import gain_weapon, go_home, leave, put, stands
from kabuto.yedo.state import Fact, State, swapped, without

OUTSIDE_CASTLE = range(GATES, len(SPOTS))


def is_possible(s: State, seat: int, effect: Effect) -> bool:
    """Whether an effect without a target would do something."""
    clan = s.clans[seat]
    match effect.op, effect.args:
        case "gain", ("disciple", _):
            return clan.reserve > 0
        case "gain", ("blessing", _):
            return not clan.blessing and s.blessings > 0
        case "reopen", ():
            return s.closed >= 0
        case (("save-all" | "flee"), ()):
            return any(seat in s.spaces[spot] for spot in SPOTS_OF[s.patrol])
        case "borrow", ():
            return s.borrowed != seat
    return True


def targets(s: State, seat: int, effect: Effect) -> Iterator[tuple[str, ...]]:
    """What an effect may be aimed at, in the words of the notation."""
    match effect.op:
        case "save":
            for spot in SPOTS_OF[s.patrol]:
                if s.spaces[spot].count(seat) > s.saved.count((seat, spot)):
                    yield (SPOTS[spot],)
        case "bar":
            lots = s.setting.board.lots
            open_lots = [lot for lot in range(len(lots)) if lot not in s.won]
            if s.barred < 0 and len(open_lots) > len(s.track):
                yield from ((lots[lot],) for lot in open_lots)
        case "squeeze":
            for spot in OUTSIDE_CASTLE if s.clans[seat].home else ():
                full = len(s.spaces[spot]) >= s.setting.board.spaces[spot]
                if full and DISTRICT_OF[spot] != s.closed:
                    yield (SPOTS[spot],)
        case "recall":
            for place in range(len(PLACES)):
                if stands(s, seat, place):
                    yield (PLACES[place],)
        case "exchange":
            for own in OUTSIDE_CASTLE:
                for there in OUTSIDE_CASTLE if seat in s.spaces[own] else ():
                    for other in dict.fromkeys(s.spaces[there]) if there != own else ():
                        if other != seat and s.closed not in (DISTRICT_OF[own], DISTRICT_OF[there]):
                            yield SPOTS[own], str(other), SPOTS[there]
        case "ambush":
            for spot, other in _beside(s, seat):
                yield str(other), SPOTS[spot]
        case "rob":
            for other in dict.fromkeys(other for _, other in _beside(s, seat)):
                if s.clans[other].mon:
                    yield (str(other),)
        case "force-sale":
            clan = s.clans[seat]
            for other in dict.fromkeys(other for _, other in _beside(s, seat)):
                for weapon in dict.fromkeys(s.clans[other].weapons) if clan.mon >= effect.args[0] else ():
                    yield str(other), WEAPONS[weapon]
        case "salvage":
            yield from ((WEAPONS[weapon],) for weapon in dict.fromkeys(s.discard))


def _beside(s: State, seat: int) -> Iterator[tuple[int, int]]:
    """Spot and owner of every strange disciple in a district where this seat has one."""
    for district in SPOTS_OF:
        if any(seat in s.spaces[spot] for spot in district):
            for spot in district:
                for other in dict.fromkeys(s.spaces[spot]):
                    if other not in (seat, -1):
                        yield spot, other


def carry_out(s: State, seat: int, card: Action, target: tuple[str, ...]) -> None:
    """What a card does that was not cancelled."""
    for effect in card.effects:
        _do(s, seat, effect, target)
    check_limits(s, seat)


def _do(s: State, seat: int, effect: Effect, target: tuple[str, ...]) -> None:
    match effect.op, effect.args:
        case "gain", (what, number):
            give(s, seat, what, number)
        case "rebate", (number,):
            s.rebate = swapped(s.rebate, seat, s.rebate[seat] + number)
        case "bar", ():
            s.barred = s.setting.board.lots.index(target[0])
        case "reopen", ():
            s.closed = -1
        case "refresh", ():
            s.discard = tuple(sorted((*s.discard, *(w for w in s.market if w >= 0))))
            s.market = (-1,) * len(s.market)
            lay_out(s, len(s.market))
        case "church-money", (number,):
            s.church += number
        case "patrol-step", (number,):
            walk(s, number)
        case "patrol-swap", ():
            s.colour = 1 - s.colour
        case "save", ():
            s.saved = (*s.saved, (seat, SPOTS.index(target[0])))
        case "save-all", ():
            own = [(seat, spot) for spot in SPOTS_OF[s.patrol] for n in s.spaces[spot] if n == seat]
            s.saved = (*(pair for pair in s.saved if pair not in own), *own)
        case "flee", ():
            for spot in SPOTS_OF[s.patrol]:
                for _ in range(s.spaces[spot].count(seat)):
                    go_home(s, seat, spot)
        case "squeeze", ():
            s.edit(seat).home -= 1
            put(s, seat, SPOTS.index(target[0]))
        case "recall", ():
            go_home(s, seat, PLACE[target[0]])
        case "exchange", ():
            own_spot, other, there = SPOTS.index(target[0]), int(target[1]), SPOTS.index(target[2])
            leave(s, seat, own_spot)
            leave(s, other, there)
            put(s, seat, there)
            put(s, other, own_spot)
        case "ambush", ():
            go_home(s, int(target[0]), SPOTS.index(target[1]))
        case "rob", (number,):
            taken = min(number, s.clans[int(target[0])].mon)
            s.edit(int(target[0])).mon -= taken
            s.edit(seat).mon += taken
        case "force-sale", (number,):
            other, weapon = int(target[0]), WEAPONS.index(target[1])
            seller = s.edit(other)
            seller.weapons = without(seller.weapons, weapon)
            seller.mon += number
            s.edit(seat).mon -= number
            gain_weapon(s, seat, weapon)
        case "salvage", ():
            weapon = WEAPONS.index(target[0])
            s.discard = without(s.discard, weapon)
            gain_weapon(s, seat, weapon)
        case "borrow", ():
            s.borrowed = seat


def walk(s: State, steps: int) -> None:
    """The patrol walks so many districts along its ring; a negative number is against its direction."""
    ring = s.setting.board.ring
    place = ring.index(s.patrol) + steps * s.setting.board.directions[s.colour]
    s.patrol = ring[place % len(ring)]
    s.note(Fact("patrol", other=s.patrol))
