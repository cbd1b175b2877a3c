"""An analysis as a picture: the chances over a game, or the moves of a position side by side.

Seats differ by colour and by mark, so that nobody needs the colours. A picture brings its own paper, light
or, where the viewer asks for it, dark.
"""

from collections.abc import Callable, Iterator, Sequence
from html import escape
from itertools import pairwise
from typing import Any

from kabuto.samurai.analysis.position import Analysis
from kabuto.samurai.analysis.reasons import WORDS
from kabuto.samurai.analysis.reviewing import Review
from kabuto.samurai.analysis.thought import Chance
from kabuto.table.text import ENGLISH

WIDTH, HEIGHT, TOP, BOTTOM, RIGHT = 860, 420, 74, 46, 120
LEFT, NAMES = 56, 150
"""Room for the scale of a curve, and for the notation of moves."""
ROW, LABEL = 26, 18
"""The distance between two moves, and the least one between the names of two lines."""
COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7")
"""Blue, vermilion, green and purple: apart for every kind of colour vision, on white and on black."""
MARKS = (
    '<circle r="4.5"/>',
    '<path d="M0-5.2 5 4H-5Z"/>',
    '<path d="M-4.2-4.2H4.2V4.2H-4.2Z"/>',
    '<path d="M0-5.6 5.6 0 0 5.6-5.6 0Z"/>',
)
"""One shape per seat, as on the map: circle, triangle, square, diamond."""
STYLE = """<style>
.paper{fill:#fbf8f2}text{fill:#2b2620}.quiet{fill:#6b6157}.grid{stroke:#d8cfc2}.sign{stroke:#2b2620}
.strong{font-weight:600}
@media (prefers-color-scheme:dark){
.paper{fill:#1c1a17}text{fill:#e8e2d8}.quiet{fill:#a89f93}.grid{stroke:#45403a}.sign{stroke:#e8e2d8}}
</style>"""

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
        parts.append(_text(x, TOP - 6, str(number), "middle", 12))
    for seat in range(review.game.players):
        parts += _line(seat, [chances[seat] for chances in points], across, up)
        ends = [(turn.plies[-1].number, turn.after[seat]) for turn in review.turns if turn.seat == seat]
        parts += [_mark(seat, across(ply), up(chance.mean)) for ply, chance in ends]
    for ply in review.costly:
        y = up(ply.chances[ply.seat].mean)
        parts.append(_text(across(ply.number), y - 9, "?", "middle", 15, "strong"))
    heights = _apart([up(chance.mean) for chance in points[-1]])
    for seat, (y, chance) in enumerate(zip(heights, points[-1], strict=True)):
        parts.append(_mark(seat, WIDTH - RIGHT + 16, y))
        parts.append(_text(WIDTH - RIGHT + 27, y + 5, f"{seat}: {100 * chance.mean:.0f} %"))
    return _page(HEIGHT, _words(language, "curve_title"), _words(language, "curve_note"), parts)


def moves_svg(analysis: Analysis, language: str = ENGLISH) -> str:
    """The moves on the shortlist, and what the seat to move can expect from each."""
    seat = analysis.view.seat or 0
    shown = [candidate for candidate in analysis.moves if candidate.line]
    bottom = TOP + ROW * len(shown)
    across = _scale(0, 1, NAMES, WIDTH - RIGHT)
    parts = []
    for quarter in range(5):
        x = across(quarter / 4)
        parts.append(f'<path class="grid" d="M{x} {TOP}V{bottom}"/>')
        parts.append(_text(x, bottom + 18, f"{25 * quarter} %", "middle", 12, "quiet"))
    for number, candidate in enumerate(shown):
        y = TOP + ROW * number + ROW // 2
        chance = candidate.results[seat]
        parts += [
            _text(NAMES - 14, y + 5, str(candidate.move), "end", looks="plain" if number else "strong"),
            f'<path d="M{across(chance.low)} {y}H{across(chance.high)}" stroke="{COLOURS[seat]}"'
            ' stroke-width="6" stroke-opacity="0.35" stroke-linecap="round"/>',
            _mark(seat, across(chance.mean), y),
            _text(WIDTH - RIGHT + 14, y + 5, percent(chance), size=12),
        ]
    title = _words(language, "moves_title", seat=seat, ply=analysis.view.ply)
    return _page(bottom + BOTTOM, title, _words(language, "moves_note"), parts)


