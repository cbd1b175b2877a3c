"""Who won, and the steps by which it was decided."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from kabuto.samurai.state import Phase, State
from kabuto.samurai.tokens import ASIDE_LIMIT, FIGURE_NAMES
from kabuto.table import Outcome, Seat, Text, Word
from kabuto.table.text import listed

Counts = Sequence[tuple[int, int, int]]


@dataclass(frozen=True)
class SamuraiOutcome(Outcome):
    """How a game of Samurai ended."""

    captured: tuple[tuple[int, int, int], ...]
    aside: tuple[int, int, int]
    ended: str = ""
    """Why the game is over, in words."""

    def to_json(self) -> dict[str, Any]:
        return {
            "captured": [list(counts) for counts in self.captured],
            "aside": list(self.aside),
            **super().to_json(),
        }


def majorities(captured: Counts) -> tuple[int | None, ...]:
    """For each kind of figure, the seat that alone has the most of it (rulings 31 and 32)."""
    leaders: list[int | None] = []
    for kind in range(3):
        counts = [figures[kind] for figures in captured]
        most = max(counts)
        leaders.append(counts.index(most) if most and counts.count(most) == 1 else None)
    return tuple(leaders)


def ranking(captured: Counts) -> tuple[tuple[int, ...], ...]:
    """Groups of seats, best first (ruling 34): those who lead two kinds, those who lead one, the rest."""
    leaders = majorities(captured)

    def merit(seat: int) -> tuple[int, int, int]:
        led, total = leaders.count(seat), sum(captured[seat])
        # Whoever leads two kinds has won already; leaders of one compare their other figures first.
        others = total - captured[seat][leaders.index(seat)] if led == 1 else 0
        return led, others, total

    seats = sorted(range(len(captured)), key=merit, reverse=True)
    return tuple(tuple(sorted(group)) for _, group in groupby(seats, key=merit))


def outcome(state: State) -> SamuraiOutcome | None:
    """How the game ended; None while it runs."""
    if state.phase is not Phase.OVER:
        return None
    ranks = ranking(state.captured)
    return SamuraiOutcome(ranks, tuple(_steps(state, ranks[0])), state.captured, state.aside, _ended(state))


def _ended(state: State) -> Text:
    """Why the game is over: kinds have left the map, too many were set aside, or nobody can play."""
    gone = [
        name for kind, name in enumerate(FIGURE_NAMES) if not any(mask >> kind & 1 for mask in state.figures)
    ]
    last = [state.say("ended_last", kind=Word(f"last_{name}")) for name in gone]
    if last:
        return (
            state.say("ended_kinds", kinds=listed(last))
            if last[1:]
            else state.say("ended_kind", kind=last[0])
        )
    number = sum(state.aside)
    return state.say("ended_aside", number=number) if number >= ASIDE_LIMIT else state.say("ended_passes")


def _steps(state: State, winners: tuple[int, ...]) -> Iterable[Text]:
    captured, say = state.captured, state.say
    leaders = majorities(captured)
    for kind, leader in enumerate(leaders):
        counts = _list(state, {seat: figures[kind] for seat, figures in enumerate(captured)})
        named = {"kind": Word(f"{FIGURE_NAMES[kind]}s"), "counts": counts}
        yield say("led_by_nobody", **named) if leader is None else say("led", seat=Seat(leader), **named)

    eligible = sorted({leader for leader in leaders if leader is not None})
    ahead = next((seat for seat in eligible if leaders.count(seat) > 1), None)
    if ahead is not None:
        yield say("leads_more", seat=Seat(ahead), number=leaders.count(ahead))
        return
    if len(eligible) == 1:
        yield say("only_leader", seat=Seat(eligible[0]))
        return
    totals = {seat: sum(figures) for seat, figures in enumerate(captured)}
    if eligible:
        yield say("eligible", seats=listed([say("seat_among", seat=Seat(seat)) for seat in eligible]))
        others = {seat: totals[seat] - captured[seat][leaders.index(seat)] for seat in eligible}
        yield say("others", counts=_list(state, others))
        eligible = [seat for seat in eligible if others[seat] == max(others.values())]
        if len(eligible) == 1:
            yield say("wins", seat=Seat(eligible[0]))
            return
        yield say("totals_among", counts=_list(state, {seat: totals[seat] for seat in eligible}))
    else:
        yield say("no_leader")
        yield say("totals", counts=_list(state, totals))
    if len(winners) == 1:
        yield say("wins", seat=Seat(winners[0]))
    else:
        yield say("shared", seats=listed([say("seat_among", seat=Seat(seat)) for seat in winners]))


def _list(state: State, numbers: dict[int, int]) -> list[Text]:
    return [state.say("seat_number", seat=Seat(seat), number=number) for seat, number in numbers.items()]
