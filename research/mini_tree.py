"""The whole tree of Samurai on its smallest map: counted, and written down for OpenSpiel's compiled tools.

OpenSpiel's algorithms visit every history many times, which takes minutes for a game that is written in
Python. So the tree is walked once, and handed over as an extensive form game (the format of Gambit), which
OpenSpiel plays in C++. The histories, their chances, results and information sets are those of
``pyspiel.load_game("kabuto_samurai(map=mini)")``; ``tests/research/test_mini.py`` compares the two.
"""

from dataclasses import dataclass, field
from typing import Any

from kabuto.samurai.editions import OPTIONS
from kabuto.samurai.numbers.tree import Table
from kabuto.table.numbers.tree import CHANCE, OVER
from kabuto.table.options import resolve

MOST = 2_000_000
"""Histories that may be counted: a larger game is refused."""
RESULTS = {(1.0, -1.0): 1, (-1.0, 1.0): 2, (0.0, 0.0): 3}
"""Returns → the number of the outcome."""
HEADER = 'EFG 2 R "Mini Samurai" { "0" "1" } ""'


@dataclass
class Tree:
    """What a walk over every history found."""

    options: dict[str, Any]
    histories: int = 0
    """Nodes of the tree, the ends of games included."""
    ends: int = 0
    chances: int = 0
    longest: int = 0
    """Actions in the longest history, those of chance too."""
    sets: list[dict[tuple[int, str], int]] = field(default_factory=lambda: [{}, {}])
    """Seat → what it has seen before, and sees now → the number of what it has seen."""
    decisions: list[dict[int, tuple[int, Any]]] = field(default_factory=lambda: [{}, {}])
    """Seat → what it has seen when it decides → the number of this information set, and a node in it."""
    ids: dict[int, int] = field(default_factory=dict)
    """Action → what OpenSpiel calls it there: numbers in the order of the file."""
    lines: list[str] = field(default_factory=lambda: [HEADER])
    """The tree in Gambit's format."""

    def text(self) -> str:
        """The tree as a file."""
        return "\n".join(self.lines)


def walk(most: int = MOST, **options: Any) -> Tree:
    """Every history of a game with these options; ``ValueError`` if there are too many."""
    tree = Tree(resolve(OPTIONS, {"map": "mini", **options}))
    _visit(tree, Table(tree.options).root(), (0, 0), 0, most)
    return tree


def _visit(tree: Tree, node: Any, seen: tuple[int, int], depth: int, most: int) -> None:
    tree.histories += 1
    tree.longest = max(tree.longest, depth)
    if tree.histories > most:
        raise ValueError(f"there are more than {most:,} histories")
    seen = (_see(tree, node, seen, 0), _see(tree, node, seen, 1))
    if node.to_move == OVER:
        tree.ends += 1
        won = tuple(node.returns())
        tree.lines.append(f't "" {RESULTS[won]} "" {{ {won[0]} {won[1]} }}')
        return
    if node.to_move == CHANCE:
        tree.chances += 1
        odds = node.chances()
        actions = [action for action, _ in odds]
        said = " ".join(f'"{action}" {chance!r}' for action, chance in odds)
        tree.lines.append(f'c "" {tree.chances} "" {{ {said} }} 0')
    else:
        seat, actions = node.to_move, node.legal()
        known = tree.decisions[seat]
        number, _ = known.setdefault(seen[seat], (len(known) + 1, node))
        for action in actions:
            tree.ids.setdefault(action, len(tree.ids))
        said = " ".join(f'"{action}"' for action in actions)
        tree.lines.append(f'p "" {seat + 1} {number} "{number}" {{ {said} }} 0')
    for action in actions:
        _visit(tree, node.after(action), seen, depth + 1, most)


def _see(tree: Tree, node: Any, seen: tuple[int, int], seat: int) -> int:
    """The number of what a seat has seen, which grows by what it sees of the last action."""
    line = node.line(seat)
    return tree.sets[seat].setdefault((seen[seat], line), len(tree.sets[seat]) + 1) if line else seen[seat]


def counted(tree: Tree) -> str:
    """How large the game is, in a few lines."""
    chosen = [len(known) for known in tree.decisions]
    return (
        f"histories               {tree.histories:>9,}\n"
        f"  that end a game       {tree.ends:>9,}\n"
        f"  where chance decides  {tree.chances:>9,}\n"
        f"information sets        {sum(chosen):>9,}  ({chosen[0]:,} and {chosen[1]:,})\n"
        f"longest history         {tree.longest:>9}"
    )


if __name__ == "__main__":
    print(counted(walk()))