def percent(chance: Chance) -> str:
    """A chance with its interval, in percent."""
    return f"{100 * chance.mean:.0f} % ({100 * chance.low:.0f}–{100 * chance.high:.0f})"


def _scale(low: float, high: float, start: float, end: float) -> Scale:
    return lambda value: round(start + (end - start) * (value - low) / (high - low), 1)


def _percents(across: Scale, up: Scale, last: int, language: str) -> Iterator[str]:
    """The lines and numbers behind a curve."""
    for quarter in range(5):
        y = up(quarter / 4)
        yield f'<path class="grid" d="M{LEFT} {y}H{WIDTH - RIGHT}"/>'
        yield _text(LEFT - 8, y + 4, f"{25 * quarter} %", "end", 12, "quiet")
    for ply in range(0, last + 1, max(1, 10 * round(last / 100))):
        yield _text(across(ply), HEIGHT - BOTTOM + 18, str(ply), "middle", 12, "quiet")
    yield _text(LEFT, HEIGHT - 10, _words(language, "curve_axis"), size=12, looks="quiet")


def _line(seat: int, chances: Sequence[Chance], across: Scale, up: Scale) -> Iterator[str]:
    """The chances of a seat, in the band of their intervals."""
    upper = [f"{across(ply)} {up(chance.high)}" for ply, chance in enumerate(chances)]
    lower = [f"{across(ply)} {up(chance.low)}" for ply, chance in enumerate(chances)]
    middle = [f"{across(ply)} {up(chance.mean)}" for ply, chance in enumerate(chances)]
    band = " ".join([*upper, *reversed(lower)])
    yield f'<path d="M{band}Z" fill="{COLOURS[seat]}" fill-opacity="0.15"/>'
    yield f'<path d="M{" ".join(middle)}" fill="none" stroke="{COLOURS[seat]}" stroke-width="2"/>'


def _apart(heights: Sequence[float]) -> list[float]:
    """Places for names beside the ends of lines: in their order, from the top, and none over another."""
    places = list(heights)
    order = sorted(range(len(places)), key=lambda seat: heights[seat])
    for above, below in pairwise(order):
        places[below] = max(places[below], places[above] + LABEL)
    lowest = float(HEIGHT - BOTTOM)
    for seat in reversed(order):
        places[seat] = min(places[seat], lowest)
        lowest = places[seat] - LABEL
    return places


def _page(height: int, title: str, note: str, parts: Sequence[str]) -> str:
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" role="img"'
        ' font-family="system-ui, sans-serif">'
    )
    names = f"<title>{escape(title)}</title><desc>{escape(note)}</desc>"
    paper = f'<rect class="paper" width="{WIDTH}" height="{height}"/>'
    words = [_text(16, 24, title, size=17, looks="strong"), _text(16, 44, note, size=12, looks="quiet")]
    return "\n".join([head, names, STYLE, paper, *words, *parts, "</svg>", ""])


def _text(x: float, y: float, text: str, anchor: str = "start", size: int = 14, looks: str = "plain") -> str:
    place = f'x="{x}" y="{round(y, 1)}" text-anchor="{anchor}"'
    return f'<text {place} font-size="{size}" class="{looks}">{escape(text)}</text>'


def _mark(seat: int, x: float, y: float) -> str:
    return f'<g transform="translate({x} {y})" fill="{COLOURS[seat]}">{MARKS[seat]}</g>'


def _words(language: str, key: str, **values: Any) -> str:
    return WORDS.render(language, key, "", values)
