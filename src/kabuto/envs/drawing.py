"""A game to look at, as a view knows it: text for a terminal, or a picture."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from kabuto.envs.wording import WORDS
from kabuto.table import BadOption, showing
from kabuto.table.drawing import rich_style
from kabuto.table.errors import short

RENDER_MODES = ("human", "ansi", "rgb_array")


def check_mode(mode: str | None) -> str | None:
    """A render mode; ``BadOption`` says which there are."""
    if mode not in (None, *RENDER_MODES):
        raise BadOption(WORDS.say("render_modes", known=RENDER_MODES, given=short(mode)), "render_mode")
    return mode


def render(game: str, view: Any, mode: str | None) -> NDArray[np.uint8] | str | None:
    """Print a game, or give it back as text or as a picture."""
    match mode:
        case "human":
            show(game, view)
            return None
        case "ansi":
            return text(game, view)
        case "rgb_array":
            return paint(game, view)
    raise BadOption(WORDS.say("no_render_mode"), "render_mode")


def text(game: str, view: Any) -> str:
    """The game as plain text."""
    return showing.text(game, view)


def show(game: str, view: Any) -> None:
    """Print the game, in colours where the terminal has them."""
    from rich.console import Console
    from rich.text import Text

    lines = showing.lines(game, view)
    shown = (Text.assemble(*((piece, rich_style(style)) for piece, style in line)) for line in lines)
    Console(highlight=False).print(Text("\n").join(shown), soft_wrap=True)


def paint(game: str, view: Any) -> NDArray[np.uint8]:
    """The game as a picture: rows of red, green and blue."""
    from kabuto.table.numbers.canvas import Canvas

    return showing.painted(game, view, Canvas).pixels()
