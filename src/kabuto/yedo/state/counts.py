"""What cards count and compare: everything of a clan that is public."""

from collections.abc import Callable

from kabuto.yedo.board import ANNEXES, BLACK, DISCIPLES, DISTRICTS, GREEN, RED, SPOTS_OF, YELLOW
from kabuto.yedo.cards import Effect
from kabuto.yedo.state.state import State


def _finished(pile: int) -> Callable[[State, int], int]:
    def count(s: State, seat: int) -> int:
        finished = s.clans[seat].finished
        if not finished:
            return 0
        piles = s.setting.cards.mission_pile
        return [piles[mission] for mission in finished].count(pile)

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


def _most(s: State, seat: int, what: str) -> bool:
    measure = MEASURES[what]
    own = measure(s, seat)
    return own > 0 and all(measure(s, other) <= own for other in s.order if other != seat)


def _fewest(s: State, seat: int, what: str) -> bool:
    measure = MEASURES[what]
    own = measure(s, seat)
    return all(measure(s, other) >= own for other in s.order if other != seat)


_HOLDS: dict[str, Callable[..., bool]] = {
    "at-least": lambda s, seat, what, number: MEASURES[what](s, seat) >= number,
    "at-most": lambda s, seat, what, number: MEASURES[what](s, seat) <= number,
    "none": lambda s, seat, what: MEASURES[what](s, seat) == 0,
    "most": _most,
    "fewest": _fewest,
    "first": lambda s, seat: s.order[0] == seat,
    "last": lambda s, seat: s.order[-1] == seat,
    "disciple-in": lambda s, seat, district: any(
        seat in s.spaces[spot] for spot in SPOTS_OF[DISTRICTS.index(district)]
    ),
    "annex": lambda s, seat, annex: ANNEXES.index(annex) in s.clans[seat].annexes,
    "patrol-in": lambda s, seat, district: s.patrol == DISTRICTS.index(district),
}
"""Word of a condition → whether a seat meets it."""


def holds(s: State, seat: int, condition: Effect) -> bool:
    """Whether a seat meets a condition."""
    return _HOLDS[condition.op](s, seat, *condition.args)


_COUNTED = {
    "weapons": ("weapons", "weapon-kinds"),
    "geishas": ("geishas",),
    "annexes": ("annexes",),
}
"""What a clan has → the measures that count it."""


def counts_on(condition: Effect, name: str) -> bool:
    """Whether a condition can depend on this that a clan has."""
    if condition.op == "annex":
        return name == "annexes"
    return bool(condition.args) and condition.args[0] in _COUNTED[name]


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
