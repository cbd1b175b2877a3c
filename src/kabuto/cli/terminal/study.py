"""A study in ``kabuto replay``: checked, its variations printed, its main line replayed."""

from collections.abc import Iterator, Sequence
from typing import Any

from kabuto.table import BadRecord, Game
from kabuto.table.record import expect
from kabuto.table.study import Node, children, main_line, read_nodes
from kabuto.text_ui.screen import Screen

DEEPEST = 12
"""Deeper variations are not indented further."""


def is_study(record: Any) -> bool:
    """Whether this is a study and not a record."""
    return isinstance(record, dict) and record.get("kabuto") == "study"


def load_study(place: str, study: dict[str, Any], screen: Screen) -> Game[Any, Any]:
    """Replay every variation, print them, and return the main line."""
    try:
        nodes = read_nodes(study)
        comments = [expect(node.get("comment", ""), str, "comment") for node in study["nodes"]]
        game = main_line(expect(study.get("record"), dict, "record"), nodes)
    except BadRecord as fault:
        raise BadRecord(fault.reason, f"{place}: {fault.place}" if fault.place else place) from None
    screen.say("study_title", title=str(study.get("title", ""))[:120], name=game.name, number=len(nodes) - 1)
    for node, ply, depth in lines(nodes):
        text = f"{ply}. {nodes[node][1]}" if node else screen.text("study_start")
        shown = "".join(filter(str.isprintable, " ".join(comments[node].split())))
        if node or shown:
            screen.words(f"{'  ' * min(depth, DEEPEST)}{text}{f'  {shown}' if shown else ''}", 4)
    return game


def lines(nodes: Sequence[Node]) -> Iterator[tuple[int, int, int]]:
    """Node, its ply and in how many variations it lies, as they are read.

    After a move come the other moves in its place, each with what follows it; then its line goes on.
    """
    following = children(nodes)
    tasks = [(0, 0, 0, True, True)]
    while tasks:
        node, ply, depth, is_shown, is_followed = tasks.pop()
        if is_shown:
            yield node, ply, depth
        if is_followed and following[node]:
            main, *others = following[node]
            tasks.append((main, ply + 1, depth, False, True))
            tasks += [(other, ply + 1, depth + 1, True, True) for other in reversed(others)]
            tasks.append((main, ply + 1, depth, True, False))
