"""Draws an analysis: the chances over a game, or the moves in a position side by side.

Seats differ by colour and by crest, so nobody needs the colours.
"""

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from typing import Any

from kabuto.table.chances import WORDS, Chance
from kabuto.table.drawing.chart import chart, interval, mark, percent_lines, text
from kabuto.table.review import Analysis, Review
from kabuto.table.text import ENGLISH, Seat

WIDTH, HEIGHT, TOP, BOTTOM, RIGHT = 860, 420, 74, 46, 120
LEFT, NAMES = 56, 150
"""Room for the scale of a curve, and for the notation of moves."""
ROW, LABEL = 26, 18
"""The distance between two moves, and the least one between the names of two lines."""

Scale = Callable[[float], float]


def curve_svg(review: Review, language: str = ENGLISH) -> str:
    """The chances of every seat after every move, with turning points and costly moves."""
    points = [review.start, *(ply.chances for ply in review.plies)]
    across = _scale(0, len(points) - 1, LEFT, WIDTH - RIGHT)
    up = _scale(0, 1, HEIGHT - BOTTOM, TOP)
    parts = [*_percents(across, up, len(points) - 1, language)]
    for number, turn in enumerate(review.turning_points, 1):
        x = across(turn.plies[-1].number)
        parts.append(f'<path class="sign" d="M{x} {TOP}V{HEIGHT - BOTTOM}" stroke-dasharray="3 4"/>')
        parts.append(text(x, TOP - 6, str(number), "middle", 12))
    for seat in range(review.game.players):
        parts += _line(seat, [chances[seat] for chances in points], across, up)
        ends = [(turn.plies[-1].number, turn.after[seat]) for turn in review.turns if turn.seat == seat]
        parts += [mark(seat, across(ply), up(chance.mean)) for ply, chance in ends]
    for ply in review.costly:
        y = up(ply.chances[ply.seat].mean)
        parts.append(text(across(ply.number), y - 9, "?", "middle", 15, "strong"))
    heights = _apart([up(chance.mean) for chance in points[-1]])
    for seat, (y, chance) in enumerate(zip(heights, points[-1], strict=True)):
        parts.append(mark(seat, WIDTH - RIGHT + 16, y))
        parts.append(text(WIDTH - RIGHT + 27, y + 5, f"{seat}: {100 * chance.mean:.0f} %"))
    return chart(WIDTH, HEIGHT, _words(language, "curve_title"), _words(language, "curve_note"), parts)


def moves_svg(analysis: Analysis, language: str = ENGLISH) -> str:
    """The moves on the shortlist, with what the seat to move can expect from each."""
    seat = analysis.view.seat or 0
    shown = [candidate for candidate in analysis.moves if candidate.line]
    bottom = TOP + ROW * len(shown)
    across = _scale(0, 1, NAMES, WIDTH - RIGHT)
    parts = []
    for quarter in range(5):
        x = across(quarter / 4)
        parts.append(f'<path class="grid" d="M{x} {TOP}V{bottom}"/>')
        parts.append(text(x, bottom + 18, f"{25 * quarter} %", "middle", 12, "quiet"))
    for number, candidate in enumerate(shown):
        y = TOP + ROW * number + ROW // 2
        chance = candidate.results[seat]
        parts += [
            text(NAMES - 14, y + 5, str(candidate.move), "end", looks="plain" if number else "strong"),
            interval(across(chance.low), across(chance.high), y, f"line{seat}"),
            mark(seat, across(chance.mean), y),
            text(WIDTH - RIGHT + 14, y + 5, percent(chance), size=12),
        ]
    title = _words(language, "moves_title", seat=Seat(seat), ply=analysis.view.ply)
    return chart(WIDTH, bottom + BOTTOM, title, _words(language, "moves_note"), parts)


def percent(chance: Chance) -> str:
    """A chance with its interval, in percent."""
    return f"{100 * chance.mean:.0f} % ({100 * chance.low:.0f}–{100 * chance.high:.0f})"


def _scale(low: float, high: float, start: float, end: float) -> Scale:
    return lambda value: round(start + (end - start) * (value - low) / (high - low), 1)


def _percents(across: Scale, up: Scale, last: int, language: str) -> Iterator[str]:
    """The grid and axis labels of a curve."""
    yield from percent_lines(LEFT, WIDTH - RIGHT, up)
    for ply in range(0, last + 1, max(1, 10 * round(last / 100))):
        yield text(across(ply), HEIGHT - BOTTOM + 18, str(ply), "middle", 12, "quiet")
    yield text(LEFT, HEIGHT - 10, _words(language, "curve_axis"), size=12, looks="quiet")


def _line(seat: int, chances: Sequence[Chance], across: Scale, up: Scale) -> Iterator[str]:
    """A seat's chances, with a band for the intervals."""
    upper = [f"{across(ply)} {up(chance.high)}" for ply, chance in enumerate(chances)]
    lower = [f"{across(ply)} {up(chance.low)}" for ply, chance in enumerate(chances)]
    middle = [f"{across(ply)} {up(chance.mean)}" for ply, chance in enumerate(chances)]
    band = " ".join([*upper, *reversed(lower)])
    yield f'<path class="fill{seat}" d="M{band}Z" fill-opacity="0.15"/>'
    yield f'<path class="line{seat}" d="M{" ".join(middle)}" fill="none" stroke-width="2"/>'


def _apart(heights: Sequence[float]) -> list[float]:
    """Heights for the labels at the ends of lines: in the same order, and without overlaps."""
    places = list(heights)
    order = sorted(range(len(places)), key=lambda seat: heights[seat])
    for above, below in pairwise(order):
        places[below] = max(places[below], places[above] + LABEL)
    lowest = float(HEIGHT - BOTTOM)
    for seat in reversed(order):
        places[seat] = min(places[seat], lowest)
        lowest = places[seat] - LABEL
    return places


def _words(language: str, key: str, **values: Any) -> str:
    return WORDS.render(language, key, "", values)
