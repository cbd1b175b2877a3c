"""Draws the terminal tables as SVG, and what environments paint as PNG: ``python docs/pictures/make.py``."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from textwrap import wrap
from typing import Any
from xml.sax.saxutils import escape

from rich.style import Style

import kabuto
from kabuto.samurai import SamuraiView
from kabuto.samurai.terminal.panels import draw
from kabuto.samurai.terminal.wording import SamuraiWords
from kabuto.table import Game, showing
from kabuto.table.drawing import Line, rich_style
from kabuto.table.numbers.canvas import Canvas
from kabuto.text_ui.screen import Screen
from kabuto.yedo import YedoView
from kabuto.yedo.terminal.panels import draw as draw_yedo
from kabuto.yedo.terminal.panels import hand as yedo_hand
from kabuto.yedo.terminal.table import YedoTable

FOLDER = Path(__file__).parent
WIDTH, HEIGHT, MARGIN = 9, 19, 16
"""A character's width and height, and the margin, in pixels."""
GROUND, TEXT = "#16181d", "#d9dbe0"
FONTS = "ui-monospace, Menlo, Consolas, 'DejaVu Sans Mono', 'Liberation Mono', monospace"


def stored(name: str) -> Game[Any, Any]:
    """A game that is shown."""
    return kabuto.load(json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8")))


def screen() -> list[Line]:
    """What the terminal shows in the middle of somebody's turn."""
    game = stored("terminal")
    seat = game.to_move or 0
    words = SamuraiWords(Screen("en"), ["you" if seat == own else "greedy" for own in range(game.players)])
    view = game.view(seat)
    assert isinstance(view, SamuraiView)
    prompt = f"{words.screen.marks.seats[seat]} {seat}> "
    return [*draw(view, words).lines(), [(words.status(view), "")], [(prompt, "")]]


def yedo_screen() -> list[Line]:
    """What the terminal shows when a disciple is to be activated."""
    game = stored("yedo")
    seat = game.to_move or 0
    shown = Screen("en")
    table = YedoTable(shown, ["you" if seat == own else "greedy" for own in range(game.players)])
    view = game.view(seat)
    assert isinstance(view, YedoView)
    words: list[Line] = [
        [(line, "")] for line in (*yedo_hand(view, table.words), *table.status(view).split("\n"))
    ]
    lines: list[Line] = []
    for line in (*draw_yedo(view, table.words), *words):
        if len(line) == 1:
            lines += ([(part, line[0][1])] for part in wrap(line[0][0], 80, subsequent_indent=" " * 6))
        else:
            lines.append(line)
    return [*lines, [(f"{shown.marks.seats[seat]} {seat}> ", "")]]


def svg(lines: list[Line], title: str = "A four-player game of Samurai in the terminal") -> str:
    """Lines with styles as a picture that needs no font and no other file."""
    columns = max(80, *(sum(len(text) for text, _ in line) for line in lines))
    width, height = columns * WIDTH + 2 * MARGIN, len(lines) * HEIGHT + 2 * MARGIN
    size = f'viewBox="0 0 {width} {height}" width="{width}" height="{height}"'
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" {size}>',
        f"<title>{title}</title>",
        f'<rect width="100%" height="100%" rx="8" fill="{GROUND}"/>',
        f'<g font-family="{FONTS}" font-size="15">',
    ]
    for row, line in enumerate(lines):
        column = 0
        for text, style in line:
            parts += piece(column, row, text, Style.parse(rich_style(style)))
            column += len(text)
    return "\n".join([*parts, "</g>", "</svg>", ""])


def piece(column: int, row: int, text: str, style: Style) -> Iterator[str]:
    """A piece of a line: its ground, and every word at its place."""
    ink, ground = colour(style.color, TEXT), colour(style.bgcolor, "")
    if style.reverse:
        ink, ground = ground or GROUND, ink
    x, y = MARGIN + column * WIDTH, MARGIN + row * HEIGHT
    if ground:
        yield f'<rect x="{x}" y="{y}" width="{len(text) * WIDTH}" height="{HEIGHT}" fill="{ground}"/>'
    look = f'fill="{ink}"'
    look += ' font-weight="bold"' * bool(style.bold) + ' opacity="0.6"' * bool(style.dim)
    look += ' text-decoration="underline"' * bool(style.underline)
    for word in re.finditer(r"\S+", text):
        place = f'x="{x + word.start() * WIDTH}" y="{y + 14}" textLength="{len(word[0]) * WIDTH}"'
        yield f'<text {place} lengthAdjust="spacingAndGlyphs" {look}>{escape(word[0])}</text>'


def colour(found: object, otherwise: str) -> str:
    """A colour of rich as SVG writes it."""
    return otherwise if found is None else str(getattr(found, "name", otherwise))


def painted(game: Game[Any, Any]) -> bytes:
    """What an environment's ``rgb_array`` shows whoever is to move."""
    return showing.painted(game.name, game.view(game.to_move or 0), Canvas).png()


if __name__ == "__main__":
    (FOLDER / "terminal.svg").write_text(svg(screen()), encoding="utf-8")
    title = "A four-player game of Yedo in the terminal"
    (FOLDER / "yedo.svg").write_text(svg(yedo_screen(), title), encoding="utf-8")
    for name, game in (("samurai", stored("terminal")), ("yedo", stored("yedo"))):
        (FOLDER / f"env-{name}.png").write_bytes(painted(game))
