"""The plain wire: any game as text, made from the contract alone.

A table is its picture in lines of styled text, a move is a sentence and a button. A game may say its moves
in words and in groups (``telling`` and ``group`` of its manifest); otherwise moves appear in their notation.
"""

import re
from collections.abc import Sequence
from functools import cache
from typing import Any

from msgspec import Struct

from kabuto.table import View, manifests
from kabuto.table.drawing import STYLES
from kabuto.table.showing import lines
from kabuto.table.text import parts, translate
from kabuto.table.wire import Sentence, Wire

NAME = "plain"
FLAGS = ("bold", "dim", "underline", "reverse")
"""What a style can be besides coloured."""
_GROUP = re.compile(r"[^\W\d_]+|[\W\d_]+")
"""What the first letters of a notation have in common with other moves: ``take`` in ``take red``."""


class Piece(Struct, frozen=True, omit_defaults=True):
    """Some characters of a picture in one style."""

    text: str
    """The characters; all are equally wide."""
    bold: bool = False
    """Whether they are bold."""
    dim: bool = False
    """Whether they are faint."""
    underline: bool = False
    """Whether they are underlined."""
    reverse: bool = False
    """Whether text and background change colours."""
    color: str = ""
    """Their colour, such as ``#e69f00``; empty: that of the page."""
    background: str = ""
    """The colour behind them, likewise."""


class Position(Struct, frozen=True):
    """The table as all seats see it."""

    lines: list[list[Piece]]
    """The picture, line by line."""


class Choice(Struct, frozen=True):
    """A legal move."""

    move: str
    """Its notation: what a client plays."""
    text: Sentence
    """The move in words, in the language asked for."""
    group: str
    """What the move is about: moves of one group belong together."""


class Private(Struct, frozen=True):
    """The table as one seat sees it."""

    lines: list[list[Piece]]
    """The picture with what this seat alone knows."""
    moves: list[Choice]
    """The legal moves, in the order of ``own.legal``."""


class Told(Struct, frozen=True):
    """A move of the log in words."""

    text: Sentence
    """What was played."""
    more: list[Sentence]
    """What it brought about."""


class Details(Struct, frozen=True):
    """How a game ended."""

    steps: list[Sentence]
    """How it was decided, one step after the other."""


@cache
def plain(game: str) -> Wire:
    """The plain wire of a game."""

    def picture(view: View, language: str) -> list[list[Piece]]:
        return [[_piece(text, style) for text, style in line] for line in lines(game, view, language)]

    def position(view: View, language: str) -> Position:
        return Position(picture(view, language))

    def private(view: View, language: str) -> Private:
        moves = [_choice(game, view, move, language) for move in view.legal_moves()]
        return Private(picture(view, language), moves)

    def events(view: View, entry: Any, language: str) -> Told:
        story = manifests.component(game, "story")
        more = story(view, entry) if story else ()
        return Told(
            parts(told(game, view, entry.move, past=True), language),
            [parts(each, language) for each in more],
        )

    def details(outcome: Any, language: str) -> Details:
        return Details([parts(step, language) for step in outcome.steps])

    def frame(views: Sequence[View], language: str) -> Position:
        """The table as the seat to move sees it, if its view is among those that may be shown."""
        deciding = [view for view in views if view.seat is not None and view.seat == view.to_move]
        return Position(picture((deciding or views)[0], language))

    return Wire(
        name=NAME,
        types=TYPES,
        position=position,
        private=private,
        events=events,
        details=details,
        frame=frame,
    )


TYPES = {
    "position": Position,
    "private": Private,
    "events": Told,
    "details": Details,
    "frame": Position,
}


def told(game: str, view: View, move: Any, *, past: bool) -> str:
    """A move in words, if the game has some."""
    telling = manifests.component(game, "telling")
    return telling(view, move, past) if telling else str(move)


def _choice(game: str, view: View, move: Any, language: str) -> Choice:
    words = parts(told(game, view, move, past=False), language)
    return Choice(str(move), words, _group(game, view, move, language))


def _group(game: str, view: View, move: Any, language: str) -> str:
    """What a move is about: as the game puts it, or the first word of the notation."""
    group = manifests.component(game, "group")
    if group:
        return translate(group(view, move), language)
    found = _GROUP.match(str(move))
    return found.group().strip() if found else ""


def _piece(text: str, style: str) -> Piece:
    return Piece(text, *_look(style)) if style else Piece(text)


@cache
def _look(style: str) -> tuple[bool, bool, bool, bool, str, str]:
    """How rich draws a style, as the fields of a piece; an undefined one looks like any text."""
    words = " ".join(STYLES.get(part, "") for part in style.split()).split()
    flags, colors, is_ground = dict.fromkeys(FLAGS, False), ["", ""], False
    while words:
        match words.pop(0):
            case "not" if words and words[0] in flags:
                flags[words.pop(0)] = False
            case word if word in flags:
                flags[word] = True
            case "on":
                is_ground = True
            case color:
                colors[is_ground], is_ground = _color(color), False
    bold, dim, underline, reverse = flags.values()
    return bold, dim, underline, reverse, colors[0], colors[1]


def _color(color: str) -> str:
    if color.startswith("#"):
        return color
    from rich.color import Color  # a name: some game of others, on a server

    found = Color.parse(color)
    return "" if found.is_default else str(found.get_truecolor().hex)
