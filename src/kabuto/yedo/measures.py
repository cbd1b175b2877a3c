"""What cards count and compare: everything of a clan that everybody can see."""

from collections.abc import Callable

from kabuto.yedo.board import ANNEXES, BLACK, DISCIPLES, DISTRICTS, GREEN, RED, SPOTS_OF, YELLOW
from kabuto.yedo.cards import Effect
from kabuto.yedo.state import State


def _finished(pile: int) -> Callable[[State, int], int]:
    def count(s: State, seat: int) -> int:
        piles = s.setting.cards.mission_pile
        return sum(piles[mission] == pile for mission in s.clans[seat].finished)

    return count


MEASURES: dict[str, Callable[[State, int], int]] = {
    "mon": lambda s, seat: s.clans[seat].mon,
    "prestige": lambda s, seat: s.clans[seat].prestige,
    "weapons": lambda s, seat: len(s.clans[seat].weapons),
    "weapon-kinds": lambda s, seat: len(set(s.clans[seat].weapons)),
    "geishas": lambda s, seat: s.clans[seat].geishas,
    "annexes": lambda s, seat: len(s.clans[seat].annexes),
    "disciples": lambda s, seat: DISCIPLES - s.clans[seat].reserve,
    "reserve": lambda s, seat: s.clans[seat].reserve,
    "blessing": lambda s, seat: s.clans[seat].blessing,
    "finished": lambda s, seat: len(s.clans[seat].finished),
    "green": _finished(GREEN),
    "yellow": _finished(YELLOW),
    "red": _finished(RED),
    "black": _finished(BLACK),
    "unfinished": lambda s, seat: len(s.clans[seat].missions),
    "actions": lambda s, seat: len(s.clans[seat].actions),
    "bonuses": lambda s, seat: len(s.clans[seat].bonuses),
}
"""Word → the number it stands for."""


def holds(s: State, seat: int, condition: Effect) -> bool:
    """Whether a seat meets a condition."""
    match condition.op, condition.args:
        case "at-least", (what, number):
            return bool(MEASURES[what](s, seat) >= number)
        case "at-most", (what, number):
            return bool(MEASURES[what](s, seat) <= number)
        case "none", (what,):
            return MEASURES[what](s, seat) == 0
        case "most", (what,):
            own = MEASURES[what](s, seat)
            return own > 0 and own == max(MEASURES[what](s, other) for other in s.order)
        case "fewest", (what,):
            return MEASURES[what](s, seat) == min(MEASURES[what](s, other) for other in s.order)
        case "first", ():
            return s.order[0] == seat
        case "last", ():
            return s.order[-1] == seat
        case "disciple-in", (district,):
            return any(seat in s.spaces[spot] for spot in SPOTS_OF[DISTRICTS.index(district)])
        case "annex", (annex,):
            return ANNEXES.index(annex) in s.clans[seat].annexes
        case "patrol-in", (district,):
            return s.patrol == DISTRICTS.index(district)
    raise AssertionError(condition)


def chosen(s: State, who: str) -> tuple[int, ...]:
    """The seats that a word of an event means, in player order; ties mean all who are tied."""
    if who == "all":
        return s.order
    if who in ("first", "last"):
        return (s.order[0 if who == "first" else -1],)
    what, best = {
        "richest": ("mon", max),
        "poorest": ("mon", min),
        "leader": ("prestige", max),
        "behind": ("prestige", min),
    }[who]
    values = [MEASURES[what](s, seat) for seat in s.order]
    return tuple(seat for seat in s.order if MEASURES[what](s, seat) == best(values))
