"""Samurai as text, for environments and plain tables: the map and what each seat has."""

from kabuto.samurai.picture import picture
from kabuto.samurai.tokens import FIGURES
from kabuto.samurai.view import SamuraiView
from kabuto.table.drawing import Line, seat_line
from kabuto.table.text import ENGLISH, Seat, translate


def lines(view: SamuraiView, language: str = ENGLISH) -> list[Line]:
    """The map and what each seat has."""
    found: list[Line] = [*picture(view).lines(), []]
    for seat in range(view.players):
        captured = view.captured[seat]
        figures = ["?" if captured is None else str(captured[kind]) for kind in range(3)]
        left = view.state.say("picture_left", hand=view.hand_sizes[seat], stack=view.stack_sizes[seat])
        told = f"{translate(Seat(seat).text, language)}: "
        told += " ".join(f"{f}{n}" for f, n in zip(FIGURES, figures, strict=True)) + f", {left.to(language)}"
        if seat == view.seat:
            told += f": {' '.join(view.hand)}"
        found.append(seat_line(seat, seat == view.to_move, told))
    return found
