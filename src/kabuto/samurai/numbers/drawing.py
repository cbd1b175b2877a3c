"""Samurai as text, for environments: the map and what each seat has."""

from kabuto.samurai.picture import picture
from kabuto.samurai.tokens import FIGURES
from kabuto.samurai.view import SamuraiView
from kabuto.table.drawing import Line, seat_line


def lines(view: SamuraiView) -> list[Line]:
    """The map and what each seat has."""
    found: list[Line] = [*picture(view).lines(), []]
    for seat in range(view.players):
        captured = view.captured[seat]
        figures = ["?" if captured is None else str(captured[kind]) for kind in range(3)]
        told = f"seat {seat}: " + " ".join(f"{f}{n}" for f, n in zip(FIGURES, figures, strict=True))
        told += f", {view.hand_sizes[seat]} in hand, {view.stack_sizes[seat]} to draw"
        if seat == view.seat:
            told += f": {' '.join(view.hand)}"
        found.append(seat_line(seat, seat == view.to_move, told))
    return found
