"""Charts as SVG. They bring their own paper: light or, where the viewer asks for it, dark."""

from collections.abc import Callable, Iterable, Iterator
from html import escape

from kabuto.table.drawing.palette import SEATS

LIGHT = {"paper": "#fbf8f2", "ink": "#2b2620", "quiet": "#6b6157", "grid": "#d8cfc2", "accent": "#a63d2f"}
DARK = {"paper": "#1c1a17", "ink": "#e8e2d8", "quiet": "#a89f93", "grid": "#45403a", "accent": "#f0836c"}
MARK = 0.13
"""How large the crest of a seat is drawn: 13 pixels."""


def chart(width: int, height: int, title: str, note: str, parts: Iterable[str]) -> str:
    """A whole chart: its title and a line below it, then its parts."""
    shown = "\n".join(parts)
    crests = (
        f'<path id="seat{number}" d="{seat.path}" fill-rule="evenodd"'
        f' transform="scale({MARK}) translate(-50 -50)"/>'
        for number, seat in enumerate(SEATS)
        if f'"#seat{number}"' in shown
    )
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" role="img"'
            ' font-family="system-ui, sans-serif">',
            f"<title>{escape(title)}</title><desc>{escape(note)}</desc>",
            f"<style>\n{_rules(False)}\n@media (prefers-color-scheme:dark){{\n{_rules(True)}}}\n</style>",
            f"<defs>{''.join(crests)}</defs>",
            f'<rect class="paper" width="{width}" height="{height}"/>',
            text(16, 25, title, size=17, looks="strong"),
            text(16, 44, note, size=12, looks="quiet"),
            shown,
            "</svg>",
            "",
        ]
    )


def text(x: float, y: float, text: str, anchor: str = "start", size: int = 14, looks: str = "plain") -> str:
    """Some text; ``looks`` may be plain, strong or quiet."""
    place = f'x="{x}" y="{round(y, 1)}" text-anchor="{anchor}"'
    return f'<text {place} font-size="{size}" class="{looks}">{escape(text)}</text>'


def percent_lines(left: float, right: float, up: Callable[[float], float]) -> Iterator[str]:
    """Lines across a chart at every quarter of a scale of percents; ``up`` has the height of a share."""
    for quarter in range(5):
        y = up(quarter / 4)
        yield f'<path class="grid" d="M{left} {y}H{right}"/>'
        yield text(left - 8, y + 4, f"{25 * quarter} %", "end", 12, "quiet")


def interval(low: float, high: float, y: float, line: str) -> str:
    """A bar from one place to another; ``line`` is the class of its colour."""
    return (
        f'<path class="{line}" d="M{low} {y}H{high}" stroke-width="6" stroke-opacity="0.35"'
        ' stroke-linecap="round"/>'
    )


def mark(seat: int, x: float, y: float) -> str:
    """The crest of a seat, in its colour."""
    return f'<use href="#seat{seat}" class="fill{seat}" transform="translate({x} {y})"/>'


def _rules(is_dark: bool) -> str:
    """Classes of colours: ``fill0`` and ``line0`` are those of seat 0."""
    colours = DARK if is_dark else LIGHT
    seats = "".join(
        f".fill{number}{{fill:{colour}}}.line{number}{{stroke:{colour}}}"
        for number, colour in enumerate(seat.on_dark if is_dark else seat.on_light for seat in SEATS)
    )
    return (
        f".paper{{fill:{colours['paper']}}}text{{fill:{colours['ink']}}}.quiet{{fill:{colours['quiet']}}}"
        f".grid{{stroke:{colours['grid']}}}.sign{{stroke:{colours['ink']}}}.strong{{font-weight:600}}"
        f".accent{{fill:{colours['accent']}}}.accent-line{{stroke:{colours['accent']}}}{seats}"
    )
