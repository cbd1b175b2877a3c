"""``kabuto study``: check a study, and print its main line and variations."""

import argparse
from collections.abc import Iterator, Sequence
from pathlib import Path

from kabuto.cli.arguments import Parser, load_cards
from kabuto.cli.files import lines_to, read_one
from kabuto.cli.language import sentence
from kabuto.cli.screen import Screen
from kabuto.table import BadRecord
from kabuto.table.record import dumps, expect
from kabuto.table.study import Node, children, main_line, read_nodes

DEEPEST = 12
"""Deeper variations are not indented further."""


def arguments(parser: Parser, game: str) -> None:
    """What the command takes."""
    parser.add_argument("file", type=Path, metavar="FILE", help=parser.text("option_study"))
    parser.add_argument("--out", metavar="RECORD", help=parser.text("option_study_out"))
    parser.add_argument("--force", action="store_true", help=parser.text("option_force"))
    parser.add_cards()


def run(args: argparse.Namespace, screen: Screen) -> int:
    """Replay every variation, print them, and write the main line down if that is asked for."""
    load_cards(args.cards)
    place, study = read_one(args.file, None, "FILE")
    try:
        if not isinstance(study, dict) or study.get("kabuto") != "study":
            raise BadRecord(sentence("no_study_file"))
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
    with lines_to(args.out, args.force) as write:
        write(dumps(game.record()) + "\n")
    return 0


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
