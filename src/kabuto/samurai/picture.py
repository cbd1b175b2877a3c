"""The map as text: flat-top hexes of four characters by two lines, the odd columns one line lower.

n13 o13     The upper line of a space names it, the lower one shows what is there:
 ·  S3●      ~ sea, · land, (B) village, [HB] city, HBR* Edo, a token with the mark of its seat.

The north-west and the south-east of the map are empty: a screen may write there.
"""

from collections.abc import Collection, Iterable
from itertools import groupby

from kabuto.samurai.board import CAPACITY, CITY, EDO, LAND, SEA, SETTLEMENT, SPACES, VILLAGE
from kabuto.samurai.events import Entry
from kabuto.samurai.influence import missing_land
from kabuto.samurai.moves import END
from kabuto.samurai.tokens import FIGURE_SETS, TOKENS
from kabuto.samurai.view import SamuraiView
from kabuto.table.drawing import UNICODE, Marks, Picture, add_styles

CELL = 4
"""Characters per column of the map: 20 columns fill the width."""


RUNNING, RECENT, NEARLY = "+", "'", "!"
"""Played in the running turn; in the last turn of another seat; one land space short of capture."""

add_styles(
    {
        "samurai.sea": ("#335562 on #b4cdd3", "black on cyan"),
        "samurai.land": ("#6b5738 on #e9dcbb", "black on white"),
        "samurai.village": ("bold #6e2414 on #dfa98c", "bold red on white"),
        "samurai.city": ("bold #ffffff on #3f3f42", "bold bright_white on bright_black"),
        "samurai.edo": ("bold #f2b632 on #2b2410", "bold bright_yellow on black"),
        "samurai.emptied": ("#4a463c on #b9b4a6", "bright_black on white"),
    }
)


def picture(view: SamuraiView, *, marks: Marks = UNICODE, targets: Collection[str] = ()) -> Picture:
    """The map as this view knows it; ``targets`` are spaces to point out."""
    sheet = Picture()
    board = view.state.setting.board
    top = min(SPACES[space].row for space in board.spaces)
    running = _touched(running_turn(view))
    recent = _touched(entry for turn in last_turns(view).values() for entry in turn)
    for number in sorted(board.spaces):
        space = SPACES[number]
        x, y = space.column * CELL, (space.row - top) * 2 + space.column % 2
        flag = RUNNING if number in running else RECENT if number in recent else " "
        name, (left, inside, right), style = _cell(view, number, flag, marks)
        if space.name in targets:
            left, right = ("<", ">") if left else ("", "<")
            style += " target"
        elif number in running:
            style += " running"
        sheet.write(x, y, f"{name:<{CELL}}", f"{style} name")
        sheet.write(x, y + 1, f"{left + inside + right:<{CELL}}", style)
    return sheet


def _cell(view: SamuraiView, number: int, flag: str, marks: Marks) -> tuple[str, tuple[str, str, str], str]:
    """What a space shows: its name, its content between brackets, and their style."""
    space, laid = SPACES[number], view.state.tokens[number]
    name = f"{space.name:<3}"
    if laid is not None:
        return name, ("", f"{TOKENS[laid.token].code:<2}{marks.seats[laid.seat]}", flag), f"seat{laid.seat}"
    if space.terrain == SEA:
        return name, (" ", "~", " "), "samurai.sea"
    if space.terrain == LAND:
        return name, (" ", marks.empty, " "), "samurai.land"
    settlement = SETTLEMENT[number]
    figures = FIGURE_SETS[view.state.figures[settlement]]
    if figures and len(missing_land(view.state.tokens, settlement)) == 1:
        flag = NEARLY
    left, right = _BRACKETS[space.terrain]
    content = (left, f"{figures:<{CAPACITY[space.terrain]}}", right)
    return name + flag, content, f"samurai.{space.terrain if figures else 'emptied'}"


_BRACKETS = {VILLAGE: ("(", ")"), CITY: ("[", "]"), EDO: ("", "*")}


def running_turn(view: SamuraiView) -> tuple[Entry, ...]:
    """What has been played in the turn that is not yet over."""
    turns = _turns(view)
    return turns[-1] if turns and turns[-1][0].seat == view.to_move else ()


def last_turns(view: SamuraiView) -> dict[int, tuple[Entry, ...]]:
    """Seat → its last turn, the oldest first, for every seat but the one to move."""
    last: dict[int, tuple[Entry, ...]] = {}
    for turn in _turns(view):
        seat = turn[0].seat
        last.pop(seat, None)
        if seat != view.to_move:
            last[seat] = turn
    return last


def _turns(view: SamuraiView) -> list[tuple[Entry, ...]]:
    """The log in turns: two of one seat never follow each other."""
    return [tuple(turn) for _, turn in groupby(view.log, key=lambda entry: entry.seat)]


def _touched(entries: Iterable[Entry]) -> set[int]:
    """The spaces where something changed."""
    spaces = set()
    for entry in entries:
        if entry.move != END:
            spaces |= {entry.move.space, entry.move.other_space}
        spaces |= {capture.space for capture in entry.captures}
    return spaces - {-1}


TITLED = {space.title: space.name for space in SPACES if space.title}
"""The places that have a name of their own: ``Edo`` is ``o14``."""
